# SPDX-License-Identifier: Apache-2.0
"""From the store to the rows of a report: one for each core, platform and recipe."""

import json
import statistics
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any

from .. import catalog
from ..cores.aead import served_name
from ..cores.names import canonical, parse
from ..errors import CallError
from ..implement import platforms
from ..measure import invariants
from ..origin import REMARKS
from ..results.home import Home
from ..results.records import LINKS, SAME_CYCLES, Concerned, Evidence, Measurement
from ..results.store import Store
from ..results.summary import one_design
from . import energies, record
from .row import Row

CAVEAT = 170
"""Characters of a remark on a core of others; the evidence has all of it."""

REQUIRED = ("model", "rtl")
"""Links that a row needs to count as verified; those of its netlist must not have failed."""

BY_WORKLOAD = {
    "throughputs": "throughput_mbps",
    "formulas": "cycles_formula",
    "new_key_cycles": "new_key_cycles",
}
"""Fields of a row that have a value for each workload or operation, and their metrics."""


def all_rows(store: Store, home: Home) -> list[Row]:
    """A row for everything that the store has been told to implement; what was recorded under a
    name of earlier versions only where nothing is under that of today.
    """
    keys = {(row.core, row.platform, row.recipe) for row in store.rows() if row.platform}
    # An older name of a core that has newer rows would show it twice.
    renamed = {key for key in keys if (today := canonical(key[0])) != key[0]
               and (today, *key[1:]) in keys}  # fmt: skip
    found = (row_of(store, home, *key) for key in sorted(keys - renamed))
    return with_violations([row for row in found if row])


def summary(store: Store, core: str, platform: str, recipe: str) -> dict[str, Any] | None:
    """The store's summary, or None if nothing was measured."""
    try:
        return store.summary(core, platform, recipe)
    except CallError:
        return None


OF_SUMMARY = (
    "area_ge", "area_um2", "luts", "flip_flops", "delay_ns", "fmax_mhz", "throughput_mbps",
    "cycles_formula",
)  # fmt: skip
"""What a row has as the summary says it."""


def row_of(store: Store, home: Home, core: str, platform: str, recipe: str) -> Row | None:
    """The row of a core on a platform with a recipe; None if nothing was measured.

    Args:
        store: that has the records.
        home: the directory of the store.
        core: as its records call it; the row calls it as it is called today.
        platform: of the records.
        recipe: likewise.
    """
    found = summary(store, core, platform, recipe)
    if found is None:
        return None
    placed = store.rows(core=core, platform=platform, recipe=recipe)
    if not placed:  # cycles were measured, but every implementation run failed
        return None
    # As the summary: runs of an older recipe, or by other code, are in none of its medians.
    placed = one_design(placed, platform, recipe)
    figures = {
        (figure["metric"], figure["workload"]): figure["value"] for figure in found["figures"]
    }
    known = _known(store, core, found["design"])
    nearest = _nearest(placed, found)
    concerning = _of_netlist(
        _concerning(store, known["algorithms"], found["design"], platform, recipe),
        nearest.provenance.inputs.get("netlist"),
    )
    evidence = list(map(_in_short, concerning))
    return Row(
        core=canonical(core),
        algorithm=next(iter(known["algorithms"]), ""),
        platform=platform,
        recipe=recipe,
        kind=_kind(known),
        bus=known["bus"],
        third_party=known["third_party"],
        period_ps=found["period_ps"],
        **{key: found[key] for key in OF_SUMMARY},
        area_split=_area_split(figures, own=known["third_party"] is None),
        wrapper_fmax_mhz=_wrapper_fmax(figures),
        **{key: figures.get((key, "")) for key in ("lut_sites", "slices")},
        **_pre_route(figures, routed=bool(found["fmax_mhz"])),
        **{key: _by_workload(figures, metric) for key, metric in BY_WORKLOAD.items()},
        **energies.columns(figures, found["refused"], placed),
        frequency_note="" if found["fmax_mhz"] else found["refused"].get("fmax_mhz", ""),
        bus_limit=_limits(found["figures"]),
        cycles_per_block=_cycles_per_block(figures, known),
        verified=_verified(evidence) and found["verified"],
        evidence=evidence,
        seed_spread=_spread(found),
        requested_achieved=_curve(placed),
        figures=found["figures"],
        failure="; ".join(found["problems"]),
        **_origin(nearest, placed, found, home),
    )


def _limits(figures: Iterable[Mapping]) -> dict[str, str]:
    """By which method the bus's limit of each workload was found."""
    return {
        figure["workload"]: figure["method"]
        for figure in figures
        if figure["metric"] == "bytes_per_cycle"
    }


