# SPDX-License-Identifier: Apache-2.0
"""What a core of others is forgiven."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from cipherfab.cores.build import build
from cipherfab.lwc.protocol import MAX_SEGMENT_BYTES
from cipherfab.origin import ThirdParty
from cipherfab.verify.answers import stimulus
from cipherfab.verify.mutation.played import OneMutant
from cipherfab.verify.rtl import plan as plan_module
from cipherfab.verify.rtl.plan import Plan

DESIGN = build("ascon-128")
FOREIGN = replace(DESIGN, third_party=ThirdParty())


@pytest.mark.parametrize(
    "right, empty, expected",
    [
        ((True, False), True, True),
        ((False, True), True, True),
        ((False, False), True, False),
        ((True,), False, True),
        ((False,), False, False),
    ],
)
def test_either_way_to_answer_empty_segments_will_do(right, empty, expected):
    """A core is right with segments if it is right in one of the two ways to answer empty ones, or
    with none of those.
    """
    answers = iter(right)
    simulator = SimpleNamespace(
        program=SimpleNamespace(path="p"),
        play=lambda words, **options: SimpleNamespace(passed=next(answers)),
    )
    assert Plan(FOREIGN, 1).takes_segments(simulator, empty=empty) is expected


def test_of_mutants_in_one_file_each_is_asked_and_once():
    """What one of them gets wrong in several segments says nothing of another."""
    plan, played = Plan(FOREIGN, 1), []

    def mutant(number: int, right: bool):
        def play(words, **options):
            played.append(number)
            return SimpleNamespace(passed=right)

        return SimpleNamespace(program=OneMutant(design=DESIGN, path="p", number=number), play=play)

    for one, right in ((mutant(1, False), False), (mutant(2, True), True)):
        assert [plan.takes_segments(one, empty=False) for _ in range(2)] == [right] * 2
    assert played == [1, 2]


def test_only_messages_that_fit_are_asked_of_a_core_without_segments(monkeypatch):
    """What of a failed run is asked again in one segment has no type that is longer than one."""
    asked = []
    plan = SimpleNamespace(
        seed=1, ours=False, takes_segments=lambda *given, **more: False, streams=asked.append
    )
    results = iter([SimpleNamespace(passed=False), SimpleNamespace(passed=False)])
    monkeypatch.setattr(plan_module, "failed", lambda *given: "failed")
    short, long = (
        replace(stimulus.plan("ascon-128", seed=1)[0], ad=bytes(size))
        for size in (MAX_SEGMENT_BYTES, MAX_SEGMENT_BYTES + 1)
    )
    words = SimpleNamespace(pdi=SimpleNamespace(blocks=[1]))
    simulator = SimpleNamespace(play=lambda streams, **options: next(results))
    assert Plan.run(plan, simulator, words, None, {}, [short, long]) == "failed"
    assert [len(message.ad) for message in asked[0]] == [MAX_SEGMENT_BYTES]
