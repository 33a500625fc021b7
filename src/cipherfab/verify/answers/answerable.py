# SPDX-License-Identifier: Apache-2.0
"""Which messages a core can answer."""

from collections.abc import Iterable
from dataclasses import replace

from ...design import LwcInterface
from ...lwc.messages import KEYLESS, Message, Operation


def answerable(interface: LwcInterface, messages: Iterable[Message]) -> list[Message]:
    """The messages without decryptions, if the core only encrypts. Which of them bring a new key
    stays as it is, unless the core keeps none: then each of an AEAD does.
    """
    left = [
        message
        for message in messages
        if interface.decrypts or message.operation != Operation.DECRYPT
    ]
    return (
        left
        if interface.key_reuse
        else [
            # A hash takes no key, so none can come with it.
            message if message.operation in KEYLESS else replace(message, new_key=True)
            for message in left
        ]
    )
