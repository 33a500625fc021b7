# SPDX-License-Identifier: Apache-2.0
"""What only PAEF's controller does."""

import pytest

from cipherfab.controllers.ports import Announcement, Phase
from controllers.blocks import Answer, Sent, run
from controllers.small_fork import MODELS, small_core

KEY, NONCE, SIZE = b"\x11\x22", b"\x33", 4
MOST = 31
"""Blocks that a counter of 5 bits counts."""


@pytest.mark.parametrize("ad, message", [(MOST, 0), (0, MOST), (MOST, MOST)])
def test_as_many_blocks_as_the_counter_counts(ad, message):
    """The last number is used, in associated data and in the message."""
    ad, text = bytes(SIZE * ad), bytes(SIZE * message)
    sent = Sent([(Phase.NONCE, NONCE), (Phase.AD, ad), (Phase.MESSAGE, text)])
    expected = Answer(MODELS["paef"].encrypt(KEY, NONCE, ad, text), True, [Announcement.TAG])
    assert run(small_core("paef", decrypts=False), [sent], KEY) == [expected]


@pytest.mark.parametrize("ad, message", [(MOST + 1, 0), (0, MOST + 1)])
def test_one_block_more_fails(ad, message):
    """A number would come again, so the status is failure; the next message is not disturbed."""
    sent = [
        Sent(
            [
                (Phase.NONCE, NONCE),
                (Phase.AD, bytes(SIZE * size[0])),
                (Phase.MESSAGE, bytes(SIZE * size[1])),
            ]
        )
        for size in ((ad, message), (0, 1))
    ]
    assert [answer.success for answer in run(small_core("paef", decrypts=False), sent, KEY)] == [
        False,
        True,
    ]
