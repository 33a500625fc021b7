# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""The last rounds twice: results, cycles, and what is refused. What faults do is in
`tests/verify/gates/injection/test_campaign.py`.
"""

from dataclasses import replace

import pytest
from tinytbc import lopsided, tiny_tbc

from cipherfab.architectures.protected.redundant import Redundant
from cipherfab.errors import CallError
from cipherfab.measure.component_runs import simulate
from cipherfab.primitives.primitive import SCHEDULE, software

from ..iterated import test_bidirectional as bidirectional
from ..test_architectures import assert_computes, calls, timing
from ..tiny import VARIANTS, tiny

names = pytest.mark.parametrize(
    "name", [name for name, primitive in VARIANTS.items() if primitive.rounds[-1] > 1]
)

TINY = tiny_tbc(16, 24, 12)
BOTH = {
    "finished": TINY,
    "counted": tiny_tbc(16, 24, 12, finished=False),
    "longer inverse": lopsided(5),
    "shorter inverse": lopsided(5, longer_inverse=False),
}
both = pytest.mark.parametrize("name", BOTH)


def repetitions(primitive) -> list[int]:
    """The smallest, a middle and the largest k, of a cipher with an inverse for both."""
    least = min(primitive.rounds + (primitive.inverse or primitive).rounds)
    return sorted({1, least // 2, least - 1} - {0})


@pytest.mark.sample(3)
@names
def test_results_are_those_of_the_model(name):
    """With stalls on both sides every k gives the model's outputs: nothing is withheld without a
    fault.
    """
    primitive = VARIANTS[name]
    for k in repetitions(primitive):
        assert_computes(lambda k=k: Redundant(primitive, repeated=k), primitive)


@pytest.mark.sample(3)
@names
def test_a_run_takes_the_repeated_rounds_longer(name):
    """r rounds with k repeated take r + k cycles, and the next run starts as the result leaves."""
    primitive = VARIANTS[name]
    for k in repetitions(primitive):
        for index, rounds in enumerate(primitive.rounds):
            inputs = [
                {**call, **({SCHEDULE: index} if SCHEDULE in call else {})}
                for call in calls(primitive)
            ]
            assert timing(Redundant(primitive, repeated=k), inputs) == ({rounds + k}, {rounds + k})


@pytest.mark.sample(2)
@both
def test_both_directions_are_those_of_the_model(name):
    """With stalls on both sides every k gives what the model of the call's direction gives, in
    whichever order directions come.
    """
    primitive = BOTH[name]
    inputs, directions = (
        bidirectional.calls(primitive),
        (software(primitive), software(primitive.inverse)),
    )
    expected = [
        {"block": directions[call["decrypt"]](call["tweakey"], call["block"])[0]} for call in inputs
    ]
    for k in repetitions(primitive):
        for options in ({"seed": 1}, {"seed": 2, "patient": True}, {}):
            _, taken = bidirectional.run(
                Redundant(primitive, repeated=k, encdec=True), inputs, **options
            )
            assert taken.values == expected


@both
def test_a_call_takes_the_rounds_of_its_direction_and_the_repeated_ones(name):
    """An encryption takes its rounds and k cycles, a decryption those of the inverse and k; the
    next call starts as one ends.
    """
    primitive = BOTH[name]
    inputs = bidirectional.calls(primitive)
    for k in repetitions(primitive):
        given, taken = bidirectional.run(Redundant(primitive, repeated=k, encdec=True), inputs)
        assert [after - before for before, after in zip(given.cycles, taken.cycles)] == [
            (primitive.inverse if call["decrypt"] else primitive).rounds[0] + k for call in inputs
        ]
        assert given.cycles[1:] == taken.cycles[:-1]


def test_outputs_are_0_but_for_the_result():
    """What the registers hold on the way is not seen: the output is 0 until it is valid, and again
    when it has been taken.
    """
    component, seen = Redundant(tiny(6), repeated=3), []

    async def bench(ctx):
        for cycle in range(14):
            ctx.set(component.in_valid, cycle == 0)
            ctx.set(component.in_x, 0x1234 + cycle)
            ctx.set(component.out_ready, cycle == 11)
            await ctx.delay(1e-7)
            seen.append(
                (ctx.get(component.out_valid), ctx.get(component.out_x), ctx.get(component.fault))
            )
            await ctx.tick()

    simulate(component, bench)
    (result,) = software(component.primitive)(0x1234)
    assert result and seen == [(0, 0, 0)] * 9 + [(1, result, 0)] * 3 + [(0, 0, 0)] * 2


@pytest.mark.parametrize(
    "rounds, k, message",
    [
        (
            (6,),
            6,
            "tiny-6: redundant=6 is refused: expected at least 1, and less than the 6 rounds of "
            "a run",
        ),
        ((6,), 0, "redundant=0 is refused"),
        ((12, 8), 8, "less than the 8 rounds of the shortest run"),
        ((1,), 1, "less than the 1 rounds"),
    ],
)
def test_what_does_not_fit_is_refused(rounds, k, message):
    """A round at least comes before the protected ones, in the shortest run too."""
    with pytest.raises(CallError, match=message):
        Redundant(tiny(*rounds), repeated=k)


@pytest.mark.parametrize(
    "primitive, k, message",
    [
        (
            lopsided(5),
            5,
            "redundant=5 is refused: expected at least 1, and less than the 5 rounds of the "
            "shortest run",
        ),
        (lopsided(5, longer_inverse=False), 5, "less than the 5 rounds of the shortest run"),
        (TINY, 12, "less than the 12 rounds of a run"),
        (tiny(6), 3, "needs a cipher whose inverse works on the same registers"),
        (replace(TINY, last_step=TINY.step), 3, "all alike"),
    ],
)
def test_what_does_not_fit_both_directions_is_refused(primitive, k, message):
    """The shorter direction too has a round before the protected ones, and there is an inverse with
    steps of the same kind.
    """
    with pytest.raises(CallError, match=message):
        Redundant(primitive, repeated=k, encdec=True)
