# SPDX-License-Identifier: Apache-2.0
"""The block in front of a customization string, which says how long it is (SP 800-232, section
5.3): the header knows it, so `preprocessor` makes its words.
"""

from collections.abc import Callable
from typing import Any

from amaranth.hdl import Const, Module, Mux

from ..words.hardware import assign_parts

BLOCK_BYTES = 8

BITS = 3
"""The block says bits: a byte has 2^3 of them."""


class CustomSize:
    """A part of a `preprocessor.PreProcessor`, which has the signals that are read here."""

    needs: Any
    words: Any
    word_bytes: int

    def declare_size(self, register: Callable) -> None:
        """The registers: a word of the block is due, which, and the length in bytes."""
        self.size_due = register("size_due", reset_less=False)
        self.size_word = register("size_word", range(BLOCK_BYTES // self.word_bytes))
        self.size_bytes = register("size_bytes", self.needs.customization_bytes.bit_length())

    def take_size(self, m: Module, length) -> None:
        """A header says the length of a customization."""
        m.d.sync += [self.size_due.eq(1), self.size_word.eq(0), self.size_bytes.eq(length)]

    def send_size(self, m: Module) -> None:
        """The words of the block: the length in bits, the first byte the lowest, then zeros."""
        bits = (self.size_bytes << BITS) | Const(0, 16)
        low, high = bits[:8], bits[8:16]
        data = {0: [low, high]} if self.word_bytes > 1 else {0: [low], 1: [high]}
        word = [Const(0, 8)] * self.word_bytes
        for number, parts in data.items():
            given = [*parts, *([Const(0, 8)] * self.word_bytes)][: self.word_bytes]
            word = [Mux(self.size_word == number, one, two) for one, two in zip(given, word)]
        with m.If(self.size_due):
            m.d.comb += [
                self.words.valid.eq(1),
                self.words.last.eq(0),
                self.words.mask.eq((1 << self.word_bytes) - 1),
                *assign_parts(self.words.data, word[::-1]),
            ]
            with m.If(self.words.ready):
                m.d.sync += self.size_word.eq(self.size_word + 1)
                with m.If(self.size_word == BLOCK_BYTES // self.word_bytes - 1):
                    m.d.sync += self.size_due.eq(0)
