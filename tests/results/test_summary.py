# SPDX-License-Identifier: Apache-2.0
"""Rows for tables: medians over seeds at the operating point, of the newest design."""

from dataclasses import replace

import pytest

from cipherfab.errors import CallError
from cipherfab.results.records import Evidence, Measurement, Provenance
from cipherfab.results.store import Store


def rtl(design, passed=True):
    return Evidence(
        link="rtl", check="official vectors", passed=passed, core="toy/round", design=design
    )


def number(metric, value, seed=None, period=None, design="d", **fields):
    placed = (
        {}
        if metric in ("cycles", "cycles_formula")
        else {"platform": "nangate45", "recipe": "speed"}
    )
    return Measurement(
        **{
            "core": "toy/round",
            "metric": metric,
            "value": value,
            "design": design,
            "seed": seed,
            "period_ps": period,
            **placed,
            **fields,
        }
    )


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "store.sqlite") as opened:
        yield opened


SWEEP = [
    number(metric, base + step, seed, period)
    for period, base_area, base_delay in ((4000, 100.0, 3.9), (2000, 150.0, 2.1))
    for metric, base, steps in (
        ("area_ge", base_area, (0, 1, 5)),
        ("delay_ns", base_delay, (0, 0.1, 0.5)),
    )
    for seed, step in enumerate(steps)
]


def test_area_and_delay_come_from_the_same_requested_period(store):
    """The operating point has the shortest median delay, and every figure is of that point."""
    store.add(evidence=[rtl("d")], measurements=SWEEP)
    row = store.summary("toy/round", "nangate45", "speed")
    assert (row["period_ps"], row["area_ge"], row["delay_ns"]) == (2000, 151.0, 2.2)
    assert row["seed_spread"]["area_ge"] == {
        "min": 150.0,
        "max": 155.0,
        "relative": 5 / 151,
        "seeds": 3,
    }
    assert store.summary("toy/round", "nangate45", "speed", period_ps=4000)["area_ge"] == 101.0


def test_cycle_figures_join_those_of_the_platform(store):
    """A bench row has the formula, the headline throughput, LUTs as whole numbers, and None for
    what was not measured.
    """
    store.add(
        evidence=[rtl("d")],
        measurements=[
            *SWEEP,
            number("cycles_formula", "10 + 8*ceil(M/8)", workload="enc"),
            number("luts", 100, 1, 2000),
            number("throughput_mbps", 500.0, 1, 2000, workload="enc/pt/long"),
            number("throughput_mbps", 90.0, 1, 2000, workload="enc/pt/16"),
        ],
    )
    row = store.summary("toy/round", "nangate45", "speed")
    assert (row["cycles_formula"], row["throughput_mbps"], row["luts"], row["flip_flops"]) == (
        "10 + 8*ceil(M/8)",
        500.0,
        100,
        None,
    )
    assert isinstance(row["luts"], int) and row["verified"] and row["problems"] == []
    assert row["evidence"] == [
        {"id": rtl("d").id, "link": "rtl", "check": "official vectors", "passed": True}
    ]
    assert [(figure["metric"], figure["workload"]) for figure in row["figures"]][-2:] == [
        ("throughput_mbps", "enc/pt/16"),
        ("throughput_mbps", "enc/pt/long"),
    ]


def test_newest_design_replaces_the_older_one_altogether(store):
    """Numbers of a changed design are not mixed with those of its predecessor, even for seeds that
    were not repeated.
    """
    store.add(evidence=[rtl("d"), rtl("e")], measurements=SWEEP)
    store.add_measurements(
        number("area_ge", 90.0, 0, 2000, design="e"), number("delay_ns", 9.0, 0, 2000, design="e")
    )
    row = store.summary("toy/round", "nangate45", "speed")
    assert (row["design"], row["area_ge"], row["delay_ns"]) == ("e", 90.0, 9.0)


