# SPDX-License-Identifier: Apache-2.0
"""A whole core with the LWC Hardware API: pre-processor, key reader, buffer, mode,
post-processor."""

from amaranth.hdl import Cat, Const, Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect

from ..errors import CallError
from .blockbuffer import BlockBuffer
from .inplacebuffer import InPlaceBuffer
from .keyreader import KeyReader
from .latebuffer import LateBuffer
from .narrow import Joiner, Splitter, inner_width
from .passage import Passage
from .postprocessor import PostProcessor
from .preprocessor import PreProcessor
from .splitbuffer import SplitBuffer
from .streamregister import StreamRegister
from .wholebuffer import WholeBuffer


class LwcCore(wiring.Component):
    """The top module.

    Args:
        mode: a `controllers.contract.Controller`, which says what it needs.
        aead: software model, for the lengths, or None for a core that only hashes.
        hash_function: software model of the hash in the same core, or None.
        width: bits of PDI, SDI and DO.
        registered: PDI, SDI and DO go through registers, so that no output depends on an input in
            the same cycle. A word then takes a cycle more to come in and one more to go out.
        inplace: a block stays in its registers until its answer has left, see `InPlaceBuffer`. A
            mode that works ``by_word`` has no others than its own, see `Passage`.

    Ports: those of the API. With a mode on shares PDI, SDI and DO have a word of each share side by
    side, share 0 at the top, as in the side-channel extension of GMU's development package; its
    stream of random bits is RDI (``rdi_data``, ``rdi_valid``, ``rdi_ready``).
    """

    def __init__(
        self,
        mode,
        aead,
        hash_function,
        *,
        width: int,
        registered: bool = False,
        inplace: bool = False,
    ):
        self.inplace = inplace
        self.mode, self.aead, self.hash_function, self.width = mode, aead, hash_function, width
        self.registered, self.shares = registered, mode.shares
        wide = width * mode.shares
        random = (
            {"rdi_data": In(mode.random_bits), "rdi_valid": In(1), "rdi_ready": Out(1)}
            if mode.random_bits
            else {}
        )
        super().__init__({
            "pdi_data": In(wide), "pdi_valid": In(1), "pdi_ready": Out(1),
            "sdi_data": In(wide), "sdi_valid": In(1), "sdi_ready": Out(1),
            "do_data": Out(wide), "do_valid": Out(1), "do_ready": In(1), "do_last": Out(1),
            **random})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        width, aead, digest = self.width, self.aead, self.hash_function
        keeps, whole = self.mode.buffer_bytes is not None, self.mode.announces_last
        padded = whole and aead.marks_padding
        longer = whole and aead.ciphertext_bytes(aead.block_bytes) > aead.block_bytes
        m.submodules.mode = mode = self.mode
        lengths = (
            {
                "nonce_bytes": aead.nonce_bytes,
                "tag_bytes": aead.tag_bytes,
                "block_bytes": aead.block_bytes,
                "ad_step": aead.ad_step,
            }
            if aead
            else {"nonce_bytes": 0, "tag_bytes": 0, "block_bytes": 1}
        )
        m.submodules.pre = pre = PreProcessor(
            width=width,
            **lengths,
            hash_block_bytes=digest.block_bytes if digest else None,
            decrypts=mode.decrypts,
            encrypts=aead is not None,
            passes_headers=not keeps,
            settles_ends=not mode.takes_empty_ends,
            headers_first=mode.calls > 1 and not keeps,
            whole_ciphertext=whole,
            pads_always=longer,
            marks_padding=padded,
            shares=self.shares,
        )
        if aead:
            m.submodules.keyreader = key = KeyReader(
                width=width, key_bytes=aead.key_bytes, stores=not mode.keeps_key, shares=self.shares
            )
            m.d.comb += (
                [
                    mode.key_word.eq(key.word),
                    mode.key_write.eq(key.write),
                    key.free.eq(mode.key_free),
                ]
                if mode.keeps_key
                else mode.key.eq(key.key)
            )
            m.d.comb += [
                key.load.eq(pre.key_load),
                pre.key_loaded.eq(key.loaded),
                pre.key_valid.eq(key.key_valid),
                pre.key_length.eq(key.length),
                pre.key_length_taken.eq(key.length_taken),
                pre.key_data_taken.eq(key.data_taken),
                key.left.eq(pre.key_left),
                key.ending.eq(pre.key_ending),
            ]
        m.submodules.buffer = buffer = self._buffer()
        m.submodules.post = post = PostProcessor(
            width=width,
            tag_bytes=aead.tag_bytes if aead else None,
            digest_bytes=digest.digest_bytes if digest else None,
            of_text=keeps or whole,
            padded=padded,
            shares=self.shares,
        )
        for sender, receiver in (
            (self._split(m, pre), buffer.words),
            (buffer.block, mode.block),
            (mode.answer, buffer.answer),
            (self._joined(m, pre, buffer), post.data),
            (pre.header, post.header),
            (mode.status, post.status),
        ):
            connect(m, sender, receiver)
        self._control(m, pre.control, buffer)
        if padded:
            m.d.comb += mode.control.padded.eq(pre.control.padded)
        failure = pre.failure & ~self.held
        if whole:
            # A last block whose header has left goes first.
            failure = failure & ~(mode.status.text & ~mode.status.announce)
        m.d.comb += [
            buffer.short.eq(mode.short),
            post.busy.eq(~self.sent),
            post.failure.eq(failure),
            pre.failed.eq(post.failed),
            pre.finished.eq(post.status.accepted),
        ]
        if "abort" in buffer.signature.members:
            m.d.comb += buffer.abort.eq(pre.control.abort)
        self._takes(m, "pdi", pre.pdi)
        if aead:
            self._takes(m, "sdi", key.sdi)
        self._gives(m, post)
        if mode.random_bits:
            m.d.comb += [
                mode.random.eq(self.rdi_data),
                mode.random_valid.eq(self.rdi_valid),
                self.rdi_ready.eq(mode.random_ready),
            ]
        return m

    def _control(self, m: Module, control, buffer) -> None:
        """What the mode hears of the message; of an abort when it has taken all that came
        before."""
        heard = self.mode.control
        self.held = buffer.held if "held" in buffer.signature.members else Const(0)
        m.d.comb += [
            getattr(heard, name).eq(getattr(control, name))
            for name in ("decrypt", "hash", "hashing")
        ]
        m.d.comb += heard.abort.eq(control.abort & ~self.held)

    def _widths(self) -> tuple[int, int]:
        """Bits of the words in the buffer, and of the parts of them that a hash takes one by
        one."""
        mode = self.mode
        size = len(mode.block.mask)
        hashed = self.hash_function.block_bytes if self.hash_function else size
        alone = [
            size
            for size in mode.short_bytes
            if size == hashed and size < self.width // 8 and self.aead
        ]
        inner = inner_width(
            self.width, [size for size in (size, *mode.short_bytes) if size not in alone]
        )
        return inner, 8 * alone[0] if alone else inner

    def _split(self, m: Module, pre: PreProcessor):
        """Words for the buffer: those of the bus, or parts of them."""
        inner, part = self._widths()
        if part == self.width:
            return pre.words
        m.submodules.splitter = splitter = Splitter(width=self.width, inner=inner, part=part)
        connect(m, pre.words, splitter.words)
        m.d.comb += splitter.active.eq(pre.control.hash if part < inner else 1)
        return splitter.parts

    def _joined(self, m: Module, pre: PreProcessor, buffer):
        """Words of the bus from those of the buffer; what is left of a segment leaves when
        something else is to follow.
        """
        inner, _ = self._widths()
        if inner == self.width:
            self.sent = buffer.empty
            return buffer.output
        m.submodules.joiner = joiner = Joiner(width=self.width, inner=inner)
        connect(m, buffer.output, joiner.parts)
        self.sent, status = buffer.empty & joiner.empty, self.mode.status
        follows = pre.header.valid | status.announce | status.done | pre.failure
        m.d.comb += joiner.flush.eq(buffer.empty & follows)
        return joiner.output

    def _buffer(
        self,
    ) -> BlockBuffer | InPlaceBuffer | LateBuffer | Passage | SplitBuffer | WholeBuffer:
        if self.inplace or self.mode.by_word:
            return self._in_place()
        mode, size = self.mode, len(self.mode.block.mask)
        keeps_open = not (mode.takes_empty_ends or mode.holds_open)
        inner, _ = self._widths()
        if mode.calls > 1 and mode.buffer_bytes is None:
            return WholeBuffer(
                width=inner,
                size=size,
                short_sizes=mode.short_bytes,
                owes=mode.calls + mode.owes,
                owes_last=not mode.announces_last,
            )
        if mode.keeps_answers:
            # A received tag may come before the last answer has left, or the next block before the
            # answer.
            early = mode.answer_cycles < 8 * size // inner
            return LateBuffer(
                width=inner,
                size=size,
                keeps_open=keeps_open,
                opens=mode.holds_open,
                direct=mode.decrypts or early,
            )
        if mode.answers_late:
            return SplitBuffer(
                width=inner,
                size=size,
                short_sizes=mode.short_bytes,
                keeps_open=keeps_open,
                opens=mode.holds_open,
                owes=mode.owes,
                owes_last=not mode.announces_last,
            )
        return BlockBuffer(
            width=inner,
            size=size,
            short_sizes=mode.short_bytes,
            keeps_open=keeps_open,
            forgets=mode.cuts_blocks,
            ahead=mode.answers_ahead,
            shares=self.shares,
        )

    def _in_place(self) -> InPlaceBuffer | Passage:
        """Raises CallError: an answer comes later than its block is taken, or in shares."""
        mode, (inner, _) = self.mode, self._widths()
        if mode.by_word:
            return Passage(width=inner, opens=mode.holds_open)
        if mode.answers_late or mode.keeps_answers or mode.calls > 1 or self.shares > 1:
            raise CallError(
                "inplace goes with modes that answer a block while it is there, on one "
                "share, and with those over a forkcipher."
            )
        return InPlaceBuffer(
            width=inner,
            size=len(mode.block.mask),
            short_sizes=mode.short_bytes,
            forgets=mode.cuts_blocks,
            ahead=mode.answers_ahead,
        )

    def _takes(self, m: Module, name: str, stream) -> None:
        """The ports of a stream that comes in."""
        given = stream
        if self.registered:
            m.submodules[f"{name}_register"] = register = StreamRegister(len(stream.data))
            connect(m, register.output, stream)
            given = register.input
        m.d.comb += [
            given.data.eq(getattr(self, f"{name}_data")),
            given.valid.eq(getattr(self, f"{name}_valid")),
            getattr(self, f"{name}_ready").eq(given.ready),
        ]

    def _gives(self, m: Module, post: PostProcessor) -> None:
        """The ports of DO."""
        do, last, data = post.do, post.last, post.do.data
        if self.registered:
            m.submodules.do_register = register = StreamRegister(len(data) + 1)
            m.d.comb += [
                register.input.data.eq(Cat(data, last)),
                register.input.valid.eq(do.valid),
                do.ready.eq(register.input.ready),
            ]
            do, data = register.output, register.output.data[: len(data)]
            last = do.valid & register.output.data[-1]
        m.d.comb += [
            self.do_data.eq(data),
            self.do_valid.eq(do.valid),
            do.ready.eq(self.do_ready),
            self.do_last.eq(last),
        ]
