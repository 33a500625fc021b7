# SPDX-License-Identifier: Apache-2.0
"""Negative controls of the exact check, made of the netlist of one masked S-box."""

import pytest
import small_sbox
from small_cells import symbolic, synthesize

from cipherfab.architectures.protected.masked import Masked
from cipherfab.cores.verilog import verilog
from cipherfab.errors import DesignError
from cipherfab.verify.gates.probing import controls, exact

STAGED = small_sbox.STAGED
DESIGN = small_sbox.DESIGN


@pytest.fixture(scope="module")
def netlist(tmp_path_factory):
    """Of the S-box with all its registers."""
    directory = tmp_path_factory.mktemp("sbox")
    synthesize(verilog(Masked(STAGED), "dut"), directory)
    return symbolic(directory, DESIGN.top)


def test_every_control_is_refused(netlist):
    """The passing registers of a word left out, and a gate that reads another share, are found;
    the netlist that they are made of passes.
    """
    # `taken` is copied into `s` as it is: one S-box without its registers leaks nothing.
    made = list(controls.controls(netlist, set(STAGED.passing) - {"taken"}))
    assert [control.name for control in made] == [
        "registers of s left out",
        "registers of u left out",
        "a gate reads another share of a bit",
    ]
    for control in made:
        found = controls.refused(DESIGN, control, seed=1)
        assert found["found"] and found["by"] != "not found", found
    assert exact.check(DESIGN, netlist)["passed"]


def test_what_passes_is_told(netlist):
    """A control in which nothing is wrong is not found, and says so."""
    found = controls.refused(DESIGN, controls.Control("nothing", netlist), seed=1)
    assert not found["found"] and found["by"] == "not found" and found["net"] is None


def test_a_kept_register_cannot_be_left_out(netlist):
    """What it stores depends on itself."""
    with pytest.raises(DesignError, match="loop"):
        netlist.without(controls.registers_of(netlist, "out_y"))
