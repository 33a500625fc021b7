# SPDX-License-Identifier: Apache-2.0
"""Recipes as data."""

import json

import pytest

from cipherfab.cores.build import build
from cipherfab.errors import CallError
from cipherfab.implement import recipes
from cipherfab.implement.flow import implement


def test_record_re_creates_the_recipe():
    """A recipe that went through JSON is the same recipe."""
    for recipe in recipes.RECIPES.values():
        changed = recipe.with_changes(dont_use=("XOR2_X2",))
        assert recipes.find(json.loads(json.dumps(changed.record()))) == changed


def test_recipes_that_differ_on_fpgas_only_are_one_on_standard_cells():
    """Of two recipes with the same settings for standard cells a search there runs one."""
    names = [recipe.name for recipe in recipes.on_cells()]
    assert names == [
        name for name in recipes.RECIPES if name not in ("compact", "fewest", "routed")
    ]
    assert all(recipes.find(name).abc == recipes.find("area").abc for name in ("compact", "fewest"))


def test_script_carries_time_and_seed():
    """The time for logic and the seed are in the script; seed 0 permutes nothing."""
    recipe = recipes.find("balanced")
    assert "upsize -D 900\n" in recipe.abc_script(delay_ps=900, seed=0)
    assert "permute" not in recipe.abc_script(delay_ps=900, seed=0)
    assert "permute -S 7\n" in recipe.abc_script(delay_ps=900, seed=7)
    assert "{" not in recipe.abc_script(delay_ps=900, seed=7)


def test_sizing_knows_the_wire_loads(tmp_path):
    """`lean` is `area` with larger cells on the longest paths, found with the wire loads that the
    delays are measured with: faster by more than it is larger.
    """
    found = {
        name: implement(
            build("skinny-64-64"), "nangate45", name, period_ps=1000, directory=tmp_path / name
        )
        for name in ("area", "lean")
    }
    area, lean = found.values()
    faster, larger = lean.fmax_mhz / area.fmax_mhz, lean.area_ge / area.area_ge
    assert faster > 1.1 and larger < 1.05
    balanced = recipes.find("balanced").abc
    assert recipes.find("wired").abc == balanced.replace("size -D", "size -c -D")


@pytest.mark.parametrize(
    "core",
    [
        "gift-64",
        *(pytest.param(core, marks=pytest.mark.slow) for core in ("ascon-p-12", "xoodoo-12")),
    ],
)
def test_signs_between_xors_are_chosen(tmp_path, core):
    """`phased` chooses the signs of signals: without that step the same mapping has more inverters,
    and more area; `area` is larger than both here.
    """
    phased = recipes.find("phased")
    mapped = phased.with_changes(name="mapped", abc=phased.abc.replace("phase_map; ", ""))
    small, before, area = (
        implement(
            build(core), "nangate45", recipe, period_ps=10000, directory=tmp_path / recipe.name
        )
        for recipe in (phased, mapped, recipes.find("area"))
    )
    assert small.cells["INV_X1"] < before.cells["INV_X1"]
    assert small.area_ge < before.area_ge and small.area_ge < area.area_ge


@pytest.mark.slow
def test_nets_cost_what_they_cost_where_they_are_routed(tmp_path):
    """`routed` is `balanced` on standard cells; on an FPGA it gives ABC its own delay of a net and
    a target, and the netlist is another one.
    """
    routed, balanced = recipes.find("routed"), recipes.find("balanced")
    assert routed.with_changes(name="", abc9="") == balanced.with_changes(name="", abc9="")
    assert "-W,1000,-D,7600" in routed.abc9_command() and "{W}" not in routed.abc9
    found = {
        name: implement(
            build("ascon-p-6"),
            "artix7",
            name,
            period_ps=10000,
            directory=tmp_path / name,
            routed=False,
        )
        for name in ("routed", "balanced")
    }
    assert found["routed"].cells != found["balanced"].cells


def test_unknown_recipe_and_foreign_key_are_refused():
    """A misspelt recipe names the nearest, and a record with a key that no recipe has is
    refused."""
    with pytest.raises(CallError, match="balanced"):
        recipes.find("balance")
    with pytest.raises(CallError, match="effort"):
        recipes.find({"name": "mine", "abc": "strash", "effort": 3})


def test_seed_changes_the_netlist(counter, counter_run, tmp_path):
    """The seed is noise for real: another one gives another netlist."""
    directory, _ = counter_run
    implement(counter, "nangate45", "balanced", period_ps=1000, seed=2, directory=tmp_path)
    assert (tmp_path / "netlist.v").read_text() != (directory / "netlist.v").read_text()
