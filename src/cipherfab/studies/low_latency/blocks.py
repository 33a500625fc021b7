# SPDX-License-Identifier: Apache-2.0
"""The blocks of the study for an exploration: their groupings, their recorded points, and what is
found beside the paper.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...design import Design
from ...implement.explore import Start
from ...implement.recipes import find
from ..common import closest, dominates
from ..unrolled.block import design
from . import jobs
from .points import Point, points
from .published import ROWS
from .variants import primitive, variants


def designs(block: str) -> list[Design]:
    """The block as RTL, then with its operands grouped otherwise.

    Raises:
        CallError: there is no primitive of this name.
    """
    return [design(name, primitive(name)) for name in variants(block)]


def recorded(block: str) -> list[Start]:
    """The points that the study's file has for the block."""
    return [
        (point.recipe, point.variant, point.period_ps, point.seed)
        for point in points()
        if point.block == block
    ]


def netlist_job(block: Design, directory: Path, platform: str) -> jobs.Job:
    """Evaluate the netlist of a run on the block's known answers and on random calls."""
    return jobs.netlist_job(block.name, block, directory / "netlist.v", platform, proof_seconds=0)


def _published(block: str) -> Mapping[str, float] | None:
    return next((row.published for row in ROWS if row.block == block), None)


def _in_kge(point: Mapping) -> dict[str, float]:
    return {"area_kge": point["area_ge"] / 1000, "delay_ns": point["delay_ns"]}


def beside_the_paper(block: str, front: Sequence[Mapping]) -> list[dict]:
    """The points of a front; if the block stands in the paper's table with
    ``throughput_per_area_ratio`` (measured over published; the bits for each call are the same) and
    ``dominates_published``.
    """
    published = _published(block)
    if published is None:
        return [dict(point) for point in front]
    product = published["area_kge"] * published["delay_ns"]
    return [
        {
            **point,
            "throughput_per_area_ratio": round(
                product / (point["area_ge"] / 1000 * point["delay_ns"]), 4
            ),
            "dominates_published": dominates(_in_kge(point), published, ("area_kge", "delay_ns")),
        }
        for point in front
    ]


def as_points(block: str, front: Sequence[Mapping]) -> list[Point]:
    """A front as points of the study's file, the one first that would stand beside the paper."""
    made = [
        Point(
            block=block,
            recipe=find(point["recipe"]),
            period_ps=point["period_ps"],
            seed=point["seed"],
            # A variant's name ends in ``grouping=NAME``; of the text's own grouping nothing is
            # left.
            grouping=point["design"].removeprefix(block).rpartition("=")[2],
        )
        for point in front
    ]
    numbers = [{**_in_kge(point), "place": place} for place, point in enumerate(front)]
    # Every point dominates an infinite reference, so merit alone decides.
    reference = _published(block) or {"area_kge": float("inf"), "delay_ns": float("inf")}
    best = closest(
        numbers,
        reference,
        ("area_kge", "delay_ns"),
        merit=lambda point: 1 / (point["area_kge"] * point["delay_ns"]),
    )
    order = sorted(range(len(made)), key=lambda place: place != best["place"])
    return [replace(made[place], best=place == best["place"]) for place in order]
