# SPDX-License-Identifier: Apache-2.0
"""Words of a bus collected for a core whose words are wider, and its answers split for the bus."""

import pytest
from amaranth.sim import Simulator

from cipherfab.controllers.ports import Phase
from cipherfab.imports.streamwide import SplitWords, WideWords

TEXT = Phase.MESSAGE


def collected(wide: int, words, pauses=()):
    """Data, mask, last and open of what leaves, for words of 32 bits (data, mask, last, open); the
    core takes nothing in the cycles ``pauses``.
    """
    module, found = WideWords(32, wide), []
    simulator = Simulator(module)
    simulator.add_clock(1e-6)

    async def run(context):
        cycle, left = 0, list(words)
        while left and cycle < 100:
            for name, value in zip(("data", "mask", "last", "open"), left[0]):
                context.set(getattr(module.given, name), value)
            context.set(module.given.phase, TEXT)
            context.set(module.given.valid, 1)
            context.set(module.words.ready, cycle not in pauses)
            if context.get(module.words.valid) and context.get(module.words.ready):
                found.append(
                    tuple(
                        context.get(getattr(module.words, name))
                        for name in ("data", "mask", "last", "open")
                    )
                )
            if context.get(module.given.ready):
                left.pop(0)
            await context.tick()
            cycle += 1

    simulator.add_testbench(run)
    simulator.run()
    return found


A, B = 0x01020304, 0x05060708


@pytest.mark.parametrize(
    "words, expected",
    [
        ([(A, 15, 0, 0), (B, 12, 1, 0)], [(A << 32 | B, 0xFC, 1, 0)]),
        ([(A, 15, 1, 0), (B, 15, 1, 0)], [(A << 32, 0xF0, 1, 0), (B << 32, 0xF0, 1, 0)]),
        ([(A, 15, 0, 1), (0, 0, 1, 0)], [(A << 32, 0xF0, 1, 0)]),
        ([(A, 15, 0, 1), (0, 0, 0, 0), (B, 15, 1, 0)], [(A << 32 | B, 0xFF, 1, 0)]),
        ([(A, 15, 0, 0), (B, 15, 0, 1), (0, 0, 1, 0)], [(A << 32 | B, 0xFF, 0, 1), (0, 0, 1, 0)]),
    ],
)
@pytest.mark.parametrize("pauses", [(), (0, 1, 2)])
def test_words_of_a_type_are_collected_from_the_top(words, expected, pauses):
    """A type ends in a part of a word, and no word has parts of two; what is open waits for what
    follows, be it another segment or the end; nothing is lost while the core waits.
    """
    assert collected(64, words, pauses) == expected


def test_a_word_of_128_bits_has_four_of_the_bus():
    """All of them, and three at the end of a type."""
    words = [(n, 15, n == 7, 0) for n in range(1, 8)]
    assert collected(128, words) == [
        (1 << 96 | 2 << 64 | 3 << 32 | 4, 0xFFFF, 0, 0),
        (5 << 96 | 6 << 64 | 7 << 32, 0xFFF0, 1, 0),
    ]


@pytest.mark.parametrize("wide", [64, 128])
@pytest.mark.parametrize("pauses", [(), (0, 3, 4)])
def test_answers_leave_in_parts_from_their_first_cycle_on(wide, pauses):
    """One word leaves in each cycle in which the bus takes one, without a gap between two answers,
    and of the last answer as many parts as count.
    """
    module, parts = SplitWords(32, wide), wide // 32
    numbers = [*range(1, 2 * parts)]
    given = [
        (sum(n << 32 * (parts - 1 - place) for place, n in enumerate(group)), len(group))
        for group in (numbers[:parts], numbers[parts:])
    ]
    simulator, found, cycles = Simulator(module), [], []
    simulator.add_clock(1e-6)

    async def run(context):
        left = list(given)
        for cycle in range(20):
            if left:
                context.set(module.given.data, left[0][0])
                context.set(module.count, left[0][1])
            context.set(module.given.valid, bool(left))
            context.set(module.data.ready, cycle not in pauses)
            if context.get(module.data.valid) and cycle not in pauses:
                found.append(context.get(module.data.data))
                cycles.append(cycle)
            if left and context.get(module.given.ready):
                left.pop(0)
            await context.tick()

    simulator.add_testbench(run)
    simulator.run()
    assert found == numbers
    assert cycles == [cycle for cycle in range(20) if cycle not in pauses][: len(numbers)]
