# SPDX-License-Identifier: Apache-2.0
"""CLOC and SILC: CFB encryption, and a CBC-MAC of the ciphertext, over one block cipher.

Source: T. Iwata, K. Minematsu, J. Guo, S. Morioka, E. Kobayashi, "CLOC and SILC", version 3,
submission to CAESAR, 2016. No text of it was at hand; it was read in its reference code
(``process_ad``, ``ae_encrypt``).

Differences from the reference code: none. Byte strings have their first byte first; a state has
four words of 32 bits for CLOC, 16 bytes for SILC.
"""

import operator
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from ..primitives.primitive import Primitive
from .byte_strings import call, filled, split, xor
from .dangers import RESPECTING
from .one_pass import OnePass

BLOCK = 16
PADDING = 0x80
TOP_BIT = bytes([0x80]).ljust(BLOCK, b"\0")
"""Cleared by fix0 and set by fix1."""

F_FULL, F_PADDED, G_EMPTY, G, H = 8, 1, 2, 1, 4
"""CLOC: f1 and f2, g1 and g2, and h, as numbers of moves; G is SILC's g too."""


@dataclass(frozen=True, kw_only=True)
class Feedback(OnePass):
    """What both have in common: the message, behind associated data and nonce.

    Attributes:
        cipher: a block cipher with inputs ``key`` and ``plaintext`` and output ``ciphertext``,
            block and key of 128 bits.
        part_bytes: of the parts of a state that the functions in front of calls move.
        parameter: the byte beside the nonce: cipher, and lengths of nonce and tag.
    """

    dangers = RESPECTING
    part_bytes: ClassVar[int]

    cipher: Primitive
    parameter: int = 0xC0
    key_bytes: int = 16
    nonce_bytes: int = 12
    tag_bytes: int = 8
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    @abstractmethod
    def end(self, state: "Progress", last: bytes) -> bytes:
        """The state of the tag behind the last block of ciphertext, before its last call."""

    def crypt(self, state, data, decrypt):
        """``ae_encrypt``: every block but the last goes back with fix1."""
        output, (*blocks, last) = b"", split(data, BLOCK) or [b""]
        for block in blocks:
            text = xor(block, state.stream)
            output, sent = output + text, block if decrypt else text
            state = Progress(
                key=state.key,
                stream=self.call(state.key, _with_top_bit(sent)),
                tag=self.call(state.key, xor(state.tag, sent)),
                taken=state.taken + BLOCK,
            )
        text = xor(last, state.stream)
        output, sent = output + text, last if decrypt else text
        # Without a message there is no last block that the state of the tag could take in.
        # Behind the last block there is no key stream any more.
        if data:
            state = Progress(
                key=state.key, stream=b"", tag=self.end(state, sent), taken=state.taken + len(last)
            )
        return state, output

    def tag(self, state):
        return self._last(state)[: self.tag_bytes]

    @abstractmethod
    def _last(self, state: "Progress") -> bytes:
        """The last call."""

    def call(self, key: bytes, block: bytes) -> bytes:
        return call(self.cipher, key=key, plaintext=block)

    def moved(self, state: bytes, times: int) -> bytes:
        """`moved` of a state."""
        return b"".join(moved(split(state, self.part_bytes), times, xor))


@dataclass(frozen=True, kw_only=True)
class Progress:
    """Between two blocks of the message.

    Attributes:
        stream: what is added to the next block.
        tag: the state of the tag. CLOC begins with one that `Cloc.crypt` enciphers first.
        taken: bytes of the message before.
    """

    key: bytes
    stream: bytes
    tag: bytes
    taken: int = 0


@dataclass(frozen=True, kw_only=True)
class Cloc(Feedback):
    """CLOC: lengths are told apart by functions on the state, which are powers of one."""

    part_bytes = 4

    def start(self, key, nonce, associated_data):
        """``process_ad``; then the first call of ``ae_encrypt``, with g1 of no message."""
        first, *blocks = split(associated_data, BLOCK) or [b""]
        fixed = _filled(first)
        state = self.call(key, bytes([fixed[0] & 0x7F]) + fixed[1:])
        # Without a branch: a proof of messages need not tell two kinds of them apart.
        cleared, pairs = fixed[0] >> 7, zip(state, self.moved(state, H))
        state = bytes(one ^ cleared * (one ^ other) for one, other in pairs)
        for block in blocks:
            state = self.call(key, xor(state, _filled(block)))
        state = xor(state, _filled(bytes([self.parameter]) + nonce))
        # Empty associated data count as one padded block.
        full = associated_data and len(associated_data) % BLOCK == 0
        state = self.moved(state, F_FULL if full else F_PADDED)
        # How the state of the tag goes on depends on whether there is a message: `crypt` does it.
        return Progress(key=key, stream=self.call(key, state), tag=state)

    def crypt(self, state, data, decrypt):
        """``ae_encrypt``: g2 in front of a message, g1 where there is none."""
        tag = self.call(state.key, self.moved(state.tag, G if data else G_EMPTY))
        began = Progress(key=state.key, stream=state.stream, tag=tag)
        return super().crypt(began, data, decrypt)

    def end(self, state, last):
        """f1 of a full block, f2 of a padded one."""
        full = len(last) == BLOCK
        return self.call(
            state.key, self.moved(xor(state.tag, _filled(last)), F_FULL if full else F_PADDED)
        )

    def _last(self, state):
        """Nothing is left to do."""
        return state.tag


@dataclass(frozen=True, kw_only=True)
class Silc(Feedback):
    """SILC: lengths are added, and one function g stands in front of some calls."""

    part_bytes = 1

    def start(self, key, nonce, associated_data):
        """``process_ad``."""
        # The nonce stands at the end of the block here, with the parameter in front of it.
        state = self.call(key, (bytes([self.parameter]) + nonce).rjust(BLOCK, b"\0"))
        for block in split(associated_data, BLOCK):
            state = self.call(key, xor(state, block.ljust(BLOCK, b"\0")))
        # Blocks are filled with zeros, so the length must tell apart what they make equal.
        state = self.moved(_with_length(state, len(associated_data)), G)
        # One g more, so that the calls for key stream and tag start from different states.
        tag = self.call(key, self.moved(state, G))
        return Progress(key=key, stream=self.call(key, state), tag=tag)

    def end(self, state, last):
        """A block filled with zeros."""
        return self.call(state.key, xor(state.tag, last.ljust(BLOCK, b"\0")))

    def _last(self, state):
        return self.call(state.key, self.moved(_with_length(state.tag, state.taken), G))


def moved(parts: list, times: int, add: Callable = operator.xor) -> list:
    """All parts of a state move up, and the sum of the first two is the last one; so many times."""
    for _ in range(times):
        parts = [*parts[1:], add(parts[0], parts[1])]
    return parts


def _filled(block: bytes) -> bytes:
    return filled(block, BLOCK, PADDING)


def _with_top_bit(block: bytes) -> bytes:
    return bytes(x | y for x, y in zip(block, TOP_BIT))


def _with_length(state: bytes, length: int) -> bytes:
    return xor(state, length.to_bytes(BLOCK, "big"))
