# SPDX-License-Identifier: Apache-2.0
"""A function cut in front of its products computes the same, and its first piece is linear."""

from random import Random

import pytest

from cipherfab.ciphers.ascon import ascon_p
from cipherfab.words import SoftwareWord, concat, mux
from cipherfab.words.cut import CARRIED
from cipherfab.words.retimed import cut_before_products

WIDTHS = {"a": 8, "b": 8, "c": 1}


def function(words):
    """Two products in a row behind a sum, and a choice by a public bit."""
    a, b, c = words["a"], words["b"], words["c"]
    total = a ^ b.ror(3) ^ concat(*[c] * 8)
    product = total & ~b
    return {"a": mux(c, product, a), "b": (product & a) ^ total}


def test_the_pieces_compute_the_function():
    """One after the other, with the public input in both; between them are the operands."""
    (first, second), origins = cut_before_products(function, WIDTHS, {"c"})
    assert first.outputs == {CARRIED: len(origins)} and set(second.inputs) == {CARRIED, "c"}
    random = Random(1)
    for _ in range(50):
        words = {
            name: SoftwareWord(width, random.getrandbits(width)) for name, width in WIDTHS.items()
        }
        assert dict(second.function({**first.function(words), "c": words["c"]})) == function(words)


def test_as_few_bits_as_the_operands_need():
    """Of Ascon-p the five words of the state as the products take them, in five places."""
    primitive = ascon_p(6)

    def step(state):
        return {name: primitive.step(state)[name] for name in primitive.layout if name != "i"}

    (first, _), origins = cut_before_products(step, primitive.layout, {"i"})
    assert first.outputs == {CARRIED: 320}
    assert sorted(origins) == list(range(320))


def test_the_first_piece_is_linear():
    """The sum of its values of three states is that of their sum."""
    (first, _), _ = cut_before_products(function, WIDTHS, {"c"})
    random, zero = Random(2), SoftwareWord(1, 0)
    # Three, since the piece may invert bits: of an odd number of inversions one is left.
    states = [
        {
            "a": SoftwareWord(8, random.getrandbits(8)),
            "b": SoftwareWord(8, random.getrandbits(8)),
            "c": zero,
        }
        for _ in range(3)
    ]
    total = {name: states[0][name] ^ states[1][name] ^ states[2][name] for name in "ab"} | {
        "c": zero
    }
    values = [first.function(state)[CARRIED] for state in (*states, total)]
    assert values[0] ^ values[1] ^ values[2] == values[3]


def test_a_linear_function_has_no_cut():
    """It is refused: there are no products to be in front of."""
    with pytest.raises(ValueError, match="expected a function with products"):
        cut_before_products(lambda words: {"a": words["a"] ^ 1}, {"a": 8}, ())
