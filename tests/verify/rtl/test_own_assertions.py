# SPDX-License-Identifier: Apache-2.0
"""Assertions that a core in SystemVerilog brings along."""

import shutil
from pathlib import Path

import pytest

from cipherfab.imports import third_party
from cipherfab.verify.answers import genkat
from cipherfab.verify.rtl.bare import BareSimulator
from cipherfab.verify.rtl.check import _asserted

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
