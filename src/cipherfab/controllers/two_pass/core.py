# SPDX-License-Identifier: Apache-2.0
"""What the controllers of modes with two passes over a message have in common; it is kept in a
buffer.

The first pass gives the tag, the second one the key stream, which starts from the tag.

- **Encryption**: each block is taken into the tag as it comes, and stored. With the tag comes the
  key stream, a call for each block. The header of the ciphertext leaves when the message is whole,
  since only then its length is known.
- **Decryption**: the ciphertext is stored until the tag has come; it stays in the words of the
  block buffer while the key stream under it is computed. Each block is deciphered, written back,
  and taken into the tag. Then the tags are compared, in one cycle, and the plaintext leaves, or, if
  they differ, nothing but the status.
- **A message that is longer than the buffer** is swallowed to its end, a decryption to the end of
  its tag. Nothing leaves, no key stream is computed, and the status is failure.

So ciphertext and plaintext leave as one segment each, whatever segments came in. Calls are back to
back.
"""

from abc import abstractmethod
from enum import IntEnum
from typing import Any, Self

from amaranth.hdl import Const, Module, Mux
from amaranth.lib.wiring import Component

from ...architectures.iterated.iterated import Iterated, echoed, sources
from ...modes.model import AeadModel
from ..block.core import BlockCore
from ..parts.declared import During, Register, Wire, block_bits, block_bytes
from ..parts.iterated import iterated
from ..request import Request
from .message_buffer import MessageBuffer

MAX_BYTES = 0x8000
"""The largest buffer: what leaves is one segment, whose length has 16 bits."""


class Call(IntEnum):
    """What a call of the cipher is for."""

    AD = 0
    MESSAGE = 1
    TAG = 2
    STREAM = 3


