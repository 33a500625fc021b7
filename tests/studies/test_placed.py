# SPDX-License-Identifier: Apache-2.0
"""Netlists of a study placed, without a placement run."""

from pathlib import Path

from cipherfab.bench.placements import Netlist, Placement
from cipherfab.cores.build import build
from cipherfab.implement import recipes
from cipherfab.runs.outcome import Outcome
from cipherfab.studies import placed
from cipherfab.studies.settings import Settings

NETLISTS = {
    "core": Netlist(
        design=build("skinny-64-64"), recipe=recipes.find("area"), period_ps=1000, seed=0
    )
}

DONE = Placement(
    mapped=Outcome(job={}, key="", status="done", result={"area_ge": 1000.0, "delay_ns": 1.0}),
    placed=Outcome(
        job={},
        key="",
        status="done",
        result={
            "cells": 10,
            "nets": 12,
            "die_um2": 900,
            "wire_mm": 2.5,
            "half_perimeter_mm": 2.0,
            "estimate_ns": 1.05,
            "delay_ns": 1.1,
            "fmax_mhz": 909.1,
            "congestion": {},
            "clock_tree": None,
        },
    ),
)


def test_a_quick_run_places_nothing(monkeypatch):
    """Neither does a study with nothing to place."""
    monkeypatch.setattr(placed, "placements", None)
    assert placed.placed(NETLISTS, "nangate45", Settings(quick=True)) == {}
    assert placed.placed({}, "nangate45", Settings()) == {}


def test_a_missing_placer_is_said(monkeypatch, capsys):
    """Without the placer a study goes on, and says what to install."""
    monkeypatch.setattr(placed, "available", lambda: False)
    assert placed.placed(NETLISTS, "nangate45", Settings()) == {}
    assert "pip install" in "".join(capsys.readouterr())


def test_figures_stand_under_their_key(monkeypatch, tmp_path: Path):
    """What was placed has its figures and its recipe; what failed has no line in the table."""
    monkeypatch.setattr(placed, "available", lambda: True)
    monkeypatch.setattr(placed, "placements", lambda *_: [DONE])
    found = placed.placed(NETLISTS, "nangate45", Settings())
    assert found["core"]["ratio"] == 1.1 and found["core"]["recipe"] == "area"
    (lines,) = placed.table(
        [{"core": "skinny-64-64", "placed": found["core"]}, {"core": "other", "placed": None}]
    ).values()
    assert [line["core"] for line in lines] == ["skinny-64-64"]
    assert placed.table([{"core": "other"}]) == {}


def test_a_failed_run_has_no_figures():
    """The reason of a failure stands in place of figures, whichever run it was."""
    failed = Outcome(job={}, key="", status="failed", error="no netlist")
    assert Placement(mapped=failed, placed=None).figures() is None
    assert Placement(mapped=DONE.mapped, placed=failed).failure == "no netlist"
