# SPDX-License-Identifier: Apache-2.0
"""The forkcipher study: its data, the paper's rule, the crossings and the records, without a
synthesis run.
"""

import pytest

from cipherfab.bench.row import Row
from cipherfab.cores.names import parse
from cipherfab.errors import CallError, DesignError
from cipherfab.studies.benched import Points, Result
from cipherfab.studies.forkcipher import crossings, cycles, estimate, published, records, study
from cipherfab.studies.forkcipher.published import COLUMNS_7, FIGURE_5, FIGURE_6, FIGURE_7, REMARKS
from cipherfab.studies.forkcipher.study import STUDY
from cipherfab.studies.listing import lined, plain
from cipherfab.studies.settings import Settings


def test_figures_are_whole():
    """Figure 5 has four lines, figure 6 has 22 figures for each metric, figure 7 has 15 lines of
    six columns.
    """
    assert (len(FIGURE_5), len(FIGURE_6), len(FIGURE_7)) == (4, 22, 15)
    assert all(len(mode.cycles) == len(COLUMNS_7) for mode in FIGURE_7)


@pytest.mark.parametrize("mode", FIGURE_7, ids=lambda mode: mode.name)
@pytest.mark.parametrize("encdec", [False, True])
def test_the_rule_reproduces_the_papers_estimates(mode, encdec):
    """From the published primitives the rule gives every area of figure 7 to the gate
    equivalent."""
    # Romulus decrypts with the encrypting primitive
    both = encdec and not mode.algorithm.startswith("romulus")
    primitive = next(
        line.area_ge
        for line in FIGURE_6
        if (line.algorithm, line.encdec, line.parallel) == (mode.primitive, both, mode.parallel)
    )
    assert estimate.estimate_ge(mode, primitive, encdec=encdec) == pytest.approx(
        mode.area_ge(encdec=encdec), abs=1
    )


@pytest.mark.parametrize("mode", FIGURE_7, ids=lambda mode: mode.name)
def test_published_columns_follow_from_the_formula_or_are_remarked_on(mode):
    """The paper's six columns are its formula's; a mode where they are not has a remark."""
    differs = [
        published
        for (a, m), published in zip(COLUMNS_7, mode.cycles)
        if mode.formula(a, m) != published
    ]
    assert not differs or mode.algorithm in REMARKS


