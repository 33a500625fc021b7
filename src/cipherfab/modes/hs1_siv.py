# SPDX-License-Identifier: Apache-2.0
"""HS1-SIV: a synthetic nonce from an almost universal hash keyed into ChaCha, then ChaCha.

Source: T. Krovetz, "HS1-SIV v2", submission to CAESAR, 2015. No text of the submission was at hand;
it was read in its reference code, and ChaCha in RFC 7539, section 2.3, with fewer rounds.

Differences from the code: none. All numbers are least significant byte first.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from struct import pack, unpack

from .byte_strings import split, xor
from .dangers import RESISTANT
from .two_passes import TwoPasses

HASHED = 64
"""Bytes of message that the inner hash takes at once, and of a block of ChaCha."""

GROUP = 16
"""Bytes that the inner hash works on: four words."""

PRIME = (1 << 61) - 1
SHORT = (1 << 60) - 1
"""Modulus of the outer hash; mask of what goes into it."""

WORD = (1 << 32) - 1
SIGMA = unpack("<4I", b"expand 32-byte k")
STRONG = 4
"""Hashes up to which each gives 64 bits; with more of them each is hashed once more, to 32."""


@dataclass(frozen=True, kw_only=True)
class Hs1Siv(TwoPasses):
    """HS1-SIV.

    Attributes:
        hashes: how many hashes with keys of their own, an even number.
        rounds: of ChaCha.
    """

    dangers = RESISTANT

    hashes: int
    rounds: int
    tag_bytes: int
    key_bytes: int = 16
    nonce_bytes: int = 12
    block_bytes: int = HASHED
    ad_block_bytes: int = HASHED

    def tag(self, key, nonce, associated_data, text):
        data = _filled(associated_data, HASHED) + _filled(text, GROUP)
        data += pack("<2Q", len(associated_data), len(text))
        return self._stream(_Keys(self, key), nonce, data, self.tag_bytes)

    def add_stream(self, key, nonce, tag, text, *, decrypting):
        stream = self._stream(_Keys(self, key), nonce, tag, HASHED + len(text))
        # Block 0 gives tags, so a text begins with block 1.
        return xor(text, stream[HASHED:])

    def _stream(self, keys: "_Keys", nonce: bytes, data: bytes, length: int) -> bytes:
        """Bytes of ChaCha under the key that the hash of ``data`` is added to."""
        digest = b"".join(keys.digest(data, number) for number in range(self.hashes))
        key = xor(keys.cipher, digest.ljust(len(keys.cipher), b"\0"))
        return chacha(key, nonce, length, self.rounds)


class _Keys:
    """The keys of a mode: of ChaCha, and of the hashes, which ChaCha makes of the user's."""

    def __init__(self, mode: Hs1Siv, key: bytes):
        count = mode.hashes
        parameters = bytes([len(key), 0, mode.tag_bytes, 0, mode.rounds, count, HASHED])
        # The keys of each hash begin one group behind those of the hash before it: all others are
        # shared.
        inner, outer = HASHED + GROUP * (count - 1), 8 * count
        last = 24 * count if count > STRONG else 0
        # A shorter key is repeated up to the 32 bytes that ChaCha takes.
        given = (key * 32)[:32]
        made = chacha(given, parameters.ljust(12, b"\0"), 32 + inner + outer + last, mode.rounds)
        self.cipher, made = made[:32], made[32:]
        self._inner, made = unpack(f"<{inner // 4}I", made[:inner]), made[inner:]
        self._outer = [value & SHORT for value in unpack(f"<{count}Q", made[:outer])]
        self._last = unpack(f"<{last // 8}Q", made[outer:])

    def digest(self, data: bytes, number: int) -> bytes:
        """One hash: a polynomial whose coefficients are the inner hashes."""
        # From 1 on, so that blocks of zeros in front change the value too.
        total = 1
        for block in split(data, HASHED):
            total = (total * self._outer[number] + self._inner_hash(block, number)) % PRIME
        if not self._last:
            return pack("<Q", total)
        first, low, high = self._last[3 * number : 3 * number + 3]
        return pack("<I", (first + low * (total & WORD) + high * (total >> 32)) >> 32 & WORD)

    def _inner_hash(self, block: bytes, number: int) -> int:
        """NH: sums of products; the keys of each hash begin four words behind those before."""
        # The length within a group tells apart what zeros fill up to the same.
        total = len(block) % GROUP
        for place, group in enumerate(split(_filled(block, GROUP), GROUP), number):
            keys = self._inner[4 * place : 4 * place + 4]
            a, b, c, d = (word + key & WORD for word, key in zip(unpack("<4I", group), keys))
            total += a * c + b * d
        return total & SHORT


def chacha(key: bytes, nonce: bytes, length: int, rounds: int) -> bytes:
    """ChaCha with a key of 32 bytes and a nonce of 12, from block 0 on."""
    output = b"".join(
        _block(unpack("<8I", key), number, unpack("<3I", nonce), rounds)
        for number in range(-(-length // HASHED))
    )
    return output[:length]


def _block(key: tuple, number: int, nonce: tuple, rounds: int) -> bytes:
    start = [*SIGMA, *key, number, *nonce]
    words = list(start)
    for _ in range(rounds // 2):
        for turn in (0, 1):
            for column in range(4):
                _quarter_round(words, *_places(column, turn))
    return pack("<16I", *(word + before & WORD for word, before in zip(words, start)))


def _places(column: int, turn: int) -> Iterator[int]:
    """The words of a column, or with ``turn`` 1 of a diagonal."""
    return (4 * row + (column + turn * row) % 4 for row in range(4))


def _quarter_round(words: list[int], a: int, b: int, c: int, d: int) -> None:
    """RFC 7539, section 2.1."""
    for one, other, added, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        words[one] = words[one] + words[other] & WORD
        value = words[added] ^ words[one]
        words[added] = (value << bits | value >> 32 - bits) & WORD


def _filled(data: bytes, size: int) -> bytes:
    """With zeros up to a multiple of ``size`` bytes."""
    return data + bytes(-len(data) % size)
