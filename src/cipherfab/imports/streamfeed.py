# SPDX-License-Identifier: Apache-2.0
"""Words for a core with streams of its own, each with what only the next ones tell: whether it ends
its type, and the input.
"""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import Phase
from ..lwc.ports import words


class StreamFeed(wiring.Component):
    """One word in a register. The last word of a segment stays there until it is known whether its
    type goes on, and that of a type until it is known whether another type has data; so empty
    segments and types leave no trace but these marks.

    Args:
        width: bits of a word of the core.

    Ports:
        words: from the pre-processor. comes: a word with bytes is on its way there.
        hash: the message is one to hash; idle: it has not begun.
        there: a word waits with all its marks; taken: it leaves in this cycle.
        full: a word is in the register, and its ``data``, ``mask`` and ``phase``.
        eot, eoi: the word ends its type; it is the last with data (of a tag: 0).
        nothing: the message to hash is empty; begun: and that has been told.
        text_over: no more of the message comes, beside what is in the register.
        ended: the answer is over.
    """

    def __init__(self, width: int):
        super().__init__({
            "words": In(words(width)), "comes": In(1), "hash": In(1), "idle": In(1),
            "there": Out(1), "taken": In(1), "full": Out(1), "data": Out(width),
            "mask": Out(width // 8), "phase": Out(Phase), "eot": Out(1), "eoi": Out(1),
            "nothing": Out(1), "begun": In(1), "text_over": Out(1), "ended": In(1)})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        self.open, self.known = Signal(name="is_open"), Signal(name="is_known")
        given = self.words
        is_data, is_message = given.mask.any(), given.phase == Phase.MESSAGE
        # The register takes a word in the cycle in which the one before leaves, so no cycle is
        # lost.
        free = ~self.full | self.taken
        # Of an empty type the mark is taken while a word waits for it, and else only that of an
        # empty message to hash.
        waits = self.full & (self.open | (self.eot & ~self.known))
        marks = waits | (self.hash & self.idle & ~self.full & ~self.nothing)
        loads, marked = Signal(name="loads"), Signal(name="marked")
        m.d.comb += [
            self.there.eq(self.full & ~waits),
            given.ready.eq(Mux(is_data, free, marks)),
            loads.eq(given.valid & is_data & free),
            marked.eq(given.valid & ~is_data & marks),
        ]
        with m.If(self.taken | self.begun):
            m.d.sync += [self.full.eq(0), self.nothing.eq(0)]
        # A byte of a further type: the word in the register is not the last one with data.
        with m.If(waits & ~self.open & (self.comes | (given.valid & is_data))):
            m.d.sync += self.known.eq(1)
        with m.If(marked):
            self._mark(m, is_message)
        # Loading comes after the register is emptied above, since the last assignment wins and both
        # may fall into one cycle.
        with m.If(loads):
            self._load(m, is_message)
        with m.If(self.ended):
            m.d.sync += self.text_over.eq(0)
        return m

    def _mark(self, m: Module, is_message) -> None:
        """A type has ended, or goes on, without a further byte."""
        ends = self.words.last
        with m.If(self.open):
            m.d.sync += [
                self.open.eq(0),
                self.eot.eq(ends),
                self.known.eq(is_message),
                self.eoi.eq(is_message & ends),
            ]
        # The message is empty, so the word in the register is the last one with data.
        with m.Elif(is_message & self.full):
            m.d.sync += [self.known.eq(1), self.eoi.eq(1)]
        # Without a word in the register only an empty message to hash is marked (`marks`).
        with m.Elif(~self.full):
            m.d.sync += self.nothing.eq(1)
        with m.If(is_message & ends):
            m.d.sync += self.text_over.eq(1)

    def _load(self, m: Module, is_message) -> None:
        given = self.words
        ends_text = is_message & given.last
        m.d.sync += [
            self.full.eq(1),
            self.data.eq(given.data),
            self.mask.eq(given.mask),
            self.phase.eq(given.phase),
            self.eot.eq(given.last),
            self.open.eq(given.open),
            # Behind a message and a tag no type with data follows, so nothing is waited for.
            self.known.eq(is_message | (given.phase == Phase.TAG)),
            self.eoi.eq(ends_text),
        ]
        with m.If(ends_text):
            m.d.sync += self.text_over.eq(1)
