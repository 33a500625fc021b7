# SPDX-License-Identifier: Apache-2.0
"""The exact check: every probe on a mapped netlist, with glitches and transitions, over a call and
the next.

Model: a probe on a net sees all registers and input bits in its cone, in two successive cycles (S.
Faust et al., "Composable Masking Schemes in the Presence of Physical Defaults & the Robust Probing
Model", CHES 2018, with both glitches and transitions). One probe, at any net, in any cycle. The
shares that come in, and the bits of the port ``random`` in each cycle, are uniform; the inputs stay
at the ports until the next call. Public values are those that a seed gives.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from time import monotonic
from typing import Any

from ....design import Design
from ....errors import DesignError
from ....primitives.in_stages import share_names
from ..leakage import FRESH, REUSED, ZEROS, require_handshake
from .polynomials import LARGEST, ONE, ZERO, Polynomial, TooLarge, multiplying
from .probes import Verdict, explain, is_safe, judge, summary
from .sharings import SHARES
from .state import words_in_shares
from .stimulus import LOAD, Stimulus
from .symbolic import SymbolicNetlist

MORE_SHARES = 3_000_000
"""Monomials of two factors that are multiplied where there are more than three shares."""

LONGEST = 10_000
"""Cycles of a call."""

WAITING, AGAIN = 2, 16
"""Cycles that the result waits, and cycles of the next call that are watched at most; not more than
the first call took.
"""


NAMED = 3
"""Leaking probes that are named."""

MODEL = (
    "one probe on any net, seeing all registers and inputs of its cone in two successive cycles "
    "(glitches and transitions)"
)

NOT_COVERED = (
    "two probes and more (second and higher orders)",
    "coupling between wires, and layout",
    "values of more than two successive cycles seen together",
    "other public values than those of the seed",
    "input shares or random bits that are not uniform and independent",
    "a load behind a call",
)


def assess(
    design: Design, netlist: Path, liberty: Path, directory: Path, *, seed: int = 1
) -> dict[str, Any]:
    """Check a netlist of a bare primitive, masked or not.

    Args:
        design: with valid and ready; of its sources nothing is used.
        netlist, liberty: its mapped netlist, and the cells.
        directory: to work in.
        seed: of the public inputs.

    Returns:
        As `check`.

    Raises:
        CallError: the design has another interface.
        DesignError: no result came.
    """
    require_handshake(design)
    return check(design, SymbolicNetlist.read(netlist, liberty, design.top, directory), seed=seed)


def check(
    design: Design,
    netlist: SymbolicNetlist,
    *,
    seed: int = 1,
    random: str = FRESH,
    first: bool = False,
) -> dict[str, Any]:
    """Check a netlist that was read.

    Args:
        design, seed: see `assess`.
        netlist: of the design, or a control made of that.
        random: `FRESH`, `ZEROS` or `REUSED`.
        first: end with the first cycle in which a view leaks.

    Returns:
        ``passed``; ``complete``: nets that lead to all shares of a word; ``probes``: nets that were
        watched (every other one sees less than one of these), ``cycles``; ``leaking``: views that
        depend on secrets, or for which that is not excluded; ``leaks``: for some of them ``net``,
        ``cycle``, ``registers``, ``transition`` and ``pair``; ``fault``: why the check ended early,
        if a sharing is not uniform; ``model``, ``not_covered``; ``seconds``.

    Raises:
        DesignError: no result came.
    """
    start = monotonic()
    found = Check(design, netlist, seed, random, first)
    with multiplying(LARGEST if found.sharings.shares <= SHARES else MORE_SHARES):
        found.run()
    complete = found.complete()
    # A check that ended early has shown nothing, so it does not pass.
    return {"passed": not (found.leaking or found.registers.fault or complete),
            "complete": complete, "probes": len(found.watched),
            "cycles": found.registers.cycle, "leaking": found.leaking,
            "leaks": found.leaks, "fault": found.registers.fault,
            "model": MODEL, "not_covered": list(NOT_COVERED),
            "random": random, "seconds": monotonic() - start}  # fmt: skip


class Check(Stimulus):
    """One run of the check; see `check`.

    Attributes:
        longest: cycles after which the check ends; None: when a call and the next one are over.
        fed_back: the next call gets the shares of the first one's result.
    """

    longest: int | None = None
    fed_back: bool = False

    def __init__(
        self, design: Design, netlist: SymbolicNetlist, seed: int, random: str, first: bool
    ):
        super().__init__(design, netlist, seed, random)
        self.first = first
        self.leaking, self.leaks = 0, []
        self.watched = watched(netlist)

    def run(self) -> None:
        """A call whose result waits, and the beginning of the next one; a core that can be loaded
        is, before the first one.
        """
        self._cycle(self._ports(reset=True))
        if LOAD in self.netlist.ports:
            self._cycle({**self._call(0)[0], **self._ports(**{LOAD: True})})
        call = self._call(1)
        for word in call:
            self._cycle({**word, **self._ports(in_valid=True)})
        # Polynomials are compared by their terms: ``==`` would ask whether they are one object.
        while self._cycle({**call[-1], **self._ports()})["out_valid[0]"].terms != ONE.terms:
            if self._is_over():
                return
            if self.registers.cycle > LONGEST:
                raise DesignError(
                    f"{self.design.name}: its netlist gives no result within {LONGEST} cycles."
                )
        again = [self._result()] if self.fed_back else self._call(2)
        length = self.registers.cycle
        rest = [(again[-1], {})] * min(AGAIN, length)
        for word, ones in [*self._between(call[-1], again), *rest]:
            while "in_valid" in ones and not self._may_begin() and not self._is_over():
                self._cycle({**call[-1], **self._ports()})
            if not self._is_over():
                self._cycle({**word, **self._ports(**ones)})

    @staticmethod
    def _between(last: Mapping, again: list[dict]) -> list[tuple[Mapping, dict]]:
        """What the ports get from a result that waits to the next call, which a core that takes it
        at once may take in the cycle in which the result leaves.
        """
        if len(again) == 1:
            return [*[(last, {})] * WAITING, (again[0], {"in_valid": True, "out_ready": True})]
        return [
            *[(last, {})] * WAITING,
            *[(last, {"out_ready": True})] * len(again),
            *[(word, {"in_valid": True}) for word in again],
        ]

    def _result(self) -> dict[str, Polynomial]:
        """What the inputs of a call get that goes on with the result of the one before; those that
        no result has, such as the number of rounds, are those of a second call.
        """
        _, nets = self.netlist.evaluate(self.registers.values)
        again = {
            name.replace("out_", "in_", 1): value
            for name, value in self.netlist.port_values(nets).items()
            if name.replace("out_", "in_", 1).partition("[")[0] in self.netlist.inputs
            and name.startswith("out_")
        }
        return {**self._call(2)[0], **again}

    def _is_over(self) -> bool:
        """Whether nothing more can, or need, be learned."""
        late = self.longest is not None and self.registers.cycle >= self.longest
        return bool(self.registers.fault or (self.first and self.leaking) or late)

    def complete(self) -> list[str]:
        """Names of watched nets whose cone has all shares of a word."""
        words = words_in_shares(self.registers.values, self.sharings.shares)
        found = []
        for name, cone in self.watched.items():
            # Shares of different bits count too: words are compared, not bits.
            stems = {source.partition("[")[0] for source in cone}
            found += [
                name for word in words if set(share_names(word, self.sharings.shares)) <= stems
            ][:1]
        return found

    def _cycle(self, inputs: Mapping[str, Polynomial]) -> dict[str, Polynomial]:
        """One clock, with all probes; returns what the ports are, over the registers."""
        try:
            ports = self._watched_cycle(inputs)
            if self._is_taken(ports):
                self._word = None
            return ports
        except TooLarge:
            self.registers.fault = (
                f"cycle {self.registers.cycle}: products of too many shares to be followed"
            )
            # Without a result `run` looks whether it is over, and finds the fault.
            return {"out_valid[0]": ZERO}

    def _watched_cycle(self, inputs: Mapping[str, Polynomial]) -> dict[str, Polynomial]:
        spent = set(self.sharings.spent)
        if any(spent & value.variables() for value in inputs.values()):
            self.registers.fault = (
                f"cycle {self.registers.cycle}: random bits that were used stay at the ports"
            )
        ports = self.registers.take(inputs)
        touched = self.sharings.touched
        before, over, after = self.registers.step()
        if not self.registers.fault:
            spent = self.sharings.spent - spent
            for name in self._suspects(before, over, after, spent):
                ways = [(over, touched), (after, self.sharings.touched)]
                both = not self._shows_spent(self.watched[name], before, after, spent)
                self._probe(name, before, *ways[: 1 + both])
            self.registers.settle()
        return ports

    def _shows_spent(
        self, cone: Iterable[str], before: Mapping, after: Mapping, spent: set[int]
    ) -> bool:
        """Whether a new variable in the second cycle was made with a random bit, one of those that
        were used in this clock, that is seen in the first one: they are not independent, and no
        origin says so.
        """
        # Most cores have no random bits.
        if not spent:
            return False
        shown = {number for name in cone for number in before[name].variables()} & spent
        new = {number for name in cone for number in after[name].variables()} if shown else ()
        definitions = (self.sharings.variables[number].definition for number in new)
        return any(shown & found.variables() for found in definitions if found is not None)

    def _suspects(
        self, before: Mapping, over: Mapping, after: Mapping, spent: set[int]
    ) -> Iterator[str]:
        """Watched nets for which the quick rule decides in neither way of writing the values;
        ``spent``: the random bits that were used in this clock.
        """
        now, then, new = (
            {
                name: summary(value, self.sharings)
                for name, value in values.items()
                # A constant is the same for all secrets, so a view without it decides the same.
                if not value.is_constant
            }
            for values in (before, over, after)
        )
        for name, cone in self.watched.items():
            first = [now[source] for source in cone if source in now]
            if not is_safe([*first, *(then[source] for source in cone if source in then)]):
                second = [new[source] for source in cone if source in new]
                if not is_safe([*first, *second]) or self._shows_spent(cone, before, after, spent):
                    yield name

    def _probe(self, name: str, before: Mapping, *ways: tuple[Mapping, int]) -> None:
        """Judge a net and, if it leaks, name the smallest one of its cone that does."""
        cone = self.watched[name]
        verdict = self._judge(cone, before, ways)
        if verdict.passed:
            return
        self.leaking += 1
        # All leaks count, but to name one means to judge every net of its cone.
        if len(self.leaks) >= NAMED:
            return
        net, cone, verdict = self._smallest(name, cone, verdict, before, ways)
        # The first cycle by itself: if that shows nothing, the leak needs the transition.
        alone = self._judge(cone, before, ((dict.fromkeys(cone, ZERO), ways[0][1]),))
        self.leaks.append({
            "net": net, "cycle": self.registers.cycle - 1, "transition": alone.passed,
            # A register that was constant is named for what it takes in.
            "registers": explain({source: before[source] ^ ways[0][0][source]
                                  if before[source].is_constant else before[source]
                                  for source in cone}),
            "pair": verdict.pair})  # fmt: skip

    def _judge(self, cone, before: Mapping, ways) -> Any:
        found = None
        for after, touched in ways:
            try:
                found = judge(
                    [values[source] for values in (before, after) for source in cone],
                    self.sharings,
                    touched,
                )
            # What cannot be followed is not excluded, so it counts as a leak.
            except TooLarge:
                found = Verdict(False)
            # A proof in one way of writing is enough, and so are two secrets told apart.
            if found.passed or found.pair:
                return found
        return found

    def _smallest(self, name: str, cone, verdict, before: Mapping, ways) -> tuple:
        # Names are ``next REGISTER`` or ``PORT[BIT]``, as `watched` gives them.
        nets = (
            self.netlist.registers[name[5:]].inputs
            if name.startswith("next ")
            else [self.netlist.ports[name.partition("[")[0]][int(name.partition("[")[2][:-1])]]
        )
        smaller = {self.netlist.cone(net): net for net in self.netlist.inside(nets)}
        # Sorted by size and then by number, so that every run names the same net.
        for inner, net in sorted(smaller.items(), key=lambda item: (len(item[0]), str(item[1]))):
            found = self._judge(inner, before, ways)
            if not found.passed:
                return self.netlist.names.get(net, f"net {net}"), inner, found
        return name, cone, verdict


def watched(netlist: SymbolicNetlist) -> dict[str, frozenset[str]]:
    """The cones of what each register takes in and of each output, by a name; of equal cones
    one."""
    cones = {
        f"next {name}": frozenset().union(*map(netlist.cone, flip_flop.inputs))
        for name, flip_flop in netlist.registers.items()
    }
    cones |= {
        f"{port}[{bit}]": netlist.cone(net)
        for port in netlist.ports
        if port not in netlist.inputs
        for bit, net in enumerate(netlist.ports[port])
    }
    distinct = {cone: name for name, cone in cones.items()}
    return {name: cone for cone, name in distinct.items()}


__all__ = ["FRESH", "REUSED", "SHARES", "ZEROS", "assess", "check", "watched"]
