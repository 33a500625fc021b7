"""The pre-processor: takes instructions, keys and segments from PDI and SDI apart, and refuses what breaks the protocol.

A message that breaks the protocol is swallowed up to the end of its segment with the `last` flag and answered by one status
FAILURE; the next instruction is taken as if nothing had happened. What exactly counts as a violation, and what happens then, is in
``docs/lwc.md``.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import Phase, control
from ..words.hardware import assign_parts
from .ports import bus, words
from .protocol import Opcode, Segment


class PreProcessor(wiring.Component):
    """Reads PDI.

    Args:
        width: bits of a bus word.
        nonce_bytes, tag_bytes: lengths of nonce and tag.
        block_bytes: a segment of a message that is not the last must be a multiple of it.
        ad_block_bytes: the same for associated data; what counts is the largest power of two in it, up to ``block_bytes``.
        hash_block_bytes: the same for a hash message, or None if the core does not hash.
        decrypts: False for a core that only encrypts: a decryption is swallowed and fails.
        passes_headers: False if the mode itself announces what leaves; then no header of a message goes to DO.

    Ports:
        pdi: public data input.
        key_load: 1 while the key reader may take a key from SDI; key_loaded: it is done; key_valid: a key has been loaded.
        words: data words and empty phases for the block buffer.
        header: segment headers of the message that are passed on to DO, and filler for a message that is given up.
        control: what the message is; ``abort`` for one cycle when it is given up.
        failure: the status FAILURE is asked for, until ``failed``.
        finished: the status word of a good message is sent.
    """

    def __init__(self, *, width: int, nonce_bytes: int, tag_bytes: int, block_bytes: int, hash_block_bytes: int | None,
                 ad_block_bytes: int | None = None, decrypts: bool = True, passes_headers: bool = True):
        self.width, self.nonce_bytes, self.tag_bytes = width, nonce_bytes, tag_bytes
        self.block_bytes, self.hash_block_bytes, self.decrypts = block_bytes, hash_block_bytes, decrypts
        self.passes_headers = passes_headers
        ad_block_bytes = ad_block_bytes or block_bytes
        self.ad_step = min(block_bytes, ad_block_bytes & -ad_block_bytes)
        self.header_words, self.word_bytes = 32 // width, width // 8
        super().__init__({
            "pdi": In(bus(width)), "key_load": Out(1), "key_loaded": In(1), "key_valid": In(1),
            "words": Out(words(width)), "header": Out(bus(width)), "control": Out(control()),
            "failure": Out(1), "failed": In(1), "finished": In(1)})

    def elaborate(self, platform):
        m = Module()
        self.phase, self.bad = Signal(Phase, name="phase_expected"), Signal(name="bad")
        self.eot, self.last = (Signal(name=name, reset_less=True) for name in ("eot", "last_segment"))
        self.passes = Signal(name="passes", reset_less=True) if self.passes_headers else Const(0)
        self.type_is_wrong = Signal(name="type_is_wrong", reset_less=True)
        self.part = Signal(range(max(2, self.header_words)), name="header_part")
        self.left = Signal(16, name="bytes_left", reset_less=True)
        # Known one cycle ahead, since the comparison would begin the longest path of the core.
        self.ending = Signal(name="last_word", reset_less=True)
        m.d.comb += [self.words.phase.eq(self.phase), *assign_parts(self.words.data, self._masked_bytes())]
        with m.FSM(name="state"):
            self._instruction(m)
            with m.State("KEY"):
                m.d.comb += self.key_load.eq(1)
                with m.If(self.key_loaded):
                    m.next = "INSTRUCTION"
            self._header(m)
            self._data(m)
            with m.State("FINISH"):
                with m.If(self.finished):
                    m.next = "INSTRUCTION"
            with m.State("FAIL"):
                m.d.comb += [self.control.abort.eq(1), self.failure.eq(1)]
                with m.If(self.failed):
                    m.next = "INSTRUCTION"
        return m

    def _masked_bytes(self):
        mask = self.words.mask
        return [Mux(mask[n], self.pdi.data[8 * n:8 * n + 8], 0) for n in range(self.word_bytes)]

    def _instruction(self, m: Module) -> None:
        with m.State("INSTRUCTION"):
            m.d.comb += self.pdi.ready.eq(1)
            with m.If(self.pdi.valid):
                self._decode(m, self.pdi.data[-4:])

    def _decode(self, m: Module, opcode) -> None:
        with m.Switch(opcode):
            with m.Case(Opcode.ACTIVATE_KEY):
                m.next = "KEY"
            with m.Case(Opcode.ENCRYPT, Opcode.DECRYPT):
                decrypt = opcode == Opcode.DECRYPT
                m.d.sync += [self.phase.eq(Phase.NONCE), self.control.decrypt.eq(decrypt if self.decrypts else 0),
                             self.control.hash.eq(0), self.bad.eq(~self.key_valid | (0 if self.decrypts else decrypt))]
                m.next = "HEADER"
            with m.Case(Opcode.HASH):
                # A core without a hash swallows the message: the header of a hash message would read as ACTIVATE_KEY.
                hashes = self.hash_block_bytes is not None
                m.d.comb += self.control.hashing.eq(hashes)
                m.d.sync += [self.phase.eq(Phase.MESSAGE), self.control.decrypt.eq(0), self.control.hash.eq(hashes),
                             self.bad.eq(not hashes)]
                m.next = "HEADER"
            with m.Default():
                m.next = "FAIL"

    def _header(self, m: Module) -> None:
        """Segment headers, one or several words each. Opcodes of an instruction in their place end the message before."""
        with m.State("HEADER"):
            kind, first = self.pdi.data[-4:], self.part == 0
            is_instruction = first & ((kind == Opcode.ENCRYPT) | (kind == Opcode.DECRYPT))
            with m.If(self.pdi.valid & is_instruction):
                m.next = "FAIL"
            with m.Elif(self.pdi.valid):
                self._header_word(m, kind, first)

    def _header_word(self, m: Module, kind, first) -> None:
        flags = self.pdi.data[-8:-4]
        eot, last = Mux(first, flags[1], self.eot), Mux(first, flags[0], self.last)
        wrong_type = Mux(first, kind != self._expected_type(), self.type_is_wrong)
        passes = ~self.bad & ~wrong_type & (self.phase == Phase.MESSAGE) & ~self.control.hash if self.passes_headers else Const(0)
        ending = self.part == self.header_words - 1
        length = self._length()
        empty, wrong = Signal(name="segment_is_empty"), Signal(name="segment_is_wrong")
        m.d.comb += [empty.eq(length == 0), wrong.eq(self.bad | wrong_type | self._breaks_rules(length, eot, last))]
        ends_phase = ending & empty & eot & ~wrong
        m.d.comb += [
            self.header.valid.eq(passes & (~ends_phase | self.words.ready)),
            *assign_parts(self.header.data, self._passed_header(first, eot)),
            self.words.valid.eq(ends_phase & (~passes | self.header.ready)), self.words.mask.eq(0), self.words.last.eq(1),
            self.pdi.ready.eq((~passes | self.header.ready) & (~ends_phase | self.words.ready))]
        with m.If(self.pdi.ready):
            m.d.sync += [self.eot.eq(eot), self.last.eq(last), self.type_is_wrong.eq(wrong_type),
                         *([self.passes.eq(passes)] if self.passes_headers else []),
                         self.left.eq(length), self.ending.eq(length <= self.word_bytes),
                         self.part.eq(Mux(ending, 0, self.part + 1))]
            with m.If(ending):
                m.d.sync += self.bad.eq(wrong)
                self._after_header(m, empty, wrong, eot, last)

    def _after_header(self, m: Module, empty, wrong, eot, last) -> None:
        with m.If(~empty):
            m.next = "DATA"
        with m.Elif(wrong):
            with m.If(last):
                m.next = "FAIL"
        with m.Elif(eot):
            self._next_phase(m)

    def _expected_type(self):
        message = Mux(self.control.hash, Segment.HASH_MESSAGE, Mux(self.control.decrypt, Segment.CIPHERTEXT, Segment.PLAINTEXT))
        types = {Phase.NONCE: Segment.NONCE, Phase.AD: Segment.AD, Phase.TAG: Segment.TAG}
        for phase, segment in types.items():
            message = Mux(self.phase == phase, segment, message)
        return message

    def _length(self):
        """The length field, on the last word of a header."""
        if self.width == 8:
            return Cat(self.pdi.data, self.left[:8])
        return self.pdi.data[:16]

    def _breaks_rules(self, length, eot, last):
        """1 if the length or the flags do not fit the segment (judged on the last word of a header)."""
        not_whole = _rest(length, self.block_bytes)
        if self.ad_step != self.block_bytes:
            not_whole = Mux(self.phase == Phase.AD, _rest(length, self.ad_step), not_whole)
        if self.hash_block_bytes is not None:
            not_whole = Mux(self.control.hash, _rest(length, self.hash_block_bytes), not_whole)
        is_nonce, is_tag = self.phase == Phase.NONCE, self.phase == Phase.TAG
        fixed = (is_nonce & (length != self.nonce_bytes)) | (is_tag & (length != self.tag_bytes))
        ends_message = eot & Mux(self.control.decrypt, is_tag, self.phase == Phase.MESSAGE)
        return fixed | (~eot & (not_whole | is_nonce | is_tag)) | (last != ends_message)

    def _passed_header(self, first, eot):
        """The header for DO: the other of plaintext and ciphertext, without end of input; a plaintext is the last segment on DO."""
        kind = Mux(self.control.decrypt, Segment.PLAINTEXT, Segment.CIPHERTEXT)
        top = Cat(eot & self.control.decrypt, eot, Const(0, 2), Const(0, 4) | kind)[:8]
        return ([self.pdi.data[:-8]] if self.width > 8 else []) + [Mux(first, top, self.pdi.data[-8:])]

    def _next_phase(self, m: Module) -> None:
        """What follows the end of a phase."""
        ends = Mux(self.control.decrypt, self.phase == Phase.TAG, self.phase == Phase.MESSAGE)
        m.d.sync += self.phase.eq(self.phase + 1)
        with m.If(ends):
            m.next = "FINISH"
        with m.Else():
            m.next = "HEADER"

    def _data(self, m: Module) -> None:
        """Data of a segment: to the block buffer, or swallowed. A header that DO has seen is followed by as much filler."""
        with m.State("DATA"):
            m.d.comb += [
                self.words.valid.eq(self.pdi.valid & ~self.bad), self.words.last.eq(self.ending & self.eot),
                self.words.mask.eq(self._mask()),
                self.header.valid.eq(self.pdi.valid & self.bad & self.passes),
                self.pdi.ready.eq(Mux(self.bad, ~self.passes | self.header.ready, self.words.ready))]
            with m.If(self.pdi.valid & self.pdi.ready):
                m.d.sync += [self.left.eq(self.left - self.word_bytes), self.ending.eq(self.left <= 2 * self.word_bytes)]
                with m.If(self.ending):
                    self._after_data(m)

    def _mask(self):
        """One bit for each valid byte of the word, the first byte at the top."""
        rest = self.left[:(self.word_bytes - 1).bit_length()]
        full = ~self.ending | (rest == 0)
        return Cat(*reversed([full | (rest > n) for n in range(self.word_bytes)]))

    def _after_data(self, m: Module) -> None:
        with m.If(self.bad & self.last):
            m.next = "FAIL"
        with m.Elif(~self.bad & self.eot):
            self._next_phase(m)
        with m.Else():
            m.next = "HEADER"


def _rest(length, step: int):
    """1 if a length is not a multiple of ``step``, a power of two."""
    return length[:(step - 1).bit_length()].any()
