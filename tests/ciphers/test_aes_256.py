# SPDX-License-Identifier: Apache-2.0
"""AES-256 against FIPS 197."""

import pytest

from cipherfab.ciphers.aes import MIX_STYLES, SBOX_STYLES
from cipherfab.ciphers.aes_256 import aes_256, next_words, previous_words
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord, concat

# FIPS 197: the key of appendix C.3, and the one that appendix A.3 expands.
KEY = int.from_bytes(bytes(range(32)), "big")
EXPANDED_KEY = 0x603DEB1015CA71BE2B73AEF0857D77811F352C073B6108D72D9810A30914DFF4


@pytest.mark.parametrize("sbox", SBOX_STYLES)
@pytest.mark.parametrize("mix", MIX_STYLES)
def test_every_style_gives_the_example_of_appendix_c(sbox, mix):
    """Each combination of circuits encrypts and decrypts FIPS 197's example C.3."""
    cipher = aes_256(sbox=sbox, mix=mix)
    plaintext, ciphertext = 0x00112233445566778899AABBCCDDEEFF, 0x8EA2B7CA516745BFEAFC49904B496089
    assert software(cipher)(KEY, plaintext) == (ciphertext,)
    assert software(cipher.inverse)(KEY, ciphertext) == (plaintext,)


def test_key_expansion_of_appendix_a():
    """FIPS 197 appendix A.3: words 8 to 15 of the expanded key, and back to the key."""
    key, rcon = SoftwareWord(256, EXPANDED_KEY), SoftwareWord(8, 1)
    first, turn = SoftwareWord(1, 1), SoftwareWord(1, 0)
    following = next_words(key, rcon, first)
    assert int(following) == 0x9BA354118E6925AFA51A8B5F2067FCDE
    key = concat(key[:128], following)
    assert int(next_words(key, rcon, turn)) == 0xA8B09C1A93D194CDBE49846EB75D5B9A
    assert int(previous_words(key, rcon, first)) == EXPANDED_KEY >> 128
