# SPDX-License-Identifier: Apache-2.0
"""Small cores that are made as a masked core is, for the checks that its own size forbids."""

from collections.abc import Iterator

from ..architectures.protected.masked import Masked
from ..cores.build import on_shares
from ..cores.corename import CoreName
from ..cores.verilog import verilog
from ..design import Design
from ..primitives.by_gadgets import PRODUCT, by_gadgets
from ..primitives.on_two_shares import NONE
from ..primitives.primitive import Primitive
from ..verify.gates.probing.symbolic import SymbolicNetlist
from .mapping import on_cells

TOP = "part"


def primitives(name: CoreName) -> Iterator[Primitive]:
    """What a core by gadgets is made of that is checked by itself: one product, and the S-box of
    the algorithm if its catalog entry has it by itself. Without random bits nothing: products are
    as they are together.
    """
    if name.gadget != NONE:
        yield from filter(None, (PRODUCT, name.algorithm.part))


def parts(
    name: CoreName, platform: str, recipe: str
) -> Iterator[tuple[Primitive, Design, SymbolicNetlist]]:
    """Each of the `primitives`, of the same order, by the same gadgets, with the same recipe: its
    design and its mapped netlist.

    Raises:
        CallError: the platform has no Liberty file.
    """
    for part in primitives(name):
        design = small_design(part, name.factor, name.gadget)
        with on_cells(design, platform, recipe) as made:
            directory = made.directory
            yield (
                part,
                design,
                SymbolicNetlist.read(directory / "netlist.v", made.liberty, design.top, directory),
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
