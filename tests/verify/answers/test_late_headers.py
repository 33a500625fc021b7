# SPDX-License-Identifier: Apache-2.0
"""What breaks messages at any time breaks them at once, and each is followed by a good one."""

import pytest

from cipherfab.lwc.messages import Header, Instruction, Message, Violation
from cipherfab.lwc.protocol import Segment
from cipherfab.verify.answers.late_headers import at_any_time
from cipherfab.verify.answers.promises import PROMISES, VIOLATIONS


@pytest.mark.parametrize(
    "aead, decrypts, count",
    [("ascon-128", True, 21), ("ascon-128", False, 10), ("aes-copa-v2", True, 15)],
)
def test_each_broken_message_is_followed_by_a_good_one(aead, decrypts, count):
    """The first message is good and brings the key; all marks are those of violations."""
    first, *others = at_any_time(aead, seed=1, decrypts=decrypts)
    assert isinstance(first, Message) and first.new_key and len(others) == 2 * count
    for broken, good in zip(others[::2], others[1::2]):
        assert isinstance(broken, Violation) and PROMISES[broken.promise] == VIOLATIONS
        assert isinstance(good, Message) and not good.new_key


def test_a_message_ends_with_last_or_by_the_instruction_behind_it():
    """A message that fails by an instruction never says *last*; the others say it once, in their
    last header.
    """
    for broken in at_any_time("ascon-128", seed=1)[1::2]:
        headers = [part for part in broken.pdi if isinstance(part, Header)]
        assert isinstance(broken.pdi[0], Instruction)
        assert [header.last for header in headers] == (
            [False] * (len(headers) - 1) + [broken.promise != "abort-encrypt"]
        )


def test_decryptions_fail_in_the_place_of_the_tag():
    """Behind empty, short and whole types: by a tag without a byte, which is nothing to swallow,
    and by an instruction.
    """
    found = set()
    for broken in at_any_time("ascon-128", seed=1)[1::2]:
        sizes = {part.type: part.length for part in broken.pdi if isinstance(part, Header)}
        if Segment.CIPHERTEXT in sizes and broken.promise == "tag-size":
            found.add((sizes[Segment.AD], sizes[Segment.CIPHERTEXT], sizes[Segment.TAG]))
        if Segment.CIPHERTEXT in sizes and broken.promise == "abort-encrypt":
            found.add((sizes[Segment.AD], sizes[Segment.CIPHERTEXT]))
    assert found == {(ad, data, 0) for ad in (0, 8) for data in (0, 1, 8)} | {(8, 8, 15)} | {
        (ad, data) for ad in (0, 8) for data in (0, 8)
    }
