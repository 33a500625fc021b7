# SPDX-License-Identifier: Apache-2.0
"""Behind a reset a core plays known answers to itself: nothing gets in or out before all were
right, nor ever if one was wrong.
"""

import re
from dataclasses import replace
from random import Random

import pytest

from cipherfab.cores.aead import lwc_component
from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.cores.self_test import self_test
from cipherfab.cores.verilog import verilog
from cipherfab.design import Design, LwcInterface
from cipherfab.errors import CallError
from cipherfab.lwc import selftest
from cipherfab.lwc.streams import vectors
from cipherfab.verify.rtl.disturbed import broken, few
from cipherfab.verify.rtl.plan import Plan
from cipherfab.verify.rtl.simulator import Simulator

from .netlists import Running, text_of, with_text

SHUT = ("pdi_ready", "sdi_ready", "do_valid", "do_last", "do_data")
ENOUGH = 600
"""Cycles that no test of a core of `CORES` takes."""

CORES = ("ascon-aead128/round,selftest", "ascon-aead128/unrolled=2,hash,xof,selftest,zeroise")

SLOWER = "ascon-aead128/serial=1,hash,xof,selftest"
"""Its first answer is late, and its whole test takes too many cycles to be followed here."""

LATER = 10 * ENOUGH
"""Cycles in which its first answer comes."""


def faulty(design: Design, module: str, old: str, new: str, place: int) -> Design:
    """The design with one operator of one module changed."""
    text = text_of(design)
    (name,) = re.findall(rf"^module (\w+_{module}) \(", text, re.MULTILINE)
    start = text.index(f"module {name} (")
    body = text[start : text.index("endmodule", start)]
    places = [found.start() for found in re.finditer(re.escape(old), body)]
    at = places[place % len(places)]
    return with_text(design, body, body[:at] + new + body[at + len(old) :])


@pytest.mark.parametrize("name", CORES)
def test_nothing_passes_before_the_answers_were_right(name, tmp_path):
    """The ports are shut until ``tested``, which comes, and ``failed`` does not."""
    running = Running(build(name), tmp_path, seed=1)
    for outputs in running.steps(ENOUGH):
        if outputs["tested"]:
            break
        assert not any(outputs[port] for port in (*SHUT, "failed")), outputs
    assert outputs["tested"] and not outputs["failed"]
    running.step()
    assert running.step()["pdi_ready"]


@pytest.mark.parametrize("name", [*CORES, SLOWER])
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_fault_in_the_permutation_shuts_it_for_good(name, seed, tmp_path):
    """With a gate of a round changed every output stops, whatever the inputs are."""
    place, module = Random(seed).randrange(1000), "step0"
    running = Running(faulty(build(name), module, " ^ ", " | ", place), tmp_path, seed=seed)
    failing = next(outputs for outputs in running.steps(LATER) if outputs["failed"])
    assert not failing["tested"]
    for outputs in running.steps(200, Random(seed)):
        assert outputs["failed"] and not outputs["tested"]
        assert not any(outputs[port] for port in SHUT), outputs


JUDGED = "in_status & ~(|mismatch)"
WEAK = {"accepts every tag": "in_status", "refuses every tag": "in_status & 1'b0"}


@pytest.mark.parametrize("said", WEAK)
def test_a_wrong_comparison_of_tags_is_found(said, tmp_path):
    """The right tag has to be accepted, and a wrong one refused."""
    design = with_text(build(CORES[0]), JUDGED, WEAK[said])
    running = Running(design, tmp_path, seed=1)
    assert any(outputs["failed"] for outputs in running.steps(ENOUGH))


def test_a_core_that_never_answers_has_failed(tmp_path, monkeypatch):
    """When no word of an answer comes for long, it fails."""
    monkeypatch.setattr(selftest, "WAIT_BITS", 8)
    design = build(CORES[0])
    ((name, _),) = design.sources.items()
    text = verilog(lwc_component(parse(CORES[0])), design.top)
    stuck = replace(design, sources={name: text})
    stuck = with_text(stuck, "if (key_loaded) state_state", "if (1'b0) state_state")
    running = Running(stuck, tmp_path, seed=1)
    found = [outputs["failed"] for outputs in running.steps(ENOUGH)]
    assert not found[200] and found[-1]


def test_each_function_is_tested():
    """An encryption, its decryption, one with a wrong tag, a hash, and both outputs of any
    length.
    """
    interface = build("ascon-aead128/round,hash,xof,selftest").interface
    assert isinstance(interface, LwcInterface)
    titles = [block.title for block in self_test(interface).pdi.blocks]
    wanted = ("encryption", "decryption", "must fail", "hash", "ascon-xof128", "ascon-cxof128")
    assert len(titles) == len(wanted)
    assert all(word in title for word, title in zip(wanted, titles, strict=True))


OTHERS = [
    "ascon-hash256/round,bus=8,selftest",
    "romulus-n/round,enconly,selftest",
    "lilliput-ii-128/round,buffer=32,selftest",
    "ascon-aead128/round,registered,bus=16,withheld=32,selftest",
]


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", OTHERS)
def test_no_key_is_left_and_messages_are_answered(name, tmp_path):
    """What comes before a key is refused, and each operation works, as without the test."""
    design = build(name)
    plan = Plan(design, 1)
    words = [*broken(plan), *plan.answerable(few(plan))]
    interface = plan.interface
    streams = vectors(words, **interface.streamed)
    simulator = Simulator.build(design, tmp_path)
    for stalls in (None, 3):
        result = simulator.play(streams, stall_seed=stalls)
        assert result.passed, result.failure.text
    assert min(result.first_cycles) > 50


def test_names_with_a_test():
    """A masked core has none, nor has a bare primitive."""
    for wrong in ("ascon-aead128/masked=1,selftest", "ascon-p-12/round,selftest"):
        with pytest.raises(CallError, match="selftest"):
            parse(wrong)
