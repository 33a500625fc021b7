# SPDX-License-Identifier: Apache-2.0
"""Between the bus and a core whose words are wider than it: words of the bus are collected for the
core, and its answers are split for the bus.

Neither costs a core a cycle for a word that the bus brings in time: words are collected while the
core works, and the first part of an answer leaves in the cycle that gives it.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..lwc.ports import bus, words


class WideWords(wiring.Component):
    """Collects words. The one that fills a wide word, or ends its type, goes on with those before
    it in the same cycle; the first one is at the top. Of a type that is open a part stays here
    until it is known whether more comes.

    Args:
        width: bits of a word of the bus. wide: those of the core, a multiple of it.

    Ports:
        given: words of the bus; those in front of the last one of a type are whole. words: wide
            ones.
    """

    def __init__(self, width: int, wide: int):
        self.width, self.parts = width, wide // width
        super().__init__({"given": In(words(width)), "words": Out(words(wide))})

    def elaborate(self, platform):
        m = Module()
        given, out, bytes_of = self.given, self.words, self.width // 8
        held = Signal(self.parts - 1, name="held")
        slots = [
            Signal(self.width, name=f"part_{n}", reset_less=True) for n in range(self.parts - 1)
        ]
        is_data, part_waits = given.mask.any(), held[0]
        goes = Signal(name="goes_on")
        # A mark without bytes that leaves its type open must not send a waiting part on: more of
        # the word may follow.
        m.d.comb += goes.eq(given.last | Mux(is_data, held[-1], ~part_waits))
        # The last part is never held: with it the wide word is complete and goes on.
        before = [*held, Const(0)]
        data, mask = [], []
        for n, there in enumerate(before):
            # Parts are filled in order, so the word belongs into the first one that is not held.
            is_here = ~there & (before[n - 1] if n else Const(1))
            stored = Mux(there, slots[n], 0) if n < len(slots) else 0
            data.append(stored | Mux(is_here, given.data, 0))
            mask.append(Cat(*[there] * bytes_of) | Mux(is_here, given.mask, 0))
        m.d.comb += [
            out.data.eq(Cat(part[: self.width] for part in reversed(data))),
            out.mask.eq(Cat(part[:bytes_of] for part in reversed(mask))),
            out.phase.eq(given.phase),
            out.last.eq(given.last),
            out.open.eq(given.open),
            out.valid.eq(given.valid & goes),
            given.ready.eq(out.ready | ~goes),
        ]
        with m.If(given.valid & goes & out.ready):
            m.d.sync += held.eq(0)
        with m.Elif(given.valid & ~goes & is_data):
            m.d.sync += held.eq(Cat(1, held)[: len(held)])
            # All free parts take the word: those behind the first are written again before they
            # count.
            for n, slot in enumerate(slots):
                with m.If(~held[n]):
                    m.d.sync += slot.eq(given.data)
        return m


class SplitWords(wiring.Component):
    """Splits wide words: the first part leaves in the cycle that gives it, the others from
    registers. The next wide word is taken with the last part of the one before.

    Args:
        width: bits of a word of the bus. wide: those of the core, a multiple of it.

    Ports:
        given: wide words; count: parts of one that leave, the first ones. data: words of the bus.
        waits: some are left.
    """

    def __init__(self, width: int, wide: int):
        self.width, self.parts = width, wide // width
        super().__init__({"given": In(bus(wide)), "count": In(range(self.parts + 1)),
                          "data": Out(bus(width)), "waits": Out(1)})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        given, out = self.given, self.data
        left = Signal(range(self.parts + 1), name="parts_left")
        rest = Signal(len(given.data), name="parts", reset_less=True)
        m.d.comb += [
            self.waits.eq(left != 0),
            out.valid.eq(given.valid | self.waits),
            # The first part is at the top of a wide word.
            out.data.eq(Mux(self.waits, rest, given.data)[-self.width :]),
            given.ready.eq(out.ready & (left <= 1)),
        ]
        with m.If(given.valid & given.ready):
            m.d.sync += [
                rest.eq(Mux(self.waits, given.data, given.data << self.width)),
                # If none waits, the first part has left in this cycle, straight from the core.
                left.eq(Mux(self.waits, self.count, self.count - 1)),
            ]
        with m.Elif(out.ready & self.waits):
            m.d.sync += [rest.eq(rest << self.width), left.eq(left - 1)]
        return m
