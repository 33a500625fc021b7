# SPDX-License-Identifier: Apache-2.0
"""The pre-processor: takes instructions, keys and segments from PDI and SDI apart, and refuses what
breaks the protocol.

A message that breaks the protocol is swallowed up to the end of its segment with the `last` flag
and answered by one status FAILURE; the next instruction is taken as if nothing had happened. What
exactly counts as a violation, and what happens then, is in ``docs/reference/lwc.md``; the rules are
in `segmentrules`, what goes on to DO in `passedheaders`, what goes to the mode in `datawords`, and
what is remembered of the message in `reading`.
"""

from amaranth.hdl import Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import Phase, control
from ..words.hardware import called
from .datawords import DataWords
from .header import Header
from .needs import Needs
from .passedheaders import PassedHeaders
from .ports import bus, words
from .protocol import Opcode, Segment
from .reading import Reading
from .segmentheader import read_header


class PreProcessor(wiring.Component):
    """Reads PDI.

    With shares, PDI has a word of each side by side, share 0 at the top. Instructions and headers
    are read from share 0; data goes on in shares. Where the mode ``announces_last``, of the segment
    with the last block of a text a header goes to DO without it, and only when the segment breaks
    no rule.

    Args:
        needs: what the mode needs of it.

    Ports:
        pdi: public data input.
        key_load: the key reader may take a key from SDI. key_loaded: the last word of the key is
            taken. key_valid: a key has been loaded.
        key_length, key_length_taken, key_data_taken, key_left, key_ending: what is counted for the
            key reader, which has no counter of its own.
        words: data words and empty phases for the block buffer.
        header: segment headers of the message that are passed on to DO, and filler for a message
            that is given up.
        control: what the message is; ``abort`` from when it is given up to its answer, ``failed``.
        failure: the status FAILURE is asked for, until ``failed``. failed: FAILURE was sent.
        finished: the status word of a good message is sent.
        may_begin: of a mode with `turn_cycles` only: an instruction may be taken in this cycle.
        begins: only if ``indicates``: the word on PDI is taken as the instruction of a message.
    """

    def __init__(self, needs: Needs, *, indicates: bool = False):
        self.needs, width, shares = needs, needs.width, needs.shares
        self.indicates = indicates
        super().__init__({
            "pdi": In(bus(shares * width)), **(self._key_ports() if needs.encrypts else {}),
            "words": Out(words(width, shares)), "header": Out(bus(width)),
            "control": Out(control(padded=needs.marks_padding, outputs=needs.outputs)),
            "failure": Out(1), "failed": In(1), "finished": In(1),
            **({"may_begin": In(1)} if needs.turn_cycles > 1 else {}),
            **({"begins": Out(1)} if indicates else {})})  # fmt: skip
        self.now = Reading.of(needs, self.control, self.pdi)
        self.passed = PassedHeaders(self.now, self.header)
        self.data = DataWords(self.now, self.passed, self.words)

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
        now = self.now
        m = Module()
        self.data.send(m)
        self.passed.send(m)
        with m.FSM(name="state"):
            self._instruction(m)
            if self.needs.encrypts:
                self._key(m)
            self._header(m)
            self._data(m)
            # A header of one word has its length at once, so that nothing of it has to wait.
            if self.needs.passes_headers and self.needs.header_words > 1:
                self._pass(m)
            with m.State("FINISH"):
                # The mode asks for the status when all has left; until then no instruction is
                # taken.
                with m.If(self.finished):
                    m.next = "INSTRUCTION"
            with m.State("FAIL"):
                # A word that is due goes to the mode first: it would be taken for one of the next
                # message.
                due = now.settle_due | self.data.size.due if self.needs.outputs else now.settle_due
                m.d.comb += [self.control.abort.eq(~due), self.failure.eq(~due & ~self.passed.due)]
                # The status follows the last word of filler.
                with m.If(self.failure & self.failed):
                    m.next = "INSTRUCTION"
        return m

    def _instruction(self, m: Module) -> None:
        with m.State("INSTRUCTION"):
            # The status of the message before it has left. So an instruction waits for nothing but,
            # in a mode with a turn, its place there: else the cycles of a message would depend on
            # those before it.
            free = self.may_begin if self.needs.turn_cycles > 1 else Const(1)
            m.d.comb += self.pdi.ready.eq(free)
            if self.indicates:
                # A core that only hashes refuses this opcode as any other, and that is a service
                # that failed.
                loads = (self.pdi.data[-4:] == Opcode.ACTIVATE_KEY) & int(self.needs.encrypts)
                m.d.comb += self.begins.eq(self.pdi.valid & free & ~loads)
            with m.If(self.pdi.valid & free):
                self._decode(m, self.pdi.data[-4:])

    def _decode(self, m: Module, opcode) -> None:
        with m.Switch(opcode):
            if self.needs.encrypts:
                with m.Case(Opcode.ACTIVATE_KEY):
                    m.next = "KEY"
            with m.Case(Opcode.ENCRYPT, Opcode.DECRYPT):
                self._encrypts(m, opcode == Opcode.DECRYPT)
            if self.needs.outputs:
                with m.Case(Opcode.XOF, Opcode.CXOF):
                    self._outputs(m, opcode == Opcode.CXOF)
            with m.Case(Opcode.HASH):
                self._hashes(m)
            # At once, since nothing says how many words belong to an unknown instruction.
            with m.Default():
                m.next = "FAIL"

    def _encrypts(self, m: Module, decrypt) -> None:
        """An AEAD begins; without a key, or where it is refused, the message is swallowed and
        fails.
        """
        refused = Const(0) if self.needs.decrypts else decrypt
        m.d.sync += [
            self.now.phase.eq(Phase.NONCE),
            # A constant where nothing is decrypted, so that synthesis removes what it steers.
            self.control.decrypt.eq(decrypt if self.needs.decrypts else 0),
            self.control.hash.eq(0),
            self.now.bad.eq(~self.key_valid | refused if self.needs.encrypts else 1),
        ]
        self._has_output(m, 0)
        m.next = "HEADER"

    def _outputs(self, m: Module, custom) -> None:
        """A function with an output of any length begins, with a customization string or not."""
        # Both are announced in this one cycle, in which the state is left.
        m.d.comb += [self.control.hashing.eq(1), self.control.customizing.eq(custom)]
        m.d.sync += [
            # A customization string stands in the place of associated data.
            self.now.phase.eq(Mux(custom, Phase.AD, Phase.MESSAGE)),
            self.control.decrypt.eq(0),
            self.control.hash.eq(1),
            self.control.custom.eq(custom),
            self.now.bad.eq(0),
        ]
        self._has_output(m, 1)
        m.next = "HEADER"

    def _hashes(self, m: Module) -> None:
        """A hash begins. A core without one swallows the message: the header of a hash message
        would read as ACTIVATE_KEY.
        """
        hashes = self.needs.hash_block_bytes is not None
        m.d.comb += self.control.hashing.eq(hashes)
        m.d.sync += [
            self.now.phase.eq(Phase.MESSAGE),
            self.control.decrypt.eq(0),
            self.control.hash.eq(hashes),
            self.now.bad.eq(not hashes),
        ]
        self._has_output(m, 0)
        m.next = "HEADER"

    def _has_output(self, m: Module, output: int) -> None:
        """The message of an instruction has an output of any length, or not."""
        now = self.now
        if self.needs.outputs:
            m.d.sync += [self.control.output.eq(output), now.asks.eq(0)]
            # `_outputs` sets it itself, by its instruction.
            if not output:
                m.d.sync += self.control.custom.eq(0)

    def _key(self, m: Module) -> None:
        """The key reader takes a key, whose length is counted here, as there is no segment under
        way.
        """
        now = self.now
        m.d.comb += [self.key_left.eq(now.count.left), self.key_ending.eq(now.count.ending)]
        with m.State("KEY"):
            m.d.comb += self.key_load.eq(1)
            # Each word of a header is taken so: on 8 bits the counter has the upper half of the
            # length until the lower one comes.
            with m.If(self.key_length_taken):
                now.count.start(m, self.key_length)
            with m.Elif(self.key_data_taken):
                now.count.word(m)
            with m.If(self.key_loaded):
                # The limit is one of what is done with one key.
                if self.needs.key_limit:
                    m.d.sync += now.used.eq(0)
                m.next = "INSTRUCTION"

    def _header(self, m: Module) -> None:
        """Segment headers, one or several words each.

        Opcodes of an instruction in their place end the message before.
        """
        now = self.now
        header = read_header(m, self.now, self.passed)
        with m.State("HEADER"):
            # An instruction stays on PDI, where the state INSTRUCTION finds it again.
            m.d.comb += self.pdi.ready.eq(~header.waits & ~header.is_instruction)
            with m.If(header.is_cut):
                # Headers for DO wait until a stored block is settled, and FAIL waits for these
                # headers.
                self.data.settle(m, now.unsettled & ~now.settle_due, ends=0)
                m.next = "FAIL"
            with m.Elif(header.is_taken):
                self._header_word(m, header)

    def _header_word(self, m: Module, header: Header) -> None:
        now = self.now
        wrong, empty, length = header.wrong, header.empty, header.length
        if self.needs.marks_padding:
            with m.If(header.first & (now.phase == Phase.MESSAGE)):
                # LWC API, segment header: bit 3 is *partial*, by which such a mode marks padding.
                m.d.sync += self.control.padded.eq(header.flags[3])
        # Each word of a header overwrites the count; what the last one says stays.
        now.count.start(m, length)
        m.d.sync += [
            now.eot.eq(header.eot),
            now.last.eq(header.last),
            now.type_is_wrong.eq(header.wrong_type),
            now.passes.eq(header.passes),
            now.part.eq(Mux(header.ending, 0, now.part + 1)),
        ]
        if self.needs.outputs:
            with m.If(header.first):
                m.d.sync += now.asks.eq(
                    self.control.output & (self.pdi.data[-4:] == Segment.LENGTH)
                )
            # The length of a customization is known with the last word alone.
            with m.If(header.ending & ~wrong & self.control.custom & (now.phase == Phase.AD)):
                self.data.size.take(m, length)
        # While a word without bytes waits, the mask is that of this word.
        with m.If(~now.settle_due | self.data.settles_now()):
            m.d.sync += now.mask.eq(now.count.mask(length, length <= self.needs.word_bytes))
        self.passed.take(m, header)
        if self.needs.key_limit:
            # The limit is one of nonces, data and texts; a tag may always follow.
            counts = header.ending & ~wrong & ~self.control.hash & (now.phase != Phase.TAG)
            with m.If(counts):
                m.d.sync += now.used.eq(now.used + length)
        with m.If(header.ending):
            m.d.sync += [now.bad.eq(wrong), now.empty.eq(empty), now.feeds.eq(~empty & ~wrong)]
            self.data.settle(m, header.settles, ends=header.ends)
            self._after_header(m, header)
            if self.needs.passes_headers and self.needs.header_words > 1:
                with m.If(header.passes & header.defers & ~header.nothing):
                    # Data waits for the header, as it would leave in front of it; `_after_pass`
                    # lets it in.
                    m.d.sync += now.feeds.eq(0)
                    m.next = "PASS"

    def _after_header(self, m: Module, header: Header) -> None:
        # An empty segment that ends nothing leaves the state at HEADER.
        with m.If(~header.empty):
            m.next = "DATA"
        # No data follows that would have to be swallowed first.
        with m.Elif(header.wrong & header.last):
            m.next = "FAIL"
        with m.If(header.ends):
            self._next_phase(m)

    def _next_phase(self, m: Module) -> None:
        """What follows the end of a phase."""
        now = self.now
        # What asks for output stands in the phase of the tag.
        ends = Mux(now.ends_late, now.phase == Phase.TAG, now.phase == Phase.MESSAGE)
        # The numbers of the phases are in the order of the protocol.
        m.d.sync += now.phase.eq(now.phase + 1)
        with m.If(ends):
            m.next = "FINISH"
        with m.Else():
            m.next = "HEADER"

    def _data(self, m: Module) -> None:
        """Data of a segment: to the block buffer, or swallowed.

        A header that DO has seen is followed by as much filler.
        """
        now = self.now
        # A word of filler has one place: the next word is swallowed when that is free.
        swallows = now.bad & (~now.passes | ~self.passed.due)
        goes_on = swallows | (self.data.feeds_now() & self.words.ready)
        taken = self.pdi.valid & self.pdi.ready
        if self.needs.outputs:
            # No data is on PDI then: words count as the mode takes them.
            taken = Mux(now.asks, goes_on, taken)
        taken = called(m, "word_is_taken", "PDI gives a word.", taken)
        with m.State("DATA"):
            m.d.comb += self.pdi.ready.eq(goes_on & ~now.asks if self.needs.outputs else goes_on)
            with m.If(taken):
                now.count.word(m)
                m.d.sync += now.feeds.eq(now.feeds & ~now.count.ending)
                # What is swallowed is none of the word that may still wait, from an empty segment.
                with m.If(now.feeds):
                    m.d.sync += now.mask.eq(
                        Mux(
                            now.count.ending,
                            0,
                            now.count.mask(
                                now.count.left, now.count.left <= 2 * self.needs.word_bytes
                            ),
                        )
                    )
                with m.If(now.bad & now.passes):
                    self.passed.fill(m)
                with m.If(now.count.ending):
                    if self.needs.settles_ends:
                        # Only the next header says whether the block that ends here is the last of
                        # its type.
                        m.d.sync += now.unsettled.eq(~now.eot & ~now.bad)
                    self._after_data(m)

    def _pass(self, m: Module) -> None:
        """A header that was read to its end before any of it went to DO."""
        now = self.now
        with m.State("PASS"):
            part = Signal(range(self.needs.header_words), name="passed_part")
            # The answer to a block that is still unsettled leaves in front of the header.
            free = self.passed.is_free() & ~now.unsettled
            with m.If(free):
                self.passed.take_deferred(m, part)
                m.d.sync += part.eq(part + 1)
                with m.If(part == self.needs.header_words - 1):
                    m.d.sync += part.eq(0)
                    self._after_pass(m)

    def _after_pass(self, m: Module) -> None:
        """As `_after_header`, from registers; of a type that ended the phase is the next
        already."""
        now = self.now
        m.next = "HEADER"
        with m.If(~now.empty):
            m.d.sync += now.feeds.eq(~now.bad)
            # A word without bytes may still wait for the mode.
            with m.If(~now.settle_due | self.data.settles_now()):
                m.d.sync += now.mask.eq(now.count.mask(now.count.left, now.count.ending))
            m.next = "DATA"
        with m.Elif(now.bad & now.last):
            m.next = "FAIL"
        # A decryption goes on with the tag.
        with m.Elif(now.eot & ~now.bad & ~self.control.decrypt):
            m.next = "FINISH"

    def _after_data(self, m: Module) -> None:
        now = self.now
        # A message that is given up ends by this flag alone: the order of its types is not
        # followed.
        with m.If(now.bad & now.last):
            m.next = "FAIL"
        with m.Elif(~now.bad & now.eot):
            self._next_phase(m)
        with m.Else():
            m.next = "HEADER"
