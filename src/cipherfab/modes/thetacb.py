# SPDX-License-Identifier: Apache-2.0
"""ΘCB3: OCB over a tweakable block cipher.

Source: T. Krovetz, P. Rogaway, "The Software Performance of Authenticated-Encryption Modes", FSE
2011, the scheme ΘCB3; in the form of C. Beierle et al., "SKINNY-AEAD and SKINNY-Hash v1.1",
submission to NIST, 2019, section 2.4.

Differences from the text: what of counter, nonce and kind of call goes where in the tweakey is a
parameter, `Tweaks`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from ..primitives.primitive import Primitive, State
from ..words import Word
from ..words.compiled import compile_function
from .byte_strings import as_number, call
from .dangers import RESPECTING
from .parallel import ParallelAead


class Call(IntEnum):
    """What a call of the cipher is for: domain separation. Bit 0 says that a block was not full:
    for a tag, that of the message.
    """

    MESSAGE = 0
    MESSAGE_PADDED = 1
    AD = 2
    AD_PADDED = 3
    TAG = 4
    TAG_PADDED = 5


CALL_BITS = 3

KINDS = {"data": Call.AD, "full": Call.MESSAGE, "short": Call.MESSAGE, "end": Call.TAG}
"""By `parallel.CallKind.of`."""


@dataclass(frozen=True, kw_only=True)
class Tweaks:
    """How the tweakey of a call is made: functions over words, read as software and as hardware.

    Attributes:
        counter_bits: width of the counter of blocks. It starts anew for the message.
        first: the counter value of the first block.
        following: from a counter value to the next.
        tweakey: from ``counter``, ``call`` (a `Call`, 3 bits), ``nonce`` and ``key`` to
            ``tweakey``, or to more inputs of the cipher.
        counts_padded: the tag has the counter value after that of a message block that is not full,
            else the same.
        reads_place: `tweakey` also reads ``last`` (1 bit, the block is the last one of associated
            data) and ``length`` (`length_bits`, how many bytes a block has that is not full; of a
            tag, that of the message).
        stream: from ``length`` and the bits of a block to the block that is enciphered as key
            stream; None: zeros.
    """

    counter_bits: int
    first: int
    following: Callable[[Word], Word]
    tweakey: Callable[[State], State]
    counts_padded: bool = True
    reads_place: bool = False
    stream: Callable[[Word, int], Word] | None = None


@dataclass(frozen=True, kw_only=True)
class ThetaCb3(ParallelAead):
    """ΘCB3 (SKINNY-AEAD, section 2.4).

    Attributes:
        cipher: a tweakable block cipher with inputs ``tweakey`` and ``plaintext``, output
            ``ciphertext`` and an inverse.
        tweaks: how its tweakey is made.
    """

    dangers = RESPECTING

    cipher: Primitive
    tweaks: Tweaks
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16

    def caller(self, key, nonce, *, of_data):
        return _Caller(self, key, nonce)


class _Caller:
    """The calls of a string, each with its counter."""

    def __init__(self, mode: ThetaCb3, key: bytes, nonce: bytes):
        self.mode, self.counter = mode, mode.tweaks.first
        self.key, self.nonce = as_number(key), as_number(nonce)

    def __call__(self, kind, block, *, length, last, inverse):
        mode, size = self.mode, self.mode.block_bytes
        cipher, text = mode.cipher, "plaintext"
        # A full block has a length of 0 here, so that the number of bytes needs no bit more.
        padded, rest = length < size, length % size
        tweakey, following, stream = _compiled(mode)
        values = tweakey(self.counter, KINDS[kind.of] + padded, self.nonce, self.key, last, rest)
        if not padded or mode.tweaks.counts_padded:
            (self.counter,) = following(self.counter)
        if inverse:
            cipher, text = cipher.inverse, "ciphertext"
        given = dict(zip(_tweaked(mode), values))
        return call(cipher, **given, **{text: stream(rest)[0] if block is None else block})


def length_bits(block_bytes: int) -> int:
    """Bits of the length of a block that is not full."""
    return (block_bytes - 1).bit_length()


def stream_block(mode: ThetaCb3, length: Word) -> Word:
    """What is enciphered as the key stream for a block that is not full, from its ``length``."""
    size = 8 * mode.block_bytes
    return mode.tweaks.stream(length, size) if mode.tweaks.stream else length.constant(0, size)


def _tweaked(mode: ThetaCb3) -> list[str]:
    """The inputs of the cipher that are made for each call."""
    return [name for name in mode.cipher.inputs if name != "plaintext"]


@cache
def _compiled(mode: ThetaCb3):
    """On integers: from (counter, call, nonce, key, last, length) to the inputs of `_tweaked`, from
    counter to counter, and from a length to `stream_block`.
    """
    tweaks, length = mode.tweaks, {"length": length_bits(mode.block_bytes)}
    counter, names = {"counter": tweaks.counter_bits}, _tweaked(mode)
    strings = {"nonce": 8 * mode.nonce_bytes, "key": 8 * mode.key_bytes}

    def inputs(words: State) -> State:
        made = tweaks.tweakey(words)
        # In the order in which the cipher has them.
        return {name: made[name] for name in names}

    return (
        compile_function(inputs, {**counter, "call": CALL_BITS, **strings, "last": 1, **length}),
        compile_function(lambda words: {"": tweaks.following(words["counter"])}, counter),
        compile_function(lambda words: {"": stream_block(mode, words["length"])}, length),
    )
