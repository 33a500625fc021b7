# SPDX-License-Identifier: Apache-2.0
"""Two versions of a design compared in the states that they reach, and only where a user can see
it.

Both get the same inputs, after a reset that leaves equal arbitrary values in what it does not set,
and any further resets. What waits on an input port stays as it is until it is taken, as the API
asks. They differ if *ready* or *valid* differ outside of a reset, or what is on an output port
while it is valid.

The claim is made weaker step by step (`miter`): first all registers are in step and those of words
are free. A counterexample names the registers that leave step: these may then be apart; if there
are none, the words that it needs are no longer free. What the counterexample puts on the ports is
played on both versions from power-up: if they differ there, they do.

Where that has no answer in time, it begins anew with counters in step too, since a state may be out
of reach only because of a length, and with a `pdr` that generalizes further. And at last with
`invariants` of a core with the LWC API that are proved first, by one step of induction (`agreeing`)
or by the same steps again.

Of each word one bit is *watched* at first; what is watched from then on, `asked` finds.
"""

import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random

from ...design import Design
from . import agreeing
from .agreeing import agree
from .asked import Asked, Inputs
from .invariants import inductive
from .miter import Miter, after_reset, group, label
from .netlist import Netlist

METHOD = "sequential, after reset (ABC pdr)"

WORD_BITS = 9
"""A register of so many bits is a word of data or a counter; smaller ones are states and flags."""

COUNTER_BITS = 16
"""A word of at most so many bits may be a counter, whose values a proof may need."""

FIRST_SHARE, SECOND_SHARE = 0.3, 0.8
"""Until so much of the time is over claims are made weaker step by step, first with all words free,
then with counters in step from the beginning.
"""

GENERALIZING = "-nc"
"""Options of ``pdr`` for the second: it generalizes further, past counterexamples to that, and may
end where the first does not.
"""

Holding = tuple[Collection[str], Collection[str]]
"""Of each version the `invariants` that are proved of it."""

ROUNDS = 32
"""So often the claim is made weaker, or more of it is watched, at most."""

NOT_FROM_POWER_UP = "differs after a reset, not from power-up"


def compare_from_reset(
    one: Netlist, two: Netlist, design: Design, directory: Path, *, timeout: float = 60
) -> dict[str, str]:
    """Prove that nobody can tell two versions apart, or find in which cycle they can.

    Args:
        one, two: of ports and clock of ``design``, with a synchronous reset.
        directory: existing directory for the graphs and the logs.
        timeout: seconds for all of it.

    Returns:
        ``verdict``: ``proved``, ``refuted`` or ``undecided``; ``detail``: the registers that were
            apart, or the cycle, or what ABC did not finish.
    """
    claims = _Claims(one, two, design, Path(directory), timeout)
    found = claims.settled(resets_first=False)
    if found["verdict"] == "undecided" and found["detail"] != NOT_FROM_POWER_UP:
        found = _with_invariants(one, two, design, Path(directory), timeout) or found
    if found["detail"] != NOT_FROM_POWER_UP:
        return found
    # The values after a reset were none that a reset can leave: now it begins in front of it.
    return claims.settled(resets_first=True)


def _with_invariants(
    one: Netlist, two: Netlist, design: Design, directory: Path, timeout: float
) -> dict[str, str] | None:
    """Again, where invariants of the versions are proved first; None if that does not help.

    Only a proof counts: what is played of a counterexample was played before.
    """
    folder = directory / "invariants"
    folder.mkdir(exist_ok=True)
    holding = (inductive(one, design, folder), inductive(two, design, folder))
    if not any(holding):
        return None
    if agree(one, two, design, holding, folder, seconds=max(60, int(timeout / 2))):
        return {"verdict": "proved", "detail": agreeing.METHOD}
    claims = _Claims(one, two, design, folder, timeout, holding=holding)
    found = claims.settled(resets_first=False)
    if found["verdict"] != "proved":
        return None
    return {**found, "detail": f"{found['detail']}, with invariants proved first"}


