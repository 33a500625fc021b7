# SPDX-License-Identifier: Apache-2.0
"""The CAESAR study: its data and its records, without a synthesis run."""

from random import Random

import pytest

from cipherfab.bench.row import Row
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from cipherfab.studies.benched import Points, Result
from cipherfab.studies.caesar import records, study
from cipherfab.studies.caesar.by_hand import PLACED, compared
from cipherfab.studies.caesar.published import CANDIDATES, FURTHER, PRINTED
from cipherfab.studies.caesar.study import STUDY, tables
from cipherfab.studies.listing import plain
from cipherfab.studies.settings import Settings
from cipherfab.words import SoftwareWord


def test_printed_ratios_are_quotients_of_printed_frequencies():
    """The ratios as a whole are the quotients, cut or rounded; those of three candidates stand in
    each other's lines."""
    quotients = sorted(each.ratio for each in CANDIDATES)
    assert sorted(PRINTED.values()) == pytest.approx(quotients, abs=0.011)
    others = [each.name for each in CANDIDATES if abs(each.ratio - PRINTED[each.name]) > 0.011]
    assert others == ["Minalpher", "OCB", "Deoxys"]


def test_every_core_has_its_shortest_name():
    """Rows are found by name; an algorithm without hardware has no core."""
    found = [core for each in CANDIDATES for core in records.cores(each.algorithm, 2)]
    assert "scream-10/inner=2" in found and found == [str(parse(core)) for core in found]


def test_a_candidates_options_are_those_of_its_cores(monkeypatch):
    """Those with other options, or none, are further lines: neither its pair nor its best."""
    names = records.cores("aez-v5", 2, "buffer=256")
    assert names == ["aez-v5/round,buffer=256", "aez-v5/inner=2,buffer=256"]
    monkeypatch.setattr(records, "cut_of", lambda core: None)
    every = [*names, "aez-v5/inner=2"]
    points = Points(faked(name, "nangate45", 40_000, 800) for name in every)
    row = records.record(FURTHER[-1], every, points)
    assert [each["core"] for each in records.pair(row)] == names
    assert study.usual_lines(row["lines"]) == row["lines"][:2]
    assert row["lines"][2]["basic"] == names[0]


def test_unknown_algorithm_is_a_wrong_call():
    """The message lists the algorithms of the study."""
    with pytest.raises(CallError, match="colm0"):
        records.run(Settings(ciphers=["ascon-128"]))


def test_it_runs_on_the_platforms_and_with_the_pieces_that_are_wanted():
    """Platforms are run in the study's order; quick ones are the standard cells and k = 2, where
    nothing else is said."""
    assert records.platforms(Settings(quick=True)) == ("nangate45",)
    assert records.platforms(Settings()) == ("nangate45", "virtex6", "ecp5", "artix7")
    assert records.platforms(Settings(quick=True, platforms=["ecp5", "virtex6"])) == (
        "virtex6",
        "ecp5",
    )
    assert [
        records.most_pieces(Settings(quick=quick, pieces=pieces))
        for quick, pieces in ((True, None), (False, None), (True, 3))
    ] == [2, 4, 3]
    assert records.cores("scream-10", 3) == ["scream-10", "scream-10/inner=2", "scream-10/inner=3"]


@pytest.mark.parametrize("each", PLACED, ids=lambda each: each.candidate)
def test_registers_placed_by_hand_cut_the_same_step_no_better(each):
    """Both pieces after each other are the step, and the longer of the search's two is no longer
    than that of those by hand."""
    for seed in range(5):
        random = Random(seed)
        state = {
            name: SoftwareWord(width, random.getrandbits(width))
            for name, width in each.layout.items()
        }
        first, second = each.pieces
        assert second(first(state)) == each.step(state)
    found = compared(each)
    assert max(found["searched"]) <= max(found["by_hand"]) <= found["step"]


