# SPDX-License-Identifier: Apache-2.0
"""Assertions that a core in SystemVerilog brings along."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from cipherfab.cores.build import build
from cipherfab.imports import third_party
from cipherfab.lwc.messages import encryption
from cipherfab.lwc.streams import vectors
from cipherfab.origin import ASSERTS, ThirdParty
from cipherfab.verify.answers import genkat
from cipherfab.verify.rtl import check
from cipherfab.verify.rtl.bare import BareSimulator
from cipherfab.verify.rtl.check import _asserted
from cipherfab.verify.rtl.played import Played
from cipherfab.verify.rtl.program import AssertionFails, Program
from cipherfab.verify.rtl.simulator import Simulator

CORE = Path(__file__).parents[2] / "imports" / "cores" / "systemverilog"

PROPERTY = "  {name}assert property (@(posedge clock) disable iff (reset) {what});\n"
GUARDS = {"always": "mode != RUN || left != 0", "never three": "mode != RUN || left != 3"}


@pytest.fixture
def core(tmp_path):
    """Writes the core with lines before its end, and reads it."""
    shutil.copytree(CORE, tmp_path / "core")

    def load(lines: str):
        source = tmp_path / "core" / "gift64.sv"
        text = (CORE / "gift64.sv").read_text()
        source.write_text(text.replace("endmodule", f"{lines}endmodule"))
        return third_party.load(tmp_path / "core" / "gift64.toml")

    return load


def test_an_assertion_that_fails_is_a_failed_check_and_no_answer_is_lost(core, tmp_path):
    """The finding has its name and its line; all other checks play on."""
    design = core(PROPERTY.format(name="a1: ", what=GUARDS["never three"]))
    (found,) = _asserted(design, tmp_path, 1)
    assert (found.passed, found.detail) == (False, "fails: a1 (gift64.sv:36)")
    inputs, outputs = genkat.calls("gift-64")
    played = BareSimulator.build(design, tmp_path).play(inputs[:4], outputs[:4], stall_seed=1)
    assert played.failure is None


def test_an_assertion_that_holds_behind_the_reset_passes(core, tmp_path):
    """What registers hold before the reset is not the core's; assumptions and covers are none."""
    cases = GUARDS["always"], "mode != RUN || left < 20"
    design = core(
        "".join(PROPERTY.format(name="", what=what) for what in cases)
        + PROPERTY.format(name="", what=GUARDS["never three"]).replace("assert", "assume")
        + "  cover property (@(posedge clock) left == 3);\n"
    )
    (found,) = _asserted(design, tmp_path, 1)
    assert found.passed and found.detail.endswith("gift64.sv:36, gift64.sv:37")


def test_a_core_without_assertions_has_no_such_check(core, tmp_path):
    """Nothing is said of what is not there."""
    assert _asserted(core(""), tmp_path, 1) == []


def on_the_bus(monkeypatch):
    """A core with the LWC API and an assertion, that is not compiled."""
    design = replace(build("ascon-128"), third_party=ThirdParty(notes=(f"{ASSERTS} a.sv:1",)))
    simulator = Simulator(program=Program(design=design, path=Path("bench")))
    monkeypatch.setattr(Simulator, "build", lambda *given, **more: simulator)
    return design


def test_a_core_that_breaks_the_rules_of_the_bus_is_played_to_its_end(monkeypatch, tmp_path):
    """The bench stops at the first word that breaks one, so an easier test shows what fails behind
    it.
    """

    def play(simulator, waveform, **options):
        if "protocol" not in options:
            return Played(passed=False, detail="do_last is wrong")
        raise AssertionFails("TOP.a1")

    design = on_the_bus(monkeypatch)
    monkeypatch.setattr(check, "plays_of", lambda *given, **more: [("test plan", play)])
    (found,) = _asserted(design, tmp_path, 1)
    assert (found.passed, found.detail) == (False, "fails: a1 (a.sv:1)")


def test_a_core_without_an_algorithm_has_its_assertions_on_the_given_vectors(monkeypatch, tmp_path):
    """Where these were left out nothing would be played, and no assertion could fail."""
    message = encryption("ascon-128", key=bytes(16), nonce=bytes(16))
    given = vectors([message], width=32)
    design = on_the_bus(monkeypatch)
    design = replace(design, interface=replace(design.interface, aead=None, hash=None))

    def fails(*given, **options):
        raise AssertionFails("TOP.a1")

    monkeypatch.setattr(Simulator, "play", fails)
    (found,) = _asserted(design, tmp_path, 1, given)
    assert not found.passed
