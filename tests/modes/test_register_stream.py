# SPDX-License-Identifier: Apache-2.0
"""AEGIS and MORUS: their registers against the text on numbers."""

from cipherfab.ciphers.aegis import state_update
from cipherfab.ciphers.aes import mix_columns, shift_rows, sub_bytes
from cipherfab.modes.aegis import CONST_0, CONST_1
from cipherfab.modes.morus import state_update as morus_update
from cipherfab.words import SoftwareWord


def test_constants_are_fibonacci_s_sequence():
    """Modulo 256, from 0 and 1 on."""
    numbers = [0, 1]
    while len(numbers) < 32:
        numbers.append(sum(numbers[-2:]) % 256)
    assert bytes(numbers) == CONST_0.to_bytes(16, "big") + CONST_1.to_bytes(16, "big")


def test_a_register_of_aegis_takes_in_the_round_of_the_one_before():
    """S_1 of five; S_0 takes the last one's and the block."""
    words = [SoftwareWord(128, number << 64 | 7 * number) for number in range(1, 6)]
    block = SoftwareWord(128, 0xAB)
    new = state_update(words, [block])

    def around(word):
        return int(mix_columns(shift_rows(sub_bytes(word))))

    assert int(new[1]) == around(words[0]) ^ int(words[1])
    assert int(new[0]) == around(words[4]) ^ int(words[0]) ^ 0xAB


def test_the_first_small_round_of_morus_takes_no_message():
    """With all registers zero, only the other four get bits of it."""
    zero, message = SoftwareWord(128, 0), SoftwareWord(128, 1)
    new = [int(word) for word in morus_update([zero] * 5, message)]
    assert new[0] == 0 and all(new[1:])