def test_ratios_and_the_best_k_follow_from_the_rows(monkeypatch, tmp_path):
    """Of faked rows: twice the frequency at 1.25 times the area is 1.6 times the throughput per
    area, and reaches the published ratio; tables and charts can be made of them."""
    monkeypatch.setattr(
        records,
        "cut_of",
        lambda core: {"k": 2, "rounds": 10, "pieces": [5, 6], "registers": 7, "step": 11},
    )
    scream, copa = CANDIDATES[:2]
    names = ["scream-10", "scream-10/inner=2"]
    points = Points(
        faked(name, "nangate45", area, mhz)
        for name, area, mhz in zip(names, (20_000, 25_000), (400, 800))
    )
    rows = [records.record(scream, names, points), records.record(copa, [], points)]
    pipelined = rows[0]["lines"][1]
    assert pipelined["ratios"]["nangate45"] == {
        "fmax_mhz": 2,
        "throughput_mbps": 2,
        "per_area": 1.6,
    }
    assert rows[0]["best_by_throughput_per_area"]["nangate45"] == names[1]
    result = Result(rows=rows)
    text = plain(STUDY.titled(result))
    assert "2.00 ✓" in text and records.NO_CORE in text and "1 of 1" in STUDY.verdict(result)
    assert {path.suffix for path in STUDY.write(result, tmp_path)} == {
        ".json",
        ".txt",
        ".png",
        ".svg",
        ".pdf",
    }


def faked(core: str, platform: str, area: float, mhz: float) -> Row:
    """A row of a core on standard cells, or its look-up tables only."""
    if platform == records.AREA:
        return Row(core=core, platform=platform, recipe="area", luts=area)
    return Row(
        core=core,
        platform=platform,
        recipe="balanced",
        area_ge=area,
        fmax_mhz=mhz,
        throughput_mbps=12.8 * mhz,
    )


def test_lines_beside_those_of_k_2(monkeypatch, tmp_path):
    """Of faked rows: every k stands in the table over k with the best one, and a core with another
    S-box is compared with the basic core that has it, and is never the best; areas on Virtex-6 have
    a table, and k = 3 makes a chart more."""
    monkeypatch.setattr(
        records,
        "cut_of",
        lambda core: {"k": 2, "rounds": 10, "pieces": [5, 6], "registers": 7, "step": 11},
    )
    colm = next(each for each in CANDIDATES if each.name == "COLM")
    sizes = {
        "colm0": (40_000, 400),
        "colm0/inner=2": (50_000, 700),
        "colm0/inner=3": (50_000, 800),
        "colm0/round,sbox=table": (40_000, 500),
        "colm0/inner=2,sbox=table": (10_000, 750),
    }
    points = Points(faked(core, "nangate45", *size) for core, size in sizes.items())
    points.add([faked("colm0", "virtex6", 4000, 0), faked("colm0/inner=2", "virtex6", 6000, 0)])
    result = Result(rows=[records.record(colm, list(sizes), points)])
    (row,) = result.rows
    assert [each["ratios"]["nangate45"]["fmax_mhz"] for each in row["lines"]] == [
        1,
        1.75,
        2,
        1,
        1.5,
    ]
    assert row["best_by_throughput_per_area"]["nangate45"] == "colm0/inner=3"
    (over,) = study.over_k(result.rows, "nangate45")
    assert (over["MHz, k = 3"], over["best k"], over["per area, best k"]) == ("2.00", 3, "1.60")
    text = plain(STUDY.titled(result))
    assert "LUTs ratio" in text and "1.50" in text
    # 1 - 1 / 1.75 of the cycle, twice.
    assert "86%" in text
    assert "over_k-nangate45.png" in {path.name for path in STUDY.write(result, tmp_path)}


def test_without_timing_no_ratio_is_told(monkeypatch):
    """Of areas on Virtex-6 alone the verdict says that no frequency was measured, not that none is
    at the published ratio.
    """
    monkeypatch.setattr(records, "cut_of", lambda core: None)
    names = ["scream-10", "scream-10/inner=2"]
    points = Points(faked(core, records.AREA, 4000, 0) for core in names)
    result = Result(rows=[records.record(CANDIDATES[0], names, points)])
    assert "no frequency ratio was measured" in STUDY.verdict(result)


