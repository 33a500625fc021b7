# SPDX-License-Identifier: Apache-2.0
"""Sizes and pins of cells, read from LEF."""

import pytest

from cipherfab.errors import ToolError
from cipherfab.implement import platforms
from cipherfab.implement.liberty import read as read_liberty
from cipherfab.implement.placement.geometry import read


def test_the_library_has_every_cell_that_liberty_has():
    """Of Nangate45 each cell that recipes use has a size in sites, and its area is Liberty's."""
    place = platforms.find("nangate45")
    geometry, areas = place.geometry(), read_liberty(place.path()).areas
    for name in ("NAND2_X1", "DFF_X1", "XOR2_X2", "MUX2_X1", "BUF_X32"):
        macro = geometry.macros[name]
        assert macro.width * geometry.row == pytest.approx(areas[name])
        assert (macro.width / geometry.site) == pytest.approx(round(macro.width / geometry.site))
    assert geometry.macros["DFF_X1"].outputs == {"Q", "QN"}
    assert set(geometry.macros["NAND2_X1"].pins) == {"A1", "A2", "ZN"}


def test_a_file_without_what_is_read_is_refused(tmp_path):
    """A missing file and an empty one are named."""
    empty = tmp_path / "empty.lef"
    with pytest.raises(ToolError, match="cannot be read"):
        read(empty, empty, empty, "metal3")
    empty.write_text("")
    with pytest.raises(ToolError, match="expected a site in"):
        read(empty, empty, empty, "metal3")
