"""The points that exploration found: for each block the recipes, periods and seeds that re-create its area-delay front."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ...implement.recipes import PREPARE, Recipe

FILE = Path(__file__).with_name("points.toml")


@dataclass(frozen=True, kw_only=True)
class Point:
    """One run to make.

    Attributes:
        block: see `rows.primitive`.
        recipe: how.
        period_ps: target period.
        seed: of the synthesis.
        best: the one that ``--quick`` runs.
    """

    block: str
    recipe: Recipe
    period_ps: int
    seed: int = 0
    best: bool = False


def points() -> list[Point]:
    """All of them, as the file lists them."""
    entries = tomllib.loads(FILE.read_text())
    return [_point(block, number, entry) for block, found in entries.items() for number, entry in enumerate(found, 1)]


def _point(block: str, number: int, entry: Mapping) -> Point:
    recipe = Recipe(name=f"low-latency-{number}", abc=f"{PREPARE}; {entry['abc']}", dont_use=tuple(entry.get("dont_use", ())))
    return Point(block=block, recipe=recipe, period_ps=entry["period_ps"], seed=entry.get("seed", 0), best=entry.get("best", False))
