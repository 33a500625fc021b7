# SPDX-License-Identifier: Apache-2.0
"""Job function of `bench.jobs.build_job`."""

from collections.abc import Mapping
from pathlib import Path

from ...cores.build import build
from ...design import Design


def run(job: Mapping, directory: Path) -> dict:
    """The design of a core of ours: ``inputs`` has its name, ``core``."""
    return result(build(job["inputs"]["core"]))


def result(design: Design) -> dict:
    """What `run` gives for a core that is built already."""
    return {"design": design.to_json()}
