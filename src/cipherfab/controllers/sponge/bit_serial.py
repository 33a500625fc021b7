# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of Ascon's AEADs and hashes on words that turn bit by bit
(`serial=1,bitserial`): the smallest cores. There is no register for a block: bytes of the bus enter
the state, and leave it, bit by bit.

```
   PDI ── bit ──> ^ ──> words that turn (`architectures.serial.in_turns`) ──> ^ ──> byte ──> DO
   SDI ── bit ──> key, which turns with them ─────────────────────────────────┘
```

A byte waits on the bus until its slots come by, and leaves it with the last of them; and the words
stand still until it is there. So does a byte of an answer, which is collected in the one register
of bytes that there is. A word has the bits of a *piece* of a string, eight bytes; which byte of it
is next is what the turn says. The bits are those of `bit_datapath`, found from the mode's events by
`bit_events`.
"""

from collections.abc import Mapping
from typing import Any

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value
from amaranth.lib.wiring import In, Out

from ...architectures.serial.in_turns import InTurns
from ...ciphers.ascon_by_column import ascon_columns
from ...errors import CallError
from ...words.hardware import build
from ..contract import Controller
from ..parts.answered_bits import BYTE, answer_bits
from ..parts.phases import Phases
from ..ports import Announcement, answers, blocks, control, status
from ..request import Request
from .bit_datapath import BitDatapath, either, no_flags
from .bit_events import BitEvents
from .over_permutation import shared_primitive
from .rounds import indices


class BitSerialSponge(Controller):
    """Controls words that turn.

    Args:
        aead: what is computed, or None for a core that only hashes.
        hash_function: the hash that shares the permutation, or None.
        bus: bits of a word of the key.
        decrypts: False for a core that only encrypts.
        tag_bytes: of a truncated tag; 0 for the whole one.

    Ports: those of `sponge.over_permutation.OverPermutation`, with blocks of a byte, and the words
    of a key.

    Attributes:
        phases: the state machine. absorbing: it is in one that takes blocks.
        piece: the number of the piece that comes by, in its string.
        goes: a bit of a byte on the bus, or of an answer, moves. string_ends: it is the last one.
        due: the last bytes of a block have come. marking: the mark of the padding comes by.
        pads: the run under way is that of such a block.
        stray: the words move to the end of a turn, where a message may begin.
        flags: of the block whose run begins, see `modes.sponge_events.FLAGS`.
    """

    by_word = takes_empty_ends = keeps_key = key_waits = True

    def __init__(
        self, aead, hash_function, *, bus: int = BYTE, decrypts: bool = True, tag_bytes: int = 0
    ):
        self.aead, self.hash_function = aead, hash_function
        self.modes = [mode for mode in (aead, hash_function) if mode]
        primitive, _ = shared_primitive(aead, hash_function)
        self.path = ascon_columns(*primitive.rounds)
        self.primitive = InTurns(self.path, BitEvents(self.path, self.modes[0]).order)
        self.decrypts = aead is not None and decrypts
        self.piece_bytes = self.path.width // BYTE
        whole = aead.tag_bytes if aead else 0
        self.tag_bytes = tag_bytes or whole
        self.truncates = self.tag_bytes != whole
        key = {"key_word": In(bus), "key_write": In(1), "key_free": Out(1), "key_there": In(1)}
        super().__init__({
            **(key if aead else {}), "control": In(control()), "block": In(blocks(1)),
            "answer": Out(answers(1, owed=True)), "status": Out(status()),
            "short": Out(1)})  # fmt: skip

    @classmethod
    def of(cls, request: Request) -> "BitSerialSponge":
        """The controller for a core.

        Raises:
            CallError: the core has something that this controller does not.
        """
        if request.architecture != "serial" or request.factor != 1:
            raise CallError("bitserial goes with serial=1 and, of a bare permutation, masked=d.")
        if request.xofs or request.comparator or request.inplace:
            raise CallError("bitserial does not go with xof, comparator or inplace.")
        return cls(
            request.aead,
            request.hash,
            bus=request.bus,
            decrypts=request.decrypts,
            tag_bytes=request.tag_bytes,
        )

    def elaborate(self, platform):
        m = Module()
        m.submodules.permutation = self.primitive
        self._registers(m)
        datapath = BitDatapath(m, self)
        self._bytes(m)
        answer_bits(m, self, datapath.answer, lowest_first=self.primitive.order[0] == 0)
        self._runs(m)
        self._phases(m, datapath.answer)
        self._give_up(m)
        return m

    def _registers(self, m: Module) -> None:
        of_aead = ("AD", "TAG", "VERIFY") if self.decrypts else ("AD", "TAG")
        there = {"START", "MESSAGE", "ANNOUNCE", "STATUS", *(of_aead if self.aead else ()),
                 *(("DIGEST",) if self.hash_function else ())}  # fmt: skip
        self.phases = Phases(m, *(name for name in PHASES if name in there))
        self.absorbing = self.phases["AD"] | self.phases["MESSAGE"]
        pieces = max(count for _, count in self._strings()) // self.piece_bytes
        self.piece = Signal(range(max(2, pieces)), name="piece")
        self.goes, self.byte_ends, self.string_ends, self.marking = (
            Signal(name=name) for name in ("goes", "byte_ends", "string_ends", "marking")
        )
        self.full, self.mismatch = Signal(name="full"), Signal(name="mismatch")
        self.due, self.marks, self.pads, self.stray = (
            Signal(name=name) for name in ("padding_due", "marks", "pads", "stray")
        )
        self.initial, self.first = Signal(name="initial"), Signal(name="first")
        both = len(self.modes) > 1
        # With one mode it is known, so that synthesis removes what it chooses.
        self.is_hash = self.control.hash if both else Const(int(self.aead is None))
        self.decrypt = self.control.decrypt if self.decrypts else Const(0)
        self.answering = (
            (self.phases["MESSAGE"] & ~self.is_hash) | self.phases["TAG"] | self.phases["DIGEST"]
        )
        self.keying = self.key_there if self.aead else Const(0)
        self.flags = {
            **no_flags(),
            "message": self.phases["MESSAGE"],
            "initial": self.initial,
            "first": self.first,
            "last": self.pads,
        }

    def _strings(self) -> list[tuple[Value, int]]:
        """When which strings of bytes come, and how many bytes they have."""
        found: list[tuple[Value, int]] = []
        if self.aead:
            ends = self.phases["TAG"] | self.phases["VERIFY"]
            found += [
                (self.phases["START"] & self.key_there, self.aead.key_bytes),
                (self.phases["START"] & ~self.key_there, self.aead.nonce_bytes),
                (self.absorbing_of(self.aead), self.aead.block_bytes),
                (ends, self.tag_bytes),
            ]
        if self.hash_function:
            found += [
                (self.absorbing_of(self.hash_function), self.hash_function.block_bytes),
                (self.phases["DIGEST"], self.hash_function.digest_bytes),
            ]
        return found

    def absorbing_of(self, mode) -> Value:
        """1 where blocks of this mode come."""
        if len(self.modes) == 1:
            return self.absorbing
        hashes = self.control.hash
        return self.absorbing & (hashes if mode is self.hash_function else ~hashes)

    def _bytes(self, m: Module) -> None:
        """A byte moves in eight clocks; in front of the first of them it may have to wait."""
        engine, bit = self.primitive, self.primitive.turn[:3]
        self.idle = Signal(name="idle")
        # The byte of an answer that was collected must have left, or leave now.
        begins = ~self.answering | ~self.full | self.answer.ready
        m.d.comb += [
            self.idle.eq(~(engine.busy | self.due | self.stray)),
            self.goes.eq(self.idle & self._wants() & ((bit != 0) | begins)),
            self.byte_ends.eq(self.goes & bit.all()),
            self.string_ends.eq(self.byte_ends & self._is_last()),
            self.marking.eq(self.marks & ~engine.busy),
            engine.moves.eq(self.goes | self.due | self.stray),
        ]
        with m.If(self.goes & engine.ends):
            m.d.sync += self.piece.eq(Mux(self.string_ends, 0, self.piece + 1))
        # A block without a byte says that its type ends: no bit of it moves.
        empty = self.absorbing & self.idle & ~self.block.mask[0]
        # A byte stays on the bus until its last bit was read. That of a key comes from SDI.
        m.d.comb += self.block.ready.eq(empty | (self.byte_ends & ~self.keying))
        if self.aead:
            word_ends = self.goes & self.within(len(self.key_word)).all()
            # Instruction and header of a key are taken at once, its words with their last bit.
            m.d.comb += self.key_free.eq(~self.key_there | word_ends)

    def within(self, bits: int) -> Value:
        """The place of what comes by in a word of so many bits."""
        return Cat(self.primitive.turn, self.piece)[: (bits - 1).bit_length()]

    def _wants(self) -> Value:
        """1 if a byte is there, or can be sent."""
        sends = self.phases["TAG"] | self.phases["DIGEST"]
        given = self.block.valid & self.block.mask[0]
        return self.keying | sends | (given & ~self.phases["ANNOUNCE"] & ~self.phases["STATUS"])

    def _is_last(self) -> Value:
        """1 if the byte that comes by is the last of its string."""
        places = [(when, divmod(count - 1, self.piece_bytes)) for when, count in self._strings()]
        return either(
            when & (self.piece == piece) & (self.primitive.turn[3:] == byte)
            for when, (piece, byte) in places
        )

    def _runs(self, m: Module) -> None:
        """A run starts behind a whole block, and behind the last bytes of one."""
        engine = self.primitive
        between = (
            self.goes & engine.ends & ~self.string_ends & self.phases["DIGEST"]
            if self.hash_function
            else Const(0)
        )
        block = self.string_ends & ~self.keying & (self.absorbing | self.phases["START"])
        padded = self.due & ~engine.busy
        m.d.comb += [
            engine.start.eq(block | padded | between),
            engine.dropped.eq(self.control.abort),
        ]
        if len(self.path.primitive.rounds) > 1:
            m.d.comb += engine.schedule.eq(self._schedule(m))
        with m.If(engine.free):
            m.d.sync += self.pads.eq(padded)
            with m.If(padded):
                m.d.sync += self.due.eq(0)
        # The mark of the padding is one byte.
        with m.If(self.marking & engine.turn[:3].all()):
            m.d.sync += self.marks.eq(0)
        with m.If(engine.ends):
            m.d.sync += self.stray.eq(0)
        ends = self.block.valid & self.block.ready & self.block.last & self.absorbing
        skipped = self.phases["AD"] & self.first & ~self.block.mask[0] if self.aead else Const(0)
        # Without associated data no padding of it is absorbed.
        with m.If(ends & ~skipped):
            m.d.sync += [self.due.eq(1), self.marks.eq(1)]
        with m.If(engine.opening & engine.ends):
            begins = self.phases["START"]
            # Behind the last block of a type the next one is the first of its own.
            m.d.sync += [self.initial.eq(begins), self.first.eq(self.pads | begins)]
            with m.If(self.pads):
                # A block that was padded may have ended before its last piece.
                m.d.sync += self.piece.eq(0)

    def _schedule(self, m: Module) -> Value:
        """The number of the round count of the run that starts."""
        # The run has not started, so `pads` does not say it yet.
        flags = {**self.flags, "last": self.due}
        number: Value = Const(0)
        for mode in self.modes:
            counts, is_hash = indices(self, mode), mode is self.hash_function
            if len(counts) == 1:
                of_mode: Value = Const(counts[0])
            else:
                prefix = "hash_" if is_hash else ""
                of_mode = Mux(_scheduled(m, mode, flags, prefix), counts[1], counts[0])
            if is_hash:
                between = counts[mode.squeeze_schedule]
                of_mode = Mux(self.phases["DIGEST"], between, of_mode)
            number = Mux(self.is_hash, of_mode, number) if is_hash else of_mode
        # The first run of a message has the most rounds, which have number 0.
        return Mux(self.phases["START"], 0, number)

    def _phases(self, m: Module, bit: Value) -> None:
        engine = self.primitive
        opened = engine.opening & engine.ends
        with self.phases.state("START", said="The nonce, and the first run, or that of a hash."):
            m.d.sync += self.mismatch.eq(0)
            if self.hash_function:
                with m.If(self.control.hashing):
                    # The first run of a hash waits for no block.
                    m.d.sync += self.due.eq(1)
            with m.If(opened):
                self._from_start(m)
        if self.aead:
            with self.phases.state("AD", said="Associated data."):
                empty = self.block.valid & self.block.ready & ~self.block.mask[0] & self.first
                with m.If((opened & self.pads) | empty):
                    self.phases.enter("MESSAGE")
        with self.phases.state("MESSAGE", said="The message."):
            with m.If(opened & self.pads):
                self._behind_message(m)
        with self.phases.state("ANNOUNCE", said="The header of tag or digest."):
            digest = self.is_hash
            m.d.comb += [
                self.status.announce.eq(1),
                self.status.announcement.eq(Mux(digest, Announcement.DIGEST, Announcement.TAG)),
            ]
            with m.If(self.status.announced):
                self._to_answer()
        for name in ("TAG", "VERIFY", "DIGEST"):
            if name in self.phases.bits:
                with self.phases.state(name):
                    with m.If(self.string_ends):
                        self.phases.enter("STATUS")
                        if self.truncates and name != "DIGEST":
                            # A truncated tag may end within a turn: the words go on to its end.
                            m.d.sync += self.stray.eq(1)
        with m.If(self.phases["VERIFY"] & self.goes & bit):
            m.d.sync += self.mismatch.eq(1)
        with self.phases.state("STATUS", said="Success, unless a tag was wrong."):
            # A message ends where a turn begins, so that the next one need not wait.
            m.d.comb += [self.status.done.eq(~self.stray), self.status.success.eq(~self.mismatch)]
            with m.If(self.status.accepted):
                self.phases.enter("START")

    def _from_start(self, m: Module) -> None:
        if len(self.modes) == 1:
            self.phases.enter("AD" if self.aead else "MESSAGE")
            return
        with m.If(self.is_hash):
            self.phases.enter("MESSAGE")
        with m.Else():
            self.phases.enter("AD")

    def _behind_message(self, m: Module) -> None:
        with m.If(self.decrypt):
            self.phases.enter("VERIFY" if self.decrypts else "ANNOUNCE")
        with m.Else():
            self.phases.enter("ANNOUNCE")

    def _to_answer(self) -> None:
        m = self.phases.m
        with m.If(self.is_hash):
            self.phases.enter("DIGEST" if self.hash_function else "TAG")
        with m.Else():
            self.phases.enter("TAG" if self.aead else "DIGEST")

    def _give_up(self, m: Module) -> None:
        """A message that breaks the rules of the API ends; a run that it began goes on."""
        answered = either(self.phases[name] for name in ("ANNOUNCE", "TAG", "DIGEST", "STATUS"))
        with m.If(self.control.abort & ~answered):
            m.d.sync += [self.piece.eq(0), self.due.eq(0), self.marks.eq(0), self.stray.eq(1)]
            self.phases.restart()


def _scheduled(m: Module, mode: Any, flags: Mapping[str, Value], prefix: str) -> Value:
    """The number of the round count behind a block of a mode that has two."""
    return build(m, lambda given: {"schedule": mode.schedule(given)}, flags, prefix=prefix)[
        "schedule"
    ]


PHASES = ("START", "AD", "MESSAGE", "ANNOUNCE", "TAG", "VERIFY", "DIGEST", "STATUS")
"""All that a controller may have."""
