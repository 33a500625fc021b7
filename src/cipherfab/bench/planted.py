# SPDX-License-Identifier: Apache-2.0
"""Rare planted bugs, each judged by the tests of `verify` and by the proofs of ``verify --prove``,
all of it as cached jobs.
"""

from typing import Any

from ..design import Design
from ..errors import ToolError
from ..results.cache import Cache
from ..runs.pool import run_all
from ..runs.progress import Progress
from ..verify.mutation.messages import SECONDS, judged
from ..verify.mutation.planted.rare import OUTSIDE, PLACES, SET, WORK
from ..verify.mutation.planted.wrapped import with_rare, without_rare
from . import jobs


def run(design: Design, *, seed: int, cache: Cache, seconds: int = SECONDS,
        scheduler: str | None = None, workers: int = 2,
        progress: Progress | None = None) -> dict[str, Any]:
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
    tests = [jobs.rtl_job(core, seed) for core in (without_rare(design), *cores.values())]
    proofs = [jobs.change_proof_job(cores[bug], bug.title, seconds) for bug in order]
    soon = sum(bug.shows not in (OUTSIDE, WORK) for bug in cores)
    outcomes = run_all([*proofs[:soon], *tests, *proofs[soon:]], cache=cache, scheduler=scheduler,
                       workers=workers, progress=progress)
    failed = [outcome for outcome in outcomes if not outcome.ok]
    if failed:
        raise ToolError(f"{failed[0].job['label']}: {failed[0].error}")
    results = [outcome.result for outcome in outcomes]
    proved = dict(zip(order, results[:soon] + results[soon + len(tests):], strict=True))
    without, *tested = [result["findings"] for result in results[soon:soon + len(tests)]]
    usual = [found["caveat"] for found in without if found.get("caveat")]
    found = [{"number": bug.number, "kind": bug.kind, "title": bug.title, "does": bug.does,
              "shows": bug.shows, "tested": judged(findings, usual), "proved": proved[bug]}
             for bug, findings in zip(cores, tested, strict=True)]
    return {"core": design.name, "seed": seed, "bugs": found, **_counted(found)}


def _counted(found: list[dict]) -> dict[str, Any]:
    proved = [bug for bug in found if bug["proved"]["check"]]
    return {"count": len(found),
            "found_by_testing": sum(bool(bug["tested"]["check"]) for bug in found),
            "found_by_proof": len(proved),
            "replayed": sum(bug["proved"]["replayed"] for bug in proved),
            "missed": [bug["number"] for bug in found if bug["shows"] == SET
                       and not (bug["proved"]["replayed"] or bug["proved"]["remark"])]}
