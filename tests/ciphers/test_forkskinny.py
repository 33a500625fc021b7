# SPDX-License-Identifier: Apache-2.0
"""ForkSkinny: known answers, its output switch, decryption from both blocks, and what differs from
SKINNY.
"""

from random import Random

import pytest

from cipherfab.ciphers.forkskinny import (
    MEMBERS,
    add_branch_constant,
    constant_at,
    forkskinny,
    inverse_update_constant,
    inverse_update_half,
    skip_constant,
    update_constant,
    update_half,
)
from cipherfab.ciphers.skinny_tweakey import update_tweakey
from cipherfab.primitives.forkcipher import LEFT, RIGHT
from cipherfab.primitives.forkcipher_model import decrypt, encrypt
from cipherfab.words import SoftwareWord, concat

members = pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)


@members
def test_decrypts_from_both_blocks(member):
    """Each block gives the plaintext and the other block; the output switch leaves out what is not
    wanted.
    """
    cipher, random = forkskinny(member.block, member.tweakey), Random(1)
    for _ in range(5):
        tweakey, block = random.getrandbits(cipher.tweakey), random.getrandbits(cipher.block)
        left, right = encrypt(cipher, tweakey, block)
        assert encrypt(cipher, tweakey, block, LEFT) == (left, None)
        assert encrypt(cipher, tweakey, block, RIGHT) == (None, right)
        assert decrypt(cipher, tweakey, left, LEFT) == (block, right)
        assert decrypt(cipher, tweakey, right, RIGHT) == (block, left)


@members
def test_skipping_is_advancing_many_times(member):
    """A skip gives the schedule that so many steps give, forwards and backwards, from every
    parity."""
    cipher, random = forkskinny(member.block, member.tweakey), Random(2)
    schedules = [cipher.load(SoftwareWord(cipher.tweakey, random.getrandbits(cipher.tweakey)))]
    for _ in range(cipher.end):
        schedules.append(cipher.advance(schedules[-1]))
    for start, stop in ((0, 4), (1, 4), (cipher.middle, cipher.fork)):
        assert cipher.skip(schedules[start], stop - start) == schedules[stop]
    assert (
        cipher.retreat(schedules[1]) == schedules[0]
        and cipher.retreat(schedules[2]) == schedules[1]
    )


@pytest.mark.parametrize("index", [1, 2])
@pytest.mark.parametrize("width", [32, 64])
def test_half_words_are_halves_of_whole_words(width, index):
    """The upper rows are those of a whole word with empty lower rows, every second round; one step
    back undoes one step.
    """
    half = SoftwareWord(width, Random(3).getrandbits(width))
    whole, odd = concat(half, half.constant(0)), half.constant(0, 1)
    for number in range(1, 20):
        before, half = half, update_half(half, index, odd)
        whole, odd = update_tweakey(whole, index), ~odd
        assert inverse_update_half(half, index, odd) == before
        assert int(whole[width:]) == (0 if number % 2 else int(half))


def test_positions_are_told_apart():
    """All constants of a run differ, so that each position is told from the constant alone."""
    for member in MEMBERS:
        cipher = forkskinny(member.block, member.tweakey)
        assert len({constant_at(position) for position in range(cipher.end + 1)}) == cipher.end + 1


def test_constants():
    """The first constants of the specification, their inverse, and skips in both directions."""
    assert [constant_at(position) for position in range(8)] == [
        0x01,
        0x03,
        0x07,
        0x0F,
        0x1F,
        0x3F,
        0x7E,
        0x7D,
    ]
    for position in range(126):
        rc, after = (SoftwareWord(7, constant_at(p)) for p in (position, position + 1))
        assert update_constant(rc) == after and inverse_update_constant(after) == rc
        assert int(skip_constant(rc, 5)) == constant_at(position + 5)
        assert int(skip_constant(rc, -3)) == constant_at(
            position - 3 if position > 2 else position + 124
        )


@pytest.mark.parametrize("block, cells", [(64, "1249"), (128, "01020408")])
def test_branch_constant_is_its_own_inverse(block, cells):
    """Adding it twice changes nothing; it starts with the cells of the specification."""
    zero = SoftwareWord(block, 0)
    assert f"{int(add_branch_constant(zero)):0{block // 4}x}".startswith(cells)
    assert add_branch_constant(add_branch_constant(zero)) == zero
