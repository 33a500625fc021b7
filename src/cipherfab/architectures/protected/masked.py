"""Masked (`masked=1`): a first-order threshold implementation with three shares, a stage of a round for each clock."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib.wiring import In

from ...primitives.in_stages import RANDOM, STAGE, Staged, masked, share_names
from ..iterated.iterated import Iterated, read_by
from ..steps import apply, load, predicate, result


class Masked(Iterated):
    """The stages on one register for each share.

    Secrets come in and go out in three shares, ``in_NAME_0`` to ``in_NAME_2``, whose sum they are; the other inputs are public. A
    run takes a cycle for each stage of each round. Where a round has several, the inputs are taken in by a cycle of their own, so
    that no multiplexer stands in front of a stage. A port beside those of `Iterated`: ``random``, fresh uniform bits in each cycle.

    Args:
        staged: what is masked.
        without: number of the stage after which the register is left out, 0 for none; see `primitives.in_stages.masked`.
    """

    def __init__(self, staged: Staged, *, without: int = 0):
        self.staged = staged
        super().__init__(masked(staged, without=without))

    def more_ports(self) -> dict:
        return {RANDOM: In(self.staged.random_bits)} if self.staged.random_bits else {}

    def elaborate(self, platform):
        """As `Iterated` was when masked cores were judged: inputs are chosen by the start, the end is read from the registers.

        What a register holds while nothing runs is part of what was judged, so it does not follow `Iterated`.
        """
        m = Module()
        state = {name: Signal(width, name=name, reset_less=True) for name, width in self.primitive.layout.items()}
        active, finished, start = Signal(name="active"), Signal(name="finished"), Signal(name="start")
        m.d.comb += [
            finished.eq(self._finished(m, state, start)),
            self.out_valid.eq(active & finished),
            self.in_ready.eq(~active | (finished & self.out_ready)),
            start.eq(self.in_valid & self.in_ready),
        ]
        with m.If(start):
            m.d.sync += active.eq(1)
        with m.Elif(self.out_valid & self.out_ready):
            m.d.sync += active.eq(0)
        loaded = load(m, self.primitive, self.inputs())
        source = {name: Mux(start, loaded[name], register) for name, register in state.items()}
        following = self._stages(m, source, state, start)
        held = self.held_registers()
        with m.If(start | (active & ~finished)):
            m.d.sync += [state[name].eq(following[name]) for name in state if name in held]
        m.d.sync += [state[name].eq(following[name]) for name in state if name not in held]
        self.drive_outputs(m, result(m, self.primitive, state))
        return m

    def held_registers(self) -> frozenset[str]:
        """The registers that keep their values while a result waits."""
        held = super().held_registers()
        if self.primitive.finished is None:
            return held
        return held | read_by(lambda state: {"finished": self.primitive.finished(state)}, self.primitive)

    def _finished(self, m: Module, state: dict, start: Signal):
        """1 when the registers hold a result (or nothing)."""
        if self.primitive.finished is not None:
            return predicate(m, "finished", self.primitive.finished, state)
        self._count(m, start)
        return self._left == 0

    def _stages(self, m: Module, source: dict, state: dict, start: Signal) -> dict:
        """The registers after a stage."""
        random = {RANDOM: self.random} if self.staged.random_bits else {}
        if STAGE not in state:
            return apply(m, "stage", self.primitive.step, {**source, **random}, self.primitive.layout)
        following = apply(m, "stage", self.primitive.step, {**state, **random}, self.primitive.layout)
        between = self._between()
        taken = {name: Mux(start, source[name], following[name]) for name in state if name not in between}
        return {**following, **taken, STAGE: Mux(start, 0, following[STAGE])}

    def _between(self) -> set[str]:
        """The registers between the stages, which need no first value: they are written before they are read."""
        return {share for name in self.staged.extra for share in share_names(name)}
