# SPDX-License-Identifier: Apache-2.0
"""The post-processor: joins headers, data and status on DO."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import Announcement, status
from .needs import Needs
from .ports import bus
from .protocol import HEADER_BITS, Header, Opcode, Segment

PARTIAL = 11
"""The bit of the flag *partial* in the upper half of a header."""


class PostProcessor(wiring.Component):
    """Writes DO. Data that waits goes first, then what the pre-processor passes on, then what the
    mode or a failure asks for, and last an answer that comes in this cycle, which is late: while a
    mode asks for something, it gives none.

    With shares, data and DO have a word of each side by side, share 0 at the top. Headers and
    status are in share 0, and the other shares 0.

    Args:
        needs: what the mode needs of it.

    Ports:
        data: words from the buffer. busy: words from the buffer wait or are still computed. header:
            words that the pre-processor passes on.
        status: what the mode asks for. failure: the pre-processor asks for the status FAILURE.
            failed: FAILURE was sent.
        do: data output. last: 1 with the status word.
    """

    def __init__(self, needs: Needs):
        self.needs, width, shares = needs, needs.width, needs.shares
        text = {"of_text": needs.announces_text, "padded": needs.marks_padding}
        super().__init__({"data": In(bus(shares * width)), "busy": In(1),
                          "header": In(bus(width)),
                          "status": In(status(**text)),
                          "failure": In(1), "failed": Out(1),
                          "do": Out(bus(shares * width)), "last": Out(1)})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        # Of these at most the first goes; none depends on an answer that comes in this cycle.
        free = ~self.busy
        header = self.header.valid & free
        announces = self.status.announce & free & ~self.header.valid
        ends = (self.status.done | self.failure) & free & ~self.header.valid & ~self.status.announce
        own = Signal(self.needs.width, name="own_word")
        m.d.comb += [
            self.do.valid.eq(self.data.valid | header | announces | ends),
            self.do.data.eq(Mux(header | announces | ends, self._shared(own), self.data.data)),
            # A mode that announces or ends gives no answer in that cycle: only a header holds data
            # back.
            self.data.ready.eq(self.do.ready & ~header),
            self.header.ready.eq(self.do.ready & free),
            self.last.eq(ends),
            own.eq(self._status_word()),
            self.status.accepted.eq(ends & self.status.done & self.do.ready),
            self.failed.eq(ends & self.failure & self.do.ready),
        ]
        part, parts = (
            Signal(range(max(2, self.needs.header_words)), name="header_part"),
            self.needs.header_words,
        )
        with m.If(self.header.valid):
            m.d.comb += own.eq(self.header.data)
        with m.Elif(self.status.announce):
            m.d.comb += own.eq(self._announcement(part))
        with m.If(announces & self.do.ready):
            # On a narrow bus the last word of the header ends the announcement.
            m.d.comb += self.status.announced.eq(part == parts - 1)
            m.d.sync += part.eq(Mux(part == parts - 1, 0, part + 1))
        return m

    def _shared(self, own):
        """A word that is no secret."""
        return (
            Cat(Const(0, self.needs.width * (self.needs.shares - 1)), own)
            if self.needs.shares > 1
            else own
        )

    def _status_word(self):
        opcode = Mux(self.status.success & ~self.failure, Opcode.SUCCESS, Opcode.FAILURE)
        return Cat(Const(0, self.needs.width - 4), Const(0, 4) | opcode)[: self.needs.width]

    def _announcement(self, part: Signal):
        """One word of the header of a tag, a digest or a text."""
        tag, digest = (
            Header(type=kind, length=size, last=True).encode() if size else None
            for kind, size in (
                (Segment.TAG, self.needs.tag_bytes),
                (Segment.DIGEST, self.needs.digest_bytes),
            )
        )
        # A core without one of them never announces it, so that the other will do.
        tag, digest = tag or digest, digest or tag
        header = Mux(
            self.status.announcement == Announcement.DIGEST, Const(digest, 32), Const(tag, 32)
        )
        if self.needs.announces_text:
            header = Mux(self.status.text, self._text(), header)
        if self.needs.width > HEADER_BITS:
            return Cat(Const(0, self.needs.width - HEADER_BITS), header)
        word = header[-self.needs.width :]
        for number in range(1, self.needs.header_words):
            high = 32 - number * self.needs.width
            word = Mux(part == number, header[high - self.needs.width : high], word)
        return word

    def _text(self):
        """The header of a ciphertext, or of a plaintext, which is the last segment."""
        ciphertext, plaintext = (
            # The upper half alone: only the mode knows the length.
            Header(type=kind, length=0, last=last).encode() >> 16
            for kind, last in ((Segment.CIPHERTEXT, False), (Segment.PLAINTEXT, True))
        )
        top = Mux(self.status.plaintext, Const(plaintext, 16), Const(ciphertext, 16))
        if self.needs.marks_padding:
            top = top | (self.status.padded << PARTIAL)
        return Cat(self.status.length, top)
