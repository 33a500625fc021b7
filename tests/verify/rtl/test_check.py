# SPDX-License-Identifier: Apache-2.0
"""What link 2 makes of what its checks show."""

from types import SimpleNamespace

import pytest

from cipherfab.cores.build import build
from cipherfab.verify.finding import Finding
from cipherfab.verify.rtl import check
from cipherfab.verify.rtl.lwc_plays import Level
from cipherfab.verify.rtl.plan import SEGMENTS
from cipherfab.verify.rtl.played import Played

DESIGN = build("ascon-p-8")


@pytest.mark.parametrize(
    "right, written", [([False, False], "first"), ([True, False], "second"), ([True, True], None)]
)
def test_the_waveform_is_that_of_the_first_failure(right, written, monkeypatch, tmp_path):
    """Of several checks that fail the first one is played again with a waveform; the file is its
    own.
    """
    traced = []

    def play_of(name: str, passes: bool):
        def play(simulator, waveform) -> Played:
            if waveform:
                traced.append(name)
                waveform.write_text(name)
            return Played(passed=passes, messages=1, detail=f"{name}; waveform: {waveform}")

        return name, play

    plays = [play_of(*one) for one in zip(("first", "second"), right)]
    monkeypatch.setattr(check, "plays_of", lambda *_, **__: plays)
    builds = SimpleNamespace(build=lambda design, directory, trace=False: None)
    monkeypatch.setattr(check, "simulators_of", lambda design: builds)
    path = tmp_path / "shown.vcd"
    found = check.play_all(
        DESIGN, tmp_path, "rtl", seed=1, kat=None, given=None, waveform=path, level=Level.DEFAULT
    )
    assert [one.passed for one in found] == right
    assert traced == [written] * bool(written)
    assert (path.read_text() == written) if written else not path.exists()


def test_a_check_that_plays_nothing_is_open(monkeypatch, tmp_path):
    """It neither passes, nor does it hide the waveform of a failure behind it."""
    plays = [
        ("nothing", lambda *_: Played(passed=True, detail="nothing was played")),
        ("wrong", lambda *_: Played(passed=False, detail="mismatch")),
        ("right", lambda *_: Played(passed=True, messages=3, detail="3 messages")),
    ]
    monkeypatch.setattr(check, "plays_of", lambda *_, **__: plays)
    builds = SimpleNamespace(build=lambda design, directory, trace=False: None)
    monkeypatch.setattr(check, "simulators_of", lambda design: builds)
    monkeypatch.setattr(check._Playing, "drawn", lambda *_: "drawn")
    options = {"seed": 1, "kat": None, "given": None, "level": Level.DEFAULT}
    found = check.play_all(DESIGN, tmp_path, "rtl", waveform=tmp_path / "a.vcd", **options)
    assert [one.passed for one in found] == [None, False, True]
    assert [one.detail for one in found] == ["nothing was played", "drawn", "3 messages"]


def test_a_verdict_is_not_lost_for_its_waveform(tmp_path):
    """Where a waveform cannot be written the check says why, and where it can it says the place."""
    inside = tmp_path / "failure.vcd"
    inside.write_text("$version")
    detail = f"first mismatch; waveform: {inside}"
    assert check._delivered(detail, inside, tmp_path / "a.vcd") == (
        f"first mismatch; waveform: {tmp_path / 'a.vcd'}"
    )
    for place in (tmp_path, tmp_path / "none" / "a.vcd", tmp_path / ("x" * 300)):
        said = check._delivered(detail, inside, place)
        assert said.startswith("first mismatch; the waveform is not there: ")


@pytest.mark.parametrize("caveat", ["", "passes without stalls only", f"{SEGMENTS}: message 3"])
def test_the_sources_of_a_core_of_others_are_judged_like_its_netlist(caveat, monkeypatch, tmp_path):
    """What the reader noticed is among the findings, of a VHDL core too; and GHDL's own simulation
    gets each type in one segment if the netlist had to.
    """
    design = SimpleNamespace(
        third_party=SimpleNamespace(vhdl={"a.vhd": ""}, remarks=["a word is left out"])
    )
    asked = []
    monkeypatch.setattr(check.natively, "hidden", lambda design: [])
    monkeypatch.setattr(
        check.natively, "simulate", lambda *_, **options: asked.append(options) or (True, "right")
    )
    played = [Finding("rtl", "test plan", True, "", 0, more={"caveat": caveat} if caveat else {})]
    read, native = check._of_others(design, tmp_path, 1, None, played)
    assert read.more["caveat"] == "a word is left out" and native.passed
    assert asked == [{"seed": 1, "given": None, "whole": SEGMENTS in caveat}]


def test_the_reader_is_not_blamed_for_what_a_core_is_forgiven(monkeypatch, tmp_path):
    """Where the netlist fails and the sources do not, it is asked with the messages that the
    sources were played with.
    """
    design = SimpleNamespace(third_party=SimpleNamespace(vhdl={"a.vhd": ""}, remarks=[]))
    asked = []
    monkeypatch.setattr(check.natively, "hidden", lambda design: [])
    monkeypatch.setattr(check.natively, "simulate", lambda *_, **options: (True, "right"))
    monkeypatch.setattr(
        check.natively, "misread", lambda *_, **options: asked.append(options["whole"])
    )
    for caveat in (f"{SEGMENTS}: message 3", "passes without stalls only"):
        played = [
            Finding("rtl", "test plan", True, "", 0, more={"caveat": caveat}),
            Finding("rtl", "resets", False, "first mismatch", 0),
        ]
        (native,) = check._of_others(design, tmp_path, 1, None, played)
        assert native.passed
    assert asked == [True, False]
