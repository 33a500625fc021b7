# SPDX-License-Identifier: Apache-2.0
"""The search for recipes."""

import random
from dataclasses import replace

import pytest

from cipherfab.errors import CallError, ToolError
from cipherfab.implement import explore, flow, moves
from cipherfab.implement.recipes import PREPARE, RECIPES, Recipe
from cipherfab.implement.result import Implementation
from cipherfab.studies.low_latency.points import points


def test_front_of_a_tiny_design(counter, tmp_path):
    """The front is not empty, falls in delay as it grows in area, and each point re-creates its own
    numbers.
    """
    found = explore.explore(
        counter, "nangate45", periods_ps=(400, 900), directory=tmp_path / "runs", budget=5, seed=3
    )
    front = found["front"]
    assert front and found["failed"] + len(found["points"]) == 5
    assert all(
        a["area_ge"] < b["area_ge"] and a["delay_ns"] > b["delay_ns"]
        for a, b in zip(front, front[1:])
    )
    assert not [
        point
        for point in found["points"]
        for best in front
        if point["area_ge"] < best["area_ge"] and point["delay_ns"] < best["delay_ns"]
    ]
    point = front[-1]
    job = flow.job(
        counter,
        point["platform"],
        point["recipe"],
        period_ps=point["period_ps"],
        seed=point["seed"],
    )
    again = flow.run_job(job, tmp_path / "again")
    assert (again.area_ge, again.delay_ns) == (point["area_ge"], point["delay_ns"])


def fake(jobs):
    """Results that depend on design, recipe, period and seed alone; every fifth run fails."""

    def number(job):
        return (
            sum(map(ord, job["recipe"]["abc"] + job["design"]["name"])) * job["period_ps"]
            + job["seed"]
        )

    return [
        None if number(job) % 5 == 4 else made(job, number(job) % 97, number(job) % 89)
        for job, _ in jobs
    ]


def made(job, area_ge, delay_ns):
    """A run that found these numbers."""
    settings = {key: job[key] for key in ("platform", "recipe", "period_ps", "seed")}
    return Implementation(**settings, design=job["design"]["name"],
                          top="top", stage="", area_ge=area_ge, delay_ns=delay_ns,
                          area={"combinational": {"ge": 1}}), "somewhere"  # fmt: skip


def searched(designs, tmp_path, **settings):
    """A search with made-up results."""
    settings = {"periods_ps": (100, 900), "budget": 30, "run_jobs": fake, **settings}
    return explore.explore(designs, "nangate45", directory=tmp_path, **settings)


def test_search_is_seeded(counter, tmp_path):
    """The same seed tries the same candidates, another seed others; a search tries more than the
    named recipes.
    """
    assert (
        searched(counter, tmp_path, seed=1)
        == searched(counter, tmp_path, seed=1)
        != searched(counter, tmp_path, seed=2)
    )
    tried = searched(counter, tmp_path)["points"]
    assert len({point["recipe"]["abc"] for point in tried}) > 12
    assert (
        len({point["period_ps"] for point in tried}) > 12
        and len({point["seed"] for point in tried}) > 4
    )


def test_a_larger_budget_begins_with_a_smaller_one(counter, tmp_path):
    """The first candidates do not depend on the budget, so a search that is resumed finds its runs
    in the cache.
    """
    short, long = (searched(counter, tmp_path, budget=budget)["points"] for budget in (12, 40))
    assert short == long[: len(short)]


def test_groupings_are_drawn(counter, tmp_path):
    """With several designs all are tried, each point names its own, and the named recipes run on
    the first.
    """
    names = ["first", "second", "third"]
    tried = searched([replace(counter, name=name) for name in names], tmp_path)["points"]
    assert {point["design"] for point in tried} == set(names)
    assert {point["design"] for point in tried if point["recipe"]["name"] in RECIPES} == {"first"}


