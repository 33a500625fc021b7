# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.minalpher`: a permutation between masks, two calls for a block.

A call adds its mask in front of the permutation and behind it, so the mask travels with the call.

- **Encryption**: the result of the first call is a block of ciphertext; it leaves, and the second
  call, which takes it into the sum for the tag, starts with it in the same cycle (`two_calls`).
- **Decryption**: both calls need the block of ciphertext alone: the inverse, which gives the
  plaintext, then that for the sum.

The last call of associated data, and that for the tag, work on the sum of those before and wait for
it. The last block of ciphertext, which needs no second call, is added to the sum at once. The
ciphertext is whole blocks (`last_block`).
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ..ciphers.minalpher import minalpher_p_with_half_step
from ..modes.minalpher import AD, MESSAGE, REDUCTION, Minalpher
from .contract import Takes
from .last_block import MARK, LastBlock
from .over_cipher import cipher_of
from .two_calls import TwoCallCore
from .wanted import Wanted

KINDS = ("start", "ad", "text", "mac", "tag")
"""What a call is for, beside ``first``, the first one of a block that is encrypted: the masks of a
message or of associated data, associated data, a block that is decrypted, the sum, the tag.
"""


class MinalpherCore(TwoCallCore, LastBlock):
    """Controls the permutation; see `TwoCallCore` and `LastBlock`.

    Attributes:
        kind: what the call is for that may start: one of `KINDS`, or ``first``. is_last: it is for
            the last block of the message. chosen: its mask.
        front: register: the mask whose multiples by y the next calls have.
        total: register: the sum for the tag.
        is_second: register: the plaintext of the block that waits is under way.
        settles: 1 while ``front`` is not that of the next call yet.
    """

    first_state = "HEAD"

    def datapath(self, m: Module) -> None:
        """Masks, sum; what goes into the permutation and comes out of it."""
        size, cipher = len(self.block.data), self.cipher
        self.result = cipher.out_block if self.decrypts else cipher.out_y
        self.kind = {name: Signal(name=f"for_{name}") for name in ("first", *KINDS)}
        self.is_last, self.is_second = Signal(name="is_last"), Signal(name="is_second")
        self.front, self.total = (
            Signal(size, name=name, reset_less=True) for name in ("front", "total"))
        self.chosen, self.mixed, self.padded = (
            Signal(size, name=name) for name in ("mask", "mixed", "padded"))
        self.is_head, self.is_data, self.is_setup, self.is_text, self.is_pad, self.is_check = (
            self.during(state) for state in ("HEAD", "AD", "SETUP", "MESSAGE", "PAD", "CHECK"))
        self.is_joined = self.during("JOIN")
        self.carry(m, {**self.kind, "last": self.is_last, "mask": self.chosen}, ("mask",))
        m.d.comb += [
            self.under_way.eq(self.flight.some),
            self.mixed.eq(self.result ^ self.ending["mask"]),
            self.changed["mask"].eq(times_y(self.ending["mask"])),
            self.padded.eq(self.block.data | self.padding(MARK)),
        ]
        self._masks(m)
        self._inputs(m)
        self._sum(m)
        self._answers(m)

    def _masks(self, m: Module) -> None:
        """Of block i of a message y^(2 i - 1) L and y^(2 i) L; of associated data y^i L. That of a
        last block is times y + 1 or y^2 + 1, that of the tag times y + 1.
        """
        front, size = self.front, len(self.front)
        once, twice = Signal(size, name="front_y"), Signal(size, name="front_y2")
        ends_data = self.is_data & self.block.last
        nonce = Mux(self.is_setup, self.nonce, 0)
        start = Cat(nonce[:len(self.nonce)], Const(0, 16),
                    Mux(self.is_setup, Const(MESSAGE, 8), Const(AD, 8)), self.key)
        of_data = front ^ Mux(self.full, once, twice)
        text = Mux(self.is_second, twice, once)
        m.d.comb += [
            once.eq(times_y(front)),
            twice.eq(times_y(once)),
            self.chosen.eq(Mux(self.is_head | self.is_setup, start,
                               Mux(ends_data, of_data,
                                   Mux(self.is_check, once ^ twice, text)))),
        ]
        takes_text = self.begins & (self.kind["first"] | self.kind["mac"]) & ~self.is_last
        walks = self.later(m, takes_text, "front_walks")
        steps = self.later(m, self.begins & self.kind["ad"], "front_steps")
        self.settles = walks | steps if self.calls > 1 else Const(0)
        with m.If(self.left & self.ending["start"]):
            m.d.sync += front.eq(self.mixed)
        with m.Elif(steps):
            m.d.sync += front.eq(once)
        with m.Elif(walks):
            m.d.sync += front.eq(twice)

    def _inputs(self, m: Module) -> None:
        """What goes into the permutation."""
        with_total = self.is_check | (self.is_data & self.block.last)
        with_block = self.is_data | self.is_text
        mark = MARK << len(self.block.data) - 8
        given = (Mux(with_total, self.total, 0) ^ Mux(with_block, self.padded, 0)
                 ^ Mux(self.is_pad, mark, 0) ^ self.chosen)
        block = Mux(self.continues, self.mixed ^ self.changed["mask"], given)
        if self.decrypts:
            backwards = ~self.continues & self.is_text & self.decrypt & ~self.is_second
            m.d.comb += [
                self.cipher.in_block.eq(block),
                self.cipher.in_decrypt.eq(backwards),
            ]
        else:
            m.d.comb += self.cipher.in_x.eq(block)

    def _sum(self, m: Module) -> None:
        """Of results, and of the last block of ciphertext."""
        ending, last = self.ending, self.ending["last"] & ~self.decrypt
        adds = self.left & (ending["ad"] | ending["second"] | ending["mac"] | last)
        takes = self.is_joined
        ends_data = self.begins & self.is_data & self.block.last
        cleared = self.begin | self.later(m, ends_data, "total_restarts")
        with m.If(cleared):
            m.d.sync += self.total.eq(0)
        with m.Else():
            m.d.sync += self.total.eq(self.total ^ Mux(adds, self.mixed, 0)
                                      ^ Mux(takes, self.block.data, 0))

    def _answers(self, m: Module) -> None:
        """A block leaves when its call ends, the last one at once into its register."""
        ending, there = self.ending, self.cipher.out_valid
        answered = ending["first"] | (ending["text"] & ~ending["last"])
        if self.calls == 1:
            # Of a message that was given up before the block was taken.
            answered = answered & ~(self.starting & self.is_second)
        # A block leaves with its result, so it waits for the second call.
        stays = ending["first"] & ~self.cipher.in_ready if self.calls > 1 else Const(0)
        self.keep_text(m, comes=self.left & ending["last"], text=self.mixed, padded=Const(1),
                       always=True)
        m.d.comb += [
            self.answer.data.eq(Mux(self.sends, self.held, self.mixed)),
            self.answer.mask.eq(Mux(self.sends, self.text_mask, -1)),
            self.answer.valid.eq((there & answered & ~stays) | self.sends),
            self.tag.eq(self.mixed[-len(self.tag):]),
            self.tag_valid.eq(there & ending["tag"]),
            self.cipher.out_ready.eq(Mux(answered, self.answer.ready,
                                         ~ending["tag"] | self.tag_leaves | self.starting)),
        ]

    def may_continue(self):
        """The block of ciphertext leaves as the second call starts."""
        return self.answer.ready

    def associated_data(self, m: Module) -> None:
        """A call for each block."""
        waits = (self.block.last & self.flight.some) | self.settles
        m.d.comb += [
            self.kind["ad"].eq(1),
            self.wants.eq(self.block.valid & ~waits),
            self.block.ready.eq(self.may_begin & ~waits),
        ]
        with m.If(self.begins & self.block.last):
            self.enter(m, "SETUP")

    def message(self, m: Module) -> None:
        """The first call for each block; in a decryption the second one too, which takes it."""
        ends = self.block.last & (self.decrypt | ~self.full)
        joins = ends & self.decrypt
        m.d.comb += [
            self.is_last.eq(ends),
            self.kind["first"].eq(~self.decrypt & ~ends),
            self.kind["text"].eq(Mux(self.decrypt, ~self.is_second, ends)),
            self.kind["mac"].eq(self.decrypt & self.is_second),
            self.wants.eq(self.block.valid & ~self.settles),
            self.block.ready.eq(self.may_begin & ~self.settles
                                & (~self.decrypt | (self.is_second & ~joins))),
        ]
        with m.If(self.begins):
            m.d.sync += self.is_second.eq(self.decrypt & ~self.is_second & ~ends)
            with m.If(joins):
                self.enter(m, "JOIN")
            with m.Elif(ends):
                self.enter(m, "CHECK")
            with m.Elif(self.block.last):
                self.enter(m, "PAD")

    def more_states(self, m: Module) -> None:
        """The masks of associated data, if there is any, and of the message; the end of it."""
        for name, body in (("HEAD", self._head), ("HEADED", self._headed),
                           ("SETUP", self._setup), ("WAIT", self._wait), ("PAD", self._pad),
                           ("JOIN", self._join),
                           ("CHECK", self._check)):
            self.state(m, name, body)
        self.leaving_states(m)

    def _head(self, m: Module) -> None:
        """The call for the masks of associated data; none for empty data."""
        m.d.comb += [
            self.kind["start"].eq(1),
            self.wants.eq(self.block.valid & ~self.empty),
            self.block.ready.eq(self.empty),
        ]
        m.d.sync += self.is_second.eq(0)
        with m.If(self.block.valid & self.empty):
            self.enter(m, "SETUP")
        with m.Elif(self.begins):
            self.enter(m, "HEADED")

    def _headed(self, m: Module) -> None:
        with m.If(~self.flight.some):
            self.enter(m, "AD")

    def _setup(self, m: Module) -> None:
        """The call for the masks of the message."""
        m.d.comb += [self.kind["start"].eq(1), self.wants.eq(1)]
        with m.If(self.begins):
            self.enter(m, "WAIT")

    def _wait(self, m: Module) -> None:
        with m.If(~self.flight.some):
            self.enter(m, "MESSAGE")

    def _pad(self, m: Module) -> None:
        """The call for a block of padding."""
        m.d.comb += [
            self.kind["text"].eq(1),
            self.is_last.eq(1),
            self.wants.eq(~self.settles),
        ]
        with m.If(self.begins):
            self.enter(m, "CHECK")

    def _join(self, m: Module) -> None:
        """The last block of ciphertext, whose plaintext is under way, into the sum."""
        m.d.comb += self.block.ready.eq(1)
        self.enter(m, "CHECK")

    def _check(self, m: Module) -> None:
        """The call for the tag, when the sum is whole."""
        m.d.comb += [
            self.kind["tag"].eq(1),
            self.wants.eq(~self.flight.some & ~self.settles),
        ]
        with m.If(self.begins):
            self.enter(m, "TEXT")


def times_y(mask) -> Cat:
    """A mask times y, the bits of `modes.minalpher.times_y`."""
    size = len(mask) // 8
    given = [mask[8 * n:8 * n + 8] for n in reversed(range(size))]
    top = given[0]
    doubled = (Cat(Const(0, 1), top[:-1]) ^ Mux(top[-1], REDUCTION & 0xFF, 0))[:8]
    moved = [*given[1:29], given[29] ^ top, given[30] ^ top, given[31], doubled]
    return Cat(reversed(moved))


MODELS = (Minalpher,)
TAKES = Takes(architectures=("inner",))


def make(wanted: Wanted) -> MinalpherCore:
    """The controller for a core."""
    cipher = cipher_of(wanted, primitive=minalpher_p_with_half_step())
    return MinalpherCore(wanted.aead, **cipher, decrypts=wanted.decrypts)
