# SPDX-License-Identifier: Apache-2.0
"""The data sheet: what the store knows of exactly this text of a core, and what to run where it
knows nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Facts = Sequence[Mapping[str, Any]]
"""A row of the benchmark for each platform and recipe, as `bench.row.Row` gives it in JSON."""


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


def section(name: str, facts: Facts) -> list[str]:
    """The lines about area, frequency, throughput and evidence."""
    lines = ["## Data sheet", "", evidence(name, facts), ""]
    if not facts:
        return [*lines,
                f"Area, frequency and throughput: not measured. Run `cipherfab bench '{name}' --on "
                f"nangate45`, "
                "then `emit` again.", ""]
    lines += ["| platform | recipe | area | flip-flops | MHz | Mbit/s (long inputs) | verified |",
              "|---|---|---|---|---|---|---|",
              *(_row(row) for row in facts), ""]
    sources = sorted({f"{tool} {version}" for row in facts
                      for tool, version in row.get("versions", {}).items()})
    if sources:
        lines += [f"Measured with {', '.join(sources)}; after synthesis and static timing "
                  f"analysis, without layout.", ""]
    return [*lines, *_energy(name, facts)]


def _energy(name: str, facts: Facts) -> list[str]:
    """Energy per bit by size and power by clock frequency, or why there is none."""
    measured = [row for row in facts if row.get("energies")]
    reasons = sorted({f"{row['platform']}: {row['energy_note']}" for row in facts
                      if row.get("energy_note")})
    lines = [f"No energy on {reason}." for reason in reasons]
    if not measured:
        lines = lines or [f"`cipherfab bench '{name}' --energy`, then `emit`, adds the energy."]
        return [*lines, ""]
    rows = [f"| {row['platform']} | {row['recipe'] or '–'} | {workload} | {energy:.3g} | "
            f"{_powers(row, workload)} |"
            for row in measured for workload, energy in row["energies"].items()]
    return [*lines,
            "| platform | recipe | work | pJ/bit at 10 MHz | µW at 0.1, 10, 100 MHz, fmax |",
            "|---|---|---|---|---|", *rows, "",
            "Energy is that of the mapped netlist with random data, glitches and leakage included, "
            "without a clock tree.", ""]


def _powers(row: Mapping[str, Any], workload: str) -> str:
    """Power belongs to the first long message."""
    if not workload.endswith("/long") or workload != next(
            name for name in row["energies"] if name.endswith("/long")):
        return "–"
    return ", ".join(f"{value:,.3g}" for value in row["power_uw"].values())


def _row(row: Mapping[str, Any]) -> str:
    area = f"{row['area_ge']:,.0f} GE" if row.get("area_ge") else f"{row['luts']:,} LUT" if row.get(
        "luts") else "–"
    cells = [row["platform"], row["recipe"] or "–", area, _number(row.get("flip_flops")),
             _number(row.get("fmax_mhz")),
             _number(row.get("throughput_mbps")), "yes" if row["verified"] else "no"]
    return f"| {' | '.join(cells)} |"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"
