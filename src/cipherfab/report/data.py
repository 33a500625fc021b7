# SPDX-License-Identifier: Apache-2.0
"""The rows of every report: what a point is, what its metrics are called, and how two of them
compare.

The reports take plain data (lists of mappings, for example read from JSON) and know nothing of the
store or the tools. :func:`points` turns such mappings into :class:`Point`, and is the only place
that looks at their keys.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from itertools import groupby
from typing import Any

from ..errors import CallError
from ..links import LINKS
from ..numbers import Numbers

KINDS = {
    "aead": "AEADs",
    "hash": "hashes",
    "perm": "permutations",
    "bc": "block ciphers",
    "tbc": "tweakable block ciphers",
}
"""Kinds of algorithms in words; rows of two kinds do other work, and are not ranked together."""

OTHER = "others"
"""Rows of which no kind is known."""

NO_REGISTERS = "no registers: the delay is that of logic alone"


@dataclass(frozen=True, kw_only=True)
class Metric:
    """A measured quantity: its label, its unit and which direction is better.

    Attributes:
        label: short name for headers and axes, such as ``Area``.
        unit: unit as printed, such as ``GE``; empty for a plain count.
        better: ``low`` or ``high``.
        header: header of a table column, where the title would be too wide; the title by default.
    """

    label: str
    unit: str = ""
    better: str = "low"
    header: str = ""

    @property
    def title(self) -> str:
        """Label with its unit, as headers and axes show it."""
        return f"{self.label} ({self.unit})" if self.unit else self.label

    def no_worse(self, value: float, reference: float) -> bool:
        """Whether a value is at least as good as another one."""
        return value <= reference if self.better == "low" else value >= reference


METRICS = {
    "area_ge": Metric(label="Area", unit="GE"),
    "area_kge": Metric(label="Area", unit="kGE"),
    "area_um2": Metric(label="Area", unit="µm²"),
    "luts": Metric(label="LUTs"),
    "lut_sites": Metric(label="LUT sites"),
    "slices": Metric(label="Slices"),
    "flip_flops": Metric(label="Flip-flops", header="FFs"),
    "delay_ns": Metric(label="Delay", unit="ns"),
    "fmax_mhz": Metric(label="Frequency", unit="MHz", better="high", header="fmax (MHz)"),
    "cycles_per_block": Metric(label="Cycles per block", header="Cycles /block"),
    "throughput_mbps": Metric(label="Throughput", unit="Mbit/s", better="high"),
    "throughput_gbps": Metric(label="Throughput", unit="Gbit/s", better="high"),
    "throughput_per_kge": Metric(
        label="Throughput per area", unit="Mbit/s per kGE", better="high", header="Mbit/s /kGE"
    ),
    "throughput_per_lut": Metric(
        label="Throughput per LUT", unit="Mbit/s per LUT", better="high", header="Mbit/s /LUT"
    ),
    "energy_pj_per_bit": Metric(label="Energy", unit="pJ/bit", header="pJ/bit"),
    **{
        f"energy_{size}": Metric(
            label=f"Energy, {size} bytes", unit="pJ/bit", header=f"pJ/bit {size} B"
        )
        for size in (1536, 64, 16)
    },
    "energy_area": Metric(label="Energy x area", unit="pJ/bit x kGE", header="pJ/bit x kGE"),
    "leakage_percent": Metric(label="Leakage at 10 MHz", unit="%", header="Leakage (%)"),
    "power_uw/0.1": Metric(label="Power at 100 kHz", unit="µW"),
    "power_uw/10": Metric(label="Power at 10 MHz", unit="µW"),
    "power_uw/100": Metric(label="Power at 100 MHz", unit="µW"),
    "power_uw/fmax": Metric(label="Power at its highest frequency", unit="µW", header="µW at fmax"),
}
"""Every metric that tables, plots and the page know by name."""

FOLLOWS = {
    "area_kge": ("area_ge", ""),
    "throughput_mbps": ("fmax_mhz", ""),
    "throughput_gbps": ("fmax_mhz", ""),
    "throughput_per_kge": ("fmax_mhz", "area_ge"),
    "throughput_per_lut": ("fmax_mhz", "luts"),
}
"""Metrics without a spread of their own: what each grows with over the seeds, and what it falls
with.
"""

SHORT = ("energy_1536", "energy_64", "energy_16")
"""Energy per bit of short messages: of encryption, or of hashing where there is none."""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """One link of the chain of evidence.

    Attributes:
        link: a key of :data:`links.LINKS`.
        passed: True, False, or None for a link that does not apply.
        detail: one line, such as ``2178 messages, seed 7``.
        seconds: how long it took.
    """

    link: str
    passed: bool | None
    detail: str = ""
    seconds: float | None = None


@dataclass(frozen=True, kw_only=True)
class Point(Numbers):
    """One core on one platform with one recipe: a row of the tables and a point of the plots.

    ``algorithm`` and ``architecture`` default to the parts of ``core``.

    Attributes:
        architecture: with its number; options: the others, joined by commas.
        evidence: links of the chain.
        extra: keys of the given mapping that have no field here.
    """

    architecture: str = ""
    options: str = ""
    cycles_formula: str = ""
    evidence: Sequence[Evidence] = field(default_factory=list)
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def status(self) -> str:
        """``failed``, ``invariant``, ``unverified`` or ``ok``: the worst that applies."""
        if self.failure or any(item.passed is False for item in self.evidence):
            return "failed"
        if self.violations:
            return "invariant"
        return "ok" if self.verified else "unverified"

    @property
    def target(self) -> str:
        """``5 ns, seeds 0-1``: what the numbers of this row are of; another period gives others."""
        period = f"{self.period_ps / 1000:g} ns" if self.period_ps else ""
        return ", ".join(filter(None, (period, _seeds(self.seeds))))

    @property
    def unregistered(self) -> bool:
        """Whether it is logic alone: its delay has no clock-to-output and no setup of a register in
        it, and its area no register.
        """
        return self.flip_flops == 0

    @property
    def group(self) -> str:
        """What the row may be ranked with: rows of the same kind, with or without registers."""
        return KINDS.get(self.kind, OTHER) + ", no registers" * self.unregistered

    @property
    def remarks(self) -> list[str]:
        """Everything that a reader must not overlook: failure, failed links, violated invariants,
        no room in the device, foreign author.
        """
        lines = [f"failed: {self.failure}"] if self.failure else []
        lines += [
            f"{item.link} failed: {item.detail}".removesuffix(": ")
            for item in self.evidence
            if item.passed is False
        ]
        lines += [f"violates: {text}" for text in self.violations]
        lines += [self.frequency_note] if self.frequency_note else []
        lines += [NO_REGISTERS] if self.unregistered else []
        # A violated invariant does not hide it; a failure says more.
        if not self.verified and self.status != "failed":
            lines.append("not verified")
        if self.third_party:
            lines.append(
                f"third party: {self.third_party.get('author') or 'author not told'} "
                f"({self.third_party.get('licence') or 'licence not told'})"
            )
        return lines

    def value(self, metric: str) -> float | None:
        """A metric of this point: a field, a derived one, or ``throughputs/WORKLOAD``,
        ``energies/WORKLOAD``, ``power_uw/MHZ``; None if not measured.
        """
        group, _, name = metric.partition("/")
        if name:
            return getattr(self, group).get(name)
        if metric in SHORT:
            size = metric.removeprefix("energy_")
            return next(
                (
                    self.energies[name]
                    for kind in ("enc/pt", "hash/msg")
                    if (name := f"{kind}/{size}") in self.energies
                ),
                None,
            )
        derived = {
            "area_kge": (self.area_ge, 1000),
            "leakage_percent": (self.leakage_share, 0.01),
            "throughput_gbps": (self.throughput_mbps, 1000),
            "throughput_per_kge": (self.throughput_mbps, (self.area_ge or 0) / 1000),
            "throughput_per_lut": (self.throughput_mbps, self.luts or 0),
        }
        if metric not in derived:
            return getattr(self, metric)
        top, bottom = derived[metric]
        # Nothing can be told per area where there is no area.
        return top / bottom if top is not None and bottom else None

    def spread(self, metric: str) -> tuple[float, float, float] | None:
        """``(min, median, max)`` over the seeds; three times the value where there was one seed;
        None if not measured.
        """
        given = self.seed_spread.get(metric, ())
        # A metric that only some seeds have has no spread.
        if len(given) == 3 and None not in given:
            return tuple(given)
        value = self.value(metric)
        return None if value is None else (value, value, value)

    def reach(self, metric: str) -> tuple[float, float, float] | None:
        """As `spread`; of a metric that is computed from others the widest one that follows from
        theirs, as it is not known which seed has which of them.
        """
        found = self.spread(metric)
        workload = metric.startswith("throughputs/")
        names = FOLLOWS.get("throughput_mbps" if workload else metric)
        if found is None or names is None or found[0] != found[2]:
            return found
        grows, falls = (self.spread(name) if name else None for name in names)
        (least, most), (small, large) = _ends(grows), _ends(falls)
        return found[1] * least / large, found[1], found[1] * most / small

    def link(self, name: str) -> Evidence | None:
        """The evidence for one link; where there are several, a failed one before the last."""
        found = [item for item in self.evidence if item.link == name]
        failed = [item for item in found if item.passed is False]
        return (failed or found[-1:] or [None])[0]


def _ends(spread: Sequence[float] | None) -> tuple[float, float]:
    """The least and the most of a spread over its median; 1 where there is none."""
    if not spread or not all(spread):
        return 1.0, 1.0
    return spread[0] / spread[1], spread[2] / spread[1]


_NAMES = {item.name for item in fields(Point)} - {"extra"}


def points(rows: Iterable[Mapping[str, Any] | Point]) -> list[Point]:
    """Read rows from plain data.

    Raises:
        CallError: a row has no ``core`` or ``platform``, or a piece of evidence names an unknown
            link.
    """
    return [row if isinstance(row, Point) else _point(row) for row in rows]


def groups(rows: Iterable[Mapping[str, Any] | Point]) -> dict[str, list[Point]]:
    """The rows of each platform, in the order of their first appearance."""
    rows = points(rows)
    order = list(dict.fromkeys(row.platform for row in rows))
    # `groupby` joins neighbours alone, so the rows are sorted first.
    grouped = groupby(
        sorted(rows, key=lambda row: order.index(row.platform)), key=lambda row: row.platform
    )
    return {platform: list(members) for platform, members in grouped}


def plain(point: Point) -> dict[str, Any]:
    """The point as JSON-able data; numbers that are not finite become None, and ``status`` is
    added.
    """
    return _finite({**asdict(point), "status": point.status})


def _point(row: Mapping[str, Any]) -> Point:
    missing = [name for name in ("core", "platform") if not row.get(name)]
    if missing:
        raise CallError(
            f"a report row needs {' and '.join(missing)}; given keys: "
            f"{', '.join(sorted(row)) or 'none'}"
        )
    # None is no value, so that the defaults of a point apply.
    known = {
        name: value for name, value in _finite(row).items() if name in _NAMES and value is not None
    }
    algorithm, _, rest = known["core"].partition("/")
    known.setdefault("algorithm", algorithm)
    known.setdefault("architecture", rest.split(",")[0] or "round")
    known["evidence"] = [
        item if isinstance(item, Evidence) else _evidence(item)
        for item in known.get("evidence", ())
    ]
    if not isinstance(known.get("options", ""), str):
        known["options"] = _options(known["options"])
    # The status is computed from the rest, so one that a row brings along is not taken over.
    extra = {name: value for name, value in row.items() if name not in _NAMES | {"status", "extra"}}
    known["provenance"] = _in_ns(known.get("provenance", {}))
    return Point(**known, extra=_in_ns({**row.get("extra", {}), **extra}))


def _in_ns(values: Mapping[str, Any]) -> dict[str, Any]:
    """With ``period_ns`` for ``period_ps``: people read ns."""
    return {
        "period_ns" if name == "period_ps" else name: value / 1000
        if name == "period_ps" and value
        else value
        for name, value in values.items()
    }


def _seeds(seeds: Sequence[int]) -> str:
    """``seed 0``, ``seeds 0-4``, ``seeds 1,3``; empty for none."""
    if not seeds:
        return ""
    row = list(seeds) == list(range(seeds[0], seeds[0] + len(seeds)))
    words = f"{seeds[0]}-{seeds[-1]}" if row and len(seeds) > 1 else ",".join(map(str, seeds))
    return f"seed{'s' * (len(seeds) > 1)} {words}"


def _options(options: Mapping[str, Any] | Sequence[str]) -> str:
    if isinstance(options, Mapping):
        return ",".join(
            name if value is True else f"{name}={value}" for name, value in options.items()
        )
    return ",".join(map(str, options))


def _evidence(item: Mapping[str, Any]) -> Evidence:
    if item.get("link") not in LINKS:
        raise CallError(
            f"evidence needs a link, one of {', '.join(LINKS)}; given: {item.get('link')!r}"
        )
    known = {item.name for item in fields(Evidence)}
    return Evidence(
        **{"passed": None, **{name: value for name, value in item.items() if name in known}}
    )


def _finite(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    # JSON has no number for these.
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
