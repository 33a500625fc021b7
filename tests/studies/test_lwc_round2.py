# SPDX-License-Identifier: Apache-2.0
"""Tests of the round 2 study: the published lists, the cores, rankings of made-up records, and the
page.
"""

import pytest

from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from cipherfab.report import printing as printed
from cipherfab.studies.benched import CONDITIONS, Result
from cipherfab.studies.lwc_round2 import everyone, page, published, ranking, records, tables
from cipherfab.studies.lwc_round2.candidates import (
    CANDIDATES,
    EVERYONE,
    FURTHER,
    candidate_of,
    cores,
)
from cipherfab.studies.lwc_round2.study import STUDY, ranked, slides
from cipherfab.studies.settings import Settings

NAMES = [each.name for each in CANDIDATES]
CORES = [core for each in EVERYONE for core in each.cores]


def _row(name, mbps, *, core=None, luts=1500, flip_flops=500, mhz=100.0, verified=True):
    """A record with the same throughput at every size on an FPGA that is placed and routed."""
    core = core or next(each.primary for each in EVERYONE if each.name == name)
    rates = {f"{kind}/{size}": mbps for kind in ("enc/pt", "enc/ad") for size in published.SIZES}
    routed = {
        "stage": records.stage("ecp5"),
        "luts": 2 * luts,
        "flip_flops": flip_flops,
        "fmax_mhz": mhz,
        "pre_route_delay_ns": None,
        "pre_route_fmax_mhz": None,
        "throughputs": rates,
    }
    mapped = {
        **routed,
        "stage": "after synthesis, pre-route delay",
        "luts": luts,
        "lut_sites": luts - 200,
        "fmax_mhz": None,
        "pre_route_delay_ns": 1000 / mhz,
        "pre_route_fmax_mhz": mhz,
    }
    return {
        "candidate": name,
        "core": core,
        "primary": candidate_of(core).name == name,
        "verified": verified,
        "cycles_per_block": 6,
        "formulas": {"enc": "6*m"},
        "new_key_cycles": {"enc": 5},
        "platforms": {"artix7": mapped, "ecp5": routed},
        "conditions": [
            {
                "core": core,
                "platform": "ecp5",
                "recipe": "speed",
                "period_ps": None,
                "seeds": [0, 1],
            }
        ],
    }


def _result(rows, *, everyone=False):
    return Result(rows=rows, settings=Settings(everyone=everyone))


def test_published_orders_are_of_the_candidates():
    """Each published order has every candidate of the study once."""
    for size in published.SIZES:
        assert sorted(published.places(size)) == sorted(NAMES)


def test_lists_of_the_fastest_are_of_the_candidates():
    """The published lists of the fastest name candidates of the study."""
    assert {name for lines in published.FASTEST.values() for name, _ in lines} <= set(NAMES)


@pytest.mark.parametrize("core", CORES)
def test_cores_have_their_shortest_names(core):
    """Every core of the study has a name, and that is its shortest one."""
    assert str(parse(core)) == core


@pytest.mark.slow
@pytest.mark.parametrize("core", CORES)
def test_cores_can_be_built(core):
    """Every core of the study exists: its Verilog can be written."""
    assert build(core).sources


def test_quick_has_one_core_of_each_candidate():
    """A quick run has 22 cores, one of each candidate, and a whole one has more of all."""
    assert [candidate_of(core).name for core in cores(set(NAMES), quick=True)] == NAMES
    assert len(set(cores(set(NAMES), quick=False))) == sum(len(each.cores) for each in CANDIDATES)


def test_the_published_order_has_a_tau_of_one():
    """Records in the published order for long inputs agree with it, and none moves there."""
    places = published.places("long")
    ranked = ranking.rankings([_row(name, 1000 - places[name]) for name in NAMES])
    long = next(each for each in ranked if (each["platform"], each["size"]) == ("ecp5", "long"))
    assert long["tau"] == 1 and {line["move"] for line in ranking.compared(long)} == {0}
    sixteen = next(each for each in ranked if (each["platform"], each["size"]) == ("ecp5", "16"))
    assert 0 < sixteen["tau"] < 1


