# SPDX-License-Identifier: Apache-2.0
"""Job function of `bench.jobs.implement_job`."""

from collections.abc import Mapping
from pathlib import Path

from ...implement import flow


def run(job: Mapping, directory: Path) -> dict:
    """One implementation run: ``inputs`` is `flow.job`, and ``liberty_sha256`` where cells are in a
    Liberty file.
    """
    inputs = {key: value for key, value in job["inputs"].items() if key != "liberty_sha256"}
    return flow.run_job(inputs, directory).to_json()
