"""The hardware controller of `sct2`: two passes over a message of at most so many bytes, kept in a buffer.

- **Encryption**: each block is enciphered for the tag as it comes, and stored. With the tag comes the key stream, a call for each
  block. The header of the ciphertext leaves when the message is whole, since only then its length is known.
- **Decryption**: the ciphertext is stored until the tag has come; it stays in the words of the block buffer while the key stream
  under it is computed. Each block is deciphered, written back, and enciphered for the tag. Then the tags are compared, in one
  cycle, and the plaintext leaves, or, if they differ, nothing but the status.
- **A message that is longer than the buffer** is swallowed to its end, a decryption to the end of its tag. Nothing leaves, no key
  stream is computed, and the status is failure.

So ciphertext and plaintext leave as one segment each, whatever segments came in. Calls are back to back: one for each block in each
pass, and one for the tag.
"""

from enum import IntEnum

from amaranth.hdl import Cat, Module, Mux, Signal

from ..architectures.iterated.iterated import Iterated
from ..modes.sct2 import AD, PADDED, PADDING, STREAM, TAG, Sct2
from .block import BlockCore
from .contract import Takes
from .message_buffer import MessageBuffer
from .ports import Phase
from .wanted import Wanted

INDEX = 64
"""Bits of the index of a block; those above are 0 for any data that can be sent."""

MAX_BYTES = 0x8000
"""The largest buffer: what leaves is one segment, whose length has 16 bits."""


class Call(IntEnum):
    """What a call of the cipher is for."""

    AD = 0
    MESSAGE = 1
    TAG = 2
    STREAM = 3