def test_a_candidate_alone_agrees_with_no_order():
    """Of a single candidate there is no tau, in records and in the last line."""
    rows = [_row(NAMES[0], 900)]
    assert {each["tau"] for each in ranking.rankings(rows)} == {None}
    assert "within the budget: not computed" in STUDY.verdict(_result(rows))


def test_the_reverse_order_has_a_tau_of_minus_one():
    """Records in the reverse order disagree in every pair."""
    places = published.places("long")
    ranked = ranking.rankings([_row(name, places[name]) for name in NAMES])
    assert next(each for each in ranked if each["size"] == "long")["tau"] == -1


def test_far_moves_have_a_sentence():
    """A candidate that moves by more than three places is told with what places it there, others
    are not.
    """
    places = published.places("long")
    rows = [_row(name, 5000 if name == "WAGE" else 1000 - places[name]) for name in NAMES]
    moves = {
        (each["candidate"], each["platform"]): each
        for each in ranking.moves(rows, ranking.rankings(rows))
    }
    wage = moves["WAGE", "ecp5"]
    assert wage["measured"] == 1 and wage["move"] == 21 and "its cycles carry it" in wage["why"]
    assert ("Subterranean", "ecp5") not in moves


def test_the_fastest_core_within_the_budget_stands_for_a_candidate():
    """A larger core and one that is not verified do not count; where none is within the budget the
    smallest one stands.
    """
    small, large = _row("Ascon", 800), _row("Ascon", 1200, core="ascon-128/unrolled=2", luts=2500)
    wrong = _row("Ascon", 5000, core="ascon-128a", verified=False)
    huge = _row("COMET", 900, luts=3000)
    found = ranking.representatives([small, large, wrong, huge], "ecp5")
    assert found["Ascon"] is small and found["COMET"] is huge


def test_lists_of_the_fastest_have_small_cores_only():
    """Cores of 2,500 LUTs of Artix-7 and more are not in the lists."""
    rows = [_row("Ascon", 800, luts=2499), _row("COMET", 900, luts=2500)]
    assert [line["candidate"] for line in ranking.fastest(rows, "ecp5", "pt")] == ["Ascon"]


def test_pre_route_figures_are_called_that():
    """Columns of Artix-7 say that their frequencies are pre-route; those of ECP5 do not."""
    columns = STUDY.shown(_result([_row("Ascon", 800)]))
    cores_table = next(iter(columns.values()))[0]
    assert (
        "artix7 pre-route MHz" in cores_table
        and "artix7 MHz" not in cores_table
        and "ecp5 MHz" in cores_table
    )


def test_a_size_that_a_core_does_not_take_has_one_place_less():
    """A core whose buffer is too small for a size is not ranked there, and the others are."""
    rows = [_row("Ascon", 800), _row("ESTATE", 700)]
    for figures in rows[1]["platforms"].values():
        figures["throughputs"] = {"enc/pt/long": 700, "enc/pt/64": 700, "enc/pt/16": 700}
    table = tables.places(ranked(_result(rows)), "ecp5")
    assert [bool(line["1536 B"]) for line in table] == [True, False] and all(
        line["16 B"] for line in table
    )


def test_a_core_without_a_run_on_a_platform_has_a_line_without_its_figures():
    """A job that failed there leaves its cells empty, and the other cores theirs."""
    rows = [_row("Ascon", 800), _row("KNOT", 700)]
    del rows[1]["platforms"]["artix7"]
    _, table = STUDY.titled(_result(rows))[0]
    found = dict(zip((str(column.header) for column in table.columns), zip(*printed.cells(table))))
    assert found["artix7 LUT sites"][0] != "–" and found["artix7 LUT sites"][1] == "–"
    assert "–" not in found["ecp5 MHz"]


