# SPDX-License-Identifier: Apache-2.0
"""OMD: offset Merkle-Damgård, a mode over the compression function of a hash function.

Source: S. Cogliani, D.-Ş. Maimuţ, D. Naccache, R. Portella do Canto, R. Reyhanitabar, S. Vaudenay,
D. Vizár, "OMD: A Compression Function Mode of Operation for Authenticated Encryption", SAC 2014,
section 4, and its submission to CAESAR, version 2; of that no text was at hand, and what the
submission has beyond the paper was read in its reference code. The compression function: NIST FIPS
180-4, sections 4.1.2, 4.2.2 and 6.2.2.

Differences from the paper: L[0] is 4 L*, as in version 2. Associated data of no byte add nothing to
the tag, and an empty message makes no further call, as in the reference code; the designers' codes
with vector instructions take in a padded block instead.
"""

from dataclasses import dataclass
from itertools import count, islice
from struct import pack, unpack

from .byte_strings import as_number, filled, pad, split, xor
from .dangers import RESPECTING
from .galois import double
from .one_pass import OnePass

BLOCK, AD_BLOCK = 32, 64
PADDING = 0x80
WORD = (1 << 32) - 1


def _cube_roots(number: int) -> list[int]:
    """FIPS 180-4, section 4.2.2: the first 32 bits behind the point, of so many primes."""
    primes = (n for n in count(2) if all(n % other for other in range(2, n)))
    found = []
    for prime in islice(primes, number):
        # The estimate in floating point may lie above the root.
        root = round(prime ** (1 / 3) * (1 << 32))
        while root**3 > prime << 96:
            root -= 1
        found.append(root & WORD)
    return found


CONSTANTS = _cube_roots(64)


def _turned(x: int, *by: int) -> int:
    """The sum of rotations to the right."""
    total = 0
    for bits in by:
        total ^= x >> bits | x << 32 - bits & WORD
    return total


def compressed(chain: bytes, block: bytes) -> bytes:
    """FIPS 180-4, section 6.2.2: SHA-256's compression function."""
    w = list(unpack(">16I", block))
    for t in range(16, 64):
        one = _turned(w[t - 15], 7, 18) ^ w[t - 15] >> 3
        other = _turned(w[t - 2], 17, 19) ^ w[t - 2] >> 10
        w.append(w[t - 16] + one + w[t - 7] + other & WORD)
    before = unpack(">8I", chain)
    a, b, c, d, e, f, g, h = before
    for constant, word in zip(CONSTANTS, w):
        one = h + _turned(e, 6, 11, 25) + (e & f ^ ~e & g) + constant + word
        other = _turned(a, 2, 13, 22) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = one + other & WORD, a, b, c, d + one & WORD, e, f, g
    # The sum with the chain is a part of the compression function, and OMD keeps it.
    return pack(">8I", *(x + y & WORD for x, y in zip(before, (a, b, c, d, e, f, g, h))))


@dataclass(frozen=True, kw_only=True)
class Omd(OnePass):
    """OMD over SHA-256: blocks of 256 bits, of associated data 512."""

    dangers = RESPECTING

    key_bytes: int = 16
    nonce_bytes: int = 12
    tag_bytes: int = 16
    block_bytes: int = BLOCK
    ad_block_bytes: int = AD_BLOCK

    def start(self, key, nonce, associated_data):
        """The chain behind the block of the tag's length, and what goes into the tag."""
        masks = _Masks(key, self.tag_bytes)
        mask = masks.function(pad(nonce, BLOCK, PADDING), bytes(BLOCK))
        mask = xor(mask, masks.of(1))
        chain = masks.function(mask, masks.length)
        return masks, mask, chain, self._hashed(masks, associated_data)

    def _hashed(self, masks: "_Masks", data: bytes) -> bytes:
        """HASH: a sum of independent calls."""
        total = mask = bytes(BLOCK)
        for number, block in enumerate(split(data, AD_BLOCK), 1):
            mask = xor(mask, masks.of(number) if len(block) == AD_BLOCK else masks.star)
            whole = filled(block, AD_BLOCK, PADDING)
            total = xor(total, masks.function(xor(whole[:BLOCK], mask), whole[BLOCK:]))
        return total

    def crypt(self, state, data, decrypt):
        """A block is added to the chain, which takes the plaintext in."""
        masks, mask, chain, hashed = state
        output, blocks = b"", split(data, BLOCK)
        for number, block in enumerate(blocks, 2):
            text = xor(block, chain)
            plain, output = (text if decrypt else block), output + text
            # Block 1 is that of the tag's length, so a message begins with number 2, and its last
            # block has one more than its blocks are.
            if number <= len(blocks):
                mask = xor(mask, masks.of(number))
            else:
                mask = xor(mask, masks.last(len(block) == BLOCK))
            chain = masks.function(xor(chain, mask), filled(plain, BLOCK, PADDING))
        return (masks, mask, chain, hashed), output

    def tag(self, state):
        *_, chain, hashed = state
        return xor(chain, hashed)[: self.tag_bytes]


class _Masks:
    """F under a key, and the multiples of L*."""

    def __init__(self, key: bytes, tag_bytes: int):
        self._key, self.length = key.ljust(BLOCK, b"\0"), (8 * tag_bytes).to_bytes(BLOCK, "big")
        self.star = self.function(bytes(BLOCK), self.length)
        self._multiples = [times_two(times_two(self.star))]

    def function(self, chain: bytes, block: bytes) -> bytes:
        """F: the key stands in front of the block."""
        return compressed(chain, self._key + block)

    def of(self, number: int) -> bytes:
        """L[ntz(number)]: what is added in front of a block with this number."""
        place = (number & -number).bit_length() - 1
        while place >= len(self._multiples):
            self._multiples.append(times_two(self._multiples[-1]))
        return self._multiples[place]

    def last(self, full: bool) -> bytes:
        """What is added in front of the last block: 2 L* of a full one, else 3 L*."""
        return times_two(self.star) if full else xor(times_two(self.star), self.star)


def times_two(block: bytes) -> bytes:
    """Times x in GF(2^256): x^256 is x^10 + x^5 + x^2 + 1."""
    return double(as_number(block), 8 * BLOCK).to_bytes(BLOCK, "big")
