# amaranth: UnusedElaboratable=no
"""Faults in every flip-flop and every protected cycle: none is missed, and each part of the protection is needed for that."""

import sys
from pathlib import Path

import pytest
from amaranth.hdl import Const
from small_cells import synthesize

sys.path.insert(0, str(Path(__file__).parents[1] / "architectures"))
from tiny import tiny  # noqa: E402

from cipherfab.architectures.iterated import Iterated
from cipherfab.architectures.redundant import Redundant
from cipherfab.cores import verilog
from cipherfab.design import BareInterface, Design
from cipherfab.errors import CallError, DesignError
from cipherfab.implement import flow, platforms, recipes
from cipherfab.implement.liberty import read, unpacked
from cipherfab.verify import faults

ROUNDS, K = 6, 3


class Unchecked(Redundant):
    """The results are not compared."""

    @staticmethod
    def _differ(outputs, others):
        return Const(0)


class OneCount(Redundant):
    """The second count of cycles is not looked at."""

    def _broken(self, inverted):
        return Const(0)


def assessed(component, directory, *, window: int = 2 * K, **options) -> dict:
    """The faults of a component, mapped to the small library."""
    top, primitive = "dut", component.primitive
    text = verilog(component, top)
    synthesize(text, directory)
    design = Design(name=type(component).__name__, top=top, sources={"dut.sv": text},
                    interface=BareInterface(algorithm="", inputs=primitive.inputs, outputs=primitive.outputs))
    return faults.assess(design, primitive, directory / "netlist.v", directory / "cells.lib", directory, window=window, **options)


@pytest.mark.parametrize("k, shape", [(3, {}), (3, {"last_step": True}), (4, {"finished": False})],
                         ids=["plain", "last step", "four rounds"])
def test_no_fault_in_the_protected_rounds_is_missed(tmp_path, k, shape):
    """Every flip-flop in every cycle of both computations and of the wait: detected, or the answer is right; the next call too.

    With four rounds, a flip of a single bit makes the first protected cycle, in which state and copy are equal, the last one.
    """
    found = assessed(Redundant(tiny(ROUNDS, **shape), repeated=k), tmp_path, window=2 * k, calls=3)
    assert found["passed"] and found["detected"] > found["harmless"] > 0
    assert not any(found[outcome] for outcome in faults.WRONG) and not found["first"]
    assert found["cycles"] == [ROUNDS - k, ROUNDS + k + faults.WAITING - 1] and found["latency"] == ROUNDS + k
    assert found["faults"] == found["registers"] * (2 * k + faults.WAITING) * 2 * 3


def test_protection_begins_with_the_repeated_rounds(tmp_path):
    """One cycle earlier both computations still have the fault in common: it is missed, in that cycle and no other."""
    found = assessed(Redundant(tiny(ROUNDS), repeated=K), tmp_path, window=2 * K + 1)
    assert not found["passed"] and found["missed"]
    assert {entry["cycle"] for entry in found["first"]["missed"]} == {ROUNDS - K - 1}
    assert {entry["register"].split("[")[0] for entry in found["first"]["missed"]} <= {"a", "b", "count"}


def test_an_unprotected_core_misses_faults(tmp_path):
    """The negative control: a wrong answer for most faults, and a lost call where the flip-flop says that one is under way."""
    found = assessed(Iterated(tiny(ROUNDS)), tmp_path, window=K)
    assert not found["passed"] and not found["protected"] and not found["detected"]
    assert found["missed"] > found["faults"] / 2
    assert {entry["register"] for entry in found["first"]["silent"]} == {"active"}


@pytest.mark.parametrize("component", [Unchecked, OneCount])
def test_each_comparison_is_needed(tmp_path, component):
    """Without the comparison of the results, or of the counts, faults are missed."""
    found = assessed(component(tiny(ROUNDS), repeated=K), tmp_path)
    assert not found["passed"] and found["missed"]


@pytest.mark.slow
@pytest.mark.parametrize("recipe", ["area", "scan", "balanced", "speed"])
def test_synthesis_merges_nothing(tmp_path, recipe):
    """The mapped netlist has all flip-flops: twice the state, twice the count, the alarm; and so misses nothing."""
    primitive = tiny(ROUNDS)
    component, place = Redundant(primitive, repeated=K), platforms.find("nangate45")
    design = Design(name="tiny", top="dut", sources={"dut.sv": verilog(component, "dut")},
                    interface=BareInterface(algorithm="", inputs=primitive.inputs, outputs=primitive.outputs))
    made = flow.run_job(flow.job(design, place.name, recipes.find(recipe), period_ps=10_000, seed=0), tmp_path)
    count = (ROUNDS + K).bit_length()
    assert made["flip_flops"] == 2 * sum(primitive.layout.values()) + 2 * count + 1
    found = faults.assess(design, primitive, tmp_path / "netlist.v", unpacked(read(place.path())), tmp_path, window=2 * K)
    assert found["passed"] and found["registers"] == made["flip_flops"]


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