def test_other_tool_version_starts_a_new_series(store):
    """Medians are over runs of the same tools and the same recipe text only."""
    store.add(evidence=[rtl("d")], measurements=SWEEP)
    store.add_measurements(
        number("area_ge", 70.0, 0, 2000, provenance=Provenance(versions={"yosys": "0.71"}))
    )
    assert store.summary("toy/round", "nangate45", "speed")["area_ge"] == 70.0
    store.add_measurements(number("area_ge", 60.0, 0, 2000, series="recipe 2"))
    assert store.summary("toy/round", "nangate45", "speed")["area_ge"] == 60.0


def test_later_failure_takes_the_badge_away(store):
    """`verified` follows the newest evidence, also for numbers that were stored before it."""
    store.add(evidence=[rtl("d")], measurements=SWEEP)
    assert store.summary("toy/round", "nangate45", "speed")["verified"]
    store.add_evidence(replace(rtl("d"), link="model"))
    assert store.summary("toy/round", "nangate45", "speed")["verified"]
    store.add_evidence(
        Evidence(
            link="gate",
            check="official vectors",
            passed=False,
            design="d",
            platform="nangate45",
            recipe="speed",
        )
    )
    assert not store.summary("toy/round", "nangate45", "speed")["verified"]


def test_failed_numbers_are_shown_as_problems_and_not_as_values(store):
    """Without evidence a row has no figures, is not verified, and says why."""
    store.add_measurements(*SWEEP)
    row = store.summary("toy/round", "nangate45", "speed")
    assert row["area_ge"] is None and not row["verified"]
    assert any("area_ge: no passing evidence" in problem for problem in row["problems"])


def test_cycles_that_depend_on_the_seed_are_a_problem(store):
    """A figure that must be the same for every seed is None when it is not."""
    store.add(
        evidence=[rtl("d")],
        measurements=[number("cycles", 10 + seed, seed, workload="enc/pt/16") for seed in (1, 2)],
    )
    row = store.summary("toy/round", "", "")
    assert row["problems"] == ["cycles: differs between seeds"]


def test_summaries_lists_each_implementation_once(store):
    """A core that was implemented does not appear again without a platform; one that was not,
    does."""
    store.add(
        evidence=[rtl("d"), rtl("x")],
        measurements=[
            *SWEEP,
            number("cycles", 10),
            number("cycles", 12, core="bare/round", design="x"),
        ],
    )
    assert [(row["core"], row["platform"]) for row in store.summaries()] == [
        ("bare/round", ""),
        ("toy/round", "nangate45"),
    ]
    assert len(store.summaries(platform="nangate45")) == 1


def test_unknown_core_is_the_callers_error(store):
    """Asking for what was never measured is exit code 2."""
    with pytest.raises(CallError, match="no measurement of toy/round"):
        store.summary("toy/round", "nangate45", "speed")


def test_energy_of_an_older_netlist_does_not_stand_beside_a_new_area(store):
    """Of a netlist that is no longer reported no figure is, although none has replaced it; what
    depends on no netlist stays.
    """

    def of(netlist, metric, value, series):
        made = Provenance(inputs={"netlist": netlist})
        return number(metric, value, 0, 2000, series=series, provenance=made)

    store.add(evidence=[rtl("d")])
    store.add_measurements(
        of("old", "area_ge", 90.0, "area 1"),
        of("old", "energy_area", 5.0, "energy 1"),
        number("cycles", 12, workload="call/state/long"),
    )

    def figures():
        row = store.summary("toy/round", "nangate45", "speed")
        return {figure["metric"]: figure["value"] for figure in row["figures"]}

    before = {"area_ge": 90.0, "energy_area": 5.0, "cycles": 12}
    assert figures() == before
    store.add_measurements(of("new", "area_ge", 70.0, "area 2"))
    assert figures() == {"area_ge": 70.0, "cycles": 12}
    # By other code the same netlist.
    store.add_measurements(of("old", "area_ge", 90.0, "area 3"))
    assert figures() == before
