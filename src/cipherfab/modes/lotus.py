# SPDX-License-Identifier: Apache-2.0
"""LOTUS-AEAD and LOCUS-AEAD: OTR and OCB with two calls for one, and a key that changes with every
block.

Source: A. Chakraborti, N. Datta, A. Jha, C. Mancillas López, M. Nandi, Y. Sasaki, "LOTUS-AEAD and
LOCUS-AEAD", submission to NIST, version 1, 2019, section 2.1 (algorithms 1 to 3).

Differences from the text: the length of the last block or pair of blocks is in bytes, as in the
reference code; the text has bits. Byte strings are little-endian: the first byte of the key holds
the lowest powers of x. What the two modes share is `_Call`. A block of LOTUS is a pair of the
text's.
"""

from dataclasses import dataclass
from functools import cache

from ..primitives.primitive import Primitive
from ..words import Word
from ..words.bits import swap_bytes
from ..words.compiled import compile_function
from .byte_strings import call, pad, split, xor
from .dangers import RESPECTING
from .galois import doubled
from .two_way import TwoWay

BLOCK = 8

INIT, MASK, AD, AD_PADDED, UPPER, LOWER, TAG, LAST_UPPER, LAST_LOWER = 0, 1, 2, 3, 4, 5, 6, 12, 13
"""Section 2.1: the tweaks. LOCUS has `UPPER` for all blocks but the last, and `LOWER` for that
one."""

PADDING = 0x01
"""The byte after the data of a block that is not full; zeros follow."""


@dataclass(frozen=True, kw_only=True)
class Lotus(TwoWay):
    """LOTUS-AEAD, which uses encryption only.

    Attributes:
        cipher: a tweakable block cipher with inputs ``key`` (128 bits), ``tweak`` (4) and
            ``plaintext`` (64) and output ``ciphertext``.
    """

    dangers = RESPECTING

    cipher: Primitive
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = BLOCK
    block_bytes: int = 2 * BLOCK
    ad_block_bytes: int = BLOCK

    def process(self, key, nonce, associated_data, text, *, decrypting):
        call_ = _Call(self.cipher, key, nonce)
        call_.associated_data(associated_data)
        return self._message(call_, text, decrypting), call_.tag()

    @staticmethod
    def _message(call_: "_Call", text: bytes, decrypting: bool) -> bytes:
        """Algorithms 1 and 2: proc_pt and proc_ct."""
        *pairs, last = split(text, 2 * BLOCK) or [b""]
        output = b"".join(_pair(call_, pair, decrypting) for pair in pairs)
        return output + _last_pair(call_, last, decrypting) if last else output


@dataclass(frozen=True, kw_only=True)
class Locus(Lotus):
    """LOCUS-AEAD, which uses the inverse of ``cipher`` in decryption."""

    block_bytes: int = BLOCK

    @staticmethod
    def _message(call_: "_Call", text: bytes, decrypting: bool) -> bytes:
        """Algorithm 3: proc_pt and proc_ct."""
        *blocks, last = split(text, BLOCK) or [b""]
        output = b""
        for block in blocks:
            call_.next_key()
            # Of such a block the checksum gets what is between both calls.
            result = call_.twice(UPPER, xor(block, call_.mask), inverse=decrypting)
            output += xor(result, call_.mask)
        if last:
            call_.next_key()
            stream = call_.twice(LOWER, xor(_length(last), call_.mask))
            result = xor(last, xor(stream, call_.mask))
            # Of the last block the value between the calls depends on its length alone, so the text
            # itself goes in too.
            call_.add(result if decrypting else last)
            output += result
        return output


class _Call:
    """One encryption or decryption in progress.

    Attributes:
        mask: Delta_N.
    """

    def __init__(self, cipher: Primitive, key: bytes, nonce: bytes):
        """Algorithm 1, init."""
        self._cipher, self._total, self._key = cipher, bytes(BLOCK), key
        # This call alone is under K; all others are under K + N and what follows it.
        first = self._once(INIT, bytes(BLOCK))
        self._key = xor(key, nonce)
        self.mask = self._once(MASK, first)

    def next_key(self) -> None:
        """The key times alpha, before each block and before the tag."""
        (key,) = _compiled_following()(int.from_bytes(self._key, "big"))
        self._key = key.to_bytes(16, "big")

    def add(self, value: bytes) -> None:
        """Add to the checksum."""
        self._total = xor(self._total, value.ljust(BLOCK, b"\0"))

    def twice(self, tweak: int, block: bytes, *, inverse: bool = False) -> bytes:
        """Two calls of the cipher; what is between them goes into the checksum."""
        middle = self._once(tweak, block, inverse=inverse)
        self.add(middle)
        return self._once(tweak, middle, inverse=inverse)

    def associated_data(self, data: bytes) -> None:
        """Algorithm 1, proc_ad."""
        for block in split(data, BLOCK):
            self.next_key()
            full = len(block) == BLOCK
            block = block if full else pad(block, BLOCK, PADDING)
            self.add(self._once(AD if full else AD_PADDED, xor(block, self.mask)))

    def tag(self) -> bytes:
        """Algorithm 1, proc_tg."""
        self.next_key()
        return xor(self._once(TAG, xor(self._total, self.mask)), self.mask)

    def _once(self, tweak: int, block: bytes, *, inverse: bool = False) -> bytes:
        if inverse:
            return call(self._cipher.inverse, key=self._key, tweak=tweak, ciphertext=block)
        return call(self._cipher, key=self._key, tweak=tweak, plaintext=block)


def following_key(key: Word) -> Word:
    """Section 2.1: the key of the next block, times alpha; a function over words, in hardware
    too."""
    return swap_bytes(doubled(swap_bytes(key)))


@cache
def _compiled_following():
    return compile_function(lambda words: {"key": following_key(words["key"])}, {"key": 128})


def _pair(call_: _Call, pair: bytes, decrypting: bool) -> bytes:
    """A pair of blocks that is not the last: a two-round Feistel network, the same both ways but
    for the tweaks."""
    call_.next_key()
    first, second = split(pair, BLOCK)
    upper, lower = (LOWER, UPPER) if decrypting else (UPPER, LOWER)
    left = xor(first, call_.mask)
    right = xor(call_.twice(upper, left), second)
    return xor(right, call_.mask) + xor(left, call_.twice(lower, right))


def _last_pair(call_: _Call, pair: bytes, decrypting: bool) -> bytes:
    """The last pair, or a single block: the length stands for the block that enters the first
    round."""
    call_.next_key()
    first, *second = split(pair, BLOCK)
    left = xor(_length(pair), call_.mask)
    stream = call_.twice(LAST_UPPER, left)
    output = xor(first, xor(stream, call_.mask))
    last = output if decrypting else first
    if second:
        # The first block is here where a whole pair has its second one.
        right = xor(stream, last)
        result = xor(second[0], xor(left, call_.twice(LAST_LOWER, right)))
        output, last = output + result, result if decrypting else second[0]
    call_.add(last)
    return output


def _length(data: bytes) -> bytes:
    return len(data).to_bytes(BLOCK, "little")
