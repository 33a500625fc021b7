# SPDX-License-Identifier: Apache-2.0
"""XEX."""

import pytest

from cipherfab.ciphers.aes import aes_128
from cipherfab.ciphers.ascon import ascon_p
from cipherfab.ciphers.prince import prince
from cipherfab.modes.xex import xex
from cipherfab.primitives.primitive import software


@pytest.mark.parametrize("cipher", [aes_128(), prince()], ids=lambda cipher: cipher.name)
def test_tweak_is_added_on_both_sides(cipher):
    """E(K, P + T) + T."""
    key, text, tweak = 0x1234, 0x5678, 0x9ABC
    (inner,) = software(cipher)(key, text ^ tweak)
    assert software(xex(cipher))(key, text, tweak) == (inner ^ tweak,)


def test_only_block_ciphers_without_tweak():
    """A permutation, and a cipher that has a tweak already, are refused with what was given."""
    for primitive in (ascon_p(12), xex(prince())):
        with pytest.raises(ValueError, match=primitive.name):
            xex(primitive)
