# SPDX-License-Identifier: Apache-2.0
"""Ahead: k steps per clock on registers that hold what a run begins with, so that what a mode adds
stands behind the last step of the run before::

    registers ──> k steps ──┬──> what the mode does ──> registers
        └───────────────────┘

`iterated.Iterated` has a mode's gates in front of the steps, and `folded.Folded` a clock of their
own for them. Here the user decides what happens in the *next* clock: whether a step is made then,
``next_steps``, is known from registers, and so what is chosen behind the steps is too. A run of
r rounds takes r / k clocks, and those of the mode's gates are none of them.
"""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from ...primitives.primitive import SCHEDULE, Primitive
from ...words.hardware import told
from ..steps import load, result, steps
from ..stream import PrimitiveComponent
from .iterated import check_unrolling, fed_back


class Ahead(PrimitiveComponent):
    """k steps per clock, on registers that the user writes.

    Args:
        primitive: what is computed; its steps are all alike, and its input ``x`` is its registers
            but for those that a run sets for itself.
        unrolled: k; it divides every number of rounds.

    Ports: those of `PrimitiveComponent`, but that ``in_valid`` says that a run begins behind the
    next clock, in which ``in_x`` is what it begins with. ``in_ready``: no step is left behind the
    next clock. ``in_x`` is written in every clock.

        out_x: the registers. out_stepped: the same behind k steps.
        next_steps: ``out_stepped`` is what a run goes on with, or ends with, in the next clock.

    Raises:
        CallError: k does not fit.
    """

    def __init__(self, primitive: Primitive, *, unrolled: int):
        check_unrolling(primitive, unrolled)
        # ``out_stepped`` is always k steps of one kind, without a choice in front of it.
        if primitive.last_step or any(count % unrolled for count in primitive.rounds):
            raise ValueError(f"{primitive.name}: expected clocks of {unrolled} rounds, all alike")
        self.unrolled = unrolled
        super().__init__(primitive)

    def more_ports(self):
        return {"out_stepped": Out(self.primitive.outputs["x"]), "next_steps": Out(1)}

    def elaborate(self, platform):
        m = Module()
        state = {
            name: Signal(width, name=name, reset_less=True)
            for name, width in self.primitive.layout.items()
        }
        self._count(m)
        stepped = steps(m, self.primitive, state, self.unrolled)
        loaded = self._loaded(m)
        starts = told("starts", "A run begins behind this clock.")
        m.d.sync += starts.eq(self.in_valid)
        # Registers that come from ``in_x`` alone are written from it in every clock.
        given = fed_back(self.primitive, {"x"})
        writes = [
            register.eq(loaded[name] if name in given else Mux(starts, loaded[name], stepped[name]))
            for name, register in state.items()
        ]
        self._write(m, writes)
        self.drive_outputs(m, result(m, self.primitive, state))
        m.d.comb += [
            self.out_stepped[:].eq(self._result_of(m, stepped)),
            self.out_valid.eq(self.in_ready),
        ]
        return m

    def _write(self, m: Module, writes: list) -> None:
        """Write the registers of the permutation."""
        m.d.sync += writes

    def _result_of(self, m: Module, registers: dict):
        """The output of registers behind the steps."""
        # In a module of its own, since this one has a part `result` already.
        m.submodules.ahead = inner = Module()
        return result(inner, self.primitive, registers)["x"]

    def _loaded(self, m: Module) -> dict:
        """The registers with which a run begins, in the clock behind that which decides."""
        inputs = self.inputs()
        if SCHEDULE in inputs:
            chosen = told("schedule", "Number of the round count.", len(inputs[SCHEDULE]))
            m.d.sync += chosen.eq(inputs[SCHEDULE])
            inputs = {**inputs, SCHEDULE: chosen}
        return load(m, self.primitive, inputs)

    def _count(self, m: Module) -> None:
        """The clocks of a run that are left behind this one, and what follows from them, in
        registers of their own.
        """
        clocks = [count // self.unrolled for count in self.primitive.rounds]
        left = told("clocks_left", "Clocks of the run behind this one.", clocks[0].bit_length())
        steps_on = told("steps", "The next clock makes a step.")
        free = told("free", "The next clock is the last of the run, or there is none.", init=1)
        run = self._chosen(clocks)
        with m.If(self.in_valid):
            m.d.sync += [
                left.eq(run),
                steps_on.eq(1),
                free.eq(self._chosen([n == 1 for n in clocks])),
            ]
        with m.Else():
            # Registers: they are set for what `left` is a clock later, which is one less.
            m.d.sync += [left.eq(Mux(steps_on, left - 1, 0)), steps_on.eq(left > 1)]
            m.d.sync += free.eq(left <= 2)
        m.d.comb += [self.next_steps.eq(steps_on), self.in_ready.eq(free)]

    def _chosen(self, values: list):
        """Of values for each round count that of the run that is asked for."""
        value = int(values[0])
        for number, other in enumerate(values[1:], 1):
            value = Mux(getattr(self, f"in_{SCHEDULE}") == number, int(other), value)
        return value


class WaitingAhead(Ahead):
    """The same, but the last step of a run waits until the user ``goes`` on, so the registers need
    an enable alone and ``in_x`` is never what they have.

    Ports: those of `Ahead`, but ``in_x`` is written where ``next_steps`` was 1 a clock before;
    ``in_valid`` needs ``goes``.

        goes: a step is made in the next clock, the last one of the run; with ``in_ready`` alone.
    """

    def more_ports(self):
        return {**super().more_ports(), "goes": In(1)}

    def _write(self, m: Module, writes: list) -> None:
        stepping = told("steps_now", "A step is made in this clock.")
        m.d.sync += stepping.eq(self.next_steps)
        with m.If(stepping):
            m.d.sync += writes

    def _count(self, m: Module) -> None:
        """The clocks of a run that are left behind this one, of which the last one waits."""
        clocks = [count // self.unrolled for count in self.primitive.rounds]
        left = told("clocks_left", "Clocks of the run behind this one.", clocks[0].bit_length())
        more = told("more", "More clocks of the run are left than its last one.")
        run = self._chosen(clocks)
        with m.If(self.in_valid):
            m.d.sync += [left.eq(run), more.eq(self._chosen([n > 1 for n in clocks]))]
        with m.Elif(more):
            # Of two clocks that are left this is one, and the other is the last of the run.
            m.d.sync += [left.eq(left - 1), more.eq(left != 2)]
        m.d.comb += [self.next_steps.eq(more | self.goes), self.in_ready.eq(~more)]
