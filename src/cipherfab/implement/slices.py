# SPDX-License-Identifier: Apache-2.0
"""What a placed netlist of the 7 series takes: slices and physical look-up tables.

A slice has four LUT6 and eight flip-flops; a LUT6 holds two functions if both read at most five
inputs together (outputs O5 and O6), which the placer makes use of. A vendor's "Slice LUTs" are
these physical ones.
"""

import re
from collections.abc import Mapping
from typing import Any

PLACE = "NEXTPNR_BEL"
"""Attribute of a cell: such as ``X35Y12/SLICE_X0Y0.B5LUT``, the tile, the slice in it, the part."""

PART = re.compile(r"(.*/SLICE_[^.]*)\.(.*)")
# A site holds a look-up table of six inputs or two of five: A5LUT and A6LUT are one site.
LUT = re.compile(r"([A-D])[56]LUT")


def occupied(cells: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    """``slices`` and ``lut_sites`` of the cells of a placed netlist in nextpnr's JSON form."""
    slices, luts = set(), set()
    for cell in cells.values():
        place = PART.fullmatch(cell["attributes"].get(PLACE, ""))
        # Cells without a place of this form are in no slice, as buffers and pads.
        if place is None:
            continue
        slices.add(place[1])
        if lut := LUT.fullmatch(place[2]):
            luts.add((place[1], lut[1]))
    return {"slices": len(slices), "lut_sites": len(luts)}
