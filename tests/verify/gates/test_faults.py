# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Faults in every flip-flop and every protected cycle: none is missed, and each part of the
protection is needed for that.
"""

import sys
from pathlib import Path

import pytest
from amaranth.hdl import Const
from small_cells import synthesize
from tinytbc import lopsided, tiny_tbc

sys.path.insert(0, str(Path(__file__).parents[2] / "architectures"))
from tiny import tiny  # noqa: E402

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
from cipherfab.verify.gates import faults

ROUNDS, K = 6, 3
TBC = tiny_tbc(16, 24, 8)


class Unchecked(Redundant):
    """The results are not compared."""

    @staticmethod
    def _differ(outputs, others):
        return Const(0)


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


def assessed(component, directory, *, window: int = 2 * K, both: Primitive | None = None,
             **options) -> dict:
    """The faults of a component, mapped to the small library; ``both``: the cipher of one in both
    directions.
    """
    top, primitive = "dut", both_directions(both) if both else component.primitive
    text = verilog(component, top)
    synthesize(text, directory)
    design = Design(name=type(component).__name__, top=top, sources={"dut.sv": text},
                    interface=BareInterface(algorithm="", inputs=primitive.inputs,
                                            outputs=primitive.outputs))
    return faults.assess(design, both or primitive, directory / "netlist.v",
                         directory / "cells.lib", directory, window=window,
                         **options)


@pytest.mark.parametrize("k, shape", [(3, {}), (3, {"last_step": True}), (4, {"finished": False})],
                         ids=["plain", "last step", "four rounds"])
def test_no_fault_in_the_protected_rounds_is_missed(tmp_path, k, shape):
    """Every flip-flop in every cycle of both computations and of the wait: detected, or the answer
    is right; the next call too.

    With four rounds, a flip of a single bit makes the first protected cycle, in which state and
    copy are equal, the last one.
    """
    found = assessed(Redundant(tiny(ROUNDS, **shape), repeated=k), tmp_path, window=2 * k, calls=3)
    assert found["passed"] and found["detected"] > found["harmless"] > 0
    assert not any(found[outcome] for outcome in faults.WRONG) and not found["first"]
    assert found["cycles"] == [ROUNDS - k,
                               ROUNDS + k + faults.WAITING - 1] and found["latency"] == ROUNDS + k
    assert found["faults"] == found["registers"] * (2 * k + faults.WAITING) * 2 * 3


@pytest.mark.parametrize("cipher", [TBC, lopsided(4), lopsided(4, longer_inverse=False)],
                         ids=["as long", "longer inverse", "shorter inverse"])
def test_no_fault_is_missed_in_both_directions(tmp_path, cipher):
    """The same for an encryption and a decryption, each with its own cycles, and a second call in
    either direction.
    """
    found = assessed(Redundant(cipher, repeated=K, encdec=True), tmp_path, both=cipher, calls=2)
    assert found["passed"] and found["protected"] and list(found["directions"]) == [
        "encryption", "decryption"]
    for part, direction in zip(found["directions"].values(), (cipher, cipher.inverse)):
        rounds, = direction.rounds
        assert part["cycles"] == [rounds - K,
                                  rounds + K + faults.WAITING - 1] and part["latency"] == rounds + K
        assert part["faults"] == found["registers"] * (2 * K
                                                       + faults.WAITING) * 2 * 2 * 2 == sum(
                                                           part[n] for n in faults.OUTCOMES)
        assert part["detected"] > part["harmless"] > 0 and not part["first"]
    for outcome in ("faults", *faults.OUTCOMES):
        assert found[outcome] == sum(part[outcome] for part in found["directions"].values())


def test_protection_begins_with_the_repeated_rounds(tmp_path):
    """One cycle earlier both computations still have the fault in common: it is missed, in that
    cycle and no other.
    """
    found = assessed(Redundant(tiny(ROUNDS), repeated=K), tmp_path, window=2 * K + 1)
    assert not found["passed"] and found["missed"]
    assert {entry["cycle"] for entry in found["first"]["missed"]} == {ROUNDS - K - 1}
    assert {entry["register"].split("[")[0]
            for entry in found["first"]["missed"]} <= {"a", "b", "count"}


def test_an_unprotected_core_misses_faults(tmp_path):
    """The negative control: a wrong answer for most faults, and a lost call where the flip-flop
    says that one is under way.
    """
    found = assessed(Iterated(tiny(ROUNDS)), tmp_path, window=K)
    assert not found["passed"] and not found["protected"] and not found["detected"]
    assert found["missed"] > found["faults"] / 2
    assert {entry["register"] for entry in found["first"]["silent"]} == {"active"}


def test_an_unprotected_core_misses_faults_in_both_directions(tmp_path, monkeypatch):
    """The negative control: wrong answers for most faults in either direction, and for those of the
    direction's own flip-flop.
    """
    monkeypatch.setattr(faults, "SHOWN", 100)
    found = assessed(Bidirectional(TBC), tmp_path, both=TBC, window=K)
    assert not found["passed"] and not found["protected"] and not found["detected"]
    for part in found["directions"].values():
        assert part["missed"] > part["faults"] / 2
        assert "inverting" in {entry["register"] for entry in part["first"]["missed"]}


@pytest.mark.parametrize("component", [Unchecked, OneCount, OneDirection])
def test_each_comparison_is_needed_in_both_directions(tmp_path, component):
    """Without one of the comparisons, or with one register that tells both computations their
    direction, faults are missed.
    """
    found = assessed(component(TBC, repeated=K, encdec=True), tmp_path, both=TBC)
    assert not found["passed"] and all(part["missed"] for part in found["directions"].values())
    if component is OneDirection:
        missed = [entry["register"] for part in found["directions"].values()
                  for entry in part["first"]["missed"]]
        assert set(missed) == {BACKWARDS}


def test_the_second_call_is_tried_in_both_directions(tmp_path):
    """A core that answers wrongly after a fault in one direction only is found, whatever the first
    call's was.
    """
    found = assessed(Forgetful(TBC, repeated=K, encdec=True), tmp_path, both=TBC)
    for part in found["directions"].values():
        assert part["missed"] and {entry["next"]
                                   for entry in part["first"]["missed"]} == {"decryption"}


@pytest.mark.parametrize("component", [Unchecked, OneCount])
def test_each_comparison_is_needed(tmp_path, component):
    """Without the comparison of the results, or of the counts, faults are missed."""
    found = assessed(component(tiny(ROUNDS), repeated=K), tmp_path)
    assert not found["passed"] and found["missed"]


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
    design = Design(name="tiny", top="dut", sources={"dut.sv": verilog(component, "dut")},
                    interface=BareInterface(algorithm="", inputs=shape.inputs,
                                            outputs=shape.outputs))
    made = flow.run_job(flow.job(design, place.name, recipes.find(recipe),
                                 period_ps=10_000, seed=0), tmp_path)
    count = (primitive.rounds[0] + K).bit_length()
    assert made.flip_flops == 2 * sum(shape.layout.values()) + 2 * count + 1
    found = faults.assess(design, primitive, tmp_path / "netlist.v",
                          unpacked(read(place.path())), tmp_path, window=2 * K)
    assert found["passed"] and found["registers"] == made.flip_flops


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
