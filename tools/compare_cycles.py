# SPDX-License-Identifier: Apache-2.0
"""Cycles of every LWC core of an older checkout beside those of this one.

    git worktree add ../older COMMIT
    python tools/compare_cycles.py ../older [--lengths] [CORE ...]

Without names: each AEAD and hash of the older catalog, in the core that its bare name means. Both
checkouts measure the same grid of lengths (`measure.cycles`), each with its own sources. A line for
each core and operation has both formulas, and the least and the largest difference of a length; the
last line says how many got longer. Exit code 1 if one did. With ``--lengths`` no formula is fitted,
which takes most of the time: a line for each core, with the lengths that differ.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]

LIST = """
from cipherfab import catalog
found = catalog.ALGORITHMS
for one in found.values() if hasattr(found, "values") else found:
    if str(getattr(one.kind, "value", one.kind)) in ("aead", "hash"):
        print(one.name)
"""

MEASURE = """
import json, sys, tempfile
from pathlib import Path
from cipherfab.cores.build import build
from cipherfab.measure.measure import measure_cycles
found = measure_cycles(build(sys.argv[1]), Path(tempfile.mkdtemp()))
print(json.dumps({"grids": found["grids"], "formulas": found["formulas"]}))
"""

LENGTHS = """
import json, sys, tempfile
from pathlib import Path
from cipherfab.cores.build import build
from cipherfab.measure.cycles import measure
found = measure(build(sys.argv[1]), Path(tempfile.mkdtemp()))
print(json.dumps({"grids": {name: [[*sizes, cycles] for points in (grid.points, grid.checks)
                                   for sizes, cycles in points.items()]
                            for name, grid in found.grids.items()}}))
"""


def run(checkout: Path, program: str, *arguments: str) -> str | None:
    """What a program prints that imports the package from a checkout; None if it failed."""
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(checkout / "src")},
    )
    return done.stdout if done.returncode == 0 else None


def git(checkout: Path, *arguments: str) -> str:
    """What git prints."""
    return subprocess.run(
        ["git", "-C", str(checkout), *arguments], text=True, capture_output=True, check=True
    ).stdout.strip()


def measured(checkout: Path, core: str, program: str) -> dict | None:
    """Formulas, if they are asked for, and cycles of a core, by grid; of sources as they are
    committed they are kept in a file. None if there is no such core.
    """
    commit = git(checkout, "rev-parse", "HEAD")
    kept = Path(os.environ.get("COMPARE_CYCLES", tempfile.gettempdir())) / "compare-cycles"
    kept.mkdir(parents=True, exist_ok=True)
    suffix = "-lengths" if program == LENGTHS else ""
    file = kept / f"{commit}-{core.replace('/', '_')}{suffix}.json"
    if file.exists():
        return json.loads(file.read_text())
    text = run(checkout, program, core)
    if text and not git(checkout, "status", "--porcelain", "src"):
        file.write_text(text)
    return json.loads(text) if text else None


def compared(core: str, older: dict, newer: dict) -> bool:
    """Print a line for each operation; whether a length takes longer than before."""
    longer = False
    for grid, points in older["grids"].items():
        now = {(ad, size): cycles for ad, size, cycles in newer["grids"][grid]}
        steps = [now[ad, size] - cycles for ad, size, cycles in points if (ad, size) in now]
        formulas = [
            (found["formulas"].get(grid) or {"text": "none"})["text"] for found in (older, newer)
        ]
        same = "same" if formulas[0] == formulas[1] else f"now {formulas[1]}"
        print(
            f"{core}: {grid}: {formulas[0]}; {same}; {min(steps):+d} to {max(steps):+d} "
            f"in {len(steps)} lengths",
            flush=True,
        )
        longer |= max(steps) > 0
    return longer


def compared_lengths(core: str, older: dict, newer: dict) -> bool:
    """Print a line; whether a length takes longer than before."""
    steps = {}
    for grid, points in older["grids"].items():
        now = {(ad, size): cycles for ad, size, cycles in newer["grids"][grid]}
        for ad, size, cycles in points:
            if (ad, size) in now:
                steps[grid, ad, size] = now[ad, size] - cycles
    longer = [
        f"{grid} AD {ad} M {size} {step:+d}" for (grid, ad, size), step in steps.items() if step > 0
    ]
    counts = {step: list(steps.values()).count(step) for step in sorted({*steps.values()})}
    said = ", ".join(
        f"{count} by {step:+d}" if step else f"{count} as before" for step, count in counts.items()
    )
    print(
        f"{core}: {len(steps)} lengths: {said}{': ' if longer else ''}{'; '.join(longer[:4])}",
        flush=True,
    )
    return bool(longer)


def main(older: Path, cores: list[str]) -> int:
    """The exit code."""
    program = LENGTHS if "--lengths" in cores else MEASURE
    tell = compared_lengths if "--lengths" in cores else compared
    cores = [core for core in cores if core != "--lengths"]
    longer, failed = [], []
    for core in cores or (run(older, LIST) or "").split():
        before = measured(older, core, program)
        if before is None:
            continue
        after = measured(HERE, core, program)
        if after is None:
            failed.append(core)
        elif tell(core, before, after):
            longer.append(core)
    print(f"longer: {', '.join(longer) or 'none'}; not measured now: {', '.join(failed) or 'none'}")
    return int(bool(longer or failed))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2:]))
