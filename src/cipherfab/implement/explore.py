# SPDX-License-Identifier: Apache-2.0
"""A seeded search for recipes: the area-delay front of one design, each point with the recipe that
re-creates it.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..design import Design
from ..errors import CallError, ToolError
from . import flow, moves
from .recipes import Recipe, find, on_cells
from .result import Implementation

Run = tuple[Implementation, str]
"""What a run found, and where: a directory's name or path."""

RunJobs = Callable[[list[tuple[dict, Path]]], list[Run | None]]
"""Runs jobs, each in its directory or elsewhere; a run for each in the same order, None for one
that failed.
"""

Start = tuple[Recipe, str, int, int]
"""A run to begin with: recipe, name of the design, target period in ps, synthesis seed."""

NEAR = 0.04
"""By how much a target period moves in a small change, as a part of it."""

SETTINGS = ("design", "period_ps", "seed")
"""What a candidate consists of, beside the parts of its recipe."""


@dataclass(frozen=True, kw_only=True)
class Space:
    """What a search draws from, beside `moves`.

    Attributes:
        designs: the same function as different RTL, the default first.
        periods_ps: smallest and largest target period.
        seeds: synthesis seeds are 0 to ``seeds`` - 1.
    """

    designs: Sequence[Design]
    periods_ps: tuple[int, int]
    seeds: int

    def draw(self, dice: random.Random) -> dict:
        """A candidate without its recipe."""
        return {
            "parts": {part: moves.draw(dice, part) for part in moves.PARTS},
            "design": dice.randrange(len(self.designs)),
            "period_ps": dice.randint(*self.periods_ps),
            "seed": dice.randrange(self.seeds),
        }

    def change(self, dice: random.Random, parent: Mapping) -> dict:
        """``parent`` with one setting drawn again, or with a target period nearby."""
        fresh, what = self.draw(dice), dice.choice([*moves.PARTS, *SETTINGS, "near"])
        settings = {key: parent[key] for key in ("parts", *SETTINGS)}
        if what in moves.PARTS:
            return {**settings, "parts": {**settings["parts"], what: fresh["parts"][what]}}
        if what == "near":
            return {
                **settings,
                "period_ps": max(1, round(parent["period_ps"] * (1 + dice.uniform(-NEAR, NEAR)))),
            }
        return {**settings, what: fresh[what]}


def explore(
    designs: Design | Sequence[Design],
    platform: str,
    *,
    periods_ps: tuple[int, int],
    directory: Path,
    budget: int = 24,
    seed: int = 0,
    batch: int = 4,
    seeds: int = 8,
    start: Sequence[Start] = (),
    run_jobs: RunJobs | None = None,
) -> dict:
    """Search recipes for a design on a platform of standard cells.

    The named recipes and those of ``start`` come first; then each batch is half random and half
    small changes of the front found so far.

    Args:
        designs: one, or the same function as different RTL to draw from; the first is the one that
            the first recipes run on.
        periods_ps: smallest and largest target period to draw.
        directory: gets one run directory for each candidate, ``0000``, ``0001``, …
        budget: number of runs.
        seed: of the search.
        batch: runs started together; part of what the search finds, so it does not depend on the
            machine.
        seeds: synthesis seeds to draw from (0 to ``seeds`` - 1).
        start: recipes to begin with.
        run_jobs: runs a batch, for example on a cluster; by default one after the other in this
            process.

    Returns:
        ``front``: from the smallest to the fastest, each point with ``area_ge``,
        ``combinational_ge``, ``delay_ns``, what re-creates it (``design``, its name; ``platform``,
        ``recipe``, ``period_ps``, ``seed``) and its ``directory``; ``points``: all of them in the
        order they were tried; ``failed``: how many runs failed.

    Raises:
        CallError: no design, no range of periods, or a budget below 1.
        ToolError: every run failed.
    """
    space = Space(
        designs=[designs] if isinstance(designs, Design) else designs,
        periods_ps=periods_ps,
        seeds=seeds,
    )
    _check(space, budget)
    # One stream of random numbers, so that the seed alone decides what is tried.
    dice, points, tried, run_jobs = random.Random(seed), [], 0, run_jobs or run_one_by_one
    first = _first(space, start)
    while tried < budget:
        # Once for a batch: which of its runs ends first must not change what is drawn.
        numbers, front = range(tried, min(tried + batch, budget)), pareto_front(points)
        candidates = [
            first[number] if number < len(first) else _candidate(dice, number, space, front)
            for number in numbers
        ]
        jobs = [
            flow.job(
                space.designs[each["design"]],
                platform,
                each["recipe"],
                period_ps=each["period_ps"],
                seed=each["seed"],
            )
            for each in candidates
        ]
        places = [Path(directory) / f"{number:04}" for number in numbers]
        runs = run_jobs(list(zip(jobs, places)))
        points += [_point(candidate, *run) for candidate, run in zip(candidates, runs) if run]
        tried += len(candidates)
    if not points:
        raise ToolError(f"all {tried} runs failed; see the logs in {directory}")
    return {
        "front": [_shown(space, point) for point in pareto_front(points)],
        "points": [_shown(space, point) for point in points],
        "failed": tried - len(points),
    }


