# SPDX-License-Identifier: Apache-2.0
"""Job function of `bench.jobs.rtl_job`."""

from collections.abc import Mapping
from pathlib import Path

from ...design import Design
from ...verify.finding import to_json
from ...verify.rtl.check import check_rtl


def run(job: Mapping, directory: Path) -> dict:
    """Link 2: ``inputs`` has ``design``, a design's JSON, and ``seed``."""
    design = Design.from_json(job["inputs"]["design"])
    return {"findings": to_json(check_rtl(design, directory, seed=job["inputs"]["seed"]))}
