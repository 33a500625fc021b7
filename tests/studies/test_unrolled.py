# SPDX-License-Identifier: Apache-2.0
"""Combinational blocks: written, simulated, synthesised, evaluated and proved, on a small
cipher."""

import pytest

from cipherfab.ciphers.keccak import keccak_p
from cipherfab.implement import flow, platforms
from cipherfab.studies.unrolled.block import design
from cipherfab.studies.unrolled.calls import random_calls
from cipherfab.studies.unrolled.netlist import check_netlist
from cipherfab.studies.unrolled.rtl import check_rtl

PRIMITIVE = keccak_p(200, 2)


@pytest.fixture(scope="module")
def block():
    """Two rounds of Keccak-p[200]."""
    return design("keccak-p-200-2", PRIMITIVE)


@pytest.fixture(scope="module")
def calls():
    """Random calls of it."""
    return {"random calls": random_calls(PRIMITIVE, 1, 20)}


@pytest.fixture(scope="module")
def netlist(block, tmp_path_factory):
    """Its netlist on nangate45."""
    directory = tmp_path_factory.mktemp("run")
    result = flow.implement(block, "nangate45", "area", period_ps=2000, directory=directory)
    assert result.flip_flops == 0 and list(result.timing) == ["input_to_output"]
    return directory / "netlist.v"


def broken(calls):
    """The calls with one wrong bit in the last output."""
    inputs, outputs = calls["random calls"]
    return {"random calls": (inputs, [*outputs[:-1], {"x": outputs[-1]["x"] ^ 1 << 77}])}


def test_rtl_passes_and_a_wrong_bit_fails(block, calls, tmp_path):
    """The simulated block gives the model's outputs, and one wrong expected bit is seen."""
    assert [found.passed for found in check_rtl(block, calls, tmp_path, seed=1)] == [True]
    (finding,) = check_rtl(block, broken(calls), tmp_path, seed=1)
    assert finding.passed is False and "output 20 of 20" in finding.detail


def test_netlist_is_evaluated_and_proved(block, calls, netlist, tmp_path):
    """The netlist gives the model's outputs and is proved to be the RTL; one wrong expected bit is
    seen.
    """
    cells = platforms.find("nangate45").path()
    findings = check_netlist(block, netlist, cells, calls, tmp_path, proof_seconds=60)
    assert [(found.link, found.passed) for found in findings] == [
        ("gate", True),
        ("equivalence", True),
    ]
    (finding,) = check_netlist(block, netlist, cells, broken(calls), tmp_path, proof_seconds=0)
    assert finding.passed is False and "call 20 of 20" in finding.detail


def test_wrong_netlist_is_refuted(block, calls, netlist, tmp_path):
    """A netlist with one gate changed fails on random calls, and its proof is refuted."""
    before, after = netlist.read_text().split("XNOR2_X1 ", 1)
    changed = tmp_path / "netlist.v"
    changed.write_text(f"{before}XOR2_X1 {after.replace('.ZN(', '.Z(', 1)}")
    findings = check_netlist(
        block, changed, platforms.find("nangate45").path(), calls, tmp_path, proof_seconds=60
    )
    assert [found.passed for found in findings] == [False, False]
