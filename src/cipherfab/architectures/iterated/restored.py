# SPDX-License-Identifier: Apache-2.0
"""Iterated, with registers that are restored: what stays from run to run is kept in the register
that a run walks.
"""

from collections.abc import Collection

from amaranth.hdl import Const, Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from ...errors import CallError
from ...primitives.primitive import Primitive, State
from ...primitives.restored import Restored
from ...words.hardware import told
from ..steps import apply, load, one_of, predicate, result
from ..stream import PrimitiveComponent
from .bidirectional import NAMES, Bidirectional
from .iterated import IDLE, check_unrolling, fed_back, read_by, unrolled_steps


class IteratedRestored(PrimitiveComponent):
    """`Iterated`, k steps per clock, where a run begins with what its restored registers hold and
    brings that back at its end.

    A restored register has four sources, of which one is chosen: itself, a step, what comes back, a
    new value. Registers that the result reads are set to 0 by ``in_clear``, for which they need no
    gate of their own.

    Args:
        resting: what is computed.
        unrolled: k.
        feedback: inputs that the user drives with the outputs whenever it does not start a run, as
            of `Iterated`.
        gated: inputs that are loaded as they are and that the user drives with 0 while a run is
            under way: for them what is chosen there needs no second choice here.
        changes: the restored registers that the user may bring back as something else; all if not
            given.

    Ports, beside those of every primitive; NAME is a restored register:
        in_NAME: what ``in_write_NAME`` stores while no run is under way and none starts.
        kept_NAME: what it holds; of meaning while no run is under way.
        came_back_NAME: what it held when the run began; of meaning in the last clock of the run.
        in_back_NAME: what is stored then. These two only of those in ``changes``.
        in_clear: set the registers that the result reads to 0, while no run is under way and none
            starts.

    Raises:
        CallError: k does not fit, see `allowed_unrolling`.
    """

    def __init__(
        self,
        resting: Restored,
        *,
        unrolled: int = 1,
        feedback: Collection[str] = (),
        gated: Collection[str] = (),
        changes: Collection[str] | None = None,
    ):
        check_unrolling(resting.primitive, unrolled)
        self.resting, self.unrolled, self.feedback = resting, unrolled, frozenset(feedback)
        self.gated = frozenset(gated)
        self.changes = frozenset(resting.names if changes is None else changes)
        rounds = resting.primitive.rounds[0]
        # The last clock has the rounds that are left over, or k of them if none are.
        self.steps_at_end = rounds % unrolled or unrolled
        self.cycles = -(-rounds // unrolled)
        super().__init__(resting.primitive)

    def more_ports(self) -> dict:
        """What goes in and out of the restored registers, and the clear."""
        return {"in_clear": In(1), **ports_of(self.resting, self.changes)}

    def elaborate(self, platform):
        m = Module()
        self.state = {
            name: Signal(width, name=name, reset_less=True)
            for name, width in self.primitive.layout.items()
        }
        active, start = Signal(name="active"), Signal(name="start")
        # As in `Iterated`: what a step works on never waits for `start`, and two registers share
        # what they steer.
        idle, busy = told("idle", IDLE, init=1), Signal(name="busy")
        computes, is_free = Signal(name="computes"), Signal(name="result_is_free")
        m.d.comb += [
            is_free.eq(~active | self.out_ready),
            self.out_valid.eq(active & ~busy),
            self.in_ready.eq(idle & is_free),
            start.eq(self.in_valid & ~busy & is_free),
            computes.eq(self._computes(start, busy)),
        ]
        m.d.sync += active.eq(start | (active & ~(self.out_valid & self.out_ready)))
        following, ending = unrolled_steps(m, self.primitive, self._source(m, ~busy), self.unrolled)
        last = self._last(m, computes, following)
        with m.If(self._begins_or_goes_on(start, computes)):
            m.d.sync += [idle.eq(last), busy.eq(~last)]
        if ending is not following:
            following = {name: Mux(last, ending[name], following[name]) for name in following}
        self._store(m, following, computes, last)
        self.drive_outputs(m, result(m, self.primitive, self.state))
        return m

    def _computes(self, start: Signal, busy: Signal):
        """1 if this cycle makes a step."""
        return start | busy

    def _begins_or_goes_on(self, start: Signal, computes: Signal) -> Signal:
        """1 in every cycle of a run."""
        return computes

    def _loaded(self, m: Module) -> dict:
        """The registers as the inputs make them; those that are restored stay."""
        return load(
            m,
            self.primitive,
            {**self.inputs(), **{name: self.state[name] for name in self.resting.names}},
        )

    def _fed_back(self) -> set[str]:
        """The registers that come from inputs alone which are driven with the outputs."""
        return fed_back(self.primitive, self.feedback)

    def _source(self, m: Module, idle) -> dict:
        """What the first step of this cycle works on."""
        names, loaded, fed_back = self.resting.names, self._loaded(m), self._fed_back()
        return {
            name: register
            if name in names
            else loaded[name]
            if name in fed_back
            else self._chosen(name, idle, loaded[name])
            for name, register in self.state.items()
        }

    def _chosen(self, name: str, idle, loaded):
        """What is loaded, or else the register."""
        register = self.state[name]
        if name in self.gated:
            # The user drives such an input with 0 in a run, so that an OR chooses.
            return loaded | one_of((~idle, register))
        return Mux(idle, loaded, register)

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
        came_back = came_back_of(m, self.resting, self.state, following, done)
        for name, register in self.state.items():
            if name in names:
                back = came_back[name]
                if name in self.changes:
                    m.d.comb += getattr(self, f"came_back_{name}").eq(back)
                    # The user may bring it back as something else, such as the next counter.
                    back = getattr(self, f"in_back_{name}")
                chosen = resting_sources(
                    m, self, name, register, computes, [(computes, following[name], last, back)]
                )
            else:
                chosen = self._choices(name, following[name], computes)
            m.d.sync += register.eq(one_of(*chosen))

    def _choices(self, name: str, following: Signal, computes: Signal) -> list[tuple]:
        """The conditions and words of the next value of a register that is not restored."""
        if name in read_by(self.primitive.result, self.primitive):
            return [(computes, following), (~computes & ~self.in_clear, self.state[name])]
        # What nobody reads while a result waits steps on: a flip-flop without an enable is smaller.
        return [(Const(1), following)]


class BidirectionalRestored(Bidirectional):
    """`Bidirectional`, where a run in either direction begins with what its restored registers hold
    and brings that back at its end.

    They stay as they are before an encryption, and as they are after a decryption.

    Args:
        resting: what is computed; its primitive has an inverse, and both have ``finished``.
        unrolled: k, fewer than there are rounds.
        changes: as of `IteratedRestored`, none of which a result reads; none if not given.

    Ports, beside those of `Bidirectional`: those of restored registers, as of `IteratedRestored`.

    Raises:
        CallError: a result reads what ``changes`` before it has left; and as of `Bidirectional`.
    """

    def __init__(self, resting: Restored, *, unrolled: int = 1, changes: Collection[str] = ()):
        self.resting, self.changes = resting, frozenset(changes)
        wrong = self.changes & read_by_results(resting, encdec=True)
        if wrong:
            raise CallError(
                f"{resting.primitive.name}: expected changes of what no result reads, "
                f"got {', '.join(sorted(wrong))}"
            )
        super().__init__(resting.primitive, unrolled=unrolled)

    def more_ports(self) -> dict:
        """What goes in and out of the restored registers."""
        return ports_of(self.resting, self.changes)

    def _source(self, m: Module, state: dict, idle: Signal, busy: Signal) -> dict:
        names = self.resting.names
        loaded = self._loaded(m, {name: state[name] for name in names})
        chosen = {name: Mux(self.in_decrypt, loaded[1][name], loaded[0][name]) for name in state}
        return {
            # An encryption begins with what the register holds: there is nothing to load.
            name: Mux(~busy & self.in_decrypt, loaded[1][name], register)
            if name in names
            else Mux(idle, chosen[name], register)
            for name, register in state.items()
        }

    def rests(self) -> frozenset[str]:
        return frozenset(self.resting.names) | read_by_results(self.resting, encdec=True)

    def _rest(self, m: Module, state: dict, ends: dict, computes, backwards) -> None:
        """As of `IteratedRestored`, sums of gated words, with a gate for each direction."""
        runs = self._runs(m, state, ends, computes, backwards)
        for name in self.resting.names:
            of_name = [
                (goes, following[name], last, back[name]) for goes, following, last, back in runs
            ]
            if name in self.changes:
                m.d.comb += getattr(self, f"came_back_{name}").eq(
                    one_of(*((last, back) for _, _, last, back in of_name))
                )
                changed = getattr(self, f"in_back_{name}")
                of_name = [(*run[:-1], changed) for run in of_name]
            m.d.sync += state[name].eq(
                one_of(*resting_sources(m, self, name, state[name], computes, of_name))
            )
        # Sorted, so that the text does not change from run to run.
        for name in sorted(self.rests() - set(self.resting.names)):
            steps = ((goes, following[name]) for goes, following, _, _ in runs)
            m.d.sync += state[name].eq(one_of(*steps, (~computes, state[name])))

    def _runs(self, m: Module, state: dict, ends: dict, computes, backwards) -> list[tuple]:
        """Of each direction: whether a run is under way, the registers' next values in it, whether
        this is its last clock, and what the restored registers held when it began.
        """
        rounds, runs = self.primitive.rounds[0], []
        # The last clock has the rounds that are left over, or k of them if none are.
        at_end = rounds % self.unrolled or self.unrolled
        for resting, goes, following, name in zip(
            (self.resting, self.resting.inverse), (~backwards, backwards), self._ends, NAMES
        ):
            last = self._last(m, name, resting.primitive, ends, computes & goes, at_end)
            back = came_back_of(m, resting, state, following, rounds - at_end, name=f"{name}_back")
            runs.append((computes & goes, following, last, back))
        return runs

    def _last(
        self, m: Module, name: str, primitive: Primitive, ends: dict, computes, at_end: int
    ) -> Signal:
        """1 in the last clock of a run in one direction; known a cycle ahead, since it steers whole
        registers.
        """
        last = Signal(name=f"{name}_is_last")

        def ends_next(words: State):
            for _ in range(at_end):
                words = primitive.step(words)
            return primitive.finished(words)

        m.d.sync += last.eq(computes & ~last & predicate(m, f"{name}_ends_next", ends_next, ends))
        return last


def read_by_results(resting: Restored, *, encdec: bool) -> frozenset[str]:
    """The registers that results read: of the primitive and, with ``encdec``, of its inverse."""
    directions = (resting, resting.inverse) if encdec else (resting,)
    return frozenset().union(*(read_by(one.primitive.result, one.primitive) for one in directions))


def ports_of(resting: Restored, changes: Collection[str]) -> dict:
    """The ports of restored registers that are no inputs of the primitive."""
    ports = {}
    for name in resting.names:
        width = resting.primitive.layout[name]
        ports |= {f"in_write_{name}": In(1), f"kept_{name}": Out(width)}
        if name in changes:
            ports |= {f"in_back_{name}": In(width), f"came_back_{name}": Out(width)}
    return ports


def came_back_of(
    m: Module, resting: Restored, state: dict, following: dict, done: int, *, name: str = "back"
) -> dict:
    """What the restored registers held when the run began, in its last clock.

    Args:
        state, following: the registers at the beginning of this clock, ``done`` steps later than
            the run began, and at its end.
    """
    layout = resting.primitive.layout
    # The others are back by themselves behind the last step.
    moved = {name: layout[name] for name in resting.names if name not in resting.returning}
    if not moved:
        return following
    return {**following, **apply(m, name, lambda words: resting.back(words, done), state, moved)}


def resting_sources(
    m: Module, component, name: str, register: Signal, computes, runs: list[tuple]
) -> list[tuple]:
    """The conditions and words of a restored register's next value.

    Args:
        component: with its ports.
        runs: for each kind of run, whether one is under way, the next value in it, whether this is
            its last clock, and the next value then.
    """
    write, chosen = getattr(component, f"in_write_{name}"), []
    m.d.comb += getattr(component, f"kept_{name}").eq(register)
    for goes, following, last, back in runs:
        chosen += (
            [(goes, following)]
            # Where nothing has to be brought back the last clock is like the others.
            if back is following
            else [(goes & ~last, following), (goes & last, back)]
        )
    return [
        *chosen,
        # In a run the register belongs to the run, so that a write waits for its end.
        (~computes & write, getattr(component, f"in_{name}")),
        (~computes & ~write, register),
    ]
