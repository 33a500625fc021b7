# SPDX-License-Identifier: Apache-2.0
"""PHOTON-Beetle: AEAD with combined feedback, and the sponge hash, on PHOTON-256.

Source: Z. Bao et al., "PHOTON-Beetle Authenticated Encryption and Hash Family", submission to NIST,
chapter 3 (figures 3.1 and 3.6).

Differences from the text: bits are numbered from the least significant one of the first byte, as in
the reference code; so rho rotates a little-endian number, and the 3-bit constants are the top bits
of the last byte. In the text the permutation comes in front of a block; so what is added behind the
last block of associated data, or behind the nonce, waits until it is known whether a message
follows.
"""

from dataclasses import dataclass

from ..ciphers.photon import photon_256
from ..primitives.primitive import Primitive
from ..words import Word, concat, ror
from ..words.bits import swap_bytes
from .dangers import RESPECTING, UNKEYED
from .sponge import Addition, SpongeAead
from .sponge_hash import SpongeHash

SQUEEZE_BYTES = 16

PADDING = 0x01
"""Ozs: the byte after the last one of a short block."""

CONSTANT_PLACE = 5
"""The bit of the last byte where the 3-bit constants start."""

STATE_REGISTERS = frozenset(f"x{bit}" for bit in range(4))


@dataclass(frozen=True, kw_only=True)
class Beetle(SpongeAead):
    """PHOTON-Beetle-AEAD[r], by its events.

    Attributes:
        block_bytes: the rate r in bytes, 16 or 4.
        permutation: input and output ``x`` are the state's bytes.
    """

    dangers = RESPECTING

    block_bytes: int
    permutation: Primitive = photon_256()
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    # A run that waits leaves the state to be written without a run: all its registers can be.
    mark, decides_late, loadable = PADDING, True, STATE_REGISTERS

    def begin(self, part, words):
        """N || K."""
        return concat(words["block"][-8 * self.nonce_bytes :], words["key"])

    def absorb(self, words):
        """Figure 3.1, rho and its inverse: the plaintext block is added to the rate."""
        state, added = words["state"], words["block"] ^ words["padding"]
        # Of a ciphertext the key stream is added once more, so that the plaintext comes into the
        # state.
        stream = self.text(state) & self._rate(words["replaced"])
        return concat(
            self._rate(state) ^ self._rate(added) ^ stream, state[: -8 * self.block_bytes]
        )

    def additions(self):
        """c_1 of a message: 1 whole, 2 short; without associated data 5 and 6."""
        return (
            constant_bit(0, lambda flags: flags["message"] & flags["last"] & flags["full"]),
            constant_bit(1, lambda flags: flags["message"] & flags["last"] & ~flags["full"]),
            constant_bit(2, lambda flags: flags["message"] & flags["last"] & ~flags["ad"]),
        )

    def turn(self):
        """c_0 of associated data: 1 whole, 2 short; without a message 3 and 4. Without either:
        1."""
        return (
            constant_bit(
                0, lambda flags: (flags["ad"] & flags["full"]) | ~(flags["ad"] | flags["message"])
            ),
            constant_bit(1, lambda flags: flags["ad"] & (flags["message"] ^ flags["full"])),
            constant_bit(2, lambda flags: flags["ad"] & ~flags["message"] & ~flags["full"]),
        )

    def text(self, state):
        """Figure 3.1, shuffle: S_1 || S_2 becomes S_2 || (S_1 rotated by one bit)."""
        rate = self._rate(state)
        second, first = rate[: rate.width // 2], rate[rate.width // 2 :]
        return concat(second, swap_bytes(ror(swap_bytes(first), 1)))

    def tag(self, part, state):
        """TAG_128: the first bytes."""
        return state[-8 * self.tag_bytes :]

    def _rate(self, word: Word) -> Word:
        return word[-8 * self.block_bytes :]


@dataclass(frozen=True, kw_only=True)
class BeetleHash(SpongeHash):
    """PHOTON-Beetle-Hash[r], by its events.

    Attributes:
        block_bytes: the rate r in bytes.
        first_bytes: how much of the message the first call of the permutation takes.
        permutation: input and output ``x`` are the state's bytes.
    """

    dangers = UNKEYED

    block_bytes: int = 4
    first_bytes: int = 16
    digest_bytes: int = 32
    squeeze_bytes: int = SQUEEZE_BYTES
    permutation: Primitive = photon_256()
    mark = PADDING

    def begin(self, words):
        """Lines 6 and 10: the first block and zeros; Ozs appends a 1 bit to a short one that is not
        empty.
        """
        block, padding = (words[name][-8 * self.first_bytes :] for name in ("block", "padding"))
        # The mark in the first byte is that of an empty block, which gets none here.
        padding = concat(padding.constant(0, 8), padding[:-8])
        return concat(
            block ^ padding, words["state"].constant(0, words["state"].width - block.width)
        )

    def absorb(self, words):
        """Figure 3.6, HASH_r without its constant."""
        state, size = words["state"], 8 * self.block_bytes
        return concat(
            state[-size:] ^ words["block"][-size:] ^ words["padding"][-size:], state[:-size]
        )

    def additions(self):
        """The constant behind the last block: 1 whole, 2 short; of the first block the other way
        round.
        """
        return (
            constant_bit(0, lambda flags: flags["last"] & (flags["initial"] ^ flags["full"])),
            constant_bit(1, lambda flags: flags["last"] & ~(flags["initial"] ^ flags["full"])),
        )

    def digest_part(self, state):
        """The first 16 bytes."""
        return state[-8 * self.squeeze_bytes :]


def constant_bit(bit: int, when) -> Addition:
    """A bit of a 3-bit domain constant, which is added at the end of the state."""
    return Addition(
        name=f"constant{bit}",
        when=when,
        value=lambda words: words["state"].constant(1 << CONSTANT_PLACE + bit),
    )
