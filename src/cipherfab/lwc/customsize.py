# SPDX-License-Identifier: Apache-2.0
"""The block in front of a customization string, which says how long it is (SP 800-232, section
5.3): the header knows it, so `preprocessor` makes its words.
"""

from amaranth.hdl import Const, Module, Mux

from ..words.hardware import assign_parts
from .bytecount import register
from .needs import Needs

# Z_0 is one block of Ascon-CXOF128, of 64 bits (SP 800-232, section 5.3).
BLOCK_BYTES = 8

BITS = 3
"""The block says bits: a byte has 2^3 of them."""


class CustomSize:
    """Sends the block.

    Args:
        needs: what the mode needs. words: the port for data words.

    Attributes:
        due: a word of the block is due. word: which. bytes: the length of the customization.
    """

    def __init__(self, needs: Needs, words):
        self.words, self.word_bytes = words, needs.word_bytes
        self.due = register("size_due", resets=True)
        # On a bus of 128 bits it is a part of a word.
        self.count = max(1, BLOCK_BYTES // self.word_bytes)
        self.there = min(BLOCK_BYTES, self.word_bytes)
        self.word = register("size_word", range(self.count))
        self.bytes = register("size_bytes", needs.customization_bytes.bit_length())

    def take(self, m: Module, length) -> None:
        """A header says the length of a customization."""
        m.d.sync += [self.due.eq(1), self.word.eq(0), self.bytes.eq(length)]

    def send(self, m: Module) -> None:
        """The words of the block: the length in bits, the first byte the lowest, then zeros."""
        # The shift alone may have fewer than the two bytes that are read below.
        bits = (self.bytes << BITS) | Const(0, 16)
        low, high = bits[:8], bits[8:16]
        # On a bus of 8 bits the two bytes are two words.
        data = {0: [low, high]} if self.word_bytes > 1 else {0: [low], 1: [high]}
        word = [Const(0, 8)] * self.word_bytes
        for number, parts in data.items():
            given = [*parts, *([Const(0, 8)] * self.word_bytes)][: self.word_bytes]
            word = [Mux(self.word == number, one, two) for one, two in zip(given, word)]
        with m.If(self.due):
            m.d.comb += [
                self.words.valid.eq(1),
                # The customization itself follows, if only as an end without bytes.
                self.words.last.eq(0),
                # On a bus of 128 bits only the first half of the word is the block's.
                self.words.mask.eq(((1 << self.there) - 1) << (self.word_bytes - self.there)),
                *assign_parts(self.words.data, word[::-1]),
            ]
            with m.If(self.words.ready):
                m.d.sync += self.word.eq(self.word + 1)
                with m.If(self.word == self.count - 1):
                    m.d.sync += self.due.eq(0)
