# SPDX-License-Identifier: Apache-2.0
"""Folded, with registers that are restored: `restored.IteratedRestored` behind a clock in which
the inputs enter.

Nothing stands between the registers and a step, and what is added to a result on its way back waits
for no round: it may be added without one.
"""

from collections.abc import Collection

from amaranth.hdl import Const, Module, Signal

from ...errors import CallError
from ...primitives.folded import Fold
from ...primitives.restored import Restored
from .iterated import read_by
from .restored import IteratedRestored


class FoldedRestored(IteratedRestored):
    """A round per clock, as of `Folded`, from and to registers as of `IteratedRestored`.

    While no run is under way, registers that come from inputs in ``feedback`` store in every clock
    what these are driven with. So the user changes a result as it likes before it starts a run, and
    keeps it by driving them with the outputs.

    Args:
        resting: what is computed, in two rounds or more.
        fold: what makes parts of rounds of its primitive, all alike; only one that leaves it as it
            is, since what is restored goes back by whole rounds.
        feedback, gated, changes: as of `IteratedRestored`.

    Attributes:
        cycles: of a run, one more than there are rounds.

    Raises:
        CallError: the rounds are folded to parts, or a result reads what is not fed back.
    """

    def __init__(
        self,
        resting: Restored,
        fold: Fold,
        *,
        feedback: Collection[str],
        gated: Collection[str] = (),
        changes: Collection[str] | None = None,
    ):
        name = resting.primitive.name
        if fold(resting.primitive) is not resting.primitive:
            raise CallError(f"{name}: registers that are restored go with folded=1 alone.")
        super().__init__(resting, feedback=feedback, gated=gated, changes=changes)
        # The inputs enter in a clock of their own.
        self.cycles += 1
        alone = read_by(self.primitive.result, self.primitive) - self._fed_back()
        if alone:
            raise CallError(
                f"{name}: expected a result of registers that are fed back, got "
                f"{', '.join(sorted(alone))}"
            )

    def _computes(self, start: Signal, busy: Signal):
        return busy

    def _begins_or_goes_on(self, start: Signal, computes: Signal):
        return start | computes

    def _source(self, m: Module, idle) -> dict:
        self._inputs, self._kept = self._loaded(m), self._fed_back()
        return self.state

    def _choices(self, name: str, following: Signal, computes: Signal) -> list[tuple]:
        loads = ~computes
        # The gate that chooses what enters also clears.
        if name in self._kept:
            loads = ~computes & ~self.in_clear
        elif name in self.gated:
            # Its user drives 0 while a run is under way, so that no gate is needed.
            loads = Const(1)
        return [(computes, following), (loads, self._inputs[name])]
