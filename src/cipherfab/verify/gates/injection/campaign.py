# SPDX-License-Identifier: Apache-2.0
"""Faults in a mapped netlist: every flip-flop and every gate, flipped or held at 0 or 1, in every
cycle of the last rounds of a call; and pairs of them in control and comparison.

Each lane of the simulator gets one fault, or one pair. What the calls are: `plays`; where faults
can be: `places`. What a fault does is one of
- ``detected``: no answer came, and the port ``fault`` was 1 in some cycle before the second call;
- ``ineffective``: the right answer came, once, and the port ``fault`` stayed 0;
- ``missed``: a wrong answer was offered as valid, to either call, or one too many;
- ``exposed``: of a core with a port ``fault`` only: no wrong answer, but while none was valid the
  outputs had something else than 0 and the answer;
- ``disputed``: the right answer came, although the port ``fault`` said that none would;
- ``silent``: no answer came, and nothing said why;
- ``hung``: none of these, but the second call was not accepted or not answered within the cycles
  that it had.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from ....design import Design
from ....errors import CallError
from ....primitives.primitive import Primitive
from ..gatesim import LANES
from . import ineffective
from .places import KINDS, OF_REGISTERS, Fault, everywhere, name, steering
from .plays import AT_ONCE, START, WAITING, Lane, Plays

OUTCOMES = ("detected", "ineffective", "missed", "exposed", "disputed", "silent", "hung")
WRONG = OUTCOMES[2:4]
"""Outcomes that a protected core must not have: something wrong was given, and nothing said so."""

DIRECTIONS = ("encryption", "decryption")
"""Of a call, by what ``in_decrypt`` is."""

Told = Callable[[str, int], None]
"""Called with what was simulated and how many runs of it are left."""


@dataclass(frozen=True, kw_only=True)
class Tries:
    """Which faults are tried, and how often.

    Attributes:
        window: faults begin so many cycles before the result is there, and end with the cycle in
            which it leaves. None: they begin in the cycle after the one that accepts the inputs.
        calls: how many random inputs all faults are tried with, each with the second call far from
            and right behind the first; of a core in both directions, so many with each pair of
            directions of the first and the second call.
        pairs: how many pairs of faults in control and comparison are tried, chosen by the seed
            from those that alone have no outcome of `WRONG`.
        inputs: with how many random inputs each fault is tried for whether it depends on data that
            it has no effect (`ineffective.Ineffective`); 0: not at all.
        seed: of the inputs and the pairs.
    """

    window: int | None = None
    calls: int = 1
    pairs: int = 0
    inputs: int = 0
    seed: int = 1


def assess(
    design: Design,
    primitive: Primitive,
    netlist: Path,
    liberty: Path,
    directory: Path,
    tries: Tries,
    *,
    told: Told = lambda what, left: None,
) -> dict[str, Any]:
    """Inject faults.

    Args:
        design: of a bare primitive with valid and ready, in one direction or in both, masked or
            not; a port ``fault`` says that it detects faults.
        primitive: what it computes.
        netlist, liberty: its mapped netlist, and the cells.
        directory: to work in.
        tries: which faults, and how often.
        told: progress.

    Returns:
        ``registers``, ``gates``; ``clock_gates``, which get no faults; ``cycles``: first and last
        with faults, counted from the one that accepts the inputs; ``latency``; ``faults``;
        a count for each of `OUTCOMES`; ``kinds``: by
        kind of fault, how many were ``injected`` and these counts; ``places``: for each outcome but
        the first two, a dictionary for each place and kind with ``place`` (its name in the
        netlist), ``kind``, ``cycles``; ``pairs``: None or a dictionary with these counts, ``sites``
        (flip-flops and gates of control and comparison, by their names) and ``wrong``, a list of
        pairs of [place, kind, cycle]; ``statistical``: None or as `Ineffective.assess`;
        ``protected``: there is a port ``fault``; ``passed``: no outcome of `WRONG` by a single
        fault; ``simulated``: faults times cycles, ``seconds`` for them; ``seed``.

        Of a core in both directions ``cycles``, ``latency``, ``places``, ``pairs`` and
        ``statistical`` are in ``directions``, by those of `DIRECTIONS`, with ``faults``, ``kinds``
        and the counts for first calls in this one.

    Raises:
        CallError: the design has another interface, or the window is longer than a call.
        DesignError: the netlist gives a wrong answer without a fault.
        ToolError: the simulator does not compile.
    """
    plays = Plays(design, primitive, netlist, liberty, directory, seed=tries.seed)
    tried = _Tried(plays, tries, told)
    found = [
        _direction(tried, first, rest=(netlist, liberty, directory)) for first in plays.directions
    ]
    totals = {outcome: sum(part[outcome] for part in found) for outcome in ("faults", *OUTCOMES)}
    whole = found[0] if len(found) == 1 else {**totals, "directions": dict(zip(DIRECTIONS, found))}
    return {"registers": len(plays.simulator.registers), "gates": len(plays.simulator.drivers),
            "clock_gates": len(plays.simulator.gated), **whole,
            "protected": bool(plays.port("fault")), "calls": tries.calls,
            "passed": not any(totals[outcome] for outcome in WRONG), "seed": tries.seed,
            "simulated": plays.simulated, "seconds": plays.seconds}  # fmt: skip


def _direction(tried: "_Tried", direction: int, *, rest: tuple[Path, Path, Path]) -> dict[str, Any]:
    """All faults, with first calls in one direction: the part of what `assess` returns that is
    about these.
    """
    plays, latency, tries = tried.plays, tried.plays.latency(direction), tried.tries
    window = latency - 1 if tries.window is None else tries.window
    if not 1 <= window < latency:
        raise CallError(
            f"{plays.name}: expected faults in the last 1 to {latency - 1} of "
            f"{latency} cycles, got {window}."
        )
    cycles = range(START + latency - window, START + latency + WAITING)
    single = everywhere(plays.simulator, cycles)
    tables, places, wrong = _counted(
        plays, tried.outcomes([(fault,) for fault in single], latency, direction)
    )
    # It compiles a program of its own, so it is made only where it is used.
    sifa = (
        ineffective.Ineffective(plays, rest, latency, direction, tries.seed)
        if tries.pairs or tries.inputs
        else None
    )
    return {
        "cycles": [cycles[0] - START, cycles[-1] - START],
        "latency": latency,
        **_totals(tables),
        "kinds": tables,
        "places": places,
        "pairs": _pairs(tried, sifa, cycles, direction, wrong) if tries.pairs else None,
        "statistical": sifa.assess(single, tries.inputs, tried.told) if tries.inputs else None,
    }


class _Tried:
    """Plays lanes with faults, all inputs and second calls, and says what each did."""

    def __init__(self, plays: Plays, tries: Tries, told: Told):
        self.plays, self.tries, self.told = plays, tries, told

    def outcomes(
        self, lanes: Sequence[Lane], latency: int, direction: int
    ) -> Iterator[tuple[Lane, str]]:
        """Each lane as often as it is played, with its outcome. A gate has no fault in the cycle in
        which the next call begins: what it gives there is that call's first, unprotected round.
        """
        begins = START + latency + WAITING - 1
        apart = [
            lane
            for lane in lanes
            if all(fault.kind in OF_REGISTERS or fault.cycle < begins for fault in lane)
        ]
        plans = [
            (behind, following, part)
            for _, behind, following in product(
                range(self.tries.calls), (False, True), self.plays.directions
            )
            for part in _parts(apart if behind else lanes)
        ]
        for number, (behind, following, part) in enumerate(plans, 1):
            seen = self.plays.seen(part, latency, behind, (direction, following))
            yield from zip(part, map(self._outcome, seen))
            self.told("faults", len(plans) - number)

    def _outcome(self, seen: dict[str, bool]) -> str:
        # The worst outcome comes first: a lane counts once.
        if seen["wrong"] or seen["next_wrong"]:
            return "missed"
        # A core without this port promises nothing of its outputs while they are not valid.
        if seen["exposed"] and self.plays.port("fault"):
            return "exposed"
        if not (seen["accepted"] and seen["next_given"]):
            return "hung"
        if seen["given"]:
            return "disputed" if seen["noticed"] else "ineffective"
        return "detected" if seen["noticed"] else "silent"


def _parts(lanes: Sequence[Lane]) -> list[Sequence[Lane]]:
    """Those of each run of the program."""
    at_once = LANES * AT_ONCE
    return [lanes[start : start + at_once] for start in range(0, len(lanes), at_once)]


def _counted(plays: Plays, outcomes: Iterator[tuple[Lane, str]]) -> tuple[dict, dict, set[Fault]]:
    """Counts by kind, the places of each outcome that is neither detected nor ineffective, and the
    faults with an outcome of `WRONG`.
    """
    counts, wrong = Counter(), set()
    cycles = {outcome: defaultdict(set) for outcome in OUTCOMES[2:]}
    for (fault,), outcome in outcomes:
        counts[fault.kind, outcome] += 1
        if outcome in WRONG:
            wrong.add(fault)
        # A fault that is detected, or has no effect, is as it should be and is only counted.
        if outcome in cycles:
            place = name(plays.simulator, fault), KINDS[fault.kind]
            cycles[outcome][place].add(fault.cycle - START)
    tables = {
        kind: {
            "injected": sum(counts[number, outcome] for outcome in OUTCOMES),
            **{outcome: counts[number, outcome] for outcome in OUTCOMES},
        }
        for number, kind in enumerate(KINDS)
    }
    return tables, {outcome: [{"place": place, "kind": kind, "cycles": sorted(when)}
                              for (place, kind), when in found.items()]
                    for outcome, found in cycles.items() if found}, wrong  # fmt: skip


def _totals(tables: dict[str, dict[str, int]]) -> dict[str, int]:
    names = {"faults": "injected", **{outcome: outcome for outcome in OUTCOMES}}
    return {
        title: sum(table[column] for table in tables.values()) for title, column in names.items()
    }


def _pairs(
    tried: _Tried, sifa: "ineffective.Ineffective", cycles: range, direction: int, wrong: set[Fault]
) -> dict[str, Any]:
    """Random pairs of different faults in control and comparison that are not wrong alone."""
    plays, random = tried.plays, Random(tried.tries.seed)
    single = [
        fault
        for fault in steering(plays.simulator, sifa.control(cycles[0]), cycles)
        # A pair with such a fault would be counted for what the fault does alone.
        if fault not in wrong
    ]
    # Sorted, so that a pair that is drawn twice has one name below.
    lanes = [tuple(sorted(random.sample(single, 2))) for _ in range(tried.tries.pairs)]
    counts, named = Counter(), {}
    for lane, outcome in tried.outcomes(lanes, sifa.latency, direction):
        counts[outcome] += 1
        if outcome in WRONG:
            named[lane] = [
                [name(plays.simulator, fault), KINDS[fault.kind], fault.cycle - START]
                for fault in lane
            ]
    return {
        "injected": counts.total(),
        **{outcome: counts[outcome] for outcome in OUTCOMES},
        "sites": sorted({name(plays.simulator, fault) for fault in single}),
        "wrong": list(named.values()),
    }
