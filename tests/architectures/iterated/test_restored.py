# SPDX-License-Identifier: Apache-2.0
"""Registers that are restored: every run begins with what they hold, and brings back what the user
makes of it.
"""

import random
from dataclasses import replace

import pytest
from streams import Stream, play
from tinytbc import tiny_tbc

from cipherfab.architectures.iterated.restored import BidirectionalRestored, IteratedRestored
from cipherfab.errors import CallError
from cipherfab.primitives.in_parts import resting_in_parts
from cipherfab.primitives.primitive import Primitive, software
from cipherfab.primitives.restored import Restored
from cipherfab.words import rol, ror
from cipherfab.words.bits import equals

ROUNDS, WIDTH = 6, 8


def keyed() -> Restored:
    """Eight bits of text and of tweak, and a key of eight bits that rests; it rotates by three
    places a round.
    """

    def step(s):
        mixed = rol(s["x"], 1) + s["key"] ^ s["tweak"]
        return {"x": mixed, "tweak": rol(s["tweak"], 1), "key": rol(s["key"], 3), "i": s["i"] + 1}

    primitive = Primitive(
        name="keyed",
        rounds=(ROUNDS,),
        inputs={"text": WIDTH, "tweak": WIDTH, "key": WIDTH},
        outputs={"text": WIDTH},
        layout={"x": WIDTH, "tweak": WIDTH, "key": WIDTH, "i": 3},
        step=step,
        result=lambda s: {"text": s["x"]},
        load=lambda words: {
            "x": words["text"],
            "tweak": words["tweak"],
            "key": words["key"],
            "i": words["text"].constant(0, 3),
        },
        finished=lambda s: equals(s["i"], ROUNDS),
    )
    return Restored(
        primitive=primitive,
        names=("key",),
        back=lambda s, done: {"key": ror(s["key"], 3 * done % WIDTH)},
    )


def assert_serves_all_runs(core, **options) -> int:
    """A key that is written once to a core of `keyed`, and that comes back as its complement,
    serves all runs, whatever waits between them; returns the clocks between the first two.
    """
    model, generator, key = software(keyed().primitive), random.Random(2), 0xA7
    calls = [
        {"text": generator.getrandbits(WIDTH), "tweak": generator.getrandbits(WIDTH)}
        for _ in range(12)
    ]
    expected = [
        {"text": model(call["text"], call["tweak"], key ^ 0xFF * (number % 2))[0]}
        for number, call in enumerate(calls)
    ]
    written = [False]
    given = Stream(
        valid=core.in_valid,
        ready=core.in_ready,
        items=calls,
        holds_back=lambda _: not written[0],
        payload={"text": core.in_text, "tweak": core.in_tweak},
    )
    taken = Stream(valid=core.out_valid, ready=core.out_ready, payload={"text": core.out_text})

    def extra(ctx):
        ctx.set(core.in_key, key)
        ctx.set(core.in_write_key, not written[0])
        ctx.set(core.in_back_key, ctx.get(core.came_back_key) ^ 0xFF)
        written[0] = True

    play(
        core,
        [given],
        [taken],
        until=lambda: len(taken.passed) == len(calls),
        extra=extra,
        **options,
    )
    assert taken.values == expected
    return given.cycles[1] - given.cycles[0]


@pytest.mark.parametrize("seed", [None, 1])
@pytest.mark.parametrize("unrolled", [1, 2, 4, 6])
def test_runs_begin_with_what_came_back(unrolled, seed):
    """One key serves all runs, each of as many clocks as its rounds need."""
    clocks = assert_serves_all_runs(IteratedRestored(keyed(), unrolled=unrolled), seed=seed)
    assert seed or clocks == -(-ROUNDS // unrolled)


def test_a_clear_empties_the_result():
    """``in_clear`` sets the text to 0 while nothing computes, and leaves what rests."""
    core, seen = IteratedRestored(keyed()), []
    given = Stream(
        valid=core.in_valid, ready=core.in_ready, items=[], payload={"text": core.in_text}
    )

    def extra(ctx):
        ctx.set(core.in_key, 0x5A)
        ctx.set(core.in_write_key, not seen)
        ctx.set(core.in_clear, 1)
        seen.append((ctx.get(core.out_text), ctx.get(core.kept_key)))

    play(core, [given], [], until=lambda: len(seen) == 5, extra=extra)
    assert seen[1:] == [(0, 0x5A)] * 4


TINY = tiny_tbc(16, 24, 12)
PARTS = {"key": range(14), "number": range(14, 18), "tweak": range(18, 24)}


@pytest.mark.parametrize(
    "options",
    [{}, {"seed": 1}, {"seed": 2, "patient": True}],
    ids=["no stalls", "stalls", "ready waits for valid"],
)
@pytest.mark.parametrize("unrolled", [1, 4, 5])
def test_both_directions_bring_back_what_rests(unrolled, options):
    """With a key that is written once, and a counter that comes back as the next one, every call
    gives what the model of its direction gives, in any order of directions, in as many cycles as
    ever.
    """
    resting = resting_in_parts(TINY, PARTS, ["key", "number"])
    core = BidirectionalRestored(resting, unrolled=unrolled, changes=["number"])
    generator, key, models = random.Random(4), 0x2A5C, (software(TINY), software(TINY.inverse))
    calls = [
        {
            "tweak": generator.getrandbits(6),
            "block": generator.getrandbits(16),
            "decrypt": number % 3 == 1 or number == 3,
        }
        for number in range(18)
    ]
    expected = [
        {
            "block": models[call["decrypt"]](
                key | number % 16 << 14 | call["tweak"] << 18, call["block"]
            )[0]
        }
        for number, call in enumerate(calls)
    ]
    written = [False]
    given = Stream(
        valid=core.in_valid,
        ready=core.in_ready,
        items=calls,
        holds_back=lambda _: not written[0],
        payload={name: getattr(core, f"in_{name}") for name in calls[0]},
    )
    taken = Stream(valid=core.out_valid, ready=core.out_ready, payload={"block": core.out_block})

    def extra(ctx):
        ctx.set(core.in_key, key if not written[0] else generator.getrandbits(14))
        ctx.set(core.in_number, 0)
        for write in (core.in_write_key, core.in_write_number):
            ctx.set(write, not written[0])
        ctx.set(core.in_back_number, ctx.get(core.came_back_number) + 1 & 15)
        written[0] = True

    play(
        core,
        [given],
        [taken],
        until=lambda: len(taken.passed) == len(calls),
        extra=extra,
        **options,
    )
    assert taken.values == expected
    if not options:
        assert given.cycles[1] - given.cycles[0] == -(-12 // unrolled)


def test_what_a_result_reads_may_not_change():
    """A result that waits would become another one."""

    def result(state):
        return {"plaintext": state["x"] ^ state["k"][:16]}

    cipher = replace(TINY, inverse=replace(TINY.inverse, result=result))
    resting = resting_in_parts(cipher, PARTS, ["key", "number"])
    BidirectionalRestored(resting)
    with pytest.raises(CallError, match="no result reads, got number"):
        BidirectionalRestored(resting, changes=["number"])
