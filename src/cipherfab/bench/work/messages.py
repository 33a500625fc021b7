# SPDX-License-Identifier: Apache-2.0
"""Job function of `bench.jobs.proofs_job`."""

from collections.abc import Mapping
from pathlib import Path

from ...design import Design
from ...results.cache import Cache
from ...runs.shapes import kept_in
from ...verify.finding import to_json
from ...verify.messages.check import check_messages
from ...verify.messages.level import level


def run(job: Mapping, directory: Path) -> dict:
    """Link ``messages``: ``inputs`` has ``design`` and ``seconds``. Shapes that were proved before
    are in the cache that the job's result comes into.
    """
    inputs = job["inputs"]
    design, work = Design.from_json(inputs["design"]), directory / "proofs"
    work.mkdir()
    kept = kept_in(Cache.around(directory), design)
    found = list(
        check_messages(
            design,
            work,
            all_shapes=False,
            seconds=inputs["seconds"],
            waveform=None,
            say=lambda text: None,
            kept=kept,
        )
    )
    return {"findings": to_json([level(found)]), "shapes": to_json(found)}
