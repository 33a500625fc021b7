# SPDX-License-Identifier: Apache-2.0
"""Writes docs/results/finalists.md, the ten finalists side by side, from the package's data set.

python tools/finalists.py           # writes the page
python tools/finalists.py --check   # is the page what would be written?

Nothing is measured here: what the data set has no row of is called that.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pages import filled

from cipherfab.dataset import entry
from cipherfab.dataset.entry import Entry, Run
from cipherfab.measure.throughput import Workload
from cipherfab.report.markdown import table
from cipherfab.report.numbers import number

PAGE = Path(__file__).resolve().parents[1] / "docs" / "results" / "finalists.md"

FINALISTS = {
    "Ascon": "ascon-128",
    "Elephant": "elephant-dumbo-v2",
    "GIFT-COFB": "gift-cofb",
    "Grain-128AEAD": "grain-128aeadv2",
    "ISAP": "isap-a-128a",
    "PHOTON-Beetle": "photon-beetle-aead-128",
    "Romulus": "romulus-n",
    "Sparkle": "schwaemm256-128",
    "TinyJAMBU": "tinyjambu-128-v2",
    "Xoodyak": "xoodyak-r3",
}
"""By name the core of the member that the submission names first, in the version of the final
round, in its default architecture.
"""

SIZES = ("long", "1536", "64", "16")
CELLS, FPGAS = ("nangate45", "balanced"), {"Artix-7": ("artix7", "compact"),
                                           "ECP5": ("ecp5", "compact")}  # fmt: skip
SMALL = ("nangate45", "area")
PLACED = {"Nangate45": CELLS, "SKY130HD": ("sky130hd", "sized")}
RANKED = "1536"
"""Bytes of plaintext by whose throughput tables are ordered."""
NO_ROW = "no row"
MASKED = "masked="


@dataclass(frozen=True)
class Finalist:
    """A finalist and what the data set has of its core, None if it has nothing, and of all cores of
    that member.
    """

    name: str
    core: str
    entry: Entry | None
    variants: tuple["Finalist", ...] = ()

    def run(self, platform: str, recipe: str) -> Run | None:
        """The run on a platform with a recipe; of several the first."""
        runs = self.entry.runs if self.entry else ()
        return next((run for run in runs if (run.platform, run.recipe) == (platform, recipe)), None)

    def cycles(self, size: str) -> int | None:
        """Cycles of an encryption of so many bytes with a reused key; of a long one for each of
        its blocks, see `bytes_of_long`.
        """
        found = self.entry and self.entry.workloads.get(f"enc/pt/{size}")
        return found[1] if found else None

    def mbps(self, place: tuple[str, str], size: str, *, placed: bool = False) -> float | None:
        """Throughput at a run's frequency, or at that after placement."""
        run, found = self.run(*place), self.entry and self.entry.workloads.get(f"enc/pt/{size}")
        mhz = run and (run.placed_fmax_mhz if placed else run.fmax_mhz)
        if not found or not mhz:
            return None
        bits, cycles = found
        return Workload(bits=bits, cycles=cycles).throughput_mbps(mhz)

    def energy(self, size: str) -> float | None:
        """pJ for a bit, of the netlist of the recipe `CELLS`."""
        run = self.run(*CELLS)
        return run.energies.get(f"enc/pt/{size}") if run else None


def finalists() -> list[Finalist]:
    """All ten."""
    entries = {one.core: one for one in entry.read()}
    return [
        Finalist(
            name,
            core,
            entries.get(core),
            tuple(
                Finalist(name, each.core, each)
                for each in entries.values()
                if each.algorithm == core and "decrypt" in each.operations
            ),
        )
        for name, core in FINALISTS.items()
    ]


def ordered(values: dict[str, float | None], *, least: bool = False) -> list[str]:
    """The names that have a value, from the highest one, or from the least."""
    found = {name: value for name, value in values.items() if value is not None}
    return sorted(found, key=lambda name: (found[name] if least else -found[name], name))


def by_throughput(all_ten: Sequence[Finalist], place: tuple[str, str]) -> list[Finalist]:
    """From the fastest; those without a row behind them."""
    order = ordered({one.name: one.mbps(place, RANKED) for one in all_ten})
    names = [*order, *(one.name for one in all_ten if one.name not in order)]
    return sorted(all_ten, key=lambda one: names.index(one.name))


