# SPDX-License-Identifier: Apache-2.0
"""A core of others is given the easier test that it needs everywhere, and no other: what it loses
in a rare case fails it.
"""

from dataclasses import replace

import pytest
from spied import spied

from cipherfab.cores.build import build
from cipherfab.origin import ThirdParty
from cipherfab.verify.answers import forgeries
from cipherfab.verify.mutation.played import OneMutant
from cipherfab.verify.rtl.easing import Easing
from cipherfab.verify.rtl.plan import SEGMENTS, Plan
from cipherfab.verify.rtl.played import Played
from cipherfab.verify.rtl.simulator import Simulator
from cipherfab.verify.rtl.waited import of_waits

BASIC, LATER = ("official known answers of x", "test plan"), ("test plan without stalls", "waits")
FOREIGN = replace(spied(build("ascon-aead128/unrolled=2")), third_party=ThirdParty())


def core(fails):
    """A play that fails where ``fails`` says so, of its options."""

    def play(simulator, waveform, **options):
        return Played(passed=not fails(options), detail="word is wrong")

    return play


def without(*names):
    """Right only with all of these options."""
    return core(lambda options: not set(names) <= set(options))


RIGHT, WRONG = without(), core(lambda _: True)
NO_PROTOCOL, NO_STALLS = without("protocol"), without("stall_seed")


@pytest.mark.parametrize("check", LATER)
@pytest.mark.parametrize(
    "basic, later, passes",
    [
        (RIGHT, RIGHT, True),
        (RIGHT, NO_PROTOCOL, False),
        (RIGHT, NO_STALLS, False),
        (NO_PROTOCOL, NO_PROTOCOL, True),
        (NO_PROTOCOL, NO_STALLS, False),
        (NO_STALLS, NO_STALLS, True),
        (NO_STALLS, NO_PROTOCOL, True),
        (NO_STALLS, WRONG, False),
    ],
)
def test_a_later_check_is_eased_as_a_basic_one_was(check, basic, later, passes):
    """Not more; the remark has the first mismatch."""
    easing = Easing()
    for name in BASIC:
        found = easing.judge(name, basic, None)
        assert found.passed and bool(found.caveat) == (basic is not RIGHT)
    found = easing.judge(check, later, None)
    assert found.passed is passes
    assert bool(found.caveat) == (passes and later is not RIGHT)
    assert "word is wrong" in found.caveat or not found.caveat


def test_a_core_that_needs_two_easier_tests_is_told_both():
    """Its remark on segments is not lost behind that on the bus's rules: GHDL's own simulation of a
    VHDL core goes by it.
    """

    def play(simulator, waveform, **options):
        if "protocol" not in options:
            return Played(passed=False, detail="do_last is wrong")
        return Played(passed=True, detail="3 messages").but(f"{SEGMENTS}: word is wrong")

    found = Easing().judge(BASIC[1], play, None)
    assert found.caveat.startswith(f"{SEGMENTS}: word is wrong; ")
    assert found.caveat.endswith(": do_last is wrong")
    assert found.detail == f"3 messages; {found.caveat}"


def test_without_an_algorithm_the_first_check_is_the_basic_one():
    """Such as given vectors alone; behind others they are eased no more."""
    assert Easing().judge("given vectors", NO_STALLS, None).passed
    easing = Easing()
    assert easing.judge("official known answers of x", RIGHT, None).passed
    assert not easing.judge("given vectors", NO_STALLS, None).passed


@pytest.mark.parametrize("fault, passes", [(0, True), (17, False), (18, False)])
def test_a_word_that_a_long_wait_loses_fails_a_core(tmp_path_factory, fault, passes):
    """Of others, that keeps all rules under random stalls."""
    plan = Plan(FOREIGN, 1)
    simulator = Simulator.build(FOREIGN, tmp_path_factory.getbasetemp() / "eased")
    built = simulator.program
    simulator = replace(
        simulator, program=OneMutant(design=built.design, path=built.path, number=fault)
    )
    easing = Easing()
    few = plan.messages(forgeries.few("ascon-aead128", seed=1))
    assert easing.judge(BASIC[0], few, simulator).passed
    found = easing.judge("long waits", of_waits(plan), simulator)
    assert found.passed is passes and not found.caveat
