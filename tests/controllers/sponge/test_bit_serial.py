# SPDX-License-Identifier: Apache-2.0
"""Bit-serial cores of Ascon's AEADs and hashes: verified like others, wrong where they are made
wrong, and as many cycles as they say.
"""

from random import Random

import pytest
from verified import assert_verified

from cipherfab.controllers.sponge import bit_datapath, bit_serial
from cipherfab.cores.build import build
from cipherfab.errors import CallError
from cipherfab.lwc.streams import vectors
from cipherfab.verify.answers import stimulus
from cipherfab.verify.answers.forged import pair
from cipherfab.verify.rtl.plan import Plan
from cipherfab.verify.rtl.simulator import Simulator

CORE = "ascon-128/serial=1,bus=8,bitserial"


@pytest.fixture
def remade():
    """Cores are written anew, before and after: what they are made of is changed meanwhile."""
    build.cache_clear()
    yield
    build.cache_clear()


def played(directory, name=CORE, count=25, **options):
    """A run with random stalls."""
    design = build(name)
    interface = design.interface
    messages = stimulus.plan(interface.aead, interface.hash, seed=1)[:count]
    streams = vectors(messages, width=interface.width)
    return Simulator.build(design, directory).play(streams, **{"stall_seed": 3, **options})


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        CORE,
        "ascon-128a/serial=1,bitserial",
        "ascon-aead128/serial=1,bus=8,bitserial,hash",
        "ascon-aead128/serial=1,bus=8,bitserial,tag=4",
        "ascon-hash256/serial=1,bus=16,bitserial",
    ],
)
def test_a_core_is_verified(name, tmp_path):
    """Everything that `verify` plays is answered rightly: official answers, stalls, segments,
    forgeries, violations, resets.
    """
    assert_verified(name, tmp_path, seed=5)


@pytest.mark.parametrize(
    "name",
    [CORE, "ascon-128a/serial=1,bus=16,bitserial", "ascon-aead128/serial=1,bitserial,registered"],
)
def test_the_plan_is_answered(name, tmp_path):
    """On each bus, with words of a key as wide as it."""
    assert played(tmp_path, name).passed


def test_a_block_takes_its_runs_and_a_turn(tmp_path):
    """6 rounds of 6 turns, and one in which its bytes enter and leave: 2,368 cycles."""
    design = build(CORE)
    messages = [pair(Plan(design, 1).core, Random(1), 0, 8 * blocks)[0] for blocks in (3, 4, 5)]
    streams = vectors(messages, width=design.interface.width)
    _, shorter, longer = (
        Simulator.build(design, tmp_path).play(streams, stall_seed=None).message_cycles
    )
    assert longer - shorter == 64 * (1 + 6 * 6)


@pytest.mark.parametrize(
    "owner,name,wrong",
    [
        (bit_datapath.BitDatapath, "_mark", lambda self: 0),
        (bit_datapath.BitDatapath, "_added", lambda self, word: 0),
        (bit_serial.BitSerialSponge, "_wants", lambda self: 1),
    ],
)
def test_what_is_made_wrong_is_noticed(owner, name, wrong, remade, monkeypatch, tmp_path):
    """No mark behind the last byte; neither key nor separator with a block; a byte that is not
    waited for.
    """
    monkeypatch.setattr(owner, name, wrong)
    assert not played(tmp_path).passed


@pytest.mark.parametrize(
    "name,why",
    [
        ("ascon-128/masked=1,bitserial", "serial=1"),
        ("ascon-p-8/serial=1,bitserial", "of AEADs and hashes"),
    ],
)
def test_other_bit_serial_cores_are_refused(name, why):
    """An AEAD on shares, and a bare permutation without them, have no such core."""
    with pytest.raises(CallError, match=why):
        build(name)
