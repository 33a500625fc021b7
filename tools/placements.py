# SPDX-License-Identifier: Apache-2.0
"""Places twenty cores, and writes the tables of docs/explanation/placement.md; fits the wire load.

    python tools/placements.py [--on PLATFORM] [--fit FOLDER] [--json]

Without ``--fit`` the cores are placed (what is in the cache is not placed again), the estimates by
the package's table are made, and the tables of the page are written. With ``--fit`` nothing is
placed: each ``placed.spef`` below FOLDER, which `cipherfab place … -o FOLDER` wrote, counts for a
new table of the package. Fit first, then run without it.
"""

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any

from cipherfab.commands import place as command
from cipherfab.implement import platforms
from cipherfab.implement.placement import place, wire_load

PAGE = Path(__file__).resolve().parent.parent / "docs" / "explanation" / "placement.md"
PERIODS_PS = {"nangate45": 1000, "sky130hd": 5000}
RECIPE = "balanced"

CORES = (
    "ascon-p-8", "ascon-p-12/unrolled=2", "gimli", "xoodoo-12", "gift-128", "skinny-128-384",
    "ascon-aead128", "ascon-aead128/round,hash", "ascon-aead128/unrolled=2,loadcycle",
    "ascon-aead128/unrolled=4,hash", "ascon-128", "xoodyak-r3", "gift-cofb",
    "photon-beetle-aead-128", "tinyjambu-128", "romulus-n", "schwaemm256-128", "isap-a-128a",
    "elephant-dumbo-v2", "subterranean",
)  # fmt: skip
"""Of 5 to 30 kGE, bare and with the LWC API."""


def main() -> int:
    """Fit, or place and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--on", choices=PERIODS_PS, default="nangate45", dest="platform")
    parser.add_argument("--fit", type=Path, metavar="FOLDER")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    if options.fit:
        return fit(options.platform, options.fit)
    asked = command.Asked(
        platform=options.platform,
        recipe=(RECIPE,),
        periods=(PERIODS_PS[options.platform],),
        seeds=1,
        utilisation=place.UTILISATION,
        workers=1,
    )
    rows = command.run(CORES, asked)["rows"]
    if failed := [row for row in rows if row["failure"]]:
        print("\n".join(f"{row['core']}: {row['failure']}" for row in failed), file=sys.stderr)
        return 3
    text = said(rows, asked.periods[0])
    between(f"placements {options.platform}", [*table(rows), "", text])
    between(f"estimates {options.platform}", [*estimates(rows), "", estimated(rows)])
    between(f"wires {options.platform}", wires(options.platform))
    print(json.dumps(rows, indent=1) if options.json else text)
    return 0


def fit(platform: str, folder: Path) -> int:
    """Write the package's table."""
    geometry = platforms.find(platform).geometry()
    found = sorted(folder.rglob(place.SPEF))
    if len(found) < len(CORES):
        print(
            f"{folder}: expected {len(CORES)} placements ({place.SPEF}) or more, got "
            f"{len(found)}; make them by `cipherfab place CORE… --on {platform} -o {folder}`",
            file=sys.stderr,
        )
        return 2
    fitted = wire_load.fit(wire_load.of_spef(file.read_text(), geometry) for file in found)
    target = Path(wire_load.__file__).parent / f"{platform}.json"
    target.write_text(json.dumps(asdict(fitted), indent=1) + "\n")
    print(target)
    return 0


def table(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Markdown: the delays of each core, in ns."""
    lines = [
        "| core | GE | die (µm²) | wire (mm) | library's wire load | estimate | placed | placed / "
        "library | estimate / placed |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        ratio = row["estimate_ns"] / row["placed_ns"]
        lines.append(
            f"| `{row['core']}` | {row['area_ge']:,.0f} | {row['die_um2']:,.0f} | "
            f"{row['wire_mm']:.1f} | {row['wire_load_ns']:.3f} | {row['estimate_ns']:.3f} | "
            f"{row['placed_ns']:.3f} | {row['ratio']:.2f} | {ratio:.2f} |"
        )
    return lines


def estimates(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Markdown: whether the wires of each core have room, and what its clock tree costs."""
    lines = [
        "| core | overflow | fullest | clock pins | buffers | µm² | wire (fF) | latency (ps) | "
        "skew (ps) | skew / placed | power (mW) |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        room, tree = row["congestion"], row["clock_tree"]
        lines.append(
            f"| `{row['core']}` | {room['overflow']:,} | {room['fullest']:.2f} | {tree['sinks']:,} "
            f"| {tree['buffers']} | {tree['area_um2']:,.0f} | {tree['wire_ff']:,.0f} | "
            f"{tree['latency_ps']:.0f} | {tree['skew_ps']:.0f} | {100 * skew(row):.1f} % | "
            f"{tree['power_mw']:.2f} |"
        )
    return lines


def skew(row: Mapping[str, Any]) -> float:
    """A clock tree's skew as a share of the delay after placement."""
    return row["clock_tree"]["skew_ps"] / row["placed_ns"] / 1000


def estimated(rows: Sequence[Mapping[str, Any]]) -> str:
    """The table of estimates in a sentence."""
    fitting = sum(not row["congestion"]["overflow"] for row in rows)
    areas = [
        100 * row["clock_tree"]["area_um2"] / (row["die_um2"] * place.UTILISATION) for row in rows
    ]
    skews = [100 * skew(row) for row in rows]
    return (
        f"The wires of {fitting} of {len(rows)} have room by this estimate. The buffers would add "
        f"{min(areas):.1f} to {max(areas):.1f} % to the cells' area, {median(areas):.1f} % in the "
        f"middle; the skew is {min(skews):.1f} to {max(skews):.1f} % of the delay after placement, "
        f"{median(skews):.1f} % in the middle. Power at the target period."
    )


def said(rows: Sequence[Mapping[str, Any]], period_ps: int) -> str:
    """The table in a sentence."""
    ratios = [row["ratio"] for row in rows]
    errors = [abs(row["estimate_ns"] / row["placed_ns"] - 1) * 100 for row in rows]
    before = [abs(row["wire_load_ns"] / row["placed_ns"] - 1) * 100 for row in rows]
    return (
        f"Recipe `{RECIPE}`, target {period_ps} ps, seed 0; delays in ns. Placed wires make the "
        f"delay {min(ratios):.2f} to {max(ratios):.2f} times as long as the library's table, "
        f"{median(ratios):.2f} in the middle. The library's table is off by {median(before):.1f} % "
        f"in the middle and {max(before):.1f} % at most, the estimate by {median(errors):.1f} % "
        f"and {max(errors):.1f} %. The table was fitted to these same placements."
    )


def wires(platform: str) -> list[str]:
    """Markdown: the package's table."""
    found = wire_load.table(platform)
    assert found, "the package has a table"
    lengths = found.lengths
    return [
        f"| fan-out | {' | '.join(map(str, lengths))} | each more |",
        f"|---|{'--:|' * (len(lengths) + 1)}",
        f"| wire (µm) | {' | '.join(f'{each:.1f}' for each in lengths.values())} | "
        f"{found.slope:.1f} |",
        "",
        f"Fitted to {found.placements} placements.",
    ]


def between(name: str, lines: Sequence[str]) -> None:
    """Replace what the page has between two marks."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    text = "".join(f"{line}\n" for line in lines)
    PAGE.write_text(
        re.sub(f"{begin}.*?{end}", lambda _: f"{begin}{text}{end}", PAGE.read_text(), flags=re.S)
    )


if __name__ == "__main__":
    sys.exit(main())
