# SPDX-License-Identifier: Apache-2.0
"""Shared words: the sum of the shares is what the operation gives on the sum of the operands'
shares.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cipherfab.words import SoftwareWord, concat, mux
from cipherfab.words.shares import LINEAR, PUBLIC, QUADRATIC, SharedWord

WIDTH = 8
BYTES = st.integers(0, 255)


def shared(value: int, first: int, second: int) -> SharedWord:
    """A byte in three shares."""
    return SharedWord(
        tuple(SoftwareWord(WIDTH, share) for share in (first, second, value ^ first ^ second))
    )


def public(value: int) -> SharedWord:
    """A byte that is no secret."""
    return SharedWord.public(SoftwareWord(WIDTH, value))


SHARED = st.builds(shared, BYTES, BYTES, BYTES)


def plain(word: SharedWord) -> int:
    """The value of a shared word."""
    return word.unshared().value


@given(SHARED, SHARED, BYTES, st.integers(0, 7))
def test_operations_are_those_of_the_sums(a, b, constant, amount):
    """Linear operations, products, and both with constants and public words; NOT changes one share
    only.
    """
    x, y, c = plain(a), plain(b), public(constant)
    assert (plain(a ^ b), plain(a & b), plain(a | b), plain(~a)) == (x ^ y, x & y, x | y, x ^ 255)
    assert (plain(a ^ constant), plain(c ^ a)) == (x ^ constant, x ^ constant)
    assert (plain(a & c), plain(c & a)) == (x & constant, x & constant)
    assert plain(a.ror(amount)) == (x >> amount | x << WIDTH - amount) & 255
    assert plain(concat(a[:4], b[4:])) == (x & 15) << 4 | y >> 4
    assert plain(a.permute(range(7, -1, -1))) == int(f"{x:08b}"[::-1], 2)
    assert plain(concat(c, a)) == constant << 8 | x


@given(SHARED, SHARED, st.booleans(), BYTES)
def test_choices_by_public_and_by_shared_bits(a, b, bit, value):
    """A public condition chooses share by share; a shared one is a product."""
    condition = SharedWord.public(SoftwareWord(1, int(bit)))
    assert plain(mux(condition, a, b)) == plain(a if bit else b)
    assert plain(mux(condition, public(value), b)) == (value if bit else plain(b))
    assert plain(mux(b[0], a, public(value))) == (plain(a) if plain(b) & 1 else value)


def test_degrees_are_tracked():
    """Public words keep a degree as it is, a product of two shared words has degree 2, and a
    product with that one is refused.
    """
    a, c = shared(1, 2, 3), public(5)
    assert (
        c.degree,
        (c & c).degree,
        a.degree,
        (a & c).degree,
        (a & a).degree,
        ((a & a) ^ a).degree,
    ) == (PUBLIC, PUBLIC, LINEAR, LINEAR, QUADRATIC, QUADRATIC)
    with pytest.raises(ValueError, match="a stage ends before this product"):
        (a & a) & a


def test_what_is_not_quadratic_by_its_form_is_refused():
    """A table and a sum of shared words have no sharing here."""
    with pytest.raises(ValueError, match="table: expected a linear operation or a product"):
        shared(1, 2, 3)[:1].table((0, 1), 1)
    with pytest.raises(ValueError, match="add: expected"):
        shared(1, 2, 3) + shared(1, 2, 3)
