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
from ...modes.sponge import SpongeAead

# Of 4 bytes each: somewhat less than one segment can have.
WORDS = 16_352
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
    # A product with an odd number and a shift that is added are both bijections modulo a power of
    # two.
    value = (numbers >> 2) * numpy.uint32(0x9E3779B1) & mask
    value ^= value >> numpy.uint32(low // 2)
    # The factors are those of xxHash and of MurmurHash3, which are known to mix well.
    value = value * numpy.uint32(0x85EBCA6B) & mask
    for place in (low, low + 1):
        # So the parity of the even places is bit 0 of the number, and that of the odd ones bit 1.
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
    # Big-endian: the LWC API has the first byte in the most significant position.
    return word(numbers, bits).astype(">u4").tobytes()[:size]


def associated(aead: str, *, bits: int, seed: int, most_ad_bytes: int | None) -> Iterator[Counted]:
    """Encryptions with long associated data and a short text."""
    size = longest(aead, most_ad_bytes, ad=True)
    for first, long, short, known in _messages(aead, bits, seed, size, ad=True):
        yield Counted(
            field="ad", first=first, message=encryption(aead, ad=long, plaintext=short, **known)
        )


def texts(
    aead: str, *, bits: int, seed: int, buffer_bytes: int | None, decrypts: bool
) -> Iterator[Counted]:
    """Encryptions with short associated data and a long text, each with its decryption behind it if
    ``decrypts``.
    """
    for first, long, short, known in _messages(
        aead, bits, seed, longest(aead, buffer_bytes, ad=False), ad=False
    ):
        message = encryption(aead, ad=short, plaintext=long, **known)
        yield Counted(field="data", first=first, message=message)
        if decrypts:
            yield Counted(
                field="result",
                first=first,
                message=replace(
                    message,
                    operation=Operation.DECRYPT,
                    data=message.result,
                    result=message.data,
                    new_key=False,
                ),
            )


def ciphertexts(
    aead: str, *, bits: int, seed: int, buffer_bytes: int | None, most_ad_bytes: int | None
) -> Iterator[Counted]:
    """Decryptions whose long associated data and ciphertext are counted through alike, in a mode
    that `opens`.
    """
    model = catalog.find(aead).model
    size = min(longest(aead, most_ad_bytes, ad=True), longest(aead, buffer_bytes, ad=False))
    for first, long, _, known in _messages(aead, bits, seed, size, ad=False):
        text, tag = model.opened(known["key"], known["nonce"], long, long)
        yield Counted(
            field="data",
            first=first,
            message=Message(
                algorithm=aead,
                operation=Operation.DECRYPT,
                ad=long,
                data=long,
                result=text,
                tag=tag,
                **known,
            ),
        )


def opens(aead: str) -> bool:
    """Whether the model of a mode says which plaintext and tag any ciphertext has."""
    return isinstance(catalog.find(aead).model, SpongeAead)


def hashed(name: str, *, bits: int) -> Iterator[Counted]:
    """Long messages to hash."""
    for first, size in _pieces(bits, 4 * WORDS):
        yield Counted(
            message=hashing(name, message=counted(first, size, bits)), field="data", first=first
        )


def longest(aead: str, kept: int | None, *, ad: bool) -> int:
    """Bytes of a long type that the mode allows, and a core that keeps so many: whole groups of
    four words.
    """
    model = catalog.find(aead).model
    limit = model.most_ad_bytes if ad else model.most_message_bytes
    limits = [4 * WORDS, *(one for one in (limit, kept) if one is not None)]
    return min(limits) // 16 * 16


def _pieces(bits: int, size: int) -> Iterator[tuple[int, int]]:
    """First number and bytes of each type, until all numbers of so many bits were there."""
    for first in range(0, 1 << bits, size // 4):
        yield first, min(size, 4 * ((1 << bits) - first))


def _messages(
    aead: str, bits: int, seed: int, size: int, *, ad: bool
) -> Iterator[tuple[int, bytes, bytes, dict]]:
    """Of each message the number of its first word, the type that is counted through (associated
    data if ``ad``), the other one, and its further fields.
    """
    random, model = Random(seed), catalog.find(aead).model
    # The mode takes no such type, or the core keeps nothing of it.
    if size == 0:
        return
    key = random.randbytes(model.key_bytes)
    few = min(FEW_BYTES, longest(aead, None, ad=not ad)) or 0
    for first, count in _pieces(bits, size):
        short, nonce = random.randbytes(few), random.randbytes(model.nonce_bytes)
        yield (
            first,
            counted(first, count, bits),
            short,
            {"key": key, "nonce": nonce, "new_key": first == 0},
        )