def test_both_counts_of_look_up_tables_are_told():
    """The last line has how many primary cores fit as mapped, and how many if pairs share a look-up
    table.
    """
    rows = [
        _row("Ascon", 800, luts=1900),
        _row("KNOT", 700, luts=2100),
        _row("WAGE", 600, luts=2300),
    ]
    text = STUDY.verdict(_result(rows))
    assert "1 of 3 primary cores within 2,000 LUTs" in text and "2 if pairs" in text


def test_every_table_is_on_the_page():
    """The page has every table by its title, and no script."""
    rows = [_row(name, 1000 - 100 * place) for place, name in enumerate(("Ascon", "KNOT", "WAGE"))]
    result = _result(rows)
    text = page.render(STUDY.verdict(result), STUDY.shown(result), {})
    assert (
        all(page.escape(title) in text for title in STUDY.shown(result)) and "<script" not in text
    )
    assert text.count("<table>") == len(STUDY.shown(result)) > 10


@pytest.mark.slow
def test_everything_is_on_the_page(tmp_path):
    """Tables, plots and the page are written; the page has every picture."""
    rows = [_row(name, 1000 - 100 * place) for place, name in enumerate(("Ascon", "KNOT", "WAGE"))]
    written = STUDY.write(_result(rows), tmp_path)
    text = (tmp_path / "index.html").read_text()
    assert tmp_path / "index.html" in written
    assert text.count("<img ") == sum(path.suffix == ".svg" for path in written) >= 4


def test_the_page_shows_strange_names_as_text():
    """What stands in a table cannot become markup."""
    assert "<b>" not in page.render("<b>", {"<b>": [{"<b>": "<b>"}]}, {})


def test_the_primary_and_the_best_core_of_each_budget_stand_for_a_candidate():
    """A core that is neither the primary one nor the fastest within a budget is left out, and so is
    a faster one that is above both budgets; the order stays.
    """

    def mapped(core, mbps, luts):
        return _row("Ascon", mbps, core=core, luts=luts) | {"primary": core == "ascon-128"}

    rows = [
        mapped("ascon-128/serial=8", 10, 900),
        mapped("ascon-128", 20, 1500),
        mapped("ascon-128/unrolled=2", 30, 1900),
        mapped("ascon-128a", 25, 1800),
        mapped("ascon-128/unrolled=3", 40, 2100),
    ]
    assert records.standing(rows) == ["ascon-128/serial=8", "ascon-128", "ascon-128/unrolled=2"]


@pytest.mark.parametrize(
    "options, further",
    [
        ({}, {"ascon-128", "ascon-128a/unrolled=2"}),
        ({"everywhere": True}, None),
        ({"quick": True}, None),
    ],
)
def test_further_platforms_have_the_cores_that_stand_for_a_candidate(monkeypatch, options, further):
    """The platform of the budgets has every core of the run; the others only those that stand for
    their candidate, unless all are wanted everywhere or the run is quick.
    """
    asked = []

    monkeypatch.setattr(
        records, "_benchmark", lambda found, names, place: asked.append((place, set(names)))
    )
    monkeypatch.setattr(records, "standing", lambda rows: ["ascon-128", "ascon-128a/unrolled=2"])
    records.run(Settings(ciphers=("Ascon",), platforms=("cyclone10lp",), **options))
    every = set(cores({"Ascon"}, quick="quick" in options))
    assert asked == [("artix7", every), ("cyclone10lp", every if further is None else further)]


def test_all_are_the_32_candidates_of_round_2():
    """With the slides' 22 there are 32 candidates, each once, in alphabetical order; the further
    ones have one core each at most.
    """
    names = [each.name for each in EVERYONE]
    assert len(names) == len(set(names)) == 32 and set(NAMES) < set(names)
    assert names == sorted(names, key=str.casefold)
    assert all(each.cores in ((), (each.primary,)) for each in FURTHER)


def test_a_candidate_has_a_core_or_an_obstacle():
    """Where a candidate has no core it is said why, and nowhere else."""
    assert [bool(each.obstacle) for each in EVERYONE] == [not each.has_core for each in EVERYONE]


