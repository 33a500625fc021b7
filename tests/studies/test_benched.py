# SPDX-License-Identifier: Apache-2.0
"""What the figures of a study were measured with."""

import pytest

from cipherfab.bench import bench
from cipherfab.bench.row import Row
from cipherfab.report import printing
from cipherfab.studies.benched import CONDITIONS, Benchmarks, Points, Result, conditions, said_once
from cipherfab.studies.caesar import records as caesar
from cipherfab.studies.caesar.published import CANDIDATES
from cipherfab.studies.caesar.study import STUDY as CAESAR
from cipherfab.studies.forkcipher import records as forkcipher
from cipherfab.studies.forkcipher.published import FIGURE_5
from cipherfab.studies.forkcipher.study import STUDY as FORKCIPHER
from cipherfab.studies.lilliput import records as lilliput
from cipherfab.studies.lilliput.published import LINES
from cipherfab.studies.lilliput.study import STUDY as LILLIPUT
from cipherfab.studies.lwc_round2 import candidates
from cipherfab.studies.lwc_round2 import records as lwc
from cipherfab.studies.lwc_round2.study import STUDY as LWC_ROUND2
from cipherfab.studies.settings import Settings


def measured(core: str, platform: str, recipe: str, **more) -> Row:
    """A row of a run at 700 ps with three seeds."""
    return Row(
        core=core,
        platform=platform,
        recipe=recipe,
        period_ps=700,
        seeds=(0, 1, 2),
        area_ge=20_000.0,
        luts=4000,
        flip_flops=500,
        fmax_mhz=800.0,
        delay_ns=1.25,
        throughput_mbps=9000.0,
        verified=True,
        **more,
    )


def of_caesar(monkeypatch) -> tuple:
    """A record of the study, and the study."""
    monkeypatch.setattr(caesar, "cut_of", lambda core: None)
    points = Points([measured("scream-10", caesar.GATES, "balanced")])
    return caesar.record(CANDIDATES[0], ["scream-10"], points), CAESAR


def of_forkcipher(monkeypatch) -> tuple:
    """A record of the study, and the study."""
    points = Points([measured(FIGURE_5[0].core, forkcipher.PLATFORM, forkcipher.SMALL)])
    return forkcipher._unrolled_row(FIGURE_5[0], points), FORKCIPHER


def of_lilliput(monkeypatch) -> tuple:
    """A record of the study, and the study."""
    line, more = LINES[0], {"cycles_per_block": 4.0, "cycles_formula": "4"}
    points = Points(
        measured(line.core, place, lilliput.recipe_on(line, place), **more)
        for place in (lilliput.AREA, lilliput.SPEED, lilliput.GATES)
    )
    return lilliput.record(line, points), LILLIPUT


def of_lwc_round2(monkeypatch) -> tuple:
    """A record of the study, and the study."""
    one = candidates.CANDIDATES[0]
    points = Points([measured(one.primary, lwc.ROUTED, one.recipe)])
    return lwc.record(one.primary, points), LWC_ROUND2


@pytest.mark.parametrize("made", (of_caesar, of_forkcipher, of_lilliput, of_lwc_round2))
def test_every_figure_of_a_study_says_its_period_and_seeds(made, monkeypatch):
    """In each record, and in a table of its own behind the others: an engineer who measures the
    same core with other ones gets other figures."""
    row, study = made(monkeypatch)
    titled = study.titled(Result(rows=[row]))
    assert row["conditions"]
    for each in row["conditions"]:
        assert (each["period_ps"], each["seeds"]) == (700, [0, 1, 2])
        assert each["core"] and each["platform"] and each["recipe"]
    title, table = titled[-1]
    assert title == CONDITIONS
    assert all(cells[-1] == "0.7 ns, seeds 0-2" for cells in printing.cells(table))
    assert table.row_count == len(row["conditions"])


def test_what_was_not_measured_has_no_conditions():
    """A core without a run has no line, and no table is made of nothing."""
    assert conditions([Row(core="x", platform="nangate45", recipe="area")]) == []
    assert said_once([{"conditions": []}, {}]) == []


def test_rows_are_found_by_core_platform_and_recipe():
    """A row that there is not is empty, and a core has all of its own."""
    row = measured("prince", "nangate45", "area")
    points = Points([row])
    assert points.get("prince", "nangate45", "area") is row and points.of("prince") == [row]
    assert points.get("prince", "nangate45", "speed") is None and points.of("present") == []
    assert points.row("prince", "ecp5", "speed") == Row(
        core="prince", platform="ecp5", recipe="speed"
    )


@pytest.mark.parametrize(
    "options, seeds, netlist",
    [({}, 3, True), ({"quick": True}, 1, False), ({"quick": True, "seeds": 5}, 5, False)],
)
def test_a_benchmark_is_quick_where_the_run_is(monkeypatch, options, seeds, netlist):
    """One seed and no checks of netlists, but the seeds that are asked for; cores are named once,
    none is no benchmark, and the worst exit code is the study's.
    """
    asked = []

    def run(cores, settings):
        asked.append((cores, settings.recipes, settings.seeds, settings.netlist))
        rows = [measured(cores[0], "nangate45", "area", failure="a tool failed")]
        return bench.Result(rows=rows, failures=[])

    monkeypatch.setattr(bench, "run", run)
    found = Benchmarks(Settings(**options))
    found.benchmark([], "nangate45", "area")
    found.benchmark(["prince", "prince"], "nangate45", "area", "speed", seeds=3)
    assert asked == [(["prince"], ("area", "speed"), seeds, netlist)]
    result = found.result([{"core": "prince"}], extra=1)
    assert result.exit_code == 0 and result.more == {"extra": 1}
    assert found.get("prince", "nangate45", "area") and Benchmarks(Settings()).result([]).rows == []
