# SPDX-License-Identifier: Apache-2.0
"""The exact check of probes with glitches and transitions, on netlists of one S-box."""

from dataclasses import replace

import pytest
import small_sbox
from small_cells import synthesize

from cipherfab.architectures.protected.masked import Masked
from cipherfab.cores.verilog import verilog
from cipherfab.design import BareInterface
from cipherfab.primitives.in_stages import without_register
from cipherfab.verify.gates.probing import exact
from cipherfab.verify.gates.probing.polynomials import ZERO
from cipherfab.verify.gates.probing.sharings import Sharings
from cipherfab.verify.gates.probing.stimulus import Stimulus

STAGED = small_sbox.STAGED


def found(component, tmp_path, design=small_sbox.DESIGN) -> dict:
    """What the check says of the netlist of a component."""
    synthesize(verilog(component, "dut"), tmp_path)
    return exact.assess(design, tmp_path / "netlist.v", tmp_path / "cells.lib", tmp_path)


def test_the_masked_sbox_passes(tmp_path):
    """With all registers no probe depends on the secret, inputs held and the next call included,
    and no cone has all shares.
    """
    result = found(Masked(STAGED), tmp_path)
    assert result["passed"] and not result["complete"] and result["cycles"] > 20, [
        result["fault"],
        result["leaks"],
    ]


@pytest.mark.parametrize(
    "number", [1, *(pytest.param(number, marks=pytest.mark.slow) for number in range(2, 6))]
)
def test_each_register_is_needed(number, tmp_path):
    """Without the registers after any stage the check fails."""
    assert not found(Masked(STAGED, stages=without_register(STAGED, number)), tmp_path)["passed"]


def test_four_shares_pass(tmp_path):
    """The S-box in three stages of degree 3."""
    result = found(Masked(small_sbox.CUBIC), tmp_path, small_sbox.CUBIC_DESIGN)
    assert result["passed"] and not result["complete"], [result["fault"], result["leaks"]]


@pytest.mark.parametrize("number", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_each_register_is_needed_on_four_shares(number, tmp_path):
    """Without the registers after any of its stages the check fails."""
    left_out = without_register(small_sbox.CUBIC, number)
    assert not found(Masked(small_sbox.CUBIC, stages=left_out), tmp_path, small_sbox.CUBIC_DESIGN)[
        "passed"
    ]


def test_the_direction_of_a_core_without_shares_is_public():
    """What says which function is computed is an encryption's, bit by bit, and no variable."""
    inputs = {"block": 2, "decrypt": 1}
    interface = BareInterface(algorithm="", inputs=inputs, outputs={"block": 2})
    given = Stimulus.__new__(Stimulus)
    given.design, given.sharings = replace(small_sbox.DESIGN, interface=interface), Sharings()
    (call,) = given._call(1)
    assert call["in_decrypt[0]"] is ZERO
    assert not call["in_block[0]"].is_constant and not call["in_block[1]"].is_constant