def pareto_front(
    points: Iterable[Mapping], *, area: str = "area_ge", delay: str = "delay_ns"
) -> list:
    """The points that no other one beats in area and delay at once, from the smallest to the
    fastest; one of equal ones.
    """
    front = []
    # By area: a point is on the front if it is faster than the last one there.
    for point in sorted(points, key=lambda point: (point[area], point[delay])):
        if not front or point[delay] < front[-1][delay]:
            front.append(point)
    return front


def run_one_by_one(jobs: list[tuple[dict, Path]]) -> list[Run | None]:
    """Run each job here. A recipe that a tool refuses is a failed point of a search, not the end of
    it.
    """
    results = []
    for job, directory in jobs:
        try:
            results.append((flow.run_job(job, directory), directory.name))
        except ToolError:
            results.append(None)
    return results


def _check(space: Space, budget: int) -> None:
    if (
        not space.designs
        or len(space.periods_ps) != 2
        or not 0 < space.periods_ps[0] <= space.periods_ps[1]
        or budget < 1
    ):
        raise CallError(
            f"expected a design, a smallest and a largest target period, and a budget "
            f"of at least 1, got "
            f"{len(space.designs)} designs, periods {list(space.periods_ps)} and a "
            f"budget of {budget}"
        )


def named_recipes() -> list[Recipe]:
    """Those that a search begins with: without the ones that size cells, which no move makes, and
    which would take most of its time.
    """
    return [recipe for recipe in on_cells() if not recipe.sizing_tries]


def _first(space: Space, start: Sequence[Start]) -> list[dict]:
    """The named recipes, with periods spread over the range, and those of ``start``."""
    low, high = space.periods_ps
    named, names = named_recipes(), [design.name for design in space.designs]
    spread = [
        # In the middle of as many equal parts of the range.
        (recipe, names[0], low + (high - low) * (2 * place + 1) // (2 * len(named)), 0)
        for place, recipe in enumerate(named)
    ]
    return [
        {
            "parts": moves.parts_of(recipe),
            "design": names.index(name),
            "period_ps": period,
            "seed": seed,
            "recipe": recipe,
        }
        for recipe, name, period, seed in (*spread, *start)
    ]


def _candidate(dice: random.Random, number: int, space: Space, front: list) -> dict:
    """Settings of one run; only points whose recipe the moves can make are changed."""
    # Every other candidate is random, so that the search does not stay around one point.
    parents = [point for point in front if point["parts"]] if number % 2 else []
    settings = space.change(dice, dice.choice(parents)) if parents else space.draw(dice)
    return {**settings, "recipe": moves.recipe(settings["parts"], f"explored-{number:04}")}


def _point(candidate: Mapping, result: Implementation, directory: str) -> dict:
    settings = {key: candidate[key] for key in ("parts", *SETTINGS)}
    return {
        **settings,
        "area_ge": result.area_ge,
        "combinational_ge": result.area["combinational"]["ge"],
        "delay_ns": result.delay_ns,
        "platform": result.platform,
        "recipe": find(result.recipe).record(),
        "directory": directory,
    }


def _shown(space: Space, point: Mapping) -> dict:
    """A point with the name of its design."""
    return {**point, "design": space.designs[point["design"]].name}
