# SPDX-License-Identifier: Apache-2.0
"""Entries of the data set as rows of a report: what the site and a core's data sheet show."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from .entry import Entry

LONG = ("enc/pt/long", "hash/msg/long", "call/state/long")
"""Workloads that stand for a core; the first that was measured counts."""


def rows_of(entry: Entry) -> list[dict[str, Any]]:
    """An entry of the data set as rows of a report (`report.data.Point`), one for each run.

    What was checked is said of the model and the RTL: the netlists of the data set were not.
    """
    return [_row(entry, asdict(run)) for run in entry.runs]


def _row(entry: Entry, run: Mapping[str, Any]) -> dict[str, Any]:
    mhz = run["fmax_mhz"]
    speeds = (
        # Bits for each cycle times MHz are Mbit/s.
        {name: bits / cycles * mhz for name, (bits, cycles) in entry.workloads.items()}
        if mhz
        else {}
    )
    parts = {
        "sequential": run["sequential_ge"],
        "wrapper": run["wrapper_ge"] if entry.bus else None,
    }
    split = {name: value for name, value in parts.items() if value is not None}
    if run["area_ge"] is not None:
        # Of each pair one part was measured, and the rest of the area is the other one.
        split |= {
            other: run["area_ge"] - split[one]
            for one, other in (("sequential", "combinational"), ("wrapper", "core"))
            if one in split
        }
    return {
        "core": entry.core, "algorithm": entry.algorithm, "platform": run["platform"],
        "recipe": run["recipe"], "bus": entry.bus, "kind": entry.kind,
        "period_ps": run["period_ps"], "seeds": [run["seed"]],
        **{name: run[name] for name in ("area_ge", "luts", "flip_flops", "delay_ns", "fmax_mhz")},
        "area_split": split,
        "throughput_mbps": _headline(speeds),
        "throughputs": speeds,
        "energies": dict(run["energies"]),
        "energy_pj_per_bit": _headline(run["energies"]),
        "formulas": dict(entry.formulas),
        "evidence": [{"link": link, "check": f"{link}, where the data set was made", **said}
                     for link, said in entry.verified.items() if said["passed"] is not None],
        "verified": entry.passed("model") is True and entry.passed("rtl") is True,
        "versions": dict(entry.versions),
        "command": f"cipherfab dataset build {entry.core} --recipe {run['recipe']} --on "
                   f"{run['platform']} -o again.jsonl",
        "provenance": {"source": "data set of the package",
                       "cipherfab": entry.cipherfab, "commit": entry.commit,
                       "design": entry.design, "job": run["job"],
                       "period_ps": run["period_ps"], "seeds": [run["seed"]]}}  # fmt: skip


def _headline(values: Mapping[str, float]) -> float | None:
    return next((values[name] for name in LONG if name in values), None)
