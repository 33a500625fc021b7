# SPDX-License-Identifier: Apache-2.0
"""Cores of others that are started: every way of it is driven, timed, and its faults are found."""

from dataclasses import replace

import pytest
from started_cores import HOW, INPUTS, calls, started_core

from cipherfab.design import BareInterface, Port
from cipherfab.verify.rtl import handshake
from cipherfab.verify.rtl.bare import BareSimulator


@pytest.mark.parametrize("kind", HOW)
def test_every_kind_is_driven(builds, kind):
    """Each kind of core gives the right results, with and without stalls, one call at a time and
    one after the other.
    """
    simulator = BareSimulator.build(started_core(kind), builds)
    for seed in (None, 1, 2):
        for spaced in (False, True):
            result = simulator.play(*calls(), stall_seed=seed, spaced=spaced)
            assert result.passed, result.failure


def test_a_constant_of_any_width_is_driven(builds):
    """A port of thousands of bits has its fixed value in all of them."""
    core = started_core("ready")
    (text,) = core.sources.values()
    wide = text.replace("input minus", "input [8191:0] minus").replace("minus ?", "minus != 0 ?")
    assert "8191" in wide and "!= 0" in wide
    simulator = BareSimulator.build(replace(core, sources={"tiny.v": wide}), builds)
    result = simulator.play(*calls(), stall_seed=None)
    assert result.passed, result.failure


@pytest.mark.parametrize(
    "kind, latency, interval",
    [
        ("ready", 4, 4),
        ("pulse", 3, 4),
        ("latency", 2, 1),
        ("combinational", 0, 1),
        ("loaded", 6, 6),
        ("restarted", 3, 3),
    ],
)
def test_latency_and_interval(builds, kind, latency, interval):
    """Cycles from the one that takes the inputs to the valid result, and from one start to the
    next, are those of the Verilog.
    """
    result = BareSimulator.build(started_core(kind), builds).play(*calls(), stall_seed=None)
    assert (result.latency, result.interval) == (latency, interval)


def test_a_loaded_key_is_loaded_once(builds):
    """With the same key only the first call loads it; the others start at once."""
    result = BareSimulator.build(started_core("loaded"), builds).play(
        *calls(same_key=True), stall_seed=None
    )
    latencies = [after - before for before, after in zip(result.in_cycles, result.out_cycles)]
    assert result.passed and latencies == [6, *[2] * 7]


@pytest.mark.parametrize(
    "kind, fault, count, what, text",
    [
        ("ready", 1, 8, "word", "output 4 of 8, cycle 16: y: expected 07050603, got 04050603"),
        (
            "ready",
            2,
            8,
            "hung",
            "stuck: no transfer for 3000 cycles (ready = 0, ready = 0, 4 inputs accepted)",
        ),
        ("pulse", 3, 1, "extra", "output 2 of 1, cycle 6: an output too many"),
    ],
)
def test_faults_are_found(builds, kind, fault, count, what, text):
    """A wrong result, a core that gets stuck and a second pulse are each reported as what they
    are."""
    result = BareSimulator.build(started_core(kind, fault), builds).play(
        *calls(count), stall_seed=None, max_idle=3000
    )
    assert not result.passed and result.kind == what and text in result.failure


@pytest.mark.parametrize("fault", [4, 5])
def test_starts_that_nobody_asked_for_are_played(builds, fault):
    """A core that may be started at any time is started in the middle of calls: one that goes on
    with the inputs before, or with the count before, gives a wrong result, from a power-up state
    from which it is right without stalls, where there is no such start.
    """
    simulator = BareSimulator.build(started_core("restarted", fault), builds)
    power = next(
        number
        for number in range(16)
        if simulator.play(*calls(), stall_seed=None, power=number).passed
    )
    kinds = {simulator.play(*calls(), stall_seed=seed, power=power).kind for seed in range(8)}
    assert "word" in kinds and kinds <= {"word", ""}


def test_values_share_a_port():
    """Two values on one port lie side by side, in the byte order of each, and are read back from
    its words.
    """
    places = {
        "a": Port(name="p", width=48, bits=16, low=32),
        "b": Port(name="p", width=48, bits=32, byte_order="little"),
    }
    words = handshake.port_words({"a": 0x1234, "b": 0x01020304}, places)
    assert words == [0x04030201, 0x1234] and handshake.port_values(words, places) == {
        "a": 0x1234,
        "b": 0x01020304,
    }


def test_bits_beside_the_output_are_not_compared(builds):
    """The low byte of the port, which carries no result, may be anything: the mask has only the
    bits of the value.
    """
    assert handshake.port_words({"x": 0xFFFFFFFF}, {"x": INPUTS["x"]}) == [0xFFFFFF00, 0xFF]
    interface = started_core("ready").interface
    assert isinstance(interface, BareInterface) and "#define HOLD 0" in handshake.header(interface)
