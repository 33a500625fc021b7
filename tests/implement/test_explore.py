"""The search for recipes."""

import pytest

from cipherfab.errors import CallError, ToolError
from cipherfab.implement import explore, flow


def test_front_of_a_tiny_design(counter, tmp_path):
    """The front is not empty, falls in delay as it grows in area, and each point re-creates its own numbers."""
    found = explore.explore(counter, "nangate45", periods_ps=[400, 900], directory=tmp_path / "runs", budget=5, seed=3)
    front = found["front"]
    assert front and found["failed"] + len(found["points"]) == 5
    assert all(a["area_ge"] < b["area_ge"] and a["delay_ns"] > b["delay_ns"] for a, b in zip(front, front[1:]))
    assert not [point for point in found["points"] for best in front
                if point["area_ge"] < best["area_ge"] and point["delay_ns"] < best["delay_ns"]]
    point = front[-1]
    job = flow.job(counter, point["platform"], point["recipe"], period_ps=point["period_ps"], seed=point["seed"])
    again = flow.run_job(job, tmp_path / "again")
    assert (again["area_ge"], again["delay_ns"]) == (point["area_ge"], point["delay_ns"])


def fake(jobs):
    """Results that depend on the recipe's text alone; every fifth run fails."""
    def number(job):
        return sum(map(ord, job["recipe"]["abc"])) * job["period_ps"] + job["seed"]
    return [None if number(job) % 5 == 0 else {**{key: job[key] for key in ("platform", "recipe", "period_ps", "seed")},
            "area_ge": number(job) % 97, "delay_ns": number(job) % 89, "area": {"combinational": {"ge": 1}}} for job, _ in jobs]


def test_search_is_seeded(counter, tmp_path):
    """The same seed tries the same candidates, another seed others; a search tries more than the named recipes."""
    def search(seed):
        return explore.explore(counter, "p", periods_ps=[1, 2], directory=tmp_path, budget=30, seed=seed, run_jobs=fake)
    assert search(1) == search(1) != search(2)
    assert len({point["recipe"]["abc"] for point in search(1)["points"]}) > 8


def test_equal_points_stand_once_on_the_front():
    """Of equal points one stays, and a point that is only larger goes."""
    points = [{"area_ge": area, "delay_ns": delay} for area, delay in ((2, 5), (2, 5), (3, 5), (4, 1), (2, 7))]
    assert [(point["area_ge"], point["delay_ns"]) for point in explore.pareto_front(points)] == [(2, 5), (4, 1)]


def test_search_without_a_result_is_an_error(counter, tmp_path):
    """If every run fails the search says so; no period and no budget are wrong calls."""
    with pytest.raises(ToolError, match="all 4 runs failed"):
        explore.explore(counter, "p", periods_ps=[1], directory=tmp_path, budget=4, run_jobs=lambda jobs: [None] * len(jobs))
    with pytest.raises(CallError):
        explore.explore(counter, "p", periods_ps=[], directory=tmp_path)
