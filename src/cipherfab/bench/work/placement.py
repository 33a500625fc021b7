# SPDX-License-Identifier: Apache-2.0
"""Job function of `bench.jobs.placement_job`."""

from collections.abc import Mapping
from pathlib import Path

from ...design import Design
from ...implement import platforms
from ...implement.placement.place import place_run
from ...implement.platforms.platform import LibertyPlatform


def run(job: Mapping, directory: Path) -> dict:
    """A netlist placed and timed: ``inputs`` has ``design``, ``netlist`` (text), ``platform``,
    ``period_ps``, ``utilisation`` and ``seed``; returns what `place_run` does.
    """
    inputs = job["inputs"]
    (directory / "netlist.v").write_text(inputs["netlist"])
    platform = platforms.find(inputs["platform"])
    assert isinstance(platform, LibertyPlatform)
    return place_run(
        Design.from_json(inputs["design"]),
        platform,
        period_ps=inputs["period_ps"],
        directory=directory,
        utilisation=inputs["utilisation"],
        seed=inputs["seed"],
    )
