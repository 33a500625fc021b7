# SPDX-License-Identifier: Apache-2.0
"""``cipherfab power``."""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from ..cores.build import build
from ..design import Design
from ..energy.figures import (
    AT_MHZ,
    CLOCKS_MHZ,
    HEADLINES,
    LIBRARY,
    NO_WIRES,
    PATTERN_BYTES,
    PLACED,
    measure,
    model,
    refusal,
)
from ..errors import CallError
from ..implement import platforms
from ..implement.placement.place import place_run
from ..implement.platforms.platform import LibertyPlatform
from ..implement.result import Implementation
from ..plain import say
from ..report import printing
from ..report.listing import listing
from .mapping import mapped, placeable

MOST_NAMES = 6
"""Registers behind a gate that are named."""


def run(
    cores: Iterable[str],
    *,
    platform: str,
    recipes: Sequence[str],
    period_ps: int,
    traces: int,
    seed: int,
    clock_network: bool = False,
    wires: str = LIBRARY,
) -> dict[str, Any]:
    """Map each core with each recipe and measure the netlists, placed if their wires are to count;
    see `energy.figures.measure`.

    Raises:
        CallError: a core is wrong, masked, or of others; or the platform has no Liberty file, or no
            geometry for a placement.
        DesignError: a netlist gives a wrong answer.
        ToolError: the placer is missing.
    """
    # Before anything is built: the placer or its files may be missing.
    geometric = placeable(platform) if wires == PLACED else None
    designs = [build(core) for core in cores]
    place = platforms.find(platform)
    for design in designs:
        # A platform without a Liberty file is refused by `mapped`, which names those that have one.
        if place.kind == "liberty" and (reason := refusal(design, place)):
            raise CallError(f"{design.name}: {reason}.")
    how = {"traces": traces, "seed": seed, "clock_network": clock_network, "wires": wires}
    found = [
        _measured(design, recipe, platform, geometric, period_ps, how)
        for design, recipe in product(designs, recipes)
    ]
    return {"platform": platform, "recipes": list(recipes), "period_ps": period_ps,
            "traces": traces, "seed": seed, "model": model(wires), "wires": wires,
            "clock_network": clock_network,
            "at_mhz": AT_MHZ, "cores": found}  # fmt: skip


def _measured(
    design: Design,
    recipe: str,
    platform: str,
    geometric: LibertyPlatform | None,
    period_ps: int,
    how: Mapping[str, Any],
) -> dict[str, Any]:
    """Map a design and measure its netlist.

    Args:
        geometric: where it is placed; None: it is not.
        how: what `energy.figures.measure` takes besides.
    """
    with tempfile.TemporaryDirectory(prefix="cipherfab-power-") as scratch:
        directory = Path(scratch)
        made, library = mapped(design, platform, recipe, directory, period_ps=period_ps)
        fmax = _fmax(made, how["wires"])
        if geometric:
            placed = place_run(
                design, geometric, period_ps=period_ps, directory=directory, estimates=False
            )
            # Power at the highest frequency must be of the same wires as the energy.
            fmax = placed["fmax_mhz"]
        figures = measure(design, library, directory, fmax_mhz=fmax, **how)
    head = {"core": design.name, "recipe": recipe, "area_ge": made.area_ge, "fmax_mhz": fmax}
    return {**head, **figures}


def _fmax(made: Implementation, wires: str) -> float | None:
    """Of a netlist with the library's wire load, or without wires."""
    without = made.delay_without_wire_load_ns
    # The library's wire load would slow the clock of a netlist that is taken as without wires.
    return round(1000 / without, 3) if wires == NO_WIRES and without else made.fmax_mhz


def show(found: Mapping[str, Any]) -> None:
    """Print a table of the tasks of each core."""
    say(
        f"{found['platform']}, target {found['period_ps']} ps, at least {found['traces']} "
        f"messages of each kind, seed {found['seed']}"
    )
    for core in found["cores"]:
        _show_core(core, clock_network=found["clock_network"])
    if len(found["cores"]) > 1:
        say()
        printing.show(listing([_beside(core) for core in found["cores"]]))
    say(
        f"energy with leakage at {found['at_mhz']:g} MHz; patterns with {PATTERN_BYTES} "
        f"bytes. Model: {found['model']}",
        apart=True,
    )


