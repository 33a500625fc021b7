# SPDX-License-Identifier: Apache-2.0
"""Swept target periods and their summary."""

from dataclasses import replace

import pytest

from cipherfab.errors import CallError
from cipherfab.implement import sweep
from cipherfab.implement.result import Implementation


def result(period_ps, seed, area_ge, fmax_mhz, **changes):
    """A result of a run with the numbers that a summary reads."""
    return Implementation(
        **{
            "design": "d",
            "top": "d",
            "platform": "p",
            "recipe": {"name": "area"},
            "period_ps": period_ps,
            "seed": seed,
            "stage": "",
            "area_ge": area_ge,
            "fmax_mhz": fmax_mhz,
            "delay_ns": 1000 / fmax_mhz,
            **changes,
        }
    )


def test_periods_are_seeded_and_cover_the_range():
    """The same seed gives the same periods, another one others; each part of the range has one."""
    arguments = dict(shortest_ps=1000, longest_ps=16000, count=4)
    periods = sweep.target_periods(**arguments, seed=1)
    assert (
        periods
        == sweep.target_periods(**arguments, seed=1)
        != sweep.target_periods(**arguments, seed=2)
    )
    assert all(1000 * 2**part <= period <= 2000 * 2**part for part, period in enumerate(periods))


def test_empty_range_is_refused():
    """A range from long to short is a wrong call."""
    with pytest.raises(CallError):
        sweep.target_periods(shortest_ps=2, longest_ps=1, count=1)


def test_one_job_for_each_period_and_seed(counter):
    """Every pair occurs once, and a job carries its whole recipe."""
    jobs = sweep.jobs(counter, "nangate45", "area", periods_ps=[500, 900], seeds=range(3))
    assert sorted((job["period_ps"], job["seed"]) for job in jobs) == [
        (p, s) for p in (500, 900) for s in range(3)
    ]
    assert all("abc" in job["recipe"] for job in jobs)


def test_summary_is_the_median_over_seeds():
    """An outlier does not make a point the fastest; its median does."""
    results = [result(1000, seed, 100 + seed, mhz) for seed, mhz in enumerate([500, 510, 990])]
    results += [result(900, seed, 120, mhz) for seed, mhz in enumerate([600, 610, 620])]
    summary = sweep.summarise(results)
    assert [point["period_ps"] for point in summary["curve"]] == [900, 1000]
    assert (
        summary["fastest"]["period_ps"] == 900 and summary["fastest"]["fmax_mhz"]["median"] == 610
    )
    assert (
        summary["smallest"]["period_ps"] == 1000 and summary["smallest"]["area_ge"]["median"] == 101
    )
    assert summary["indistinguishable_from_fastest"] == [1000]


def test_spreads_apart_are_distinguishable():
    """Ranges that touch are indistinguishable, ranges apart are not."""
    assert sweep.indistinguishable(sweep.spread([1, 2]), sweep.spread([2, 3]))
    assert not sweep.indistinguishable(sweep.spread([1, 2]), sweep.spread([2.1, 3]))


def test_platform_without_frequency_has_no_fastest():
    """After synthesis there is no frequency: the summary has areas only."""
    run = replace(result(1000, 0, None, 1), fmax_mhz=None, delay_ns=None, luts=77)
    summary = sweep.summarise([run])
    assert summary["fastest"] is None and summary["smallest"]["luts"]["median"] == 77


def test_results_of_different_designs_are_not_mixed():
    """A summary over two designs, or over nothing, is refused."""
    with pytest.raises(CallError):
        sweep.summarise([result(1, 0, 1, 1), result(1, 0, 1, 1, design="e")])
    with pytest.raises(CallError):
        sweep.summarise([])
