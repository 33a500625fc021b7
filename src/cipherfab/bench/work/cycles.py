# SPDX-License-Identifier: Apache-2.0
"""Job function of `bench.jobs.cycles_job`."""

from collections.abc import Mapping
from pathlib import Path

from ...design import Design
from ...measure.measure import measure_cycles


def run(job: Mapping, directory: Path) -> dict:
    """Cycles and formulas: ``inputs`` has ``design``, a design's JSON."""
    design = Design.from_json(job["inputs"]["design"])
    return measure_cycles(design, directory, protocol=design.third_party is None)
