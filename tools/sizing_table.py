# SPDX-License-Identifier: Apache-2.0
"""What the recipe `sized` gives: each core with it and with `balanced`, in a table.

    python tools/sizing_table.py DIR [--on nangate45] [--seeds 2] [--share 0.6] [CORE ...]

Two netlists of `balanced` stand beside a sized one: that with a relaxed target (10 ns), and that
with the same target, which is a share of the relaxed one's delay. 0.6 is the tightest of a
benchmark's sweep, and about where `balanced` is at its fastest; at 0.75 area pays for little of the
delay. Each sized netlist is proved equal to the RTL. Every run is kept in DIR, one folder each, and
is not made again: a table that was stopped goes on where it was.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from cipherfab.cores.build import build
from cipherfab.design import Design
from cipherfab.implement import platforms
from cipherfab.implement.flow import RESULT, implement
from cipherfab.verify.equivalence.proof import prove

CORES = (
    "ascon-p-8", "gift-64", "skinny-64-64", "xoodoo-12", "gift-128",
    "tinyjambu-128", "knot-aead-128-256", "wage", "gift-cofb", "romulus-n",
    "oribatida-256-64", "gimli", "subterranean/round,hash", "spoc-128", "lotus-aead",
    "ascon-aead128", "ascon-aead128/round,hash", "photon-beetle-aead-128", "xoodyak-r3/round,hash",
    "elephant-dumbo-v2", "isap-a-128a", "saef-forkskinny-128-256", "skinny-aead-m5",
    "comet-128-aes",
)  # fmt: skip
"""Bare primitives, and cores with the LWC API, up to 20 kGE."""

RELAXED_PS, SHARE = 10_000, 0.6
PROOF_SECONDS = 600


class Table:
    """Runs in a directory, each made once."""

    def __init__(self, directory: Path, platform: str, seeds: int, share: float = SHARE):
        self.directory, self.platform, self.seeds = directory, platform, seeds
        self.share = share

    def run(self, design: Design, recipe: str, period_ps: int, seed: int) -> dict:
        """The result of a run, with the ``seconds`` that it took."""
        name = f"{design.name}-{self.platform}-{recipe}-{period_ps}-{seed}".replace("/", "_")
        place = self.directory / name
        if not (place / "seconds").exists():
            start = time.monotonic()
            implement(
                design, self.platform, recipe, period_ps=period_ps, seed=seed, directory=place
            )
            (place / "seconds").write_text(f"{time.monotonic() - start:.1f}")
        found = json.loads((place / RESULT).read_text())
        return {**found, "place": place, "seconds": float((place / "seconds").read_text())}

    def proved(self, design: Design, run: dict) -> bool:
        """Whether the netlist of a run is proved equal to the design."""
        kept = run["place"] / "proof.json"
        if not kept.exists():
            cells, work = platforms.cells(platforms.find(self.platform)), run["place"] / "proof"
            work.mkdir(exist_ok=True)
            netlist = run["place"] / "netlist.v"
            found = prove(design, netlist, cells, work, timeout=PROOF_SECONDS)
            kept.write_text(json.dumps({"verdict": found["verdict"]}))
        return json.loads(kept.read_text())["verdict"] == "proved"

    def rows(self, core: str) -> Iterator[dict]:
        """A row for each seed."""
        design = build(core)
        relaxed = self.run(design, "balanced", RELAXED_PS, 0)
        period = round(self.share * 1000 * relaxed["delay_ns"])
        for seed in range(self.seeds):
            before, after = (self.run(design, name, period, seed) for name in ("balanced", "sized"))
            yield {
                "core": core, "seed": seed, "period": period,
                "ge": before["area_ge"], "ns": before["delay_ns"], "sized_ns": after["delay_ns"],
                "delay": change(before, after, "delay_ns"),
                "area": change(before, after, "area_ge"),
                "relaxed_ge": relaxed["area_ge"], "relaxed_ns": relaxed["delay_ns"],
                "relaxed_delay": change(relaxed, after, "delay_ns"),
                "relaxed_area": change(relaxed, after, "area_ge"),
                "sized": after["sizing"]["sized"], "rewritten": after["sizing"]["rewritten"],
                "proved": self.proved(design, after)}  # fmt: skip


def change(before: dict, after: dict, key: str) -> float:
    """How much larger a figure became, in percent."""
    return 100 * (after[key] / before[key] - 1)


HEAD = """\
| core | seed | relaxed: GE | ns | target ps | GE | ns | sized: ns | delay | area \
| of relaxed: delay | area | cells | rewritten | proof |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|"""


def line(row: dict) -> str:
    """A row as Markdown."""
    return (
        f"| `{row['core']}` | {row['seed']} | {row['relaxed_ge']:,.0f} | {row['relaxed_ns']:.3f} "
        f"| {row['period']} | {row['ge']:,.0f} | {row['ns']:.3f} "
        f"| {row['sized_ns']:.3f} | {row['delay']:+.1f} % | {row['area']:+.2f} % "
        f"| {row['relaxed_delay']:+.1f} % | {row['relaxed_area']:+.2f} % | {row['sized']} "
        f"| {row['rewritten']} | {'yes' if row['proved'] else 'no'} |"
    )


def medians(rows: list[dict]) -> str:
    """What the rows say together."""
    delay, area, slower, larger = (
        median(row[key] for row in rows)
        for key in ("delay", "area", "relaxed_delay", "relaxed_area")
    )
    return (
        f"Median of {len(rows)}: delay {delay:+.1f} %, area {area:+.2f} %, beside `balanced` with "
        f"the relaxed target {slower:+.1f} % and {larger:+.2f} %; "
        f"{sum(row['proved'] for row in rows)} proved."
    )


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path, metavar="DIR")
    parser.add_argument("--on", default="nangate45", metavar="PLATFORM")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--share", type=float, default=SHARE)
    parser.add_argument("cores", nargs="*", metavar="CORE")
    given = parser.parse_intermixed_args()
    given.directory.mkdir(parents=True, exist_ok=True)
    table, found = Table(given.directory, given.on, given.seeds, given.share), []
    print(HEAD)
    for core in given.cores or CORES:
        for row in table.rows(core):
            found.append(row)
            print(line(row), flush=True)
    print(f"\n{medians(found)}")


if __name__ == "__main__":
    main()
