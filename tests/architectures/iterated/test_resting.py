# SPDX-License-Identifier: Apache-2.0
"""Registers that rest: every run begins with what they hold, and brings back what the user makes of
it.
"""

import random

import pytest
from streams import Stream, play

from cipherfab.architectures.iterated.resting import IteratedResting
from cipherfab.primitives.primitive import Primitive, software
from cipherfab.primitives.resting import Resting
from cipherfab.words import rol, ror
from cipherfab.words.bits import equals

ROUNDS, WIDTH = 6, 8


def keyed() -> Resting:
    """Eight bits of text and of tweak, and a key of eight bits that rests; it turns by three places
    a round.
    """
    def step(s):
        mixed = rol(s["x"], 1) + s["key"] ^ s["tweak"]
        return {"x": mixed, "tweak": rol(s["tweak"], 1), "key": rol(s["key"], 3), "i": s["i"] + 1}

    primitive = Primitive(
        name="keyed", rounds=(ROUNDS,), inputs={"text": WIDTH, "tweak": WIDTH, "key": WIDTH},
        outputs={"text": WIDTH},
        layout={"x": WIDTH, "tweak": WIDTH, "key": WIDTH, "i": 3},
        step=step, result=lambda s: {"text": s["x"]},
        load=lambda words: {"x": words["text"], "tweak": words["tweak"], "key": words["key"],
                            "i": words["text"].constant(0, 3)},
        finished=lambda s: equals(s["i"], ROUNDS))
    return Resting(primitive=primitive, names=("key",), back=lambda s,
                   done: {"key": ror(s["key"], 3 * done % WIDTH)})


@pytest.mark.parametrize("seed", [None, 1])
@pytest.mark.parametrize("unrolled", [1, 2, 4, 6])
def test_runs_begin_with_what_came_back(unrolled, seed):
    """A key that is written once and that comes back as its complement serves all runs, whatever
    waits between them.
    """
    resting, generator, key = keyed(), random.Random(2), 0xA7
    core, model = IteratedResting(resting, unrolled=unrolled), software(resting.primitive)
    calls = [{"text": generator.getrandbits(WIDTH), "tweak": generator.getrandbits(WIDTH)}
             for _ in range(12)]
    expected = [{"text": model(call["text"], call["tweak"], key ^ 0xFF * (number % 2))[0]}
                for number, call in enumerate(calls)]
    written = [False]
    given = Stream(valid=core.in_valid, ready=core.in_ready,
                   items=calls, holds_back=lambda _: not written[0],
                   payload={"text": core.in_text, "tweak": core.in_tweak})
    taken = Stream(valid=core.out_valid, ready=core.out_ready, payload={"text": core.out_text})

    def extra(ctx):
        ctx.set(core.in_key, key)
        ctx.set(core.in_write_key, not written[0])
        ctx.set(core.in_back_key, ctx.get(core.came_back_key) ^ 0xFF)
        written[0] = True
    play(core, [given], [taken], until=lambda: len(taken.passed) == len(calls),
         extra=extra, seed=seed)
    assert taken.values == expected
    if seed is None:
        assert given.cycles[1] - given.cycles[0] == -(-ROUNDS // unrolled)


def test_a_clear_empties_the_result():
    """``in_clear`` sets the text to 0 while nothing computes, and leaves what rests."""
    core, seen = IteratedResting(keyed()), []
    given = Stream(valid=core.in_valid, ready=core.in_ready,
                   items=[], payload={"text": core.in_text})

    def extra(ctx):
        ctx.set(core.in_key, 0x5A)
        ctx.set(core.in_write_key, not seen)
        ctx.set(core.in_clear, 1)
        seen.append((ctx.get(core.out_text), ctx.get(core.kept_key)))
    play(core, [given], [], until=lambda: len(seen) == 5, extra=extra)
    assert seen[1:] == [(0, 0x5A)] * 4
