# SPDX-License-Identifier: Apache-2.0
"""Started and done by pulses (`pulsed`): k steps per clock, and no more of a handshake than block
ciphers in other designs have.

The inputs enter in a clock of their own, when their reader says so, and a result is at the outputs
in the last clock of its run, behind the last steps::

    in_valid ────────┐
    inputs ──> load ──> mux ──> register ──> k steps ──┬──> result ──> outputs
                         ^                             │
                         └─────────────────────────────┘

So no register stands still, none waits for a reader, and what is after the last round alone (AES,
whose last round has no MixColumns) is in the outputs and not in the loop. The next inputs enter in
the last clock of a run: with r rounds a call takes r / k cycles, rounded up.

`FreeRunning` (`freerunning`) is the same without the two registers that say whether a call is under
way and whether it ends now: what tells the end are the registers of the primitive, or a counter,
and they do so again and again if no call begins.
"""

from amaranth.hdl import Const, Module, Mux, Signal

from ...errors import CallError
from ...primitives.primitive import Primitive, State
from ...words import Word
from ..steps import load, predicate, result, steps
from ..stream import PrimitiveComponent
from .iterated import check_unrolling, counted


class Pulsed(PrimitiveComponent):
    """k steps per clock on one register, between pulses.

    Args:
        primitive: what is computed; with one round count, or with registers that tell the end.
        unrolled: k.

    Ports: as of every primitive, without ``out_ready``. ``in_valid`` is 1 for one clock, with the
        inputs, and only while ``in_ready`` is 1; ``out_valid`` is 1 for one clock, with the
        outputs. These are behind logic, not registers.

    Raises:
        CallError: k does not fit, or nothing tells the end.
    """

    option, missing = "pulsed", ("out_ready",)
    """How it is asked for, and the ports of others that it does not have."""

    def __init__(self, primitive: Primitive, *, unrolled: int = 1):
        check_unrolling(primitive, unrolled)
        if len(primitive.rounds) > 1 and not primitive.finished:
            raise CallError(
                f"{primitive.name}: {self.option} needs one round count, or registers "
                f"that tell when a run ends."
            )
        self.unrolled, self._cycles = unrolled, -(-primitive.rounds[0] // unrolled)
        super().__init__(primitive, without=self.missing)

    def elaborate(self, platform):
        m = Module()
        layout = self.primitive.layout
        state = {name: Signal(width, name=name, reset_less=True) for name, width in layout.items()}
        following = self._steps(m, state, self.unrolled, ends=False)
        loaded = load(m, self.primitive, self.inputs())
        # By the port itself: who starts a call says when, and no register has to agree.
        m.d.sync += [
            state[name].eq(Mux(self.in_valid, loaded[name], following[name])) for name in layout
        ]
        self._control(m, state, loaded, following)
        # Where the last clock has the same steps, one set of them serves both.
        alike = self._left == self.unrolled and not self.primitive.last_step
        ending = following if alike else self._steps(m, state, self._left, ends=True)
        self.drive_outputs(m, result(m, self.primitive, ending))
        return m

    def _control(self, m: Module, state: dict, loaded: dict, following: dict) -> None:
        """When inputs may come, and when outputs are there."""
        busy, last = Signal(name="busy"), Signal(name="last")
        m.d.sync += [
            busy.eq(self.in_valid | (busy & ~last)),
            last.eq(self._will_end(m, loaded, following, busy & ~last)),
        ]
        m.d.comb += [self.in_ready.eq(~busy | last), self.out_valid.eq(last)]

    @property
    def _left(self) -> int:
        """Steps of the last clock of a run."""
        return self.primitive.rounds[0] % self.unrolled or self.unrolled

    def _steps(self, m: Module, state: dict, count: int, *, ends: bool) -> dict:
        """So many steps of this clock, the last ones of a run if ``ends``; both share hardware as
        far as they are alike.
        """
        return steps(m, self.primitive, state, count, ends=ends, name="last" if ends else "step")

    def _will_end(self, m: Module, loaded: dict, following: dict, goes_on):
        """1 if the next clock is the last one of a run."""
        if self.primitive.finished is None:
            return self._counted(m)
        # Only a run of one clock can end with its inputs.
        entering = predicate(m, "ends_at_once", self._ends, loaded) if self._short else Const(0)
        return Mux(self.in_valid, entering, goes_on & predicate(m, "ends", self._ends, following))

    @property
    def _short(self) -> bool:
        """Whether a run can take a single clock."""
        return min(self.primitive.rounds) <= self.unrolled

    def _ends(self, state: State) -> Word:
        """Whether a clock that begins with these registers is the last one of a run."""
        for _ in range(self._left):
            state = self.primitive.step(state)
        return self.primitive.finished(state)

    def _counted(self, m: Module):
        """The same of a primitive whose registers do not tell, by the clocks that are left."""
        if self._cycles == 1:
            return self.in_valid
        left = counted(m, self.in_valid, self._cycles, most=self._cycles)
        return ~self.in_valid & (left == 1)


class FreeRunning(Pulsed):
    """The same without a register of its own but for the counter of a primitive whose registers do
    not tell the end; nothing is reset.

    Ports: as of `Pulsed`, without ``in_ready``: a pulse of ``in_valid`` may come in any clock, and
        what is under way then has no result. From the clock behind a pulse on ``out_valid`` is 0
        until the outputs are there, and 1 in that clock. From the end of a run to the clock of the
        next pulse, and before the first one, it may have either value.
    """

    option, missing = "freerunning", ("out_ready", "in_ready")

    def _control(self, m: Module, state: dict, loaded: dict, following: dict) -> None:
        if self.primitive.finished:
            m.d.comb += self.out_valid.eq(predicate(m, "ends", self._ends, state))
            return
        # One clock has no counter: every one is the last.
        left = Signal(range(self._cycles), name="cycles_left", reset_less=True)
        # Nothing stops it at 0: behind a run `out_valid` has no meaning until the next pulse.
        m.d.sync += left.eq(Mux(self.in_valid, self._cycles - 1, left - 1))
        m.d.comb += self.out_valid.eq(left == 0)
