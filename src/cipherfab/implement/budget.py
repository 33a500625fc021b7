# SPDX-License-Identifier: Apache-2.0
"""A seeded search for the highest throughput within look-up tables and flip-flops of an FPGA: over
designs and recipes.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import CallError, ToolError
from .recipes import RECIPES, Recipe

RESTRUCTURE = (
    "",
    "&scorr; &sweep",
    "&dc2",
    "&scorr; &sweep; &dc2",
    "&dch -f",
    "&syn3",
    "&syn3; &syn3",
    "&syn4",
    "&syn2",
    "&syn2; &if -a {W}; &mfs; &st; &syn2",
    "&b",
)
"""ABC commands in front of the mapping."""

MAP = ("&if -a {W} -v", "&if {W} {D} {R} -v", "&if -a -K 6 {W} -v", "&dch -f; &if -a {W} -v")
"""Mapping to look-up tables: by area alone, by delay with area recovery, and variants."""

AFTER = ("", "&mfs", "&satlut; &mfs")
"""Behind the mapping; the last looks for fewer look-up tables, whatever it costs in delay."""

WIDE = ((), ("-nowidelut",))
"""With and without multiplexers behind the look-up tables, where a family has them."""

NEAR = 1.25
"""A design whose smallest netlist is larger than a budget by more than this factor is given up."""

FURTHER = "compact", "fewest", "balanced"
"""Recipes that are tried next, in this order."""

PARENTS = 4
"""Of so many of the best points one is changed."""

Point = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Budget:
    """Most look-up tables and flip-flops; None is no limit."""

    luts: int | None = None
    ffs: int | None = None

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """A budget as written: ``luts=2000,ffs=4000``, or one of the two.

        Raises:
            CallError: it is written otherwise.
        """
        pairs = [part.partition("=")[::2] for part in text.split(",")]
        names = [name for name, _ in pairs]
        good = all(
            name in ("luts", "ffs")
            # `isdigit` alone would take digits that `int` refuses, such as a raised 2.
            and value.isascii()
            and value.isdigit()
            # Python refuses to read numbers of very many digits.
            and 0 < len(value) < 10
            and int(value)
            for name, value in pairs
        )
        if not good or len(set(names)) < len(names):
            raise CallError(f"expected a budget such as luts=2000,ffs=4000, got '{text}'.")
        return cls(**{name: int(value) for name, value in pairs})

    def holds(self, point: Mapping, *, factor: float = 1) -> bool:
        """Whether ``luts`` and ``flip_flops`` of a point are within the budget, or within so many
        times of it.
        """
        return all(
            most is None or point[name] <= factor * most
            for name, most in (("luts", self.luts), ("flip_flops", self.ffs))
        )


Evaluate = Callable[[list[dict]], list[Mapping | None]]
"""Runs candidates (``design``, an index; ``recipe``; ``seed``) and returns ``luts``,
``flip_flops``, ``mbps`` (None where it was not asked, as the point is no use) and anything else of
each; None for one that failed.
"""


def search(
    designs: int,
    evaluate: Evaluate,
    *,
    budget: Budget,
    runs: int,
    seed: int,
    wide: bool = True,
    seeds: int = 1,
    batch: int = 4,
) -> dict[str, Any]:
    """Find the point of the highest throughput within a budget.

    Each design is tried with the recipe ``area`` first, in order; then those that are near the
    budget with those of `FURTHER`; then each batch is half random and half small changes of
    the best points so far.

    Args:
        designs: how many there are.
        budget: what a point may take.
        runs: how many candidates to try.
        seed: of the search: the same one tries the same candidates.
        wide: whether the family has multiplexers behind its look-up tables.
        seeds: placement seeds to draw from (0 to ``seeds`` - 1).
        batch: candidates run together; part of what the search finds, so that it does not depend on
            the machine.

    Returns:
        ``best``: the point, or None if none is within the budget; ``points``: all in the order they
            were tried, each a
        candidate with what `Evaluate` found and ``within``; ``failed``: how many failed.

    Raises:
        CallError: no design or no run.
        ToolError: every run failed.
    """
    if designs < 1 or runs < 1:
        raise CallError(f"expected at least one design and one run, got {designs} and {runs}")
    dice, points, tried, waiting = (
        random.Random(seed),
        [],
        0,
        [_named(design, "area") for design in range(designs)],
    )
    second = False
    while tried < runs:
        # Which designs are near the budget is known when each has its first result.
        if not waiting and not second:
            waiting, second = (
                [_named(design, name) for name in FURTHER for design in _near(points, budget)],
                True,
            )
        count = min(batch, runs - tried)
        chosen, waiting = waiting[:count], waiting[count:]
        # If nothing came near, any design may still do so with another recipe.
        usable = _near(points, budget) or list(range(designs))
        chosen += [
            _draw(dice, tried + len(chosen) + more, points, usable, wide=wide, seeds=seeds)
            for more in range(count - len(chosen))
            # Nothing is drawn before it is known which designs are near the budget.
            if second
        ]
        found = evaluate(chosen)
        points += [
            {**candidate, **result, "within": budget.holds(result)}
            for candidate, result in zip(chosen, found)
            if result
        ]
        tried += len(chosen)
    if not points:
        raise ToolError(f"all {tried} runs failed")
    return {"best": best(points), "points": points, "failed": tried - len(points)}


def best(points: Sequence[Point]) -> Point | None:
    """Of the points within the budget the fastest; of equal ones the smallest, then the first."""
    fitting = [point for point in points if point["within"] and point["mbps"]]
    # `max` keeps the first of equal ones, and the order of the points is that of the search.
    return max(fitting, key=lambda point: (point["mbps"], -point["luts"]), default=None)


def _named(design: int, recipe: str) -> dict:
    return {"design": design, "recipe": RECIPES[recipe], "parts": None, "seed": 0}


def _near(points: Sequence[Point], budget: Budget) -> list[int]:
    """The designs that came near the budget, in order."""
    return sorted({point["design"] for point in points if budget.holds(point, factor=NEAR)})


def _draw(
    dice: random.Random,
    number: int,
    points: Sequence[Point],
    designs: Sequence[int],
    *,
    wide: bool,
    seeds: int,
) -> dict:
    """A random candidate, or a good one with one setting drawn again."""
    fresh = {
        "design": dice.choice(designs),
        "seed": dice.randrange(seeds),
        "parts": {
            "restructure": dice.choice(RESTRUCTURE),
            "map": dice.choice(MAP),
            "after": dice.choice(AFTER),
            "wide": dice.choice(WIDE) if wide else (),
        },
    }
    parents = sorted(
        # A named recipe has no parts that could be changed.
        (point for point in points if point["within"] and point["mbps"] and point["parts"]),
        key=lambda point: -point["mbps"],
    )[:PARENTS]
    if number % 2 and parents:
        parent, what = dice.choice(parents), dice.choice(["design", "seed", *fresh["parts"]])
        parts = (
            {**parent["parts"], what: fresh["parts"][what]}
            if what in fresh["parts"]
            else parent["parts"]
        )
        fresh = {
            **{name: parent[name] for name in ("design", "seed")},
            "parts": parts,
            **({what: fresh[what]} if what not in parts else {}),
        }
    return {**fresh, "recipe": recipe(fresh["parts"], f"explored-{number:04}")}


def recipe(parts: Mapping, name: str) -> Recipe:
    """The recipe of an option for each part; its ABC commands are those for look-up tables only."""
    script = "; ".join(filter(None, (parts["restructure"], parts["map"], parts["after"])))
    return Recipe(name=name, abc="", abc9=script, synth=tuple(parts["wide"]))
