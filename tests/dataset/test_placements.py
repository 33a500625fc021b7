# SPDX-License-Identifier: Apache-2.0
"""Placements added to an entry of the data set that has none."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from cipherfab.commands import dataset as command
from cipherfab.cores.build import build
from cipherfab.dataset import build as making
from cipherfab.dataset import entry, placements
from cipherfab.dataset.build import Settings, build_file
from cipherfab.implement.placement.place import INSTALL, available
from cipherfab.results.digest import digest_design
from cipherfab.results.home import Home

CORE = "skinny-64-64"
RUN = entry.Run(
    platform="nangate45", recipe="area", period_ps=5000, seed=0, area_ge=1600.0, flip_flops=137,
    delay_ns=1.5,
)  # fmt: skip
PLACED = {"delay_ns": 1.6, "fmax_mhz": 625.0, "die_um2": 1800.0, "wire_mm": 9.5}


@pytest.fixture
def found():
    """An entry of today's RTL with a run on cells and one on an FPGA."""
    return replace(
        entry.read()[0],
        core=CORE,
        design=digest_design(build(CORE)),
        runs=(RUN, replace(RUN, platform="ecp5", area_ge=None, luts=300)),
        commit="before",
    )


@pytest.fixture
def run_jobs(monkeypatch, tmp_path):
    """Jobs that were made up; their netlist has ``area_ge``."""

    def call(area_ge=RUN.area_ge):
        result = {
            "design": CORE, "top": "skinny", "stage": "", "platform": "nangate45",
            "recipe": {"name": "area"}, "period_ps": 5000, "seed": 0, "area_ge": area_ge,
            "flip_flops": RUN.flip_flops, "delay_ns": RUN.delay_ns, "fmax_mhz": 666.0, "cells": {},
        }  # fmt: skip
        (tmp_path / "netlist.v").write_text("")
        return lambda wanted: [
            SimpleNamespace(
                job=job, result=result if job["kind"] == "implement" else PLACED, directory=tmp_path
            )
            for job in wanted
        ]

    return call


def test_only_cells_with_a_geometry_can_be_placed(found):
    """A run on an FPGA lacks nothing, nor does one that was placed."""
    assert placements.missing(found) == [RUN]
    placed = replace(RUN, placed_delay_ns=1.6)
    assert placements.missing(replace(found, runs=(placed,))) == []


def test_a_placement_stands_beside_what_was_there(found, run_jobs):
    """Nothing else of the run changes, and the commit says what was added."""
    made = placements.added(found, build(CORE), run_jobs(), "now")
    expected = replace(RUN, placed_delay_ns=1.6, placed_fmax_mhz=625.0, die_um2=1800.0, wire_mm=9.5)
    assert made.runs == (expected, found.runs[1]) and made.commit == "before, placed now"
    assert entry.Entry.from_json(entry.json.loads(made.line())).runs == made.runs


def test_a_netlist_that_comes_out_otherwise_is_not_placed(found, run_jobs):
    """Its entry must be made again as a whole; that of other RTL, too."""
    assert placements.added(found, build(CORE), run_jobs(area_ge=1.0), "now") is None
    other = replace(found, design="0" * 64)
    assert placements.added(other, build(CORE), run_jobs(), "now") is None


def test_what_was_asked_for_is_made_in_one_call(found, run_jobs, monkeypatch, tmp_path):
    """A file whose entries lack placements gets them; given again, the command makes nothing."""
    path, said = tmp_path / "cores.jsonl", []
    entry.write([found], path)
    made = run_jobs()
    monkeypatch.setattr(making, "_found", lambda wanted, _: made(wanted))
    settings = Settings(recipes=("area",), rtl=False, placed=True)
    assert build_file(path, [CORE], settings, said.append) == {}
    assert entry.read(path)[0].runs[0].placed_fmax_mhz == 625.0
    assert build_file(path, [CORE], settings, said.append) == {} and len(said) == 1


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason=f"no placer: {INSTALL}")
def test_a_new_entry_is_placed(tmp_path):
    """The figures are those of the placement of its netlist."""
    path = tmp_path / "cores.jsonl"
    settings = Settings(recipes=("area",), rtl=False, placed=True, home=Home(tmp_path / "home"))
    assert build_file(path, [CORE], settings, print) == {}
    ((run,),) = (one.runs for one in entry.read(path))
    assert run.delay_ns < 1.5 * run.placed_delay_ns and run.wire_mm > 1
    assert run.placed_fmax_mhz == pytest.approx(1000 / run.placed_delay_ns, rel=1e-4)


def test_what_a_data_set_holds_has_the_count_of_placements(found, tmp_path, capsys):
    """Beside the count of runs, where there are any."""
    path = tmp_path / "cores.jsonl"
    placed = replace(RUN, placed_delay_ns=1.6)
    entry.write([replace(found, runs=(placed, found.runs[1]))], path)
    command.show_info(command.info(path))
    shown = capsys.readouterr().out
    assert "1 on nangate45, recipe area, 5 ns, 1 of them placed\n" in shown
    assert "1 on ecp5, recipe area, 5 ns\n" in shown
