# SPDX-License-Identifier: Apache-2.0
"""Where a mode takes words, they pass as they are."""

import random

import pytest
from amaranth.hdl import ClockDomain, Module
from streams import play, stream

from cipherfab.controllers.ports import Phase
from cipherfab.lwc.passage import Passage

FIELDS = ("data", "mask", "phase", "last", "open")


def _clocked(component: Passage) -> Module:
    """With a clock, to which the streams are played."""
    m = Module()
    m.domains.sync = ClockDomain()
    m.submodules.passage = component
    return m


@pytest.mark.parametrize("width", [8, 16, 32])
@pytest.mark.parametrize("seed", [None, 3])
def test_words_pass_both_ways_in_the_same_cycle(width, seed):
    """The mode gets every word of the bus, and the bus every word of the mode, with 0 in the bytes
    that are not valid, whatever stalls.
    """
    generator, step, component = random.Random(1), width // 8, Passage(width=width)
    words = [
        {
            "data": generator.getrandbits(width),
            "mask": generator.getrandbits(step),
            "phase": Phase(number % 4),
            "last": generator.getrandbits(1),
            "open": generator.getrandbits(1),
        }
        for number in range(40)
    ]
    given, block = stream(component.words, FIELDS, words), stream(component.block, FIELDS)
    answers = stream(
        component.answer,
        ("data", "mask"),
        [{name: word[name] for name in ("data", "mask")} for word in words],
    )
    output = stream(component.output)
    play(
        _clocked(component),
        [given, answers],
        [block, output],
        seed=seed,
        until=lambda: len(block.passed) == len(output.passed) == len(words),
    )
    assert block.passed == given.passed and output.cycles == answers.cycles
    for word, left in zip(words, output.values):
        valid = sum(0xFF << 8 * n for n in range(step) if word["mask"] >> n & 1)
        assert left == {"data": word["data"] & valid}


def test_headers_wait_while_the_mode_owes_an_answer():
    """What leaves in front of a header or a status is the mode's to say."""
    component, seen = Passage(width=32), []

    def extra(ctx):
        ctx.set(component.answer.owed, len(seen) % 2)
        seen.append(ctx.get(component.empty))

    play(_clocked(component), [], [], until=lambda: len(seen) == 4, extra=extra)
    assert seen == [1, 0, 1, 0]
