# SPDX-License-Identifier: Apache-2.0
"""Rare planted bugs, each judged by the tests of `verify` and by the proofs of ``verify --prove``,
all of it as cached jobs.
"""

from typing import Any

from ..design import Design
from ..runs.where import Where
from ..verify.finding import findings_of
from ..verify.mutation.messages import SECONDS, judged
from ..verify.mutation.planted.rare import OUTSIDE, PLACES, SET, WORK
from ..verify.mutation.planted.wrapped import with_rare, without_rare
from . import jobs


def run(design: Design, *, seed: int, where: Where, seconds: int = SECONDS) -> dict[str, Any]:
    """Test and prove a core with each of the bugs of `rare`. A run that was stopped goes on from
    its finished jobs.

    Args:
        seed: of stimulus and stalls of the tests.
        seconds: for a shape.

    Returns:
        ``core``, ``seed``; ``bugs``: for each ``number``, ``kind``, ``title``, ``does``, ``shows``
        (see `rare`), ``tested`` and ``proved`` (see `judged`, and `messages.prove`); ``count``;
        ``found_by_testing``, ``found_by_proof`` and ``replayed``: how many; ``missed``: the
        numbers of those that show in a shape of the set and that no proof found, or whose
        counterexample the bench does not show.

    Raises:
        CallError: see `with_rare`.
        ToolError: a job failed.
    """
    cores = with_rare(design)
    # What ends soon first.
    order = sorted(cores, key=lambda bug: PLACES.index(bug.shows))
    proofs = {
        ("proved", bug): jobs.change_proof_job(cores[bug], bug.title, seconds) for bug in order
    }
    late = {key: job for key, job in proofs.items() if key[1].shows in (OUTSIDE, WORK)}
    asked = {key: job for key, job in proofs.items() if key not in late}
    asked |= {
        ("tested", bug): jobs.rtl_job(core, seed)
        # The core without a bug is played too: a remark that it has already tells nothing of a bug.
        for bug, core in ((None, without_rare(design)), *cores.items())
    }
    asked |= late
    outcomes = where.results(list(asked.values()))
    results = {key: outcome.result for key, outcome in zip(asked, outcomes, strict=True)}
    usual = [found.caveat for found in findings_of(results["tested", None]) if found.caveat]
    found = [
        {
            "number": bug.number,
            "kind": bug.kind,
            "title": bug.title,
            "does": bug.does,
            "shows": bug.shows,
            "tested": judged(findings_of(results["tested", bug]), usual),
            "proved": results["proved", bug],
        }
        for bug in cores
    ]
    return {"core": design.name, "seed": seed, "bugs": found, **_counted(found)}


def _counted(found: list[dict]) -> dict[str, Any]:
    proved = [bug for bug in found if bug["proved"]["check"]]
    return {
        "count": len(found),
        "found_by_testing": sum(bool(bug["tested"]["check"]) for bug in found),
        "found_by_proof": len(proved),
        "replayed": sum(bug["proved"]["replayed"] for bug in proved),
        "missed": [
            bug["number"]
            for bug in found
            if bug["shows"] == SET and not (bug["proved"]["replayed"] or bug["proved"]["remark"])
        ],
    }
