# SPDX-License-Identifier: Apache-2.0
"""What the recipe `sized` gives: each core with it and with `balanced`, in a table.

    python tools/sizing_table.py DIR [--on nangate45] [--seeds 2] [CORE ...]

Both have the same target: 0.6 of the delay of `balanced` with a relaxed one, which is the tightest
of a benchmark's sweep, and about where `balanced` is at its fastest. Each sized netlist is proved
equal to the RTL. Every run is kept in DIR, one folder each, and is not made again: a table that was
stopped goes on where it was.
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

    def __init__(self, directory: Path, platform: str, seeds: int):
        self.directory, self.platform, self.seeds = directory, platform, seeds

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
        relaxed = self.run(design, "balanced", RELAXED_PS, 0)["delay_ns"]
        period = round(SHARE * 1000 * relaxed)
        for seed in range(self.seeds):
            before, after = (self.run(design, name, period, seed) for name in ("balanced", "sized"))
            yield {
                "core": core, "seed": seed, "period": period,
                "ge": before["area_ge"], "ns": before["delay_ns"], "sized_ns": after["delay_ns"],
                "delay": 100 * (after["delay_ns"] / before["delay_ns"] - 1),
                "area": 100 * (after["area_ge"] / before["area_ge"] - 1),
                "sized": after["sizing"]["sized"], "rewritten": after["sizing"]["rewritten"],
                "tries": after["sizing"]["tries"], "seconds": after["seconds"],
                "more": after["seconds"] - before["seconds"],
                "proved": self.proved(design, after)}  # fmt: skip


HEAD = """\
| core | seed | target ps | GE | ns | sized | delay | area | cells | rewritten | tries | s | proof |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|"""


def line(row: dict) -> str:
    """A row as Markdown."""
    return (
        f"| `{row['core']}` | {row['seed']} | {row['period']} | {row['ge']:,.0f} | {row['ns']:.3f} "
        f"| {row['sized_ns']:.3f} | {row['delay']:+.1f} % | {row['area']:+.2f} % | {row['sized']} "
        f"| {row['rewritten']} | {row['tries']} | {row['seconds']:.0f} "
        f"| {'yes' if row['proved'] else 'no'} |"
    )


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path, metavar="DIR")
    parser.add_argument("--on", default="nangate45", metavar="PLATFORM")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("cores", nargs="*", metavar="CORE")
    given = parser.parse_intermixed_args()
    given.directory.mkdir(parents=True, exist_ok=True)
    table, found = Table(given.directory, given.on, given.seeds), []
    print(HEAD)
    for core in given.cores or CORES:
        for row in table.rows(core):
            found.append(row)
            print(line(row), flush=True)
    print(
        f"\nMedian of {len(found)}: delay {median(row['delay'] for row in found):+.1f} %, "
        f"area {median(row['area'] for row in found):+.2f} %, "
        f"{median(row['more'] for row in found):.0f} s more than `balanced`; "
        f"{sum(row['proved'] for row in found)} proved."
    )


if __name__ == "__main__":
    main()
