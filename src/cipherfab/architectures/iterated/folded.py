# SPDX-License-Identifier: Apache-2.0
"""Folded (`folded=k`): a round in k clocks, by smaller hardware that is used k times.

What is used several times is the step of a folded primitive (`primitives.folded`). The inputs enter
in a clock of their own::

    inputs ──> load ──> mux ──> register ──┬──> result
                         ^                 │
                         └── part of a <───┘
                               round

So nothing stands between the registers and a part of a round, and the multiplexer is the one that
chooses between parts anyway. A run of r rounds takes k · r + 1 clocks.
"""

from collections.abc import Collection
from dataclasses import replace

from amaranth.hdl import Module, Mux, Signal

from ...primitives.folded import Fold
from ...primitives.primitive import Primitive
from ..steps import apply, predicate
from .iterated import Iterated


class Folded(Iterated):
    """A part of a round per clock.

    Args:
        primitive: what is computed.
        fold: what makes parts of rounds of it, all alike.
        feedback, loadable, held: see `Iterated`.

    Ports: see `Iterated`.

    Attributes:
        primitive: the folded one. Its users see the ``rounds`` of the whole one, unless its
            registers do not tell the end.
    """

    def __init__(self, primitive: Primitive, fold: Fold, *,
                 feedback: bool | Collection[str] = False, loadable: Collection[str] = (),
                 held: Collection[str] = ()):
        folded = fold(primitive)
        if folded.finished:
            folded = replace(folded, rounds=primitive.rounds)
        super().__init__(folded, feedback=feedback, loadable=loadable, held=held)

    def _source(self, loaded: dict, state: dict, idle, schedule_idle=None) -> dict:
        self._loaded, self._not_busy = loaded, schedule_idle
        return {name: state.get(name, loaded[name]) for name in self.primitive.layout}

    def _following(self, m: Module, source: dict, idle: Signal) -> dict:
        """The registers after a part of a round, or the inputs."""
        self._stepped = apply(m, "step0", self.primitive.step, source, self.primitive.layout)
        kept = self.held_registers()
        return {name: Mux(idle if name in kept else self._not_busy, self._loaded[name], word)
                for name, word in self._stepped.items()}

    def _finishes(self, m: Module, following: dict, idle: Signal):
        if self._left is not None:
            return self._is_last(idle)
        return ~idle & predicate(m, "finished", self.primitive.finished, self._stepped)

    def _when_loading(self, loaded: dict, following: dict) -> list[tuple]:
        """Of what follows, which is what is loaded: so that it is a matter of the enable alone."""
        return [(name, following[name]) for name in sorted(self.loadable)]

    def _cycles(self):
        return super()._cycles() + 1

    def _count(self, m: Module, start: Signal) -> None:
        self._left, self._ends = None, None
        if self.primitive.finished is not None:
            return
        self._left = Signal(range(self.primitive.rounds[0] + 1), name="cycles_left")
        with m.If(start):
            m.d.sync += self._left.eq(self._cycles() - 1)
        with m.Elif(self._left != 0):
            m.d.sync += self._left.eq(self._left - 1)

    def _takes_a_cycle(self) -> bool:
        return False