def _spread(found: Mapping) -> dict[str, list]:
    """Least, median and most of what was measured with several seeds."""
    return {
        key: [spread["min"], found[key], spread["max"]]
        for key, spread in found["seed_spread"].items()
        if spread
    }


def _pre_route(figures: Mapping, *, routed: bool) -> dict[str, Any]:
    """What is known without wires; nothing of what was routed since."""
    if routed:
        return {}
    return {
        **{key: figures.get((key, "")) for key in ("pre_route_delay_ns", "pre_route_fmax_mhz")},
        "pre_route_throughputs": _by_workload(figures, "pre_route_throughput_mbps"),
    }


def _by_workload(figures: Mapping, name: str) -> dict[str, Any]:
    return {workload: value for (metric, workload), value in figures.items() if metric == name}


def _area_split(figures: Mapping, *, own: bool) -> dict[str, float]:
    """Area by part in GE. Of a core of others nobody knows which part is the wrapper."""
    parts = record.AREA_PARTS if own else ("sequential", "combinational")
    return {
        part: figures[f"area_ge_{part}", ""] for part in parts if (f"area_ge_{part}", "") in figures
    }


def _wrapper_fmax(figures: Mapping) -> float | None:
    delay = figures.get(("delay_ns_wrapper", ""))
    # From ns to MHz.
    return round(1000 / delay, 3) if delay else None


def _known(store: Store, core: str, design: str) -> dict[str, Any]:
    """What a row needs to know of a core beyond its numbers: ``algorithms``, ``bus`` and
    ``third_party``, as `record.described`.

    The name of one of our own cores says it. For a core of others, and for a block of a study, the
    evidence of its simulation does.
    """
    # What the name of a core of others does not say was told with its evidence.
    try:
        name = parse(core)
    except CallError:
        records = store.evidence(link="rtl", design=design)
        return next(
            (dict(item.detail["described"]) for item in records if "described" in item.detail),
            record.UNDESCRIBED,
        )
    companion = [name.algorithm.companion] if name.hash else []
    outputs = name.algorithm.xofs if name.xof else ()
    return {
        # As the design's interface has them, under whose names the models are checked.
        "algorithms": [served_name(name), *companion, *outputs],
        "third_party": None,
        "bus": name.bus if name.algorithm.primitive is None else None,
    }


def _kind(known: Mapping[str, Any]) -> str:
    """The kind of the first algorithm, as the catalog writes it; empty if nothing is known."""
    return str(catalog.find(known["algorithms"][0]).kind) if known["algorithms"] else ""


def concerned(store: Store, records: Iterable[Measurement]) -> list[Concerned]:
    """Records with the evidence that their rows have: of the model of their algorithm, of their
    design, and of the netlists of their platform and recipe.
    """

    @cache
    def found(core: str, design: str, platform: str, recipe: str) -> list[str]:
        algorithms = _known(store, core, design)["algorithms"]
        return sorted(item.id for item in _concerning(store, algorithms, design, platform, recipe))

    return [
        Concerned(
            **{part.name: getattr(one, part.name) for part in fields(one)},
            concerning=found(one.core, one.design, one.platform, one.recipe),
        )
        for one in records
    ]


def _concerning(
    store: Store, algorithms: Sequence[str], design: str, platform: str, recipe: str
) -> list[Evidence]:
    """Each check of the chain, in the chain's order, that concerns a row. What would let a link
    seem to have passed that was looked at in part is left out.
    """
    models = store.evidence(link="model", core=list(algorithms))
    # A core with a hash has two models, of which one may not have been checked.
    if {item.core for item in models} != set(algorithms):
        models = [item for item in models if not item.passed]
    # What was found of the RTL has no platform; what was found of a netlist has its own.
    others = store.evidence(design=design, platform=["", platform])
    if not any(item.compares_answers for item in others):
        others = [item for item in others if item.check != SAME_CYCLES]
    records = [*models, *others]
    return [
        item
        for link in LINKS
        for item in records
        if item.link == link and item.recipe in ("", recipe)
    ]


def _in_short(item: Evidence) -> dict[str, Any]:
    """A check as a row has it."""
    return {
        "link": item.link,
        "check": item.check,
        "passed": item.passed,
        "id": item.id[:12],
        "seed": item.seed,
        "detail": f"{item.check}: {item.detail.get('text', '')}",
        "seconds": item.detail.get("seconds"),
        "caveat": item.detail.get("caveat", ""),
    }


def _verified(evidence: Sequence[Mapping[str, Any]]) -> bool:
    passed = {item["link"] for item in evidence if item["passed"]}
    return set(REQUIRED) <= passed and all(item["passed"] for item in evidence)


def _cycles_per_block(figures: Mapping, known: Mapping[str, Any]) -> float | None:
    rate = figures.get(("bytes_per_cycle", "enc/pt/long"))
    if rate and known["algorithms"]:
        return catalog.find(known["algorithms"][0]).model.block_bytes / rate
    # One call of a permutation takes one block.
    return figures.get(("cycles", "call/state/long"))


