"""Synthesis to the cells of a Liberty file: the Yosys script, and the areas of the netlist."""

import re
from collections import Counter
from pathlib import Path

from ..design import Design
from ..errors import CallError, ToolError
from ..tools.yosys import run_yosys
from .liberty import Liberty, unpacked
from .platforms.platform import LibertyPlatform, ScanFlipFlop
from .recipes import Recipe

NETLIST = "netlist.v"
WRAPPER = ("pre", "post")
"""Instances that are the LWC wrapper and not the core."""

_INSTANCE = re.compile(r"^  (\\\S+|\w+) +(\\\S+|\w+) +\($", re.MULTILINE)
_ENABLE_FLIP_FLOPS = ("$_DFFE_PP_", "$_DFFE_PN_", "$_DFFE_NP_", "$_DFFE_NN_")


def synthesize(design: Design, platform: LibertyPlatform, library: Liberty, recipe: Recipe, *, delay_ps: int, seed: int,
               directory: Path, timeout: float) -> dict:
    """Write ``netlist.v``, a flat Verilog netlist of Liberty cells, and return its area figures.

    Ports keep their names. A flip-flop drives a net with the name of its register bit, and is itself called after that net with
    the suffix ``_reg``. An instance keeps the path of the hierarchy it was mapped in as a prefix: ``pre.g12``.

    Args:
        design: its sources are already in ``sources/``.
        delay_ps: time for the logic between registers.
        seed: see `Recipe.abc_script`.
        directory: of the run; ``liberty.lib`` is linked there.

    Raises:
        ToolError: Yosys or ABC failed, or left logic that is not a cell of the library.
    """
    link = directory / "liberty.lib"
    link.unlink(missing_ok=True)
    link.symlink_to(unpacked(library))
    (directory / "recipe.abc").write_text(recipe.abc_script(delay_ps=delay_ps, seed=seed))
    (directory / "constraints").write_text(constraints(library))
    if scan := platform.scan_flip_flop:
        for name, text, wanted in (("scan.v", scan_map(scan), recipe.scan_enable), ("merge.v", merge_map(scan), recipe.scan_load)):
            if wanted:
                (directory / name).write_text(text)
    run_yosys(script(design, platform, recipe), directory=directory, name="synthesis", timeout=timeout)
    return areas((directory / NETLIST).read_text(), library, platform.gate_equivalent)


def script(design: Design, platform: LibertyPlatform, recipe: Recipe) -> str:
    """The Yosys script; all paths are relative to the run's directory.

    Initial values are dropped: a standard cell has none, and a design that needs one fails at gate level as it should.
    """
    dont_use = "".join(f" -dont_use {cell}" for cell in (*platform.dont_use, *recipe.dont_use))
    options = " -nofsm" + ("" if recipe.share else " -noshare") + ("" if recipe.alumacc else " -noalumacc")
    flatten = ["flatten"] if recipe.flatten else []
    keep = [f"setattr -set keep_hierarchy 1 */c:{name}" for name in WRAPPER] if recipe.keep_wrapper else []
    scan = platform.scan_flip_flop
    enable = ["dfflegalize -cell $_DFF_P_ x -cell $_DFFE_PP_ x", "techmap -map scan.v"] if scan and recipe.scan_enable else []
    merge = merge_commands(scan) if scan and recipe.scan_load else []
    lines = [
        *(f"read_verilog -sv sources/{name}" for name in design.sources),
        f"hierarchy -check -top {design.top}", "proc -norom", "setattr -unset init */w:*", *keep, *flatten, "opt_expr", "opt_clean",
        f"synth -run coarse: -top {design.top}{options}",
        "rename -wire -suffix _reg t:$_*DFF*", *enable, f"dfflibmap -liberty liberty.lib{dont_use}", "opt_clean",
        f"abc -liberty liberty.lib{dont_use} -constr constraints -script recipe.abc", "setundef -zero", "opt_clean -purge",
        *merge, "rename -enumerate -pattern g% */c:*",
        "setattr -unset keep_hierarchy */c:*", "setattr -mod -unset keep_hierarchy *", "flatten", "opt_clean -purge",
        f"write_verilog -noattr -noexpr -simple-lhs {NETLIST}",
    ]
    return "".join(f"{line}\n" for line in lines)


