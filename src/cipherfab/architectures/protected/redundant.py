# SPDX-License-Identifier: Apache-2.0
"""Basic iterative with the last k rounds computed twice (`round,redundant=k`): a result that a
fault has touched is withheld.
"""

from dataclasses import replace

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib.wiring import Out

from ...errors import CallError
from ...primitives.primitive import Primitive
from ...primitives.transformed import both_directions
from ..iterated.bidirectional import inverse_of
from ..iterated.iterated import Iterated
from ..steps import apply, load

IDLE, WAITING, LAST = 0, 1, 2
"""Values of the count of cycles left: no call is under way; a result waits; the last step is
computed. From there on one more for each step before it.
"""


class Redundant(Iterated):
    """One step per clock, the last k steps twice, from the same state kept in a second set of
    registers; both results are compared.

    ``copy`` has a register for each one of the state. At the edge at which the protected steps
    begin it takes the same values as the state, from the logic in front of both, so that no later
    flip can reach both computations. After the first computation the two change places: the state
    begins again from the copy, and the copy keeps what was computed. In every cycle in which a
    result waits, the one that leaves included, the results of both are compared; they are given if
    they are equal, otherwise the outputs are 0. The count of cycles, which steers all this, has a
    second register that holds its complement and counts by itself; in every cycle in which the two
    disagree nothing is given, and the call is given up. What the copy takes, and whether the
    outputs are 0, goes by the second count; that a result is valid, by the first one too.

    The port ``fault`` is 1 from the cycle in which a fault is noticed until the next call starts,
    and in at least one cycle; that call gives no result. The next call can begin two cycles after
    that at the latest, and knows nothing of the fault. A run of r rounds takes r + k cycles.

    With ``encdec`` the direction of a call is a register of the state (`both_directions`), so the
    copy has its own: a flip of one reaches one of the two computations. The inputs say the
    direction in the cycle that starts a call, there also to the count of cycles; afterwards only
    these registers do. A decryption of r rounds takes r + k cycles, with the r of the inverse, of
    which the last k are protected; steps that only advance the tweakey come before them.

    Covered is any change of any one flip-flop in any one cycle from the first protected step on
    until the result has left: the right result is given, or none, and then ``fault`` says so. Not
    covered are changes of the state in the rounds before, since both computations start from what
    they leave; faults at the inputs; faults in the logic that last over both computations; several
    faults that agree; and a fault in the gates behind the comparison, whose outputs are the ports:
    which these are, `cipherfab faults` says (docs/explanation/faults.md). A synthesis tool that
    merges flip-flops of complementary values would undo the second count; Yosys does not
    (`tests/verify/gates/injection/test_campaign.py`).

    Args:
        primitive: what is computed.
        repeated: k.
        encdec: in both directions; ports as of `Bidirectional`.

    Ports:
        fault: out, see above. The others as of every primitive.

    Raises:
        CallError: k does not fit, or there is no fitting inverse.
    """

    def __init__(self, primitive: Primitive, *, repeated: int, encdec: bool = False):
        counts = (*primitive.rounds, *(inverse_of(primitive).rounds if encdec else ()))
        if not 1 <= repeated < min(counts):
            raise CallError(
                f"{primitive.name}: redundant={repeated} is refused: expected at least "
                f"1, and less than the "
                f"{min(counts)} rounds of "
                f"{'the shortest' if len(set(counts)) > 1 else 'a'} run."
            )
        self.repeated, self._counts, self._encdec = repeated, counts, encdec
        # The end of a run is counted, so `finished` is not asked, and what it would read need not
        # be held for it.
        super().__init__(
            replace(both_directions(primitive), finished=None) if encdec else primitive
        )

    def more_ports(self) -> dict:
        return {"fault": Out(1)}

    def elaborate(self, platform):
        m = Module()
        state, copy = self._registers(""), self._registers("_copy")
        # All ones, so that the second register has each bit of the first one inverted.
        most = (1 << (max(self._counts) + self.repeated).bit_length()) - 1
        self._left = Signal(range(most + 1), name="cycles_left", init=IDLE)
        # A complement, since Yosys makes one register of two that are equal.
        inverted = Signal(range(most + 1), name="cycles_left_inverted", init=most - IDLE)
        noticed, alarm, torn = (Signal(name=name) for name in ("noticed", "alarm", "torn"))
        counts = (self._left, ~inverted)
        start, start_copy = self._starts(m, counts, torn)
        self._data(m, state, copy, start, (counts[1], start_copy))
        results = [
            apply(m, name, self.primitive.result, registers, self.primitive.outputs)
            for name, registers in (("result", state), ("result_copy", copy))
        ]
        m.d.comb += torn.eq(self._broken(inverted))
        broken = torn | (alarm & (self._left != IDLE))
        differ = self._differ(*results)
        m.d.comb += [
            noticed.eq(broken | ((self._left == WAITING) & differ)),
            self.fault.eq(noticed | alarm),
            self.out_valid.eq((self._left == WAITING) & ~broken & ~differ),
        ]
        following = [
            Mux(torn, IDLE, self._next_count(count, starts, noticed))
            for count, starts in zip(counts, (start, start_copy))
        ]
        m.d.sync += [
            alarm.eq(~(self.in_valid & self.in_ready) & (noticed | alarm)),
            self._left.eq(following[0]),
            inverted.eq(~following[1]),
        ]
        # Not by what says that the result is valid: a fault there offers 0 and no state on its way.
        # And by both counts: one that a fault takes to the end, while state and copy are still
        # equal, shows nothing either.
        shown = Signal(name="shown")
        m.d.comb += shown.eq((counts[1] == WAITING) & ~torn & ~differ)
        self.drive_outputs(m, {name: Mux(shown, value, 0) for name, value in results[0].items()})
        return m

    def _starts(self, m: Module, counts: tuple, torn: Signal) -> list[Signal]:
        """When a call starts, as each count says; it is accepted if both do and are not torn apart,
        after which both begin anew. This does not wait for the comparison of the results, which is
        a long path: a start during a fault replaces a lost call.
        """
        ready = [(count == IDLE) | ((count == WAITING) & self.out_ready) for count in counts]
        starts = [Signal(name="start"), Signal(name="start_copy")]
        m.d.comb += [
            self.in_ready.eq(ready[0] & ready[1] & ~torn),
            *(start.eq(self.in_valid & each) for start, each in zip(starts, ready)),
        ]
        return starts

    def _registers(self, suffix: str) -> dict:
        return {
            name: Signal(width, name=name + suffix, reset_less=True)
            for name, width in self.primitive.layout.items()
        }

    def _data(self, m: Module, state: dict, copy: dict, start: Signal, of_copy: tuple) -> None:
        """The state and its copy: both take the next state where the protected steps begin; where
        they end they change places. The copy goes by the second count and what it starts with.
        """
        left, start_copy = of_copy
        takes = (
            (left == LAST + 2 * self.repeated)
            | (left == LAST + self.repeated)
            # With one step in front of the protected ones that is the clock of the start, which no
            # count shows yet.
            | (start_copy & (self._cycles() == 1 + self.repeated))
        )
        again = self._left == LAST + self.repeated
        following = self._following(
            m, self._source(load(m, self.primitive, self.inputs()), state, start), start
        )
        held, source = (
            self.held_registers(),
            {name: Mux(again, copy[name], following[name]) for name in state},
        )
        with m.If(start | (self._left > WAITING)):
            m.d.sync += [state[name].eq(source[name]) for name in state if name in held]
        m.d.sync += [state[name].eq(source[name]) for name in state if name not in held]
        with m.If(takes):
            m.d.sync += [copy[name].eq(following[name]) for name in copy]

    def _cycles(self):
        if not self._encdec:
            return super()._cycles()
        forwards, backwards = self._counts
        return Mux(self.in_decrypt, backwards, forwards)

    def _next_count(self, count, start: Signal, noticed: Signal):
        """Down to `WAITING`, and from there to `IDLE` when the result leaves or a fault is
        noticed."""
        leaves = noticed | ((count == WAITING) & self.out_ready)
        running = Mux(count > WAITING, count - 1, count)
        return Mux(start, self._cycles() + self.repeated, Mux(leaves, IDLE, running))[
            : len(self._left)
        ]

    def _broken(self, inverted: Signal):
        """1 when the two counts disagree."""
        return (self._left ^ ~inverted).any()

    @staticmethod
    def _differ(outputs: dict, others: dict):
        """1 when the two computations disagree."""
        return Cat(value ^ others[name] for name, value in outputs.items()).any()

    def _is_last(self, start: Signal):
        # Both computations end with the last step.
        return (self._left == LAST + self.repeated) | (self._left == LAST)
