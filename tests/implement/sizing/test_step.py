# SPDX-License-Identifier: Apache-2.0
"""The recipe ``sized`` on a tiny netlist, from RTL to the proof."""

import pytest

from cipherfab.implement.flow import implement
from cipherfab.implement.platforms import find
from cipherfab.implement.sizing import step
from cipherfab.verify.equivalence.proof import prove

from .conftest import UNSIZED


def test_a_slow_path_is_sped_up(fast):
    """The longest path is shorter by more than the netlist is larger, and the result has both as
    they were before.
    """
    _, result = fast
    sizing = result.more["sizing"]
    before = sizing["before"]
    shorter = before["delay_ns"] / result.delay_ns
    assert sizing["kept"] and sizing["sized"] > 0
    assert shorter > 1.1 and shorter > result.area_um2 / before["area_um2"]


def test_the_function_is_the_same(slow, fast, tmp_path):
    """The sized netlist is proved equal to the RTL, and one with a wrong cell is not."""
    directory, _ = fast
    netlist, cells = directory / "netlist.v", find("nangate45").path()
    assert prove(slow, netlist, cells, tmp_path)["proved"]
    wrong = tmp_path / "wrong.v"
    wrong.write_text(netlist.read_text().replace("  NAND2_X1 ", "  NOR2_X1 ", 1))
    assert prove(slow, wrong, cells, tmp_path)["verdict"] == "refuted"


def test_nothing_is_resized_when_the_period_is_met(relaxed):
    """A netlist that meets its target keeps every cell, and no try is made."""
    directory, result = relaxed
    sizing = result.more["sizing"]
    assert (sizing["tries"], sizing["sized"], sizing["rewritten"]) == (0, 0, 0)
    assert sizing["before"] == {"area_um2": result.area_um2, "delay_ns": result.delay_ns}
    assert not (directory / step.MAPPED).exists()


def test_same_inputs_give_the_same_bytes(slow, fast, tmp_path):
    """A second run sizes the same cells: netlist and result are the same, byte for byte."""
    directory, _ = fast
    implement(slow, "nangate45", UNSIZED, period_ps=200, directory=tmp_path)
    for name in ("netlist.v", step.MAPPED, "result.json"):
        assert (tmp_path / name).read_bytes() == (directory / name).read_bytes()


def test_tries_bound_the_search(netlist, library, tmp_path):
    """With few tries the search ends after as many, with what it has found."""
    found = {}
    for tries in (3, 60):
        text, found[tries] = step.size(
            netlist, "fanout", library, dont_use=find("nangate45").dont_use, shorter=0.2,
            tries=tries, rewriting=True, directory=tmp_path / str(tries))  # fmt: skip
        assert found[tries]["tries"] <= tries and "endmodule" in text
    assert 0 < found[3]["sized"] < found[60]["sized"]


def test_gadgets_keep_their_gates(netlist, library, tmp_path):
    """Without rewriting, as for masked cores, every cell is there with the function it had."""
    _, found = step.size(
        netlist, "fanout", library, dont_use=find("nangate45").dont_use, shorter=0.2, tries=100,
        rewriting=False, directory=tmp_path / "sizing")  # fmt: skip
    assert found["rewritten"] == 0 < found["sized"]


@pytest.mark.slow
def test_another_library(slow, tmp_path):
    """On SKY130HD, whose cells have other names and functions, the path is shorter too."""
    result = implement(slow, "sky130hd", "sized", period_ps=800, directory=tmp_path)
    assert result.delay_ns < 0.9 * result.more["sizing"]["before"]["delay_ns"]
    assert prove(slow, tmp_path / "netlist.v", find("sky130hd").path(), tmp_path)["proved"]
