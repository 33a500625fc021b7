# SPDX-License-Identifier: Apache-2.0
"""Synthesis for FPGAs, and place and route where it is open."""

import json
import re
from collections import Counter, defaultdict
from pathlib import Path

from ..design import Design
from ..errors import ToolError
from ..tools.nextpnr import run_nextpnr
from ..tools.yosys import run_yosys
from . import pre_route
from .platforms.platform import FpgaPlatform
from .recipes import Recipe
from .slices import occupied

NETLIST, WITHOUT_PORTS = "netlist.json", "netlist.without-ports.json"
PLACED = "netlist.placed.json"


def synthesize(
    design: Design, platform: FpgaPlatform, recipe: Recipe, *, directory: Path, timeout: float
) -> dict:
    """Write ``netlist.json`` (for nextpnr) and ``netlist.v``; return ``luts``, ``flip_flops``,
    ``cells``, and more apart.

    A netlist that is not to be routed gets a pre-route delay, see `pre_route.analyse`, where the
    cells of the platform have delays.

    Raises:
        ToolError: Yosys failed.
    """
    run_yosys(
        script(design, platform, recipe), directory=directory, name="synthesis", timeout=timeout
    )
    cells = json.loads((directory / NETLIST).read_text())["modules"][design.top]["cells"]
    timing = (
        pre_route.analyse(platform.models, directory=directory, timeout=timeout)
        if platform.timed and not platform.place_and_route
        else {}
    )
    return {"stage": "after synthesis", **count(cells, platform), **timing}


def script(design: Design, platform: FpgaPlatform, recipe: Recipe) -> str:
    """The Yosys script; all paths are relative to the run's directory."""
    command = " ".join([platform.synthesis.format(top=design.top), *recipe.synth])
    lines = [
        *(f"read_verilog -sv sources/{name}" for name in design.sources),
        f"hierarchy -check -top {design.top}",
        *filter(None, [recipe.abc9_command()]),
        command,
        f"write_json {NETLIST}",
        "write_verilog -noattr netlist.v",
    ]
    return "".join(f"{line}\n" for line in lines)


def count(cells: dict, platform: FpgaPlatform) -> dict:
    """Resources of a flat netlist in Yosys' JSON form."""
    # Yosys notes the hierarchy in cells of the type that is left out.
    kinds = Counter(
        cell["type"] for cell in cells.values() if not cell["type"].startswith("$scopeinfo")
    )
    luts = sum(platform.luts.get(kind, 0) * number for kind, number in kinds.items())
    flip_flops = sum(
        number for kind, number in kinds.items() if kind.startswith(platform.flip_flops)
    )
    parts = {name: sum(kinds[kind] for kind in members) for name, members in platform.other.items()}
    packed = (
        {"logic_elements": luts + flip_flops - shared(cells, platform)} if platform.pack else {}
    )
    return {
        "luts": luts,
        "lut_inputs": platform.lut_inputs,
        "flip_flops": flip_flops,
        "cells": dict(sorted(kinds.items())),
        **parts,
        **packed,
    }


def shared(cells: dict, platform: FpgaPlatform) -> int:
    """Flip-flops whose data input is driven by a look-up table that drives nothing else: both fit
    one logic element.
    """
    driver, readers = {}, defaultdict(int)
    for cell in cells.values():
        for port, bits in cell["connections"].items():
            for bit in bits:
                if cell["port_directions"].get(port) == "output":
                    driver[bit] = cell["type"]
                else:
                    readers[bit] += 1
    data = [
        cell["connections"][port][0]
        for cell in cells.values()
        if cell["type"].startswith(platform.flip_flops)
        # Intel's flip-flops call it ``d``, the others ``D``.
        for port in ("d", "D")
        if port in cell["connections"]
    ]
    return sum(platform.luts.get(driver.get(bit), 0) > 0 and readers[bit] == 1 for bit in data)


