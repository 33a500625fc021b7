# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Faults in a masked core that computes its last rounds twice: what is noticed, what the exact
check says of its netlist, and whether ineffective faults depend on secrets.
"""

import re

import pytest
from amaranth.hdl import Const
from small_cells import synthesize
from small_sbox import DESIGN, iterated

from cipherfab.architectures.protected.masked import Masked
from cipherfab.architectures.protected.masked_redundant import MaskedRedundant
from cipherfab.cores.verilog import verilog
from cipherfab.errors import CallError
from cipherfab.verify.gates.injection import campaign
from cipherfab.verify.gates.injection.places import KINDS
from cipherfab.verify.gates.probing import exact

ROUNDS, K, STAGES = 3, 1, 6
WINDOW = 2 * K * STAGES + 2


class OneShareUnchecked(MaskedRedundant):
    """Share 1 of the two results is not compared."""

    @staticmethod
    def _differ(outputs, others):
        return Const(0) if "y_1" in outputs else MaskedRedundant._differ(outputs, others)


def mapped(component, directory):
    """The component as the netlist that `assessed` reads."""
    synthesize(verilog(component, "dut"), directory)
    return directory / "netlist.v", directory / "cells.lib"


def assessed(component, directory, *, window=WINDOW, **options) -> dict:
    """The faults of a component, mapped to the small library."""
    netlist, liberty = mapped(component, directory)
    return campaign.assess(
        DESIGN,
        component.staged.primitive,
        netlist,
        liberty,
        directory,
        campaign.Tries(window=window, **options),
    )


def missed(found: dict) -> list[dict]:
    """The places of flip-flops with faults that were not noticed in time."""
    return [
        place
        for outcome in campaign.WRONG
        for place in found["places"].get(outcome, ())
        if place["kind"] in KINDS[:3]
    ]


def words(places: list[dict]) -> set[str]:
    """The registers of a round that these are bits of."""
    return {match[0] for place in places if (match := re.search(r"[su]_\d", place["place"]))}


def test_faults_of_flip_flops_are_noticed_but_for_what_leaves(tmp_path):
    """In every cycle of both computations, of the comparison and of the wait: but for the shares of
    the result themselves while they are given, which are compared a cycle later.
    """
    found = assessed(MaskedRedundant(iterated(ROUNDS), repeated=K), tmp_path)
    latency = 2 + ROUNDS * STAGES + 1 + K * STAGES + 1
    assert found["latency"] == latency and found["cycles"][0] == latency - WINDOW
    assert all(found["kinds"][kind]["detected"] for kind in KINDS)
    assert words(missed(found)) == {"s_0", "s_1", "s_2"}
    assert all(place["cycles"][0] >= latency for place in missed(found))
    assert not any(
        found["kinds"][kind][outcome] for kind in KINDS[:3] for outcome in campaign.OUTCOMES[3:]
    )


@pytest.mark.slow
@pytest.mark.parametrize("component", [Masked, OneShareUnchecked])
def test_without_the_comparison_of_a_share_faults_are_missed(tmp_path, component):
    """A fault in a register of a round changes the answer of a core that does not compare all."""
    options = {"repeated": K} if component is OneShareUnchecked else {}
    found = assessed(
        component(iterated(ROUNDS), **options), tmp_path, window=WINDOW if options else STAGES
    )
    assert not found["passed"]
    assert "u_1" in words(missed(found))


def test_no_gate_of_the_comparison_sees_all_shares(tmp_path):
    """The exact check finds no cone with all shares of a word."""
    netlist, liberty = mapped(MaskedRedundant(iterated(ROUNDS), repeated=K), tmp_path)
    assert not exact.assess(DESIGN, netlist, liberty, tmp_path)["complete"]


def test_what_cannot_be_resumed_is_refused():
    """As many rounds twice as there are have no copy that begins them."""
    with pytest.raises(CallError, match="redundant=3 is refused"):
        MaskedRedundant(iterated(ROUNDS), repeated=ROUNDS)


@pytest.mark.slow
def test_gates_show_ineffective_faults_and_flip_flops_do_not(tmp_path):
    """Held shares say nothing of secrets, in any cycle; gates that two shares have in common do:
    redundancy and masking together do not stop statistical ineffective faults.
    """
    found = assessed(MaskedRedundant(iterated(ROUNDS), repeated=K), tmp_path, inputs=10_000)
    kinds = found["statistical"]["kinds"]
    assert found["statistical"]["inputs"] >= 10_000
    assert not any(kinds[kind]["show"] or kinds[kind]["few"] for kind in KINDS[:3])
    assert kinds["gate: flip"]["show"]
