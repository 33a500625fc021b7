# SPDX-License-Identifier: Apache-2.0
"""AES-128 and its layers against FIPS 197."""

from itertools import product

import pytest

from cipherfab.ciphers.aes import (
    INVERSE_SBOX,
    MIX_STYLES,
    SBOX,
    SBOX_STYLES,
    aes_128,
    aes_128_round_keys,
    expand_key,
    inverse_mix_columns,
    inverse_sub_bytes,
    mix_columns,
    next_rcon,
    previous_rcon,
    shift_rows,
    sub_bytes,
)
from cipherfab.primitives.cells import substitute
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord, concat

# FIPS 197, appendix B.
KEY, PLAINTEXT = 0x2B7E151628AED2A6ABF7158809CF4F3C, 0x3243F6A8885A308D313198A2E0370734
CIPHERTEXT = 0x3925841D02DC09FBDC118597196A0B32


@pytest.mark.parametrize("sbox, mix", list(product(SBOX_STYLES, MIX_STYLES)))
def test_every_style_gives_the_example_of_appendix_b(sbox, mix):
    """With and without key schedule, each combination of circuits encrypts FIPS 197's example."""
    keys = int(concat(*expand_key(SoftwareWord(128, KEY))))
    assert software(aes_128(sbox=sbox, mix=mix))(KEY, PLAINTEXT) == (CIPHERTEXT,)
    assert software(aes_128_round_keys(sbox=sbox, mix=mix))(keys, PLAINTEXT) == (CIPHERTEXT,)


@pytest.mark.parametrize("style", SBOX_STYLES)
def test_sbox_styles_are_the_table(style):
    """Each style agrees with the table on every byte, forward and backward."""
    for start in range(0, 256, 16):
        state = SoftwareWord(128, int.from_bytes(bytes(range(start, start + 16))))
        assert sub_bytes(state, style) == substitute(state, SBOX)
        assert inverse_sub_bytes(state, style) == substitute(state, INVERSE_SBOX)


def test_sbox_table_is_the_inverse_and_the_affine_map():
    """Section 5.1.1: S(x) is the inverse of x in GF(2^8), then the affine map with constant 63."""
    for x in range(256):
        inverse = next((y for y in range(256) if _times(x, y) == 1), 0)
        rotations = [(inverse << count | inverse >> 8 - count) & 0xFF for count in range(5)]
        assert (
            SBOX[x]
            == 0x63 ^ rotations[0] ^ rotations[1] ^ rotations[2] ^ rotations[3] ^ rotations[4]
        )


@pytest.mark.parametrize("style", MIX_STYLES)
def test_mix_columns_is_the_matrix(style):
    """Each single bit of a state gives what multiplication by 02, 01, 01, 03 gives; the inverse
    brings it back.
    """
    for place, bit in product(range(16), range(8)):
        state = SoftwareWord(128, 1 << 8 * (15 - place) + bit)
        column, row = divmod(place, 4)
        expected = [
            _times((2, 1, 1, 3)[(target - row) % 4], 1 << bit) << 8 * (15 - 4 * column - target)
            for target in range(4)
        ]
        assert int(mix_columns(state, style)) == sum(expected)
        assert inverse_mix_columns(mix_columns(state, style), style) == state


def test_shift_rows_of_counting_bytes():
    """Section 5.1.2 on bytes 0 to 15, column by column."""
    state = SoftwareWord(128, int.from_bytes(bytes(range(16))))
    assert list(int(shift_rows(state)).to_bytes(16)) == [
        0,
        5,
        10,
        15,
        4,
        9,
        14,
        3,
        8,
        13,
        2,
        7,
        12,
        1,
        6,
        11,
    ]


def test_last_round_key_of_appendix_a():
    """FIPS 197 appendix A.1: w40 to w43."""
    assert int(expand_key(SoftwareWord(128, KEY))[-1]) == 0xD014F9A8C9EE2589E13F0CC8B6630CA6


def test_rcon_doubles_and_halves():
    """The constant after 80 is 1b, and back."""
    assert (
        int(next_rcon(SoftwareWord(8, 0x80))) == 0x1B
        and int(previous_rcon(SoftwareWord(8, 0x1B))) == 0x80
    )


def _times(a, b):
    product_ = 0
    while b:
        product_ ^= a if b & 1 else 0
        a, b = a << 1 ^ (0x11B if a & 0x80 else 0), b >> 1
    return product_
