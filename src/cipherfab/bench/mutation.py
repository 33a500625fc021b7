# SPDX-License-Identifier: Apache-2.0
"""Mutation score of a core: its mutants played, what survives compared with the original, all of it
as cached jobs.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..design import Design
from ..runs.where import Where
from ..verify.messages.check import refusal
from ..verify.mutation.mutants import KINDS, Mutant, draw, mutated
from ..verify.mutation.proved import SECONDS
from . import jobs

TOGETHER = 100
"""Mutants in one compiled model, and in one job."""

FURTHER_SEEDS = 2
"""With so many further seeds what survives is played, if it is not proved to be the original: what
only they find is missed.
"""

MESSAGES = 120
"""Seconds for a shape of messages of what the prover does not decide."""

PROVED_TOGETHER = 2
"""Survivors that are compared in one job."""

OTHER_CYCLES = "the same words, in other cycles"
"""What is said of a mutant that passed, and was faster or slower than the original: the API leaves
time open, and `bench` measures it.
"""

VERDICTS = ("killed", "proved equivalent", "messages proved", "different and missed", "undecided")
"""What becomes of a mutant.

- ``killed``: a default `verify` with this seed fails;
- ``proved equivalent``: it passed, and the prover says that it is the original;
- ``messages proved``: of a core with the LWC API; the prover does not say, but its whole default
  set of messages is proved, in any order and under any stalls;
- ``different and missed``: a default `verify` passes, and one with another seed fails, or the
  prover found inputs that tell it, or messages that are answered wrongly, or it took other cycles;
- ``undecided``: it passes with every seed that was played, and is neither proved equivalent nor
  different.
