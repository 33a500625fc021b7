# SPDX-License-Identifier: Apache-2.0
"""AMD Vivado: synthesis, place and route out of context, that is, without pads.

Commands and options: *Vivado Design Suite Tcl Command Reference* (UG835), directives and the
options of ``synth_design``: *Synthesis* (UG901); that a placed and routed clock may have
1 / (period - worst slack): *Design Analysis and Closure Techniques* (UG906).
"""

import re
from collections.abc import Mapping

from ...errors import ToolError
from .flow import Flow, Task, number

DIRECTIVES = {
    "area": ("AreaOptimized_high", "Default", "Default"),
    "balanced": ("Default", "Default", "Default"),
    "speed": ("PerformanceOptimized", "Explore", "Explore"),
}
"""Of ``synth_design``, ``place_design`` and ``route_design``."""

WITHOUT = "-max_dsp 0 -max_bram 0 -no_srlextract"
"""No DSP, no block RAM, no LUT as a shift register, as on ``artix7``."""


def period_ps(task: Task) -> int:
    """The period of the constraint. Vivado takes no seed; a period that is a few ps shorter gives
    another placement, so a seed takes away as many.
    """
    return task.period_ps - task.seed


def scripts(task: Task) -> dict[str, str]:
    """The script, and the constraint of the clock."""
    synthesis, placing, routing = DIRECTIVES[task.effort]
    lines = [
        *(f"read_verilog -sv {{{name}}}" for name in task.sources),
        "read_xdc -mode out_of_context clock.xdc",
        f"synth_design -top {{{task.top}}} -part {task.part} -mode out_of_context "
        f"-directive {synthesis} {WITHOUT}",
        "opt_design",
        f"place_design -directive {placing}",
        "phys_opt_design",
        f"route_design -directive {routing}",
        "report_utilization -file utilization.rpt",
        "report_timing_summary -delay_type max -file timing.rpt",
        "exit",
    ]
    clock = (
        f"create_clock -name clock -period {period_ps(task) / 1000:.3f} "
        f"[get_ports {{{task.clock}}}]\n"
    )
    return {"vivado.tcl": "".join(f"{line}\n" for line in lines), "clock.xdc": clock}


def read(reports: Mapping[str, str], task: Task) -> dict:
    """Tables "Slice Logic" (7 series) or "CLB Logic" (UltraScale) of ``report_utilization``, and
    the first number below "Design Timing Summary", the worst slack in ns.
    """
    used = reports["utilization"]
    return {
        "luts": _row(r"(?:Slice|CLB) LUTs\*?", used, "the LUTs"),
        "lut_inputs": 6,
        "flip_flops": _row(r"(?:Register as Flip Flop|CLB Registers)", used, "the registers"),
        "latches": _row(r"Register as Latch", used, "the latches"),
        "out_of_context": True,
        # The slack is in ns; the period without it is the longest path.
        "fmax_mhz": 1e6 / (period_ps(task) - 1000 * _slack_ns(reports["timing"])),
    }


def _row(name: str, report: str, what: str) -> int:
    return number(rf"^\|\s*{name}\s*\|\s*([\d,]+)\s*\|", report, what)


def _slack_ns(report: str) -> float:
    found = re.search(
        r"^\| Design Timing Summary$.*?^\s*WNS\(ns\).*?^\s*-[- ]*$\s*(\S+)",
        report,
        re.MULTILINE | re.DOTALL,
    )
    try:
        return float(found[1])
    except (TypeError, ValueError):
        raise ToolError(
            "expected the worst slack (WNS) in Vivado's timing summary, found none: "
            "is there a path from register to register?"
        ) from None


FLOW = Flow(
    stage="after place and route, out of context",
    script_names=("vivado.tcl", "clock.xdc"),
    arguments=("-mode", "batch", "-nojournal", "-nolog", "-notrace", "-source", "vivado.tcl"),
    reports={"utilization": "utilization.rpt", "timing": "timing.rpt"},
    scripts=scripts,
    read=read,
)
