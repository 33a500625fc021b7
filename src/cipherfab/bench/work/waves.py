# SPDX-License-Identifier: Apache-2.0
"""Job function of `bench.jobs.recording_job`."""

from collections.abc import Mapping
from pathlib import Path

from ...design import Design
from ...measure.measure import measure_cycles
from ...verify.rtl.recorded import record


def run(job: Mapping, directory: Path) -> dict:
    """By one compiled simulator: ``recording``, a `Recording` of one message, and ``cycles``, what
    `measure_cycles` gives; ``inputs`` has ``design``, the JSON of a core with the LWC API.
    """
    design = Design.from_json(job["inputs"]["design"])
    recording = record(design, directory).to_json()
    return {"recording": recording, "cycles": measure_cycles(design, directory, trace=True)}
