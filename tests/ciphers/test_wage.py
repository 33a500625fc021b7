# SPDX-License-Identifier: Apache-2.0
"""WAGE's boxes and constants against its specification's tables."""

import pytest

from cipherfab.ciphers.wage import WGP, constant_step, sbox, times_omega
from cipherfab.words import SoftwareWord

WGP_ROWS = {0x00: "00120a4b660c4873793e61510115170e", 0x70: "761e14231c324e7b24747f3d6964626f"}
SB_ROWS = {0x00: "2e1c6d2b35077f3b28080b5f31111b4d", 0x70: "120e294a4c7015267951233f735b205c"}
"""Tables 2.3 and 2.4: the first and the last row."""

CONSTANTS = [
    (0x3F, 0x7F),
    (0x0F, 0x1F),
    (0x03, 0x07),
    (0x40, 0x01),
    (0x10, 0x20),
    (0x04, 0x08),
    (0x41, 0x02),
]
"""Table 2.5: (rc_1, rc_0) of the first rounds."""


@pytest.mark.parametrize("first", WGP_ROWS)
def test_the_formula_of_wgp_gives_its_table(first):
    """The first and the last row; it is a permutation."""
    assert bytes(WGP[first : first + 16]).hex() == WGP_ROWS[first] and len(set(WGP)) == 128


@pytest.mark.parametrize("first", SB_ROWS)
def test_the_circuit_of_sb_is_its_table(first):
    """The first and the last row."""
    assert (
        bytes(int(sbox(SoftwareWord(7, first + place))) for place in range(16)).hex()
        == SB_ROWS[first]
    )


def test_multiplication_by_omega():
    """1 becomes w, and w^6 becomes 1 + w + w^2 + w^3, in the text's hexadecimal."""
    assert [int(times_omega(SoftwareWord(7, value))) for value in (0x40, 0x01)] == [0x20, 0x78]


def test_constants_are_those_of_the_table():
    """Two steps of the register for a round; the last pair of the table comes in round 110."""
    rc, found = SoftwareWord(7, 0x7F), []
    for _ in range(111):
        found.append((int(constant_step(rc)), int(rc)))
        rc = constant_step(constant_step(rc))
    assert found[:7] == CONSTANTS and found[110] == (0x46, 0x0D) and len(set(found)) == 111