class _Claims:
    """The claims about two versions, each weaker than the one before. Arguments: see
    `compare_from_reset`.
    """

    def __init__(
        self,
        one: Netlist,
        two: Netlist,
        design: Design,
        directory: Path,
        timeout: float,
        *,
        holding: Holding = ((), ()),
    ):
        self._holding = holding
        self._sides, self._design, self._directory = (one, two), design, directory
        self._timeout, self._began = timeout, time.monotonic()
        self._apart, self._free, self._watched = set(), _words(one, WORD_BITS), set()
        self._counts = False

    @cached_property
    def _versions(self) -> "_Versions":
        return _Versions(*self._sides, self._design)

    def _until(self, share: float) -> float:
        """When a share of the time is over, on the monotonic clock."""
        return self._began + share * self._timeout

    def settled(self, *, resets_first: bool) -> dict[str, str]:
        """See `compare_from_reset`; begins with what the last call ended with.

        Args:
            resets_first: begin at power-up, with a cycle of reset, in place of behind one.
        """
        first = (
            ({}, {})
            if resets_first
            else tuple(after_reset(side, self._design) for side in self._sides)
        )
        for number in range(ROUNDS):
            miter = Miter(
                *self._sides,
                self._design,
                first=first,
                apart=self._apart,
                free=self._free,
                resets_first=resets_first,
                holding=self._holding,
            )
            name = f"{'counts_' * self._counts}{'power' * resets_first}round{number}"
            asked = Asked(
                miter,
                _some(miter, self._watched),
                self._directory,
                name,
                self._until(SECOND_SHARE if self._counts else FIRST_SHARE),
                options=GENERALIZING if self._counts else "",
            )
            verdict, found = asked.verdict()
            if verdict == "proved":
                apart = {*self._apart, *map(group, miter.differences)}
                return {"verdict": "proved", "detail": f"{METHOD}, {_registers(apart)}"}
            if verdict == "undecided":
                return self.at_once() if self._counts else self._counted(resets_first)
            if verdict == "more":
                self._watched |= found
                continue
            # A counterexample of a stronger claim may be of free words or of states that nothing
            # reaches: it is played before it counts.
            cycle = self._versions.differ(found, resets_first=resets_first)
            if cycle is not None:
                return _told_apart(cycle)
            if not _weakened(miter, found, asked.needed, self._apart, self._free):
                return {"verdict": "undecided", "detail": NOT_FROM_POWER_UP}
        return {"verdict": "undecided", "detail": f"no answer in {ROUNDS} rounds"}

    def _counted(self, resets_first: bool) -> dict[str, str]:
        """Again from the strongest claim, but with counters in step."""
        self._apart, self._watched = set(), set()
        self._free = _words(self._sides[0], COUNTER_BITS + 1)
        self._counts = True
        return self.settled(resets_first=resets_first)

    def at_once(self) -> dict[str, str]:
        """All of it in one claim from power-up, for what is left of the time: every register may
        differ, and ABC finds out first which of them never do.
        """
        groups = {group(label(register)) for side in self._sides for register in side.registers}
        miter = Miter(
            *self._sides,
            self._design,
            first=({}, {}),
            apart=groups,
            free=(),
            resets_first=True,
            holding=self._holding,
        )
        asked = Asked(miter, set(miter.differing), self._directory, "at_once", self._until(1))
        verdict, found = asked.correspondence()
        if verdict == "refuted":
            cycle = self._versions.differ(found, resets_first=True)
            return (
                _told_apart(cycle)
                if cycle is not None
                else {"verdict": "undecided", "detail": NOT_FROM_POWER_UP}
            )
        if verdict == "proved":
            # No invariant is checked here: this proof rests on ABC alone.
            return {"verdict": "proved", "detail": f"{METHOD} after scorr, from power-up"}
        return {
            "verdict": "undecided",
            "detail": f"{METHOD}, no answer in {self._timeout:g} s, {_registers(self._apart)}",
        }


