# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Faults in, and probes on, a core by DOM that computes its last rounds twice: it passes both
checks, and does not if one part of what protects it is left out.
"""

from dataclasses import replace

import pytest
from small_cells import symbolic, synthesize

from cipherfab.architectures.protected.gadgets_redundant import DIFFERENCE, GadgetsRedundant
from cipherfab.ciphers.ascon import SLICE, substitution
from cipherfab.commands.mapping import on_cells
from cipherfab.cores.build import on_shares
from cipherfab.cores.verilog import verilog
from cipherfab.design import Design
from cipherfab.errors import CallError
from cipherfab.primitives.by_gadgets import by_gadgets
from cipherfab.verify.gates.injection import campaign
from cipherfab.verify.gates.probing import exact, rounds, structure
from cipherfab.verify.gates.probing.symbolic import SymbolicNetlist
from cipherfab.words import concat

ROUNDS, K, STAGES, BOXES = 4, 2, 2, 3
WINDOW = 2 * K * STAGES + 2


def _all(state):
    boxes = [state["x"][5 * box : 5 * box + 5].split(1) for box in range(BOXES)]
    return {"x": concat(*(bit for box in boxes for bit in substitution(box)))}


SMALL = replace(
    SLICE,
    name="S-boxes again and again",
    rounds=(ROUNDS,),
    inputs={"x": 5 * BOXES},
    outputs={"x": 5 * BOXES},
    layout={"x": 5 * BOXES},
    step=_all,
)
"""So many bits that two shares are not equal by chance."""


class OneResult(GadgetsRedundant):
    """The second result that leaves is the first one."""

    def _show(self, m, shows, first, second):
        super()._show(m, shows, first, first)


class OneGate(GadgetsRedundant):
    """One gate holds all shares at 0."""

    def _shows(self, m, counted):
        return {result: [first, first] for result, (first, _) in super()._shows(m, counted).items()}


class OneLeaves(GadgetsRedundant):
    """One gate says to both counts that a result leaves."""

    def _leaving(self, m):
        first, _ = super()._leaving(m)
        self._leaves = [first, first]
        return self._leaves


class OtherCopy(GadgetsRedundant):
    """The second computation has another order of its bits."""

    def _compute(self, m, state, copy, counts):
        turned = {
            name: each.rotate_left(1) if name.startswith("x") else each
            for name, each in copy.items()
        }
        super()._compute(m, state, _Read(copy, turned), counts)


class _Read(dict):
    """Registers that are written as they are, and read otherwise."""

    def __init__(self, written, read):
        super().__init__(read)
        self.written = written

    def items(self):
        return self.written.items()


def core(directory, component=GadgetsRedundant):
    """Design and netlist of the core, or of one that lacks something."""
    made = component(by_gadgets(SMALL, 1, "dom"), repeated=K)
    text = verilog(made, "dut")
    synthesize(text, directory)
    interface = on_shares(made.staged, 1, fault=True, again=True)
    return Design(name=SMALL.name, top="dut", sources={"dut.sv": text}, interface=interface)


def faults(directory, component=GadgetsRedundant) -> dict:
    """What `campaign.assess` finds of the core."""
    design = core(directory, component)
    return campaign.assess(
        design,
        SMALL,
        directory / "netlist.v",
        directory / "cells.lib",
        directory,
        campaign.Tries(window=WINDOW),
    )


def test_it_passes_both_checks(tmp_path):
    """No single fault from the first protected round on gives a wrong answer, or shows all shares;
    no single probe tells two secrets apart, in a call and the next one.
    """
    found = faults(tmp_path)
    assert found["passed"] and found["kinds"]["gate: flip"]["detected"]
    assert found["latency"] == 1 + (ROUNDS + K) * STAGES + 2
    assert found["cycles"][0] == 1 + (ROUNDS - K) * STAGES
    assert rounds.check(core(tmp_path), symbolic(tmp_path))["passed"]


@pytest.mark.parametrize(
    "component, outcome", [(OneResult, "missed"), (OneGate, "exposed"), (OneLeaves, "missed")]
)
def test_faults_are_missed_without_a_part_of_it(component, outcome, tmp_path):
    """Each second thing is needed: the other result on the ports, a gate for each share, a count
    that goes by the other *valid*.
    """
    found = faults(tmp_path, component)
    assert not found["passed"] and found[outcome]


def test_a_copy_that_is_kept_as_its_complement_is_followed(tmp_path):
    """The recipe `area` on Nangate45 stores some copies inverted, and the check passes too."""
    design = core(tmp_path)
    with on_cells(design, "nangate45", "area") as made:
        netlist = SymbolicNetlist.read(
            made.directory / "netlist.v", made.liberty, "dut", made.directory
        )
        assert rounds.check(design, netlist)["passed"]


def test_probes_find_what_is_left_out(tmp_path):
    """Without random bits, with those that were used before, or where shares of results are added
    up without a register, two secrets are told apart.
    """
    design, netlist = core(tmp_path), symbolic(tmp_path)
    for random in (exact.ZEROS, exact.REUSED):
        assert rounds.check(design, netlist, random=random)["leaks"][0]["pair"]
    sums = [name for name in netlist.registers if f"_{DIFFERENCE}_" in name]
    assert len(sums) == 2 * 5 * BOXES
    found = rounds.check(design, netlist.without(sums))
    assert not found["passed"] and found["leaks"][0]["pair"]


def test_the_difference_of_two_secrets_is_found(tmp_path):
    """That results are equal is not believed: where they are not, what is opened tells secrets."""
    design = core(tmp_path, OtherCopy)
    found = rounds.check(design, symbolic(tmp_path))
    assert not found["passed"] and found["leaks"]


def test_only_the_difference_may_be_in_one_cone(tmp_path):
    """Structure alone: the comparison has shares of the difference, and no cone those of a
    secret.
    """
    core(tmp_path)
    netlist = symbolic(tmp_path)
    assert structure.complete(netlist, 2)[0] == ["next differ"]
    assert structure.complete(netlist, 2, opened=DIFFERENCE)[0] == []


def test_other_gadgets_are_refused():
    """What takes in values together with the state has no copy to begin from."""
    with pytest.raises(CallError, match="gadget=hpc2 on 2 shares; expected gadget=dom"):
        GadgetsRedundant(by_gadgets(SMALL, 1, "hpc2"), repeated=K)
    with pytest.raises(CallError, match=f"redundant={ROUNDS} is refused"):
        GadgetsRedundant(by_gadgets(SMALL, 1, "dom"), repeated=ROUNDS)
