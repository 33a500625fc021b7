# SPDX-License-Identifier: Apache-2.0
"""The headers that `preprocessor` passes on to DO: of a plaintext as those of the ciphertext, and
the other way round.
"""

from typing import Any

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ..controllers.ports import Phase
from ..words.hardware import assign_parts
from .protocol import Segment


class PassedHeaders:
    """A part of a `preprocessor.PreProcessor`, which has the signals that are read here."""

    _settles_now: Any
    _ends_late: Any

    def _headers_on_do(self, m: Module) -> None:
        """Headers leave from registers, behind the answer to the block that waited for them."""
        if not self.needs.passes_headers:
            return
        word = self.header_part
        if self.header_words == 1:
            # The length is still whole: no word of data is taken before the header has left.
            word = Cat(self.shown_length, Const(0, 8), self._passed_top(self.shown_eot))
        m.d.comb += [
            self.header.valid.eq(self.header_due & ~self.unsettled),
            *assign_parts(
                self.header.data,
                [Mux(self.filler, 0, word[8 * n : 8 * n + 8]) for n in range(self.word_bytes)],
            ),
        ]
        with m.If(self.header.valid & self.header.ready):
            m.d.sync += self.header_due.eq(0)

    def _header_is_free(self):
        """1 if nothing waits for DO, or it leaves in this cycle."""
        if self.needs.headers_first:
            return ~self.header_due
        return ~self.header_due | (self.header.ready & ~self.unsettled)

    def _passes(self, wrong_type):
        """1 if this header goes to DO, as one of the other text."""
        if not self.needs.passes_headers:
            return Const(0)
        is_text = (self.phase == Phase.MESSAGE) & ~self.control.hash
        if self.needs.outputs:
            is_text = is_text | (self.control.output & (self.phase == Phase.TAG))
        return ~self.bad & ~wrong_type & is_text

    def _shown_blocks(self, m: Module, length, eot) -> Signal:
        """How many blocks the header of a segment has on DO; with none it does not go there.

        The last segment of its type has one less, which the mode announces.
        """
        size = self.needs.block_bytes.bit_length() - 1
        rest, blocks = length[:size], length[size:]
        above = (
            self.control.decrypt if self.needs.pads_always else self.control.decrypt | (rest == 0)
        )
        shown = Signal(len(blocks), name="blocks_on_do")
        m.d.comb += shown.eq(blocks - (eot & above & blocks.any()))
        return shown

    def _pass(self, m: Module) -> None:
        """A header that was read to its end before any of it went to DO."""
        with m.State("PASS"):
            part = Signal(range(self.header_words), name="passed_part")
            free = self._header_is_free() & ~self.unsettled
            with m.If(free):
                m.d.sync += [
                    self.header_due.eq(1),
                    self.filler.eq(0),
                    *assign_parts(self.header_part, self._deferred_part(part)),
                    part.eq(part + 1),
                ]
                with m.If(part == self.header_words - 1):
                    m.d.sync += part.eq(0)
                    self._after_pass(m)

    def _after_pass(self, m: Module) -> None:
        """As `_after_header`, from registers; of a type that ended the phase is the next
        already."""
        m.next = "HEADER"
        with m.If(~self.empty):
            m.d.sync += self.feeds.eq(~self.bad)
            # A word without bytes may still wait for the mode.
            with m.If(~self.settle_due | self._settles_now()):
                m.d.sync += self.mask.eq(self._mask(self.left, self.ending))
            m.next = "DATA"
        with m.Elif(self.bad & self.last):
            m.next = "FAIL"
        # A decryption goes on with the tag.
        with m.Elif(self.eot & ~self.bad & ~self.control.decrypt):
            m.next = "FINISH"

    def _passed_top(self, eot):
        """Its first byte: the other of plaintext and ciphertext, or a digest, without end of input;
        a plaintext or a digest is the last segment on DO.
        """
        kind = Mux(self.control.decrypt, Segment.PLAINTEXT, Segment.CIPHERTEXT)
        if self.needs.outputs:
            kind = Mux(self.control.output, Segment.DIGEST, kind)
        return Cat(eot & self._ends_late(), eot, Const(0, 2), Const(0, 4) | kind)[:8]

    def _passed_part(self, first, eot) -> list:
        """Bytes of the part on PDI as it goes to DO, least significant first."""
        rest = [self.public[:-8]] if self.needs.width > 8 else []
        return [*rest, Mux(first, self._passed_top(eot), self.public[-8:])]

    def _deferred_part(self, part: Signal) -> list:
        """Bytes of one part of the header, least significant first."""
        top, shown = self._passed_top(self.shown_eot), self.shown_length
        if self.needs.width > 8:
            return [Mux(part == 0, 0, shown[:8]), Mux(part == 0, top, shown[8:])]
        length = Mux(part == 2, shown[8:], Mux(part == 3, shown[:8], 0))
        return [Mux(part == 0, top, length)]
