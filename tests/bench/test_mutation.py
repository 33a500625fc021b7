# SPDX-License-Identifier: Apache-2.0
"""A mutation score counts what it says."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from cipherfab.bench import mutation
from cipherfab.cores.build import build
from cipherfab.results.cache import Cache
from cipherfab.results.home import Home
from cipherfab.runs.where import Where
from cipherfab.verify.mutation.mutants import Mutant, draw


def mutant(number: int, kind: str = "bit") -> Mutant:
    """Any mutant."""
    return Mutant(
        number=number,
        kind=kind,
        file="a.v",
        start=0,
        end=1,
        line=1,
        original="a",
        changed="b",
        module="m",
    )


PASSED, FAILED = {"check": None, "failure": None}, {"check": "test plan", "failure": "word"}


@pytest.mark.parametrize(
    "played, proof, later, verdict, check",
    [
        (FAILED, None, None, "killed", "test plan"),
        (
            PASSED,
            {"verdict": "undecided", "detail": ""},
            FAILED,
            "different and missed",
            "test plan",
        ),
        (PASSED, {"verdict": "proved", "detail": ""}, None, "proved equivalent", None),
        (PASSED, {"verdict": "different", "detail": "differs"}, None, "different and missed", None),
        (PASSED, {"verdict": "undecided", "detail": ""}, None, "undecided", None),
        (PASSED, {"verdict": "messages", "detail": ""}, None, "messages proved", None),
    ],
)
def test_verdicts(played, proof, later, verdict, check):
    """Only the default seed kills, only a proof makes equal."""
    found = mutation._judged(mutant(1), played, proof, later)
    assert (found["verdict"], found["check"]) == (verdict, check)


def test_undecided_ones_count_against_the_score():
    """Killed, as a part of all that are not proved equivalent."""
    verdicts = ["killed"] * 6 + ["proved equivalent"] * 2 + ["undecided", "different and missed"]
    found = mutation._counted([{"kind": "bit", "verdict": verdict} for verdict in verdicts])
    assert found["score"] == 6 / 8 and found["kinds"] == {"bit": found["verdicts"]}
    assert found["verdicts"] == {
        "killed": 6,
        "proved equivalent": 2,
        "messages proved": 0,
        "different and missed": 1,
        "undecided": 1,
    }
    assert found["decided"] == 9
    assert mutation._counted([{"kind": "bit", "verdict": "proved equivalent"}])["score"] is None


def answered(job: dict, asked: list) -> dict[int, dict]:
    """What a job says of its mutants: the first fails at once, the second is proved, the third
    fails a long check, the fourth is late at once and the fifth in a long check, the sixth fails
    with a further seed, the seventh is never told apart.
    """
    inputs = job["inputs"]
    numbers = [each["number"] for each in inputs["mutants"]]
    if "seed" not in inputs:
        asked.append(("proof", *numbers))
        return {
            number: {
                "number": number,
                "verdict": "proved" if number == 2 else "undecided",
                "detail": "",
            }
            for number in numbers
        }
    asked.append((inputs["seed"], "long" if inputs["long"] else "short", *numbers))
    fails = {(1, False): 1, (1, True): 3, (2, False): 6}.get((inputs["seed"], inputs["long"]))
    late = 5 if inputs["long"] else 4
    return {
        number: {
            "number": number,
            "late": number == late,
            **(FAILED if number == fails else PASSED),
        }
        for number in numbers
    }


def test_only_what_is_not_proved_is_played_on(tmp_path, monkeypatch):
    """Short checks, proofs of what passed them in time, long checks, further seeds; each mutant is
    asked until something is known of it.
    """
    asked: list = []
    monkeypatch.setattr(
        mutation,
        "_run",
        lambda wanted, where: {
            number: each for job in wanted for number, each in answered(job, asked).items()
        },
    )
    found = mutation.run(
        build("ascon-p-6"), count=7, seed=1, where=Where(cache=Cache(Home(tmp_path)))
    )
    assert asked == [
        (1, "short", 1, 2, 3, 4, 5, 6, 7),
        ("proof", 2, 3),
        ("proof", 5, 6),
        ("proof", 7),
        (1, "long", 3, 4, 5, 6, 7),
        (2, "short", 4, 5, 6, 7),
        (3, "short", 4, 5, 7),
    ]
    assert [each["verdict"] for each in found["mutants"]] == [
        "killed",
        "proved equivalent",
        "killed",
        "different and missed",
        "different and missed",
        "different and missed",
        "undecided",
    ]


def test_what_is_undecided_is_asked_again_with_a_longer_limit(monkeypatch):
    """Of the mutants only those without an answer get more time; with less time all get it."""
    asked = []

    def answers(wanted, where):
        limits = [job["inputs"]["seconds"] for job in wanted]
        numbers = [each["number"] for job in wanted for each in job["inputs"]["mutants"]]
        asked.append((*set(limits), *numbers))
        return {
            number: {"number": number, "verdict": "proved" if number in (1, 3) else "undecided"}
            for number in numbers
        }

    monkeypatch.setattr(mutation, "_run", answers)
    mutants = [mutant(number) for number in (1, 2, 3, 4)]
    mutation._proofs(build("ascon-p-6"), mutants, 600, {})
    mutation._proofs(build("ascon-p-6"), mutants, 20, {})
    assert asked == [(180, 1, 2, 3, 4), (600, 2, 4), (20, 1, 2, 3, 4)]


def test_messages_decide_what_the_prover_does_not(monkeypatch):
    """Messages that the simulation shows to be wrong tell a mutant apart; it is equal on them only
    if all are proved.
    """
    said = {"check": None, "detail": "", "open": 0, "replayed": False}
    results = [{**said, "check": "shape", "replayed": True}, {**said, "open": 1}, said]
    found = [SimpleNamespace(ok=True, result=result) for result in results]
    where = SimpleNamespace(results=lambda wanted: found[: len(wanted)])
    design = build("ascon-aead128")
    mutants = [
        replace(one, number=number) for number, one in enumerate(draw(design.sources, 3, 1), 1)
    ]
    found = mutation._messages(design, mutants, where)
    assert {number: each["verdict"] for number, each in found.items()} == {
        1: "different",
        3: "messages",
    }
    assert mutation._messages(build("ascon-p-6"), mutants, where) == {}


@pytest.mark.slow
def test_a_masked_primitive_and_its_second_run(tmp_path):
    """Most mutants are killed, none is missed; the second run takes everything from the cache and
    says the same.
    """
    cache = Cache(Home(tmp_path))
    first = mutation.run(
        build("ascon-p-6/masked=1"), count=14, seed=1, where=Where(cache=cache, workers=0)
    )
    assert first["verdicts"]["killed"] >= 7 and first["verdicts"]["different and missed"] == 0
    assert (
        mutation.run(
            build("ascon-p-6/masked=1"), count=14, seed=1, where=Where(cache=cache, workers=0)
        )
        == first
    )
