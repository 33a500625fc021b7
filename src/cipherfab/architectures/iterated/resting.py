# SPDX-License-Identifier: Apache-2.0
"""Iterated, with registers that rest: what stays from run to run is kept in the register that a run
walks.
"""

from collections.abc import Collection

from amaranth.hdl import Const, Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from ...primitives.primitive import State
from ...primitives.resting import Resting
from ..steps import apply, load, one_of, predicate, result
from ..stream import PrimitiveComponent
from .iterated import check_unrolling, read_by, sources, unrolled_steps


class IteratedResting(PrimitiveComponent):
    """`Iterated`, k steps per clock, where a run begins with what its resting registers hold and
    brings that back at its end.

    A resting register has four sources, of which one is chosen: itself, a step, what comes back, a
    new value. Registers that the result reads are set to 0 by ``in_clear``, for which they need no
    gate of their own.

    Args:
        resting: what is computed.
        unrolled: k.
        feedback: inputs that the user drives with the outputs whenever it does not start a run, as
            of `Iterated`.

    Ports, beside those of every primitive; NAME is a resting register:
        in_NAME: what ``in_write_NAME`` stores while no run is under way and none starts.
        kept_NAME: what it holds; of meaning while no run is under way.
        came_back_NAME: what it held when the run began; of meaning in the last clock of the run.
        in_back_NAME: what is stored then, as a rule ``came_back_NAME``.
        in_clear: set the registers that the result reads to 0, while no run is under way and none
            starts.

    Raises:
        CallError: k does not fit, see `allowed_unrolling`.
    """

    def __init__(self, resting: Resting, *, unrolled: int = 1, feedback: Collection[str] = ()):
        check_unrolling(resting.primitive, unrolled)
        self.resting, self.unrolled, self.feedback = resting, unrolled, frozenset(feedback)
        rounds = resting.primitive.rounds[0]
        self.steps_at_end = rounds % unrolled or unrolled
        self.cycles = -(-rounds // unrolled)
        super().__init__(resting.primitive)

    def more_ports(self) -> dict:
        """What goes in and out of the resting registers, and the clear."""
        ports = {"in_clear": In(1)}
        for name in self.resting.names:
            width = self.resting.primitive.layout[name]
            ports |= {f"in_write_{name}": In(1), f"in_back_{name}": In(width),
                      f"kept_{name}": Out(width), f"came_back_{name}": Out(width)}
        return ports

    def elaborate(self, platform):
        m = Module()
        self.state = {name: Signal(width, name=name, reset_less=True)
                      for name, width in self.primitive.layout.items()}
        active, start = Signal(name="active"), Signal(name="start")
        # As in `Iterated`: what a step works on never waits for `start`, and two registers share
        # what they steer.
        idle, busy = Signal(name="idle", init=1), Signal(name="busy")
        computes, is_free = Signal(name="computes"), Signal(name="result_is_free")
        m.d.comb += [
            is_free.eq(~active | self.out_ready),
            self.out_valid.eq(active & ~busy),
            self.in_ready.eq(idle & is_free),
            start.eq(self.in_valid & ~busy & is_free),
            computes.eq(start | busy),
        ]
        m.d.sync += active.eq(start | (active & ~(self.out_valid & self.out_ready)))
        following, ending = unrolled_steps(m, self.primitive, self._source(m, ~busy), self.unrolled)
        last = self._last(m, computes, following)
        with m.If(computes):
            m.d.sync += [
                idle.eq(last),
                busy.eq(~last),
            ]
        if ending is not following:
            following = {name: Mux(last, ending[name], following[name]) for name in following}
        self._store(m, following, computes, last)
        self.drive_outputs(m, result(m, self.primitive, self.state))
        return m

    def _source(self, m: Module, idle) -> dict:
        """What the first step of this cycle works on."""
        names = self.resting.names
        loaded = load(m, self.primitive,
                      {**self.inputs(), **{name: self.state[name] for name in names}})
        fed_back = {name for name, inputs in sources(self.primitive).items()
                    if inputs and inputs <= self.feedback}
        return {name: register if name in names else loaded[name] if name in fed_back
                else Mux(idle, loaded[name], register) for name, register in self.state.items()}

    def _last(self, m: Module, computes: Signal, following: dict):
        """1 in the last clock of a run; known a cycle ahead, since it steers whole registers."""
        if self.cycles == 1:
            return Const(1)
        last = Signal(name="last")

        def ends_next(words: State):
            for _ in range(self.steps_at_end):
                words = self.primitive.step(words)
            return self.primitive.finished(words)
        m.d.sync += last.eq(computes & ~last & predicate(m, "ends_next", ends_next, following))
        return last

    def _store(self, m: Module, following: dict, computes: Signal, last) -> None:
        """The registers' next values, as sums of gated words: one gate for all sources."""
        names, done = self.resting.names, self.primitive.rounds[0] - self.steps_at_end
        came_back = apply(m, "back", lambda words: self.resting.back(words, done), self.state,
                          {name: self.primitive.layout[name] for name in names})
        held = read_by(self.primitive.result, self.primitive)
        for name, register in self.state.items():
            chosen = [(computes, following[name])]
            if name in names:
                write = getattr(self, f"in_write_{name}")
                m.d.comb += [
                    getattr(self, f"kept_{name}").eq(register),
                    getattr(self, f"came_back_{name}").eq(came_back[name]),
                ]
                chosen = [
                    (computes & ~last, following[name]),
                    (computes & last, getattr(self, f"in_back_{name}")),
                    (~computes & write, getattr(self, f"in_{name}")),
                    (~computes & ~write, register),
                ]
            elif name in held:
                chosen += [(~computes & ~self.in_clear, register)]
            else:
                # What nobody reads while a result waits steps on: a flip-flop without an enable is
                # smaller.
                chosen = [(Const(1), following[name])]
            m.d.sync += register.eq(one_of(*chosen))
