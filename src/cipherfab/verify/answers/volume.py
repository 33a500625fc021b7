# SPDX-License-Identifier: Apache-2.0
"""Words that are counted through, so that a fault that one value of some bits triggers must show.

A number of 32 bits is one of ``bits`` bits that repeats: bit ``j`` of it is bit ``j mod bits``. So
any ``bits`` bits of it that follow each other are a rotation of all of them, and take every value
once when the number does: the low ones of a word, the high ones and those between, in either order
of bytes. Which number comes when is such that at each of four places, one behind the other, any
``bits - 2`` bits that follow each other take every value, too.

`word` is also in ``rtl/bench/volume.h``, which makes the words anew: no file has them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import numpy

from ... import catalog
from ...lwc.messages import Message, Operation, encryption, hashing

WORDS = 8192
"""Of a message."""

FEW_BYTES = 16
"""Of the other type."""


@dataclass(frozen=True, kw_only=True)
class Counted:
    """A message with a type that is counted through.

    Attributes:
        message: with its answer.
        field: ``ad``, ``data`` or ``result``: what is counted through; of a decryption the result.
        first: number of its first word.
    """

    message: Message
    field: str
    first: int


def word(numbers: numpy.ndarray, bits: int) -> numpy.ndarray:
    """The words of these numbers: a bijection of ``bits`` bits, repeated to 32.

    Args:
        numbers: of 32 bits.
        bits: even, 6 to 24.
    """
    low, one = bits - 2, numpy.uint32(1)
    mask = numpy.uint32((1 << low) - 1)
    value = (numbers >> 2) * numpy.uint32(0x9E3779B1) & mask
    value ^= value >> numpy.uint32(low // 2)
    value = value * numpy.uint32(0x85EBCA6B) & mask
    for place in (low, low + 1):
        alike = sum(1 << bit for bit in range(place % 2, low, 2))
        wanted = numbers >> numpy.uint32(place - low) & one
        value |= (wanted ^ _parity(value & numpy.uint32(alike))) << numpy.uint32(place)
    whole = value.copy()
    for place in range(bits, 32, bits):
        whole |= value << numpy.uint32(place)
    return whole


def _parity(words: numpy.ndarray) -> numpy.ndarray:
    for by in (16, 8, 4, 2, 1):
        words = words ^ words >> numpy.uint32(by)
    return words & numpy.uint32(1)


def counted(first: int, size: int, bits: int) -> bytes:
    """Bytes that are counted through, the first of each word most significant."""
    numbers = numpy.arange(first, first + -(-size // 4), dtype=numpy.uint32)
    return word(numbers, bits).astype(">u4").tobytes()[:size]


def associated(aead: str, *, bits: int, seed: int) -> Iterator[Counted]:
    """Encryptions with long associated data and a short text."""
    yield from _messages(aead, bits, seed, longest(aead, None, ad=True), ad=True)


def texts(aead: str, *, bits: int, seed: int, buffer_bytes: int | None,
          decrypts: bool) -> Iterator[Counted]:
    """Encryptions with short associated data and a long text, each with its decryption behind it.
    """
    for one in _messages(aead, bits, seed, longest(aead, buffer_bytes, ad=False), ad=False):
        yield one
        if decrypts:
            message = one.message
            yield replace(one, field="result", message=replace(
                message, operation=Operation.DECRYPT, data=message.result, result=message.data,
                new_key=False))


def hashed(name: str, *, bits: int) -> Iterator[Counted]:
    """Long messages to hash."""
    for first, size in _pieces(bits, 4 * WORDS):
        yield Counted(message=hashing(name, message=counted(first, size, bits)),
                      field="data", first=first)


def longest(aead: str, buffer_bytes: int | None, *, ad: bool) -> int:
    """Bytes of a long type that the mode and the core allow, whole groups of four words."""
    model = catalog.find(aead).model
    limit = model.most_ad_bytes if ad else model.most_message_bytes
    limits = [4 * WORDS, *(one for one in (limit, None if ad else buffer_bytes) if one is not None)]
    return min(limits) // 16 * 16


def _pieces(bits: int, size: int) -> Iterator[tuple[int, int]]:
    """First number and bytes of each type, until all numbers of so many bits were there."""
    for first in range(0, 1 << bits, size // 4):
        yield first, min(size, 4 * ((1 << bits) - first))


def _messages(aead: str, bits: int, seed: int, size: int, *, ad: bool) -> Iterator[Counted]:
    random, model = Random(seed), catalog.find(aead).model
    if size == 0:
        return
    key = random.randbytes(model.key_bytes)
    few = min(FEW_BYTES, longest(aead, None, ad=not ad)) or 0
    for first, count in _pieces(bits, size):
        long, short = counted(first, count, bits), random.randbytes(few)
        yield Counted(field="ad" if ad else "data", first=first, message=encryption(
            aead, key=key, nonce=random.randbytes(model.nonce_bytes), ad=long if ad else short,
            plaintext=short if ad else long, new_key=first == 0))