def test_families_that_the_slides_leave_have_rows_without_a_published_figure(monkeypatch, tmp_path):
    """Of faked rows: ELmD's ratio stands beside dashes and counts in no statement about the seven;
    a quick run has such a family only where it is named.
    """
    monkeypatch.setattr(
        records,
        "cut_of",
        lambda core: {"k": 2, "rounds": 10, "pieces": [5, 6], "registers": 7, "step": 11},
    )
    names = ["elmd-10-0-1", "elmd-10-0-1/inner=2"]
    points = Points(
        faked(name, "nangate45", area, mhz)
        for name, area, mhz in zip(names, (20_000, 25_000), (400, 800))
    )
    result = Result(rows=[records.record(FURTHER[0], names, points)])
    (row,) = (study.frequency(each, ["nangate45"]) for each in result.rows)
    assert (row["basic"], row["ratio"], row["ratio, nangate45"]) == ("–", "–", "2.00")
    assert not study.statements(result.rows, ["nangate45"])
    assert "no frequency ratio is published of what was measured" in STUDY.verdict(result)
    assert STUDY.write(result, tmp_path)


def test_a_quick_run_has_the_slides_candidates(monkeypatch):
    """And of the others what is named."""
    asked = []
    monkeypatch.setattr(
        records.Benchmarks, "benchmark", lambda self, cores, *_, **__: asked.extend(cores)
    )
    monkeypatch.setattr(records, "cores", lambda algorithm, pieces, options: [algorithm])
    monkeypatch.setattr(records, "cut_of", lambda core: None)
    for settings, expected in (
        (Settings(quick=True), CANDIDATES),
        (Settings(), (*CANDIDATES, *FURTHER)),
        (Settings(quick=True, ciphers=["elmd-10-0-1"]), FURTHER[:1]),
    ):
        asked.clear()
        records.run(settings)
        assert set(asked) == {each.algorithm for each in expected}


@pytest.mark.slow
def test_cores_are_run_beside_those_of_their_candidate(monkeypatch):
    """A core in the place of an algorithm is a further line of it."""
    asked = []
    monkeypatch.setattr(
        records.Benchmarks, "benchmark", lambda self, cores, *_, **__: asked.extend(cores)
    )
    records.run(Settings(ciphers=["scream-10/inner=3"], quick=True))
    assert asked == ["scream-10", "scream-10/inner=2", "scream-10/inner=3"]


@pytest.mark.parametrize("place", ["artix7", "ecp5"])
def test_placed_and_routed_is_the_slides_table_alone(place):
    """There the basic core and that with k = 2 of the slides' candidates are run, and what is
    named; elsewhere every core is.
    """
    names = ["scream-10", "scream-10/inner=2", "scream-10/inner=3"]
    assert records.on(place, names) == names[:2]
    assert records.on(place, names, names[2:]) == names
    assert records.on(place, ["elmd-10-0-1", "elmd-10-0-1/inner=2"]) == []
    assert records.on("virtex6", names) == records.on("nangate45", names) == names


def test_routed_on_artix7_stands_beside_virtex6(monkeypatch):
    """Of faked rows: the ratio on Artix-7 stands in the slides' table, its throughput is per
    physical look-up table, and no best k is told of it.
    """
    monkeypatch.setattr(
        records,
        "cut_of",
        lambda core: {"k": 2, "rounds": 10, "pieces": [5, 6], "registers": 7, "step": 11},
    )
    names = ["scream-10", "scream-10/inner=2"]
    points = Points(
        Row(
            core=name,
            platform="artix7",
            recipe="balanced",
            luts=9_999,
            lut_sites=1_000,
            slices=400,
            fmax_mhz=mhz,
            throughput_mbps=10.0 * mhz,
        )
        for name, mhz in zip(names, (50, 110))
    )
    row = records.record(CANDIDATES[0], names, points)
    assert row["lines"][1]["artix7"]["per_area"] == 1.1
    found = tables(Result(rows=[row]))
    (slides,) = next(iter(found.values()))
    assert slides["ratio, artix7"] == "2.20 ✓"
    assert not any("Over k on artix7" in title for title in found)
    assert not any("best k" in said["statement"] for said in found["Statements"])
