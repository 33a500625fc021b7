# SPDX-License-Identifier: Apache-2.0
"""TweAES-128: the tweak on AES-128."""

from cipherfab.ciphers.aes import RCON, aes_128
from cipherfab.ciphers.tweaes import add_tweak, adds_tweak, tweaes_128, tweaes_128_or_6
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord

KEY, PLAINTEXT = 0x2B7E151628AED2A6ABF7158809CF4F3C, 0x3243F6A8885A308D313198A2E0370734


def test_tweak_0_is_aes_128():
    """Without a tweak the cipher of ten rounds is AES-128, and every tweak gives another
    ciphertext."""
    found = [software(tweaes_128())(KEY, tweak, PLAINTEXT) for tweak in range(16)]
    assert found[0] == software(aes_128())(KEY, PLAINTEXT) and len(set(found)) == 16


def test_every_second_round_adds_the_tweak():
    """Rounds 2, 4, 6 and 8 by their Rcon, and no other of the first nine."""
    added = [
        number for number, rcon in enumerate(RCON[:9], 1) if int(adds_tweak(SoftwareWord(8, rcon)))
    ]
    assert added == [2, 4, 6, 8]


def test_tweak_goes_to_the_lowest_bits_of_eight_bytes():
    """Tweak 1 expands to E1: bits 0, 5, 6 and 7, so bytes 0, 5, 6 and 7."""
    changed = int(add_tweak(SoftwareWord(128, 0), SoftwareWord(4, 1)))
    assert changed.to_bytes(16, "big").hex() == "0100000000010101" + "00" * 8


def test_the_last_round_key_of_the_short_cipher():
    """The reference code and the text differ in six rounds, by the same sum whatever the plaintext,
    and not in ten."""
    code, text = tweaes_128(6, skip_keys=True), tweaes_128(6)
    sums = {
        software(code)(KEY, 15, block)[0] ^ software(text)(KEY, 15, block)[0] for block in range(4)
    }
    assert len(sums) == 1 and sums != {0}
    assert software(tweaes_128(skip_keys=True))(KEY, 3, 1) == software(tweaes_128())(KEY, 3, 1)


def test_one_core_has_both_ciphers():
    """In ten rounds it computes TweAES-128, or TweAES-128-6 with its last key skipped."""
    both, full, short = map(
        software, (tweaes_128_or_6(), tweaes_128(), tweaes_128(6, skip_keys=True))
    )
    for tweak in range(16):
        assert both(KEY, tweak, PLAINTEXT + tweak, 0) == full(KEY, tweak, PLAINTEXT + tweak)
        assert both(KEY, tweak, PLAINTEXT + tweak, 1) == short(KEY, tweak, PLAINTEXT + tweak)
