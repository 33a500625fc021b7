# SPDX-License-Identifier: Apache-2.0
"""Job function of `bench.jobs.build_job`."""

from collections.abc import Mapping
from pathlib import Path

from ...cores.build import build


def run(job: Mapping, directory: Path) -> dict:
    """The design of a core of ours: ``inputs`` has its name, ``core``."""
    return {"design": build(job["inputs"]["core"]).to_json()}
