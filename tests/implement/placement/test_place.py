# SPDX-License-Identifier: Apache-2.0
"""Netlists placed and timed."""

import json

import pytest

from cipherfab.cores.build import build
from cipherfab.errors import ToolError
from cipherfab.implement import platforms
from cipherfab.implement.flow import implement
from cipherfab.implement.placement import place as placing
from cipherfab.implement.placement.legal import check
from cipherfab.implement.placement.place import PLACED, SPEF, place, place_run

from .conftest import needs_sky130

pytest.importorskip("coloquinte", reason="the placer Coloquinte is not installed")
CORE, PERIOD = "gimli/round", 2000


def test_a_small_circuit_is_placed_legally(chain, geometry, tmp_path):
    """Rows, sites and orientation are kept, and the same netlist is placed alike."""
    placed = place(chain, geometry, tmp_path, utilisation=0.6, seed=0)
    check(placed.cells, chain, geometry, placed.die)
    assert place(chain, geometry, tmp_path, utilisation=0.6, seed=0) == placed


def test_a_missing_placer_is_named(chain, geometry, tmp_path, monkeypatch):
    """With the command that installs it."""
    monkeypatch.setattr(placing, "available", lambda: False)
    with pytest.raises(ToolError, match="Coloquinte is missing. Install it: pip install"):
        place(chain, geometry, tmp_path, utilisation=0.6, seed=0)


@pytest.mark.parametrize(
    "name, core",
    [
        pytest.param("nangate45", CORE, marks=pytest.mark.slow),
        pytest.param("sky130hd", "skinny-64-64", marks=needs_sky130),
        pytest.param("sky130hd", CORE, marks=[needs_sky130, pytest.mark.slow]),
    ],
)
def test_a_core_is_slower_with_its_wires(name, core, tmp_path):
    """A mapped core is placed; its delay is longer than without wires and near that with the wire
    load; every net with a wire is in the SPEF; a second run gives the same bytes, and one without
    estimates the same figures.
    """
    design, platform = build(core), platforms.find(name)
    before = implement(design, name, "area", period_ps=PERIOD, directory=tmp_path)
    found = place_run(design, platform, period_ps=PERIOD, directory=tmp_path)
    assert before.delay_without_wire_load_ns < found["delay_ns"] < 1.5 * before.delay_ns
    assert found["cells"] == sum(before.cells.values()) and 0.69 < found["utilisation"] < 0.71
    assert found["half_perimeter_mm"] <= found["wire_mm"] < 1.5 * found["half_perimeter_mm"]
    assert found["congestion"]["fullest"] > 0.1
    assert found["clock_tree"]["sinks"] == before.flip_flops
    text = (tmp_path / SPEF).read_text()
    assert text.count("*D_NET") == found["nets"]
    # Of Sky130's Liberty file OpenSTA warns without wires too.
    assert not [line for line in (tmp_path / "sta_placed.log").read_text().splitlines()
                if "Warning" in line and "default_operating_condition" not in line]  # fmt: skip
    places = (tmp_path / PLACED).read_bytes()
    assert place_run(design, platform, period_ps=PERIOD, directory=tmp_path) == found
    assert (tmp_path / PLACED).read_bytes() == places and (tmp_path / SPEF).read_text() == text
    assert set(json.loads(places)) == {"cells", "die", "ports"}
    # Who reads no estimates gets the same figures without them.
    alone = place_run(design, platform, period_ps=PERIOD, directory=tmp_path, estimates=False)
    assert alone == {**found, "congestion": None, "clock_tree": None}
