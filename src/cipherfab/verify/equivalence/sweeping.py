# SPDX-License-Identifier: Apache-2.0
"""Whether any of some literals of a graph can be 1, asked of ABC: SAT sweeping (``&cec``)."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from ...errors import ToolError
from ...tools.abc import run_abc
from .aig import FALSE, Aig

CONFLICTS = 1_000_000
"""SAT conflicts that ABC may spend on one node; the time limit is what ends a question."""

BEYOND = 60
"""Seconds that ABC, which looks at its time limit now and then, may take longer."""


def swept(
    graph: Aig, literals: Sequence[int], directory: Path, name: str, *, seconds: float
) -> tuple[Literal["proved", "refuted", "undecided"], dict[Any, int]]:
    """Ask whether no assignment of the graph's inputs makes any of the literals 1.

    Args:
        literals: each is one output: a solver is slow with all of them in one.
        directory: existing, for graph, log and counterexample.
        name: stem of these files; those that were there are replaced.
        seconds: time limit, of which at least one is given.

    Returns:
        ``proved``; or ``refuted`` and a bit for each input, by name; or ``undecided``: there was no
        answer in time, or ABC failed.
    """
    asked = [literal for literal in literals if literal != FALSE]
    if not asked:
        return "proved", {}
    limit, directory = max(1, int(seconds)), Path(directory)
    example = directory / f"{name}.cex"
    # One of an earlier question would be taken for an answer.
    example.unlink(missing_ok=True)
    graph.write(directory / f"{name}.aig", asked)
    commands = (
        # `-m`: it is one circuit, whose outputs must all be 0.
        f"read_aiger {name}.aig; &get; &cec -m -C {CONFLICTS} -T {limit}; "
        f"write_cex -n {example.name}"
    )
    try:
        log = run_abc(commands, directory=directory, name=name, timeout=limit + BEYOND)
    # Out of time or of memory: that says nothing of the circuits.
    except ToolError:
        return "undecided", {}
    if re.search(r"^Networks are equivalent", log, re.MULTILINE):
        return "proved", {}
    if "NOT EQUIVALENT" in log and example.exists():
        return "refuted", _read(example, graph)
    return "undecided", {}


def _read(path: Path, graph: Aig) -> dict[Any, int]:
    found = re.findall(r"^pi(\d+)@0=([01])", path.read_text(), re.MULTILINE)
    bits = {int(index): int(bit) for index, bit in found}
    return {key: bits.get(index, 0) for index, key in enumerate(graph.inputs)}