def constraints(library: Liberty) -> str:
    """What ABC assumes around the logic: a small buffer drives each input, each output has 1 fF.

    To ABC a flip-flop's output is an input of the logic. Were it ideal, a control bit that drives a whole state would never be
    buffered. Static timing does not use this.
    """
    driver = library.smallest_buffer()
    return (f"set_driving_cell {driver}\n" if driver else "") + "set_load 1.0\n"


def scan_map(cell: ScanFlipFlop) -> str:
    """Verilog for ``techmap``: an enable flip-flop as a scan flip-flop that keeps its own output while not enabled."""
    return (f"module \\$_DFFE_PP_ (input D, C, E, output Q);\n"
            f"  {cell.cell} _TECHMAP_REPLACE_ (.{cell.clock}(C), .{cell.keep}(Q), .{cell.load}(D), .{cell.enable}(E), "
            f".{cell.output}(Q));\nendmodule\n")


def merge_commands(cell: ScanFlipFlop) -> list[str]:
    """The Yosys commands that apply `merge_map`; without the library ``rename -wire`` would not know the outputs of a cell."""
    compatible = "".join(f" -compat {cell.multiplexer.cell} {stronger}" for stronger in cell.multiplexer.stronger)
    return [f"extract -map merge.v{compatible}", "read_liberty -lib liberty.lib", f"rename -wire -suffix _reg t:{cell.cell}"]


def merge_map(cell: ScanFlipFlop) -> str:
    """Verilog for ``extract``: a flip-flop behind a multiplexer that feeds nothing else as a scan flip-flop."""
    flop, choice = cell.flip_flop, cell.multiplexer
    inverse = f", .{flop.inverse}(unused)" if flop.inverse else ""
    return (f"module {cell.cell} (input {cell.clock}, {cell.keep}, {cell.load}, {cell.enable}, output {cell.output});\n"
            f"  wire data, unused;\n"
            f"  {choice.cell} choice (.{choice.zero}({cell.keep}), .{choice.one}({cell.load}), .{choice.select}({cell.enable}), "
            f".{choice.output}(data));\n"
            f"  {flop.cell} flop (.{flop.clock}({cell.clock}), .{flop.data}(data), .{flop.output}({cell.output}){inverse});\n"
            f"endmodule\n")


def areas(netlist: str, library: Liberty, gate_equivalent: str) -> dict:
    """Area figures of a flat netlist.

    Args:
        netlist: Verilog, as `synthesize` writes it.
        gate_equivalent: cell whose area is 1 GE.

    Returns:
        ``area_um2``, ``area_ge``, ``flip_flops``, ``cells`` (count by type) and ``area``: GE and µm² for ``sequential``,
        ``combinational``, ``core`` and ``wrapper``.

    Raises:
        ToolError: an instance is no cell of the library.
    """
    instances = [(kind.lstrip("\\"), name.lstrip("\\")) for kind, name in _INSTANCE.findall(netlist) if kind != "module"]
    unmapped = sorted({kind for kind, _ in instances} - set(library.areas))
    if unmapped:
        raise ToolError(f"the netlist has cells that are not in {library.path.name}: {', '.join(unmapped[:8])}")
    storage = library.flip_flops | library.latches
    parts = dict.fromkeys(("sequential", "combinational", "core", "wrapper"), 0.0)
    for kind, name in instances:
        parts["sequential" if kind in storage else "combinational"] += library.areas[kind]
        parts["wrapper" if set(name.split(".")[:-1]) & set(WRAPPER) else "core"] += library.areas[kind]
    unit = gate_equivalent_area(library, gate_equivalent)
    total = parts["sequential"] + parts["combinational"]
    return {
        "area_um2": round(total, 4), "area_ge": round(total / unit, 3),
        "area": {name: {"um2": round(area, 4), "ge": round(area / unit, 3)} for name, area in parts.items()},
        "flip_flops": sum(kind in library.flip_flops for kind, _ in instances),
        "latches": sum(kind in library.latches for kind, _ in instances),
        "cells": dict(sorted(Counter(kind for kind, _ in instances).items())),
    }


def gate_equivalent_area(library: Liberty, cell: str) -> float:
    """µm² of 1 GE.

    Raises:
        CallError: the library has no such cell.
    """
    if cell not in library.areas:
        raise CallError(f"{library.path}: expected a cell '{cell}' as the gate equivalent, found none of this name")
    return library.areas[cell]
