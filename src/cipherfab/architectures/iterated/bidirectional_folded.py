# SPDX-License-Identifier: Apache-2.0
"""Folded (`folded=k`) in both directions: the inputs of `Bidirectional` enter in a clock of their
own, as those of `Folded` do.
"""

from amaranth.hdl import Module, Mux, Signal

from ...errors import CallError
from ...primitives.folded import Fold
from ...primitives.primitive import Primitive
from ..steps import predicate
from .bidirectional import NAMES, Bidirectional


class BidirectionalFolded(Bidirectional):
    """A part of a round per clock, of the cipher or of its inverse; a run of r rounds takes
    k · r + 1 clocks.

    The steps are chosen by a register alone, the direction of the run, and the inputs come in
    behind them.

    Args:
        primitive: a block cipher with an inverse, see `Bidirectional`.
        fold: what makes parts of rounds of it, and of its inverse.

    Ports: see `Bidirectional`.

    Raises:
        CallError: the folding has no inverse, or not one as `Bidirectional` needs it.
    """

    def __init__(self, primitive: Primitive, fold: Fold):
        folded = fold(primitive)
        if primitive.inverse and not folded.inverse:
            raise CallError(
                f"{primitive.name}: folded=k goes with encryption alone, not with "
                f"encdec, but for folded=1."
            )
        super().__init__(folded)

    def _source(self, m: Module, state: dict, idle: Signal, busy: Signal) -> dict:
        self._busy, self._entering = busy, self._chosen(m)
        return state

    def _steps(self, m: Module, source: dict, idle: Signal, backwards: Signal) -> dict:
        """The registers after a part of a round, or the inputs."""
        # The direction is that of the register alone, since no step works on the inputs.
        stepped = super()._steps(m, source, idle, self._inverting)
        return {name: Mux(self._busy, word, self._entering[name]) for name, word in stepped.items()}

    def _finishes(self, m: Module, following: dict, idle: Signal, backwards: Signal):
        if self._left is not None:
            return self._is_last(idle)
        forward, inverse = (
            predicate(m, f"finished_{name}", direction.finished, ends)
            for name, direction, ends in zip(NAMES, self._directions(), self._ends)
        )
        # In the clock of the inputs the steps work on what the run before has left.
        return ~idle & Mux(self._inverting, inverse, forward)

    def _cycles(self) -> int:
        return super()._cycles() + 1
