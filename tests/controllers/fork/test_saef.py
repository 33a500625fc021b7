# SPDX-License-Identifier: Apache-2.0
"""What only SAEF's controller does."""

import pytest
from streams import Stream, play, stream

from cipherfab.controllers.ports import Phase
from controllers.blocks import blocks, message_blocks, offer
from controllers.small_fork import small_core

SIZE = 4


@pytest.mark.parametrize("message", [b"", b"text"])
def test_last_call_of_associated_data_waits_for_the_message(message):
    """The last block of associated data starts no call before the message's first block, which may
    be an empty one, is there.
    """
    core, starts = small_core("saef"), []
    first = [*blocks(Phase.NONCE, b"\1", SIZE), *blocks(Phase.AD, bytes(2 * SIZE), SIZE)]
    given = stream(core.block, ("data", "mask", "phase", "last"), list(first))
    done = Stream(
        valid=core.status.done, ready=core.status.accepted, payload={"success": core.status.success}
    )
    announced = Stream(
        valid=core.status.announce,
        ready=core.status.announced,
        payload={"what": core.status.announcement},
    )
    waited = []

    def extra(ctx):
        ctx.set(core.control.decrypt, 0)
        starts.append(ctx.get(core.cipher.in_valid & core.cipher.in_ready))
        waited.append(len(given.passed) == len(first))
        if sum(waited) == 30 and len(given.items) == len(first):
            assert sum(starts) == 1
            given.items.extend(blocks(Phase.MESSAGE, message, SIZE))

    play(
        core,
        [given],
        [stream(core.answer, ("data", "mask")), announced, done],
        until=lambda: bool(done.passed),
        extra=extra,
    )
    assert sum(starts) == 2 + bool(message) and done.values == [{"success": 1}]


def test_one_block_of_associated_data_alone_takes_as_long_as_nothing():
    """Its call starts in the cycle in which the empty message is seen, as the call for an empty
    message does.
    """
    ends = {
        offer(
            small_core("saef", decrypts=False),
            message_blocks(SIZE, b"\1", bytes(ad), b""),
            b"\3\4",
            decrypt=False,
        ).end
        for ad in (0, 3, SIZE)
    }
    assert len(ends) == 1
