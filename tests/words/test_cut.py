# SPDX-License-Identifier: Apache-2.0
"""The pieces of a function compute it one after the other, are as short as asked for, and carry no
bit that is not needed.
"""

from random import Random

import pytest

from cipherfab.ciphers.aes import aes_128
from cipherfab.ciphers.ascon import ascon_p
from cipherfab.ciphers.lilliput import lilliput_tbc
from cipherfab.words import SoftwareWord, concat, mux, rol
from cipherfab.words.compiled import compile_function
from cipherfab.words.cut import CARRIED, cut, delays, useful_counts

WIDTHS = {"a": 8, "b": 8, "c": 1}


def everything(words):
    """Every operation of words, with bits of one node on many levels."""
    a, b, c = words.values()
    total = rol(a, 3) + b ^ ~a
    looked_up = total[2:6].table([entry * 7 & 15 for entry in range(16)], 4)
    mixed = mux(c & total[0], concat(looked_up, b[:4]) | a, total.permute([7, 0, 6, 1, 5, 2, 4, 3]))
    return {
        "sum": mixed + (a & 0x0F),
        "bit": (c ^ mixed[3]),
        "passed": b,
        "low": mixed[:4] ^ looked_up ^ 5,
    }


def in_turn(pieces, words):
    """The outputs of the last piece, each with the outputs of the one before it."""
    for piece in pieces:
        assert {name: word.width for name, word in words.items()} == dict(piece.inputs)
        words = piece.function(words)
        assert {name: word.width for name, word in words.items()} == dict(piece.outputs)
    return words


@pytest.mark.sample(8)
@pytest.mark.parametrize("arrival", [0, 4, {"a": 3}])
@pytest.mark.parametrize("count", range(1, 12))
def test_pieces_compute_the_function(count, arrival):
    """One after the other they give what the function gives, for any number of pieces."""
    pieces, random = cut(everything, WIDTHS, count, arrival=arrival), Random(count)
    assert len(pieces) == count
    for _ in range(20):
        words = {
            name: SoftwareWord(width, random.getrandbits(width)) for name, width in WIDTHS.items()
        }
        assert in_turn(pieces, words) == everything(words)


@pytest.mark.parametrize(
    "primitive, count",
    [(ascon_p(12), 2), (lilliput_tbc(2, 128), 3), (aes_128(), 2)],
    ids=lambda value: getattr(value, "name", value),
)
def test_steps_of_ciphers(primitive, count):
    """The pieces of a step compute it, and the longest is about an equal share of it: at most a
    gate more.
    """

    def step(state):
        return {name: primitive.step(state)[name] for name in primitive.layout}

    pieces, random = cut(step, primitive.layout, count), Random(1)
    values = given = [random.getrandbits(width) for width in primitive.layout.values()]
    for piece in pieces:
        values = compile_function(piece.function, piece.inputs)(*values)
    assert values == compile_function(step, primitive.layout)(*given)
    whole = max(delays(step, primitive.layout).values())
    lengths = [max(delays(piece.function, piece.inputs).values()) for piece in pieces]
    assert whole / count <= max(lengths) <= whole / count + 6


def test_the_cut_is_where_few_bits_are():
    """Of two cuts of one length the one with fewer bits is taken."""

    def waist(words):
        a, p, q = words.values()
        narrow = a[:4] & a[4:]
        for _ in range(8):
            p, q = p ^ q, p
        return {"y": concat(narrow, narrow) & concat(narrow.ror(1), narrow.ror(2)), "p": p, "q": q}

    first, _ = cut(waist, {"a": 8, "p": 1, "q": 1}, 2)
    # At its waist the function has 4 bits; of `p` and `q` both are needed at any place.
    assert first.outputs == {CARRIED: 4 + 2}


def test_wiring_and_inverters_are_not_carried_twice():
    """A bit that is needed upright, inverted and elsewhere is carried once, one that is not needed
    not at all.
    """

    def function(words):
        x = words["a"] & words["b"]
        return {"y": (x ^ ~x.ror(1)) & ~rol(x, 3), "z": ~x}

    assert [
        piece.inputs.get(CARRIED)
        for piece in cut(function, {"a": 4, "b": 4, "unused": 9}, 2, arrival=2)
    ] == [None, 4]


def test_what_arrives_late_leaves_less_to_the_first_piece():
    """The delay of the inputs counts for the first piece."""

    def chain(words):
        a, b = words.values()
        for number in range(8):
            a = a ^ b.ror(number)
        return {"a": a}

    widths = {"a": 8, "b": 8}
    lengths = [
        [
            max(delays(piece.function, piece.inputs).values())
            for piece in cut(chain, widths, 2, arrival=arrival)
        ]
        for arrival in (0, 8, {"a": 8})
    ]
    # Eight sums of 2 each: when the inputs come 8 late, the first piece has room for two of them.
    assert lengths == [[8, 8], [4, 12], [4, 12]]


def test_counts_that_are_of_use():
    """More pieces are of use as long as the longest becomes shorter, down to one gate."""

    def chain(words):
        a, b = words.values()
        for number in range(6):
            a = a ^ b.ror(number)
        return {"a": a}

    # With 4 or 5 pieces one of six sums still shares a piece with another, as with 3.
    assert useful_counts(chain, {"a": 8, "b": 8}) == [1, 2, 3, 6]
    assert useful_counts(chain, {"a": 8, "b": 8}, arrival=5) == [1, 2, 3, 4]
    assert useful_counts(lambda words: {"a": ~words["a"]}, {"a": 4}) == [1]


def test_what_is_public_is_carried_nowhere():
    """A public input goes to each piece, and only what else is needed is between them."""

    def function(words):
        a, key, turn = words.values()
        for _ in range(4):
            a = (a & a.ror(1)) ^ mux(turn, key, key.constant(0, 8))
        return {"a": a, "key": key}

    widths = {"a": 8, "key": 8, "turn": 1}
    pieces = cut(function, widths, 2, public=("key",))
    assert pieces[1].inputs == {CARRIED: 8 + 1, "key": 8}
    assert cut(function, widths, 2)[1].inputs[CARRIED] > 8 + 8
    random = Random(1)
    words = {name: SoftwareWord(width, random.getrandbits(width)) for name, width in widths.items()}
    between = pieces[0].function(words)
    assert pieces[1].function({**between, "key": words["key"]}) == function(words)