def test_search_begins_with_what_it_is_given(counter, tmp_path):
    """The start comes after the named recipes, and small changes of it follow where it is on the
    front.
    """
    known = Recipe(name="known", abc=f"{PREPARE}; map -a; dnsize -c -D {{D}}")
    ran = []

    def best_is_known(jobs):
        ran.extend(job for job, _ in jobs)
        return [
            made(
                job, 1 + (job["recipe"]["name"] != "known"), 1 + (job["recipe"]["name"] != "known")
            )
            for job, _ in jobs
        ]

    searched(counter, tmp_path, start=[(known, counter.name, 321, 4)], run_jobs=best_is_known)
    given = ran[len(explore.named_recipes())]
    assert (given["recipe"]["name"], given["period_ps"], given["seed"]) == ("known", 321, 4)
    parts = moves.parts_of(known)
    # a batch later; candidates with an odd number are changed ones
    after = 4 * (len(explore.named_recipes()) // 4 + 1)
    for job in ran[after + 1 :: 2]:
        changed = moves.parts_of(
            Recipe(name="", abc=job["recipe"]["abc"], dont_use=tuple(job["recipe"]["dont_use"]))
        )
        differences = (
            [key for key in moves.PARTS if changed[key] != parts[key]]
            + [job["period_ps"] != 321]
            + [job["seed"] != 4]
        )
        assert sum(map(bool, differences)) <= 1


def test_equal_points_stand_once_on_the_front():
    """Of equal points one stays, and a point that is only larger goes."""
    points = [
        {"area_ge": area, "delay_ns": delay}
        for area, delay in ((2, 5), (2, 5), (3, 5), (4, 1), (2, 7))
    ]
    assert [(point["area_ge"], point["delay_ns"]) for point in explore.pareto_front(points)] == [
        (2, 5),
        (4, 1),
    ]


def test_search_without_a_result_is_an_error(counter, tmp_path):
    """If every run fails the search says so; no range of periods and no budget are wrong calls."""
    with pytest.raises(ToolError, match="all 4 runs failed"):
        searched(counter, tmp_path, budget=4, run_jobs=lambda jobs: [None] * len(jobs))
    for wrong in (
        {"periods_ps": ()},
        {"periods_ps": (900, 100)},
        {"periods_ps": (0, 5)},
        {"budget": 0},
    ):
        with pytest.raises(CallError, match="smallest and a largest target period"):
            searched(counter, tmp_path, **wrong)


def test_every_recipe_of_the_study_is_a_combination_of_moves():
    """Each script of points.toml splits into parts that the search draws, which make the same
    recipe again.
    """
    for point in points():
        parts = moves.parts_of(point.recipe)
        assert parts, f"{point.block}: {point.recipe.abc}, without {point.recipe.dont_use}"
        assert moves.recipe(parts, point.recipe.name) == point.recipe


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(name="", abc=f"{PREPARE}; map -a; dch"),
        Recipe(name="", abc="map -a"),
        Recipe(name="", abc=f"{PREPARE}; dc2"),
        Recipe(name="", abc=f"{PREPARE}; map -a; topo"),
        Recipe(name="", abc=f"{PREPARE}; map -a", dont_use=("INV*",)),
        Recipe(name="", abc=f"{PREPARE}; map -a", flatten=False),
    ],
)
def test_what_no_combination_makes_is_told(recipe):
    """An unknown command, another start, a script without mapping, half a part, other cells left
    out, another setting.
    """
    assert moves.parts_of(recipe) is None


def test_every_option_can_be_drawn_and_is_found_again():
    """Drawing often enough gives every option of every part, and what is drawn splits into a script
    of the same text.
    """
    dice, seen = random.Random(5), {part: set() for part in moves.PARTS}
    for _ in range(1500):
        parts = {part: moves.draw(dice, part) for part in moves.PARTS}
        for part, option in parts.items():
            seen[part].add(option)
        made = moves.recipe(parts, "")
        assert moves.recipe(moves.parts_of(made), "") == made
    for part, groups in moves.SCRIPT.items():
        assert seen[part] == {option for group in groups for option in group}
    assert seen["dont_use"] == set(moves.DONT_USE)
