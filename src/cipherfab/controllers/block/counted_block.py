# SPDX-License-Identifier: Apache-2.0
"""A block that ends with a counter, as words that turn, the most significant one first."""

from functools import reduce
from operator import and_

from amaranth.hdl import Cat, Const, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out


class CountedBlock(wiring.Component):
    """Adds 1 to the number at its end each time the block goes by. A carry is known before the word
    that gives it comes: all words of the number behind are ones since the last time.

    Args:
        width: bits of a word.
        words: of the block.
        counted: words of the number.

    Ports:
        at: how many words of the block have gone by.
        out_word: the word that goes by, counted.
        in_shift, in_word: it does in this cycle, and this one enters at the end, ``out_word`` or
            another.
        restarts: those are of a new block, whose number is 0.
    """

    def __init__(self, *, width: int, words: int, counted: int):
        self.words, self.counted = words, counted
        super().__init__(
            {
                "at": In(range(words)),
                "out_word": Out(width),
                "in_shift": In(1),
                "in_word": In(width),
                "restarts": In(1),
            }
        )

    def elaborate(self, platform):
        m = Module()
        width = len(self.in_word)
        block, carry = (
            Signal(width * self.words, name="block", reset_less=True),
            Signal(name="carry"),
        )
        # Nobody reads whether the most significant of these words is all ones.
        ones = [Signal(name=f"ones{number}", reset_less=True) for number in range(self.counted - 1)]
        # The most significant word goes by first, so the end of the number comes last.
        here = [self.at == self.words - 1 - number for number in range(self.counted)]
        m.d.comb += [
            carry.eq(
                Cat(
                    place & reduce(and_, ones[:number], Const(1))
                    for number, place in enumerate(here)
                ).any()
            ),
            self.out_word.eq(block[-width:] + carry),
        ]
        with m.If(self.in_shift):
            m.d.sync += block.eq(Cat(self.in_word, block)[: len(block)])
        for place, register in zip(here, ones):
            with m.If(self.restarts):
                m.d.sync += register.eq(0)
            with m.Elif(self.in_shift & place):
                m.d.sync += register.eq(self.out_word.all())
        return m
