# SPDX-License-Identifier: Apache-2.0
"""The headers that `preprocessor` passes on to DO: of a plaintext as those of the ciphertext, and
the other way round.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ..controllers.ports import Phase
from ..words.hardware import assign_parts
from .bytecount import register
from .header import Header
from .protocol import HEADER_BITS, Segment
from .reading import Reading


class PassedHeaders:
    """Sends headers to DO.

    Args:
        now: what is read. port: of the headers.

    Attributes:
        due: a word of a header, or of the filler behind it, waits for DO. filler: of filler.
        deferred: of a header on a narrow bus the first parts may not go to DO before its length is
            known.
        word: the one that waits.
        shown_length, shown_eot: what the header on DO says.
    """

    def __init__(self, now: Reading, port):
        self.now, self.needs, self.port = now, now.needs, port
        self.due, self.filler = register("header_due", resets=True), register("filler")
        self.deferred, self.word = register("deferred"), register("passed_header", now.needs.width)
        self.shown_length, self.shown_eot = now.count.left, now.eot
        if self.needs.announces_last:
            # The mode announces the last block itself, so no header that is passed ends its type.
            self.shown_length, self.shown_eot = register("length_on_do", 16), Const(0)

    def send(self, m: Module) -> None:
        """Headers leave from registers, behind the answer to the block that waited for them."""
        if not self.needs.passes_headers:
            return
        word = self.word
        if self.needs.header_words == 1:
            # The length is still whole: no word of data is taken before the header has left.
            word = Cat(self.shown_length, Const(0, 8), self._top(self.shown_eot))
            if self.needs.width > HEADER_BITS:
                word = Cat(Const(0, self.needs.width - HEADER_BITS), word)
        m.d.comb += [
            self.port.valid.eq(self.due & ~self.now.unsettled),
            *assign_parts(
                self.port.data,
                [
                    Mux(self.filler, 0, word[8 * n : 8 * n + 8])
                    for n in range(self.needs.word_bytes)
                ],
            ),
        ]
        with m.If(self.port.valid & self.port.ready):
            m.d.sync += self.due.eq(0)

    def is_free(self):
        """1 if nothing waits for DO, or it leaves in this cycle."""
        if self.needs.headers_first:
            return ~self.due
        return ~self.due | (self.port.ready & ~self.now.unsettled)

    def passes(self, wrong_type):
        """1 if this header goes to DO, as one of the other text."""
        if not self.needs.passes_headers:
            return Const(0)
        is_text = self.now.is_text
        if self.needs.outputs:
            # A header that asks for output is answered by that of a digest.
            is_text = is_text | (self.now.control.output & (self.now.phase == Phase.TAG))
        return ~self.now.bad & ~wrong_type & is_text

    def shown_blocks(self, m: Module, length, eot) -> Signal:
        """How many blocks the header of a segment has on DO; with none it does not go there.

        The last segment of its type has one less, which the mode announces.
        """
        # Such a block has a power of two of bytes: the quotient is the upper bits.
        size = self.needs.block_bytes.bit_length() - 1
        rest, blocks = length[:size], length[size:]
        decrypt = self.now.control.decrypt
        # In a plaintext a rest, or padding behind whole blocks, is the last block, and these are
        # all shown; a ciphertext is of whole blocks.
        above = decrypt if self.needs.pads_always else decrypt | (rest == 0)
        shown = Signal(len(blocks), name="blocks_on_do")
        # An empty text has no last block to be taken off.
        m.d.comb += shown.eq(blocks - (eot & above & blocks.any()))
        return shown

    def take(self, m: Module, header: Header) -> None:
        """A word of a header that is read, which is for DO or not."""
        if header.shown is not None:
            # Whole blocks: the low bits of the length are 0.
            size = len(self.shown_length) - len(header.shown)
            m.d.sync += self.shown_length.eq(Cat(Const(0, size), header.shown))
        # A header of one word is made when it leaves, from the count of bytes.
        if self.needs.header_words > 1:
            m.d.sync += [
                self.deferred.eq(header.defers),
                *assign_parts(self.word, self._part_on_pdi(header.first, header.eot)),
            ]
        with m.If(header.goes_on):
            m.d.sync += [self.due.eq(1), self.filler.eq(0)]

    def take_deferred(self, m: Module, part: Signal) -> None:
        """A part of a header that was read to its end."""
        m.d.sync += [
            self.due.eq(1),
            self.filler.eq(0),
            *assign_parts(self.word, self._deferred_part(part)),
        ]

    def fill(self, m: Module) -> None:
        """A word of filler, of a message that is given up behind its header."""
        m.d.sync += [self.due.eq(1), self.filler.eq(1)]

    def _top(self, eot):
        """Its first byte: the other of plaintext and ciphertext, or a digest, without end of input;
        a plaintext or a digest is the last segment on DO.
        """
        kind = Mux(self.now.control.decrypt, Segment.PLAINTEXT, Segment.CIPHERTEXT)
        if self.needs.outputs:
            kind = Mux(self.now.control.output, Segment.DIGEST, kind)
        return Cat(eot & self.now.ends_late, eot, Const(0, 2), Const(0, 4) | kind)[:8]

    def _part_on_pdi(self, first, eot) -> list:
        """Bytes of the part on PDI as it goes to DO, least significant first."""
        rest = [self.now.public[:-8]] if self.needs.width > 8 else []
        return [*rest, Mux(first, self._top(eot), self.now.public[-8:])]

    def _deferred_part(self, part: Signal) -> list:
        """Bytes of one part of the header, least significant first."""
        top, shown = self._top(self.shown_eot), self.shown_length
        if self.needs.width > 8:
            return [Mux(part == 0, 0, shown[:8]), Mux(part == 0, top, shown[8:])]
        length = Mux(part == 2, shown[8:], Mux(part == 3, shown[:8], 0))
        return [Mux(part == 0, top, length)]
