# SPDX-License-Identifier: Apache-2.0
"""``cipherfab simulator-speed``."""

import tempfile
from pathlib import Path
from typing import Any

from ..cores.build import build
from ..plain import say
from ..verify.gates import speed
from .mapping import bare, mapped

TITLES = {
    "values": "many traces at once, values only",
    "toggles": "the same, toggles of each trace counted in each cycle, and their moments",
    "glitches": "the same with glitches: a gate is evaluated in every step in which an input may "
    "change",
    speed.VERILATOR: "Verilator, values only",
    speed.NETS: "many traces at once, toggles of each net, glitches apart (as for `power`)",
    speed.SETTLED: "the same without glitches",
    speed.SAIF: "Verilator, toggles of each net (SAIF), settled ones",
}
"""What each of the ways includes."""


def run(
    core: str,
    *,
    platform: str,
    recipe: str,
    cycles: int,
    seconds: float,
    repeats: int,
    seed: int,
    nets: bool = False,
) -> dict[str, Any]:
    """Map a core and measure both simulators on its netlist; see `speed.compare`, whose result it
    is, with what was mapped.

    Raises:
        CallError: the core is no bare primitive, too few cycles, or the platform has no Liberty
            file.
        DesignError: the simulators differ.
    """
    name = bare(core)
    design = build(core)
    with tempfile.TemporaryDirectory(prefix="cipherfab-speed-") as scratch:
        made, liberty = mapped(design, platform, recipe, Path(scratch))
        found = speed.compare(
            design,
            Path(scratch) / "netlist.v",
            liberty,
            Path(scratch),
            cycles=cycles,
            seconds=seconds,
            repeats=repeats,
            seed=seed,
            nets=nets,
        )
    return {
        "core": str(name),
        "platform": platform,
        "recipe": recipe,
        "area_ge": made.area_ge,
        "processor": processor(),
        **found,
    }


def processor() -> str:
    """The processor's name, as Linux tells it; else ``unknown``."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return "unknown"
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")),
        "unknown",
    )


def show(found: dict[str, Any]) -> None:
    """Print the rates and their ratios to Verilator."""
    say(
        f"{found['core']} on {found['platform']}, recipe {found['recipe']}: {found['gates']} "
        f"gates, "
        f"{found['cycles']} cycles a trace; {found['processor']}"
    )
    say(f"  the same answers: {found['checked']} values of outputs compared")
    say(
        f"  gates x cycles x traces per second of processor time, median of {found['repeats']} "
        f"runs by turns (least to most):"
    )
    # Every rate is told over Verilator's, so its own row says 1.
    base = found["ways"][speed.VERILATOR]["median"]
    for way, entry in found["ways"].items():
        rates = entry["rates"]
        say(
            f"  {entry['median'] / 1e9:9.3f} G/s ({min(rates) / 1e9:.3f} to "
            f"{max(rates) / 1e9:.3f})  "
            f"{entry['median'] / base:7.1f} x  {entry['traces']:>9,} traces  {TITLES[way]}"
        )
    if speed.SAIF in found["ways"]:
        glitches, settled = (
            found["ways"][way]["median"] / found["ways"][speed.SAIF]["median"]
            for way in (speed.NETS, speed.SETTLED)
        )
        say(
            f"  toggles of each net: {settled:.0f} x Verilator with SAIF, which counts settled "
            f"ones too; {glitches:.0f} x with glitches, which it does not count"
        )
    say(
        f"  with glitches a gate is evaluated {found['stepped']} times in a cycle on average, "
        f"counted as one evaluation above"
    )
    took = found["build_seconds"]
    say(
        f"  made ready in {took['lanes']} s (its program is kept for each library), Verilator's "
        f"in {took[speed.VERILATOR]} s; "
        f"not counted above"
    )
