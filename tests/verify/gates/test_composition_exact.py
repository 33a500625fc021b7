# SPDX-License-Identifier: Apache-2.0
"""The proof of composition beside the exact check: what it passes does not leak."""

from random import Random

import pytest
from small_products import (
    HPC2,
    IN_A_ROW,
    PIPELINE,
    PORTS,
    PORTS_LONG,
    TWICE,
    ZEROS,
    core,
    design,
    read,
)

from cipherfab.errors import DesignError
from cipherfab.primitives.by_gadgets import PRODUCT
from cipherfab.verify.gates.composing.check import check
from cipherfab.verify.gates.probing import tuples

REGISTERS = {
    "one": (PORTS, HPC2, "u01 u10 late v01 v10 w01 w10"),
    "two at once": (PORTS, TWICE.replace("N", "1"), "u01 u10 late v01 w01 s01 s10 later p01 q01"),
    "of zeros": (
        PORTS.replace("at == 5", "at == 6"), ZEROS, "late v0 v1 s0 s1 u01 u10 later p01 q01"
    ),
    "in a row": (
        PORTS.replace("at == 5", "at == 7"), IN_A_ROW, "u01 late w01 p0 p1 s01 s10 later q01 r01"
    ),
    "in a pipeline": (PORTS_LONG, PIPELINE, "u01 late v01 w01 s01 s10 later q01 r01 m0 n0 n1"),
}  # fmt: skip
"""Circuits, and those of their registers that a further one takes in, beside the operands."""


@pytest.mark.slow
@pytest.mark.parametrize("gadget", ("hpc2", "hpc3"))
def test_what_is_proved_passes_the_exact_check(gadget, tmp_path):
    """Gates of a product that read something else: what the proof still passes, trying all values
    passes too.
    """
    random, proved = Random(3), 0
    design, netlist = core(PRODUCT, 1, gadget, tmp_path)
    reads = [(net, place) for net, _, given in netlist.gates for place in range(len(given))]
    others = [*netlist.sources, *(net for net, *_ in netlist.gates)]
    for _ in range(60):
        try:
            wrong = netlist.rewired(*random.choice(reads), random.choice(others))
            passed = check(design, wrong, longest=30)["passed"]
            exactly = tuples.check(design, wrong, 1) if passed else None
        except DesignError:
            continue
        proved += passed
        assert not exactly or exactly["passed"] or exactly["fault"]
    assert proved


def _seeing(ports, text, picked):
    """The circuit with a register that takes in others, each so many cycles later."""
    delays, terms = [], []
    for name, late in picked:
        chain = [name, *(f"late{step}_{name}" for step in range(1, late + 1))]
        for before, after in zip(chain, chain[1:]):
            delays.append(f"  reg {after}; always @(posedge clk) {after} <= {before};")
        terms.append(chain[-1])
    seen = f"  always @(posedge clk) seen <= {' & '.join(terms)};\nendmodule"
    text = text.replace("endmodule", "\n".join([*delays, seen]))
    return ports.replace("output reg z_0", "output reg seen, z_0") + text


@pytest.mark.slow
@pytest.mark.parametrize("kind", REGISTERS)
def test_a_register_that_is_proved_to_see_nothing_passes_the_exact_check(kind, tmp_path):
    """A further register that takes in two or three others of products, at once or later."""
    ports, text, names = REGISTERS[kind]
    names = [*names.split(), "a0", "a1", "b0", "b1", "z_0", "z_1"]
    random, leaks = Random(1), 0
    for number in range(24):
        taken = random.sample(names, random.choice((2, 3)))
        picked = [(name, random.randrange(3)) for name in taken]
        (place := tmp_path / str(number)).mkdir()
        netlist = read(_seeing(ports, text, picked), place)
        proved = check(design(), netlist)["passed"]
        exactly = tuples.check(design(), netlist, 1)
        leaks += not exactly["passed"]
        assert exactly["passed"] or not proved, (picked, exactly)
    assert leaks
