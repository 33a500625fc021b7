"""Signatures between a mode's controller and what surrounds it. A block passes in a cycle with valid and ready both 1."""

from enum import IntEnum

from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out


class Phase(IntEnum):
    """What a block of the input belongs to."""

    NONCE = 0
    AD = 1
    MESSAGE = 2
    TAG = 3


def blocks(size: int) -> wiring.Signature:
    """Input blocks of ``size`` bytes, to a mode; the mode may answer in the same cycle through `answers`.

    ``mask`` has one bit for each byte, 1 where it is valid, bit ``size - 1`` for the first byte, which is the most significant one
    of ``data``; invalid bytes are 0. ``last`` marks the end of the data of this ``phase``. An empty phase is one block with
    ``mask`` 0 and ``last`` 1.
    """
    return wiring.Signature({"data": Out(8 * size), "mask": Out(size), "phase": Out(Phase), "last": Out(1),
                             "valid": Out(1), "ready": In(1)})


def answers(size: int) -> wiring.Signature:
    """Output blocks of ``size`` bytes, from a mode; the bytes marked by ``mask`` (always the first ones) are sent."""
    return wiring.Signature({"data": Out(8 * size), "mask": Out(size), "valid": Out(1), "ready": In(1)})


def control() -> wiring.Signature:
    """What the message is. ``hashing`` announces a hash message, for one cycle.

    ``abort`` ends a message without an answer of the mode; it is held until the post-processor has answered, a cycle or more.
    """
    return wiring.Signature({"decrypt": Out(1), "hash": Out(1), "hashing": Out(1), "abort": Out(1)})


class Announcement(IntEnum):
    """What a mode announces before the answers that follow: a segment header of this type."""

    TAG = 0
    DIGEST = 1


def status(*, of_text: bool = False) -> wiring.Signature:
    """From a mode: the segment headers and the final status word that it asks for.

    ``announce`` asks for the header of ``announcement``; ``done`` with ``success`` asks for the status word. Each is held until
    its ready.

    ``of_text``: of a mode that keeps a message until it is whole. While ``text`` is 1, what is announced is the message itself, as
    one segment of ``length`` bytes: plaintext or, while ``plaintext`` is 0, ciphertext.
    """
    text = {"text": Out(1), "plaintext": Out(1), "length": Out(16)} if of_text else {}
    return wiring.Signature({"announce": Out(1), "announcement": Out(Announcement), "announced": In(1),
                             "done": Out(1), "success": Out(1), "accepted": In(1), **text})