class TwoPassCore(BlockCore):
    """The phases of a message and its buffer. A subclass says what goes into the calls, and has a
    state SUM.

    No input comes while answers leave, so that they share the words of `lwc.blockbuffer`.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher``, encryption only.
        buffer_bytes: most bytes of a message: a power of two, at least two blocks and at most
            `MAX_BYTES`.
        decrypts: False for a core that only encrypts.

    Attributes:
        buffer: the message.
        calling: what the call is for that was started last.
        stream_takes_text: a call for key stream depends on the block before.
    """

    answers_late = False
    verified = "HEADER"
    stream_takes_text = False

    call = Wire("What the call is for that starts.", Call)
    call_under_way = Register("What the one is for that was started last.", Call)
    # Of the input or, in a decryption, as the key stream makes it; with `stream_takes_text`, while
    # the ciphertext leaves, the one in the buffer.
    text = Wire("The block of plaintext for the tag.", block_bits)
    text_mask = Wire("Its valid bytes.", block_bytes)
    keystream = Wire("To be driven with the key stream, from the cipher's result.", block_bits)
    needs_call = Wire("0 if `loads` takes a block into the tag.", init=1, name="block_calls")
    loads = Wire("A block is taken into the tag without a call.", name="block_loads")
    absorbs = Wire("A block of the message is taken into the tag.")
    restarts = Wire("The associated data, or the message of an encryption, has ended.")
    tag_result_leaves = Wire("To be driven: a result that is no key stream leaves.")
    # A block is deciphered; ciphertext or plaintext leaves, or its header does.
    opens, sends, text_leaves = map(During, ("OPEN", "SEND", "HEADER SEND"))

    def __init__(self, aead: AeadModel, cipher, *, buffer_bytes: int, decrypts: bool = True):
        if buffer_bytes.bit_count() != 1 or not 2 * aead.block_bytes <= buffer_bytes <= MAX_BYTES:
            raise ValueError(
                "expected a buffer whose bytes are a power of two "
                f"from {2 * aead.block_bytes} to {MAX_BYTES}, got {buffer_bytes}"
            )
        self.buffer_bytes = buffer_bytes
        super().__init__(aead, cipher, decrypts=decrypts)
        blocks = buffer_bytes // aead.block_bytes
        self.buffer = MessageBuffer(block_bytes=aead.block_bytes, blocks=blocks)
        self.calling = self.call_under_way

    @classmethod
    def of(cls, request: Request, cipher: Component | None = None, **given: Any) -> Self:
        return super().of(request, cipher, buffer_bytes=request.buffer_bytes, **given)

    def datapath(self, m: Module) -> None:
        """Buffer, kind of call, text; then what is the mode's."""
        m.submodules.buffer = self.buffer
        self.keep_calls(m)
        block, buffer, is_stream = self.block, self.buffer, self.calling == Call.STREAM
        kept = self.reads_buffer()
        m.d.comb += [
            buffer.replacement.eq(
                (self.keystream ^ buffer.data) & self.valid_bits(buffer.read_mask)
            ),
            buffer.block.eq(block.data),
            buffer.mask.eq(block.mask),
            buffer.clear.eq(self.starting),
            self.text_mask.eq(Mux(self.opens | kept, buffer.read_mask, block.mask)),
            self.text.eq(Mux(self.opens, buffer.replacement, Mux(kept, buffer.data, block.data))),
            self.answer.data.eq(buffer.data ^ Mux(self.decrypt, 0, self.keystream)),
            self.answer.mask.eq(buffer.read_mask),
            self.status.length.eq(buffer.length),
            self.status.plaintext.eq(self.decrypt),
            self.cipher.out_ready.eq(
                # Calls of a message that was given up leave by themselves.
                self.starting
                | Mux(
                    is_stream, self.opens | (self.sends & self.answer.ready), self.tag_result_leaves
                )
            ),
        ]
        self.tagging(m)

    def keep_calls(self, m: Module) -> None:
        """Describe `calling`."""
        with m.If(self.started):
            m.d.sync += self.calling.eq(self.call)

    def reads_buffer(self):
        """1 if `text` is the block in the buffer."""
        return self.text_leaves if self.stream_takes_text else Const(0)

    @abstractmethod
    def tagging(self, m: Module) -> None:
        """What `datapath` is elsewhere: registers, inputs of the cipher, `keystream`, `tag`,
        `tag_result_leaves`."""

    @abstractmethod
    def sum(self, m: Module) -> None:
        """What happens in the state SUM, when all blocks are taken into the tag, up to `summed`."""

    def message(self, m: Module) -> None:
        """Blocks are stored; in an encryption they are taken into the tag."""
        block, buffer = self.block, self.buffer
        wanted = block.valid & ~self.empty & ~buffer.full
        m.d.comb += [
            self.call.eq(Call.MESSAGE),
            # A decryption only stores blocks here, and waits for no call.
            block.ready.eq(self.empty | (~buffer.full & (self.decrypt | self.cipher.in_ready))),
            self.cipher.in_valid.eq(wanted & ~self.decrypt & self.needs_call),
            self.loads.eq(wanted & ~self.decrypt & ~self.needs_call & self.cipher.in_ready),
            self.absorbs.eq(self.started | self.loads),
            buffer.append.eq(block.valid & block.ready & ~self.empty),
        ]
        with m.If(block.valid & ~self.empty & buffer.full):
            # As for a wrong tag: the status must be failure.
            m.d.sync += self.mismatch[0].eq(1)
            self.enter(m, "SWALLOW")
        with m.Elif(block.valid & block.ready & block.last):
            m.d.comb += self.restarts.eq(1)
            self.enter(m, "SUM")
            if self.decrypts:
                # An empty message has no key stream.
                with m.If(self.decrypt & ~(self.empty & buffer.empty)):
                    self.enter(m, "STREAM")

    def states(self) -> dict:
        """The end of the tag, and the blocks of a decryption."""
        ends = {"SUM": self.sum, "SWALLOW": self.swallow}
        return ends | (self.deciphering() if self.decrypts else {})

    def more_states(self, m: Module) -> None:
        """Also what leaves, which an abort does not end."""
        super().more_states(m)
        with m.State("HEADER"):
            self._header(m)
        with m.State("SEND"):
            self._send(m)

    def deciphering(self) -> dict:
        """The states of a decryption up to SUM."""
        return {"STREAM": self._stream, "OPEN": self._open}

    def summed(self, m: Module) -> None:
        """The tag is under way, or there."""
        self.enter(m, "HEADER")
        if self.decrypts:
            with m.If(self.decrypt):
                self.enter(m, "VERIFY")

    def _stream(self, m: Module) -> None:
        """In a decryption, the call for a block of key stream, as soon as the tag is there; it
        is not taken yet."""
        m.d.comb += [self.call.eq(Call.STREAM), self.cipher.in_valid.eq(self.block.valid)]
        with m.If(self.started):
            self.enter(m, "OPEN")

    def _open(self, m: Module) -> None:
        """The block of plaintext is there when the key stream is: it is written back and taken into
        the tag.

        If that needs no call, the next one for key stream starts.
        """
        there = self.cipher.out_valid
        m.d.comb += [
            self.call.eq(Mux(self.needs_call, Call.MESSAGE, Call.STREAM)),
            self.cipher.in_valid.eq(there & (self.needs_call | ~self.buffer.last)),
            self.loads.eq(there & ~self.needs_call),
            self.absorbs.eq(there),
            self.buffer.replace.eq(there),
            self.buffer.advance.eq(there),
        ]
        with m.If(there):
            with m.If(self.buffer.last):
                self.enter(m, "SUM")
            with m.Elif(self.needs_call):
                self.enter(m, "STREAM")

    def _header(self, m: Module) -> None:
        """The header of what leaves; in an encryption while the tag and the key stream are
        computed."""
        self._encipher(m)
        m.d.comb += [self.status.announce.eq(~self.mismatch.any()), self.status.text.eq(1)]
        # A wrong tag, or a long message: without a header not a byte leaves.
        with m.If(self.mismatch.any()):
            self.enter(m, "STATUS")
        with m.Elif(self.status.announced):
            self.enter(m, "SEND")
            with m.If(self.buffer.empty):
                self._after_text(m)

    def _send(self, m: Module) -> None:
        """Block for block: in an encryption when its key stream is there, while the next call
        starts."""
        self._encipher(m)
        there = self.decrypt | (self.cipher.out_valid & (self.calling == Call.STREAM))
        m.d.comb += [self.answer.valid.eq(there), self.buffer.advance.eq(there & self.answer.ready)]
        with m.If(self.buffer.advance & self.buffer.last):
            self._after_text(m)

    def _encipher(self, m: Module) -> None:
        """In an encryption, a call for key stream while there is a block without."""
        # The call under way is for the block that is read; the next one is for that behind it.
        more = Mux(self.calling == Call.STREAM, ~self.buffer.last, ~self.buffer.empty)
        m.d.comb += [self.call.eq(Call.STREAM), self.cipher.in_valid.eq(more & ~self.decrypt)]

    def _after_text(self, m: Module) -> None:
        self.enter(m, "ANNOUNCE")
        # The tag of a decryption was compared in front of the text.
        with m.If(self.decrypt):
            self.enter(m, "STATUS")


def cipher_of(request: Request, primitive) -> Iterated:
    """A cipher whose result stays until the next start, and which computes on with it or is loaded.

    Args:
        request: what the core name asks for.
        primitive: the cipher, from ``plaintext`` to ``ciphertext``.
    """
    block = {name for name, read in sources(primitive).items() if "plaintext" in read}
    fed_back = echoed(primitive, {"plaintext": "ciphertext"})
    return iterated(request, primitive, feedback=fed_back, loadable=block)
