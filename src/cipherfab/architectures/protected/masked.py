"""Masked (`masked=1`): a first-order threshold implementation with three shares, a stage of a round for each clock."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib.wiring import In

from ...primitives.in_stages import RANDOM, STAGE, Staged, masked, share_names
from ..iterated.iterated import Iterated
from ..steps import apply


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

    def _following(self, m: Module, source: dict, idle: Signal) -> dict:
        state, start = self._state, self._start
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
