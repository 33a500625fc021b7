# SPDX-License-Identifier: Apache-2.0
"""Small cores that are made as a masked core is, for the checks that its own size forbids."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..architectures.protected.masked import Masked
from ..cores.build import on_shares
from ..cores.corename import CoreName
from ..cores.verilog import verilog
from ..design import Design
from ..plain import say
from ..primitives.by_gadgets import PRODUCT, by_gadgets
from ..primitives.on_two_shares import NONE
from ..primitives.primitive import Primitive
from ..verify.gates.probing import permuted, rounds, structure, tuples
from ..verify.gates.probing.symbolic import SymbolicNetlist
from .leakage_verdict import WORDS, of_exact
from .mapping import mapped

TOP = "part"


def checked(name: CoreName, platform: str, recipe: str, *, seed: int) -> list[dict[str, Any]]:
    """What `tuples.check` says of each part of a core made of gadgets: ``part``, its name,
    ``area_ge`` and what the check returns.

    Raises:
        CallError: the platform has no Liberty file.
    """
    return [
        {
            "part": part.name,
            "area_ge": area,
            **tuples.check(design, netlist, name.factor, seed=seed),
        }
        for part, design, netlist, area in parts(name, platform, recipe)
    ]


def parts(
    name: CoreName, platform: str, recipe: str
) -> Iterator[tuple[Primitive, Design, SymbolicNetlist, float]]:
    """One product, and the S-box of the algorithm if its catalog entry has it by itself, of the
    same order, by the same gadgets, with the same recipe: design, mapped netlist, area in GE.
    Without random bits none is checked by itself: products are as they are together.
    """
    if name.gadget == NONE:
        return
    for part in filter(None, (PRODUCT, name.algorithm.part)):
        design = small_design(part, name.factor, name.gadget)
        with tempfile.TemporaryDirectory(prefix="cipherfab-gadgets-") as scratch:
            directory = Path(scratch)
            made, liberty = mapped(design, platform, recipe, directory)
            yield (
                part,
                design,
                SymbolicNetlist.read(directory / "netlist.v", liberty, design.top, directory),
                made.area_ge,
            )


def small_design(primitive: Primitive, order: int, gadget: str) -> Design:
    """The core of any primitive by gadgets, which no catalog has."""
    masked = by_gadgets(primitive, order, gadget)
    return Design(
        name=primitive.name,
        top=TOP,
        sources={f"{TOP}.sv": verilog(Masked(masked), TOP)},
        interface=on_shares(masked, order),
    )


def whole(
    design: Design, directory: Path, liberty: Path, *, seed: int, longest: int | None = None
) -> dict[str, Any]:
    """Of the mapped core itself: ``complete``, names of nets whose cone has all shares of a bit;
    ``cones``, how many there are; ``single``, of a core of order 1 what `rounds.check`, or without
    random bits `permuted.check`, says of single probes, in the first ``longest`` cycles if that is
    given, else None; ``passed``, whether neither found anything.
    """
    netlist = SymbolicNetlist.read(directory / "netlist.v", liberty, design.top, directory)
    masking = design.interface.masking
    complete, cones = structure.complete(netlist, masking.shares)
    judge = rounds.check if masking.random else permuted.check
    single = judge(design, netlist, seed=seed, longest=longest) if masking.order == 1 else None
    return {
        "complete": complete,
        "cones": cones,
        "single": single,
        "passed": not complete and (single is None or single["passed"]),
    }


def show_single(single: dict[str, Any], what: str) -> None:
    """Print a verdict on every single probe, as of `rounds.check`; ``what`` was checked."""
    say(
        f"  {WORDS[of_exact(single)]}  {single['model']}: {what}, "
        f"{single['probes']} cones, {single['cycles']} cycles, {single['leaking']} views "
        f"leak or could not be shown not to, {single['seconds']:.1f} s"
    )
    if single["fault"]:
        say(f"    ended early: {single['fault']}")
    for leak in single["leaks"]:
        say(
            f"    {leak['net']}, cycle {leak['cycle']}, "
            f"{'tells two secrets apart' if leak['pair'] else 'not decided'}"
        )


def show(core: dict[str, Any], found: list[dict[str, Any]]) -> None:
    """Print the verdicts on the core and on its parts, and what they do not say."""
    complete, single = core["complete"], core["single"]
    say(
        f"  {'FAIL' if complete else 'pass'}  no cone of the whole core has all shares of a bit: "
        f"{core['cones']} cones{''.join(f', {name}' for name in complete[:4])}"
    )
    if single:
        show_single(single, "the whole core")
    for part in found:
        say(
            f"  {WORDS[of_exact(part)]}  {part['part']}, by itself, "
            f"{part['area_ge']:.0f} GE: {part['model']}: {part['views']} views, {part['sets']} "
            f"sets of them judged, {part['seconds']:.1f} s"
        )
        if part["fault"]:
            say(f"    no verdict: {part['fault']}")
        if part["leak"]:
            places = " and ".join(f"{net} in cycle {cycle}" for net, cycle in part["leak"])
            between = " and ".join(
                ", ".join(f"{label} = {bit}" for label, bit in side.items())
                for side in part["pair"] or ()
            )
            say(f"    {places}: {'tells apart ' + between if between else 'not decided'}")
    if not single:
        say(
            "  not checked exactly: the whole core; that its parts may be put together, and "
            "rounds after each other, is not proved here"
        )
