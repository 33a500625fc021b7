# SPDX-License-Identifier: Apache-2.0
"""The tables of `public_peers`: what each core has, its figures, and the best of ours beside the
best of theirs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cipherfab.report.data import Point, points
from cipherfab.report.markdown import table

from . import functions

FEATURES = ("core", "of", "computes", "decrypts", "keeps its key", "buffer", "bus")
SIZES = (16, 64, 1536)
"""Bytes of a message without associated data."""

FIGURES = ("core", "GE", "LUTs", "flip-flops", "MHz", "cycles for a block",
           "cycles for 16, 64, 1,536 bytes", "new key", "Mbit/s", "per kGE or LUT",
           "Mbit/s of 16, 64, 1,536 bytes")  # fmt: skip
MARGINS = ("theirs", "figure", "best of ours", "best of theirs", "ours to theirs",
           "from seed to seed")  # fmt: skip
UNKNOWN = "–"
OURS = "cipherfab"
"""What `features_of` calls the repository of our cores."""


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure of a core with its smallest and its largest value over the seeds."""

    core: str
    low: float
    value: float
    high: float


def text(found: Mapping) -> str:
    """The command, a table of features, one of the cycles of each function if they were counted,
    and for each platform and recipe a table of figures and one of margins.
    """
    features, rows = found["features"], points(found["rows"])
    named = [[f"`{name}`", *facts.values()] for name, facts in features.items()]
    parts = [f"```console\n$ {found['command']}\n```\n", table(FEATURES, named, left=7)]
    if counted := found.get("functions"):
        parts.append(functions.text(counted))
    for platform, recipe in dict.fromkeys((row.platform, row.recipe) for row in rows):
        chosen = [row for row in rows if (row.platform, row.recipe) == (platform, recipe)]
        chosen.sort(key=lambda row: row.throughput_mbps or 0, reverse=True)
        parts += [f"**{platform}, `{recipe}`**:\n", table(FIGURES, map(figures, chosen))]
        if beside := list(margins(chosen, features)):
            parts.append(table(MARGINS, beside, left=4))
    return "\n".join(parts)


def figures(row: Point) -> list[str]:
    """A row of `FIGURES`; a dash for what was not measured. Cycles and rates are of an encryption
    with a key that is there; a new key costs what stands there.
    """
    rate = rate_per_area(row)
    return [
        f"`{row.core}`",
        _spread(row, "area_ge"),
        _spread(row, "luts"),
        number(row.flip_flops),
        _spread(row, "fmax_mhz"),
        number(row.cycles_per_block),
        ", ".join(number(cycles(row, size)) for size in SIZES),
        number(max(row.extra.get("new_key_cycles", {}).values(), default=None)),
        number(row.throughput_mbps),
        number(rate.value if rate else None),
        ", ".join(number(row.value(f"throughputs/enc/pt/{size}")) for size in SIZES),
    ]


def cycles(row: Point, size: int) -> float | None:
    """Cycles that the encryption of so many bytes takes, without associated data."""
    rate = row.value(f"throughputs/enc/pt/{size}")
    return round(8 * size * row.fmax_mhz / rate) if rate and row.fmax_mhz else None


def rate_per_area(row: Point, workload: str = "") -> Figure | None:
    """Mbit/s per kGE, or per LUT where there are no GE; of long messages, or of a workload."""
    rate, area = rate_of(row, workload), _area(row)
    if rate is None or area is None:
        return None
    kilo = 1000 if row.area_ge else 1
    return Figure(
        core=row.core,
        low=kilo * rate.low / area.high,
        value=kilo * rate.value / area.value,
        high=kilo * rate.high / area.low,
    )


def rate_of(row: Point, workload: str = "") -> Figure | None:
    """Mbit/s; it varies as the frequency does."""
    value = row.value(f"throughputs/{workload}") if workload else row.throughput_mbps
    spread = row.spread("fmax_mhz")
    if not value or not spread:
        return None
    low, median, high = (value * one / spread[1] for one in spread)
    return Figure(core=row.core, low=low, value=median, high=high)


def _area(row: Point) -> Figure | None:
    spread = row.spread("area_ge" if row.area_ge else "luts")
    return spread and Figure(core=row.core, low=spread[0], value=spread[1], high=spread[2])


MEASURES = {
    "Mbit/s": (rate_of, True),
    "Mbit/s per area": (rate_per_area, True),
    "least area": (_area, False),
    **{f"{size:,} bytes: Mbit/s": (lambda row, size=size: rate_of(row, f"enc/pt/{size}"), True)
       for size in SIZES},
    **{f"{size:,} bytes: Mbit/s per area":
       (lambda row, size=size: rate_per_area(row, f"enc/pt/{size}"), True) for size in SIZES},
}  # fmt: skip
"""What is compared: how it is had of a row, and whether more is better."""


def margins(rows: Sequence[Point], features: Mapping) -> Iterator[list[str]]:
    """For theirs with as many algorithms each: the best of ours that computes at least as many
    beside the best of theirs. More than 1 is in our favour in every line.
    """
    counts = {name: facts["computes"].count(",") + 1 for name, facts in features.items()}
    ours, theirs = (
        [row for row in rows if (features[row.core]["of"] == OURS) == mine]
        for mine in (True, False)
    )
    for count in sorted({counts[row.core] for row in theirs}):
        able = [row for row in ours if counts[row.core] >= count]
        alike = [row for row in theirs if counts[row.core] == count]
        for name, (measure, more) in MEASURES.items():
            pair = [_best(measure, group, more) for group in (able, alike)]
            if None not in pair:
                yield [WITH.get(count, f"{count} algorithms"), name, *_beside(*pair, more)]


WITH = {1: "without a hash", 2: "with a hash", 4: "with hash, XOF and CXOF"}


def _best(measure, rows: Sequence[Point], more: bool) -> Figure | None:
    found = [one for one in map(measure, rows) if one]
    choose = max if more else min
    return choose(found, key=lambda one: one.value) if found else None


def _beside(ours: Figure, theirs: Figure, more: bool) -> list[str]:
    ratios = [ours.value / theirs.value, ours.low / theirs.high, ours.high / theirs.low]
    middle, low, high = ratios if more else (1 / ratios[0], 1 / ratios[2], 1 / ratios[1])
    return [
        *(f"`{one.core}`, {number(one.value)}" for one in (ours, theirs)),
        f"{middle:.2f}",
        f"{low:.2f} to {high:.2f}" if low < high else UNKNOWN,
    ]


def _spread(row: Point, metric: str) -> str:
    """The median and the largest deviation of a seed from it."""
    spread = row.spread(metric)
    if spread is None:
        return UNKNOWN
    low, middle, high = spread
    away = max(middle - low, high - middle)
    if not away:
        return number(middle)
    share = 100 * away / middle
    return f"{number(middle)} ± " + (f"{share:.1f} %" if share >= 0.1 else "<0.1 %")


def number(value: float | None) -> str:
    """Four digits where there are as many."""
    if value is None:
        return UNKNOWN
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"
