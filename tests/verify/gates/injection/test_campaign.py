# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Faults in every flip-flop, every gate and every protected cycle: none of a flip-flop is missed,
and each part of the protection is needed for that.
"""

import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from amaranth.hdl import Const
from small_cells import synthesize
from tinytbc import lopsided, tiny_tbc

sys.path.insert(0, str(Path(__file__).parents[3] / "architectures"))
from tiny import tiny

from cipherfab.architectures.iterated.bidirectional import Bidirectional
from cipherfab.architectures.iterated.iterated import Iterated
from cipherfab.architectures.protected.redundant import Redundant
from cipherfab.cores.verilog import verilog
from cipherfab.design import BareInterface, Design
from cipherfab.errors import CallError, DesignError
from cipherfab.implement import flow, platforms, recipes
from cipherfab.implement.liberty import read, unpacked
from cipherfab.primitives.primitive import Primitive
from cipherfab.primitives.transformed import BACKWARDS, both_directions
from cipherfab.verify.gates.injection import campaign, plays
from cipherfab.verify.gates.injection.places import KINDS
from cipherfab.verify.gates.injection.plays import WAITING

ROUNDS, K = 6, 3
TBC = tiny_tbc(16, 24, 8)


class Unchecked(Redundant):
    """The results are not compared."""

    @staticmethod
    def _differ(outputs, others):
        return Const(0)


class OneBitUnchecked(Redundant):
    """The results are compared but for their lowest bit."""

    @staticmethod
    def _differ(outputs, others):
        return Redundant._differ(
            {name: value[1:] for name, value in outputs.items()},
            {name: value[1:] for name, value in others.items()},
        )


class OneCount(Redundant):
    """The second count of cycles is not looked at."""

    def _broken(self, inverted):
        return Const(0)


class OneDirection(Redundant):
    """Both computations read the same register for their direction."""

    def _registers(self, suffix):
        registers = super()._registers(suffix)
        self._direction = registers[BACKWARDS] if not suffix else self._direction
        return {**registers, BACKWARDS: self._direction}


class Forgetful(Redundant):
    """A decryption that starts while a fault is reported takes a cycle less than it should."""

    def _cycles(self):
        return super()._cycles() - (self.in_decrypt & self.fault)


def assessed(
    component, directory, *, window: int = 2 * K, both: Primitive | None = None, **options
) -> dict:
    """The faults of a component, mapped to the small library; ``both``: the cipher of one in both
    directions.
    """
    top, primitive = "dut", both_directions(both) if both else component.primitive
    text = verilog(component, top)
    synthesize(text, directory)
    design = Design(
        name=type(component).__name__,
        top=top,
        sources={"dut.sv": text},
        interface=BareInterface(algorithm="", inputs=primitive.inputs, outputs=primitive.outputs),
    )
    return campaign.assess(
        design,
        both or primitive,
        directory / "netlist.v",
        directory / "cells.lib",
        directory,
        campaign.Tries(window=window, **options),
    )


def flip_flops(found: dict) -> dict[str, int]:
    """How often flip-flops had each outcome."""
    return {
        outcome: sum(found["kinds"][kind][outcome] for kind in KINDS[:3])
        for outcome in ("injected", *campaign.OUTCOMES)
    }


def nothing_lost(found: dict) -> bool:
    """Every fault of a flip-flop was detected or ineffective."""
    counts = flip_flops(found)
    return counts["injected"] == counts["detected"] + counts["ineffective"]


def places(found: dict, outcome: str, kinds=KINDS[:3]) -> list[dict]:
    """Those of an outcome, of flip-flops unless told otherwise."""
    return [place for place in found["places"].get(outcome, ()) if place["kind"] in kinds]


@pytest.mark.always
@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "k, shape",
    [(3, {}), (3, {"last_step": True}), (4, {"finished": False})],
    ids=["plain", "last step", "four rounds"],
)
def test_no_fault_in_the_protected_rounds_is_missed(tmp_path, k, shape):
    """Every flip-flop in every cycle of both computations and of the wait: detected, or the answer
    is right; the next call too.

    With four rounds, a flip of a single bit makes the first protected cycle, in which state and
    copy are equal, the last one.
    """
    found = assessed(Redundant(tiny(ROUNDS, **shape), repeated=k), tmp_path, window=2 * k, calls=3)
    counts = flip_flops(found)
    assert nothing_lost(found) and counts["detected"] and counts["ineffective"]
    assert found["cycles"] == [ROUNDS - k, ROUNDS + k + WAITING - 1]
    assert found["latency"] == ROUNDS + k
    assert counts["injected"] == found["registers"] * (2 * k + WAITING) * 2 * 3 * 3


def test_every_gate_has_every_fault_in_every_cycle(tmp_path):
    """A flip, a 0 and a 1 in each cycle, with the next call far off and right behind; but in the
    cycle in which the next call begins only while there is none.
    """
    found = assessed(Redundant(tiny(ROUNDS), repeated=K), tmp_path)
    cycles = 2 * K + WAITING
    for kind in KINDS[3:]:
        assert found["kinds"][kind]["injected"] == found["gates"] * (2 * cycles - 1)
    assert found["faults"] == sum(counts["injected"] for counts in found["kinds"].values())


def test_every_cycle_begins_after_the_inputs(tmp_path):
    """Without a window faults begin in the first cycle of the call, and those before the protected
    rounds are missed.
    """
    found = assessed(Redundant(tiny(ROUNDS), repeated=K), tmp_path, window=None)
    assert found["cycles"] == [1, ROUNDS + K + WAITING - 1]
    missed = {cycle for place in places(found, "missed") for cycle in place["cycles"]}
    assert missed == set(range(1, ROUNDS - K))


def test_a_gate_of_the_step_is_detected_and_one_of_the_output_is_not(tmp_path):
    """What the two computations have apart is covered; the gates behind the comparison are not,
    and make the verdict.
    """
    found = assessed(Redundant(tiny(ROUNDS), repeated=K), tmp_path)
    flipped = found["kinds"]["gate: flip"]
    assert not found["passed"] and flipped["detected"] > flipped["missed"] > 0
    missed = {place["place"] for place in places(found, "missed", KINDS[3:])}
    assert {f"out_x[{bit}]" for bit in range(16)} <= missed and "out_valid" in missed


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "cipher",
    [TBC, pytest.param(lopsided(4), marks=pytest.mark.slow), lopsided(4, longer_inverse=False)],
    ids=["as long", "longer inverse", "shorter inverse"],
)
def test_no_fault_is_missed_in_both_directions(tmp_path, cipher):
    """The same for an encryption and a decryption, each with its own cycles, and a second call in
    either direction.
    """
    found = assessed(Redundant(cipher, repeated=K, encdec=True), tmp_path, both=cipher, calls=2)
    assert found["protected"] and list(found["directions"]) == ["encryption", "decryption"]
    for part, direction in zip(found["directions"].values(), (cipher, cipher.inverse)):
        (rounds,) = direction.rounds
        assert part["cycles"] == [rounds - K, rounds + K + WAITING - 1]
        assert part["latency"] == rounds + K
        counts = flip_flops(part)
        assert nothing_lost(part) and counts["detected"] and counts["ineffective"]
        assert counts["injected"] == found["registers"] * (2 * K + WAITING) * 2 * 2 * 2 * 3
    for outcome in ("faults", *campaign.OUTCOMES):
        assert found[outcome] == sum(part[outcome] for part in found["directions"].values())


def test_protection_begins_with_the_repeated_rounds(tmp_path):
    """One cycle earlier both computations still have the fault in common: it is missed, in that
    cycle and no other.
    """
    found = assessed(Redundant(tiny(ROUNDS), repeated=K), tmp_path, window=2 * K + 1)
    assert not found["passed"] and flip_flops(found)["missed"]
    assert {cycle for place in places(found, "missed") for cycle in place["cycles"]} == {
        ROUNDS - K - 1
    }
    assert {place["place"].split("[")[0] for place in places(found, "missed")} <= {
        "a",
        "b",
        "count",
    }


def test_an_unprotected_core_misses_faults(tmp_path):
    """The negative control: a wrong answer for most faults, and a lost call where the flip-flop
    says that one is under way.
    """
    found = assessed(Iterated(tiny(ROUNDS)), tmp_path, window=K)
    assert not found["passed"] and not found["protected"] and not found["detected"]
    flips = found["kinds"]["flip-flop: flip"]
    assert flips["missed"] > flips["injected"] / 2
    assert {place["place"] for place in places(found, "silent")} == {"active"}


def test_an_unprotected_core_misses_faults_in_both_directions(tmp_path):
    """The negative control: wrong answers for most faults in either direction, and for those of the
    direction's own flip-flop.
    """
    found = assessed(Bidirectional(TBC), tmp_path, both=TBC, window=K)
    assert not found["passed"] and not found["protected"] and not found["detected"]
    for part in found["directions"].values():
        flips = part["kinds"]["flip-flop: flip"]
        assert flips["missed"] > flips["injected"] / 2
        assert "inverting" in {place["place"] for place in places(part, "missed")}


@pytest.mark.sample(1)
@pytest.mark.parametrize("component", [Unchecked, OneCount, OneDirection])
def test_each_comparison_is_needed_in_both_directions(tmp_path, component):
    """Without one of the comparisons, or with one register that tells both computations their
    direction, faults are missed.
    """
    found = assessed(component(TBC, repeated=K, encdec=True), tmp_path, both=TBC)
    parts = found["directions"].values()
    assert not found["passed"] and all(flip_flops(part)["missed"] for part in parts)
    if component is OneDirection:
        assert {place["place"] for part in parts for place in places(part, "missed")} == {BACKWARDS}


def test_the_second_call_is_tried_in_both_directions(tmp_path):
    """A core that answers a decryption wrongly after a fault is found, whatever the first call's
    direction was.
    """
    found = assessed(Forgetful(TBC, repeated=K, encdec=True), tmp_path, both=TBC)
    for part in found["directions"].values():
        assert flip_flops(part)["missed"]


@pytest.mark.parametrize("component", [Unchecked, OneBitUnchecked, OneCount])
def test_each_comparison_is_needed(tmp_path, component):
    """Without the comparison of the results, of one bit of them, or of the counts, faults of
    flip-flops are missed.
    """
    found = assessed(component(tiny(ROUNDS), repeated=K), tmp_path)
    assert not found["passed"] and flip_flops(found)["missed"]


def test_pairs_in_control_and_comparison_are_found_that_are_not_detected(tmp_path):
    """Pairs of which neither fault alone does harm: some do, each is named, and they do not
    decide."""
    found = assessed(Redundant(tiny(ROUNDS), repeated=K), tmp_path, pairs=3000)["pairs"]
    assert 3000 < found["injected"] == sum(found[outcome] for outcome in campaign.OUTCOMES)
    assert {"cycles_left[0]", "cycles_left_inverted[0]", "alarm"} <= set(found["sites"])
    assert not {"a[0]", "a_copy[0]"} & set(found["sites"])
    assert found["missed"] and all(len(pair) == 2 for pair in found["wrong"])


@pytest.mark.slow
@pytest.mark.parametrize("encdec", [False, True], ids=["one direction", "both directions"])
@pytest.mark.parametrize("recipe", ["area", "scan", "balanced", "speed"])
def test_synthesis_merges_nothing(tmp_path, recipe, encdec):
    """The mapped netlist has all flip-flops: twice the state, twice the count, the alarm; and so
    misses nothing.
    """
    primitive = TBC if encdec else tiny(ROUNDS)
    component, place = Redundant(primitive, repeated=K, encdec=encdec), platforms.find("nangate45")
    shape = component.primitive
    design = Design(
        name="tiny",
        top="dut",
        sources={"dut.sv": verilog(component, "dut")},
        interface=BareInterface(algorithm="", inputs=shape.inputs, outputs=shape.outputs),
    )
    made = flow.run_job(
        flow.job(design, place.name, recipes.find(recipe), period_ps=10_000, seed=0), tmp_path
    )
    count = (primitive.rounds[0] + K).bit_length()
    assert made.flip_flops == 2 * sum(shape.layout.values()) + 2 * count + 1
    found = campaign.assess(
        design,
        primitive,
        tmp_path / "netlist.v",
        unpacked(read(place.path())),
        tmp_path,
        campaign.Tries(window=2 * K),
    )
    assert found["registers"] == made.flip_flops
    assert all(map(nothing_lost, found.get("directions", {"": found}).values()))


def test_a_wrong_netlist_is_not_tried(tmp_path):
    """A netlist whose answers are wrong without a fault says nothing about faults."""

    class Wrong(Redundant):
        def _is_last(self, start):
            return Const(0)

    with pytest.raises(DesignError, match="without a fault"):
        assessed(Wrong(tiny(ROUNDS, last_step=True), repeated=K), tmp_path)


def test_a_window_longer_than_a_call_is_refused(tmp_path):
    """Faults before the call have no meaning."""
    with pytest.raises(CallError, match="last 1 to 5 of 6 cycles, got 6"):
        assessed(Iterated(tiny(ROUNDS)), tmp_path, window=6)


def test_what_is_exposed_counts_where_the_next_call_hangs_too():
    """One that shows a state and stands still must not pass since it stands still."""
    tried = campaign._Tried(SimpleNamespace(port=lambda name: 7), campaign.Tries(), None)
    seen = dict.fromkeys(
        ("given", "wrong", "exposed", "noticed", "accepted", "next_given", "next_wrong"), False
    )
    assert tried._outcome(seen) == "hung"
    assert tried._outcome({**seen, "exposed": True}) == "exposed"


def test_each_run_has_random_bits_of_its_own(monkeypatch, tmp_path):
    """The program, which draws what is at the port ``random``, gets another seed in each run; the
    same runs get the same ones again.
    """
    seeds = []
    monkeypatch.setattr(plays, "run", lambda command, **_: seeds.append(command[-1]) or "[]")

    def played() -> None:
        one = SimpleNamespace(
            shape=SimpleNamespace(inputs={}),
            simulator=SimpleNamespace(program="faults", described=str),
            simulated=0,
            seconds=0,
            _bound=4,
            _directory=tmp_path,
            _seeds=Random("1 random bits"),
            _inputs=dict,
            _stimulus=lambda *_: "",
            _answer=lambda inputs: (),
            _numbers=lambda *_: (),
        )
        for _ in range(2):
            plays.Plays._play(one, [()], (0, 0), taken=3, offers=[4])

    played()
    played()
    assert seeds[0] != seeds[1] and seeds[:2] == seeds[2:]
