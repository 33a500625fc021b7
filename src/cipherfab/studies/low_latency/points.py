# SPDX-License-Identifier: Apache-2.0
"""The points that exploration found: for each block the recipes, periods and seeds that re-create
its area-delay front.
"""

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ...errors import CallError
from ...implement.recipes import PREPARE, Recipe
from .variants import GROUPING

FILE = Path(__file__).with_name("points.toml")


@dataclass(frozen=True, kw_only=True)
class Point:
    """One run to make.

    Attributes:
        block: see `variants.primitive`.
        recipe: how.
        period_ps: target period.
        seed: of the synthesis.
        best: the one that ``--quick`` runs.
        grouping: one of the block's groupings, or nothing for the text's.
    """

    block: str
    recipe: Recipe
    period_ps: int
    seed: int = 0
    best: bool = False
    grouping: str = ""

    @property
    def variant(self) -> str:
        """The block with its grouping: the RTL that is synthesised."""
        return f"{self.block}/{GROUPING}={self.grouping}" if self.grouping else self.block


def points() -> list[Point]:
    """All of them, as the file lists them."""
    entries = tomllib.loads(FILE.read_text())
    return [
        _point(block, number, entry)
        for block, found in entries.items()
        for number, entry in enumerate(found, 1)
    ]


def _point(block: str, number: int, entry: Mapping) -> Point:
    recipe = Recipe(
        name=f"low-latency-{number}",
        abc=f"{PREPARE}; {entry['abc']}",
        dont_use=tuple(entry.get("dont_use", ())),
    )
    return Point(
        block=block,
        recipe=recipe,
        period_ps=entry["period_ps"],
        seed=entry.get("seed", 0),
        best=entry.get("best", False),
        grouping=entry.get(GROUPING, ""),
    )


def as_toml(found: Iterable[Point]) -> str:
    """Points in the layout of the file.

    Raises:
        CallError: a script without the start that every script of the file has.
    """
    return "\n".join(_entry(point) for point in found)


def _entry(point: Point) -> str:
    start = f"{PREPARE}; "
    if not point.recipe.abc.startswith(start):
        raise CallError(f"expected a script that begins with '{start}', got '{point.recipe.abc}'")
    values = {
        "abc": point.recipe.abc.removeprefix(start),
        "dont_use": list(point.recipe.dont_use),
        GROUPING: point.grouping,
        "period_ps": point.period_ps,
        "seed": point.seed,
        "best": point.best,
    }
    # JSON's strings, numbers, booleans and lists of strings are TOML's.
    # A value that is left out is read back as nothing (`_point`), so empty ones are not written.
    lines = [f"{name} = {json.dumps(value)}\n" for name, value in values.items() if value]
    return f'[["{point.block}"]]\n{"".join(lines)}'
