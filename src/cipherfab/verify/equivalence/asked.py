# SPDX-License-Identifier: Apache-2.0
"""What ABC says of one claim about two versions of a design.

What it proves of the differences that are *watched* comes with an invariant, and one call of a SAT
solver says whether that is inductive and excludes every other difference too; those that it does
not exclude must be watched as well.
"""

import re
import time
from collections.abc import Mapping
from pathlib import Path

from ...errors import ToolError
from ...tools.abc import run_abc
from .aig import FALSE, TRUE
from .miter import Miter, group
from .sweeping import swept

Inputs = list[dict[object, str]]
"""Of each cycle the values of the inputs by name: ``0``, ``1``, or ``x`` where any will do."""


class Asked:
    """What ABC says of one claim.

    Args:
        miter: the claim.
        watched: of its differences those that are asked for first.
        directory, name: of the files.
        deadline: on the monotonic clock.
        options: of ``pdr``.

    Attributes:
        needed: of a counterexample the groups of free words whose values matter.
    """

    def __init__(
        self,
        miter: Miter,
        watched: set,
        directory: Path,
        name: str,
        deadline: float,
        *,
        options: str = "",
    ):
        self._miter, self._watched, self._directory = miter, watched, directory
        self._name, self._deadline, self._options = name, deadline, options
        self.needed: set[str] = set()

    def verdict(self) -> tuple[str, Inputs | set]:
        """``proved`` or ``undecided``; ``refuted`` with a counterexample; ``more`` with differences
        that must be watched too.
        """
        name, miter = self._name, self._miter
        if miter.bad() == FALSE:
            return "proved", []
        miter.graph.write(
            self._directory / f"{name}.aig", [miter.bad(self._watched)], miter.latches
        )
        log = self._abc(
            f"read_aiger {name}.aig; dc2; write_aiger {name}_reduced.aig; "
            # `-d -I` writes the invariant to a file; `-y` goes by how flip-flops hang together.
            f"pdr -y {self._options} -d -I {name}.pla -T {self._seconds()}; write_cex {name}.cex; "
            f"write_cex -m {name}_least.cex",
            name,
        )
        if found := re.search(r"asserted in frame (\d+)", log):
            cycles = int(found[1]) + 1
            self.needed = _groups_of_words(self._counterexample(f"{name}_least.cex", cycles))
            return "refuted", self._counterexample(f"{name}.cex", cycles)
        # `dc2` may already find that the output is 0; then no invariant is needed.
        if _never(self._directory / f"{name}_reduced.aig"):
            return self._checked([])
        # ABC's invariant is of the reduced graph and of what is watched: it is checked on the whole
        # claim.
        return self._checked(self._invariant()) if "Property proved" in log else ("undecided", [])

    def correspondence(self) -> tuple[str, Inputs]:
        """``proved``, ``undecided`` or ``refuted`` with a counterexample, of all of the claim: ABC
        merges nodes that are always equal (``scorr``), and asks ``pdr`` for the rest.
        """
        name, miter = self._name, self._miter
        miter.graph.write(self._directory / f"{name}.aig", [miter.bad()], miter.latches)
        log = self._abc(
            # Twice: over four time frames `scorr` merges what it does not over one.
            f"read_aiger {name}.aig; dc2; scorr; dc2; scorr -F 4; dc2; "
            f"write_aiger {name}_reduced.aig; pdr -T {self._seconds()}; "
            f"write_cex {name}.cex",
            name,
        )
        if found := re.search(r"asserted in frame (\d+)", log):
            return "refuted", self._counterexample(f"{name}.cex", int(found[1]) + 1)
        proved = "Property proved" in log or _never(self._directory / f"{name}_reduced.aig")
        return ("proved" if proved else "undecided"), []

    def _seconds(self) -> int:
        return max(1, int(self._deadline - time.monotonic()))

    def _abc(self, commands: str, name: str) -> str:
        # What an earlier question left would be taken for an answer to this one.
        for ending in ("_reduced.aig", ".pla", ".cex", "_least.cex"):
            (self._directory / f"{name}{ending}").unlink(missing_ok=True)
        try:
            return run_abc(
                commands, directory=self._directory, name=name, timeout=2 * self._seconds() + 10
            )
        # An empty log has no verdict: the question is undecided.
        except ToolError:
            return ""

    def _counterexample(self, name: str, cycles: int) -> Inputs:
        """ABC writes the latches at first, then the inputs of each cycle in the order of the
        graph."""
        miter, path = self._miter, self._directory / name
        names = [name for name in miter.graph.inputs if name not in miter.latches]
        values, size = path.read_text().partition("#")[0].strip(), len(names)
        starts = range(len(values) - cycles * size, len(values), size)
        return [dict(zip(names, values[start : start + size])) for start in starts]

    def _invariant(self) -> list[dict[object, bool]]:
        """States that are never reached: values of some latches, by name."""
        kept = [name for name in self._miter.latches if name in self._miter.graph.inputs]
        lines = (self._directory / f"{self._name}.pla").read_text().splitlines()
        labels = next(line.split()[1:] for line in lines if line.startswith(".ilb"))
        # ABC calls the latches lo0, lo1, … in the order of the file.
        latches = [kept[int(text.removeprefix("lo"))] for text in labels]
        cubes = [line.split()[0] for line in lines if re.fullmatch(r"[01-]+ 1", line)]
        return [
            {name: value == "1" for name, value in zip(latches, cube) if value != "-"}
            for cube in cubes
        ]

    def _checked(self, cubes: list[dict[object, bool]]) -> tuple[str, Inputs | set]:
        """Whether no cycle leads into the cubes from outside of them, and outside of them nothing
        differs.
        """
        miter, name = self._miter, f"{self._name}_all"
        graph, outside = miter.graph, self._in_cubes(cubes, {}) ^ 1
        kept = graph.and_(outside, miter.broken ^ 1)
        wrong = [graph.and_(literal, kept) for literal in miter.differing.values()]
        # Inductive: no step leads from outside of the cubes into one.
        wrong.append(graph.and_(self._in_cubes(cubes, miter.latches), outside))
        wrong = [literal for literal in wrong if literal != FALSE]
        # The first state has a 0 in each latch: it is in a cube without a 1.
        if not all(any(cube.values()) for cube in cubes):
            return "undecided", []
        if not wrong:
            return "proved", []
        verdict, values = swept(graph, wrong, self._directory, name, seconds=self._seconds())
        if verdict == "proved":
            return "proved", []
        more = self._shown(values) - self._watched if verdict == "refuted" else set()
        return ("more", more) if more else ("undecided", [])

    def _in_cubes(self, cubes: list[dict[object, bool]], following: Mapping[object, int]) -> int:
        """1 in a state of a cube; with ``following`` one cycle later."""
        graph, found = self._miter.graph, FALSE
        for cube in cubes:
            together = TRUE
            for name, value in cube.items():
                literal = following[name] if following else graph.input(name)
                together = graph.and_(together, literal ^ (not value))
            found = graph.or_(found, together)
        return found

    def _shown(self, values: Mapping[object, int]) -> set:
        """What differs in a counterexample of one cycle."""
        nodes = self._miter.graph.simulate(values, 1)
        return {what for what, literal in self._miter.differing.items() if nodes[literal]}


def _never(path: Path) -> bool:
    """Whether the only output of a binary AIGER file is the constant 0: after its header and a line
    for each latch. ABC did not come so far where there is none.
    """
    if not path.is_file():
        return False
    header, *lines = path.read_bytes().split(b"\n")
    latches = int(header.split()[3])
    return lines[latches].strip() == b"0"


def _groups_of_words(inputs: Inputs) -> set[str]:
    """Free words of which a counterexample gives a value."""
    return {
        group(name[1])
        for cycle in inputs
        for name, value in cycle.items()
        if isinstance(name, tuple) and name[0] == "free" and value != "x"
    }
