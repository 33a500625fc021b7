# SPDX-License-Identifier: Apache-2.0
"""KNOT-AEAD, a duplex, and KNOT-Hash, a sponge with a wider output.

Source: W. Zhang, T. Ding, B. Yang, Z. Bao, Z. Xiang, F. Ji, X. Zhao, "KNOT: Algorithm
Specifications and Supporting Document", submission to NIST, round 2, sections 4 and 5.

Differences from the text: algorithm 2 starts from 1 || 0^383 "if b = 384 and r = 192", which no
hash member is; it is KNOT-Hash(256,384,128,128), as equation 17 says. The last permutation of the
associated data and the bit behind it belong to the first block of the message here, or to its end.
"""

from dataclasses import dataclass

from ..ciphers.knot import knot
from ..words import Word, concat, mux
from .dangers import RESPECTING, UNKEYED
from .sponge import Addition, SpongeAead
from .sponge_hash import SpongeHash

PADDING = 1
TOP_BIT = 0x80
"""Equations 3, 6 and 17: the last bit of the state, in its last byte."""


@dataclass(frozen=True, kw_only=True)
class KnotAead(SpongeAead):
    """KNOT-AEAD(k, b, r), by its events.

    Attributes:
        key_bytes: also the length of nonce and tag.
        width: of the permutation, in bits.
        block_bytes: the rate.
        constant_bits: of the round constants.
        rounds: for the initialization, for each block, and for the finalization.
        marked: the last bit of the initial state is inverted, which tells members of one width
            apart.
    """

    dangers = RESPECTING

    key_bytes: int
    width: int
    block_bytes: int
    constant_bits: int
    rounds: tuple[int, int, int]
    marked: bool = False
    mark, pads_full, absorbs_empty_message = PADDING, True, True

    @property
    def nonce_bytes(self):
        return self.key_bytes

    @property
    def tag_bytes(self):
        return self.key_bytes

    @property
    def permutation(self):
        return self.permutation_for(*sorted(self.rounds, reverse=True))

    def permutation_for(self, *rounds):
        """A run that is too long for the constants has a bit more of them: that of a hash."""
        # An LFSR of so many bits gives 2^bits - 1 constants; a longer run takes one bit more.
        bits = self.constant_bits
        return knot(self.width, tuple(bits + (count >> bits) for count in rounds), *rounds)

    @property
    def parts(self):
        # A rate that is wider than the nonce takes all of it at once.
        parts = max(1, self.key_bytes // self.block_bytes)
        return {"nonce": parts, "tag": parts}

    @property
    def loadable(self):
        """The first half of a nonce that is longer than a block waits in the first row."""
        return frozenset({"a0"} if self.parts["nonce"] > 1 else ())

    def begin(self, part, words):
        """Equation 3: N || K and zeros, marked or not."""
        state, nonce, row = (
            words["state"],
            words["block"][-8 * min(self.block_bytes, self.key_bytes) :],
            self.width // 4,
        )
        if self.parts["nonce"] > 1:
            if part == 0:
                return concat(nonce, state[:-row])
            # The first half has waited in the first row.
            nonce = concat(state[-row:], nonce)
        rest = self.width - nonce.width - words["key"].width
        zeros = [state.constant(TOP_BIT if self.marked else 0, rest)] if rest else []
        return concat(nonce, words["key"], *zeros)

    def absorb(self, words):
        """Section 4.2: the block into the first bytes; of a ciphertext, the bytes themselves."""
        state, rate = words["state"], 8 * self.block_bytes
        added = (words["block"] ^ words["padding"])[-rate:]
        return concat((state[-rate:] & ~words["replaced"][-rate:]) ^ added, state[:-rate])

    def additions(self):
        """Equation 6, and no padding in an empty message."""
        return (
            Addition(
                name="separator",
                when=lambda flags: flags["message"] & flags["first"],
                value=lambda words: words["state"].constant(TOP_BIT),
            ),
            # A message has a first block in any case here. If it is empty, the text absorbs
            # nothing: the mark is taken back.
            Addition(
                name="no_padding",
                when=lambda flags: flags["message"] & flags["first"] & flags["empty"],
                value=lambda words: words["state"].constant(PADDING << self.width - 8),
            ),
        )

    def schedule(self, words):
        """The finalization behind the last block of the message."""
        counts = self.permutation.rounds
        ends = words["message"] & words["last"]
        return mux(
            ends,
            # Two bits, since the three numbers of rounds may all differ.
            *(ends.constant(counts.index(count), 2) for count in (self.rounds[2], self.rounds[1])),
        )

    def text(self, state):
        """The first bytes."""
        return state[-8 * self.block_bytes :]

    def tag(self, part, state):
        """The first bytes."""
        size = 8 * self.tag_bytes // self.parts["tag"]
        # The parts of the tag stand one behind the other: no run is between them.
        return state[-size * (part + 1) :][:size]


@dataclass(frozen=True, kw_only=True)
class KnotHash(SpongeHash):
    """KNOT-Hash(n, b, r, r'), by its events.

    Attributes:
        digest_bytes: n.
        width: b, of the permutation, in bits.
        block_bytes: r, the rate of absorbing.
        squeeze_bytes: r', the rate of squeezing.
        constant_bits: of the round constants.
        rounds: of the permutation.
        marked: as in `KnotAead`.
    """

    dangers = UNKEYED

    digest_bytes: int
    width: int
    block_bytes: int
    squeeze_bytes: int = 16
    constant_bits: int
    rounds: int
    marked: bool = False
    mark, pads_full = PADDING, True

    @property
    def permutation(self):
        return knot(self.width, self.constant_bits, self.rounds)

    @property
    def initial_state(self):
        """Equation 17."""
        return TOP_BIT if self.marked else 0

    def absorb(self, words):
        """The block into the first bytes."""
        state, rate = words["state"], 8 * self.block_bytes
        return concat(state[-rate:] ^ (words["block"] ^ words["padding"])[-rate:], state[:-rate])

    def digest_part(self, state) -> Word:
        """The first bytes."""
        return state[-8 * self.squeeze_bytes :]
