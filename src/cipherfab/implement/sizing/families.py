# SPDX-License-Identifier: Apache-2.0
"""Which cells of a library may take each other's place: same functions, same pins, other drives."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from ...verify.gates import cells as functions
from .. import liberty_tables as tables
from ..liberty import Liberty
from ..liberty_tables import Arc, CellPower

ArcKey = tuple[str, str, str, str, int]
"""Output, input, sense, condition, and the number among arcs of which all that is the same."""


@dataclass(frozen=True, kw_only=True)
class Family:
    """Cells that differ in drive only, the smallest first.

    Attributes:
        members: their names.
        areas: µm² of each.
        cells: what the library says of each.
        arcs: of each its arcs with delays, in the same order.
    """

    members: tuple[str, ...]
    areas: tuple[float, ...]
    cells: tuple[CellPower, ...]
    arcs: tuple[tuple[Arc, ...], ...]


def families(library: Liberty, used: Collection[str], dont_use: Sequence[str]) -> list[Family]:
    """A family for each kind of cell in ``used``, in the order of names.

    A latch, a clock gate and a cell without a known function is a family of its own. What
    ``dont_use`` (patterns with ``*``) excludes takes no place, but may be there.
    """
    known = functions.read(library.path)
    kinds = defaultdict(list)
    for name in sorted(library.areas):
        excluded = any(fnmatchcase(name, pattern) for pattern in dont_use)
        if name in used or (not excluded and library.areas[name] > 0):
            cell = known.get(name)
            fixed = cell is None or cell.gate or not cell.outputs
            # The text of a cell says its functions and pins but not its name, so equal ones meet.
            kinds[name if fixed else repr(cell)].append(name)
    head = tables.head(library)
    found = []
    for names in kinds.values():
        if set(names) & set(used):
            read = tables.read(library, names, head)
            found += _of_one_shape(library, [read[name] for name in names], used)
    return sorted(found, key=lambda family: family.members)


def _of_one_shape(
    library: Liberty, cells: Sequence[CellPower], used: Collection[str]
) -> list[Family]:
    """Cells of one function, in families of the same pins and arcs."""
    shapes = defaultdict(list)
    for cell in cells:
        shapes[tuple(sorted(cell.capacitance)), tuple(sorted(_arcs(cell)))].append(cell)
    return [
        _family(library, members)
        for members in shapes.values()
        if {member.name for member in members} & set(used)
    ]


def _family(library: Liberty, cells: Sequence[CellPower]) -> Family:
    ordered = sorted(cells, key=lambda cell: (library.areas[cell.name], cell.name))
    return Family(
        members=tuple(cell.name for cell in ordered),
        areas=tuple(library.areas[cell.name] for cell in ordered),
        cells=tuple(ordered),
        arcs=tuple(
            tuple(arc for _, arc in sorted(_arcs(cell).items(), key=lambda item: item[0]))
            for cell in ordered
        ),
    )


def _arcs(cell: CellPower) -> dict[ArcKey, Arc]:
    """The arcs that have delays, by what tells them apart."""
    found: dict[ArcKey, Arc] = {}
    for arc in cell.arcs:
        key, number = (arc.pin, arc.related, arc.sense, arc.when), 0
        while (*key, number) in found:
            number += 1
        if arc.delays:
            found[(*key, number)] = arc
    return found
