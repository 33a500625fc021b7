# SPDX-License-Identifier: Apache-2.0
"""Fully unrolled (`full`): the whole primitive in a single cycle, registers on both sides."""

from amaranth.hdl import Module, Mux, Signal

from ...primitives.primitive import SCHEDULE, Primitive
from ..steps import load, result, steps
from ..stream import PrimitiveComponent


class Full(PrimitiveComponent):
    """All steps between an input register and an output register: one result per cycle, two cycles
    of latency.

    With several round counts, a shorter run enters the cascade of steps late.
    """

    def elaborate(self, platform):
        m = Module()
        held = {
            name: Signal(width, name=f"{name}_register", reset_less=True)
            for name, width in self.primitive.inputs.items()
        }
        results = {
            name: Signal(width, name=f"{name}_result", reset_less=True)
            for name, width in self.primitive.outputs.items()
        }
        held_valid, out_free = Signal(name="held_valid"), Signal(name="out_free")
        loaded = load(m, self.primitive, held)
        outputs = result(m, self.primitive, cascade(m, self.primitive, held, loaded))
        m.d.comb += [
            out_free.eq(~self.out_valid | self.out_ready),
            self.in_ready.eq(~held_valid | out_free),
        ]
        with m.If(self.in_ready):
            m.d.sync += held_valid.eq(self.in_valid)
            m.d.sync += [register.eq(self.inputs()[name]) for name, register in held.items()]
        with m.If(out_free):
            m.d.sync += self.out_valid.eq(held_valid)
            m.d.sync += [results[name].eq(value) for name, value in outputs.items()]
        self.drive_outputs(m, results)
        return m


class SingleCycle(PrimitiveComponent):
    """All steps between one register and itself, for a user that feeds the outputs back (as a
    duplex does).

    Always ready; the register holds a result until the next start, and ``out_valid`` follows a
    start by one cycle.
    """

    def elaborate(self, platform):
        m = Module()
        state = {
            name: Signal(width, name=name, reset_less=True)
            for name, width in self.primitive.layout.items()
        }
        loaded = load(m, self.primitive, self.inputs())
        after = cascade(m, self.primitive, self.inputs(), loaded)
        m.d.comb += self.in_ready.eq(1)
        m.d.sync += self.out_valid.eq(self.in_valid)
        with m.If(self.in_valid):
            m.d.sync += [state[name].eq(value) for name, value in after.items()]
        if self.loadable:
            # A start wins over a load.
            with m.Elif(self.in_load):
                m.d.sync += [state[name].eq(loaded[name]) for name in sorted(self.loadable)]
        self.drive_outputs(m, result(m, self.primitive, state))
        return m


def cascade(m: Module, primitive: Primitive, inputs: dict, loaded: dict) -> dict:
    """The registers after the whole primitive, as combinational logic of ``inputs`` and what
    ``load`` made of them.
    """
    state, done = loaded, 0
    for index, count in enumerate(primitive.rounds):
        # A shorter run is the end of a longer one.
        start = primitive.rounds[0] - count
        state = steps(m, primitive, state, start - done, first=done)
        done = start
        # The longest run begins with what was loaded.
        if index:
            enters = inputs[SCHEDULE] == index
            state = {name: Mux(enters, loaded[name], value) for name, value in state.items()}
    return steps(m, primitive, state, primitive.rounds[0] - done, first=done, ends=True)
