# SPDX-License-Identifier: Apache-2.0
"""Messages with each type in one segment, for cores of others that take no more."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...lwc.messages import Message


def single(messages: Iterable[Message]) -> Iterator[Message]:
    """The messages with each type in one segment, of whatever length, in order."""
    for message in messages:
        yield replace(
            message,
            # Sizes are given, since a type without them is cut where it is longer than a segment.
            segment_blocks=None,
            ad_sizes=(len(message.ad),),
            data_sizes=(len(message.data),),
        )


def without_empty(messages: Iterable[Message]) -> list[Message]:
    """Those without an empty segment that is not the only one of its type."""
    return [
        message
        for message in messages
        if not any(
            sizes is not None and len(sizes) > 1 and 0 in sizes
            for sizes in (message.ad_sizes, message.data_sizes)
        )
    ]