def place_and_route(
    design: Design,
    platform: FpgaPlatform,
    *,
    period_ps: int,
    seed: int,
    directory: Path,
    timeout: float,
) -> dict:
    """Run nextpnr on ``netlist.json``; returns ``delay_ns``, ``fmax_mhz`` and the used resources.

    A design with more port bits than the package has pins is routed out of context: without pads,
    and with its clock on the ordinary network, which nextpnr times as ideal. Where nextpnr cannot
    do that for a family, the design is refused; where it takes no free pins, every design is routed
    without its ports, which comes to the same. That a design is too large for the device is a
    result too: ``refused`` says so, and there is no frequency.

    Raises:
        ToolError: nextpnr failed otherwise, or reports no frequency, or the design has too many
            ports.
    """
    netlist, apart = _routed(design, platform, directory)
    # nextpnr takes the target as a frequency in MHz.
    arguments = [*platform.place_and_route, "--json", netlist,
                 "--seed", str(seed), "--freq", f"{1e6 / period_ps:.3f}",
                 *(["--out-of-context"] if apart and platform.pads else []),
                 *(["--write", PLACED] if platform.slices else [])]  # fmt: skip
    try:
        report = run_nextpnr(
            platform.router, arguments, directory=directory, device=platform.device, timeout=timeout
        )
    except ToolError:
        # nextpnr prints how much it needs of what before it gives up.
        needed = _beyond(directory / "nextpnr.log")
        if not needed:
            raise
        return {"out_of_context": apart, "refused": f"does not fit into {platform.name}: {needed}"}
    if not report["fmax"]:
        raise ToolError(
            f"nextpnr: {design.name} has no path from register to register, so no "
            f"frequency; see "
            f"{directory / 'nextpnr.log'}"
        )
    # Each clock net has a limit of its own, and the slowest one decides.
    mhz = min(clock["achieved"] for clock in report["fmax"].values())
    part = {"part": platform.device} if platform.device else {}
    taken = _taken(directory) if platform.slices else {}
    used = {kind: entry["used"] for kind, entry in report["utilization"].items() if entry["used"]}
    return {
        "stage": "after place and route",
        "out_of_context": apart,
        "fmax_mhz": round(mhz, 3),
        "delay_ns": round(1000 / mhz, 4),
        **part,
        **taken,
        "utilization": dict(sorted(used.items())),
    }


def _taken(directory: Path) -> dict[str, int]:
    """See `slices.occupied`; the placed netlist, some megabytes, is read and removed."""
    file = directory / PLACED
    modules = json.loads(file.read_text())["modules"].values()
    file.unlink()
    return occupied({name: cell for module in modules for name, cell in module["cells"].items()})


def _beyond(log: Path) -> str:
    """What a design needs more of than the device has, from nextpnr's table; empty if nothing."""
    text = log.read_text(errors="replace") if log.is_file() else ""
    table = re.findall(r"^Info:\s+(\w+):\s+(\d+)/\s*(\d+)\s+\d+%", text, re.MULTILINE)
    return ", ".join(
        f"{int(used):,} of {int(there):,} {kind}"
        for kind, used, there in table
        if int(used) > int(there)
    )


def _routed(design: Design, platform: FpgaPlatform, directory: Path) -> tuple[str, bool]:
    """The file that nextpnr reads, and whether it is to be routed out of context.

    Raises:
        ToolError: the design has more ports than pins, and nextpnr has no other way.
    """
    content = json.loads((directory / NETLIST).read_text())
    top = content["modules"][design.top]
    bits = sum(len(port["bits"]) for port in top["ports"].values())
    if not platform.pads:
        top["ports"] = {}
        (directory / WITHOUT_PORTS).write_text(json.dumps(content))
        return WITHOUT_PORTS, True
    if bits > platform.pins and not platform.out_of_context:
        raise ToolError(
            f"{design.name} has {bits} port bits, more than the {platform.pins} pins "
            f"of {platform.name}, and "
            "nextpnr routes nothing out of context there"
        )
    return NETLIST, bits > platform.pins