def cells(all_ten: Sequence[Finalist]) -> str:
    """Standard cells: area, frequency, cycles, throughput, and throughput over area."""
    lines = []
    for place, one in enumerate(by_throughput(all_ten, CELLS), 1):
        small, fast = one.run(*SMALL), one.run(*CELLS)
        if not small or not fast:
            lines.append([one.name, f"`{one.core}`", NO_ROW, *7 * [""]])
            continue
        rate = one.mbps(CELLS, RANKED)
        lines.append([
            f"{place}. {one.name}", f"`{one.core}`", number(small.area_ge), number(fast.area_ge),
            number(fast.fmax_mhz), *(number(one.cycles(size)) for size in ("1536", "64", "16")),
            number(rate), number(_per_area(one)),
        ])  # fmt: skip
    columns = ["finalist", "core", "GE, `area`", "GE", "MHz", "cycles, 1,536 B", "64 B", "16 B",
               "Mbit/s, 1,536 B", "per kGE"]  # fmt: skip
    return table(columns, lines, left=2)


def variants(all_ten: Sequence[Finalist]) -> str:
    """Of each finalist the smallest core, the fastest one, that with the most throughput over area,
    and the smallest masked one; each with its area by `SMALL`, and its throughput by `CELLS`.
    """
    lines = []
    for one in all_ten:
        bare = [each for each in one.variants if MASKED not in each.core]
        masked = [each for each in one.variants if MASKED in each.core]
        for what, choice in (
            ("smallest", min(bare, key=_area, default=None)),
            ("fastest", max(bare, key=_rate, default=None)),
            ("most per area", max(bare, key=_per_area, default=None)),
            ("masked", min(masked, key=_area, default=None)),
        ):
            lines.append([one.name * (what == "smallest"), what, *_figures(choice)])
    columns = ["finalist", "", "core", "GE, `area`", "GE", "MHz", "cycles, 1,536 B",
               "Mbit/s, 1,536 B", "per kGE"]  # fmt: skip
    return table(columns, lines, left=3)


def _figures(one: Finalist | None) -> list[str]:
    """A line of `variants`, behind what the core is."""
    fast = one and one.run(*CELLS)
    if not one or not fast or not one.run(*SMALL):
        return [NO_ROW, *6 * [""]]
    values = (_area(one), fast.area_ge, fast.fmax_mhz, one.cycles(RANKED), _rate(one),
              _per_area(one))  # fmt: skip
    return [f"`{one.core}`", *map(number, values)]


def _area(one: Finalist) -> float:
    run = one.run(*SMALL)
    return run.area_ge if run and run.area_ge else float("inf")


def _rate(one: Finalist) -> float:
    return one.mbps(CELLS, RANKED) or 0.0


def _per_area(one: Finalist) -> float:
    """Mbit/s for each kGE of the same netlist."""
    run = one.run(*CELLS)
    return _rate(one) / (run.area_ge / 1000) if run and run.area_ge else 0.0


def orders(all_ten: Sequence[Finalist]) -> str:
    """The order at four sizes on standard cells, each with its Mbit/s."""
    columns = []
    for size in SIZES:
        rates = {one.name: one.mbps(CELLS, size) for one in all_ten}
        columns.append([f"{name} {number(rates[name])}" for name in ordered(rates)])
    lines = [
        [str(place + 1), *("".join(column[place : place + 1]) for column in columns)]
        for place in range(max(map(len, columns)))
    ]
    return table(["place", *map(_title, SIZES)], lines, left=5)


def energies(all_ten: Sequence[Finalist]) -> str:
    """pJ for a bit at four sizes, from the least at `RANKED`."""
    order = ordered({one.name: one.energy(RANKED) for one in all_ten}, least=True)
    by_name = {one.name: one for one in all_ten}
    lines = [
        [f"{place}. {name}", *(number(by_name[name].energy(size)) for size in SIZES)]
        for place, name in enumerate(order, 1)
    ]
    lines += [[one.name, NO_ROW, "", "", ""] for one in all_ten if one.name not in order]
    return table(["finalist", *map(_title, SIZES)], lines, left=1)


