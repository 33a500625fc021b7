# SPDX-License-Identifier: Apache-2.0
"""The paper's rankings and ours."""

from collections.abc import Sequence
from typing import Any

from ...report.data import Metric
from ..common import kendall, rounded
from ..listing import Line

METRICS = {
    "area_kge": Metric(label="Area", unit="kGE"),
    "delay_ns": Metric(label="Delay", unit="ns"),
    "fmax_mhz": Metric(label="Frequency", unit="MHz", better="high"),
    "throughput_gbps": Metric(label="Throughput", unit="Gbit/s", better="high"),
    "throughput_per_area": Metric(
        label="Throughput per area", unit="Gbit/s per kGE", better="high"
    ),
}
"""What is published of each cipher."""

RANKINGS = {
    "compactness": "area_kge",
    "frequency": "fmax_mhz",
    "throughput": "throughput_gbps",
    "throughput per area": "throughput_per_area",
}
"""The paper's four rankings, and the number that each is by."""


def rankings(records: Sequence[Line]) -> list[dict[str, Any]]:
    """The paper's rankings and ours: names from best to worst, Kendall's tau, and the pairs that
    swap; none of a single row.
    """
    measured = [row for row in records if row["measured"]]
    return (
        [_ranking(name, metric, measured) for name, metric in RANKINGS.items()]
        if len(measured) > 1
        else []
    )


def _ranking(name: str, metric: str, records: Sequence[Line]) -> dict[str, Any]:
    # Of the four numbers the area alone is better when it is lower.
    sign = -1 if metric == "area_kge" else 1
    sides = {
        side: {row["cipher"]: sign * row[side][metric] for row in records}
        for side in ("published", "measured")
    }
    tau, swaps = kendall(**sides)
    orders = {
        side: sorted(values, key=lambda cipher: -values[cipher]) for side, values in sides.items()
    }
    return {
        "ranking": name,
        "metric": metric,
        "tau": rounded(tau, 4),
        "swaps": [list(pair) for pair in swaps],
        **orders,
    }


def with_places(records: Sequence[Line]) -> list[dict[str, Any]]:
    """The records, each with its places in the rankings."""
    found = rankings(records)
    return [
        {**row, "rankings": {each["ranking"]: _places(each, row["cipher"]) for each in found}}
        for row in records
    ]


def _places(ranking: Line, cipher: str) -> dict[str, Any]:
    places = {
        side: ranking[side].index(cipher) + 1 if cipher in ranking[side] else None
        for side in ("published", "measured")
    }
    others = {name for pair in ranking["swaps"] if cipher in pair for name in pair} - {cipher}
    return {**places, "tau": ranking["tau"], "swaps_with": sorted(others)}
