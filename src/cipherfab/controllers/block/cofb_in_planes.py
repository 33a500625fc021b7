# SPDX-License-Identifier: Apache-2.0
"""GIFT-COFB on planes that shift (`serial=4`): no block buffer, and no register of state, key, mask
or data with an enable. Bytes of the bus enter, and leave, bit by bit.

```
   PDI ── bit ──> ^ ──> DO        SDI ── bit ──> ring of the key
                  │
                  v                     ┌──────── G: halves, first bit ───────┐
             half a block ──> ^ ──> upper half of the state ──> lower half ───┘
                                             ^
                              mask, which is doubled as it shifts
```

Nothing stands still. A *turn* has 128 clocks (`architectures.serial.in_planes`), and a byte of a
string has eight of them, its slot. One that comes too late waits on the bus for its slot in the
next turn. What is done in a turn, its *kind*:

- **IO**: bytes of a block come. The upper half of a message is answered with Y[1], and waits in a
  register of its own; with the lower half it is added to Y[2], whose place the lower half takes in
  that register. So Y[1] and Y[2] have been read when they change.
- **MIX**: in the first half of the turn G is made of the halves, and the lower half of the block is
  added. In the second half of this turn or a later one, **HOLD**, the mask is brought forward, as
  it shifts, and added. For that it must be known whether the block is the last of its type, and
  behind associated data whether there is a message.
- **CALL**: the cipher, ten turns.

The bits of what happens are those of `cofb_bits`.
"""

from amaranth.hdl import Const, Module, Mux, Signal, Value
from amaranth.lib.wiring import In, Out

from ...architectures.serial.in_planes import InPlanes
from ...ciphers.gift_in_planes import gift_planes
from ...modes.cofb import Cofb
from ..contract import Controller
from ..parts.answered_bits import BYTE, answer_bits
from ..parts.phases import Phases
from ..ports import Announcement, answers, blocks, control, status
from ..request import Request
from .cofb_bits import CofbBits

TURN = 128

BEGIN = TURN - 8
"""The place of a turn in which instructions are taken: so long before the next one that the first
byte of a nonce is there as it begins.
"""


