# SPDX-License-Identifier: Apache-2.0
"""Lattice Diamond and Radiant: synthesis by Synplify Pro, map, place and route, trace.

Commands: "Tcl Scripting Reference" in the help of either tool; preferences and the report of
Diamond's trace: "Constraints Reference" and "TRACE" there. Diamond places a pad for each port, so a
core with more ports than the package has pins does not fit; Radiant has virtual pins.
"""

import re
from collections.abc import Mapping

from .flow import Flow, Task, number, slowest

GOALS = {
    "area": ("syn_area=True",),
    "balanced": ("syn_area=False",),
    "speed": ("syn_area=False", "par_place_iterator=5"),
}
"""Settings of the strategy; for speed the best of five placements is kept."""

PLACEMENTS = {"area": 1, "balanced": 1, "speed": 5}
"""How many placements a run makes, each from the starting point behind that of the one before."""

IMPLEMENTATION = "impl"


def diamond_scripts(task: Task) -> dict[str, str]:
    """The script, and the preference file with the clock."""
    lines = [
        f"prj_project new -name core -impl {IMPLEMENTATION} -impl_dir {IMPLEMENTATION} "
        f"-dev {task.part} -lpf core.lpf -synthesis synplify",
        *(f"prj_src add {{{name}}}" for name in task.sources),
        f"prj_impl option top {{{task.top}}}",
        *(
            f"prj_strgy set_value -strategy Strategy1 {{{value}}}"
            for value in _strategy(task, "par_place_iterator_start_pt")
        ),
        "prj_project save",
        *(f"prj_run {step} -impl {IMPLEMENTATION}" for step in ("Synthesis", "Translate", "Map")),
        f"prj_run PAR -impl {IMPLEMENTATION} -task PARTrace",
        "prj_project close",
        "exit",
    ]
    clock = f'FREQUENCY PORT "{task.clock}" {_mhz(task)} MHz ;\n'
    return {"diamond.tcl": "".join(f"{line}\n" for line in lines), "core.lpf": clock}


def radiant_scripts(task: Task) -> dict[str, str]:
    """The script, and the constraint of the clock."""
    lines = [f"prj_create -name core -impl {IMPLEMENTATION} -dev {task.part} -synthesis synplify",
             *(f"prj_add_source {{{name}}}" for name in (*task.sources, "clock.sdc")),
             f"prj_set_impl_opt top {{{task.top}}}",
             *(f"prj_set_strategy_value -strategy Strategy1 {{{value}}}"
               for value in (*_strategy(task, "par_place_iterator_start_pt"),
                             "map_set_virtual_io_all_ports=True")),
             "prj_save", f"prj_run Synthesis -impl {IMPLEMENTATION}",
             f"prj_run Map -impl {IMPLEMENTATION}",
             f"prj_run PAR -impl {IMPLEMENTATION} -task PARTrace", "prj_close", "exit"]  # fmt: skip
    clock = f"create_clock -name clock -period {task.period_ns} [get_ports {{{task.clock}}}]\n"
    return {"radiant.tcl": "".join(f"{line}\n" for line in lines), "clock.sdc": clock}


def _strategy(task: Task, start: str) -> list[str]:
    """Settings of both tools; the placement's starting points are counted from 1, and no two seeds
    share one.
    """
    first = task.seed * PLACEMENTS[task.effort] + 1
    return [*GOALS[task.effort], f"syn_frequency={_mhz(task)}", f"{start}={first}"]


def _mhz(task: Task) -> str:
    return f"{1e6 / task.period_ps:.3f}"


def read_diamond(reports: Mapping[str, str], task: Task) -> dict:
    """Of the map report LUTs and registers, of the trace the frequency of the one preference."""
    found = re.findall(
        r"^(?:Report|Warning):\s+([\d.]+)\s*MHz is the maximum frequency for this "
        r"preference",
        reports["timing"],
        re.MULTILINE,
    )
    return {
        **_map(reports["map"]),
        "out_of_context": False,
        "fmax_mhz": slowest([float(mhz) for mhz in found], "a maximum frequency"),
    }


def read_radiant(reports: Mapping[str, str], task: Task) -> dict:
    """Of the map report LUTs and registers, of the trace the lowest "Actual (all paths)" of all
    corners.
    """
    found = re.findall(
        r"Actual \(all paths\)\s*\|\s*[\d.]+ ns\s*\|\s*([\d.]+) MHz", reports["timing"]
    )
    return {
        **_map(reports["map"]),
        "out_of_context": True,
        "fmax_mhz": slowest([float(mhz) for mhz in found], "an actual frequency"),
    }


def _map(report: str) -> dict[str, int]:
    """LUTs by their use, since Radiant counts one for each virtual pin too."""
    uses = (r"logic LUT(?:4)?s", "distributed RAM", "ripple logic")
    return {
        "luts": sum(number(rf"Number used as {use}:\s+(\d+)", report, "the LUTs") for use in uses),
        "lut_inputs": 4,
        "flip_flops": number(r"Number of (?:slice )?registers:\s+(\d+)", report, "the registers"),
    }


DIAMOND = Flow(
    stage="after place and route, with a pad for each port",
    script_names=("diamond.tcl", "core.lpf"),
    arguments=("diamond.tcl",),
    reports={
        "map": f"{IMPLEMENTATION}/core_{IMPLEMENTATION}.mrp",
        "timing": f"{IMPLEMENTATION}/core_{IMPLEMENTATION}.twr",
    },
    scripts=diamond_scripts,
    read=read_diamond,
)

RADIANT = Flow(
    stage="after place and route, with virtual pins",
    script_names=("radiant.tcl", "clock.sdc"),
    arguments=("radiant.tcl",),
    reports={
        "map": f"{IMPLEMENTATION}/core_{IMPLEMENTATION}.mrp",
        "timing": f"{IMPLEMENTATION}/core_{IMPLEMENTATION}.twr",
    },
    scripts=radiant_scripts,
    read=read_radiant,
)