class Sct2Core(BlockCore):
    """Controls ``cipher`` for a `sct2.Sct2`; see `BlockCore`.

    No input comes while answers leave, so that they share the words of `lwc.blockbuffer`.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher``, encryption only.
        buffer_bytes: most bytes of a message: a power of two, at least two blocks and at most `MAX_BYTES`.
        decrypts: False for a core that only encrypts.
    """

    answers_late = False
    verified = "HEADER"

    def __init__(self, aead: Sct2, cipher, *, buffer_bytes: int, decrypts: bool = True):
        if buffer_bytes.bit_count() != 1 or not 2 * aead.block_bytes <= buffer_bytes <= MAX_BYTES:
            raise ValueError(f"expected a buffer whose bytes are a power of two from {2 * aead.block_bytes} to {MAX_BYTES}, "
                             f"got {buffer_bytes}")
        self.buffer_bytes = buffer_bytes
        super().__init__(aead, cipher, decrypts=decrypts)

    def datapath(self, m: Module) -> None:
        """Counter, sum of the enciphered blocks, buffer; what goes into the cipher and comes out of it."""
        m.submodules.buffer = self.buffer = MessageBuffer(
            block_bytes=self.aead.block_bytes, blocks=self.buffer_bytes // self.aead.block_bytes)
        self.call, self.calling = Signal(Call, name="call"), Signal(Call, name="call_under_way", reset_less=True)
        self.total, self.total_next = (Signal(len(self.block.data), name=name, reset_less=True) for name in ("total", "total_next"))
        # A block of key stream is used for decryption; blocks are sent; the index starts again.
        self.opens, self.sends, self.restarts = (Signal(name=name) for name in ("opens", "sends", "counter_restarts"))
        self._counter(m)
        self._inputs(m)
        self._results(m)

    def _counter(self, m: Module) -> None:
        """The index of the block of the next call. In a decryption two calls have the same."""
        self.counter = Signal(INDEX, name="counter", reset_less=True)
        with m.If(self.begin | self.restarts):
            m.d.sync += self.counter.eq(0)
        with m.Elif(self.started & ~(self.decrypt & (self.call == Call.STREAM))):
            m.d.sync += self.counter.eq(self.counter + 1)

    def _inputs(self, m: Module) -> None:
        """Tweak and block of a call: of the input, or, in a decryption, what the key stream makes of the ciphertext."""
        block, buffer, cipher = self.block, self.buffer, self.cipher
        mask, text = Signal(len(block.mask), name="text_mask"), Signal(len(block.data), name="text")
        m.d.comb += [
            mask.eq(Mux(self.opens, buffer.read_mask, block.mask)),
            buffer.replacement.eq((cipher.out_ciphertext ^ buffer.data) & self.valid_bits(buffer.read_mask)),
            text.eq(Mux(self.opens, buffer.replacement, block.data) | self.padding(PADDING, mask)),
            buffer.block.eq(block.data), buffer.mask.eq(block.mask), buffer.clear.eq(self.starting),
            cipher.in_key.eq(self.key), cipher.in_tweak.eq(self._tweak(mask)),
            cipher.in_plaintext.eq(Mux(self.call == Call.STREAM, self.nonce, Mux(self.call == Call.TAG, self.total_next, text)))]

    def _tweak(self, mask: Signal):
        size, rows = len(self.block.data), self.buffer.length_bits - self.buffer.rest_bits
        first = Mux(self.call == Call.TAG, TAG, Mux(self.call == Call.AD, AD, 0) | Mux(mask[0], 0, PADDED))
        rest = Mux(self.call == Call.TAG, self.nonce, self.counter)[:size - 8]
        under_tag = Mux(self.decrypt, self.block.data, self.total_next) | (STREAM << size - 8)
        return Mux(self.call == Call.STREAM, under_tag ^ self.counter[:rows], Cat(rest, first))

    def _results(self, m: Module) -> None:
        """The sum, which becomes the tag; and what becomes of a result."""
        cipher, buffer, is_stream = self.cipher, self.buffer, self.calling == Call.STREAM
        m.d.comb += [
            self.total_next.eq(self.total ^ Mux(cipher.out_valid & ~is_stream, cipher.out_ciphertext, 0)),
            self.tag.eq(self.total_next), self.tag_valid.eq(cipher.out_valid | is_stream),
            self.answer.data.eq(buffer.data ^ Mux(self.decrypt, 0, cipher.out_ciphertext)), self.answer.mask.eq(buffer.read_mask),
            self.status.length.eq(buffer.length), self.status.plaintext.eq(self.decrypt),
            cipher.out_ready.eq(self.starting | Mux(is_stream, self.opens | (self.sends & self.answer.ready),
                                                    (self.calling != Call.TAG) | self.tag_leaves | cipher.in_valid))]
        with m.If(self.started):
            m.d.sync += self.calling.eq(self.call)
        with m.If(self.starting | (self.started & (self.call == Call.TAG))):
            m.d.sync += self.total.eq(0)
        with m.Elif(self.left):
            m.d.sync += self.total.eq(self.total_next)

    def associated_data(self, m: Module) -> None:
        """A call for each block; none for empty data."""
        block = self.block
        m.d.comb += [
            self.call.eq(Call.AD),
            block.ready.eq(self.cipher.in_ready | self.empty),
            self.cipher.in_valid.eq(block.valid & ~self.empty),
        ]
        with m.If(block.valid & block.ready & block.last):
            m.d.comb += self.restarts.eq(1)
            self.enter(m, "MESSAGE")

    def message(self, m: Module) -> None:
        """Blocks are stored; in an encryption with a call for each."""
        block, buffer = self.block, self.buffer
        m.d.comb += [
            self.call.eq(Call.MESSAGE),
            block.ready.eq(self.empty | (~buffer.full & (self.decrypt | self.cipher.in_ready))),
            self.cipher.in_valid.eq(block.valid & ~self.empty & ~buffer.full & ~self.decrypt),
            buffer.append.eq(block.valid & block.ready & ~self.empty)]
        with m.If(block.valid & ~self.empty & buffer.full):
            m.d.sync += self.mismatch[0].eq(1)
            self.enter(m, "SWALLOW")
        with m.Elif(block.valid & block.ready & block.last):
            m.d.comb += self.restarts.eq(1)
            self.enter(m, "SUM")
            if self.decrypts:
                with m.If(self.decrypt & ~(self.empty & buffer.empty)):
                    self.enter(m, "STREAM")

    def more_states(self, m: Module) -> None:
        """The call for the tag, what leaves, and the blocks of a decryption."""
        self.state(m, "SUM", self._sum)
        self.state(m, "SWALLOW", self._swallow)
        if self.decrypts:
            self.state(m, "STREAM", self._stream)
            self.state(m, "OPEN", self._open)
        with m.State("HEADER"):
            self._header(m)
        with m.State("SEND"):
            self._send(m)

    def _swallow(self, m: Module) -> None:
        """The rest of a message that is too long."""
        end = Mux(self.decrypt, Phase.TAG, Phase.MESSAGE)
        m.d.comb += self.block.ready.eq(1)
        with m.If(self.block.valid & self.block.last & (self.block.phase == end)):
            self.enter(m, "STATUS")

    def _stream(self, m: Module) -> None:
        """In a decryption, the call for a block of key stream, as soon as the tag is there; it is not taken yet."""
        m.d.comb += [self.call.eq(Call.STREAM), self.cipher.in_valid.eq(self.block.valid)]
        with m.If(self.started):
            self.enter(m, "OPEN")

    def _open(self, m: Module) -> None:
        """The block of plaintext is there when the key stream is: it is written back, and the call for it starts."""
        m.d.comb += [self.opens.eq(1), self.call.eq(Call.MESSAGE), self.cipher.in_valid.eq(1),
                     self.buffer.replace.eq(self.started), self.buffer.advance.eq(self.started)]
        with m.If(self.started):
            self.enter(m, "STREAM")
            with m.If(self.buffer.last):
                self.enter(m, "SUM")

    def _sum(self, m: Module) -> None:
        m.d.comb += [self.call.eq(Call.TAG), self.cipher.in_valid.eq(1), self.restarts.eq(1)]
        with m.If(self.started):
            self.enter(m, "HEADER")
            with m.If(self.decrypt):
                self.enter(m, "VERIFY")

    def _header(self, m: Module) -> None:
        """The header of what leaves; in an encryption while the tag and the key stream are computed."""
        self._encipher(m)
        m.d.comb += [
            self.status.announce.eq(~self.mismatch.any()),
            self.status.text.eq(1),
        ]
        with m.If(self.mismatch.any()):
            self.enter(m, "STATUS")
        with m.Elif(self.status.announced):
            self.enter(m, "SEND")
            with m.If(self.buffer.empty):
                self._after_text(m)

    def _send(self, m: Module) -> None:
        """Block for block: in an encryption when its key stream is there, while the next call starts."""
        self._encipher(m)
        there = self.decrypt | (self.cipher.out_valid & (self.calling == Call.STREAM))
        m.d.comb += [self.sends.eq(1), self.answer.valid.eq(there), self.buffer.advance.eq(there & self.answer.ready)]
        with m.If(self.buffer.advance & self.buffer.last):
            self._after_text(m)

    def _encipher(self, m: Module) -> None:
        """In an encryption, a call for key stream while there is a block without."""
        more = Mux(self.calling == Call.STREAM, ~self.buffer.last, ~self.buffer.empty)
        m.d.comb += [self.call.eq(Call.STREAM), self.cipher.in_valid.eq(more & ~self.decrypt)]

    def _after_text(self, m: Module) -> None:
        self.enter(m, "ANNOUNCE")
        with m.If(self.decrypt):
            self.enter(m, "STATUS")


MODELS = (Sct2,)
TAKES = Takes(buffer=True)


def make(wanted: Wanted) -> Sct2Core:
    """The controller for a core. Decryption needs no inverse cipher."""
    return Sct2Core(wanted.aead, Iterated(wanted.aead.cipher, unrolled=wanted.unrolled), buffer_bytes=wanted.buffer_bytes,
                    decrypts=wanted.decrypts)