class CofbInPlanes(Controller):
    """Controls a cipher whose planes shift.

    Args:
        aead: what is computed.
        bus: bits of a word of the key.
        decrypts: False for a core that only encrypts.

    Ports: those of a controller, with blocks of a byte, and the words of a key.

    Attributes:
        phases: what comes, or leaves. io, mix, hold, mixing: the kind of the turn.
        piece: the number of the byte that is next, in its string.
        goes: a bit of it moves. padding: it is one of the padding.
        ended: the block is the last of its type. padded: it was padded, which the mask has not
            heard yet. opens: the last bit of a block or of the nonce comes by.
        nothing: the same of a message without a byte, which has no block of its own.
        multiplies: the mask is brought forward in this half of a turn; ``adds``: and added, as that
            of the block; else times 3.
    """

    by_word = takes_empty_ends = keeps_key = key_waits = True
    turn_cycles = TURN

    def __init__(self, aead: Cofb, *, bus: int = BYTE, decrypts: bool = True):
        self.aead, self.decrypts = aead, decrypts
        self.primitive = InPlanes(gift_planes())
        super().__init__({
            "key_word": In(bus), "key_write": In(1), "key_free": Out(1), "key_there": In(1),
            "control": In(control()), "block": In(blocks(1)), "answer": Out(answers(1, owed=True)),
            "status": Out(status()), "may_begin": Out(1), "short": Out(1)})  # fmt: skip

    @classmethod
    def of(cls, request: Request) -> "CofbInPlanes":
        """The controller for a core."""
        return cls(request.aead, bus=request.bus, decrypts=request.decrypts)

    def elaborate(self, platform):
        m = Module()
        m.submodules.cipher = self.primitive
        self._registers(m)
        m.d.comb += self.may_begin.eq(self.primitive.place == BEGIN)
        bits = CofbBits(m, self)
        self._bytes(m)
        answer_bits(m, self, bits.answer)
        self._block_ends(m)
        self._kinds(m)
        self._mask(m)
        self._phases(m, bits.answer)
        self._give_up(m)
        return m

    def _registers(self, m: Module) -> None:
        last = ("ANNOUNCE", "TAG", *(("VERIFY",) if self.decrypts else ()), "STATUS")
        self.phases = Phases(m, "START", "MASK", "AD", "MESSAGE", *last)
        self.mix, self.hold = Signal(name="does_mix"), Signal(name="does_hold")
        self.mixing = self.mix | self.hold
        self.io = ~(self.mixing | self.primitive.busy)
        self.absorbing = self.phases["AD"] | self.phases["MESSAGE"]
        self.piece = Signal(4, name="piece")
        self.goes, self.going, self.starts, self.byte_ends, self.string_ends, self.padding = (
            Signal(name=name)
            for name in ("goes", "going", "starts", "byte_ends", "string_ends", "padding")
        )
        self.ended, self.padded, self.nothing = (
            Signal(name=name) for name in ("ended", "padded", "nothing")
        )
        self.multiplies, self.adds = Signal(name="multiplies"), Signal(name="adds")
        self.full, self.mismatch = Signal(name="full"), Signal(name="mismatch")
        self.keying, self.opens = Signal(name="keying"), Signal(name="opens")
        self.half = self.primitive.place[-1]
        self.decrypt = self.control.decrypt if self.decrypts else Const(0)
        self.there = self.block.valid & self.block.mask[0]
        # A block without a byte says that its type has ended.
        self.empty = self.block.valid & ~self.block.mask[0]
        self.answering = (self.phases["MESSAGE"] & ~self.ended) | self.phases["TAG"]

    def _bytes(self, m: Module) -> None:
        """A byte moves in the eight clocks of its slot, or waits for the next turn."""
        bit, number = self.primitive.place[:3], self.primitive.place[3:]
        # The words of a key are in the ring in the opposite order.
        slot = Mux(self.keying, self.piece ^ 0b1100, self.piece)
        # The byte of an answer that was collected must have left, or leave now.
        free = ~self.answering | ~self.full | self.answer.ready
        m.d.comb += [
            self.keying.eq(self.phases["START"] & self.key_there),
            self.padding.eq(self.absorbing & (self.ended | self.empty)),
            self.starts.eq(self.io & self._wants() & free & (bit == 0) & (number == slot)),
            self.goes.eq(self.starts | self.going),
            self.byte_ends.eq(self.going & bit.all()),
            self.string_ends.eq(self.byte_ends & self.piece.all()),
        ]
        m.d.sync += self.going.eq(self.goes & ~bit.all())
        with m.If(self.byte_ends):
            m.d.sync += self.piece.eq(self.piece + 1)
        # A byte stays on the bus until its last bit was read. That of a key comes from SDI.
        on_bus = ~(self.keying | self.phases["TAG"] | (self.absorbing & self.ended))
        m.d.comb += self.block.ready.eq((self.byte_ends & on_bus) | self._takes_empty())
        # Instruction and header of a key are taken at once, its words with their last bit.
        word_ends = self.byte_ends & self.within(len(self.key_word)).all()
        m.d.comb += self.key_free.eq(~self.key_there | word_ends)

    def within(self, bits: int) -> Value:
        """The place of what comes by in a word of so many bits."""
        return self.primitive.place[: (bits - 1).bit_length()]

    def _wants(self) -> Value:
        """1 if a byte is there, or can be sent."""
        # In the turn behind a call bits of the key change places.
        key = self.keying & ~self.primitive.restoring
        # Where nothing is read but in MASK, nothing comes.
        given = self.there & ~self.phases["MASK"]
        return self.phases["TAG"] | self.padding | key | given

    def _takes_empty(self) -> Value:
        """1 if a block without a byte, if there is one, is taken."""
        return self.empty & self.absorbing & ~self.primitive.busy

    def _block_ends(self, m: Module) -> None:
        """What is known of a block."""
        last = self.byte_ends & self.block.last & ~self.ended
        with m.If(self.absorbing & (last | self._takes_empty())):
            m.d.sync += self.ended.eq(1)
        with m.If(self.starts & self.padding):
            m.d.sync += self.padded.eq(1)

    def _kinds(self, m: Module) -> None:
        """What is done in the next turn."""
        engine = self.primitive
        # The last byte of a string ends with a turn.
        m.d.comb += [
            self.opens.eq(
                self.string_ends & ~self.keying & (self.phases["START"] | self.absorbing)
            ),
            engine.start.eq(engine.ends & self.adds),
        ]
        with m.If(engine.ends):
            m.d.sync += [self.mix.eq(self.opens), self.hold.eq(self.mixing & ~self.adds)]

    def _mask(self, m: Module) -> None:
        """By what the mask is multiplied in the next half of a turn."""
        half_ends, due = self.primitive.place[:-1].all(), self.padded | self.nothing
        to_second = half_ends & ~self.half & self.mixing
        to_first = half_ends & self.half & ((self.mixing & ~self.adds) | self.opens)
        known = ~self.absorbing | (self.phases["MESSAGE"] & self.ended) | self.there
        thrice, last = (to_first | to_second) & due, to_second & ~due & known
        with m.If(half_ends):
            m.d.sync += [self.multiplies.eq(thrice | last), self.adds.eq(last)]
        # Times 3 for padding, and twice for no message.
        with m.If(thrice):
            m.d.sync += self.padded.eq(~self.padded & self.nothing)
        # Behind associated data that has ended, one more block without a byte is the message.
        comes = self._takes_empty() & self.phases["AD"] & self.ended
        m.d.sync += self.nothing.eq((self.nothing & (self.padded | ~thrice)) | comes)

    def _phases(self, m: Module, bit: Value) -> None:
        phases, begins = self.phases, self.primitive.start
        with phases.state("START", said="The nonce, or a key."):
            m.d.sync += [self.mismatch.eq(0), self.ended.eq(0)]
            with m.If(self.string_ends & ~self.keying):
                phases.enter("MASK")
        with phases.state("MASK", said="The call for the nonce, whose upper half is the mask."):
            with m.If(self.primitive.ends & self.io):
                phases.enter("AD")
        with phases.state("AD", said="Associated data."):
            with m.If((begins | self._takes_empty()) & self.ended):
                phases.enter("MESSAGE")
                # Without a message its last call is that of the tag.
                m.d.sync += self.ended.eq(~begins)
        with phases.state("MESSAGE", said="The message."):
            with m.If(begins & self.ended):
                m.d.sync += self.ended.eq(0)
                self._behind_message(m)
        with phases.state("ANNOUNCE", said="The header of the tag."):
            m.d.comb += [self.status.announce.eq(1), self.status.announcement.eq(Announcement.TAG)]
            with m.If(self.status.announced):
                phases.enter("TAG")
        for name in ("TAG", "VERIFY")[: 1 + self.decrypts]:
            with phases.state(name):
                with m.If(self.string_ends):
                    phases.enter("STATUS")
        with m.If(phases["VERIFY"] & self.goes & bit):
            m.d.sync += self.mismatch.eq(1)
        with phases.state("STATUS", said="Success, unless a tag was wrong."):
            m.d.comb += [self.status.done.eq(1), self.status.success.eq(~self.mismatch)]
            with m.If(self.status.accepted):
                phases.enter("START")

    def _behind_message(self, m: Module) -> None:
        with m.If(self.decrypt):
            self.phases.enter("VERIFY" if self.decrypts else "ANNOUNCE")
        with m.Else():
            self.phases.enter("ANNOUNCE")

    def _give_up(self, m: Module) -> None:
        """A message that breaks the rules of the API ends; a call that it began goes on."""
        answered = self.phases["ANNOUNCE"] | self.phases["TAG"] | self.phases["STATUS"]
        with m.If(self.control.abort & ~answered):
            m.d.sync += [self.going.eq(0), self.piece.eq(0), self.padded.eq(0), self.nothing.eq(0)]
            self.phases.restart()
