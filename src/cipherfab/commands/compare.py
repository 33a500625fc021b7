# SPDX-License-Identifier: Apache-2.0
"""``cipherfab compare``: any cores, ours or not, in one table with ratios; one benchmark, same
recipes, same platforms.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ..bench import bench
from ..bench.bench import Result, Settings
from ..bench.nature import judge, nature
from ..report import printing, tables
from ..report.data import Point, points
from ..report.unlike import Judge, Unlike, of_rows

METRICS = ("area_ge", "luts", "flip_flops", "fmax_mhz", "cycles_per_block",
           "throughput_mbps", "throughput_per_kge",
           "throughput_per_lut", "energy_pj_per_bit", "energy_area", "power_uw/10")  # fmt: skip
"""What is compared, where it was measured."""


def run(cores: Sequence[str], settings: Settings) -> tuple[Result, str, Judge]:
    """The benchmark of all cores, the name of the one that the others are compared with, the first,
    and what says how a row and its are unlike.

    Raises:
        CallError: there are not two different cores; and what `bench.run` raises.
        ToolError: as `bench.run`.
    """
    # With one core there is nothing to compare.
    designs = bench.prepared(cores, settings, least=2)
    natures = {design.name: nature(design) for design in designs}
    return bench.run_designs(designs, settings), designs[0].name, judge(natures)


def records(result: Result, baseline: str, judged: Judge = of_rows) -> list[dict[str, Any]]:
    """The rows as ``bench --json`` prints them, each with ``baseline``, ``ratios``: by metric, to
    the baseline's row of the same platform and recipe, without those that either does not have;
    ``no_ratio``: why there are none of unlike rows; and ``unlike``: what else they differ in.
    """
    given = points(result.records)
    places = {(point.platform, point.recipe): point for point in given if point.core == baseline}
    return [
        {
            **record,
            "baseline": baseline,
            **_beside(point, places.get((point.platform, point.recipe)), judged),
        }
        for record, point in zip(result.records, given)
    ]


def _beside(point: Point, baseline: Point | None, judged: Judge) -> dict[str, Any]:
    # The baseline is like itself.
    unlike = judged(point, baseline) if baseline and baseline is not point else Unlike()
    return {
        "ratios": {} if unlike.never else ratios(point, baseline),
        "no_ratio": list(unlike.never),
        "unlike": list(unlike.reasons),
    }


def ratios(point: Point, baseline: Point | None) -> Mapping[str, float]:
    """Metrics of ``point`` over those of ``baseline``."""
    pairs = (
        {name: (point.value(name), baseline.value(name)) for name in METRICS} if baseline else {}
    )
    return {name: one / other for name, (one, other) in pairs.items() if one is not None and other}


def show(result: Result, baseline: str, judged: Judge = of_rows) -> None:
    """Print the table; failures and remarks stand beside the rows that they concern."""
    given = points(result.records)
    measured = [name for name in METRICS if any(point.value(name) is not None for point in given)]
    printing.show(tables.compare(given, baseline, measured, judged))
