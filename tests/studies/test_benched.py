# SPDX-License-Identifier: Apache-2.0
"""What the figures of a study were measured with."""

import pytest

from cipherfab.bench.row import Row
from cipherfab.report import tables
from cipherfab.studies.benched import CONDITIONS, Result, conditions, with_conditions
from cipherfab.studies.caesar import show as caesar_show
from cipherfab.studies.caesar import study as caesar
from cipherfab.studies.caesar.published import CANDIDATES
from cipherfab.studies.forkcipher import show as forkcipher_show
from cipherfab.studies.forkcipher import study as forkcipher
from cipherfab.studies.forkcipher.published import FIGURE_5
from cipherfab.studies.lilliput import show as lilliput_show
from cipherfab.studies.lilliput import study as lilliput
from cipherfab.studies.lilliput.published import LINES
from cipherfab.studies.lwc_round2 import candidates
from cipherfab.studies.lwc_round2 import show as lwc_show
from cipherfab.studies.lwc_round2 import study as lwc


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


def of_caesar(monkeypatch) -> tuple[dict, object]:
    """A record of the study, and its tables."""
    monkeypatch.setattr(caesar, "cut_of", lambda core: None)
    points = {("scream-10", caesar.GATES): measured("scream-10", caesar.GATES, "balanced")}
    row = caesar.record(CANDIDATES[0], ["scream-10"], points)
    return row, caesar_show.all_tables(Result(rows=[row], failures=[], exit_code=0))


def of_forkcipher(monkeypatch) -> tuple[dict, object]:
    """A record of the study, and its tables."""
    core = FIGURE_5[0].core
    points = {(core, forkcipher.SMALL): measured(core, forkcipher.PLATFORM, forkcipher.SMALL)}
    row = forkcipher._unrolled_row(FIGURE_5[0], points)
    return row, forkcipher_show.all_tables(
        forkcipher.Result(rows=[row], modes=[], failures=[], exit_code=0)
    )


def of_lilliput(monkeypatch) -> tuple[dict, object]:
    """A record of the study, and its tables."""
    keys = [
        (LINES[0].core, lilliput.recipe_on(LINES[0], place), place)
        for place in (lilliput.AREA, lilliput.SPEED, lilliput.GATES)
    ]
    row = lilliput.record(
        LINES[0],
        {
            (core, recipe, place): measured(
                core, place, recipe, cycles_per_block=4.0, cycles_formula="4"
            )
            for core, recipe, place in keys
        },
    )
    return row, lilliput_show.all_tables(Result(rows=[row], failures=[], exit_code=0))


def of_lwc_round2(monkeypatch) -> tuple[dict, object]:
    """A record of the study, and its tables."""
    one = candidates.CANDIDATES[0]
    row = lwc.record(one.primary, {lwc.ROUTED: measured(one.primary, lwc.ROUTED, one.recipe)})
    return row, lwc_show.all_tables(
        lwc.Result(rows=[row], ranked=[], moves=[], quick=True, failures=[], exit_code=0)
    )


@pytest.mark.parametrize("made", (of_caesar, of_forkcipher, of_lilliput, of_lwc_round2))
def test_every_figure_of_a_study_says_its_period_and_seeds(made, monkeypatch):
    """In each record, and in a table of its own behind the others: an engineer who measures the
    same core with other ones gets other figures."""
    row, titled = made(monkeypatch)
    assert row["conditions"]
    for each in row["conditions"]:
        assert (each["period_ps"], each["seeds"]) == (700, [0, 1, 2])
        assert each["core"] and each["platform"] and each["recipe"]
    title, table = titled[-1]
    assert title == CONDITIONS
    assert all(cells[-1] == "0.7 ns, seeds 0-2" for cells in tables.cells(table))
    assert table.row_count == len(row["conditions"])


def test_what_was_not_measured_has_no_conditions():
    """A core without a run has no line, and no table is made of nothing."""
    assert conditions([Row(core="x", platform="nangate45", recipe="area")]) == []
    assert with_conditions([], [{"conditions": []}]) == []
