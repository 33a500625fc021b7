# SPDX-License-Identifier: Apache-2.0
"""Intel (Altera) Quartus Prime: synthesis, fitter and timing analyser, with virtual pins.

Commands and reports: *Quartus Prime Scripting User Guide* and *Timing Analyzer User Guide*;
assignments: *Quartus Settings File Reference Manual*.
"""

import re
from collections.abc import Mapping

from .flow import Flow, Task, number, slowest

MODES = {"area": "AGGRESSIVE AREA", "balanced": "BALANCED", "speed": "HIGH PERFORMANCE EFFORT"}
"""Values of OPTIMIZATION_MODE."""

OFF = (
    "AUTO_RAM_RECOGNITION",
    "AUTO_ROM_RECOGNITION",
    "AUTO_DSP_RECOGNITION",
    "AUTO_SHIFT_REGISTER_RECOGNITION",
)
"""No memory and no multiplier in the place of logic."""


def scripts(task: Task) -> dict[str, str]:
    """The script, and the constraint of the clock. Seeds of the fitter are 1 and above."""
    assigned = {"DEVICE": task.part, "TOP_LEVEL_ENTITY": task.top, "SDC_FILE": "clock.sdc",
                "SEED": str(task.seed + 1), "OPTIMIZATION_MODE": MODES[task.effort],
                "PROJECT_OUTPUT_DIRECTORY": "reports", "NUM_PARALLEL_PROCESSORS": "1",
                "FLOW_DISABLE_ASSEMBLER": "ON", **dict.fromkeys(OFF, "OFF")}  # fmt: skip
    lines = [
        "load_package flow",
        "load_package device",
        "project_new core -overwrite",
        f"set_global_assignment -name FAMILY [lindex [get_part_info -family {task.part}] 0]",
        *(f"set_global_assignment -name {name} {{{value}}}" for name, value in assigned.items()),
        *(f"set_global_assignment -name SYSTEMVERILOG_FILE {{{name}}}" for name in task.sources),
        "set_instance_assignment -name VIRTUAL_PIN ON -to *",
        f"set_instance_assignment -name VIRTUAL_PIN OFF -to {{{task.clock}}}",
        "execute_flow -compile",
        "project_close",
    ]
    clock = (
        f"create_clock -name clock -period {task.period_ns} [get_ports {{{task.clock}}}]\n"
        "derive_clock_uncertainty\n"
    )
    return {"quartus.tcl": "".join(f"{line}\n" for line in lines), "clock.sdc": clock}


def read(reports: Mapping[str, str], task: Task) -> dict:
    """Of the fitter's report LUTs and registers, of the timing analyser's the lowest "Restricted
    Fmax" of all slow models.
    """
    fit = reports["fit"]
    return {
        **_logic(fit),
        "out_of_context": True,
        "flip_flops": _cell(r"Total registers", fit, "the registers"),
        "fmax_mhz": slowest(_frequencies(reports["timing"]), "an Fmax Summary"),
    }


def _logic(fit: str) -> dict[str, int]:
    """A logic element has one LUT of four inputs; an ALM two of up to six, called ALUTs."""
    if "Logic utilization (in ALMs)" in fit:
        return {
            "luts": _cell(r"Combinational ALUT usage for logic", fit, "the ALUTs"),
            "lut_inputs": 6,
            "alms": _cell(r"Logic utilization \(in ALMs\)", fit, "the ALMs"),
        }
    return {
        "luts": _cell(r"Total combinational functions", fit, "the LUTs"),
        "lut_inputs": 4,
        "logic_elements": _cell(r"Total logic elements", fit, "the logic elements"),
    }


def _cell(name: str, report: str, what: str) -> int:
    return number(rf"^;\s*{name}\s*;\s*([\d,]+)", report, what)


def _frequencies(report: str) -> list[float]:
    """MHz of every clock in every table "… Fmax Summary": its second column."""
    tables = re.findall(
        r"^; [^;\n]*Fmax Summary\s*;\n(.*?)(?=\n\n|\Z)", report, re.MULTILINE | re.DOTALL
    )
    return [
        float(mhz)
        for table in tables
        for mhz in re.findall(r"^; [\d.]+ MHz\s*; ([\d.]+) MHz\s*;", table, re.MULTILINE)
    ]


FLOW = Flow(
    stage="after place and route, with virtual pins",
    script_names=("quartus.tcl", "clock.sdc"),
    arguments=("-t", "quartus.tcl"),
    reports={"fit": "reports/core.fit.rpt", "timing": "reports/core.sta.rpt"},
    scripts=scripts,
    read=read,
)
