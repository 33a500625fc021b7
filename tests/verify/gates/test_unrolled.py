# SPDX-License-Identifier: Apache-2.0
"""Values that are seen together, judged by trying every masking."""

import itertools
from collections import Counter
from random import Random

import pytest

from cipherfab.verify.gates.probing import unrolled
from cipherfab.verify.gates.probing.unrolled import Expressions, judge

SECRETS, MASKS = 2, 4
FIRST_MASK = 1 + SECRETS


def shared(secret, masks):
    """Three shares of a secret, the number of its variable."""
    return 1 << masks[0], 1 << masks[1], 1 << masks[0] | 1 << masks[1] | 1 << secret


A, B = shared(1, (3, 4)), shared(2, (5, 6))


def evaluated(value, expressions, bits):
    """A value for some values of the variables, by the definition."""
    if value >= 0:
        return (value & bits).bit_count() & 1
    operation, *operands = expressions.gates[-1 - value]
    a, b = (evaluated(operand, expressions, bits) for operand in operands)
    return a ^ b if operation == "^" else a & b


def leaks(view, expressions):
    """Whether values come differently often for two secrets: every variable, every value."""
    counts = [
        Counter(
            tuple(
                evaluated(value, expressions, 1 | secret << 1 | masks << FIRST_MASK)
                for value in view
            )
            for masks in range(1 << MASKS)
        )
        for secret in range(1 << SECRETS)
    ]
    return any(count != counts[0] for count in counts)


def some_view(random):
    """Some functions of some shares, sums and products of each other."""
    expressions, values = Expressions(), [*A, *B, 1]
    functions = expressions.functions()
    for _ in range(random.randint(1, 8)):
        operation = functions[random.choice(["$_XOR_", "$_AND_", "$_OR_"])]
        values.append(operation(*random.sample(values, 2)))
    return random.sample(values, random.randint(1, 4)), expressions


def test_as_by_the_definition():
    """Of 400 views of up to four values each verdict is that of counting by the definition; some
    leak and some do not.
    """
    random, verdicts = Random(1), Counter()
    for _ in range(400):
        view, expressions = some_view(random)
        found = judge(view, expressions, FIRST_MASK)
        assert found.independent == (not leaks(view, expressions))
        verdicts[found.independent] += 1
    assert min(verdicts[True], verdicts[False]) > 50


def test_the_pair_is_told_apart():
    """A leak comes with two values of a sum of secrets; that of all three shares is the secret."""
    found = judge(A, Expressions(), FIRST_MASK)
    assert found.independent is False and found.pair == ({1 << 1: 0}, {1 << 1: 1})


def test_what_was_tried_is_said_of_the_largest_part():
    """Of two parts that have no mask in common the bits are those of the one with more secrets,
    whichever comes first.
    """
    expressions = Expressions()
    few = expressions.xor(1 << 3, expressions.both(1 << 4, 1 << 1))
    many = expressions.xor(
        expressions.xor(1 << 5, expressions.both(1 << 6, 1 << 1)), expressions.both(1 << 6, 1 << 2)
    )
    for view, secrets in (([few], 1), ([few, many], 2), ([many, few], 2)):
        found = judge(view, expressions, FIRST_MASK)
        assert (found.independent, found.masks, found.secrets) == (True, 2, secrets)


@pytest.mark.parametrize("gate", ["$_AND_", "$_OR_", "$_XOR_", "$_XNOR_"])
def test_functions_of_gates(gate):
    """Each is that of Yosys' gate, on constants, on variables and on functions of them."""
    expressions = Expressions()
    computed = {
        "$_AND_": lambda a, b: a & b,
        "$_OR_": lambda a, b: a | b,
        "$_XOR_": lambda a, b: a ^ b,
        "$_XNOR_": lambda a, b: 1 - (a ^ b),
    }[gate]
    some = [0, 1, 2, 3, 4, expressions.both(2, 4), expressions.xor(1, expressions.both(2, 4))]
    for a, b in itertools.product(some, repeat=2):
        value = expressions.functions()[gate](a, b)
        for bits in range(1, 8, 2):
            assert evaluated(value, expressions, bits) == computed(
                evaluated(a, expressions, bits), evaluated(b, expressions, bits)
            )


def test_a_multiplexer_chooses():
    """Its last input says which of the others it gives."""
    expressions = Expressions()
    value = expressions.functions()["$_MUX_"](2, 4, 8)
    assert [evaluated(value, expressions, bits << 1) for bits in range(8)] == [
        0,
        1,
        0,
        1,
        0,
        0,
        1,
        1,
    ]


def test_two_shares_of_three_need_no_trying():
    """Sums that are uniform together take the place of masks; no secret is left."""
    found = judge([*A[:2], *B[1:]], Expressions(), FIRST_MASK)
    assert found.independent and (found.masks, found.secrets) == (0, 0)


def test_too_much_to_try_is_no_verdict(monkeypatch):
    """It says so, and does not pass."""
    monkeypatch.setattr(unrolled, "MASKS", 3)
    expressions = Expressions()
    view = [expressions.both(a, b) for a, b in zip(A, B)]
    assert judge(view, expressions, FIRST_MASK).independent is None
