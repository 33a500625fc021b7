# SPDX-License-Identifier: Apache-2.0
"""SimP against its specification's text."""

import random

import pytest

from cipherfab.ciphers.simp import Z, simp
from cipherfab.primitives.primitive import software


def simp_of_the_text(words: list[int], width: int, rounds_per_step: int, steps: int) -> list[int]:
    """Algorithm 2 on plain integers."""
    mask = (1 << width) - 1

    def rol(x, amount):
        return (x << amount | x >> width - amount) & mask

    x0, x1, x2, x3 = words
    for i in range(1, steps + 1):
        for j in range(1, rounds_per_step + 1):
            z = int(Z[((i - 1) * rounds_per_step + j - 1) % 62])
            new = x1 ^ rol(x0, width - 3) ^ rol(x0, width - 4) ^ (mask - 3) ^ z
            x0, x1, x2, x3 = new, x0, x3 ^ (rol(x2, 1) & rol(x2, 8)) ^ rol(x2, 2) ^ x1, x2
        if i != steps:
            x0, x1, x2, x3 = x2, x3, x0, x1
    return [x0, x1, x2, x3]


@pytest.mark.parametrize("steps", [2, 4])
@pytest.mark.parametrize("width, rounds_per_step", [(192, 26), (256, 34)])
def test_it_is_algorithm_2(width, rounds_per_step, steps):
    """With its two loops and the exchange between steps, on random states."""
    draw, word = random.Random(width), width // 4
    for _ in range(5):
        words = [draw.getrandbits(word) for _ in range(4)]
        number, expected = (
            sum(x << word * (3 - place) for place, x in enumerate(list_))
            for list_ in (words, simp_of_the_text(words, word, rounds_per_step, steps))
        )
        assert software(simp(width, steps))(number) == (expected,)
