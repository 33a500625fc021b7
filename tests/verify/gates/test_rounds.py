# SPDX-License-Identifier: Apache-2.0
"""The exact check of single probes on a core by gadgets of several rounds."""

import pytest
from small_cells import synthesize
from small_gadgets import MOVING

from cipherfab.ciphers.ascon import SLICE
from cipherfab.commands.gadgets import TOP, small_design
from cipherfab.primitives.by_gadgets import PRODUCT
from cipherfab.verify.gates.probing import exact, rounds
from cipherfab.verify.gates.probing.symbolic import SymbolicNetlist


def core(primitive, gadget, directory):
    """Design and netlist of a small core of order 1."""
    design = small_design(primitive, 1, gadget)
    synthesize(design.sources[f"{TOP}.sv"], directory, top=TOP)
    return design, SymbolicNetlist.read(directory / "netlist.v", directory / "cells.lib", TOP,
                                        directory)


# Of the S-box by HPC3 this small flow names one register otherwise than its word's others.
@pytest.mark.parametrize("primitive, gadget", ((SLICE, "dom"), (PRODUCT, "hpc3")))
def test_a_core_passes_and_its_controls_do_not(primitive, gadget, tmp_path):
    """With all registers and fresh random bits it passes, also the next call; with bits tied to 0,
    used again, or without the registers of gadgets it does not.
    """
    design, netlist = core(primitive, gadget, tmp_path)
    assert rounds.check(design, netlist)["passed"]
    for random in (exact.ZEROS, exact.REUSED):
        assert not rounds.check(design, netlist, random=random)["passed"]
    kind = {"dom": "cross", "hpc3": "blinded"}[gadget]
    left_out = netlist.without([name for name in netlist.registers if name.startswith(kind)])
    assert not rounds.check(design, left_out)["passed"]


def test_an_operand_that_moves_is_found(tmp_path):
    """Over two rounds DOM leaks where an operand comes to the place of the other one."""
    found = rounds.check(*core(MOVING, "dom", tmp_path))
    assert not found["passed"] and found["leaks"] and found["leaks"][0]["pair"]


def test_what_cannot_be_followed_does_not_pass(tmp_path):
    """HPC2 takes in the next state together with its first registers, which hold what the state
    was made with: not shown to be independent, and so refused.
    """
    found = rounds.check(*core(SLICE, "hpc2", tmp_path))
    assert not found["passed"] and "not shown to be uniform" in found["fault"]
