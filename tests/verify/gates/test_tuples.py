# SPDX-License-Identifier: Apache-2.0
"""The exact check of tuples of probes, on netlists of small cores by gadgets: they pass, and what
is made wrong in them is found.
"""

from dataclasses import replace

import pytest
from small_cells import symbolic, synthesize
from small_gadgets import CHAIN, MOVING

from cipherfab.ciphers.ascon import SLICE
from cipherfab.commands.gadgets import TOP, small_design
from cipherfab.primitives.by_gadgets import PRODUCT
from cipherfab.verify.gates.probing import exact, tuples
from cipherfab.words import gadgets

ALL = tuple(gadgets.GADGETS)


def core(primitive, order, gadget, directory):
    """Design and netlist of a small core."""
    design = small_design(primitive, order, gadget)
    synthesize(design.sources[f"{TOP}.sv"], directory, top=TOP)
    return design, symbolic(directory, TOP)


@pytest.mark.sample(3)
@pytest.mark.parametrize("gadget", ALL)
@pytest.mark.parametrize("primitive", (PRODUCT, CHAIN, SLICE), ids=lambda one: one.name)
def test_single_probes_on_small_cores(primitive, gadget, tmp_path):
    """At order 1 one product, two in a row of dependent operands and an S-box pass with every
    gadget; with random bits tied to 0, or those of the last cycle again, they do not.
    """
    design, netlist = core(primitive, 1, gadget, tmp_path)
    found = tuples.check(design, netlist, 1)
    assert found["passed"] and found["views"] > 20, found
    for random in (exact.ZEROS, exact.REUSED):
        found = tuples.check(design, netlist, 1, random=random)
        assert not found["passed"] and found["leak"] and found["pair"], found


@pytest.mark.sample(1)
@pytest.mark.parametrize("gadget", ALL)
def test_pairs_of_probes_on_a_product(gadget, tmp_path):
    """At order 2 a product passes for two probes, not for three; one at order 1 not for two."""
    design, netlist = core(PRODUCT, 2, gadget, tmp_path)
    assert tuples.check(design, netlist, 2)["passed"]
    found = tuples.check(design, netlist, 3)
    assert not found["passed"] and len(found["leak"]) == 3 and found["pair"]
    found = tuples.check(*core(PRODUCT, 1, gadget, tmp_path), 2)
    assert not found["passed"] and len(found["leak"]) == 2 and found["pair"]


@pytest.mark.parametrize(
    "gadget, left_out",
    (("dom", "cross"), ("hpc2", "blinded"), ("hpc2", "right"), ("hpc3", "blinded")),
)
def test_registers_of_gadgets_are_needed(gadget, left_out, tmp_path):
    """Without the registers of one kind a product is found to leak."""
    design, netlist = core(PRODUCT, 1, gadget, tmp_path)
    names = [name for name in netlist.registers if name.startswith(left_out)]
    assert names and not tuples.check(design, netlist.without(names), 1)["passed"]


def test_what_hpc3_must_not_do(tmp_path, monkeypatch):
    """Were its registers written together with the state, a probe would see a random bit where it
    enters, and what it blinds a clock later.
    """
    early = replace(gadgets.GADGETS["hpc3"], early=True)
    monkeypatch.setitem(gadgets.GADGETS, "hpc3", early)
    found = tuples.check(*core(PRODUCT, 1, "hpc3", tmp_path), 1)
    assert not found["passed"] and found["pair"]


def test_an_operand_that_moves_is_found(tmp_path):
    """A register that shifts brings an operand of a product to the place of the other one: a probe
    sees both its shares, one in each cycle. DOM does not hold against this, and the check says so.
    """
    found = tuples.check(*core(MOVING, 1, "dom", tmp_path), 1)
    assert not found["passed"] and found["pair"]


def test_what_is_too_large_has_no_verdict(tmp_path, monkeypatch):
    """A search that is given up does not pass, and says so."""
    monkeypatch.setattr(tuples, "MOST", 3)
    found = tuples.check(*core(PRODUCT, 2, "dom", tmp_path), 2)
    assert not found["passed"] and "not finished after 3 sets" in found["fault"]
