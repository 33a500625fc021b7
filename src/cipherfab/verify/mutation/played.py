"""Mutants in simulation: all in one model, which is compiled once; whoever fails a check is out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...design import Design
from ...errors import ToolError
from ..rtl.check import plays_of, simulators_of
from ..rtl.lwc_plays import Level, Play
from ..rtl.program import Program
from .mutants import Mutant, schemata

MOST_IDLE = 20_000
"""Cycles without a word until a mutant counts as stuck."""

SEEDS = 3
"""How often what survives is played, each time with another seed: what only a later one finds, a default `verify` may miss."""

STOPPED = "the simulation stopped"
"""How a mutant fails that does not settle, for example with a combinational loop."""


@dataclass(frozen=True, kw_only=True)
class MutantProgram(Program):
    """A program with mutants: each run is one of the original, whose result it returns, and one of each mutant that still passes.

    Attributes:
        alive: numbers of the mutants that passed all runs so far.
        failures: how the others failed: the bench's word for it.
    """

    alive: list[int]
    failures: dict[int, str] = field(default_factory=dict)

    def run(self, numbers: Iterable[Iterable[int]], options: Mapping[str, object]) -> dict:
        """See `Program.run`."""
        numbers = list(numbers)
        found = super().run(numbers, options)
        if self.alive:
            self._drop(self._failures(numbers, {**options, "idle": MOST_IDLE}, list(self.alive)))
        return found

    def _failures(self, numbers: list, options: Mapping[str, object], mutants: list[int]) -> dict[int, str]:
        """Of each mutant the failure; if the program stops, of each half by itself."""
        try:
            found = super().run(numbers, {**options, "mutants": ",".join(map(str, mutants))})
            return {int(number): kind for number, kind in found["failures"].items()}
        except ToolError:
            if len(mutants) == 1:
                return {mutants[0]: STOPPED}
        middle = len(mutants) // 2
        return self._failures(numbers, options, mutants[:middle]) | self._failures(numbers, options, mutants[middle:])

    def _drop(self, failures: Mapping[int, str]) -> None:
        for number, kind in failures.items():
            if kind:
                self.alive.remove(number)
                self.failures[number] = kind


def play(design: Design, mutants: list[Mutant], directory: Path, *, seed: int) -> list[dict[str, Any]]:
    """Play the checks of a default `verify` on each mutant, and further ones on what survives.

    What `verify` compares of a whole run, such as the time of refusals, is not compared here.

    Returns:
        For each mutant ``number``; ``check``: name of the first check that it fails, or None; ``failure``: how; ``found``: by which
        seed: 0 for ``seed``, 1 and 2 for those after it, which a default `verify` does not play.

    Raises:
        ToolError: the model does not compile, or the original fails.
    """
    together = replace(design, sources=schemata(design.sources, mutants))
    simulator = simulators_of(together).build(together, directory)
    built = simulator.program
    program = MutantProgram(design=built.design, path=built.path, alive=[mutant.number for mutant in mutants])
    simulator, results = replace(simulator, program=program), {}
    for attempt in range(SEEDS):
        # What the file says is the same with every seed.
        for check, played in _ordered(plays_of(design, seed + attempt, Level.DEFAULT), attempt):
            if not program.alive:
                break
            before = set(program.failures)
            if not (found := played(simulator, None)).passed:
                raise ToolError(f"{design.name}: the original fails '{check}': {found.detail}")
            for number in set(program.failures) - before:
                results[number] = {"check": check, "failure": program.failures[number], "found": attempt}
    nothing = {"check": None, "failure": None, "found": None}
    return [{"number": mutant.number, **results.get(mutant.number, nothing)} for mutant in mutants]


def _ordered(plays: Iterable[tuple[str, Play]], attempt: int) -> list[tuple[str, Play]]:
    """The official answers, which are many, last, and only once."""
    plays = list(plays)
    official = [play for play in plays if play[0].startswith("official")]
    return [play for play in plays if play not in official] + (official if attempt == 0 else [])
