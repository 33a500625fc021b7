# SPDX-License-Identifier: Apache-2.0
"""The data sheet: what the store, or the package's data set, knows of exactly this text of a core,
and what to run where they know nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from .texts import page, whole

Facts = Sequence[Mapping[str, Any]]
"""A row for each platform and recipe, as `bench.row.Row` gives it in JSON, or as `dataset.rows`
makes it of an entry.
"""


def fastest_period_ns(facts: Facts) -> float | None:
    """The shortest clock period that was reached, in ns."""
    return min((row["delay_ns"] for row in facts if row.get("delay_ns")), default=None)


def evidence(name: str, facts: Facts) -> str:
    """What is known of the core's function, in one sentence."""
    checks = {item["check"]: item["passed"] for row in facts for item in row["evidence"]}
    if not checks:
        return f"Not verified on the machine that wrote it: run `cipherfab verify '{name}'`."
    failed = [check for check, passed in checks.items() if not passed]
    if failed:
        return f"FAILED: {', '.join(failed)}."
    return f"Evidence: {len(checks)} checks passed ({', '.join(checks)})."


def _source(row: Mapping[str, Any]) -> str:
    """Where a row comes from: this machine, or the commit of an entry of a data set."""
    made = row.get("provenance", {})
    return f"{made['source']}, commit {made['commit'][:7]}" if made.get("source") else "here"


def _verified(row: Mapping[str, Any]) -> str:
    """Of a data set only model and RTL were checked, not the netlist that was measured."""
    shipped = row.get("provenance", {}).get("source")
    return "no" if not row["verified"] else "model and RTL" if shipped else "yes"


def section(name: str, facts: Facts) -> str:
    """The part of the page about area, frequency, throughput, energy and evidence."""
    versions = {f"{tool} {version}" for row in facts
                for tool, version in row.get("versions", {}).items()}
    reasons = {f"{row['platform']}: {row['energy_note']}" for row in facts
               if row.get("energy_note")}
    return page("sheet.md", name=name, facts=facts, evidence=evidence(name, facts),
                versions=sorted(versions), unmeasured=sorted(reasons), area=_area, powers=_powers,
                source=_source, verified=_verified,
                measured=[row for row in facts if row.get("energies")])


def _powers(row: Mapping[str, Any], workload: str) -> str:
    """Power belongs to the first long message; the data set has none."""
    if not row.get("power_uw") or workload != next(
            (name for name in row["energies"] if name.endswith("/long")), None):
        return "–"
    return ", ".join(f"{value:,.3g}" for value in row["power_uw"].values())


def _area(row: Mapping[str, Any]) -> str:
    """In GE, or in LUTs on an FPGA."""
    for name, unit in (("area_ge", "GE"), ("luts", "LUT")):
        if row.get(name):
            return f"{whole(row[name])} {unit}"
    return whole(None)
