# SPDX-License-Identifier: Apache-2.0
"""A counter whose words come by in turn, the most significant one first."""

from functools import reduce
from operator import and_

from amaranth.hdl import Const, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out


class WordCounter(wiring.Component):
    """Adds 1 to a number each time its words come by. A carry is known before the word that gives
    it comes: all words behind are ones since the last time.

    Args:
        width: bits of a word.
        words: of the number.

    Ports:
        here: bit j: the word that comes by is word j of the number, 0 the least significant.
        moves: it goes by in this cycle. word, following: before and after.
        restarts: the number that comes next is 0.
    """

    def __init__(self, *, width: int, words: int):
        super().__init__({"here": In(words), "moves": In(1), "word": In(width),
                          "following": Out(width), "restarts": In(1)})

    def elaborate(self, platform):
        m = Module()
        ones = [Signal(name=f"ones{number}", reset_less=True) for number in range(len(self.here))]
        carry = Signal(name="carry")
        m.d.comb += [
            carry.eq(reduce(lambda either, more: either | more, (
                here & reduce(and_, ones[:number], Const(1))
                for number, here in enumerate(self.here)))),
            self.following.eq(self.word + carry),
        ]
        for here, register in zip(self.here[:-1], ones):
            with m.If(self.restarts):
                m.d.sync += register.eq(0)
            with m.Elif(self.moves & here):
                m.d.sync += register.eq(self.following.all())
        return m