def _show_core(core: Mapping[str, Any], *, clock_network: bool) -> None:
    """Print the tasks of a core, what they were checked with, and what is worst."""
    fmax = f", {core['fmax_mhz']:.0f} MHz" if core["fmax_mhz"] else ""
    say(
        f"{core['core']}, recipe {core['recipe']}: {core['area_ge']:,.0f} GE{fmax}; "
        f"{100 * core['toggled']:.1f} % of {core['nets']} nets toggled; "
        f"{core['traces']:,} messages of each kind took {core['cpu_seconds']:.2f} s of "
        f"processor time",
        apart=True,
    )
    ratios = {
        name: "-" if value is None else f"{value:.4f}" for name, value in core["opensta"].items()
    }
    say(
        "our computation over OpenSTA's with the same activity of every net: "
        + ", ".join(f"{name} {ratio}" for name, ratio in ratios.items())
    )
    say(_gates(core["gating"]))
    printing.show(listing([_line(name, task) for name, task in core["tasks"].items()]))
    for name, worst in core["worst"].items():
        say(
            f"worst of the patterns, {name}: {worst['pattern']}, "
            f"{worst['energy_pj_per_bit']:.3f} pJ/bit, {worst['ratio']:.3f} x random data"
        )
    say(
        f"net of the clock, by estimate: {core['clock_network_pj']:.2f} pJ/cycle, "
        + ("included" if clock_network else "not included (--clock-network)")
    )


def _gates(found: Mapping[str, Any]) -> str:
    """The clock gates in words: what is behind each, and what is behind none."""

    def listed(registers: Mapping[str, int]) -> str:
        return ", ".join(
            f"{name} {count}" for name, count in list(registers.items())[:MOST_NAMES]
        ) + (f", {len(registers) - MOST_NAMES} more" if len(registers) > MOST_NAMES else "")

    gated = sum(sum(gate["registers"].values()) for gate in found["gates"])
    lines = [f"clock gates: {len(found['gates'])}, for {gated} of {found['flip_flops']} flip-flops"]
    lines += [
        f"  open in {100 * gate['open']:.1f} % of the cycles: {listed(gate['registers'])}"
        for gate in found["gates"]
    ]
    return "\n".join(
        [*lines, f"  without a gate: {listed(found['free'])}"] if found["gates"] else lines
    )


def _beside(core: Mapping[str, Any]) -> dict[str, Any]:
    """A netlist in one line: its price, and what it takes at work and idle."""
    tasks, gates = core["tasks"], core["gating"]["gates"]
    task = next(tasks[name] for name in HEADLINES if name in tasks)
    gated = sum(sum(gate["registers"].values()) for gate in gates)
    return {"core": core["core"], "recipe": core["recipe"], "GE": f"{core['area_ge']:,.0f}",
            "MHz": f"{core['fmax_mhz']:,.0f}" if core["fmax_mhz"] else "-",
            "clock gates": len(gates), "gated": f"{gated} of {core['gating']['flip_flops']}",
            "pJ/bit": task["energy_pj_per_bit"], "pJ/cycle": f"{task['cycle_pj']:.2f}",
            "idle pJ/cycle": f"{tasks['idle']['cycle_pj']:.2f}"}  # fmt: skip


def _line(name: str, task: Mapping[str, Any]) -> dict[str, str]:
    def shown(value: float | None, digits: int = 2) -> str:
        return "-" if value is None else f"{value:,.{digits}f}"

    powers = {
        f"µW at {clock:g} MHz": shown(task["power_uw"][f"{clock:g}"], 1) for clock in CLOCKS_MHZ
    }
    return {
        "work": name,
        "cycles": shown(task["cycles"], 0),
        "toggles": shown(task["toggles_per_cycle"], 0),
        "glitches": shown(task["glitches_per_cycle"], 0),
        "pJ/cycle": shown(task["cycle_pj"]),
        "of glitches": shown(task["glitch_pj"]),
        "pJ/bit": shown(task["energy_pj_per_bit"], 3),
        **powers,
        "µW at fmax": shown(task["power_uw"].get("fmax"), 1),
        "leakage %": shown(100 * task["leakage_share"], 1),
    }
