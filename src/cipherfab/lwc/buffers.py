# SPDX-License-Identifier: Apache-2.0
"""Which buffer a mode needs."""

from ..errors import CallError
from .aheadbuffer import AheadBuffer
from .blockbuffer import BlockBuffer
from .inplacebuffer import InPlaceBuffer
from .latebuffer import LateBuffer
from .needs import Needs
from .passage import Passage
from .splitbuffer import SplitBuffer
from .wholebuffer import WholeBuffer

Buffer = (
    AheadBuffer | BlockBuffer | InPlaceBuffer | LateBuffer | Passage | SplitBuffer | WholeBuffer
)


def buffer_for(needs: Needs) -> Buffer:
    """The buffer of a mode.

    Raises:
        CallError: ``inplace``, and an answer comes later than its block is taken, or in shares.
    """
    block = {"width": needs.inner, "size": needs.port_bytes}
    sizes = {**block, "short_sizes": needs.short_bytes}
    ends = {"keeps_open": needs.keeps_open, "opens": needs.holds_open}
    owed = {"owes": needs.owes, "owes_last": not needs.announces_last}
    now = {"forgets": needs.cuts_blocks, "ahead": needs.answers_ahead}
    several = needs.calls > 1
    if needs.by_word:
        return Passage(width=needs.inner, opens=needs.holds_open)
    if needs.inplace:
        if needs.answers_late or needs.keeps_answers or several or needs.shares > 1:
            raise CallError(
                "inplace goes with modes that answer a block while it is there, on one "
                "share, and with those over a forkcipher."
            )
        return InPlaceBuffer(**sizes, **now)
    if needs.decides_ahead:
        return AheadBuffer(
            width=needs.inner,
            size=needs.port_bytes,
            short_sizes=needs.short_bytes,
            forgets=needs.cuts_blocks,
        )
    if several and needs.passes_headers:
        return WholeBuffer(**sizes, **{**owed, "owes": needs.calls + needs.owes})
    if needs.keeps_answers:
        # A received tag may come before the last answer has left, or the next block before the
        # answer.
        early = needs.answer_cycles < 8 * needs.port_bytes // needs.inner
        return LateBuffer(**block, **ends, direct=needs.decrypts or early)
    if needs.answers_late:
        return SplitBuffer(**sizes, **ends, **owed)
    return BlockBuffer(**sizes, **now, keeps_open=needs.keeps_open, shares=needs.shares)
