# SPDX-License-Identifier: Apache-2.0
"""Prints what becomes of every hostile core: ``python -m hostile [WALLS…]`` in the folder
``tests``; and of every other hostile input: ``python -m hostile inputs [STEP]``.
"""

import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from cipherfab.results.cache import Cache
from cipherfab.results.home import Home
from cipherfab.results.records import Evidence, Measurement, Provenance
from cipherfab.results.store import Store

from . import inputs, look
from .attempt import BOTH, BUBBLEWRAP, ESCAPED, HARMLESS, LANDLOCK, REFUSED, STOPPED, TREE, attempt
from .corpus import corpus


def table(walls: str, step: int = 1) -> tuple[Counter, list[str]]:
    """How many of each kind had which end, and what escaped. What only this process reads, which is
    behind no sandbox, is not tried without the checks.
    """
    counts, escaped = Counter(), []
    for core in corpus()[::step]:
        if walls not in (BOTH, TREE) and not (core.parsed or core.kind == "names"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            verdict, why = attempt(core, Path(folder), walls)
        counts[core.kind, verdict] += 1
        if verdict == ESCAPED:
            escaped.append(f"{core.name}: {why}")
    return counts, escaped


def looked_at(step: int, folder: Path) -> tuple[Counter, list[str]]:
    """How many inputs of each kind had which end, and what was wrong."""
    home, run = prepared(folder / "home")
    counts, wrong = Counter(), []
    for number, one in enumerate(inputs.corpus()[::step]):
        place = folder / str(number)
        place.mkdir()
        end, why = look.look(one, place, home, run)
        shutil.rmtree(place)
        counts[one.kind, end] += 1
        if end not in (look.REFUSED, look.HARMLESS):
            wrong.append(f"{end}: {one.kind}: {one.name}: {why}")
            print(f"  {wrong[-1]}", flush=True)
    return counts, wrong


def prepared(home: Path) -> tuple[Path, str]:
    """A home with a finished job that has the numbers of an implementation run, and its id."""
    job = {"kind": "implement", "function": "f", "inputs": {}, "versions": {}, "code": {}}
    result = {
        "design": "tiny",
        "platform": "nangate45",
        "recipe": {"name": "area"},
        "area_ge": 1.5,
        "fmax_mhz": 2.5,
        "period_ps": 1000,
        "seed": 0,
    }
    cache = Cache(Home(home))
    with cache.workspace(job) as place:
        key = cache.commit(job, result, place, 1.0).key
    with Store(Home(home).database) as store:
        store.add(
            evidence=[Evidence(link="rtl", check="x", passed=True, core="tiny", design="d" * 64)],
            measurements=[
                Measurement(
                    core="tiny",
                    platform="nangate45",
                    recipe="area",
                    metric="area_ge",
                    value=1.5,
                    design="d" * 64,
                    seed=0,
                    period_ps=1000,
                    provenance=Provenance(directory=f"cache/implement/{key}"),
                )
            ],
        )
    return home, key


def of_inputs(step: int) -> int:
    """Print the table of all inputs, or of every so many."""
    with tempfile.TemporaryDirectory() as folder:
        counts, wrong = looked_at(step, Path(folder))
    print(f"{'kind':14} {'inputs':>6} " + " ".join(f"{end:>13}" for end in look.ENDS))
    for kind in [*dict.fromkeys(kind for kind, _ in counts), "all"]:
        row = [
            sum(
                number
                for (what, found), number in counts.items()
                if kind in (what, "all") and found == end
            )
            for end in look.ENDS
        ]
        print(f"{kind:14} {sum(row):6} " + " ".join(f"{number:13}" for number in row))
    return int(bool(wrong))


def main(names: list[str]) -> int:
    if names[:1] == ["inputs"]:
        return of_inputs(int(names[1]) if names[1:] else 1)
    escapes = 0
    print(
        f"{'walls':12} {'kind':10} {'cores':>6} {REFUSED:>8} {STOPPED:>8} {HARMLESS:>9} "
        f"{ESCAPED:>8}"
    )
    for walls in names or [BOTH, TREE, BUBBLEWRAP, LANDLOCK]:
        counts, escaped = table(walls)
        for kind in [*dict.fromkeys(kind for kind, _ in counts), "all"]:
            row = [
                sum(
                    number
                    for (what, end), number in counts.items()
                    if kind in (what, "all") and end == verdict
                )
                for verdict in (REFUSED, STOPPED, HARMLESS, ESCAPED)
            ]
            print(
                f"{walls:12} {kind:10} {sum(row):6} {row[0]:8} {row[1]:8} {row[2]:9} {row[3]:8}",
                flush=True,
            )
        print("".join(f"  {line}\n" for line in escaped), end="")
        escapes += len(escaped)
    return int(escapes > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
