# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Bit-serial cores on shares of a tiny permutation against its software model, with stalls, and
their cycles.
"""

from dataclasses import replace
from random import Random

import pytest

from cipherfab.architectures.serial.on_shares import SerialOnShares
from cipherfab.errors import CallError
from cipherfab.measure.component_runs import simulate
from cipherfab.primitives.bit_serial import bit_serial
from cipherfab.primitives.primitive import software
from cipherfab.words import ror

from .test_by_column import WIDTH, WORDS, columns_path

ROUNDS, BITS = 3, 24


def rotations(x):
    """What is added to each word: rotations of itself, two, one and none."""
    return [ror(x[0], 1) ^ ror(x[0], 6), ror(x[1], 3), x[2].constant(0)]


PATH = columns_path(ROUNDS, diffuse=rotations)


def columns(value: int, order) -> list[int]:
    """A value as the words of a port."""
    return [
        sum(
            (value >> BITS - 1 - cell & 1) << len(WORDS) - 1 - place
            for place, cell in enumerate(cells)
        )
        for cells in order
    ]


def joined(words: list[int], order) -> int:
    """The value of the words of a port."""
    return sum(
        (word >> len(WORDS) - 1 - place & 1) << BITS - 1 - cell
        for word, cells in zip(words, order)
        for place, cell in enumerate(cells)
    )


def play(shares: int, values: list[int], *, stalls: float) -> tuple[list[int], int]:
    """Results of calls, and cycles from the first word of the last one to its last."""
    core, random, found = SerialOnShares(bit_serial(PATH, shares - 1)), Random(1), {"words": []}
    words = []
    for value in values:
        masks = [random.getrandbits(BITS) for _ in range(shares - 1)]
        last = value
        for mask in masks:
            last ^= mask
        words += list(zip(*(columns(part, core.order["in_x"]) for part in (*masks, last))))

    async def bench(ctx):
        given, cycle, begun = 0, 0, 0
        while len(found["words"]) < WIDTH * len(values):
            gives = given < len(words) and random.random() >= stalls
            ctx.set(core.in_valid, gives)
            for share in range(shares):
                ctx.set(getattr(core, f"in_x_{share}"), words[given][share] if gives else 0)
            ctx.set(core.random, random.getrandbits(len(core.random)))
            ctx.set(core.out_ready, random.random() >= stalls)
            if gives and ctx.get(core.in_ready):
                begun = cycle if given % WIDTH == 0 else begun
                given += 1
            if ctx.get(core.out_valid) and ctx.get(core.out_ready):
                found["words"].append(
                    [ctx.get(getattr(core, f"out_x_{share}")) for share in range(shares)]
                )
            await ctx.tick()
            cycle += 1
        found["cycles"] = cycle - begun

    simulate(core, bench)
    results = [0] * len(values)
    for share in range(shares):
        taken = [word[share] for word in found["words"]]
        for call in range(len(values)):
            results[call] ^= joined(taken[WIDTH * call : WIDTH * (call + 1)], core.order["out_x"])
    return results, found["cycles"]


@pytest.mark.parametrize("shares", (2, 3, 4))
def test_results_are_those_of_the_model(shares):
    """On two to four shares, with stalls on both sides, and without."""
    values = [0x123456, 0xFFFFFF, 0, 0xA5C3E1]
    expected = [software(PATH.primitive)(value)[0] for value in values]
    for stalls in (0, 0.4):
        assert play(shares, values, stalls=stalls)[0] == expected


def test_a_round_takes_a_turn_for_each_word_and_one_for_the_s_box():
    """A call takes a turn to go in, the rounds, a turn to go out, and the cycle of its register."""
    _, cycles = play(2, [1, 2, 3], stalls=0)
    assert cycles == WIDTH * (1 + ROUNDS * (len(WORDS) + 1) + 1) + 1


def test_other_linear_layers_are_refused():
    """A layer that adds a word to another one is no sum of bits of one word."""
    with pytest.raises(CallError, match="rotations of itself"):
        bit_serial(columns_path(ROUNDS), 1)


def test_products_of_products_are_refused():
    """Their operands would come a clock later than the others."""

    def substitute(x):
        return [x[0] ^ (x[1] & (x[1] ^ (x[0] & x[2]))), x[1], x[2]]

    with pytest.raises(CallError, match="products of products"):
        bit_serial(replace(PATH, substitute=substitute), 1)


def test_an_sbox_without_products_is_refused():
    """It has no gadgets, and so no registers to wait for."""
    with pytest.raises(CallError, match="with products"):
        bit_serial(replace(PATH, substitute=lambda x: [x[0] ^ x[1], x[1], x[2]]), 1)
