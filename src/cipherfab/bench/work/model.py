# SPDX-License-Identifier: Apache-2.0
"""Job function of `bench.jobs.model_job`."""

from collections.abc import Mapping
from pathlib import Path

from ...verify.answers.check import check_model
from ...verify.finding import to_json


def run(job: Mapping, directory: Path) -> dict:
    """Link 1: ``inputs`` has ``algorithm``, a catalog name."""
    return {"findings": to_json(check_model(job["inputs"]["algorithm"]))}
