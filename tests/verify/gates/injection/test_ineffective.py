# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Statistical ineffective faults: what must depend on data does, what cannot does not."""

import sys
from math import isclose, sqrt
from pathlib import Path

import pytest
from small_cells import synthesize
from small_sbox import DESIGN, iterated

sys.path.insert(0, str(Path(__file__).parents[3] / "architectures"))
from tiny import tiny

from cipherfab.architectures.protected.masked_redundant import MaskedRedundant
from cipherfab.architectures.protected.redundant import Redundant
from cipherfab.cores.verilog import verilog
from cipherfab.design import BareInterface, Design
from cipherfab.verify.gates.injection.ineffective import Ineffective, _unshared
from cipherfab.verify.gates.injection.places import KINDS, everywhere
from cipherfab.verify.gates.injection.plays import START, Plays

ROUNDS, K, INPUTS = 6, 3, 4096
UNMASKED = Design(
    name="tiny",
    top="dut",
    sources={},
    interface=BareInterface(algorithm="", inputs={"x": 16}, outputs={"x": 16}),
)


def made(component, design, primitive, directory) -> tuple[Ineffective, Plays]:
    """The component's netlist in the small library, ready for calls."""
    synthesize(verilog(component, "dut"), directory)
    netlist, liberty = directory / "netlist.v", directory / "cells.lib"
    plays = Plays(design, primitive, netlist, liberty, directory, seed=1)
    return Ineffective(plays, (netlist, liberty, directory), plays.latency(0), 0, 1), plays


@pytest.fixture(scope="module")
def unmasked(tmp_path_factory):
    """Rounds twice, without masks: calls, and the verdict on all faults of one cycle."""
    component = Redundant(tiny(ROUNDS), repeated=K)
    calls, plays = made(component, UNMASKED, component.primitive, tmp_path_factory.mktemp("plain"))
    faults = everywhere(plays.simulator, [START + calls.latency - 2])
    return calls, plays, calls.assess(faults, INPUTS, lambda what, left: None)


def test_control_is_what_data_do_not_change(unmasked):
    """The counts of cycles and the alarm, the round number and its copy; no register of the
    data."""
    calls, plays, _ = unmasked
    words = {
        plays.simulator.registers[number].split("[")[0]
        for number in calls.control(START + calls.latency - 2 * K)
    }
    assert {"cycles_left", "cycles_left_inverted", "alarm", "count"} <= words
    assert not {"a", "b", "a_copy", "b_copy"} & words


def test_a_register_that_is_held_says_what_it_would_hold(unmasked):
    """A 0 in place of a bit of the data has no effect if the bit is 0: |z| is as large as it can
    be, and the fault is named with that bit.
    """
    _, _, found = unmasked
    shown = {place["place"]: place for place in found["places"] if place["kind"] == "flip-flop: 0"}
    for bit in range(8):
        place = shown[f"a[{bit}]"]
        assert isclose(place["z"], sqrt(found["inputs"] - 1), rel_tol=1e-4)
        assert 0.4 < place["ineffective"] < 0.6


def test_a_flip_of_a_register_is_never_without_effect(unmasked):
    """A flipped bit of the data always reaches the comparison, so nothing depends on anything."""
    _, plays, found = unmasked
    counts = found["kinds"]["flip-flop: flip"]
    assert counts["show"] == counts["few"] == counts["independent"] == 0
    assert counts["injected"] == len(plays.simulator.registers)
    assert counts["never"] >= 2 * 16


def test_a_share_that_is_held_says_nothing_of_the_secret(tmp_path):
    """Of masked registers half of the inputs leave a 0 or 1 without effect, whatever the secret is;
    and only the sums of shares are what is compared with.
    """
    component = MaskedRedundant(iterated(3), repeated=1)
    calls, plays = made(component, DESIGN, component.staged.primitive, tmp_path)
    names, sums = calls.secrets()
    assert {"in_x[0]", "in_x[7]"} <= set(names) and all(len(nets) == 3 for nets in sums)
    faults = [
        fault
        for fault in everywhere(plays.simulator, [START + calls.latency - 3])
        if fault.kind < 3
    ]
    found = calls.assess(faults, INPUTS, lambda what, left: None)["kinds"]
    assert not any(found[kind]["show"] for kind in KINDS[:3])
    assert found["flip-flop: 0"]["independent"] >= 24 <= found["flip-flop: 1"]["independent"]


def test_only_what_has_all_its_shares_is_unshared():
    """A net that is called as a first share, without the others, is none; bits of words keep their
    places.
    """
    nets = {
        name: place
        for place, name in enumerate(
            ["x_0", "x_1", "y_0[3]", "y_1[3]", "y_0[4]", "alone_0", "z", "x_2"]
        )
    }
    assert _unshared(nets, 2) == {"x": [0, 1], "y[3]": [2, 3]}
    assert _unshared(nets, 3) == {"x": [0, 1, 7]}
