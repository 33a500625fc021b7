# SPDX-License-Identifier: Apache-2.0
"""Known answers that a core plays to itself behind each reset, before anything gets in or out."""

from collections.abc import Sequence

from amaranth.hdl import Const, Module, Mux, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..words.hardware import told
from .ports import bus
from .vectors import Stream, Vectors
from .withheld import answers

WAIT_BITS = 16
"""A core that gives no word of an answer for 2^WAIT_BITS - 1 cycles has failed."""


class SelfTest(wiring.Component):
    """Stands between the ports and a core.

    Behind a reset the words of PDI and SDI come from here, and those of DO are compared here, while
    the ports take and give nothing. When all were right the ports are let through; at a wrong word,
    or when none comes, they stay shut until the next reset.

    Args:
        played: the words, of known answers; every word of PDI and SDI is taken before the last one
            of DO comes.

    Ports:
        pdi, sdi, do: as of a core. core_pdi, core_sdi, core_do: to the core.
        tested: 1 when all answers were right. failed: 1 when one was not. Neither while it tests.
        ends: 1 in the cycle between the last answer and ``tested``, in which the core is to be
            cleared: what it holds of the test is no key of anybody.
    """

    def __init__(self, played: Vectors):
        self.played, width = played, played.do.width
        streams = {"pdi": bus(played.pdi.width), "sdi": bus(played.sdi.width)}
        super().__init__({
            **{name: In(stream) for name, stream in streams.items()}, "do": Out(answers(width)),
            **{f"core_{name}": Out(stream) for name, stream in streams.items()},
            "core_do": In(answers(width)),
            "tested": Out(1), "failed": Out(1), "ends": Out(1)})  # fmt: skip
        self.testing = told("is_testing", "Known answers are played.")
        self.differs = told("word_differs", "A word of DO is not the one of the known answer.")
        self.waited = told("cycles_waited", "Cycles since the last word of an answer.", WAIT_BITS)

    def elaborate(self, platform):
        m = Module()
        m.d.comb += self.testing.eq(~(self.tested | self.failed | self.ends))
        for name in ("pdi", "sdi"):
            self._gives(m, name, getattr(self.played, name))
        compared, ended = self._compares(m)
        stuck = self.waited.all()
        with m.If(self.testing):
            m.d.sync += self.waited.eq(Mux(compared, 0, self.waited + 1))
            # In front of the end: a wrong last word is a failure.
            with m.If((compared & self.differs) | stuck):
                m.d.sync += self.failed.eq(1)
            with m.Elif(compared & ended):
                m.d.sync += self.ends.eq(1)
        with m.If(self.ends):
            m.d.sync += [self.ends.eq(0), self.tested.eq(1)]
        self._lets_out(m)
        return m

    def _gives(self, m: Module, name: str, stream: Stream) -> None:
        """A stream into the core: words of the test, and then those of the port."""
        port, core, words = getattr(self, name), getattr(self, f"core_{name}"), stream.words
        place = told(f"{name}_place", f"The word of {name.upper()} that is next.", _count(words))
        word = _read(m, f"{name}_word", place, words, stream.width)
        # Behind the last word nothing is offered, while DO is still compared.
        there = self.testing & (place != len(words))
        m.d.comb += [
            core.data.eq(Mux(self.tested, port.data, word)),
            core.valid.eq(Mux(self.tested, port.valid, there)),
            port.ready.eq(self.tested & core.ready),
        ]
        with m.If(there & core.ready):
            m.d.sync += place.eq(place + 1)

    def _compares(self, m: Module) -> tuple[Value, Value]:
        """A word of DO comes, and it is the last one."""
        do, stream = self.core_do, self.played.do
        full = (1 << stream.width) - 1
        items = [item for block in stream.blocks for item in block.items]
        cares = [care for item in items for care in item.cares or [full] * len(item.words)]
        # `do_last` is 1 with the status word alone.
        lasts = [item.kind == "STT" for item in items for _ in item.words]
        words = [word & care for word, care in zip(stream.words, cares, strict=True)]
        place = told("do_place", "The word of DO that is next.", _count(words))
        word = _read(m, "do_word", place, words, stream.width)
        care = _read(m, "do_care", place, cares, stream.width)
        last = _read(m, "do_last_word", place, [int(one) for one in lasts], 1)
        m.d.comb += self.differs.eq(((do.data ^ word) & care).any() | (do.last != last))
        comes = self.testing & do.valid
        with m.If(comes):
            m.d.sync += place.eq(place + 1)
        return comes, place == len(words) - 1

    def _lets_out(self, m: Module) -> None:
        """DO, of which nothing shows before the test has passed, nor when it failed."""
        do, core = self.do, self.core_do
        m.d.comb += [
            do.data.eq(Mux(self.tested, core.data, 0)),
            do.last.eq(self.tested & core.last),
            do.valid.eq(self.tested & core.valid),
            # In a test every word is taken at once, and after a failure none.
            core.ready.eq(Mux(self.tested, do.ready, self.testing)),
        ]


def _count(words: Sequence[int]) -> range:
    """Places of words, and the one behind the last."""
    return range(len(words) + 1)


def _read(m: Module, name: str, place: Signal, words: Sequence[int], width: int) -> Value:
    """The word at a place; a constant if all are one."""
    if len(set(words)) == 1:
        return Const(words[0], width)
    word = Signal(width, name=name)
    with m.Switch(place):
        for number, value in enumerate(words):
            with m.Case(number):
                m.d.comb += word.eq(value)
    return word
