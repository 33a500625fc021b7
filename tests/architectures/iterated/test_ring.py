# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""A ring gives what the model gives, in order, with a call in every place and one result
outside."""

import pytest
from amaranth.hdl import Const
from tinytbc import tiny_tbc

from cipherfab.architectures.iterated.ring import Ring
from cipherfab.ciphers.aes import aes_128
from cipherfab.errors import CallError
from cipherfab.modes.aez import rounds
from cipherfab.primitives.primitive import software
from cipherfab.words.cut import delays

from .. import test_architectures as architectures
from ..tiny import tiny
from .test_inner import ONE_COUNT, assert_directions, both_directions, stalls

names = pytest.mark.parametrize("name", ONE_COUNT)
TINY = tiny_tbc(16, 24, 12)


def fitting(primitive) -> list[int]:
    """The k that fit, 2 among them."""
    found = Ring(primitive, pieces=2).fits
    assert found[0] == 2
    return found


@names
def test_computes_with_every_k(name):
    """Every k that fits gives the model's outputs in order, whatever stalls."""
    primitive = ONE_COUNT[name]
    for k in fitting(primitive):
        architectures.assert_computes(lambda k=k: Ring(primitive, pieces=k), primitive)


@names
def test_no_place_is_without_a_call(name):
    """k calls begin in successive cycles, and k more as these leave the ring, a cycle before their
    results are there.
    """
    primitive = ONE_COUNT[name]
    for k in fitting(primitive):
        given, taken = architectures.run(Ring(primitive, pieces=k), architectures.calls(primitive))
        cycles = k * primitive.rounds[0]
        assert given.cycles == [
            number // k * cycles + number % k for number in range(architectures.CALLS)
        ]
        assert taken.cycles == [cycle + cycles + 1 for cycle in given.cycles]


@stalls
@both_directions(counted=2)
def test_both_directions_in_order(primitive, pieces, options):
    """Every call gives what the model of its direction gives, in the order of the inputs, also if a
    direction takes longer.
    """
    assert_directions(Ring(primitive, pieces=pieces, encdec=True), primitive, **options)


def test_a_result_goes_back_as_another_one_comes():
    """With the ring full, a result goes in again in the cycle in which the next call ends."""
    ring, twice = Ring(tiny(4), pieces=2), software(tiny(4))
    calls = [
        {"in_valid": 1, "in_x": 5},
        {"in_valid": 1, "in_x": 9},
        *[{}] * 7,
        # The first result is there; the second call ends.
        {"in_valid": 1, "in_again": 1, "in_x": twice(5)[0]},
        *[{}] * 12,
    ]
    seen = architectures.drive(ring, calls)
    assert [(cycle, value) for cycle, (valid, value) in enumerate(seen) if valid][:3] == [
        (8, twice(5)[0]),
        (9, twice(9)[0]),
        (17, twice(twice(5)[0])[0]),
    ]


def test_a_held_result_stays():
    """It stays though its reader is ready, until it is held no longer."""
    ring, expected = Ring(tiny(4), pieces=2), software(tiny(4))(5)[0]
    held = [{"in_valid": 1, "in_x": 5}, *[{"out_held": 1}] * 12, *[{"out_held": 0}] * 3]
    seen = [value if valid else None for valid, value in architectures.drive(ring, held)]
    assert seen == [None] * 8 + [expected] * 5 + [None] * 3


def test_pieces_are_halves_of_the_round():
    """The multiplexer is behind the last piece, and nothing else: the pieces of a round of AES and
    its inverse are as long as each other with it.
    """
    ring = Ring(aes_128(), pieces=2, encdec=True)
    first, second = (max(delays(piece.function, piece.inputs).values()) for piece in ring.cut(2))
    assert abs(first - second - 2) <= 2


def test_what_does_not_fit_is_refused():
    """A refused k is named together with those that fit."""
    with pytest.raises(CallError, match="inner=40 is refused: 2 fit"):
        Ring(tiny(6), pieces=40)


KEY = (1 << 384) // 7


class UnderOneKey(Ring):
    """A ring whose key never changes, whatever is on its port."""

    def inputs(self):
        return {**super().inputs(), "key": Const(KEY, 384)}


@pytest.mark.parametrize("pieces", [2, 3])
def test_a_held_input_has_no_register(pieces):
    """Calls of two round counts under one key, which is read from its input: results are the
    model's, in order, as long as no call would end before one in flight.
    """
    primitive = rounds()
    ring = UnderOneKey(primitive, pieces=pieces, held=("key",), ordered=True)
    inputs = [
        {"key": KEY, "schedule": schedule, "plaintext": number}
        for schedule in (1, 0)
        for number in range(8)
    ]
    _, taken = architectures.run(ring, inputs, seed=1)
    assert taken.values == architectures.expected(primitive, inputs)
    assert all(piece.outputs.get("carried", 0) < 400 for piece in ring.cut(2))
