# SPDX-License-Identifier: Apache-2.0
"""The controller of modes over a forkcipher whose words enter and leave the registers of their
blocks: the phases of a message, on the datapath of `fork.datapath_in_place`.

A block of n words costs n cycles beside its call: in these it enters, and the answer before it
leaves. What is there of an answer when no further word comes leaves by itself, in n cycles of its
own, after which the next block enters.
"""

from amaranth.hdl import Const, Module, Mux, Signal

from ...architectures.forked.round import ForkIterated
from ...errors import CallError
from ..request import Request
from .datapath_in_place import ForkInPlace
from .over_forkcipher import forkcipher_for


class OverForkInPlace(ForkInPlace):
    """The phases of a message.

    Attributes:
        last_ad_waits: the last call of associated data must know whether there is a message.
        sums_before: a last block to decrypt takes n cycles in which ``store`` is added to it.
    """

    last_ad_waits = False
    sums_before = False

    def enter(self, m: Module, state: str) -> None:
        """Go on to ``state``; a message begins with nothing known."""
        super().enter(m, state)
        if state == "START":
            m.d.sync += [register.eq(register.init) for register in self._of_a_message()]

    def _of_a_message(self) -> list:
        rest = [self.rest] if self.step > 1 else []
        return [
            self.at,
            self.ends_at,
            *rest,
            self.answering,
            self.alone,
            self.sending,
            self.owes,
            self.first,
            self.had_ad,
            self.tail,
            *self.counts,
        ]

    def _start(self, m: Module) -> None:
        with m.State("START"):
            m.d.comb += [
                self.block.ready.eq(self.rests),
                self.shift.eq(self.block.valid & self.rests),
            ]
            m.d.sync += self.mismatch.eq(0)
            with m.If(self.shift):
                with m.If(self.wraps):
                    self.enter(m, "AD")
                # A nonce that is shorter than a block has still to move to its top.
                with m.Elif(self.block.last):
                    self.enter(m, "FILL_NONCE")

    def _fill_nonce(self, m: Module) -> None:
        m.d.comb += self.shift.eq(1)
        with m.If(self.wraps):
            self.enter(m, "AD")

    def associated_data(self, m: Module) -> None:
        """Words of a block; none if there is no associated data."""
        m.d.comb += [
            self.block.ready.eq(self.rests),
            self.shift.eq(self.block.valid & self.rests & ~self.empty),
        ]
        with m.If(self.block.valid & self.rests & self.empty):
            self.enter(m, "MESSAGE")
        with m.If(self.shift):
            m.d.sync += self.had_ad.eq(1)
            self.capture(m)
            with m.If(self.wraps):
                self._whole(m, self.block.last, self.block.open)
            with m.Elif(self.block.last):
                self.enter(m, "FILL")

    def _whole(self, m: Module, last, opens) -> None:
        """What comes when a block is whole, behind its second word or a later one."""
        # The later ones of these win.
        self.enter(m, "READY")
        if self.last_ad_waits:
            with m.If(last & ~self.answering):
                self.enter(m, "HELD")
        if self.sums_before and self.decrypts:
            with m.If(last & self.answering & self.decrypt):
                self.enter(m, "SUM")
        with m.If(opens):
            self.enter(m, "OPEN")

    def message(self, m: Module) -> None:
        """Words of a block while the answer before it leaves, or the answer alone."""
        block, free = self.block, ~self.sending | self.answer.ready
        takes, leaves = block.valid & ~self.empty & free, self.sending & (self.at == 0)
        m.d.comb += [
            block.ready.eq(self.rests & free),
            # Behind its first word an answer moves only in step with the words that come.
            self.answer.valid.eq(self.rests & self.sending & (block.valid | (self.at == 0))),
            self.shift.eq(self.rests & (takes | (leaves & ~block.valid & self.answer.ready))),
        ]
        with m.If(self.rests & block.valid & self.empty):
            self._nothing(m)
        with m.Elif(self.rests & block.valid & free):
            self._take(m)
        with m.Elif(self.shift):
            self.enter(m, "LEAVE")

    def _nothing(self, m: Module) -> None:
        """There is no message; without associated data an empty block of it makes the tag."""
        self.enter(m, "FINISH")
        with m.If(~self.had_ad):
            m.d.sync += [
                register.eq(1) for register in (self.alone, self.last, self.short, self.marks)
            ]
            self.enter(m, "FILL")

    def _take(self, m: Module) -> None:
        """A word of the message. A short block can only be decrypted with bytes of the tag."""
        m.d.sync += [self.answering.eq(1), self.owes.eq(1)]
        self.capture(m)
        self.capture_end(m)
        with m.If(self.wraps):
            self._whole(m, self.block.last, self.block.open)
        with m.Elif(self.block.last):
            self.enter(m, "FILL")
        if self.decrypts:
            # In place of FILL, which is entered above.
            with m.If(self.block.last & ~(self.wraps & self.full) & self.decrypt):
                self.enter(m, "JOIN")

    def state(self, m: Module, name: str, body) -> None:
        """Add a state; an abort ends it if no answer is owed, in the cycle in which it comes: its
        failure does not wait.
        """
        with m.State(name):
            body(m)
            with m.If(self.control.abort & ~self.owes):
                self.enter(m, "START")

    def more_states(self, m: Module) -> None:
        for name, body in (
            ("FILL_NONCE", self._fill_nonce),
            ("LEAVE", self._leave),
            ("FILL", self._fill),
            ("OPEN", self._open),
            ("READY", self._ready),
            ("FINISH", self._finish),
        ):
            self.state(m, name, body)
        if self.last_ad_waits:
            self.state(m, "HELD", self._held)
        if self.decrypts:
            self.state(m, "JOIN", self._join)
            if self.sums_before:
                self.state(m, "SUM", self._sum_up)

    def _leave(self, m: Module) -> None:
        """The rest of an answer, with nothing behind it."""
        m.d.comb += [self.answer.valid.eq(1), self.shift.eq(self.answer.ready)]
        with m.If(self.shift & self.wraps):
            m.d.sync += self.owes.eq(0)
            self.enter(m, "MESSAGE")

    def _fill(self, m: Module) -> None:
        """Padding up to the end of the block."""
        m.d.comb += [
            self.answer.valid.eq(self.sending),
            self.shift.eq(~self.sending | self.answer.ready),
        ]
        with m.If(self.shift):
            m.d.sync += self.marks.eq(0)
            with m.If(self.wraps):
                # An empty block that makes the tag comes when it is known that there is no message.
                self._whole(m, ~self.alone, Const(0))

    def _open(self, m: Module) -> None:
        """A word without bytes says whether the block was the last one of its type."""
        m.d.comb += self.block.ready.eq(1)
        with m.If(self.block.valid):
            m.d.sync += self.last.eq(self.block.last)
            self._whole(m, self.block.last, Const(0))

    def _held(self, m: Module) -> None:
        """The message's first word says whether there is one; an empty one is taken here."""
        m.d.comb += [self.block.ready.eq(self.empty), self.cipher.in_valid.eq(self.block.valid)]
        with m.If(self.block.valid):
            self.enter(m, "MESSAGE")
            with m.If(self.empty):
                self.enter(m, "FINISH")

    def _ready(self, m: Module) -> None:
        """The call."""
        m.d.comb += self.cipher.in_valid.eq(1)
        # Of these the later ones win.
        self.enter(m, "AD")
        with m.If(self.answering | self.last):
            self.enter(m, "MESSAGE")
        with m.If(self.last & (self.answering | self.alone)):
            self.enter(m, "FINISH")

    def _join(self, m: Module) -> None:
        """Bytes of the tag to those of a short block, until it is whole. A message that is given up
        is owed an answer.
        """
        free, aligned = ~self.sending | self.answer.ready, self.rest == 0
        moves = self.tail | aligned
        m.d.comb += [
            self.block.ready.eq(moves & free),
            self.answer.valid.eq(self.sending & self.block.valid & moves),
            self.shift.eq(self.block.valid & moves & free),
            self.patch.eq(self.block.valid & ~moves),
        ]
        with m.If(self.shift | self.patch):
            m.d.sync += self.tail.eq(self.patch)
            # A head fills the word at the bottom without a move; that is the last one when all have
            # moved.
            with m.If(Mux(self.patch, self.at == 0, self.wraps & aligned)):
                self._whole(m, Const(1), Const(0))
        with m.If(self.control.abort):
            m.d.sync += self.marks.eq(0)
            self.enter(m, "FILL")

    def _sum_up(self, m: Module) -> None:
        """The block moves once around, and ``store`` is added."""
        m.d.comb += self.shift.eq(1)
        with m.If(self.wraps):
            self.enter(m, "READY")

    def _finish(self, m: Module) -> None:
        """The last answer leaves, then nothing, until the right block is where it was; of an
        encryption the tag begins with what is left.
        """
        moves, stays = Signal(name="moves"), self.at_end & ~self.decrypt
        ends = self.sending & self.short & (self.rest == 0) & self._is_last() & ~self.decrypt
        m.d.comb += [
            self.answer.valid.eq(self.rests & self.sending & ~(self.at_end & (self.rest == 0))),
            moves.eq(self.rests & (~self.answer.valid | self.answer.ready)),
            self.shift.eq(moves & ~stays),
        ]
        self._check_padding(m)
        with m.If(moves & self.at_end):
            m.d.sync += self.sending.eq(0)
        with m.If(moves & (stays | ends | self.wraps)):
            m.d.sync += [self.sending.eq(0), self.owes.eq(0)]
            self.to_tag(m)
            with m.If(self.control.abort):
                self.enter(m, "START")

    def _check_padding(self, m: Module) -> None:
        """What is behind a short plaintext must be its padding."""
        of_text = self.shift & self.decrypt & self.answering & self.short
        m.d.comb += self.checks.eq(of_text & (self.at_end | ~self.sending))

    def _tag(self, m: Module) -> None:
        """Words up to where the last block of the message ended."""
        with m.State("TAG"):
            m.d.comb += [self.answer.valid.eq(1), self.shift.eq(self.answer.ready)]
            with m.If(self.shift & self._is_last()):
                self.enter(m, "STATUS")

    def _is_last(self):
        """1 if with one more word the registers are where the message ended."""
        return (self.at + 1)[: len(self.at)] == self.ends_at

    def _verify(self, m: Module) -> None:
        """What is left of the received tag against the computed one, a word or a part of one in a
        cycle; how many cycles it takes does not depend on either.
        """
        aligned = self.rest == 0
        with m.State("VERIFY"):
            m.d.comb += [
                self.block.ready.eq(self.tail | aligned),
                # A word that is taken in two steps moves the registers once.
                self.shift.eq(self.block.valid & ~self.tail),
                self.checks.eq(self.block.valid),
            ]
            with m.If(self.block.valid):
                m.d.sync += self.tail.eq(~self.tail & ~aligned)
                with m.If(Mux(aligned, self._is_last(), self.tail & (self.at == self.ends_at))):
                    self.enter(m, "STATUS")
            with m.If(self.control.abort):
                self.enter(m, "START")


def forkcipher_in_place(request: Request, *, nonce_bits: int = 0) -> ForkIterated:
    """The forkcipher of such a core, see `over_forkcipher.forkcipher_for`.

    Raises:
        CallError: the architecture does not fit, or the schedule cannot keep the key.
    """
    if not request.aead.cipher.words:
        raise CallError(
            "inplace goes with a forkcipher whose schedule keeps the key; that of "
            f"{request.aead.cipher.name} does not say how."
        )
    return forkcipher_for(request, nonce_bits=nonce_bits, keeps=False, shifts=request.bus)
