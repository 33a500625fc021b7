# SPDX-License-Identifier: Apache-2.0
"""Runs of PROLEAD, the judge from outside, on what `prolead` wrote, and their verdict.

A part that was judged is not judged again: its verdict stays in its directory, with a sum of all
that it rests on. PROLEAD says of each probing set that it leaks if -log10(p) is above 5. Among
100,000 sets that do not leak, one is above it by chance, so a core's threshold is 5 and the
logarithm of the number of its sets: all together are above it by chance once in 100,000 runs.
"""

import hashlib
import json
import math
import re
import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from ....errors import CallError, ToolError
from ....tools.process import run
from .prolead import CONFIG, DESIGN, LIBRARY

PROGRAM = "PROLEAD"
THRESHOLD = 5.0
"""Of -log10(p), PROLEAD's own for one probing set."""

RESULT, VERDICT = "result", "verdict.json"

Told = Callable[[str, int], None]
"""Is told that a run has ended, and how many are left."""


def judge(
    directory: Path,
    top: str,
    parts: Sequence[Path],
    *,
    program: str | None = None,
    timeout: float = 86_400,
    told: Told = lambda what, left: None,
) -> dict[str, Any]:
    """Run PROLEAD on what `prolead.write` wrote.

    Args:
        directory: of netlist and cells.
        top: module of the netlist.
        parts: directories of settings; `RESULT` and `VERDICT` are made in each.
        program: PROLEAD's; None: the one on the path.
        timeout: seconds of a part.
        told: progress.

    Returns:
        ``program``: the SHA-256 of the program, since it tells no version; ``leaks``: a probing set
        is above the threshold; ``log10_p``: the largest -log10(p), ``threshold``, ``probes``: those
        of the largest; ``sets``: probing sets that were watched, ``above``: those above
        `THRESHOLD`; ``simulations``; ``asked``: simulations that PROLEAD asks for;
        ``runs``, ``seconds``, of all runs, those of earlier calls too.

    Raises:
        CallError: it is not installed.
        ToolError: it failed, or wrote no report.
    """
    found = program or shutil.which(PROGRAM)
    if not found:
        raise CallError(
            f"{PROGRAM} is not on the path. docs/explanation/masking-judges.md says how to build "
            f"it; the files for it are in {directory}."
        )
    done = []
    for number, part in enumerate(parts, 1):
        done.append(_judged(directory, top, part, Path(found), timeout))
        told(PROGRAM, len(parts) - number)
    return {"program": hashlib.sha256(Path(found).read_bytes()).hexdigest(), **together(done)}


def together(parts: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The verdict on a core, of those on its parts; see `judge`."""
    parts = list(parts)
    largest = max(parts, key=lambda part: part["log10_p"])
    sets = sum(part["sets"] for part in parts)
    threshold = THRESHOLD + math.log10(sets)
    return {"leaks": largest["log10_p"] > threshold, "log10_p": largest["log10_p"],
            "threshold": threshold, "probes": largest["probes"], "sets": sets,
            "above": sum(part["above"] for part in parts),
            # A verdict on all parts is worth no more than that on the part with the fewest
            # simulations.
            "simulations": min(part["simulations"] for part in parts),
            "asked": max(part["asked"] for part in parts), "runs": len(parts),
            "seconds": sum(part["seconds"] for part in parts)}  # fmt: skip


def _judged(directory: Path, top: str, part: Path, program: Path, timeout: float) -> dict[str, Any]:
    """The verdict on a part, of this run or of an earlier one on the same files."""
    rests_on = _sum([directory / DESIGN, directory / LIBRARY, part / CONFIG, program])
    kept = json.loads((part / VERDICT).read_text()) if (part / VERDICT).exists() else {}
    if kept.get("rests_on") == rests_on:
        return kept
    # A report of an earlier run must not be taken for one of this.
    shutil.rmtree(part / RESULT, ignore_errors=True)
    (part / RESULT).mkdir()
    start = time.monotonic()
    # It takes a megabyte of address space for each name, and uses little of it.
    # fmt: off
    said = run([program, "-l", directory.resolve() / LIBRARY, "-n", "cells",
                "-d", directory.resolve() / DESIGN, "-m", top, "-c", CONFIG, "-r", RESULT],
               directory=part, log="prolead.log", timeout=timeout, memory=None,
               readable=[program, directory.resolve() / LIBRARY, directory.resolve() / DESIGN])
    # fmt: on
    found = {
        "rests_on": rests_on,
        **verdict(part),
        "asked": _asked(said),
        "seconds": time.monotonic() - start,
    }
    # Written last, so a run that is stopped leaves no verdict that a later call would take.
    (part / VERDICT).write_text(json.dumps(found))
    return found


def _sum(files: Iterable[Path]) -> str:
    """SHA-256 of some files."""
    # Digests have one length, so no byte can move from one file to the next unnoticed.
    return hashlib.sha256(
        b"".join(hashlib.sha256(path.read_bytes()).digest() for path in files)
    ).hexdigest()


# The number is how many simulations there were when it was written.
_REPORT = re.compile(r"prolead_\w+_\d+_\d+_(\d+)_leakages\.json")


def verdict(part: Path) -> dict[str, Any]:
    """What the last reports of a part say: ``log10_p``, ``probes``, ``sets``, ``above``,
    ``simulations``, as in `judge`.

    Raises:
        ToolError: there is none that can be read, or it ends before the simulations that were
            asked for.
    """
    asked = json.loads((part / CONFIG).read_text())["simulation"]["number_of_simulations"]
    counted = {
        path: int(match[1])
        for path in (part / RESULT).iterdir()
        if (match := _REPORT.fullmatch(path.name))
    }
    last = max(counted.values(), default=0)
    if last < asked:
        raise ToolError(
            f"{PROGRAM}: expected a report with a verdict after {asked} simulations in "
            f"{part / RESULT}, got {f'one after {last}' if last else 'none'}."
        )
    reports = [_read(path) for path, count in counted.items() if count == last]
    largest, probes = max(entry for _, _, entry in reports)
    return {
        "log10_p": largest,
        "probes": probes,
        "simulations": last,
        "sets": sum(sets for sets, _, _ in reports),
        "above": sum(above for _, above, _ in reports),
    }


def _read(path: Path) -> tuple[int, int, tuple[float, str]]:
    """Of a report: probing sets, those that leak, and the largest -log10(p) with its probes."""
    try:
        report = json.loads(path.read_text())
        entries = [
            (float(entry["-log10(p)"]), ", ".join(entry["probes"]))
            for entry in report["most_leaking_probing_sets_in_total"]
        ]
        sets = int(report["total_number_of_probing_sets"])
        above = int(report["number_of_leaking_probing_sets"])
    except (ValueError, KeyError, TypeError) as error:
        raise ToolError(
            f"{PROGRAM}: expected a report in {path}, got one that cannot be read: {error}."
        ) from error
    # A comparison with NaN is false, so a NaN would pass every threshold.
    if not entries or any(math.isnan(value) for value, _ in entries):
        raise ToolError(
            f"{PROGRAM}: expected a number for each probing set in {path}, got {entries[:3]}."
        )
    return sets, above, max(entries)


def _asked(said: str) -> int:
    """The simulations that PROLEAD asked for last; 0 if it asked for none."""
    found = re.findall(r"\|\s+\d+ / (\d+) \|", said)
    return int(found[-1]) if found else 0


__all__ = ["PROGRAM", "RESULT", "THRESHOLD", "VERDICT", "judge", "together", "verdict"]
