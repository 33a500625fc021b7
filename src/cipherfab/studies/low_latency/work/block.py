# SPDX-License-Identifier: Apache-2.0
"""Job function of `studies.low_latency.jobs.block_job`."""

from collections.abc import Mapping
from pathlib import Path

from ...unrolled.block import design
from ..variants import primitive


def run(job: Mapping, directory: Path) -> dict:
    """A block as Verilog: ``inputs`` has ``block``, its name."""
    block = job["inputs"]["block"]
    return {"design": design(block, primitive(block)).to_json()}
