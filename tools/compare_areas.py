# SPDX-License-Identifier: Apache-2.0
"""Area and delay of the cores of an older checkout beside those of this one.

    git worktree add ../older COMMIT
    python tools/compare_areas.py ../older DIR [--on nangate45] [--recipe area] [--period 5000]
                                  [--seeds 2] [--json] [CORE ...]

Each checkout writes the Verilog of its cores; this one implements both, so that only the hardware
differs. Without names: the first AEAD and the first hash of each mode in the older catalog, in the
core that the bare name means. A row has medians over the seeds. Runs are kept in DIR by the
Verilog's digest, and what is the same in both is run once: a table that was stopped goes on where
it was. Cycles are compared by `compare_cycles.py`.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from compare_cycles import HERE, run

from cipherfab.design import Design
from cipherfab.implement.flow import RESULT, implement

LIST = """
from cipherfab import catalog
found, modes = catalog.ALGORITHMS, set()
for one in found.values() if hasattr(found, "values") else found:
    kind = str(getattr(one.kind, "value", one.kind))
    mode = kind, type(one.model)
    if kind in ("aead", "hash") and mode not in modes:
        modes.add(mode)
        print(one.name)
"""

BUILD = """
import json, sys
from cipherfab.cores.build import build
design = build(sys.argv[1])
print(json.dumps([design.top, design.sources]))
"""

HEAD = """\
| core | GE or LUTs before | now | area | ns before | ns now | delay |
|---|--:|--:|--:|--:|--:|--:|"""


def design(checkout: Path, core: str) -> Design | None:
    """A core as a checkout writes it, to be implemented and not to be played; None if it does not
    know the core.
    """
    text = run(checkout, BUILD, core)
    if text is None:
        return None
    top, sources = json.loads(text)
    return Design(name=core, top=top, sources=sources, interface=None)


def medians(directory: Path, given: argparse.Namespace, one: Design) -> tuple[float, float]:
    """Area in GE, or LUTs of an FPGA, and delay in ns of a design, medians over the seeds."""
    digest = hashlib.sha256(json.dumps([one.top, one.sources]).encode()).hexdigest()[:16]
    found = []
    for seed in range(given.seeds):
        how = f"{given.on}-{given.recipe}-{given.period}-{seed}"
        place = directory / f"{one.top}-{digest}-{how}"
        if not (place / RESULT).exists():
            implement(
                one, given.on, given.recipe, period_ps=given.period, seed=seed, directory=place
            )
        found.append(json.loads((place / RESULT).read_text()))
    area = "area_ge" if found[0].get("area_ge") else "luts"
    return median(f[area] for f in found), median(f["delay_ns"] for f in found)


def rows(given: argparse.Namespace, cores: Sequence[str]) -> Iterator[dict]:
    """A row for each core that both checkouts build."""
    for core in cores:
        before, after = design(given.older, core), design(HERE, core)
        if before is None or after is None:
            where = "there" if before is None else "here"
            print(f"{core} is not built {where}", file=sys.stderr)
            continue
        (ge, ns), (ge_now, ns_now) = (medians(given.directory, given, d) for d in (before, after))
        yield {
            "core": core, "ge": ge, "ge_now": ge_now, "ns": ns, "ns_now": ns_now,
            "area": 100 * (ge_now / ge - 1), "delay": 100 * (ns_now / ns - 1),
        }  # fmt: skip


def line(row: dict) -> str:
    """A row as Markdown."""
    return (
        f"| `{row['core']}` | {row['ge']:,.0f} | {row['ge_now']:,.0f} | {row['area']:+.1f} % "
        f"| {row['ns']:.3f} | {row['ns_now']:.3f} | {row['delay']:+.1f} % |"
    )


def summary(found: Sequence[dict]) -> str:
    """The sentence below the table."""
    larger = [row["core"] for row in found if row["area"] > 1]
    said = ", ".join(f"`{core}`" for core in larger) or "none"
    area, delay = (median(row[name] for row in found) for name in ("area", "delay"))
    return (
        f"{len(found)} cores. Medians: area {area:+.1f} %, delay {delay:+.1f} %. "
        f"More than 1 % larger: {said}."
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("older", type=Path, metavar="OLDER")
    parser.add_argument("directory", type=Path, metavar="DIR")
    parser.add_argument("--on", default="nangate45", metavar="PLATFORM")
    parser.add_argument("--recipe", default="area")
    parser.add_argument("--period", type=int, default=5_000, metavar="PS")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("cores", nargs="*", metavar="CORE")
    given = parser.parse_intermixed_args()
    given.older = given.older.resolve()
    found = []
    print("" if given.json else HEAD, end="" if given.json else "\n")
    for row in rows(given, given.cores or (run(given.older, LIST) or "").split()):
        found.append(row)
        print("" if given.json else line(row), end="" if given.json else "\n", flush=True)
    print(json.dumps(found, indent=2) if given.json else f"\n{summary(found)}")


if __name__ == "__main__":
    main()
