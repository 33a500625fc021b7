# SPDX-License-Identifier: Apache-2.0
"""The exact check of single probes on a core by gadgets of several rounds."""

from dataclasses import replace
from functools import partial

import pytest
from amaranth.hdl import Const
from small_cells import synthesize
from small_gadgets import MOVING

from cipherfab.architectures.protected.masked import Masked
from cipherfab.ciphers.ascon import SLICE
from cipherfab.commands.gadgets import TOP, small_design
from cipherfab.cores.build import build
from cipherfab.cores.verilog import verilog
from cipherfab.primitives.by_gadgets import PRODUCT, by_gadgets
from cipherfab.verify.gates.probing import controls, exact, rounds
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


AGAIN = replace(SLICE, name="S-box again and again", rounds=(5,))
"""So often that a round waits for a random word."""


def waiting(directory):
    """The S-box five times by DOM with random bits as a stream, as it is made now."""
    design = small_design(AGAIN, 1, "dom")
    text = verilog(Masked(by_gadgets(AGAIN, 1, "dom"), waits=True), TOP)
    synthesize(text, directory, top=TOP)
    return design, SymbolicNetlist.read(directory / "netlist.v", directory / "cells.lib", TOP,
                                        directory)


def test_a_stream_of_random_bits_is_followed(tmp_path):
    """With pauses in which the bits are 0 a core that waits passes, and does not where all are 0.
    """
    design, netlist = waiting(tmp_path)
    assert rounds.check(design, netlist)["passed"]
    assert not rounds.check(design, netlist, random=exact.ZEROS)["passed"]


def test_a_core_that_does_not_wait_is_found(monkeypatch, tmp_path):
    """In a pause it takes what is there, which is no random bit."""
    def never(self, m, stage):
        self.stalled = Const(0)
        if self.waits:
            m.d.comb += self.random_ready.eq(stage == 1)
    monkeypatch.setattr(Masked, "_wait", never)
    monkeypatch.setattr(Masked, "_happens", lambda self, stage, number: stage == number)
    assert not rounds.check(*waiting(tmp_path))["passed"]


def test_public_bits_are_in_share_0(tmp_path):
    """With some input bits public, which have no random share, it passes too; the check may end
    early.
    """
    design, netlist = waiting(tmp_path)
    found = rounds.check(design, netlist, plain={"x": (0b11000, 0b01000)})
    assert found["passed"] and found["cycles"] > 6
    assert rounds.check(design, netlist, plain={"x": (0b11000, 0)}, longest=4)["cycles"] == 4


def test_a_bit_serial_core_passes_and_its_controls_do_not(tmp_path):
    """Over the turn in which a call goes in, an S-box's and one of the linear layer: as it is, and
    not without fresh bits, the registers of crossings or those of operands.
    """
    design = build("ascon-p-6/masked=1,bitserial")
    synthesize(next(iter(design.sources.values())), tmp_path, top=design.top)
    netlist = SymbolicNetlist.read(tmp_path / "netlist.v", tmp_path / "cells.lib", design.top,
                                   tmp_path)
    assert rounds.check(design, netlist, longest=200)["passed"]
    judge = partial(rounds.check, longest=80)
    found = [controls.refused(design, control, seed=1, judge=judge)
             for control in controls.of_columns(netlist)]
    assert [control["by"] for control in found] == ["two secrets told apart"] * 4
