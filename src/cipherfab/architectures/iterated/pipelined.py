# SPDX-License-Identifier: Apache-2.0
"""Outer pipelined (`pipelined=k`): fully unrolled with a register after every k steps; one result
per cycle.

With `unregistered` there are registers between stages alone::

    inputs ──> load ──> k steps ──> register ──> k steps ──> … ──> register ──> result ──> outputs
"""

from amaranth.hdl import Module, Signal

from ...errors import CallError
from ...primitives.primitive import Primitive
from ...primitives.transformed import both_directions
from ..steps import load, result, steps
from ..stream import PrimitiveComponent
from .bidirectional import inverse_of


def allowed_pipelining(primitive: Primitive) -> list[int]:
    """The k of ``pipelined=k`` that fit: every k below the number of rounds, with one round count.
    The last may be shorter.
    """
    return list(range(1, primitive.rounds[0])) if len(primitive.rounds) == 1 else []


class Pipelined(PrimitiveComponent):
    """Registers before the first step and after every k steps; the whole pipeline stands still
    while its end is not taken.

    Args:
        primitive: what is computed; with one round count.
        stage: k, steps between two registers.
        encdec: both directions, chosen for each call; ports as of `Bidirectional`.
        unregistered: no registers at the inputs and behind the last step: the first and the last
            stage share the cycle with what is in front of them and behind them.

    Raises:
        CallError: k does not fit, or there is no inverse with as many steps of the same kind.
    """

    def __init__(
        self, primitive: Primitive, *, stage: int, encdec: bool = False, unregistered: bool = False
    ):
        if stage not in allowed_pipelining(primitive):
            allowed = allowed_pipelining(primitive)
            hint = (
                f"1 to {allowed[-1]} steps per stage fit"
                if allowed
                else "it needs a primitive with one round count and more than one round"
            )
            raise CallError(
                f"{primitive.name}: pipelined={stage} is refused: {hint} "
                f"({primitive.rounds[0]} rounds)."
            )
        self.stage, self.unregistered = stage, unregistered
        super().__init__(_both(primitive) if encdec else primitive)

    def elaborate(self, platform):
        m = Module()
        rounds, moves = self.primitive.rounds[0], Signal(name="moves")
        # All stages move together, so that none has a handshake of its own.
        m.d.comb += [moves.eq(~self.out_valid | self.out_ready), self.in_ready.eq(moves)]
        state, valid = load(m, self.primitive, self.inputs()), self.in_valid
        if not self.unregistered:
            state, valid = self._register(m, "stage0", state, valid, moves)
        for number, done in enumerate(range(0, rounds, self.stage), 1):
            count = min(self.stage, rounds - done)
            ends = done + count == rounds
            state = steps(m, self.primitive, state, count, first=done, ends=ends)
            if not (ends and self.unregistered):
                state, valid = self._register(m, f"stage{number}", state, valid, moves)
        m.d.comb += self.out_valid.eq(valid)
        self.drive_outputs(m, result(m, self.primitive, state))
        return m

    def _register(self, m: Module, name: str, values: dict, valid, moves) -> tuple[dict, Signal]:
        registers = {
            # Only the bit that says whether a stage is valid is reset: without it nothing is shown.
            key: Signal(width, name=f"{name}_{key}", reset_less=True)
            for key, width in self.primitive.layout.items()
        }
        register_valid = Signal(name=f"{name}_valid")
        with m.If(moves):
            m.d.sync += [
                register_valid.eq(valid),
                *(registers[key].eq(value) for key, value in values.items()),
            ]
        return registers, register_valid


def _both(primitive: Primitive) -> Primitive:
    """Both directions as one primitive, which take the same number of steps."""
    if inverse_of(primitive).rounds != primitive.rounds:
        raise CallError(
            f"{primitive.name}: pipelined=k with encdec needs an inverse with as many steps."
        )
    return both_directions(primitive)
