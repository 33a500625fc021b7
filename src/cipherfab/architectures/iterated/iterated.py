# SPDX-License-Identifier: Apache-2.0
"""Basic iterative (`round`) and unrolled (`unrolled=k`): one register for the state, k steps per
clock.
"""

from collections.abc import Callable, Collection, Mapping
from math import gcd
from random import Random

from amaranth.hdl import Const, Module, Mux, Signal

from ...errors import CallError
from ...primitives.primitive import SCHEDULE, Primitive, State
from ...words import SoftwareWord
from ...words.hardware import called, told
from ...words.trace import reads, trace
from ..steps import apply, load, predicate, result, steps
from ..stream import PrimitiveComponent

IDLE = "The opposite of busy in a register of its own: a single one would drive too many gates."
"""The comment of a register that `busy` seems to make superfluous."""


def allowed_unrolling(primitive: Primitive) -> list[int]:
    """The k of ``unrolled=k`` that fit.

    With one round count and steps that are all alike these are all up to the number of rounds: a
    last clock with fewer steps takes what stands between them. Else k divides every round count, so
    that no clock has steps left over.
    """
    if _takes_any(primitive):
        return list(range(1, primitive.rounds[0] + 1))
    # What divides all counts divides this one.
    common = gcd(*primitive.rounds)
    return [k for k in range(1, common + 1) if common % k == 0]


def _takes_any(primitive: Primitive) -> bool:
    return len(primitive.rounds) == 1 and primitive.last_step is None


def check_unrolling(primitive: Primitive, unrolled: int) -> None:
    """Check k.

    Raises:
        CallError: it does not fit; the message has those that do.
    """
    fitting, counts = allowed_unrolling(primitive), " and ".join(map(str, primitive.rounds))
    if unrolled not in fitting:
        hint = (
            f"{counts} rounds allow 1 to {counts}"
            if _takes_any(primitive)
            else (
                f"The number of rounds must be a multiple of it: {counts} rounds allow "
                f"{', '.join(map(str, fitting))}"
            )
        )
        raise CallError(f"{primitive.name}: unrolled={unrolled} is refused. {hint}.")


def unrolled_steps(
    m: Module, primitive: Primitive, source: Mapping, unrolled: int, *, name: str = "step"
) -> tuple[dict, dict]:
    """The registers after k steps, and after those that the last clock of a run has left; the same
    object if those are k too.
    """
    # The steps of a short last clock are the first of the k, so that both share them.
    left = primitive.rounds[0] % unrolled or unrolled
    ending = steps(m, primitive, source, left, name=name)
    return steps(m, primitive, ending, unrolled - left, first=left, name=name), ending


