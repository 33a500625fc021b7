# SPDX-License-Identifier: Apache-2.0
"""Mutants in simulation: all in one model, which is compiled once; whoever fails a check is out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...design import Design
from ...errors import DesignError, ToolError
from ..rtl.check import plays_of, simulators_of
from ..rtl.lwc_plays import Level
from ..rtl.played import Play
from ..rtl.program import Program
from .mutants import Mutant, schemata

MOST_IDLE = 20_000
"""Cycles without a word until a mutant counts as stuck."""

STOPPED = "the simulation stopped"
"""How a mutant fails that does not settle, for example with a combinational loop."""


@dataclass(frozen=True, kw_only=True)
class MutantProgram(Program):
    """A program with mutants: each run is one of the original, whose result it returns, and, if
    that passes, one of each mutant that still passes.

    Attributes:
        alive: numbers of the mutants that passed all runs so far.
        failures: how the others failed: the bench's word for it.
        late: of those that passed a run, the ones that took other cycles than the original.
    """

    alive: list[int]
    failures: dict[int, str] = field(default_factory=dict)
    late: set[int] = field(default_factory=set)

    def run(self, numbers: Iterable[Iterable[int]], options: Mapping[str, object]) -> dict:
        """See `Program.run`."""
        # They are played more than once, and may be an iterator.
        numbers = list(numbers)
        found = super().run(numbers, options)
        if self.alive and not found.get("failure"):
            mutants = self._played(numbers, {**options, "idle": MOST_IDLE}, list(self.alive))
            expected = found.get("do_cycles", [])[-1:]
            self.late.update(
                number for number, (_, last) in mutants.items() if last and last != expected
            )
            self._drop({number: kind for number, (kind, _) in mutants.items()})
        return found

    def _played(
        self, numbers: list, options: Mapping[str, object], mutants: list[int]
    ) -> dict[int, tuple[str, list[int]]]:
        """Of each mutant the failure, and the cycle of its last answer if the bench says it; if the
        program stops, of each half by itself.

        Raises:
            ToolError, DesignError: it stops with the original in the place of a mutant too.
        """
        try:
            found = super().run(numbers, {**options, "mutants": ",".join(map(str, mutants))})
            last = found.get("last", {})
            return {
                int(number): (kind, [last[number]] if number in last else [])
                for number, kind in found["failures"].items()
            }
        # Logic that does not settle is an error of the design, which a mutant is.
        except (ToolError, DesignError):
            if len(mutants) == 1:
                # If the original stops as well, it is no fault of the mutant.
                super().run(numbers, {**options, "mutants": "0"})
                return {mutants[0]: (STOPPED, [])}
        middle = len(mutants) // 2
        return self._played(numbers, options, mutants[:middle]) | self._played(
            numbers, options, mutants[middle:]
        )

    def _drop(self, failures: Mapping[int, str]) -> None:
        for number, kind in failures.items():
            if kind:
                self.alive.remove(number)
                self.failures[number] = kind


@dataclass(frozen=True, kw_only=True)
class OneMutant(Program):
    """A program with mutants whose runs are those of one of them.

    Attributes:
        number: of the mutant.
    """

    number: int

    def run(self, numbers: Iterable[Iterable[int]], options: Mapping[str, object]) -> dict:
        """See `Program.run`."""
        return super().run(numbers, {**options, "mutant": self.number})


WHOLE_RUNS = ("forgeries", "key changes", "waits in a block")
"""Checks that compare more than words, over a whole run: who passes them all is asked alone."""

LONG = ("official known answers", "lengths around powers of two")
"""Beginnings of the names of the checks with the most cycles."""

FIRST = ("power-up states", "protocol violations")
"""What is played before the other checks: short, and most mutants fail it."""


def play(
    design: Design, mutants: Sequence[Mutant], directory: Path, *, seed: int, long: bool
) -> list[dict[str, Any]]:
    """Play the checks of a default `verify` on each mutant until one fails.

    Args:
        design: what the mutants are of.
        mutants: in one model.
        directory: for the compiled model.
        seed: of stimulus and stalls.
        long: those of `LONG`; else all others.

    Returns:
        For each mutant ``number``; ``check``: name of the first check that it fails, or None;
        ``failure``: how; ``late``: whether it gave right answers in other cycles than the original.

    Raises:
        ToolError: the model does not compile, or the original fails.
    """
    plays = _ordered(plays_of(design, seed, Level.DEFAULT), long)
    simulator, results = play_each(
        replace(design, sources=schemata(design.sources, mutants)),
        [mutant.number for mutant in mutants],
        directory,
        plays,
    )
    program = simulator.program
    alone = [(check, played) for check, played in plays if check in WHOLE_RUNS]
    for number in program.alive:
        # The bench of many mutants compares words alone; these checks measure more.
        results |= _alone(one_of(simulator, number), number, alone)
    nothing = {"check": None, "failure": None}
    return [
        {
            "number": mutant.number,
            "late": mutant.number in program.late,
            **results.get(mutant.number, nothing),
        }
        for mutant in mutants
    ]


def play_each(
    together: Design, numbers: Sequence[int], directory: Path, plays: Iterable[tuple[str, Play]]
) -> tuple[Any, dict[int, dict[str, str]]]:
    """Play checks on each of many changes in one model, until one fails.

    Args:
        together: sources that are told by `mutants.PACKAGE` which of the changes they are.
        numbers: of the changes.
        directory: for the compiled model.
        plays: the checks, by name.

    Returns:
        The simulator, whose program (`MutantProgram`) says who is alive; and of each that is not
        ``check``, the name of the one it failed, and ``failure``, how, by number.

    Raises:
        ToolError: the model does not compile, or what has no change fails.
    """
    simulator, results = simulators_of(together).build(together, directory), {}
    program = MutantProgram(
        design=simulator.program.design, path=simulator.program.path, alive=list(numbers)
    )
    simulator = replace(simulator, program=program)
    for check, played in plays:
        if not program.alive:
            break
        before = set(program.failures)
        if not (found := played(simulator, None)).passed:
            raise ToolError(f"{together.name}: the original fails '{check}': {found.detail}")
        for number in set(program.failures) - before:
            results[number] = {"check": check, "failure": program.failures[number]}
    return simulator, results


def one_of(simulator: Any, number: int) -> Any:
    """The same simulator, whose runs are those of one mutant."""
    program = simulator.program
    return replace(
        simulator, program=OneMutant(design=program.design, path=program.path, number=number)
    )


def _alone(simulator: Any, number: int, plays: Iterable[tuple[str, Play]]) -> dict[int, dict]:
    """The first of the checks that a mutant fails, by its number; nothing if it passes."""
    for check, played in plays:
        if not (found := played(simulator, None)).passed:
            return {number: {"check": check, "failure": found.detail}}
    return {}


def _ordered(plays: Iterable[tuple[str, Play]], long: bool) -> list[tuple[str, Play]]:
    """The checks of `LONG`, or the others; of these `FIRST` first."""
    wanted = [play for play in plays if play[0].startswith(LONG) == long]
    return sorted(wanted, key=lambda play: play[0] not in FIRST)
