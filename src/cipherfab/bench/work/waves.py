# SPDX-License-Identifier: Apache-2.0
"""Job function of `bench.jobs.recording_job`."""

from collections.abc import Mapping
from pathlib import Path

from ...design import Design
from ...verify.rtl.recorded import record


def run(job: Mapping, directory: Path) -> dict:
    """A `Recording` of one message: ``inputs`` has ``design``, a design's JSON."""
    return record(Design.from_json(job["inputs"]["design"]), directory).to_json()