def _told_apart(cycle: int) -> dict[str, str]:
    return {"verdict": "refuted", "detail": f"differs {cycle} cycles after power-up"}


def _registers(apart: set[str]) -> str:
    return f"{', '.join(sorted(apart))} apart" if apart else "all registers in step"


def _words(side: Netlist, least: int) -> set[str]:
    """Groups of registers that are words of at least so many bits."""
    widths = Counter(group(label(register)) for register in side.registers)
    return {name for name, width in widths.items() if name and width >= least}


def _some(miter: Miter, watched: set) -> set:
    """What may differ, of each word only the first and those that are in ``watched``."""
    groups: dict[str, list] = {}
    for name in miter.differing:
        groups.setdefault(group(name if isinstance(name, str) else " ".join(name)), []).append(name)
    return {
        name
        for names in groups.values()
        for name in (names if len(names) < WORD_BITS else names[:1])
    } | watched


def _simulated(miter: Miter, cycles: Sequence[Mapping[object, int]], patterns: int) -> Iterator:
    """Values of all nodes in each cycle; latches are 0 at first.

    Args:
        cycles: of each the values of the inputs, see `Aig.simulate`.
    """
    kept: dict[object, int] = {}
    for inputs in cycles:
        nodes = miter.graph.simulate({**inputs, **kept}, patterns)
        kept = {name: nodes[literal] for name, literal in miter.latches.items()}
        yield nodes


class _Versions:
    """Both versions by themselves from power-up, to play counterexamples on."""

    PATTERNS = 64
    """Runs at once, which differ in what the counterexample leaves open."""

    def __init__(self, one: Netlist, two: Netlist, design: Design):
        groups = {group(label(register)) for side in (one, two) for register in side.registers}
        self._miter = Miter(one, two, design, first=({}, {}), apart=groups, free=())
        self._dice = Random(1)

    def differ(
        self, inputs: Sequence[Mapping[object, str]], *, resets_first: bool = False
    ) -> int | None:
        """In which cycle they differ, the reset at first being cycle 0; None if they do not.

        Args:
            inputs: of a counterexample.
            resets_first: its first cycle is that reset.
        """
        # Free words and arbitrary registers of the claim are, in the play from power-up, what
        # registers hold at first.
        at_first = {
            ("at first", name[1]): value
            for name, value in inputs[0].items()
            if isinstance(name, tuple) and name[0] in ("free", "at first")
        }
        begin, rest = ({}, inputs) if not resets_first else (inputs[0], inputs[1:])
        cycles = [{**begin, **at_first, "reset": "1"}, *rest]
        played = [{name: self._value(value) for name, value in cycle.items()} for cycle in cycles]
        bad = self._miter.bad()
        for cycle, nodes in enumerate(_simulated(self._miter, played, self.PATTERNS)):
            if nodes[bad]:
                return cycle
        return None

    def _value(self, value: str) -> int:
        mask = (1 << self.PATTERNS) - 1
        # What the counterexample leaves open (x) is random, another in each of the runs.
        return {"0": 0, "1": mask}.get(value, self._dice.getrandbits(self.PATTERNS))


def _weakened(
    miter: Miter, inputs: Inputs, needed: set[str], apart: set[str], free: set[str]
) -> bool:
    """Let registers that left step in a counterexample be apart, or follow the words that it needs;
    False if there is nothing to do.
    """
    cycles = [{name: int(value == "1") for name, value in cycle.items()} for cycle in inputs]
    # A counterexample ends with the cycle in which something differs.
    *_, last = _simulated(miter, cycles, 1)
    left = {
        group(name)
        for name, literal in miter.differing.items()
        if isinstance(name, str) and last[literal]
    }
    if left:
        apart |= left
    else:
        free -= needed
    return bool(left or needed)
