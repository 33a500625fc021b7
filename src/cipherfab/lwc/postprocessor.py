"""The post-processor: joins headers, data and status on DO."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import Announcement, status
from .ports import bus
from .protocol import Header, Opcode, Segment


class PostProcessor(wiring.Component):
    """Writes DO. Data that waits goes first, then what the pre-processor passes on, then what the mode or a failure asks for.

    Args:
        width: bits of a bus word.
        tag_bytes: length of a tag.
        digest_bytes: length of a digest, or None if the core does not hash.
        of_text: the mode announces ciphertext and plaintext too, see `controllers.ports.status`.

    Ports:
        data: words from the buffer; ``busy`` while some wait or are still computed. header: words that the pre-processor passes on.
        status: from the mode. failure: the pre-processor asks for the status FAILURE; failed: sent.
        do: data output; last: 1 with the status word.
    """

    def __init__(self, *, width: int, tag_bytes: int, digest_bytes: int | None, of_text: bool = False):
        self.width, self.tag_bytes, self.digest_bytes, self.of_text = width, tag_bytes, digest_bytes, of_text
        super().__init__({"data": In(bus(width)), "busy": In(1), "header": In(bus(width)), "status": In(status(of_text=of_text)),
                          "failure": In(1), "failed": Out(1), "do": Out(bus(width)), "last": Out(1)})

    def elaborate(self, platform):
        m = Module()
        part, parts = Signal(range(max(2, 32 // self.width)), name="header_part"), 32 // self.width
        ends = self.status.done | self.failure
        m.d.comb += [
            self.do.valid.eq(self.data.valid | (~self.busy & (self.header.valid | self.status.announce | ends))),
            self.data.ready.eq(self.do.ready), self.header.ready.eq(self.do.ready & ~self.busy),
            self.last.eq(ends & ~self.busy & ~self.data.valid)]
        with m.If(self.data.valid | self.busy):
            m.d.comb += self.do.data.eq(self.data.data)
        with m.Elif(self.header.valid):
            m.d.comb += self.do.data.eq(self.header.data)
        with m.Elif(self.status.announce):
            m.d.comb += [self.do.data.eq(self._announcement(part)), self.status.announced.eq(self.do.ready & (part == parts - 1))]
            with m.If(self.do.ready):
                m.d.sync += part.eq(Mux(part == parts - 1, 0, part + 1))
        with m.Else():
            success = self.status.success & ~self.failure
            opcode = Mux(success, Opcode.SUCCESS, Opcode.FAILURE)
            m.d.comb += [self.do.data.eq(Cat(Const(0, self.width - 4), Const(0, 4) | opcode)[:self.width]),
                         self.status.accepted.eq(self.status.done & self.do.ready), self.failed.eq(self.failure & self.do.ready)]
        return m

    def _announcement(self, part: Signal):
        """One word of the header of a tag, a digest or a text."""
        tag = Header(type=Segment.TAG, length=self.tag_bytes, last=True).encode()
        digest = tag if self.digest_bytes is None else Header(type=Segment.DIGEST, length=self.digest_bytes, last=True).encode()
        header = Mux(self.status.announcement == Announcement.DIGEST, Const(digest, 32), Const(tag, 32))
        if self.of_text:
            header = Mux(self.status.text, self._text(), header)
        word = header[-self.width:]
        for number in range(1, 32 // self.width):
            high = 32 - number * self.width
            word = Mux(part == number, header[high - self.width:high], word)
        return word

    def _text(self):
        """The header of a ciphertext, or of a plaintext, which is the last segment."""
        ciphertext, plaintext = (Header(type=kind, length=0, last=last).encode() >> 16
                                 for kind, last in ((Segment.CIPHERTEXT, False), (Segment.PLAINTEXT, True)))
        return Cat(self.status.length, Mux(self.status.plaintext, Const(plaintext, 16), Const(ciphertext, 16)))