class Iterated(PrimitiveComponent):
    """k steps per clock on one register.

    The first k steps are computed in the cycle that accepts the inputs, so that a run of r rounds
    takes r / k cycles, rounded up, and a result can leave in the cycle in which the next inputs
    arrive.

    Registers that the result does not read, such as a tweakey, step on while a result waits: what
    they hold then is never used, and a flip-flop without an enable is the smaller one. A run of one
    cycle works on its inputs alone: then they are no registers at all.

    Args:
        primitive: what is computed.
        unrolled: k.
        feedback: the user drives these inputs (True: all but the schedule) with the outputs
            whenever it does not start a run (as a duplex does). Then registers that come from them
            alone need no multiplexer in front of the step.
        loadable: see `PrimitiveComponent`.
        held: registers that a step leaves as they are, and that come from inputs which the user
            holds through the run: they are read from there, and there are no registers.

    Raises:
        CallError: k does not fit, see `allowed_unrolling`.
    """

    def __init__(
        self,
        primitive: Primitive,
        *,
        unrolled: int = 1,
        feedback: bool | Collection[str] = False,
        loadable: Collection[str] = (),
        held: Collection[str] = (),
    ):
        check_unrolling(primitive, unrolled)
        self.unrolled, self.feedback, self.held = unrolled, feedback, frozenset(held)
        super().__init__(primitive, loadable)

    def elaborate(self, platform):
        m = Module()
        # Data has no reset; only what steers has one.
        state = {
            name: Signal(width, name=name, reset_less=True)
            for name, width in self.primitive.layout.items()
            if name not in self.held
        }
        active, start = Signal(name="active"), Signal(name="start")
        # The registers hold a result, or nothing: what a step works on never waits for `start`. Two
        # registers say it, as a single one would drive too many gates: one for the text, or for a
        # user that steers it by `in_ready`, and one for all else.
        idle, busy = told("idle", IDLE, init=1), Signal(name="busy")
        is_free = Signal(name="result_is_free")
        m.d.comb += [
            is_free.eq(~active | self.out_ready),
            self.out_valid.eq(active & ~busy),
            self.in_ready.eq((idle if self.feedback else ~busy) & is_free),
            start.eq(self.in_valid & ~busy & is_free),
        ]
        with m.If(start):
            m.d.sync += active.eq(1)
        with m.Elif(self.out_valid & self.out_ready):
            m.d.sync += active.eq(0)
        loaded = load(m, self.primitive, self.inputs())
        source = self._source(loaded, state, idle, ~busy)
        self._count(m, start)
        following = self._following(m, source, idle)
        held = self.held_registers()
        finishes = self._finishes(m, following, idle)
        computes = called(m, "computes", "A step is made in this cycle.", start | busy)
        with m.If(computes):
            m.d.sync += [idle.eq(finishes), busy.eq(~finishes)]
            m.d.sync += [
                state[name].eq(following[name])
                for name in state
                if name in held and name not in self.in_parts()
            ]
        self._write_parts(m, state, following, start, busy)
        m.d.sync += [state[name].eq(following[name]) for name in state if name not in held]
        if self.loadable:
            with m.If(self.in_load & ~start & self.in_ready):
                m.d.sync += [
                    state[name].eq(word)
                    for name, word in self._when_loading(loaded, following)
                    if name not in self.in_parts()
                ]
        # A result reads no held register.
        registers = {
            name: state.get(name, Const(0, width)) for name, width in self.primitive.layout.items()
        }
        self.drive_outputs(m, result(m, self.primitive, registers))
        return m

    def _source(self, loaded: dict, state: dict, idle, schedule_idle=None) -> dict:
        """What the first step of this cycle works on: the inputs if a run may start, else the
        registers.

        ``schedule_idle`` is ``idle`` from another register, for what the result does not read.
        """
        if self._takes_a_cycle():
            return loaded
        direct, kept = self._fed_back() | self.held, self.held_registers()
        chooses = {
            name: idle if name in kept or schedule_idle is None else schedule_idle for name in state
        }
        return {
            name: loaded[name] if name in direct else Mux(chooses[name], loaded[name], state[name])
            for name in self.primitive.layout
        }

    def in_parts(self) -> frozenset[str]:
        """Registers of which parts are written that inputs change."""
        return frozenset()

    def _write_parts(self, m: Module, state: dict, following: dict, start, busy) -> None:
        """Write those `in_parts`."""

    def _when_loading(self, loaded: dict, following: dict) -> list[tuple]:
        """Names and values of the registers that are loaded without a run."""
        # Sorted, so that the text does not change from run to run.
        return [(name, loaded[name]) for name in sorted(self.loadable)]

    def _takes_a_cycle(self) -> bool:
        """Whether every run is done in the cycle in which it starts."""
        return max(self.primitive.rounds) <= self.unrolled

    def _fed_back(self) -> set[str]:
        """The registers that come from inputs alone which are driven with the outputs."""
        names = set(self.primitive.inputs) if self.feedback is True else set(self.feedback or ())
        return fed_back(self.primitive, names)

    def held_registers(self) -> frozenset[str]:
        """The registers that keep their values while a result waits."""
        return self.loadable | read_by(self.primitive.result, self.primitive)

    def _following(self, m: Module, source: dict, idle: Signal) -> dict:
        """The registers after k steps, or after fewer in the last clock of a run."""
        if self.primitive.last_step is None:
            following, ending = unrolled_steps(m, self.primitive, source, self.unrolled)
            if ending is following:
                return following
            self._ends = (
                self._is_last(idle)
                if self._left is not None
                else predicate(m, "ends", self.primitive.finished, ending)
            )
        else:
            # The last step of a clock is made both ways, and the end of the run chooses.
            before = steps(m, self.primitive, source, self.unrolled - 1)
            following = apply(
                m, f"step{self.unrolled - 1}", self.primitive.step, before, self.primitive.layout
            )
            ending = apply(m, "last_step", self.primitive.last_step, before, self.primitive.layout)
            self._ends = self._is_last(idle)
        return {name: Mux(self._ends, ending[name], following[name]) for name in following}

    def _finishes(self, m: Module, following: dict, idle: Signal):
        """1 if the registers hold a result after this cycle, should it compute."""
        if self._takes_a_cycle():
            return Const(1)
        if self._ends is not None:
            return self._ends
        if self._left is not None:
            return self._is_last(idle)
        return predicate(m, "finished", self.primitive.finished, following)

    def _count(self, m: Module, start: Signal) -> None:
        """The cycles that are left, of a primitive whose registers do not tell."""
        self._left, self._ends = None, None
        # Where the last step differs its number must be known in front of it; a predicate stands
        # behind.
        if self.primitive.finished is not None and self.primitive.last_step is None:
            return
        self._left = counted(
            m, start, self._cycles(), most=-(-self.primitive.rounds[0] // self.unrolled)
        )

    def _cycles(self):
        """Cycles of the run that starts now."""
        counts = [-(-count // self.unrolled) for count in self.primitive.rounds]
        cycles = counts[0]
        for index, count in enumerate(counts[1:], 1):
            cycles = Mux(getattr(self, f"in_{SCHEDULE}") == index, count, cycles)
        return cycles

    def _is_last(self, idle: Signal):
        return Mux(idle, self._cycles() == 1, self._left == 1)


def counted(m: Module, start, cycles, *, most: int) -> Signal:
    """The cycles that are left of a run that ``start`` begins; of ``cycles``, and of ``most`` at
    most.
    """
    # The clock of the start counts too, so what is stored is at most one less.
    left = Signal(range(most), name="cycles_left")
    with m.If(start):
        m.d.sync += left.eq(cycles - 1)
    with m.Elif(left != 0):
        m.d.sync += left.eq(left - 1)
    return left


def read_by(function: Callable[[State], State], primitive: Primitive) -> frozenset[str]:
    """The registers of ``primitive`` that a function of them reads."""
    return frozenset().union(*map(reads, trace(function, primitive.layout).outputs.values()))


def sources(primitive: Primitive) -> dict[str, frozenset[str]]:
    """For each register of ``primitive`` the inputs from which it is loaded."""
    return {
        name: frozenset(reads(word))
        for name, word in trace(primitive.load, primitive.inputs).outputs.items()
    }


def fed_back(primitive: Primitive, names: Collection[str]) -> set[str]:
    """The registers of ``primitive`` that are loaded from these inputs alone, whatever the schedule
    is.
    """
    read = {name: inputs - {SCHEDULE} for name, inputs in sources(primitive).items()}
    return {name for name, inputs in read.items() if inputs and inputs <= set(names)}


def unchanged(primitive: Primitive) -> frozenset[str]:
    """The registers of ``primitive`` that a step leaves as they are."""
    record = trace(primitive.step, primitive.layout)
    return frozenset(
        name for name, word in record.outputs.items() if word is record.inputs.get(name)
    )


def echoed(primitive: Primitive, outputs: Mapping[str, str]) -> frozenset[str]:
    """The inputs whose registers stay as they are, in any round, if the input is driven with an
    output.

    Such an input may be among ``feedback``. Judged on states at random.

    Args:
        primitive: whose registers.
        outputs: the output for each input in question.
    """
    alone = {name: next(iter(read)) for name, read in sources(primitive).items() if len(read) == 1}
    # A fixed seed: what a core is must not differ from run to run.
    random, found = Random(0), set(outputs)
    for _ in range(8):
        state = {
            name: SoftwareWord(width, random.getrandbits(width))
            for name, width in primitive.layout.items()
        }
        given = {name: SoftwareWord(width, 0) for name, width in primitive.inputs.items()}
        result = primitive.result(state)
        loaded = primitive.load(
            {**given, **{name: result[output] for name, output in outputs.items()}}
        )
        found -= {
            alone[name]
            for name in alone
            if alone[name] in outputs and int(loaded[name]) != int(state[name])
        }
    return frozenset(found & set(alone.values()))
