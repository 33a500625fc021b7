# SPDX-License-Identifier: Apache-2.0
"""The pre-processor: takes instructions, keys and segments from PDI and SDI apart, and refuses what
breaks the protocol.

A message that breaks the protocol is swallowed up to the end of its segment with the `last` flag
and answered by one status FAILURE; the next instruction is taken as if nothing had happened. What
exactly counts as a violation, and what happens then, is in ``docs/reference/lwc.md``; the rules are
in `segmentrules`, what goes on to DO in `passedheaders`.
"""

from dataclasses import dataclass

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import Phase, control, share_of
from ..words.hardware import assign_parts, called
from .customsize import CustomSize
from .needs import Needs
from .passedheaders import PassedHeaders
from .ports import bus, words
from .protocol import Opcode, Segment
from .segmentrules import SegmentRules


@dataclass(frozen=True, kw_only=True)
class _Header:
    """What a word on PDI says as a header, or the last word of one.

    Attributes:
        waits: it is not taken yet. is_instruction: it is none; is_cut: and it is there.
        is_taken: it is there and does not wait.
        ending: it is the last word of the header.
        shown: the blocks that the header has on DO, where these are others.
        passes, defers, goes_on: the header is for DO; but not before its length is known; now.
        settles: a block that waits is settled by a word without bytes.
        first: it is the first word of the header, with its ``flags``.
        eot, last, wrong_type: of the segment.
        length: of the segment in bytes, in the last word.
        empty, wrong, ends, nothing: what the header says of the segment, in the last word; without
            a byte it ends its type, or says nothing.
    """

    waits: Value
    is_instruction: Value
    is_cut: Value
    is_taken: Value
    ending: Value
    shown: Value | None
    passes: Value
    defers: Value
    goes_on: Value
    settles: Value
    first: Value
    flags: Value
    eot: Value
    last: Value
    wrong_type: Value
    length: Value
    empty: Value
    wrong: Value
    ends: Value
    nothing: Value


