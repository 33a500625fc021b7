# SPDX-License-Identifier: Apache-2.0
"""The data sheet: what the store, or the package's data set, knows of exactly this text of a core,
and what to run where they know nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ..results.records import MESSAGES, OF_NETLIST, alone_by
from .texts import page, whole

Facts = Sequence[Mapping[str, Any]]
"""A row for each platform and recipe, as `bench.row.Row` gives it in JSON, or as `dataset.rows`
makes it of an entry.
"""


XILINX = ("artix7", "vivado")
"""Platforms whose figures are of a chip that reads Xilinx Design Constraints; behind a colon is the
part.
"""


def fastest_period_ns(facts: Facts) -> float | None:
    """The shortest clock period that was reached in standard cells, in ns. What was reached on an
    FPGA says nothing of them.
    """
    return min(
        (row["delay_ns"] for row in facts if row.get("delay_ns") and not row.get("luts")),
        default=None,
    )


def xilinx_period_ns(facts: Facts) -> float | None:
    """The shortest clock period in ns that was reached on a chip of Xilinx by every seed of a row,
    place and route included; None where none was routed.
    """
    delays = (
        # A spread is the least, the median and the most: the last one is what every seed reached.
        row.get("seed_spread", {}).get("delay_ns", [row.get("delay_ns")])[-1]
        for row in facts
        if row["platform"].partition(":")[0] in XILINX
    )
    return min(filter(None, delays), default=None)


def evidence(name: str, facts: Facts) -> str:
    """What is known of the core's function, in one sentence."""
    # A check's name may stand for several links: a failure of one is not hidden by another.
    found = dict.fromkeys(
        (item.get("link", ""), item["check"], item["passed"])
        for row in facts
        for item in row["evidence"]
        if item["passed"] is not None
    )
    if not found:
        return f"Not verified on the machine that wrote it: run `cipherfab verify '{name}'`."
    failed = [_named(link, check) for link, check, passed in found if not passed]
    if failed:
        return f"FAILED: {', '.join(failed)}."
    checks = [_named(link, check) for link, check, _ in found]
    return f"Evidence: {len(checks)} checks passed ({', '.join(checks)}).{_netlists(facts)}"


def _named(link: str, check: str) -> str:
    """A check with its link, where its name does not say it."""
    return check if not link or check.startswith(link) else f"{link}: {check}"


def _netlists(facts: Facts) -> str:
    """That of some rows the netlist, whose numbers these are, was not checked."""
    open_rows = [
        row for row in facts if not {item.get("link") for item in row["evidence"]} & set(OF_NETLIST)
    ]
    if not open_rows:
        return ""
    which = "No netlist" if len(open_rows) == len(facts) else "Not every netlist"
    return (
        f" {which} whose numbers are below was checked: `cipherfab bench` proves it equal to "
        f"the RTL."
    )


def _source(row: Mapping[str, Any]) -> str:
    """Where a row comes from: this machine, or the commit of an entry of a data set."""
    made = row.get("provenance", {})
    return f"{made['source']}, commit {made['commit'][:7]}" if made.get("source") else "here"


def _verified(row: Mapping[str, Any]) -> str:
    """Of a data set only model and RTL were checked, not the netlist that was measured."""
    shipped = row.get("provenance", {}).get("source")
    if not row["verified"]:
        return "no"
    links = {item.get("link") for item in row["evidence"] if item["passed"]}
    proved = "; messages proved" if MESSAGES in links else ""
    if links & set(OF_NETLIST) and not shipped:
        alone = alone_by(links)
        return f"model, RTL and netlist{f' by {alone} alone' if alone else ''}{proved}"
    return f"model and RTL, not the netlist{proved}"


def _target(row: Mapping[str, Any]) -> str:
    """Target period and seeds: another period gives other numbers."""
    period = f"{row['period_ps'] / 1000:g} ns" if row.get("period_ps") else ""
    seeds = ",".join(map(str, row.get("seeds", ())))
    return ", ".join(filter(None, (period, seeds and f"seed {seeds}"))) or "–"


def section(name: str, facts: Facts) -> str:
    """The part of the page about area, frequency, throughput, energy and evidence."""
    versions = {
        f"{tool} {version}" for row in facts for tool, version in row.get("versions", {}).items()
    }
    reasons = {
        f"{row['platform']}: {row['energy_note']}" for row in facts if row.get("energy_note")
    }
    return page(
        "sheet.md",
        name=name,
        facts=facts,
        evidence=evidence(name, facts),
        versions=sorted(versions),
        unmeasured=sorted(reasons),
        area=_area,
        powers=_powers,
        source=_source,
        verified=_verified,
        target=_target,
        measured=[row for row in facts if row.get("energies")],
    )


def _powers(row: Mapping[str, Any], workload: str) -> str:
    """Power belongs to the first long message; the data set has none."""
    if not row.get("power_uw") or workload != next(
        (name for name in row["energies"] if name.endswith("/long")), None
    ):
        return "–"
    return ", ".join(f"{value:,.3g}" for value in row["power_uw"].values())


def _area(row: Mapping[str, Any]) -> str:
    """In GE, or in LUTs on an FPGA."""
    for name, unit in (("area_ge", "GE"), ("luts", "LUT")):
        if row.get(name):
            return f"{whole(row[name])} {unit}"
    return whole(None)
