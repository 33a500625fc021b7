# SPDX-License-Identifier: Apache-2.0
"""What a controller is: what core names may ask of it (`Takes`), and what it says of itself
(`Controller`).
"""

from abc import ABC
from types import FunctionType

from amaranth.hdl import Value
from amaranth.lib import wiring

from .parts.declared import Declared
from .request import EVERY, Takes


class Controller(wiring.Component, ABC):
    """A mode in hardware: it takes blocks, drives its primitive and gives answers, whatever bus.

    Its ports are those of `ports`. What a controller needs of what surrounds it is declared here;
    `lwc.core` reads it and asks nothing else.

    Attributes:
        primitive: the component that computes the mode's permutation or cipher, with the ports of
            `architectures.stream`.
        decrypts: whether it decrypts.
        answers_late: an answer comes in a later cycle than its block is taken; then words enter and
            leave through `lwc.splitbuffer` (else `lwc.blockbuffer`).
        keeps_answers: an answer that comes late stays in the primitive until its next call starts,
            and its block is not looked at once it was taken: `lwc.latebuffer` then.
        by_word: its blocks and answers are words of the bus, which enter and leave its own
            registers: `lwc.passage` then.
        answer_cycles: fewest cycles from such a block to its answer.
        answers_ahead: the first word of an answer needs registers only: its ``answer`` is
            ``ahead``, see `ports.answers`.
        decides_ahead: what it does with a block it decides a clock before, when the last word of
            the block may still be on the bus; its answers stay in a register of its own:
            `lwc.aheadbuffer` then.
        takes_empty_ends: it need not know with a block whether it is the last of its type: an empty
            block with ``last`` may follow whole ones, and then ends their type. Else a block comes
            when that is known, and an empty one only for a type without a byte.
        holds_open: it holds a block of which nobody knows yet whether it is the last of its type,
            and then learns it: its ``block`` is one that ``opens``, see `ports.blocks`.
        short_bytes: how long blocks are while ``short`` is 1, 2 …
        cuts_blocks: a header may come in the middle of a block.
        buffer_bytes: most bytes of a message, if it is kept until it is whole; then it leaves as
            one segment, whose header the mode asks for. None: it leaves block for block, and its
            headers are passed on.
        most_ad_bytes: most bytes of associated data, if they are kept until the message is whole.
        announces_last: the last block of a text leaves as a segment of its own, for whose header
            the mode asks: the ciphertext is longer than the message.
        calls: how many calls of the primitive may be in flight, each with an answer that is owed.
        turn_cycles: a word that comes too late, or leaves too late, waits for whole turns of so
            many cycles. If there are more than one, an instruction is taken only while its port
            ``may_begin`` is 1.
        owes: with one call in flight, most answers to blocks that it has taken and not given yet.
        calls_per_block: calls of the primitive for a block of a message.
        keeps_key: the key is in the primitive: ports ``key_word``, ``key_write`` and ``key_free``,
            those of `lwc.keyreader`, in place of ``key``.
        key_waits: a word of the key is read for several cycles: it is there while ``key_there`` is
            1, until ``key_free`` is.
        outputs: it computes functions with an output of any length: `ports.control` says of which
            kind, and a message is followed by empty blocks for the output, which it answers.
        customization_bytes: of these functions the longest customization string.
        shares: of each secret: key, blocks and answers come in so many, see `ports.blocks`.
        random_bits: of its port ``random``, a stream with ``random_valid`` and ``random_ready``.
    """

    decrypts: bool = True
    answers_late: bool = False
    keeps_answers: bool = False
    by_word: bool = False
    answer_cycles: int = 0
    answers_ahead: bool = False
    decides_ahead: bool = False
    takes_empty_ends: bool = False
    holds_open: bool = False
    short_bytes: tuple[int, ...] = ()
    cuts_blocks: bool = False
    buffer_bytes: int | None = None
    most_ad_bytes: int | None = None
    announces_last: bool = False
    calls: int = 1
    turn_cycles: int = 1
    owes: int = 1
    calls_per_block: int = 1
    keeps_key: bool = False
    key_waits: bool = False
    outputs: bool = False
    customization_bytes: int = 0
    shares: int = 1
    random_bits: int = 0
    primitive: wiring.Component

    def __init_subclass__(cls, **options):
        """Refuses a class in which a method or a signal has the name of what a controller says of
        itself: what surrounds it would take that for the answer.

        Raises:
            TypeError: with the name, and what is expected.
        """
        super().__init_subclass__(**options)
        for name in Controller.__annotations__:
            said = cls.__dict__.get(name)
            if isinstance(said, FunctionType | Declared | Value):
                raise TypeError(
                    f"{cls.__name__}.{name} is a {type(said).__name__}, but what a controller "
                    f"says with `{name}` is a value: give it another name."
                )


__all__ = ["EVERY", "Controller", "Takes"]
