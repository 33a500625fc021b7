# SPDX-License-Identifier: Apache-2.0
"""Of messages those whose types are one segment each, for cores of others that take no more."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...lwc.messages import Message, Operation


def single(messages: Iterable[Message]) -> Iterator[Message]:
    """The messages in one segment of each type, in order; one whose key came with a message that
    is left out brings it.
    """
    key = None
    for message in messages:
        if not _is_single(message):
            continue
        if message.operation != Operation.HASH:
            message = replace(message, new_key=message.new_key or message.key != key)
            key = message.key
        yield message


def _is_single(message: Message) -> bool:
    """Whether nothing says how long segments are at most, or where they end."""
    return message.segment_blocks is None and all(
        sizes is None or len(sizes) == 1 for sizes in (message.ad_sizes, message.data_sizes))
