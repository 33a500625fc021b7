# SPDX-License-Identifier: Apache-2.0
"""The bare bench compares outputs in order, at any width, and measures latency and interval."""

import pytest
from tiny_cores import bare_core, lwc_core

from cipherfab.errors import CallError
from cipherfab.verify.rtl.bare import BareSimulator


def calls(width, count=6):
    """Inputs of ``width`` bits and the outputs that `bare_core` should give."""
    inputs = [{"x": (index * 0x123456789ABCDEF123456789) % (1 << width)} for index in range(count)]
    return inputs, [
        {"y": (call["x"] + 1) % (1 << width), "z": call["x"].bit_count() & 1} for call in inputs
    ]


@pytest.mark.parametrize("width", [1, 33, 64, 100])
def test_every_kind_of_port_is_driven_and_read(builds, width):
    """Ports of one bit, of one word, of two and of an array carry their values."""
    simulator = BareSimulator.build(bare_core(width=width), builds)
    assert all(simulator.play(*calls(width), stall_seed=seed).passed for seed in (None, 1, 2))


@pytest.mark.parametrize(
    "fault, seed, kind, text",
    [
        (
            "wrong",
            None,
            "word",
            "output 3 of 6, cycle 9: y: expected 02468ACF13579BDE2468ACF13, got "
            "02468ACF13579BDE2468ACF14",
        ),
        ("stuck", None, "hung", "output 3 of 6, cycle 3007: the design is stuck"),
        ("unstable", 1, "unstable", "changed while out_ready was 0"),
        ("extra", None, "extra", "output 7 of 6, cycle 19: an output too many"),
    ],
)
def test_faults_are_found(builds, fault, seed, kind, text):
    """Each fault is reported as what it is, with output and cycle."""
    result = BareSimulator.build(bare_core(fault, 100), builds).play(
        *calls(100), stall_seed=seed, max_idle=3000
    )
    assert not result.passed and result.kind == kind and text in result.failure


def test_latency_and_interval(builds):
    """The tiny design takes three cycles, one input at a time; spaced inputs wait a cycle more."""
    simulator = BareSimulator.build(bare_core(), builds)
    result, spaced = (
        simulator.play(*calls(64), stall_seed=None, spaced=wait) for wait in (False, True)
    )
    assert (result.latency, result.interval, spaced.latency, spaced.interval) == (3, 3, 3, 4)


def test_wrong_calls_are_refused(builds):
    """Values that are missing or too wide, outputs that are missing, and cores of the other
    kind."""
    simulator = BareSimulator.build(bare_core(width=1), builds)
    with pytest.raises(CallError, match="expected a value of 1 bits for 'x', got 256"):
        simulator.play([{"x": 256}], [{"y": 0, "z": 0}], stall_seed=None)
    for none in ([], []), ([{"x": 1}], [{"y": None, "z": None}]):
        with pytest.raises(CallError, match="nothing played is nothing verified"):
            simulator.play(*none, stall_seed=None)
    with pytest.raises(CallError, match="expected 1 outputs for 1 inputs, got 0 for 1"):
        simulator.play([{"x": 1}], [], stall_seed=None)
    with pytest.raises(CallError, match="bare primitive"):
        BareSimulator.build(lwc_core(), builds)
