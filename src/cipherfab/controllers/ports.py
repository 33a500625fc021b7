# SPDX-License-Identifier: Apache-2.0
"""Signatures between a mode's controller and what surrounds it. A block passes in a cycle with
valid and ready both 1.
"""

from collections.abc import Sequence
from enum import IntEnum

from amaranth.hdl import Cat, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out


class Phase(IntEnum):
    """What a block of the input belongs to."""

    NONCE = 0
    AD = 1
    MESSAGE = 2
    TAG = 3


def share_of(word: Value, share: int, shares: int) -> Value:
    """One of the shares of a word, which are side by side, share 0 at the top; the word itself if
    there is one.
    """
    size = len(word) // shares
    return word[size * (shares - 1 - share) : size * (shares - share)] if shares > 1 else word


def side_by_side(words: Sequence[Value]) -> Value:
    """The shares of a word as `share_of` finds them; the word itself if there is one."""
    return Cat(*reversed(words)) if len(words) > 1 else words[0]


def blocks(
    size: int, *, ahead: bool = False, opens: bool = False, shares: int = 1
) -> wiring.Signature:
    """Input blocks of ``size`` bytes, to a mode; the mode may answer in the same cycle through
    `answers`.

    ``mask`` has one bit for each byte, 1 where it is valid, bit ``size - 1`` for the first byte,
    which is the most significant one of ``data``; invalid bytes are 0. ``last`` marks the end of
    the data of this ``phase``. An empty phase is one block with ``mask`` 0 and ``last`` 1.
    With ``ahead`` only: ``full``, the block is as long as the mode asked for; while none is valid,
    it says nothing. ``held``: ``data``, but its first word may be 0 until a register has it, which
    it has in a block that is answered and in a whole one of more words than one. With ``opens``
    only: ``open``, the block is whole, and nothing or more of its phase may follow; behind it comes
    a block with ``mask`` 0, whose ``last`` says which it was. With ``shares``
    the block in each of them, side by side, share 0 at the top (`share_of`); all else is public.
    """
    more = {"full": Out(1), "held": Out(8 * size * shares)} if ahead else {}
    more |= {"open": Out(1)} if opens else {}
    return wiring.Signature({"data": Out(8 * size * shares), "mask": Out(size),
                             "phase": Out(Phase), "last": Out(1),
                             "valid": Out(1), "ready": In(1), **more})  # fmt: skip


def answers(
    size: int,
    *,
    ahead: bool = False,
    late: bool = False,
    owed: bool = False,
    stays: bool = False,
    shares: int = 1,
) -> wiring.Signature:
    """Output blocks of ``size`` bytes, from a mode; the bytes marked by ``mask`` (always the first
    ones) are sent.

    ``ahead``: the mode says beside ``valid``, from registers alone, what the first word on the bus
    needs: ``there``, an answer could be given now; ``of_block``, it would be the answer to a block
    of the message, in the cycle that takes the block, and ``stream`` is what is added to the block.
    While ``there`` is 1 without ``of_block``, the answer is ``stream``, and valid. ``late``: the
    answer stays until valid, ready and ``taken`` are 1; with the first two, ``taken`` is 1 at least
    where a block is taken. ``owed``: the mode says in a port of this name that it has taken words
    of a message whose answer has not left. ``stays``: with valid and ready the mode promises an
    answer, of which ``mask`` is known; ``data`` is a register, which it writes when ``loads`` is 1,
    a clock or more later, and holds from then on. ``shares``: as of `blocks`.
    """
    stream = Out(8 * size * shares)
    kinds = (
        (ahead, {"there": Out(1), "of_block": Out(1), "stream": stream}),
        (late, {"taken": In(1, init=1)}),
        (owed, {"owed": Out(1)}),
        (stays, {"loads": Out(1)}),
    )
    # The kinds exclude each other: a mode gives its answers in one way.
    members = next((members for asked, members in kinds if asked), {})
    block = {"data": Out(8 * size * shares), "mask": Out(size), "valid": Out(1), "ready": In(1)}
    return wiring.Signature({**block, **members})


def control(*, padded: bool = False, outputs: bool = False) -> wiring.Signature:
    """What the message is. ``hashing`` announces a hash message, for one cycle. ``padded``, if
    asked for: the ciphertext is marked as that of a padded message; it is so when its last block
    comes. ``output`` and ``custom``, if ``outputs`` are asked for, beside ``hash``: the output has
    any length; the message comes behind a customization, in phase `Phase.AD`, whose first block is
    its length in bits, the first byte the lowest, which ``customizing`` announces for one cycle.
    The output is asked for by blocks of zeros in `Phase.TAG`.

    ``abort`` ends a message without an answer of the mode; it is held until the post-processor has
    answered, a cycle or more.
    """
    more = {"padded": Out(1)} if padded else {}
    more |= dict.fromkeys(("output", "custom", "customizing"), Out(1)) if outputs else {}
    return wiring.Signature(
        {"decrypt": Out(1), "hash": Out(1), "hashing": Out(1), "abort": Out(1), **more}
    )


class Announcement(IntEnum):
    """What a mode announces before the answers that follow: a segment header of this type."""

    TAG = 0
    DIGEST = 1


def status(*, of_text: bool = False, padded: bool = False) -> wiring.Signature:
    """From a mode: the segment headers and the final status word that it asks for.

    ``announce`` asks for the header of ``announcement``; ``done`` with ``success`` asks for the
    status word. Each is held until its ready.

    ``of_text``: of a mode that keeps a message until it is whole. While ``text`` is 1, what is
    announced is the message itself, as one segment of ``length`` bytes: plaintext or, while
    ``plaintext`` is 0, ciphertext. Also of a mode that announces the last block of a text;
    ``padded``: it marks that the block was padded.
    """
    text = {"text": Out(1), "plaintext": Out(1), "length": Out(16)} if of_text else {}
    if padded:
        text["padded"] = Out(1)
    # fmt: off
    return wiring.Signature({"announce": Out(1), "announcement": Out(Announcement),
                             "announced": In(1),
                             "done": Out(1), "success": Out(1), "accepted": In(1), **text})
    # fmt: on