def curve(core: str, area: float, block: int, cycles_per_block: int, fixed: int = 0) -> dict:
    """A core that needs ``fixed`` cycles and some for each block, at 1 ns."""
    return {
        "core": core,
        "area_ge": area,
        "block_bytes": block,
        "time": lambda length: fixed + cycles_per_block * -(-length // block),
    }


FORK, OTHER = curve("fork", 1000, 8, 63), curve("other", 1500, 16, 48, fixed=48)


def test_the_winner_of_a_pair_changes_where_the_times_cross():
    """63 for each 8 bytes against 48 and 48 for each 16: the fork wins up to 8 bytes only."""
    assert crossings.winners(FORK, OTHER, crossings.CRITERIA["time"]) == [(1, "fork"), (9, "other")]


def test_the_last_crossing_is_found_however_late_it_is():
    """Nearly equal slopes cross after thousands of bytes, and after that the winner stays."""
    slow, fast = curve("slow", 1, 8, 100), curve("fast", 1, 8, 99, fixed=1000)
    changes = crossings.winners(slow, fast, crossings.CRITERIA["time"])
    assert changes == [(1, "slow"), (8 * 999 + 1, None), (8 * 1000 + 1, "fast")]


@pytest.mark.parametrize("delay", [0.1, 0.631, 0.7])
def test_equal_slopes_never_cross(delay):
    """Delays are no whole numbers, and what rounding makes of two equal slopes is no crossing."""
    one, other = curve("one", 1, 8, 63), curve("other", 1, 16, 126, fixed=7)
    timed = [
        {**each, "time": lambda n, time=each["time"]: delay * time(n)} for each in (one, other)
    ]
    assert crossings.horizon(*timed, crossings.CRITERIA["time"]) == 80
    assert crossings.winners(timed[0], timed[1], crossings.CRITERIA["time"]) == [(1, "one")]


def test_area_counts_by_the_second_criterion():
    """The smaller core keeps up longer when time is multiplied by area."""
    found = {item["criterion"]: item for item in crossings.pairs([FORK], [OTHER])}
    assert (
        found["area x time"]["from_bytes"] > found["time"]["from_bytes"]
        and found["time"]["longest"] == "other"
    )


def test_best_within_a_budget():
    """An area leaves out larger cores, a time leaves out slower ones, and nobody is left at
    last."""
    assert crossings.within_area([FORK, OTHER], 1200) == [(1, "fork")]
    assert crossings.within_area([FORK, OTHER], 1500) == [(1, "fork"), (9, "other")]
    assert crossings.within_time([FORK, OTHER], 96) == [(1, "fork"), (9, "other"), (17, None)]


def test_cycles_grow_by_a_block_from_the_second_on():
    """The function of the length agrees with the counts and goes on with their slope; counts
    without one slope are refused, and only the last blocks that are counted tell it.
    """
    lengths = (0, 1, 16, 17, 32, 33, 48, 49)
    assert {(0, n) for n in lengths} <= {*cycles.sizes("saef-forkskinny-128-192")}
    counts = {(0, n): 48 * max(1, -(-n // 16)) + 48 for n in lengths}
    count = cycles.over_length(counts, 16)
    assert [count(n) for n in (0, 1, 16, 17, 48, 49, 1600)] == [96, 96, 96, 144, 192, 240, 48 * 101]
    assert not cycles.uneven(counts, 16) and cycles.over_length({**counts, (0, 17): 7}, 16)(17) == 7
    said = "a block costs 48 cycles, and 49 where a part of one follows"
    with pytest.raises(DesignError, match=said):
        cycles.over_length({**counts, (0, 49): counts[0, 33] + 49}, 16)


def test_unknown_algorithm_is_a_wrong_call():
    """The message lists the algorithms."""
    with pytest.raises(CallError, match="forkskinny-128-256"):
        records.run(Settings(ciphers=["ascon-128"]))


def test_quick_leaves_out_unrolled_cores():
    """With ``quick`` figure 5 is empty, parallel and serial decryption are not measured; figures 6
    and 7 are whole.
    """
    lines = records._lines(Settings(quick=True))
    assert (
        not lines[5]
        and lines["beside"] == [records.SMALLEST]
        and (len(lines[6]), len(lines[7])) == (22, 15)
    )
    beside = records._lines(Settings())["beside"]
    assert len(beside) == 16 and all(parse(core).encdec for core in beside[1:])


def faked_points(area: float) -> Points:
    """A benchmark's rows for PAEF-64-192 and its primitive."""
    return Points(
        Row(
            core=core,
            platform=records.PLATFORM,
            recipe=recipe,
            area_ge=area,
            fmax_mhz=500.0,
            delay_ns=2.0,
            area_split={"wrapper": 700.0},
            verified=True,
        )
        for core in ("forkskinny-64-192", "paef-forkskinny-64-192/round,enconly")
        for recipe in (records.SMALL, *records.FAST)
    )


def test_the_record_of_a_mode_has_all_three_areas():
    """Estimate of the paper, ours from the measured primitive, and the measured core; cycles beside
    the published ones.
    """
    mode = next(mode for mode in published.FIGURE_7 if mode.name == "PAEF-64-192")
    counted = {(8 * a, 8 * m): 40 * a + 63 * m + (m == 3) for a, m in COLUMNS_7}
    counted |= {(0, 17): 127, (0, 25): 191}
    row = records._mode_row(mode, False, faked_points(3500.0), {mode.core(encdec=False): counted})
    assert (
        row["published"]["area_ge"] == 5034
        and row["measured"]["area_ge"] == 3500
        and row["measured"]["wrapper_ge"] == 700
    )
    assert row["estimated"]["area_ge"] == pytest.approx(5034 - 192, abs=1)
    assert [column["at_or_below_published"] for column in row["columns"]] == [
        True,
        True,
        False,
        True,
        True,
        True,
    ]
    assert "paef" in lined([row], study.AREAS)[0]["mode"].lower()


@pytest.mark.parametrize("last, curves", [(191, 1), (192, 0)])
def test_a_mode_without_a_function_of_the_length_is_told_and_not_drawn(last, curves):
    """It has no curve, no crossing and no place in a budget, and its line says why."""
    mode = next(mode for mode in published.FIGURE_7 if mode.name == "PAEF-64-192")
    core, points = mode.core(encdec=False), faked_points(3500.0)
    counted = {(8 * a, 8 * m): 64 * m for a, m in COLUMNS_7}
    counted |= {(0, 17): 127, (0, 24): 192, (0, 16): 128, (0, 25): last}
    row = records._mode_row(mode, False, points, {core: counted})
    found = records._curves({7: [mode], "ascon": []}, points, {core: counted})
    assert len(found) == curves and ("where a part of one follows" in row["remark"]) == (not curves)


def test_unrolled_cores_and_parallel_decryption_are_printed():
    """Figure 5 has area, delay and ratio of both; a core with parallel decryption stands beside the
    one without.
    """
    core = "forkskinny-64-192/round,duplicated,encdec"
    names = FIGURE_5[0].core, core, core.replace("duplicated", "parallel")
    points = Points(
        Row(
            core=name,
            platform=records.PLATFORM,
            recipe=records.SMALL,
            area_ge=30_000.0,
            fmax_mhz=50.0,
            delay_ns=20.0,
            verified=True,
            cycles_formula="1 per call",
        )
        for name in names
    )
    rows = [records._unrolled_row(FIGURE_5[0], points), records._beside_row(core, points)]
    assert (
        rows[0]["ratio"] == {"area_ge": round(30_000 / 34_167, 4), "delay_ns": round(20 / 26, 4)}
        and rows[0]["cycles"] == 1
    )
    assert rows[1]["without_ge"] == 30_000 and rows[1]["without_cycles"] == "1 per call"
    text = plain(STUDY.titled(Result(rows=rows)))
    assert "Figure 5" in text and core in text and "34,167" in text


def test_the_verdict_counts_what_is_no_worse_than_published():
    """Areas and delays at or below the published ones, frequencies at or above; what was not
    measured counts as not reached.
    """

    def row(figure: int, published: dict, measured: dict) -> dict:
        return {"figure": figure, "published": published, "measured": measured, "verified": True}

    printed = {"area_ge": 100.0, "fmax_mhz": 50.0, "delay_ns": 20.0}
    rows = [
        row(6, printed, {"area_ge": 100.0, "fmax_mhz": 49.9, "fastest_recipe": "speed"}),
        row(6, printed, {"area_ge": 100.1, "fmax_mhz": 50.0, "fastest_recipe": "phased"}),
        row(6, printed, {"area_ge": 99.0, "fmax_mhz": 51.0, "fastest_recipe": "wired"}),
        row(6, printed, {}),
        row(6, printed, {"area_ge": 101.0, "fmax_mhz": 52.0, "fastest_recipe": "speed"}),
        row(5, printed, {"area_ge": 99.0, "delay_ns": 20.1}),
    ]
    text = STUDY.verdict(Result(rows=rows))
    assert "2 of 5 areas of figure 6 (recipe `phased`), 1 of 1 areas and 0 of 1 delays" in text
    assert (
        "at or above: 3 of 5 frequencies of figure 6 (each the best of 3 recipes, phased, "
        "speed, wired, so of another netlist than its area)"
    ) in text
    assert "of other tools and another flow" in text
    rows = [row(6, printed, {"area_ge": 100.0, "fmax_mhz": 49.9, "fastest_recipe": "phased"})]
    text = STUDY.verdict(Result(rows=rows))
    assert "frequencies of figure 6 (of the same netlists)" in text


def test_the_fastest_netlist_of_all_recipes_counts():
    """Area and its spread are those of the small netlist; frequency, delay and the recipe those of
    the fastest, whichever recipe it is of.
    """
    core = "skinny-64-192"
    for fastest in (records.SMALL, *records.FAST):
        points = Points(
            Row(
                core=core,
                platform=records.PLATFORM,
                recipe=recipe,
                area_ge=3000.0 if recipe == records.SMALL else 4000.0,
                fmax_mhz=1000.0 if recipe == fastest else 500.0,
            )
            for recipe in (records.SMALL, *records.FAST)
        )
        measured = records._measured(core, points)
        assert measured["area_ge"] == 3000 and measured["fmax_mhz"] == 1000
        assert measured["fastest_recipe"] == fastest
