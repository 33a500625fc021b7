# SPDX-License-Identifier: Apache-2.0
"""The TinyJAMBU mode: a keyed permutation, 32 bits at a time.

Source: H. Wu, T. Huang, "TinyJAMBU: A Family of Lightweight Authenticated Encryption Algorithms",
submission to NIST, round 2, sections 3.3 to 3.5.

Differences from the text: version 2, of the final round, takes P_640 where the text, version 1,
takes P_384. Its document could not be read here; that nothing else differs is what its official
known answers show. In the text FrameBits and permutation come in front of a block; here they belong
to the block before, and where that is the last of its kind they wait until it is known what
follows. The state is a byte string: bit i is bit i mod 8 of byte i / 8.
"""

from dataclasses import dataclass

from ..ciphers.tinyjambu import tinyjambu_keyed
from ..words import Word, concat
from .dangers import RESPECTING
from .sponge import Addition, SpongeAead

NONCE, AD, MESSAGE, FINAL = 1, 3, 5, 7
"""Section 3.2.2: the FrameBits."""

FRAME_BYTE, FRAME_PLACE = 4, 4
"""The FrameBits are added to bits 36 to 38; the length of a short block to bits 32 and 33, in the
same byte.
"""

LENGTH_BIT = 88
"""Bit 32 of the state, in the state as a number."""

BITS = 32
"""Of a step of the permutation, and of a block."""

LONG, SHORT = 0, 1
"""Numbers of the round counts."""


@dataclass(frozen=True, kw_only=True)
class TinyJambu(SpongeAead):
    """TinyJAMBU with a key length, by its events.

    Attributes:
        long_rounds: of the permutation for the key setup, each block of the message and the first
            half of the tag.
        short_rounds: of the one for nonce, associated data and the second half of the tag: 384 in
            version 1, 640 in version 2.
    """

    dangers = RESPECTING

    key_bytes: int
    long_rounds: int
    short_rounds: int
    nonce_bytes: int = 12
    tag_bytes: int = 8
    block_bytes: int = BITS // 8
    mark, decides_late, nonce_runs, tag_runs, prepares = 1, True, True, True, 2
    parts, compares_by_key = {"nonce": 3, "tag": 2}, True
    loadable = frozenset({"s"})
    bits_per_clock = (1, 2, 4, 8, 16, 32)

    @property
    def permutation(self):
        return self.permutation_by(BITS)

    def permutation_by(self, bits):
        return tinyjambu_keyed(8 * self.key_bytes, self.long_rounds, self.short_rounds, bits=bits)

    def prepare(self, number, words):
        """Section 3.3.1: the key setup, then the FrameBits of the nonce."""
        state = words["state"]
        return state ^ frame(state, NONCE) if number else state.constant(0)

    def begin(self, part, words):
        """Section 3.3.1: 32 bits of the nonce; the FrameBits of the next ones."""
        state = words["state"]
        added = concat(state[BITS:], state[:BITS] ^ words["block"])
        return added ^ frame(state, NONCE) if part < self.parts["nonce"] - 1 else added

    def opening(self):
        """The FrameBits of the first block of associated data."""
        return (Addition(name="frame", when=always, value=lambda words: frame(words["state"], AD)),)

    def turn(self):
        """Those of the first block of the message, or of the tag."""
        return (
            Addition(name="frame", when=always, value=lambda words: frame(words["state"], MESSAGE)),
            Addition(
                name="final",
                when=lambda flags: ~flags["message"],
                # The frame for a message is added in any case, so this makes that of the tag of it.
                value=lambda words: frame(words["state"], MESSAGE ^ FINAL),
            ),
        )

    def absorb(self, words):
        """Sections 3.3.2 and 3.3.3: a block, and the number of its bytes if it is short."""
        state, padding = words["state"], words["padding"]
        plain = words["block"] ^ (self.text(state) & words["replaced"])
        # A mark behind n bytes says n, in two bits.
        one, two, three = (padding[BITS - 8 * number - 8] for number in (1, 2, 3))
        length = state[LENGTH_BIT : LENGTH_BIT + 2] ^ concat(two ^ three, one ^ three)
        return concat(state[LENGTH_BIT + 2 :], length, state[BITS:LENGTH_BIT], state[:BITS] ^ plain)

    def additions(self):
        """The FrameBits of what follows, if that is known."""
        return (
            Addition(name="ad", when=lambda flags: ~flags["message"] & ~flags["last"],
                     value=lambda words: frame(words["state"], AD)),
            Addition(name="message", when=lambda flags: flags["message"] & ~flags["last"],
                     value=lambda words: frame(words["state"], MESSAGE)),
            Addition(name="final", when=lambda flags: flags["message"] & flags["last"],
                     value=lambda words: frame(words["state"], FINAL)),
        )  # fmt: skip

    def schedule(self, words):
        """The long permutation behind a block of the message."""
        return ~words["message"]

    def run_of(self, event):
        return LONG if event in ("prepare0", "turn", "compare") else SHORT

    def text(self, state):
        """Bits 64 to 95."""
        return state[BITS : 2 * BITS]

    def finish(self, words):
        """The FrameBits of the second half of the tag; the halves do not read them."""
        return words["state"] ^ frame(words["state"], FINAL)

    def tag(self, part, state):
        """Section 3.3.4: bits 64 to 95."""
        return self.text(state)


def frame(state: Word, bits: int) -> Word:
    """A state of the FrameBits alone."""
    return state.constant(bits << FRAME_PLACE + state.width - 8 * FRAME_BYTE - 8)


def always(flags) -> Word:
    """1."""
    return flags["message"].constant(1)
