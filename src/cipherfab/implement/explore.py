"""A seeded search for recipes: the area-delay front of one design, each point with the recipe that re-creates it."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from ..design import Design
from ..errors import CallError, ToolError
from . import flow
from .recipes import PREPARE, RECIPES, SIZE, Recipe

RunJobs = Callable[[list[tuple[dict, Path]]], list[dict | None]]
"""Runs jobs, each in its directory; a result for each in the same order, None for one that failed."""

CHOICES = {
    "restructure": ("", "dc2", "dc2; dc2", "&get -n; &syn3; &put", "&get -n; &syn3; &syn3; &put", "&get -n; &syn4; &put",
                    "&get -n; &syn3; &syn3; &syn3; &syn3; &put", "rewrite -z; dc2", "dc2; &get -n; &syn3; &syn3; &put",
                    "balance; dc2", "rewrite; refactor; balance; rewrite; dc2"),
    "map": ("&get -n; &nf -k; &put", "&get -n; &b; &nf -k; &put", "&get -n; &b -a; &nf -k; &put", "&get -n; &b; &nf -k -R 10; &put",
            "&get -n; &b; &nf -k -F 8; &put", "&get -n; &b; &put; &get -n; &nf -k; &put", "map -a", "map -B 0.9"),
    "buffer": ("topo", "topo; buffer -c -p; topo", "topo; buffer -c -p -N 20; topo", "topo; buffer -c -p -N 40; topo"),
    "size": ("dnsize -D {D}; stime -p", SIZE, "upsize -D {D} -W 5; dnsize -D {D}; stime -p", f"{SIZE}; {SIZE}"),
    "dont_use": ((), ("*_X4", "*_X8", "*_X16", "*_X32"), ("NAND4*", "NOR4*", "AND4*", "OR4*"), ("MUX2*",),
                 ("OAI22*", "AOI22*", "OAI211*", "AOI211*", "OAI221*", "AOI221*", "OAI222*", "AOI222*", "OAI33*")),
}
"""The parts of an ABC script, and the cells left out, that a search combines. Names of cells that a library lacks do no harm."""


def explore(design: Design, platform: str, *, periods_ps: Sequence[int], directory: Path, budget: int = 24, seed: int = 0,
            batch: int = 4, seeds: int = 8, run_jobs: RunJobs | None = None) -> dict:
    """Search recipes for ``design`` on a platform of standard cells.

    The named recipes come first; then each batch is half random and half small changes of the front found so far.

    Args:
        periods_ps: target periods to draw from.
        directory: gets one run directory for each candidate, ``0000``, ``0001``, …
        budget: number of runs.
        seed: of the search.
        batch: runs started together; part of what the search finds, so it does not depend on the machine.
        seeds: synthesis seeds to draw from (0 to ``seeds`` - 1).
        run_jobs: runs a batch, for example on a cluster; by default one after the other in this process.

    Returns:
        ``front``: from the smallest to the fastest, each point with ``area_ge``, ``combinational_ge``, ``delay_ns``, what
        re-creates it (``platform``, ``recipe``, ``period_ps``, ``seed``) and its ``directory``; ``points``: all of them in
        the order they were tried; ``failed``: how many runs failed.

    Raises:
        CallError: no period, or a budget below 1.
        ToolError: every run failed.
    """
    if not periods_ps or budget < 1:
        raise CallError(f"expected at least one target period and a budget of at least 1, got {list(periods_ps)} and {budget}")
    draw, points, tried = random.Random(seed), [], 0
    run_jobs = run_jobs or run_one_by_one
    while tried < budget:
        numbers = range(tried, min(tried + batch, budget))
        front = pareto_front(points)
        candidates = [_candidate(draw, number, periods_ps, front, seeds) for number in numbers]
        jobs = [flow.job(design, platform, each["recipe"], period_ps=each["period_ps"], seed=each["seed"]) for each in candidates]
        places = [Path(directory) / f"{number:04}" for number in numbers]
        results = run_jobs(list(zip(jobs, places)))
        points += [_point(*run) for run in zip(candidates, places, results) if run[2]]
        tried += len(candidates)
    if not points:
        raise ToolError(f"all {tried} runs failed; see the logs in {directory}")
    return {"front": pareto_front(points), "points": points, "failed": tried - len(points)}


def pareto_front(points: Iterable[Mapping], *, area: str = "area_ge", delay: str = "delay_ns") -> list:
    """The points that no other one beats in area and delay at once, from the smallest to the fastest; one of equal ones."""
    front = []
    for point in sorted(points, key=lambda point: (point[area], point[delay])):
        if not front or point[delay] < front[-1][delay]:
            front.append(point)
    return front


def run_one_by_one(jobs: list[tuple[dict, Path]]) -> list[dict | None]:
    """Run each job here. A recipe that a tool refuses is a failed point of a search, not the end of it."""
    results = []
    for job, directory in jobs:
        try:
            results.append(flow.run_job(job, directory))
        except ToolError:
            results.append(None)
    return results


def _candidate(draw: random.Random, number: int, periods_ps: Sequence[int], front: list, seeds: int) -> dict:
    """Settings of one run. ``parts`` says what the recipe is made of, which later candidates vary; None for a named recipe."""
    fresh = {"parts": {part: draw.choice(options) for part, options in CHOICES.items()},
             "period_ps": draw.choice(periods_ps), "seed": draw.randrange(seeds)}
    named = list(RECIPES.values())
    if number < len(named):
        return {"parts": None, "period_ps": periods_ps[number % len(periods_ps)], "seed": 0, "recipe": named[number]}
    parents = [point for point in front if point["parts"]] if number % 2 else []
    settings = _changed(draw, draw.choice(parents), fresh) if parents else fresh
    return {**settings, "recipe": _recipe(settings["parts"], number)}


def _changed(draw: random.Random, parent: Mapping, fresh: Mapping) -> dict:
    """The settings of ``parent`` with one of them as in ``fresh``."""
    settings = {key: parent[key] for key in ("parts", "period_ps", "seed")}
    what = draw.choice([*CHOICES, "period_ps", "seed"])
    if what in CHOICES:
        return {**settings, "parts": {**settings["parts"], what: fresh["parts"][what]}}
    return {**settings, what: fresh[what]}


def _recipe(parts: Mapping, number: int) -> Recipe:
    script = "; ".join(filter(None, (PREPARE, parts["restructure"], parts["map"], parts["buffer"], parts["size"])))
    return Recipe(name=f"explored-{number:04}", abc=script, dont_use=tuple(parts["dont_use"]))


def _point(candidate: Mapping, directory: Path, result: Mapping) -> dict:
    return {"area_ge": result["area_ge"], "combinational_ge": result["area"]["combinational"]["ge"], "delay_ns": result["delay_ns"],
            "platform": result["platform"], "recipe": result["recipe"], "period_ps": result["period_ps"], "seed": result["seed"],
            "parts": candidate["parts"], "directory": directory.name}
