# SPDX-License-Identifier: Apache-2.0
"""A primitive on shares by gadgets computes what its model does, clock by clock, in software."""

from random import Random

import pytest
from called import called

from cipherfab.catalog import find
from cipherfab.errors import CallError
from cipherfab.primitives.by_gadgets import by_gadgets
from cipherfab.primitives.primitive import software
from cipherfab.words.gadgets import GADGETS


@pytest.mark.sample(5)
@pytest.mark.parametrize("gadget", GADGETS)
@pytest.mark.parametrize(
    "name, order",
    (
        ("ascon-p-6", 1),
        ("ascon-p-6", 3),
        ("xoodoo-6", 1),
        ("keccak-f-200", 1),
        ("knot-256-c6-r28", 1),
        ("skinny-64-64", 2),
        ("tinyjambu-128-p384", 1),
        ("simp-192-s2", 2),
        ("gift-64", 1),
        ("aes-128", 1),
    ),
)
def test_the_sum_of_the_shares_is_the_answer(name, order, gadget):
    """With one product in a row and with several, with a last round of its own, with bits in front
    of the products that have no place in the state, with registers that are called as operands of
    gadgets are, in any number of shares; what a free register holds in a clock in which it is not
    read is random.
    """
    primitive, random = find(name).primitive, Random(order)
    masked = by_gadgets(primitive, order, gadget)
    inputs = {name: random.getrandbits(width) for name, width in primitive.inputs.items()}
    assert called(masked, inputs, random) == software(primitive)(*inputs.values())


def test_a_round_of_ascon():
    """DOM has its registers in front of the products, so it needs none more than the state's and
    two for each product; cycles and random bits are those of the papers.
    """
    found = {name: by_gadgets(find("ascon-p-8").primitive, 1, name) for name in GADGETS}
    assert {name: one.cycles_per_round for name, one in found.items()} == {
        "dom": 2,
        "hpc2": 2,
        "hpc3": 2,
    }
    assert {name: one.random_bits for name, one in found.items()} == {
        "dom": 320,
        "hpc2": 320,
        "hpc3": 640,
    }
    # The counter of rounds, the state in two shares, and two bits for each of 320 products.
    assert sum(found["dom"].registers.values()) == 4 + 2 * 320 + 2 * 320
    assert by_gadgets(find("ascon-p-8").primitive, 2, "dom").random_bits == 960


@pytest.mark.parametrize(
    "name, order, gadget, match",
    (
        ("ascon-p-6", 4, "dom", "masked=1 to masked=3"),
        ("ascon-p-6", 1, "isw", "gadget= one of"),
        ("speck-64-128", 1, "dom", "sums modulo a power of two"),
        ("wage-111", 1, "hpc2", "table: expected a linear operation or a product"),
    ),
)
def test_what_does_not_fit_is_refused(name, order, gadget, match):
    """An order, a gadget and an operation that there are none of."""
    with pytest.raises(CallError, match=match):
        by_gadgets(find(name).primitive, order, gadget)