def test_rows_of_the_slides_stay_as_they_are_beside_all_candidates():
    """Every table of the slides is the same whether the others are measured too, but for the
    conditions of all.
    """
    rows = [_row(name, 1000 - 100 * place) for place, name in enumerate(("Ascon", "KNOT", "WAGE"))]
    alone = STUDY.shown(_result(rows))
    beside = STUDY.shown(_result([*rows, _row("SPIX", 5000)], everyone=True))
    assert alone.pop(CONDITIONS) != beside[CONDITIONS]
    assert {title: lines for title, lines in beside.items() if title in alone} == alone
    assert len(beside) > len(alone)


def test_all_candidates_are_ranked_whether_on_the_slides_or_not():
    """The second table orders every verified primary core by its throughput, and has no other
    core.
    """
    rows = [
        _row("Ascon", 800),
        _row("Ascon", 5000, core="ascon-128/unrolled=2") | {"primary": False},
        _row("SPIX", 900),
        _row("ACE", 9000, verified=False),
    ]
    order = everyone.order(everyone.primaries(rows), "ecp5")
    assert [line["long"] for line in order] == ["SPIX 900", "Ascon 800"]


def test_a_candidate_without_a_core_has_a_line_with_the_reason(monkeypatch):
    """It stands beside the others without a number, and the last line names it."""
    lacking = next(each for each in FURTHER if each.name == "SPIX")
    rows = [_row("Ascon", 800), records.missing(lacking) | {"obstacle": "its end comes first"}]
    result = _result(rows, everyone=True)
    title = f"All candidates of round 2: 2 of {len(EVERYONE)}, each by its primary core"
    ascon, spix = STUDY.shown(result)[title]
    assert ascon["artix7 LUT sites"] and not ascon["no core because"]
    assert spix["no core because"] == "its end comes first" and spix["core"] is None
    assert not any(value for name, value in spix.items() if "LUT" in name or "bit/s" in name)
    assert "2 of 32, 1 with a core, 1 verified; without a core: SPIX" in STUDY.verdict(result)


def test_all_candidates_without_one_of_the_slides_have_a_last_line():
    """A run of a candidate that the slides lack says nothing of the slides."""
    text = STUDY.verdict(_result([_row("SPIX", 900)], everyone=True))
    assert text == "all candidates: 1 of 32, 1 with a core, 1 verified"


@pytest.mark.parametrize("quick", (True, False))
def test_a_run_of_all_has_each_candidate_with_a_core(monkeypatch, quick):
    """Of the further candidates the primary cores are benchmarked, whether quick or not, and a
    candidate without a core is a row of the result; a run without ``everyone`` has neither.
    """
    asked = []
    monkeypatch.setattr(records, "_benchmark", lambda found, names, _: asked.append(list(names)))
    found = records.run(Settings(quick=quick, everyone=True, platforms=("artix7",)))
    assert asked[0] == list(cores({each.name for each in EVERYONE}, quick=quick))
    assert {row["candidate"] for row in found.rows} == {each.name for each in EVERYONE}
    assert {row["candidate"] for row in slides(found)} == set(NAMES)
    with pytest.raises(CallError, match="unknown candidate 'SPIX'"):
        records.run(Settings(quick=quick, ciphers=("SPIX",)))


def test_unknown_candidate_is_refused():
    """A name that is no candidate is refused before anything is run."""
    with pytest.raises(CallError, match="unknown candidate 'gimly'"):
        records.run(Settings(quick=True, ciphers=("gimly",)))


@pytest.mark.parametrize(
    "wanted, quick, places",
    [
        ((), True, ("artix7", "ecp5")),
        ((), False, ("artix7", "ecp5", "cyclone10lp", "nexus", "ice40")),
        (("artix7",), False, ("artix7",)),
        (("ice40", "ecp5"), True, ("artix7", "ecp5", "ice40")),
    ],
)
def test_platforms_are_those_that_are_wanted_and_that_of_the_budgets(wanted, quick, places):
    """The platform whose look-up tables the budgets count is always run, and no other one that
    nobody asked for.
    """
    assert records.platforms_of(Settings(platforms=wanted, quick=quick)) == places