def placed(all_ten: Sequence[Finalist]) -> str:
    """Standard cells with placed wires: area, both frequencies, and throughput after placement,
    with the place there.
    """
    rates = {
        library: {one.name: one.mbps(place, RANKED, placed=True) for one in all_ten}
        for library, place in PLACED.items()
    }
    places = {library: ordered(found) for library, found in rates.items()}
    first = next(iter(PLACED))
    lines = []
    for one in sorted(all_ten, key=lambda one: -(rates[first][one.name] or 0)):
        line = [one.name]
        for library, place in PLACED.items():
            run, rate = one.run(*place), rates[library][one.name]
            known = run and rate
            line += [
                f"{places[library].index(one.name) + 1}" if known else NO_ROW,
                *(
                    map(number, (run.area_ge, run.fmax_mhz, run.placed_fmax_mhz, rate))
                    if known
                    else 4 * ("",)
                ),
            ]
        lines.append(line)
    columns = [f"{library}{what}" for library in PLACED
               for what in (": place", " GE", " MHz", " MHz placed", " Mbit/s placed")]  # fmt: skip
    return table(["finalist", *columns], lines, left=1)


def fpgas(all_ten: Sequence[Finalist]) -> str:
    """Look-up tables, frequency and throughput on each family, with the place there."""
    places = {
        family: ordered({one.name: one.mbps(place, RANKED) for one in all_ten})
        for family, place in FPGAS.items()
    }
    lines = []
    for one in by_throughput(all_ten, next(iter(FPGAS.values()))):
        line = [one.name, f"`{one.core}`"]
        for family, place in FPGAS.items():
            run, rate = one.run(*place), one.mbps(place, RANKED)
            known = run and rate
            line += [
                f"{places[family].index(one.name) + 1}" if known else NO_ROW,
                *((number(run.luts), number(run.fmax_mhz), number(rate)) if known else 3 * ("",)),
            ]
        lines.append(line)
    columns = [f"{family}{what}" for family in FPGAS
               for what in (": place", " LUTs", " MHz", " Mbit/s")]  # fmt: skip
    return table(["finalist", "core", *columns], lines, left=2)


def sentences(all_ten: Sequence[Finalist]) -> str:
    """What the tables show, in five sentences."""
    rows = [one for one in all_ten if one.run(*CELLS)]
    fast = {size: ordered({one.name: one.mbps(CELLS, size) for one in rows}) for size in SIZES}
    area = ordered({one.name: one.run(*SMALL).area_ge for one in rows}, least=True)
    energy = {
        size: ordered({one.name: one.energy(size) for one in rows}, least=True) for size in SIZES
    }
    sizes = {one.name: one.run(*SMALL).area_ge for one in rows}
    per_family = [
        (family, ordered({one.name: one.mbps(place, RANKED) for one in all_ten}))
        for family, place in FPGAS.items()
    ]
    found = [
        f"{len(rows)} of the {len(all_ten)} finalists have rows on Nangate45, "
        + " and ".join(f"{len(order)} on {family}" for family, order in per_family)
        + ".",
        f"The fastest on Nangate45 is {fast['1536'][0]} for 1,536 bytes, {fast['64'][0]} for 64 "
        f"bytes and {fast['16'][0]} for 16 bytes.",
        f"The smallest core is {area[0]}'s, with {number(sizes[area[0]])} GE, and the largest "
        f"{area[-1]}'s, with {number(sizes[area[-1]])} GE.",
        f"The least energy for a bit of 1,536 bytes is {energy['1536'][0]}'s, and for a bit of 16 "
        f"bytes {energy['16'][0]}'s.",
        "The fastest for 1,536 bytes is "
        + "; ".join(f"{order[0]} on {family}, before {order[1]}" for family, order in per_family)
        + ".",
    ]
    return "\n".join(f"{number_}. {text}" for number_, text in enumerate(found, 1))


def _title(size: str) -> str:
    return "long" if size == "long" else f"{int(size):,} B"


def written(page: str) -> str:
    """The page with its sentences and tables made anew."""
    all_ten = finalists()
    tables = (sentences, cells, variants, orders, placed, energies, fpgas)
    return filled(page, {made.__name__: made(all_ten) for made in tables})


def main() -> None:
    """Write the page, or say that it is not what would be written."""
    before = PAGE.read_text()
    after = written(before)
    if "--check" in sys.argv:
        sys.exit(before != after and f"{PAGE} is not what tools/finalists.py writes.")
    PAGE.write_text(after)


if __name__ == "__main__":
    main()
