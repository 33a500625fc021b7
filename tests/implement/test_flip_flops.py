# SPDX-License-Identifier: Apache-2.0
"""What recipes do with flip-flops and the gates beside them."""

import pytest

from cipherfab.cores.build import build
from cipherfab.implement import flip_flops, platforms, recipes, standard_cells
from cipherfab.implement.liberty import read


def netlist(core: str, platform: str, recipe: str, directory) -> str:
    """The mapped netlist of a core, Verilog."""
    design, place = build(core), platforms.find(platform)
    for name, text in design.sources.items():
        path = directory / "sources" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    standard_cells.synthesize(
        design,
        place,
        read(place.path()),
        recipes.find(recipe),
        delay_ps=1000,
        seed=0,
        directory=directory,
        timeout=600,
    )
    return (directory / standard_cells.NETLIST).read_text()


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "core, platform, recipe",
    [
        ("gift-64/round,encdec", "nangate45", "area"),
        ("gift-64", "nangate45", "scan"),
        pytest.param("tinyjambu-128", "nangate45", "area", marks=pytest.mark.slow),
        ("gift-64", "sky130hd", "scan"),
    ],
)
def test_extract_finds_all_among_the_cells_that_are_joined(
    core, platform, recipe, tmp_path, monkeypatch
):
    """Given only flip-flops and the gates on their nets, Yosys puts together what it does on the
    whole netlist, name by name; and that is something.
    """
    found = netlist(core, platform, recipe, tmp_path / "joined")
    monkeypatch.setattr(flip_flops, "_joined", lambda some, others: "")
    assert netlist(core, platform, recipe, tmp_path / "whole") == found
    monkeypatch.setattr(flip_flops, "after_mapping", lambda platform, recipe: [])
    assert netlist(core, platform, recipe, tmp_path / "without") != found
