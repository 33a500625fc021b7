# SPDX-License-Identifier: Apache-2.0
"""Assignments that are likely to tell a wrong core: right tags, and those with one bit wrong."""

from collections import Counter

from cipherfab.verify.messages.likely import RIGHT, _outcome, spoilt


def test_each_place_is_one_bit_of_the_tag():
    """Every bit of a tag is wrong at one place, alone; behind the last one the tag is right, as at
    a place below 0.
    """
    tag = bytes(range(16))
    wrong = [spoilt(tag, place) for place in range(8 * len(tag))]
    bits = {int.from_bytes(one, "little") ^ int.from_bytes(tag, "little") for one in wrong}
    assert bits == {1 << bit for bit in range(128)}
    assert spoilt(tag, 128) == spoilt(tag, -1) == tag


def test_two_decryptions_have_every_pair_of_outcomes():
    """Right and right, right and wrong, wrong and right, wrong and wrong: each in several
    assignments, so that no case of a shape is without a message.
    """
    numbers = range(RIGHT + 64)
    right = [[_outcome(number, second) < 0 for number in numbers] for second in (False, True)]
    pairs = Counter(zip(*right))
    assert len(pairs) == 4 and min(pairs.values()) >= RIGHT // 2
