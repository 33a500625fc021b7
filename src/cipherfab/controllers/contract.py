"""What a controller is: what core names may ask of it (`Takes`), and what it says of itself (`Controller`)."""

from abc import ABC
from dataclasses import dataclass

from amaranth.lib import wiring

EVERY = ("round", "unrolled", "full")
"""Architectures of the primitive that every controller takes."""


@dataclass(frozen=True, kw_only=True)
class Takes:
    """What core names may ask of a controller beyond what all take. Names, help texts and refusals follow from it.

    Attributes:
        architectures: of the primitive, as in core names, beside `EVERY`.
        strategies: what may happen at the fork of a forkcipher.
        buffer: the mode reads a message twice, so the core keeps it; the core name says how many bytes.
    """

    architectures: tuple[str, ...] = ()
    strategies: tuple[str, ...] = ()
    buffer: bool = False


class Controller(wiring.Component, ABC):
    """A mode in hardware: it takes blocks, drives its primitive and gives answers (`ports`), whatever the bus.

    What a controller needs of what surrounds it is declared here; `lwc.core` reads it and asks nothing else.

    Attributes:
        primitive: the component that computes the mode's permutation or cipher, with the ports of `architectures.stream`.
        decrypts: whether it decrypts.
        answers_late: an answer comes in a later cycle than its block is taken; then words enter and leave through
            `lwc.splitbuffer` (else `lwc.blockbuffer`).
        takes_empty_ends: it need not know with a block whether it is the last of its type: an empty block with ``last``
            may follow whole ones, and then ends their type. Else a block comes when that is known, and an empty one only
            for a type without a byte.
        short_bytes: how long blocks are while ``short`` is 1, 2 …
        cuts_blocks: a header may come in the middle of a block.
        buffer_bytes: most bytes of a message, if it is kept until it is whole; then it leaves as one segment, whose header the
            mode asks for. None: it leaves block for block, and its headers are passed on.
        calls: how many calls of the primitive may be in flight, each with an answer that is owed.
        keeps_key: the key is in the primitive: ports ``key_word``, ``key_write`` and ``key_free``, those of
            `lwc.keyreader`, in place of ``key``.
    """

    decrypts: bool = True
    answers_late: bool = False
    takes_empty_ends: bool = False
    short_bytes: tuple[int, ...] = ()
    cuts_blocks: bool = False
    buffer_bytes: int | None = None
    calls: int = 1
    keeps_key: bool = False
    primitive: wiring.Component
