# SPDX-License-Identifier: Apache-2.0
"""What bit-serial cores on shares are made of, read in software."""

from random import Random

import pytest

from cipherfab import catalog
from cipherfab.ciphers.ascon import substitution
from cipherfab.primitives.bit_serial import BIT, bit_serial
from cipherfab.primitives.in_stages import RANDOM, share_names
from cipherfab.words import SoftwareWord

PATH = catalog.find("ascon-p-12").serial


def bit(value: int) -> SoftwareWord:
    """A word of one bit."""
    return SoftwareWord(1, value)


@pytest.mark.parametrize("order", (1, 2, 3))
def test_a_column_goes_through_operands_and_crossings_to_the_s_box(order):
    """The sum of the shares of all 32 columns is the S-box's, whatever masks and random bits."""
    masked, random = bit_serial(PATH, order), Random(order)
    for value in range(32):
        column = {name: bit(0) for name in masked.constants}
        for place, word in enumerate(PATH.words):
            masks = [random.getrandbits(1) for _ in range(order)]
            shares = (*masks, (sum(masks) ^ value >> 4 - place) & 1)
            column |= {name: bit(share) for name, share in zip(masked.bits(word), shares)}
        given = {
            **masked.operands(column),
            RANDOM: SoftwareWord(masked.random_bits, random.getrandbits(masked.random_bits)),
        }
        for product in set(masked.crossing_registers.values()):
            given |= masked.crossings(product)(given)
        found = masked.substituted({**column, **given})
        expected = substitution([bit(value >> 4 - place & 1) for place in range(5)])
        assert [
            sum(int(found[share]) for share in share_names(word, order + 1)) & 1
            for word in PATH.words
        ] == [int(one) for one in expected]


def test_each_product_has_random_bits_of_its_own():
    """Five products, a random bit for each pair of shares."""
    assert [bit_serial(PATH, order).random_bits for order in (1, 2, 3)] == [5, 15, 30]


def test_names_of_bits_are_no_names_of_registers():
    """A netlist's registers are told apart by their names."""
    masked = bit_serial(PATH, 1)
    assert all(name.endswith(BIT) for word in PATH.words for name in masked.bits(word))


def test_words_have_a_column_each():
    """Word 0 has bit 0 of x0 to x4, x0 most significant; cell 0 is the value's first bit."""
    order = bit_serial(PATH, 1).order
    assert (
        order["in_x"]
        == order["out_x"]
        == [tuple(64 * word + 63 - column for word in range(5)) for column in range(64)]
    )
