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

from collections.abc import Collection, Iterable
from dataclasses import replace

from amaranth.hdl import Const, Module, Mux, Signal, Value

from ...primitives.folded import Fold
from ...primitives.primitive import Primitive
from ...words.bitgraph import bit_graph, runs_of
from ...words.trace import trace
from ..steps import apply, predicate
from .iterated import Iterated, counted, sources


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

    takes_changes = True

    def __init__(
        self,
        primitive: Primitive,
        fold: Fold,
        *,
        feedback: bool | Collection[str] = False,
        loadable: Collection[str] = (),
        held: Collection[str] = (),
    ):
        folded = fold(primitive)
        if folded.finished:
            folded = replace(folded, rounds=primitive.rounds)
        self._parts: dict[str, list[tuple]] = {}
        super().__init__(folded, feedback=feedback, loadable=loadable, held=held)

    def change(self, name: str, changes: Iterable[tuple[int, int, Value]]) -> bool:
        """Say which bits of an input a start changes; the others may have any value.

        To be called before elaboration.

        Args:
            name: of the input, which is fed back, see `Iterated`.
            changes: the first bit, the one behind the last, and 1 where they are changed.

        Returns:
            False if that is refused: a register is loaded from more than single bits of the input,
            or does not keep its value while a result waits.
        """
        places = self._places(name)
        # Other registers are written in every clock: they have no enable that could leave a bit
        # alone.
        if places is None or not places.keys() <= self.held_registers():
            return False
        gates = [gate for low, high, gate in changes for _ in range(low, high)]
        self._parts = {
            register: _runs([None if bit is None else gates[bit] for bit in bits])
            for register, bits in places.items()
        }
        return True

    def _places(self, name: str) -> dict[str, list[int | None]] | None:
        """For each register that is loaded from an input the bit of that from which each bit is
        loaded, maybe inverted, or None where it is another's or a constant; None if one is loaded
        from several bits.
        """
        graph, found = bit_graph(trace(self.primitive.load, self.primitive.inputs)), {}
        of_input = {
            number: bit for bit, number in enumerate(graph.source[id(graph.trace.inputs[name])])
        }
        for register, inputs in sources(self.primitive).items():
            numbers = graph.source[id(graph.trace.outputs[register])]
            # A bit that is computed reads others: it is no single bit of the input.
            if name in inputs and any(
                number is not None and graph.reads[number] for number in numbers
            ):
                return None
            if name in inputs:
                found[register] = [of_input.get(number) for number in numbers]
        return found

    def in_parts(self) -> frozenset[str]:
        return frozenset(self._parts)

    def _write_parts(self, m: Module, state: dict, following: dict, start, busy) -> None:
        loads = self.in_load & ~start & self.in_ready if self.loadable else Const(0)
        # Sorted, so that the text does not change from run to run.
        for name in sorted(self.in_parts()):
            for low, high, gate in self._parts[name]:
                loading = loads if name in self.loadable else Const(0)
                # Bits that no input changes are written at every start.
                given = (start | loading) & gate if gate is not None else start | loading
                with m.If(busy | given):
                    m.d.sync += state[name][low:high].eq(following[name][low:high])

    def _source(self, loaded: dict, state: dict, idle, schedule_idle=None) -> dict:
        self._loaded, self._not_busy = loaded, schedule_idle
        return {name: state.get(name, loaded[name]) for name in self.primitive.layout}

    def _following(self, m: Module, source: dict, idle: Signal) -> dict:
        """The registers after a part of a round, or the inputs."""
        self._stepped = apply(m, "step0", self.primitive.step, source, self.primitive.layout)
        kept = self.held_registers()
        return {
            name: Mux(idle if name in kept else self._not_busy, self._loaded[name], word)
            for name, word in self._stepped.items()
        }

    def _finishes(self, m: Module, following: dict, idle: Signal):
        if self._left is not None:
            return self._is_last(idle)
        # In the clock of the inputs the steps work on what the run before has left.
        return ~idle & predicate(m, "finished", self.primitive.finished, self._stepped)

    def _when_loading(self, loaded: dict, following: dict) -> list[tuple]:
        """Of what follows, which is what is loaded: so that it is a matter of the enable alone."""
        return [(name, following[name]) for name in sorted(self.loadable)]

    def _cycles(self):
        # The inputs enter in a clock of their own.
        return super()._cycles() + 1

    def _count(self, m: Module, start: Signal) -> None:
        self._left, self._ends = None, None
        if self.primitive.finished is not None:
            return
        self._left = counted(m, start, self._cycles(), most=self.primitive.rounds[0] + 1)

    def _takes_a_cycle(self) -> bool:
        # Not even a run of one part: the clock of the inputs is in front of it.
        return False


def _runs(gates: list) -> list[tuple[int, int, Value | None]]:
    """Neighbouring bits with one gate: the first, the one behind the last, the gate."""
    # By identity: ``==`` of two of Amaranth's values is a circuit.
    return [(low, high, gates[low]) for low, high in runs_of(list(map(id, gates)))]