class PreProcessor(SegmentRules, PassedHeaders, CustomSize, wiring.Component):
    """Reads PDI.

    With shares, PDI has a word of each side by side, share 0 at the top. Instructions and headers
    are read from share 0; data goes on in shares. Where the mode ``announces_last``, of the segment
    with the last block of a text a header goes to DO without it, and only when the segment breaks
    no rule.

    Args:
        needs: what the mode needs of it.

    Ports:
        pdi: public data input.
        key_load: 1 while the key reader may take a key from SDI; key_loaded: it is done; key_valid:
            a key has been loaded.
        key_length, key_length_taken, key_data_taken, key_left, key_ending: what is counted for it,
            see `keyreader`.
        words: data words and empty phases for the block buffer.
        header: segment headers of the message that are passed on to DO, and filler for a message
            that is given up.
        control: what the message is; ``abort`` from when it is given up to its answer, ``failed``.
        failure: the status FAILURE is asked for, until ``failed``.
        finished: the status word of a good message is sent.
        begins: only if ``indicates``: the word on PDI is taken as the instruction of a message.
    """

    def __init__(self, needs: Needs, *, indicates: bool = False):
        self.needs, width, shares = needs, needs.width, needs.shares
        self.indicates = indicates
        self.header_words, self.word_bytes = 32 // width, width // 8
        super().__init__({
            "pdi": In(bus(shares * width)), **(self._key_ports() if needs.encrypts else {}),
            "words": Out(words(width, shares)), "header": Out(bus(width)),
            "control": Out(control(padded=needs.marks_padding, outputs=needs.outputs)),
            "failure": Out(1), "failed": In(1), "finished": In(1),
            **({"begins": Out(1)} if indicates else {})})  # fmt: skip

    @staticmethod
    def _key_ports() -> dict:
        return {
            "key_load": Out(1),
            "key_loaded": In(1),
            "key_valid": In(1),
            "key_length": In(16),
            "key_length_taken": In(1),
            "key_data_taken": In(1),
            "key_left": Out(16),
            "key_ending": Out(1),
        }

    def elaborate(self, platform):
        m = Module()
        self._declare()
        self._words(m)
        self._headers_on_do(m)
        with m.FSM(name="state"):
            self._instruction(m)
            if self.needs.encrypts:
                self._key(m)
            self._header(m)
            self._data(m)
            if self.needs.passes_headers and self.header_words > 1:
                self._pass(m)
            with m.State("FINISH"):
                with m.If(self.finished):
                    m.next = "INSTRUCTION"
            with m.State("FAIL"):
                due = self.settle_due | self.size_due if self.needs.outputs else self.settle_due
                m.d.comb += [self.control.abort.eq(~due), self.failure.eq(~due & ~self.header_due)]
                with m.If(self.failure & self.failed):
                    m.next = "INSTRUCTION"
        return m

    def _declare(self) -> None:
        def register(name: str, shape=1, **options) -> Signal:
            return Signal(shape, name=name, **{"reset_less": True, **options})

        # What is read at the moment, and whether the message is given up.
        self.phase = register("phase_expected", Phase, reset_less=False)
        self.bad = register("bad", reset_less=False)
        # The segment under way.
        self.eot, self.last = register("eot"), register("last_segment")
        self.empty, self.passes = register("segment_was_empty"), register("passes")
        self.type_is_wrong, self.left = register("type_is_wrong"), register("bytes_left", 16)
        # In state DATA, and the data is for the mode.
        self.feeds = register("feeds", reset_less=False)
        self.borrows = register("borrows")
        # Known one cycle ahead, since the comparison would begin the longest path of the core.
        self.ending = register("last_word")
        # Valid bytes of the word for the mode; 0 while there is none, so that nothing of PDI gets
        # in.
        self.mask = register("word_mask", self.word_bytes)
        self.part = register("header_part", range(max(2, self.header_words)), reset_less=False)
        # A word without bytes is due: it ends the type, or (not `ends`) says that more follows.
        self.settle_due = register("settle_due", reset_less=False)
        self.ends = register("ends_type") if self.needs.settles_ends else Const(1)
        # A stored block waits for it.
        self.unsettled = register("unsettled", reset_less=False)
        # A word of a header, or of the filler behind it, waits for DO.
        self.header_due = register("header_due", reset_less=False)
        self.filler = register("filler")
        # A header on a narrow bus whose first parts may not go to DO before its length is known.
        self.deferred = register("deferred")
        self.header_part = register("passed_header", self.needs.width)
        if self.needs.key_limit:
            # Bytes under the key in use, as the headers said them; a segment of 65,535 more fits.
            self.used = register(
                "bytes_under_key", max(16, self.needs.key_limit) + 1, reset_less=False
            )
        if self.needs.outputs:
            # The segment asks for output, and no data follows its header.
            self.asks = register("asks_for_output", reset_less=False)
            self.declare_size(register)
        # What the header on DO says.
        self.shown_length, self.shown_eot = self.left, self.eot
        if self.needs.announces_last:
            self.shown_length, self.shown_eot = register("length_on_do", 16), Const(0)

    def _words(self, m: Module) -> None:
        """Words for the block buffer; but for valid and data of PDI, everything is in registers.

        A word without bytes says that the type has ended, or that it goes on. So a mode always
        knows with a block whether it is the last, and sees an empty block only for a type without a
        byte (but see `Needs.settles_ends`).
        """
        open_end = self.ending & ~self.eot if self.needs.settles_ends else Const(0)
        there = self.pdi.valid | self.asks if self.needs.outputs else self.pdi.valid
        # Of a type that ended without a byte the phase has gone on already.
        phase = self.phase - (self.settle_due & self.ends)
        if self.needs.outputs:
            # A block that asks for output is answered, as one of a message.
            phase = Mux(self.asks, Phase.MESSAGE, phase)
        m.d.comb += [
            self.words.phase.eq(phase),
            self.words.valid.eq(self.settle_due | (there & self._feeds_now())),
            self.words.last.eq(Mux(self.settle_due, self.ends, self.ending & self.eot)),
            self.words.open.eq(open_end & ~self.settle_due),
            self.words.mask.eq(self.mask),
            *assign_parts(self.words.data, self._masked_bytes()),
        ]
        if self.needs.outputs:
            self.send_size(m)
        with m.If(self.settle_due & self._settles_now()):
            m.d.sync += [
                self.settle_due.eq(0),
                self.unsettled.eq(0),
                self.mask.eq(Mux(self.feeds, self._mask(self.left, self.ending), 0)),
            ]

    def _masked_bytes(self):
        mask = self.words.mask
        if self.needs.outputs:
            mask = Mux(self.asks, 0, mask)
        return [
            Mux(mask[n], word[8 * n : 8 * n + 8], 0)
            for word in (
                share_of(self.pdi.data, share, self.needs.shares)
                for share in reversed(range(self.needs.shares))
            )
            for n in range(self.word_bytes)
        ]

    @property
    def public(self):
        """The word on PDI as an instruction or a header: share 0."""
        return share_of(self.pdi.data, 0, self.needs.shares)

    def _feeds_now(self):
        """1 if the word on PDI is data for the mode, and nothing has to go before it."""
        free = self.feeds & ~self.settle_due & self._header_is_free()
        return free & ~self.size_due if self.needs.outputs else free

    def _settles_now(self):
        """1 if the word without bytes, if one is due, is taken in this cycle."""
        return self.words.ready & ~self.size_due if self.needs.outputs else self.words.ready

    def _instruction(self, m: Module) -> None:
        with m.State("INSTRUCTION"):
            m.d.comb += self.pdi.ready.eq(1)
            if self.indicates:
                loads = (self.pdi.data[-4:] == Opcode.ACTIVATE_KEY) & int(self.needs.encrypts)
                m.d.comb += self.begins.eq(self.pdi.valid & ~loads)
            with m.If(self.pdi.valid):
                self._decode(m, self.pdi.data[-4:])

    def _decode(self, m: Module, opcode) -> None:
        with m.Switch(opcode):
            if self.needs.encrypts:
                with m.Case(Opcode.ACTIVATE_KEY):
                    m.next = "KEY"
            with m.Case(Opcode.ENCRYPT, Opcode.DECRYPT):
                decrypt = opcode == Opcode.DECRYPT
                refused = Const(0) if self.needs.decrypts else decrypt
                m.d.sync += [
                    self.phase.eq(Phase.NONCE),
                    self.control.decrypt.eq(decrypt if self.needs.decrypts else 0),
                    self.control.hash.eq(0),
                    # Without a key, or where it is refused, the message is swallowed and fails.
                    self.bad.eq(~self.key_valid | refused if self.needs.encrypts else 1),
                ]
                self._has_output(m, 0)
                m.next = "HEADER"
            if self.needs.outputs:
                with m.Case(Opcode.XOF, Opcode.CXOF):
                    custom = opcode == Opcode.CXOF
                    m.d.comb += [self.control.hashing.eq(1), self.control.customizing.eq(custom)]
                    m.d.sync += [
                        self.phase.eq(Mux(custom, Phase.AD, Phase.MESSAGE)),
                        self.control.decrypt.eq(0),
                        self.control.hash.eq(1),
                        self.control.custom.eq(custom),
                        self.bad.eq(0),
                    ]
                    self._has_output(m, 1)
                    m.next = "HEADER"
            with m.Case(Opcode.HASH):
                # A core without a hash swallows the message: the header of a hash message would
                # read as ACTIVATE_KEY.
                hashes = self.needs.hash_block_bytes is not None
                m.d.comb += self.control.hashing.eq(hashes)
                m.d.sync += [
                    self.phase.eq(Phase.MESSAGE),
                    self.control.decrypt.eq(0),
                    self.control.hash.eq(hashes),
                    self.bad.eq(not hashes),
                ]
                self._has_output(m, 0)
                m.next = "HEADER"
            with m.Default():
                m.next = "FAIL"

    def _has_output(self, m: Module, output: int) -> None:
        """The message of an instruction has an output of any length, or not."""
        if self.needs.outputs:
            m.d.sync += [self.control.output.eq(output), self.asks.eq(0)]
            if not output:
                m.d.sync += self.control.custom.eq(0)

    def _key(self, m: Module) -> None:
        """The key reader takes a key, whose length is counted here, as there is no segment under
        way.
        """
        m.d.comb += [self.key_left.eq(self.left), self.key_ending.eq(self.ending)]
        with m.State("KEY"):
            m.d.comb += self.key_load.eq(1)
            with m.If(self.key_length_taken):
                self._start_count(m, self.key_length)
            with m.Elif(self.key_data_taken):
                self._count_word(m)
            with m.If(self.key_loaded):
                if self.needs.key_limit:
                    m.d.sync += self.used.eq(0)
                m.next = "INSTRUCTION"

    def _start_count(self, m: Module, length) -> None:
        m.d.sync += [self.left.eq(length), self.ending.eq(length <= self.word_bytes)]
        if self.needs.decides_ahead:
            m.d.sync += self.borrows.eq(self._words_low(length) == 0)

    def _count_word(self, m: Module) -> None:
        m.d.sync += [
            self.left.eq(self._one_word_less(m)),
            self.ending.eq(self.left <= 2 * self.word_bytes),
        ]

    def _one_word_less(self, m: Module):
        """The bytes that are left behind a word. Where little else is on the longest path, it is
        known ahead whether the lower half borrows.
        """
        if not self.needs.decides_ahead:
            return self.left - self.word_bytes
        m.d.sync += self.borrows.eq(self._words_low(self.left) == 1)
        lower, upper = self.left[:8] - self.word_bytes, self.left[8:] - self.borrows
        return Cat(lower[:8], upper[:8])

    def _words_low(self, length):
        """The words in the lower byte of a length."""
        return length[self.word_bytes.bit_length() - 1 : 8]

    def _header(self, m: Module) -> None:
        """Segment headers, one or several words each.

        Opcodes of an instruction in their place end the message before.
        """
        header = self._read_header(m)
        with m.State("HEADER"):
            m.d.comb += self.pdi.ready.eq(~header.waits & ~header.is_instruction)
            with m.If(header.is_cut):
                self._settle(m, self.unsettled & ~self.settle_due, ends=0)
                m.next = "FAIL"
            with m.Elif(header.is_taken):
                self._header_word(m, header)

    def _read_header(self, m: Module) -> "_Header":
        """What the word on PDI says as a header."""
        kind, first, length = self.pdi.data[-4:], self.part == 0, self._length()
        is_instruction = first & ((kind == Opcode.ENCRYPT) | (kind == Opcode.DECRYPT))
        flags = self.pdi.data[-8:-4]
        eot = called(m, "header_eot", "The segment ends its type.", Mux(first, flags[1], self.eot))
        last = called(
            m, "header_last", "The segment ends the message.", Mux(first, flags[0], self.last)
        )
        wrong_type = called(
            m,
            "header_type_is_wrong",
            "Another type is expected.",
            Mux(first, self._not_expected(kind), self.type_is_wrong),
        )
        breaks = called(
            m,
            "breaks_rules",
            "Length or flags do not fit the type.",
            self._breaks_rules(m, length, eot, last),
        )
        empty = called(m, "segment_is_empty", "The header gives no byte.", length == 0)
        wrong = called(
            m,
            "segment_is_wrong",
            "The segment is not for the mode: something does not fit, or did not before.",
            self.bad | wrong_type | breaks,
        )
        is_instruction = called(
            m, "is_instruction", "An instruction stands in the place of a header.", is_instruction
        )
        waits = called(
            m,
            "header_waits",
            "An end waits for the end before it; neither the mode nor DO is asked.",
            self.header_due | (self.settle_due & empty),
        )
        ends = called(m, "ends_empty", "A type ends without a byte.", empty & eot & ~wrong)
        nothing = called(m, "says_nothing", "No byte, and its type goes on.", empty & ~eot & ~wrong)
        ending, passes = self.part == self.header_words - 1, self._passes(wrong_type)
        shown = self._shown_blocks(m, length, eot) if self.needs.announces_last else None
        if shown is not None:
            passes = passes & ending & ~wrong & shown.any()
        unsettled, defers = self.unsettled & ~self.settle_due, Const(0)
        if self.header_words > 1:
            defers = Mux(first, unsettled | ~eot, self.deferred)
            defers = Const(1) if self.needs.announces_last else defers
        return _Header(
            ending=ending,
            passes=passes,
            shown=shown,
            defers=defers,
            goes_on=called(
                m, "header_goes_on", "DO gets the header.", passes & ~defers & ~(ending & nothing)
            ),
            settles=called(
                m,
                "settles",
                "The mode is told whether more of the type comes, by a word without bytes.",
                ends | (unsettled & ~nothing),
            ),
            waits=waits,
            is_instruction=is_instruction,
            is_cut=called(
                m, "message_is_cut", "The message before ends.", self.pdi.valid & is_instruction
            ),
            is_taken=called(m, "header_is_taken", "PDI gives a header.", self.pdi.valid & ~waits),
            first=first,
            flags=flags,
            eot=eot,
            last=last,
            wrong_type=wrong_type,
            length=length,
            empty=empty,
            wrong=wrong,
            ends=ends,
            nothing=nothing,
        )

    def _not_expected(self, kind):
        """A segment of this type may not come; none but a tag, when the key in use has had its
        data.
        """
        wrong = kind != self._expected_type()
        if not self.needs.key_limit:
            return wrong
        spent = self.used[self.needs.key_limit :].any()
        return wrong | (spent & ~self.control.hash & (self.phase != Phase.TAG))

    def _settle(self, m: Module, condition, *, ends) -> None:
        """A word without bytes is due. One that is due already stays."""
        with m.If(condition):
            m.d.sync += [self.settle_due.eq(1), self.mask.eq(0)]
            if self.needs.settles_ends:
                m.d.sync += self.ends.eq(ends)

    def _header_word(self, m: Module, header: "_Header") -> None:
        wrong, empty, length = header.wrong, header.empty, header.length
        if self.needs.marks_padding:
            with m.If(header.first & (self.phase == Phase.MESSAGE)):
                # LWC API, segment header: bit 3 is *partial*, by which such a mode marks padding.
                m.d.sync += self.control.padded.eq(header.flags[3])
        self._start_count(m, length)
        m.d.sync += [
            self.eot.eq(header.eot),
            self.last.eq(header.last),
            self.type_is_wrong.eq(header.wrong_type),
            self.passes.eq(header.passes),
            self.part.eq(Mux(header.ending, 0, self.part + 1)),
        ]
        if self.needs.outputs:
            with m.If(header.first):
                m.d.sync += self.asks.eq(
                    self.control.output & (self.pdi.data[-4:] == Segment.LENGTH)
                )
            with m.If(header.ending & ~wrong & self.control.custom & (self.phase == Phase.AD)):
                self.take_size(m, length)
        with m.If(~self.settle_due | self._settles_now()):
            m.d.sync += self.mask.eq(self._mask(length, length <= self.word_bytes))
        if header.shown is not None:
            size = len(self.shown_length) - len(header.shown)
            m.d.sync += self.shown_length.eq(Cat(Const(0, size), header.shown))
        if self.header_words > 1:
            m.d.sync += [
                self.deferred.eq(header.defers),
                *assign_parts(self.header_part, self._passed_part(header.first, header.eot)),
            ]
        with m.If(header.goes_on):
            m.d.sync += [self.header_due.eq(1), self.filler.eq(0)]
        if self.needs.key_limit:
            counts = header.ending & ~wrong & ~self.control.hash & (self.phase != Phase.TAG)
            with m.If(counts):
                m.d.sync += self.used.eq(self.used + length)
        with m.If(header.ending):
            m.d.sync += [self.bad.eq(wrong), self.empty.eq(empty), self.feeds.eq(~empty & ~wrong)]
            self._settle(m, header.settles, ends=header.ends)
            self._after_header(m, header)
            if self.needs.passes_headers and self.header_words > 1:
                with m.If(header.passes & header.defers & ~header.nothing):
                    m.d.sync += self.feeds.eq(0)
                    m.next = "PASS"

    def _after_header(self, m: Module, header: "_Header") -> None:
        with m.If(~header.empty):
            m.next = "DATA"
        # No data follows that would have to be swallowed first.
        with m.Elif(header.wrong & header.last):
            m.next = "FAIL"
        with m.If(header.ends):
            self._next_phase(m)

    def _next_phase(self, m: Module) -> None:
        """What follows the end of a phase."""
        ends = Mux(self._ends_late(), self.phase == Phase.TAG, self.phase == Phase.MESSAGE)
        m.d.sync += self.phase.eq(self.phase + 1)
        with m.If(ends):
            m.next = "FINISH"
        with m.Else():
            m.next = "HEADER"

    def _data(self, m: Module) -> None:
        """Data of a segment: to the block buffer, or swallowed.

        A header that DO has seen is followed by as much filler.
        """
        swallows = self.bad & (~self.passes | ~self.header_due)
        goes_on = swallows | (self._feeds_now() & self.words.ready)
        taken = self.pdi.valid & self.pdi.ready
        if self.needs.outputs:
            taken = Mux(self.asks, goes_on, taken)
        taken = called(m, "word_is_taken", "PDI gives a word.", taken)
        with m.State("DATA"):
            m.d.comb += self.pdi.ready.eq(goes_on & ~self.asks if self.needs.outputs else goes_on)
            with m.If(taken):
                self._count_word(m)
                m.d.sync += self.feeds.eq(self.feeds & ~self.ending)
                # What is swallowed is none of the word that may still wait, from an empty segment.
                with m.If(self.feeds):
                    m.d.sync += self.mask.eq(
                        Mux(self.ending, 0, self._mask(self.left, self.left <= 2 * self.word_bytes))
                    )
                with m.If(self.bad & self.passes):
                    m.d.sync += [self.header_due.eq(1), self.filler.eq(1)]
                with m.If(self.ending):
                    if self.needs.settles_ends:
                        m.d.sync += self.unsettled.eq(~self.eot & ~self.bad)
                    self._after_data(m)

    def _mask(self, length, ending):
        """Valid bytes of a word, the first at the top; of the last one (``ending``) what ``length``
        leaves.

        A length keeps its lowest bits while words are taken.
        """
        rest = length[: (self.word_bytes - 1).bit_length()]
        full = ~ending | (rest == 0)
        return Cat(*reversed([full | (rest > n) for n in range(self.word_bytes)]))

    def _after_data(self, m: Module) -> None:
        with m.If(self.bad & self.last):
            m.next = "FAIL"
        with m.Elif(~self.bad & self.eot):
            self._next_phase(m)
        with m.Else():
            m.next = "HEADER"
