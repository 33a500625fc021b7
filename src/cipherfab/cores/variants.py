# SPDX-License-Identifier: Apache-2.0
"""The cores of one AEAD or hash that do the same on the bus: all architectures, bus widths and
circuits of its S-box, and with blocks that stay where they are.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..controllers import takes
from ..errors import CallError
from ..lwc.protocol import WIDTHS
from .corename import CoreName
from .foldings import foldings
from .names import parse

UNROLLED = (2, 3, 4, 5, 6, 8)
"""Rounds in a clock that are tried; a core takes those that divide its numbers of rounds."""

SERIAL = (8, 16, 32)
"""Columns in a clock that are tried."""


def variants(name: str, bus: int | None = None) -> list[str]:
    """Names of the cores with the algorithm and the hash of ``name``, those with the widest bus
    first.

    Not every name can be built: whether k rounds fit into a clock is known when the core is made,
    and whether a block can stay.

    Args:
        name: of one of them.
        bus: of those with this width alone.

    Raises:
        CallError: the name is wrong, or names a bare primitive or an algorithm without a core.
    """
    core = parse(name)
    said = takes(core.algorithm.model) if core.lwc else None
    if said is None:
        raise CallError(f"{name}: expected an AEAD or a hash that has a core.")
    buses = [bus] if bus else sorted(WIDTHS, reverse=True)
    shapes = list(_architectures(core, said.architectures))
    found = [
        replace(core, **shape).having(bus=width, sbox=sbox, inplace=inplace, loadcycle=loadcycle)
        for width in buses
        for shape, loadcycle in shapes
        for inplace in (False, True)
        for sbox in ("", *core.algorithm.sboxes)
    ]
    # Some shapes are the same core, since an option with its default is not written.
    return list(dict.fromkeys(map(str, found)))


def _architectures(core: CoreName, more: tuple[str, ...]) -> Iterator[tuple[dict[str, Any], bool]]:
    """Architectures, their factors and whether inputs enter in a clock of their own; without the
    large ones, ``full`` and ``inner``.
    """
    pairs = [
        ("round", 1),
        *(("unrolled", factor) for factor in UNROLLED),
        *(("folded", clocks) for clocks in core.algorithm.foldings),
    ]
    if "bits" in more:
        pairs += [("bits", bits) for bits in core.algorithm.model.bits_per_clock[:-1]]
    if "serial" in more:
        pairs += [("serial", columns) for columns in SERIAL]
    yield from (({"architecture": name, "factor": factor}, False) for name, factor in pairs)
    if 1 in foldings(core.algorithm):
        yield from (({"architecture": "unrolled", "factor": factor}, True) for factor in UNROLLED)
