# SPDX-License-Identifier: Apache-2.0
"""``cipherfab power``."""

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..cores.build import build
from ..energy.figures import AT_MHZ, CLOCKS_MHZ, MODEL, PATTERN_BYTES, measure, refusal
from ..errors import CallError
from ..implement import platforms
from ..report import tables
from ..studies.listing import listing
from .mapping import mapped


def run(cores: Iterable[str], *, platform: str, recipe: str,
        period_ps: int, traces: int, seed: int, clock_network: bool = False) -> dict[str, Any]:
    """Map each core and measure its netlist; see `energy.figures.measure`.

    Raises:
        CallError: a core is wrong, masked, or of others; or the platform has no Liberty file.
        DesignError: a netlist gives a wrong answer.
    """
    designs = [build(core) for core in cores]
    place = platforms.find(platform)
    for design in designs:
        # A platform without a Liberty file is refused by `mapped`, which names those that have one.
        if place.kind == "liberty" and (reason := refusal(design, place)):
            raise CallError(f"{design.name}: {reason}.")
    found = []
    for design in designs:
        with tempfile.TemporaryDirectory(prefix="cipherfab-power-") as scratch:
            made, library = mapped(design, platform, recipe, Path(scratch), period_ps=period_ps)
            figures = measure(design, library, Path(scratch),
                              fmax_mhz=made.fmax_mhz, traces=traces, seed=seed,
                              clock_network=clock_network)
            found.append({"core": design.name, "area_ge": made.area_ge,
                          "fmax_mhz": made.fmax_mhz, **figures})
    return {"platform": platform, "recipe": recipe, "period_ps": period_ps,
            "traces": traces, "seed": seed, "model": MODEL, "clock_network": clock_network,
            "at_mhz": AT_MHZ, "cores": found}


def show(found: Mapping[str, Any]) -> None:
    """Print a table of the tasks of each core."""
    print(f"{found['platform']}, recipe {found['recipe']}, target {found['period_ps']} ps, at "
          f"least {found['traces']} messages of "
          f"each kind, seed {found['seed']}")
    for core in found["cores"]:
        fmax = f", {core['fmax_mhz']:.0f} MHz" if core["fmax_mhz"] else ""
        print(f"\n{core['core']}: {core['area_ge']:,.0f} GE{fmax}; {100 * core['toggled']:.1f} % "
              f"of {core['nets']} nets toggled; {core['traces']:,} messages of each kind took "
              f"{core['cpu_seconds']:.2f} s of processor time")
        print("our computation over OpenSTA's with the same activity of every net: "
              + ", ".join(f"{name} {'-' if value is None else f'{value:.4f}'}"
                          for name, value in core["opensta"].items()))
        tables.show(listing([_line(name, task) for name, task in core["tasks"].items()]))
        for name, worst in core["worst"].items():
            print(f"worst of the patterns, {name}: {worst['pattern']}, "
                  f"{worst['energy_pj_per_bit']:.3f} pJ/bit, {worst['ratio']:.3f} x random data")
        print(f"net of the clock, by estimate: {core['clock_network_pj']:.2f} pJ/cycle, "
              + ("included" if found["clock_network"] else "not included (--clock-network)"))
    print(f"\nenergy with leakage at {found['at_mhz']:g} MHz; patterns with {PATTERN_BYTES} "
          f"bytes. Model: {found['model']}")


def _line(name: str, task: Mapping[str, Any]) -> dict[str, str]:
    def shown(value: float | None, digits: int = 2) -> str:
        return "-" if value is None else f"{value:,.{digits}f}"
    powers = {f"µW at {clock:g} MHz": shown(task["power_uw"][f"{clock:g}"], 1)
              for clock in CLOCKS_MHZ}
    return {"work": name, "cycles": shown(task["cycles"], 0),
            "toggles": shown(task["toggles_per_cycle"], 0),
            "glitches": shown(task["glitches_per_cycle"], 0), "pJ/cycle": shown(task["cycle_pj"]),
            "of glitches": shown(task["glitch_pj"]),
            "pJ/bit": shown(task["energy_pj_per_bit"], 3), **powers,
            "µW at fmax": shown(task["power_uw"].get("fmax"), 1),
            "leakage %": shown(100 * task["leakage_share"], 1)}
