# SPDX-License-Identifier: Apache-2.0
"""Words in d + 1 shares: the sum of the shares is what the operation gives on the sums, whatever
the gadget.
"""

from functools import partial
from random import Random

import pytest

from cipherfab.words import SoftwareWord, concat, mux
from cipherfab.words.gadgets import GADGETS, Circuit

WIDTH = 8


class Clocked:
    """A function of secret bytes, read again and again until its registers hold what they take
    in."""

    def __init__(self, gadget: str, shares: int, seed: int):
        self.gadget, self.shares, self.random = GADGETS[gadget], shares, Random(seed)
        self.fresh = SoftwareWord(4096, self.random.getrandbits(4096))
        self.circuit = None

    def __call__(self, function, *values: int) -> int:
        """The sum of the result's shares."""
        registers, given = {}, [self._shared(value) for value in values]
        for _ in range(8):
            self.circuit = Circuit(self.gadget, self.shares, registers, self.fresh)
            found = function(*(self.circuit.word(shares, registered=True) for shares in given))
            registers = dict(self.circuit.written)
        return found.unshared().value

    def _shared(self, value: int) -> list[SoftwareWord]:
        masks = [self.random.getrandbits(WIDTH) for _ in range(self.shares - 1)]
        last = value
        for mask in masks:
            last ^= mask
        return [SoftwareWord(WIDTH, share) for share in (*masks, last)]


@pytest.mark.parametrize("gadget", GADGETS)
@pytest.mark.parametrize("shares", (2, 3, 4))
def test_operations_are_those_of_the_sums(gadget, shares):
    """Products, products of products, choices by a shared bit, and all linear operations."""
    clocked, random = Clocked(gadget, shares, 1), Random(2)
    for _ in range(8):
        x, y = random.getrandbits(WIDTH), random.getrandbits(WIDTH)
        assert clocked(lambda a, b: a & b, x, y) == x & y
        assert clocked(lambda a, b: (a | b) & ~a ^ 0x5A, x, y) == (x | y) & ~x & 255 ^ 0x5A
        assert clocked(lambda a, b: (a & b) & (~a & b.ror(3)), x, y) == 0
        assert clocked(lambda a, b: mux(a[0], a, b), x, y) == (x if x & 1 else y)
        assert clocked(lambda a, b: concat(a[:4], b[4:]), x, y) == (x & 15) << 4 | y >> 4


@pytest.mark.parametrize("gadget, bits", (("dom", 1), ("hpc2", 1), ("hpc3", 2)))
@pytest.mark.parametrize("shares", (2, 3, 4))
def test_random_bits_are_counted_and_taken_once(gadget, bits, shares):
    """Each product takes its own random bits, as many as its papers say for each pair of shares;
    of two levels each begins anew, but for HPC3.
    """
    clocked, pairs = Clocked(gadget, shares, 1), shares * (shares - 1) // 2
    clocked(lambda a, b: (a & b) ^ (a & ~b) ^ ((a & b) & a.ror(1)), 1, 2)
    level = bits * pairs * WIDTH
    assert clocked.circuit.bits == (
        {0: 4 * level} if gadget == "hpc3" else {1: 3 * level, 2: level}
    )


@pytest.mark.parametrize("shares", (2, 3, 4))
def test_no_register_sees_two_shares_of_one_operand(shares):
    """What a register of any gadget takes in depends on one share of each operand at most."""
    for gadget in GADGETS:
        clocked = Clocked(gadget, shares, 3)
        clocked(lambda a, b: a & b, 0, 0)
        base = [[SoftwareWord(WIDTH, 0)] * shares for _ in range(2)]
        taken = partial(_taken, clocked)
        before = taken(base)
        for operand in range(2):
            seen: dict[str, set[int]] = {name: set() for name in before}
            for share in range(shares):
                for value in (1, 85, 255):
                    given = [list(one) for one in base]
                    given[operand][share] = SoftwareWord(WIDTH, value)
                    for name, word in taken(given).items():
                        if word != before[name]:
                            seen[name].add(share)
            assert all(len(one) <= 1 for one in seen.values()), (gadget, seen)


def _taken(clocked, operands):
    """What the registers of a product take in while all that they read from others is 1."""
    # With 0 a product would hide what is multiplied with it.
    ones = {name: SoftwareWord(WIDTH, 255) for name in clocked.circuit.written}
    circuit = Circuit(clocked.gadget, clocked.shares, ones, clocked.fresh)
    a, b = (circuit.word(one, registered=True) for one in operands)
    _ = a & b
    return circuit.written


def test_operands_of_dom_come_from_registers():
    """A word and its complement share registers; what is in registers already gets none; the other
    gadgets have none.
    """

    def function(a, b):
        total = a ^ b
        return (total & a) ^ (~total & b.ror(1))

    for gadget, expected in (("dom", 2), ("hpc2", 0), ("hpc3", 0)):
        clocked = Clocked(gadget, 2, 1)
        clocked(function, 1, 2)
        assert sum(name.startswith("operand") for name in clocked.circuit.written) == expected


def test_what_is_no_product_is_refused():
    """A sum modulo 256 has no gadget."""
    with pytest.raises(ValueError, match="add: expected a linear operation or a product"):
        Clocked("dom", 2, 1)(lambda a, b: a + b, 1, 2)
