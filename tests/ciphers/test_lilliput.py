# SPDX-License-Identifier: Apache-2.0
"""Tests of `cipherfab.ciphers.lilliput`."""

from random import Random

import pytest

from cipherfab import catalog
from cipherfab.ciphers.lilliput import (
    COUNTER,
    MEMBERS,
    add_functions,
    advance,
    advance_back,
    lilliput_tbc,
    multiply,
    multiply_r,
    permute_bytes,
    permute_bytes_back,
    round_tweakey,
    substitute,
    with_tweakey,
)
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord

members = pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)
BLOCK = bytes(range(0x10, 0x20))


def word(data: bytes) -> SoftwareWord:
    """The first byte is the most significant."""
    return SoftwareWord(8 * len(data), int.from_bytes(data, "big"))


def data_of(word: SoftwareWord) -> bytes:
    """The inverse of `word`."""
    return int(word).to_bytes(word.width // 8, "big")


def test_sbox():
    """The circuit has the first and the last row of the table, and is a permutation."""
    table = data_of(substitute(word(bytes(range(256)))))
    assert (
        table[:16].hex() == "2000b2853b35a6a430e46a2cff59e20e"
        and table[-16:].hex() == "9ad41847aaafbc5bd511d0b070bb0dba"
    )
    assert sorted(table) == list(range(256))


def test_the_functions_reach_the_upper_half_from_the_far_end():
    """F_0 goes to X_15 alone and F_7 to X_8; X_7 to X_9 … X_15, X_1 to X_15 alone, and X_0 nowhere;
    twice is nothing.
    """

    def reached(x: bytes, values: bytes) -> set[int]:
        return {
            place
            for place, byte in enumerate(data_of(add_functions(word(x), word(values))))
            if byte and place > 7
        }

    zero, eight = bytes(16), bytes(8)
    assert reached(zero, b"\1" + bytes(7)) == {15} and reached(zero, bytes(7) + b"\1") == {8}
    reach = [reached(bytes(place) + b"\1" + bytes(15 - place), eight) for place in range(8)]
    assert reach == [set(), *[{15}] * 6, set(range(9, 16))]
    twice = add_functions(add_functions(word(BLOCK), word(BLOCK[:8])), word(BLOCK[:8]))
    assert data_of(twice) == BLOCK


def test_byte_permutation():
    """Byte 0 moves to place 13 and byte 15 to place 7; back again gives the block."""
    moved = data_of(permute_bytes(word(BLOCK)))
    assert moved[13] == BLOCK[0] and moved[7] == BLOCK[15]
    assert data_of(permute_bytes_back(permute_bytes(word(BLOCK)))) == BLOCK


def test_lanes():
    """Lanes 0 to 3 are multiplied by M to M^4 (version 1.0 left lane 0 as it is), 4 to 6 by M_R to
    M_R^3, and back.
    """
    start = [word(Random(lane).randbytes(8)) for lane in range(7)]
    found = advance(start)
    assert found[0] == multiply(start[0]) and found[3] == multiply(
        multiply(multiply(multiply(start[3])))
    )
    assert found[4] == multiply_r(start[4]) and found[6] == multiply_r(
        multiply_r(multiply_r(start[6]))
    )
    assert found[0] != start[0] and advance_back(found) == start


def test_multiplications_by_hand():
    """M and M_R on a lane with one bit in bytes 3 to 6, by the shifts of their definition."""
    assert data_of(multiply(word(bytes.fromhex("0000008080010100")))).hex() == "0000040090880101"
    assert data_of(multiply_r(word(bytes.fromhex("0000008080010100")))).hex() == "0000908009010000"


def test_round_tweakey():
    """The sum of the lanes; the round number goes into the first byte, without the bit that steers
    the inverse.
    """
    lanes = [word(bytes.fromhex("0102030405060708")), word(bytes.fromhex("1000000000000001"))]
    assert (
        data_of(round_tweakey(lanes, SoftwareWord(COUNTER, 0b1100000))).hex() == "3102030405060709"
    )


def test_one_tweakey():
    """`with_tweakey` takes tweak || key and computes the same in both directions."""
    primitive = lilliput_tbc(1, 192)
    joined, key, tweak, text = with_tweakey(primitive), (1 << 192) - 5, 3 << 100, 77
    ciphertext = software(primitive)(key, tweak, text)
    assert software(joined)(tweak << 192 | key, text) == ciphertext
    assert software(joined.inverse)(tweak << 192 | key, *ciphertext) == (text,)


def test_variants_are_in_the_catalog():
    """Six variants, with 32, 36 and 42 rounds."""
    assert [catalog.find(member.name).primitive.rounds for member in MEMBERS] == 2 * [
        (32,),
        (36,),
        (42,),
    ]
