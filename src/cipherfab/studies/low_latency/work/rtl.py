# SPDX-License-Identifier: Apache-2.0
"""Job function of `studies.low_latency.jobs.rtl_job`."""

from collections.abc import Mapping
from pathlib import Path

from ....design import Design
from ....verify.finding import to_json
from ...unrolled.rtl import check_rtl
from ..calls import calls


def run(job: Mapping, directory: Path) -> dict:
    """A block in simulation: ``inputs`` has ``block``, ``design`` (a design's JSON) and
    ``seed``."""
    inputs = job["inputs"]
    played = calls(inputs["block"], inputs["seed"])
    design = Design.from_json(inputs["design"])
    return {"findings": to_json(check_rtl(design, played, directory, seed=inputs["seed"]))}