def _curve(placed: Sequence) -> list[list[float]]:
    """Requested and achieved frequency in MHz and area (GE or LUTs): medians over the seeds of each
    period.
    """
    values: dict = defaultdict(lambda: defaultdict(list))
    for row in placed:
        if row.status == "ok" and row.metric in ("fmax_mhz", "area_ge", "luts"):
            values[row.period_ps][row.metric].append(row.value)
    curve = []
    for period, metrics in sorted(values.items()):
        # A row of an FPGA has no area in gate equivalents.
        size = metrics.get("area_ge") or metrics.get("luts")
        if "fmax_mhz" in metrics:
            curve.append(
                [
                    # Of a period in ps the frequency in MHz.
                    1e6 / period,
                    statistics.median(metrics["fmax_mhz"]),
                    statistics.median(size) if size else None,
                ]
            )
    return curve


def _sizes(placed: Sequence[Measurement], found: Mapping[str, Any]) -> Sequence[Measurement]:
    """The sizes of the runs whose medians are reported."""
    return [
        row
        for row in placed
        if row.period_ps == found["period_ps"] and row.metric in ("area_ge", "luts")
    ] or placed


def _nearest(placed: Sequence[Measurement], found: Mapping[str, Any]) -> Measurement:
    """The size of the run that stands for the reported numbers: a median of an even number of runs
    may be the value of none.
    """
    size = found["area_ge"] or found["luts"] or 0
    return min(
        _sizes(placed, found),
        # By the seed too, so that of two that are equally near it is always the same one.
        key=lambda row: (abs(float(row.value or 0) - size), row.seed or 0),
    )


def _of_netlist(evidence: Iterable[Evidence], netlist: str | None) -> list[Evidence]:
    """Evidence without what was found right of another netlist than that of the numbers, where its
    hash is known; what is wrong with any counts.
    """
    return [
        item
        for item in evidence
        if not (netlist and item.subject and item.passed and item.subject != netlist)
    ]


def _origin(
    nearest: Measurement, placed: Sequence, found: Mapping[str, Any], home: Home
) -> dict[str, Any]:
    """Where the reported numbers come from: recipe, versions, inputs, and the command that
    re-creates one of them.
    """
    rows, source = _sizes(placed, found), nearest.provenance
    routed = bool(found["fmax_mhz"])
    recipe = _recipe(home, source.directory)
    return {
        "recipe_text": json.dumps(recipe, indent=2) if recipe else "",
        "versions": dict(source.versions),
        "routed": _routed(nearest.platform, source.versions) if routed else "",
        "command": source.command,
        "seeds": sorted({row.seed for row in rows if row.seed is not None}),
        "provenance": {
            "design": found["design"],
            "record": nearest.id,
            "directory": source.directory,
            "period_ps": nearest.period_ps,
            "seeds": sorted({row.seed for row in rows}),
            "inputs": dict(source.inputs),
        },
    }


def _routed(platform: str, versions: Mapping[str, str]) -> str:
    """What placed and routed a row, with the part where it can be chosen."""
    tools = [f"{name} {version}" for name, version in versions.items() if name[:8] == "nextpnr-"]
    if not tools:
        return ""
    place = platforms.find(platform)
    return ", ".join([*tools, *filter(None, [getattr(place, "device", "")])])


def _recipe(home: Home, directory: str) -> Any:
    # An entry may be gone from the cache, or damaged: the row has no recipe then.
    try:
        return json.loads((home.root / directory / "entry.json").read_text())["result"]["recipe"]
    except (OSError, KeyError, TypeError, ValueError):
        return None


def with_violations(rows: Sequence[Row]) -> list[Row]:
    """The rows with the invariants that each of them violates."""
    texts = defaultdict(list)
    for violation in invariants.violations(
        [{**row.to_json(), "figures": row.figures} for row in rows]
    ):
        for key in violation.rows:
            texts[key].append(violation.text)
    return [
        replace(
            row, violations=[*_caveats(row), *texts.get((row.core, row.platform, row.recipe), [])]
        )
        for row in rows
    ]


def _caveats(row: Row) -> list[str]:
    """What the interface of a core of others breaks, in short; of several the first, as one cause
    shows in many checks; and what is said of how it was read.
    """
    told = [item for item in row.evidence if item.get("caveat")]
    read = [item for item in told if item["caveat"].startswith(REMARKS)]
    return [
        textwrap.shorten(f"{item['link']}: {item['caveat']}", CAVEAT, placeholder=" …")
        for item in [*[item for item in told if item not in read][:1], *read[:1]]
    ]
