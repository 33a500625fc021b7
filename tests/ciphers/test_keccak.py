# SPDX-License-Identifier: Apache-2.0
"""Keccak-f and Keccak-p against published values and against each other."""

import hashlib

import pytest

from cipherfab.catalog.keccak import IMAGE_OF_ZERO
from cipherfab.ciphers.keccak import keccak_p, register_before, round_constant
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord

NAMES = [f"keccak-f-{width}" for width in (200, 400, 800, 1600)] + [
    f"keccak-p-400-{rounds}" for rounds in (1, 8, 12, 16)
]

RC = {
    0: 0x0000000000000001,
    1: 0x0000000000008082,
    2: 0x800000000000808A,
    22: 0x0000000080000001,
    23: 0x8000000080008008,
}
"""Round constants as the Keccak reference prints them."""


@pytest.mark.parametrize("width", IMAGE_OF_ZERO)
def test_published_image_of_zero(width):
    """The zero state goes where the published intermediate values say."""
    assert software(keccak_p(width))(0) == (int(IMAGE_OF_ZERO[width], 16),)


def test_sha3_256_with_our_permutation():
    """SHA3-256 of a short message, computed with Keccak-f[1600], is what the standard library
    computes.
    """
    block = (b"abc" + b"\x06").ljust(135, b"\0") + b"\x80"
    state = software(keccak_p(1600))(int.from_bytes(block.ljust(200, b"\0"), "big"))[0]
    assert state.to_bytes(200, "big")[:32] == hashlib.sha3_256(b"abc").digest()


@pytest.mark.parametrize("round_index", RC)
def test_round_constants_of_the_widest_lanes(round_index):
    """The shift register gives the constants of the reference, and its next value is the next
    round's.
    """
    constant, register = round_constant(SoftwareWord(8, register_before(round_index)), 64)
    assert int(constant) == RC[round_index]
    assert int(register) == register_before(round_index + 1)