"""


def run(
    design: Design, *, count: int, seed: int, where: Where, proof_seconds: int = SECONDS
) -> dict[str, Any]:
    """Make ``count`` mutants and find out what becomes of each. A run that was stopped goes on from
    its finished jobs.

    Args:
        proof_seconds: time limit of a proof; what had no answer within the default one is asked
            again with this one, if it is longer.

    Returns:
        ``core``, ``seed``, ``count``; ``mutants``: for each its ``number``, ``kind``, ``title``,
        ``verdict`` (see `VERDICTS`), ``check`` that killed it or found it, ``detail``;
        ``verdicts``: how many of each; ``kinds``: the same for each kind; ``score``: killed, as a
        part of those that are not proved equivalent, None if there are none; ``decided``: how many
        are not undecided.

    Raises:
        ToolError: a job failed.
        CallError, DesignError: see `mutants.draw`.
    """
    mutants = draw(design.sources, count, seed)
    played = _played(design, mutants, seed, where)
    passed = [mutant for mutant in mutants if played[mutant.number]["check"] is None]
    # Those in other cycles differ in any case, and need no proof.
    alive = [mutant for mutant in passed if not played[mutant.number]["late"]]
    proofs = _proofs(design, alive, proof_seconds, where)
    proofs |= {
        mutant.number: {"verdict": "different", "detail": OTHER_CYCLES}
        for mutant in passed
        if played[mutant.number]["late"]
    }
    left, later = [mutant for mutant in passed if proofs[mutant.number]["verdict"] != "proved"], {}
    # What is proved to be the original passes the long checks too.
    long = _played(design, left, seed, where, long=True)
    played |= {number: each for number, each in long.items() if each["check"]}
    proofs |= {
        number: {"verdict": "different", "detail": OTHER_CYCLES}
        for number, each in long.items()
        if each["late"]
    }
    left = [mutant for mutant in left if played[mutant.number]["check"] is None]
    # `_judged` looks at the proof first, and a mutant that a long check killed has one already.
    proofs = {number: proof for number, proof in proofs.items() if not played[number]["check"]}
    for further in range(seed + 1, seed + 1 + FURTHER_SEEDS):
        again = _played(design, left, further, where)
        later |= {number: each for number, each in again.items() if each["check"]}
        left = [mutant for mutant in left if mutant.number not in later]
    proofs |= _messages(
        design,
        [mutant for mutant in left if proofs[mutant.number]["verdict"] == "undecided"],
        where,
    )
    found = [
        _judged(mutant, played[mutant.number], proofs.get(mutant.number), later.get(mutant.number))
        for mutant in mutants
    ]
    return {
        "core": design.name,
        "seed": seed,
        "count": len(found),
        "mutants": found,
        **_counted(found),
    }


def _played(
    design: Design, mutants: Sequence[Mutant], seed: int, where: Where, *, long: bool = False
) -> dict[int, dict]:
    """What `jobs.mutants_job` says of each, by number."""
    return _run(
        [jobs.mutants_job(design, part, seed, long=long) for part in _parts(mutants, TOGETHER)],
        where,
    )


def _proofs(
    design: Design, mutants: Sequence[Mutant], seconds: int, where: Where
) -> dict[int, dict]:
    """What `jobs.proof_job` says of each, by number; of what the default time does not decide, with
    a longer limit.
    """
    found = {}
    # The default limit first: a run with a longer one takes those answers from the cache.
    for limit in sorted({min(seconds, SECONDS), seconds}):
        asked = [
            mutant
            for mutant in mutants
            if found.get(mutant.number, {}).get("verdict", "undecided") == "undecided"
        ]
        found |= _run(
            [jobs.proof_job(design, part, limit) for part in _parts(asked, PROVED_TOGETHER)], where
        )
    return found


def _messages(design: Design, mutants: Sequence[Mutant], where: Where) -> dict[int, dict]:
    """What `jobs.change_proof_job` decides, by number, as of a proof."""
    if refusal(design):
        return {}
    outcomes = where.results(
        [
            jobs.change_proof_job(
                replace(design, sources=mutated(design.sources, mutant)),
                f"mutant {mutant.number}",
                MESSAGES,
            )
            for mutant in mutants
        ]
    )
    found = {}
    for mutant, outcome in zip(mutants, outcomes):
        said = outcome.result
        # A counterexample counts only if the bench shows it on the core.
        if said["replayed"]:
            found[mutant.number] = {
                "verdict": "different",
                "detail": f"{said['check']}: {said['detail']}",
            }
        # A shape without an answer leaves the mutant undecided.
        elif said["check"] is None and not said["open"]:
            found[mutant.number] = {"verdict": "messages", "detail": said["detail"]}
    return found


def _parts(mutants: Sequence[Mutant], size: int) -> list[Sequence[Mutant]]:
    return [mutants[start : start + size] for start in range(0, len(mutants), size)]


def _run(wanted: list[dict], where: Where) -> dict[int, dict]:
    """The results of jobs, by mutant."""
    return {
        mutant["number"]: mutant
        for outcome in where.results(wanted)
        for mutant in outcome.result["mutants"]
    }


def _judged(
    mutant: Mutant,
    played: Mapping[str, Any],
    proof: Mapping[str, Any] | None,
    later: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """``played``: with the seed; ``later``: with a further one that found it."""
    verdict, shown = "killed", played
    if later:
        verdict, shown = "different and missed", later
    elif proof:
        verdict = {
            "proved": "proved equivalent",
            "different": "different and missed",
            "messages": "messages proved",
            "undecided": "undecided",
        }[proof["verdict"]]
        shown = {"check": None, "failure": proof["detail"]}
    return {
        "number": mutant.number,
        "kind": mutant.kind,
        "title": mutant.title,
        "verdict": verdict,
        "check": shown["check"],
        "detail": shown["failure"],
    }


def _counted(found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    counts = Counter(mutant["verdict"] for mutant in found)
    kinds = {
        kind: Counter(mutant["verdict"] for mutant in found if mutant["kind"] == kind)
        for kind in KINDS
    }
    # What is the original itself cannot be killed by any test.
    different = len(found) - counts["proved equivalent"]
    return {
        "verdicts": {verdict: counts[verdict] for verdict in VERDICTS},
        "kinds": {
            kind: {verdict: each[verdict] for verdict in VERDICTS}
            for kind, each in kinds.items()
            if each
        },
        "decided": len(found) - counts["undecided"],
        "score": counts["killed"] / different if different else None,
    }
