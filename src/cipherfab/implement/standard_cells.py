# SPDX-License-Identifier: Apache-2.0
"""Synthesis to the cells of a Liberty file: the Yosys script, and the areas of the netlist."""

import re
from collections import Counter
from pathlib import Path

from ..design import Design
from ..errors import CallError, ToolError
from ..identifiers import APART
from ..tools.yosys import run_yosys
from . import flip_flops
from .liberty import Liberty, unpacked
from .platforms.platform import LibertyPlatform
from .recipes import Recipe

NETLIST = "netlist.v"
WRAPPER = ("pre", "post")
"""Instances that are the LWC wrapper and not the core."""

_INSTANCE = re.compile(r"^  (\\\S+|\w+) +(\\\S+|\w+) +\($", re.MULTILINE)


def synthesize(
    design: Design,
    platform: LibertyPlatform,
    library: Liberty,
    recipe: Recipe,
    *,
    delay_ps: int,
    seed: int,
    directory: Path,
    timeout: float,
) -> dict:
    """Write ``netlist.v``, a flat Verilog netlist of Liberty cells, and return its area figures.

    Ports keep their names. A flip-flop drives a net with the name of its register bit, and is
    itself called after that net with the suffix ``_reg`` unless both its outputs are in use. An
    instance keeps the path of the hierarchy it was mapped in as a prefix: ``pre.g12``.

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
    # Under this name, so that scripts are the same on every machine.
    link.symlink_to(unpacked(library))
    (directory / "recipe.abc").write_text(recipe.abc_script(delay_ps=delay_ps, seed=seed))
    (directory / "constraints").write_text(constraints(library))
    for name, text in flip_flops.maps(platform, recipe).items():
        (directory / name).write_text(text)
    run_yosys(
        script(design, platform, recipe),
        directory=directory,
        name="synthesis",
        timeout=timeout,
        readable=[unpacked(library)],
    )
    return areas(
        (directory / NETLIST).read_text(),
        library,
        platform.gate_equivalent,
        apart=recipe.keep_wrapper,
    )


def script(design: Design, platform: LibertyPlatform, recipe: Recipe) -> str:
    """The Yosys script; all paths are relative to the run's directory.

    Initial values are dropped: a standard cell has none, and a design that needs one fails at gate
    level as it should.
    """
    dont_use = "".join(f" -dont_use {cell}" for cell in (*platform.dont_use, *recipe.dont_use))
    options = (
        " -nofsm"
        + ("" if recipe.share else " -noshare")
        + ("" if recipe.alumacc else " -noalumacc")
    )
    flatten = ["flatten"] if recipe.flatten else []
    keep = (
        [f"setattr -set keep_hierarchy 1 */c:{name}" for name in WRAPPER]
        if recipe.keep_wrapper
        else []
    )
    if _has_apart(design):
        # In every recipe: else one gate would serve both of what is there twice.
        keep.append(f"setattr -set keep_hierarchy 1 */c:{APART}*")
    # -norom: a table stays logic; a ROM with its address register merged has no register in the
    # RTL to be matched with. -noexpr: what is no cell is an instance, which `areas` refuses.
    lines = [
        *(f"read_verilog -sv sources/{name}" for name in design.sources),
        f"hierarchy -check -top {design.top}", "proc -norom",
        "setattr -unset init */w:*", *keep, *flatten, "opt_expr", "opt_clean",
        f"synth -run coarse: -top {design.top}{options}",
        "rename -wire -suffix _reg t:$_*DFF*", *flip_flops.before_mapping(platform, recipe),
        f"dfflibmap -liberty liberty.lib{dont_use}", "opt_clean",
        f"abc -liberty liberty.lib{dont_use} -constr constraints -script recipe.abc",
        "setundef -zero", "opt_clean -purge",
        *flip_flops.after_mapping(platform, recipe), "rename -enumerate -pattern g% */c:*",
        # Only here: the names of instances become prefixes of their cells, by which areas are told
        # apart.
        "setattr -unset keep_hierarchy */c:*", "setattr -mod -unset keep_hierarchy *",
        "flatten", "opt_clean -purge",
        f"write_verilog -noattr -noexpr -simple-lhs {NETLIST}",
    ]  # fmt: skip
    return "".join(f"{line}\n" for line in lines)


def _has_apart(design: Design) -> bool:
    """By the text, as a job has no interface."""
    return any(
        name.startswith(APART)
        for text in design.sources.values()
        for _, name in _INSTANCE.findall(text)
    )


def constraints(library: Liberty) -> str:
    """What ABC assumes around the logic: a small buffer drives each input, each output has 1 fF.

    To ABC a flip-flop's output is an input of the logic. Were it ideal, a control bit that drives a
    whole state would never be buffered. Static timing does not use this.
    """
    driver = library.smallest_buffer()
    return (f"set_driving_cell {driver}\n" if driver else "") + "set_load 1.0\n"


def instances(netlist: str) -> list[tuple[str, str]]:
    """The type and the name of each cell of a flat netlist."""
    # A name that Verilog does not take as it is begins with a backslash.
    return [
        (kind.lstrip("\\"), name.lstrip("\\"))
        for kind, name in _INSTANCE.findall(netlist)
        if kind != "module"
    ]


def areas(netlist: str, library: Liberty, gate_equivalent: str, *, apart: bool = True) -> dict:
    """Area figures of a flat netlist.

    Args:
        netlist: Verilog, as `synthesize` writes it.
        gate_equivalent: cell whose area is 1 GE.
        apart: the wrapper was mapped apart.

    Returns:
        ``area_um2``, ``area_ge``, ``flip_flops``, ``cells`` (count by type) and ``area``: GE and
        µm² for ``sequential`` (clock gates included), ``combinational`` and, if the wrapper is
        ``apart``, ``core`` and ``wrapper``.

    Raises:
        ToolError: an instance is no cell of the library.
    """
    found = instances(netlist)
    unmapped = sorted({kind for kind, _ in found} - set(library.areas))
    if unmapped:
        raise ToolError(
            f"the netlist has cells that are not in {library.path.name}: {', '.join(unmapped[:8])}"
        )
    storage = library.flip_flops | library.latches | library.clock_gates
    parts = dict.fromkeys(
        ("sequential", "combinational", *(("core", "wrapper") if apart else ())), 0.0
    )
    for kind, name in found:
        parts["sequential" if kind in storage else "combinational"] += library.areas[kind]
        if apart:
            # The last part of the name is the cell's own, those before it are instances.
            parts["wrapper" if set(name.split(".")[:-1]) & set(WRAPPER) else "core"] += (
                library.areas[kind]
            )
    unit = gate_equivalent_area(library, gate_equivalent)
    total = parts["sequential"] + parts["combinational"]
    return {
        "area_um2": round(total, 4),
        "area_ge": round(total / unit, 3),
        "area": {
            name: {"um2": round(area, 4), "ge": round(area / unit, 3)}
            for name, area in parts.items()
        },
        "flip_flops": sum(kind in library.flip_flops for kind, _ in found),
        "latches": sum(kind in library.latches for kind, _ in found),
        "cells": dict(sorted(Counter(kind for kind, _ in found).items())),
    }


def gate_equivalent_area(library: Liberty, cell: str) -> float:
    """µm² of 1 GE.

    Raises:
        CallError: the library has no such cell.
    """
    if cell not in library.areas:
        raise CallError(
            f"{library.path}: expected a cell '{cell}' as the gate equivalent, found "
            f"none of this name"
        )
    return library.areas[cell]
