# SPDX-License-Identifier: Apache-2.0
"""ACE's step against its specification's text."""

from cipherfab.ciphers.ace import ACE_16, ROUND_CONSTANTS, STEP_CONSTANTS, ace_step
from cipherfab.ciphers.sliscp_light import simeck_box
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord

# A step constant is a byte, and is added with ones in all bits above it.
ONES = 0xFFFFFFFFFFFFFF00
CONSTANTS = (ROUND_CONSTANTS, STEP_CONSTANTS)


def test_a_step_is_algorithm_1():
    """With boxes computed by themselves: B takes C's box, D takes E's, E takes A's; then the words
    change places.
    """
    words = [SoftwareWord(64, number << 40 | number) for number in range(1, 6)]
    rc, sc = ([SoftwareWord(8, byte) for byte in table[0]] for table in CONSTANTS)
    a, c, e = (int(simeck_box(words[at], rc[at // 2])) for at in (0, 2, 4))
    b = int(words[1]) ^ c ^ (ONES | 0x50)
    d = int(words[3]) ^ e ^ (ONES | 0x28)
    assert [int(word) for word in ace_step(words, rc, sc)] == [d, c, a, e ^ a ^ (ONES | 0x14), b]


def test_every_step_has_its_constants():
    """Sixteen triplets of each kind, no two alike."""
    assert all(len(table) == len(set(table)) == 16 for table in CONSTANTS)


def test_zeros_become_what_the_specification_prints():
    """Sixteen steps of the all-zero state are those of table B.1."""
    printed = "5C93691AD5060935 DC19CE947EAD550D AC12BEE1A64B670E F516E8BE1DFA60DA 409892A4E4CCBC15"
    assert software(ACE_16)(0) == (int(printed.replace(" ", ""), 16),)
