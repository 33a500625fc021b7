# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.minalpher`: a permutation between masks, two calls for a block.

A call adds its mask in front of the permutation and behind it. Behind it only a block of text needs
it at once; all other masks are added to the sum for the tag when their calls begin.

- **Encryption**: the result of the first call is a block of ciphertext; it leaves, and the second
  call, which takes it into the sum for the tag, starts with it in the same cycle (`two_calls`).
- **Decryption**: both calls need the block of ciphertext alone: the inverse, which gives the
  plaintext, then that for the sum.

The last call of associated data, and that for the tag, work on the sum of those before and wait for
it. The last block of ciphertext, which needs no second call, is added to the sum at once. The
ciphertext is whole blocks (`last_block`).
"""

from dataclasses import dataclass

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value

from ...architectures.steps import one_of
from ...ciphers.minalpher import minalpher_p_with_half_step
from ...modes.minalpher import AD, MESSAGE, Minalpher
from ..contract import Takes
from ..parts.byte_masks import only_if
from ..parts.declared import During, Flag, Register, Wire, block_bits, once
from ..request import Request
from .calls_in_flight import cipher_of
from .last_block import MARK, LastBlock
from .masks import times_y
from .two_calls import TwoCallCore

KINDS = ("start", "ad", "text", "mac", "tag")
"""What a call is for, beside ``first``, the first one of a block that is encrypted: the masks of a
message or of associated data, associated data, a block that is decrypted, the sum, the tag.
"""


@dataclass(frozen=True, kw_only=True)
class Walk:
    """How ``front`` goes on from call to call.

    Attributes:
        settles: it is not that of the next call yet.
        restarts: ``total`` is to begin with the mask of the last block of associated data.
        summed: masks for ``total``.
    """

    settles: Value
    restarts: Value
    summed: Value


class MinalpherCore(TwoCallCore, LastBlock):
    """Controls the permutation; see `TwoCallCore` and `LastBlock`.

    Attributes:
        back: the mask of the result of a first call, or of a decryption; with several calls in
            flight a register, that walks with these results.
    """

    first_state = "HEAD"
    answers_tag = True
    kinds = ("first", *KINDS)

    is_last = Wire("The call that may start is for the last block of the message.")
    is_second = Flag("The plaintext of the block that waits is under way.")
    second_next = Wire("What that becomes as a call for the message begins.")
    front = Register("The mask whose multiples by y the next calls have.", block_bits)
    total = Register("The sum for the tag.", block_bits)
    chosen = Wire("The mask of the call that may start.", block_bits, name="mask")
    mixed = Wire("The result with its mask.", block_bits)
    padded = Wire("The block with its padding.", block_bits)
    begun = Wire("The result of the call for the masks, with its own mask.", block_bits)
    again = Wire("What a second call starts with; of the last call the tag.", block_bits)
    front_y = Wire("``front`` times y.", block_bits)
    front_y2 = Wire("``front`` times y^2.", block_bits)
    ends_data = Wire("The call that may start is for the last block of associated data.")
    with_total = Wire("It is that, or the one for the tag.")
    is_data, is_text, is_pad, is_check, is_joined = map(
        During, ("AD", "MESSAGE", "PAD", "CHECK", "JOIN")
    )
    begins_masks, of_text, with_block = map(During, ("HEAD SETUP", "SETUP WAIT", "AD MESSAGE"))

    def __init__(self, aead, cipher, *, decrypts: bool = True, calls: int = 1):
        super().__init__(aead, cipher, decrypts=decrypts, calls=calls)
        one, size = calls == 1, len(self.block.data)
        self.back = self.front_y if one else Signal(size, name="back", reset_less=True)

    def given(self) -> dict:
        return {**self.kind, "last": self.is_last}

    def datapath(self, m: Module) -> None:
        """Masks, sum; what goes into the permutation and comes out of it."""
        self.carry(m)
        self._masks(m)
        m.d.comb += [
            self.under_way.eq(self.flight.some),
            self.mixed.eq(self.result ^ self.back),
            # The second call of a block has the mask that follows that of the first one.
            self.again.eq(self.mixed ^ times_y(self.back)),
            self.padded.eq(self.block.data | self.padding(MARK)),
        ]
        self._inputs(m)
        self._sum(m)
        self._answers(m)

    def _masks(self, m: Module) -> None:
        """Of block i of a message y^(2 i - 1) L and y^(2 i) L; of associated data y^i L. That of a
        last block is times y + 1 or y^2 + 1, that of the tag times y + 1.
        """
        front, once, twice = self.front, self.front_y, self.front_y2
        # key || flag || 0 || 0 || nonce; the masks begin with the sum of it and its image.
        start = Cat(
            Mux(self.of_text, self.nonce, 0),
            Const(0, 16),
            Mux(self.of_text, Const(MESSAGE, 8), Const(AD, 8)),
            self.key,
        )
        is_twice = self._selects(m)
        m.d.comb += [
            once.eq(times_y(front)),
            twice.eq(times_y(once)),
            self.begun.eq(self.result ^ start),
            self.chosen.eq(
                Mux(
                    self.begins_masks,
                    start,
                    only_if(self.ends_data, front) ^ Mux(is_twice, twice, once),
                )
            ),
        ]
        self.walk(m)

    def _selects(self, m: Module):
        """Whether the last block of associated data is next, and the sum with it or for the tag;
        returns whether the mask is `twice`. With several calls in flight all from registers: that
        block and the call for the tag wait long enough, and the second call of a block is known a
        cycle before.
        """
        ends, with_total = self.ends_data, self.with_total
        is_twice, follows = Signal(name="mask_is_twice"), Signal(name="second_follows")
        last = self.is_data & self.block.last
        m.d.comb += follows.eq(Mux(self.begins & self.is_text, self.second_next, self.is_second))
        if self.calls == 1:
            m.d.sync += is_twice.eq(self.is_check | follows)
            m.d.comb += [ends.eq(last), with_total.eq(last | self.is_check)]
            return Mux(ends, ~self.full, is_twice)
        waits = last & self.block.valid & ~self.begins
        m.d.sync += [
            ends.eq(waits),
            with_total.eq(waits | self.is_check),
            is_twice.eq(self.is_check | follows | (waits & ~self.full)),
        ]
        return is_twice

    @once
    def walk(self, m: Module) -> Walk:
        """With one call in flight ``front`` walks from an encrypted block when its first call has
        ended, and has that call's mask too.
        """
        ending = self.ending
        ends_start = self.cipher.out_valid & ending["start"]
        # A cycle later the block is gone.
        restarts = self.later(m, self.begins & self.ends_data, "total_restarts")
        is_short = self.later(m, ~self.full, "was_short")
        steps = self.later(m, self.begins & self.kind["ad"] & ~self.block.last, "front_steps")
        if self.calls == 1:
            walks = (self.left & ending["first"]) | (self.begins & self.kind["mac"])
            settles = Const(0)
        else:
            begins = self.begins & (self.kind["first"] | self.kind["mac"])
            walks = self.later(m, begins, "front_walks")
            settles = steps | walks
            self._walk_back(m, ends_start)
        with m.If(ends_start):
            m.d.sync += self.front.eq(self.begun)
        with m.Elif(steps | walks):
            m.d.sync += self.front.eq(Mux(walks, self.front_y2, self.front_y))
        summed = one_of(
            (restarts & ~is_short | steps | self.is_joined, self.front_y),
            (restarts & is_short | walks, self.front_y2),
        ) ^ only_if(restarts, self.front)
        return Walk(settles=settles, restarts=restarts, summed=summed)

    def _walk_back(self, m: Module, ends_start) -> None:
        ending = self.ending
        with m.If(ends_start):
            m.d.sync += self.back.eq(times_y(self.begun))
        with m.Elif(self.passes(ending["first"] | (ending["text"] & ~ending["last"]))):
            m.d.sync += self.back.eq(times_y(times_y(self.back)))

    def _inputs(self, m: Module) -> None:
        """What goes into the permutation."""
        # Padding alone: the mark, and zeros.
        mark = MARK << len(self.block.data) - 8
        given = (
            Mux(self.with_total, self.total, 0)
            ^ Mux(self.with_block, self.padded, 0)
            ^ Mux(self.is_pad, mark, 0)
            ^ self.chosen
        )
        block = Mux(self.continues, self.again, given)
        backwards = ~self.continues & self.is_text & self.decrypt & ~self.is_second
        self.present(m, block, backwards=backwards)

    def _sum(self, m: Module) -> None:
        """Of results without their masks, and of the masks as ``front`` walks over them.

        The last block of ciphertext joins it. In an encryption that is when the call for it ends,
        and then its mask is added to that of the tag, so in a decryption too.
        """
        ending, last = self.ending, self.ending["last"] & ~self.decrypt
        adds = self.cipher.out_valid & (ending["ad"] | ending["second"] | ending["mac"] | last)
        # The sum of associated data went into its last call; that of the message begins with 0.
        walk = self.walk(m)
        kept = Mux(self.starting | walk.restarts, 0, self.total)
        m.d.sync += self.total.eq(
            kept ^ walk.summed ^ Mux(adds, self.result, 0) ^ Mux(self.is_joined, self.block.data, 0)
        )

    def _answers(self, m: Module) -> None:
        """A block leaves when its call ends, the last one at once into its register."""
        ending, there = self.ending, self.cipher.out_valid
        answered = ending["first"] | (ending["text"] & ~ending["last"])
        if self.calls == 1:
            # Of a message that was given up before the block was taken.
            answered = answered & ~(self.starting & self.is_second)
        bits = len(self.tag)
        upper = Mux(ending["tag"], self.tag, self.mixed[-bits:])
        self.keep_text(
            m, comes=there & ending["last"], text=self.mixed, padded=Const(1), always=True
        )
        self.take_results(m, answered=answered, waits=ending["tag"])
        m.d.comb += [
            self.tag.eq(self.again[-bits:]),
            self.tag_valid.eq(there & ending["tag"]),
            self.answer.data.eq(Mux(self.sends, self.held, Cat(self.mixed[:-bits], upper))),
            self.answer.mask.eq(Mux(self.sends, self.text_mask, -1)),
            # With several calls in flight a block leaves with its result, which waits for the
            # second call.
            self.answer.valid.eq(
                (there & answered if self.calls == 1 else self.passes(answered)) | self.sends
            ),
        ]

    def may_continue(self):
        """The block of ciphertext leaves as the second call starts."""
        return self.answer.ready

    def associated_data(self, m: Module) -> None:
        """A call for each block."""
        # The last call has the sum of all others in it, which must be whole.
        waits = (self.block.last & (self.flight.some | ~self.ends_data)) | self.walk(m).settles
        m.d.comb += [
            self.kind["ad"].eq(1),
            self.wants.eq(self.block.valid & ~waits),
            self.block.ready.eq(self.may_begin & ~waits),
        ]
        with m.If(self.begins & self.block.last):
            self.enter(m, "SETUP")

    def message(self, m: Module) -> None:
        """The first call for each block; in a decryption the second one too, which takes it."""
        ends, settles = self.block.last & (self.decrypt | ~self.full), self.walk(m).settles
        joins = ends & self.decrypt
        m.d.comb += [
            self.second_next.eq(self.decrypt & ~self.is_second & ~ends),
            self.is_last.eq(ends),
            self.kind["first"].eq(~self.decrypt & ~ends),
            self.kind["text"].eq(Mux(self.decrypt, ~self.is_second, ends)),
            self.kind["mac"].eq(self.decrypt & self.is_second),
            self.wants.eq(self.block.valid & ~settles),
            # A decryption takes the block with its second call, and the last one in JOIN.
            self.block.ready.eq(
                self.may_begin & ~settles & (~self.decrypt | (self.is_second & ~joins))
            ),
        ]
        with m.If(self.begins):
            m.d.sync += self.is_second.eq(self.second_next)
            with m.If(joins):
                self.enter(m, "JOIN")
            with m.Elif(ends):
                self.enter(m, "CHECK")
            with m.Elif(self.block.last):
                self.enter(m, "PAD")

    def states(self) -> dict:
        """The masks of associated data, if there is any, and of the message; the end of it."""
        return {
            "HEAD": self._head,
            "HEADED": self.all_ended("AD"),
            "SETUP": self.one_call("start", "WAIT"),
            "WAIT": self.all_ended("MESSAGE"),
            "PAD": self._pad,
            "JOIN": self._join,
            "CHECK": self._check,
        }

    def more_states(self, m: Module) -> None:
        super().more_states(m)
        self.leaving_states(m)

    def _head(self, m: Module) -> None:
        """The call for the masks of associated data; none for empty data."""
        m.d.comb += [
            self.kind["start"].eq(1),
            self.wants.eq(self.block.valid & ~self.empty),
            self.block.ready.eq(self.empty),
        ]
        # An abort may have come between the two calls of a block.
        m.d.sync += self.is_second.eq(0)
        with m.If(self.block.valid & self.empty):
            self.enter(m, "SETUP")
        with m.Elif(self.begins):
            self.enter(m, "HEADED")

    def _pad(self, m: Module) -> None:
        """The call for a block of padding."""
        settles = self.walk(m).settles
        m.d.comb += [self.kind["text"].eq(1), self.is_last.eq(1), self.wants.eq(~settles)]
        with m.If(self.begins):
            self.enter(m, "CHECK")

    def _join(self, m: Module) -> None:
        """The last block of ciphertext, whose plaintext is under way, into the sum."""
        m.d.comb += self.block.ready.eq(1)
        self.enter(m, "CHECK")

    def _check(self, m: Module) -> None:
        """The call for the tag, when the sum is whole."""
        self.one_call("tag", "TEXT", when=~self.flight.some & ~self.walk(m).settles)(m)


MODELS = (Minalpher,)
TAKES = Takes(architectures=("inner",), folds=True)


def make(request: Request) -> MinalpherCore:
    """The controller for a core."""
    cipher = cipher_of(request, primitive=minalpher_p_with_half_step())
    return MinalpherCore.of(request, **cipher)
