# SPDX-License-Identifier: Apache-2.0
"""A whole core with the LWC Hardware API: pre-processor, key reader, buffer, mode,
post-processor."""

from amaranth.hdl import Cat, Const, Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect

from .buffers import buffer_for
from .indicator import Indicator
from .keyreader import KeyReader
from .narrow import Joiner, Splitter
from .needs import Needs
from .noncemask import NonceMask
from .postprocessor import PostProcessor
from .preprocessor import PreProcessor
from .streamregister import StreamRegister


class LwcCore(wiring.Component):
    """A core with the LWC Hardware API: a mode, and what reads and writes the bus for it.

    Args:
        mode: a `controllers.contract.Controller`, which says what it needs.
        aead: software model, for the lengths, or None for a core that only hashes. Of its
            key the last ``mask_bytes`` are added to each nonce, see `NonceMask`.
        hash_function: software model of the hash in the same core, or None.
        width: bits of PDI, SDI and DO.
        registered: PDI, SDI and DO go through registers, so that no output depends on an input in
            the same cycle. A word then takes a cycle more to come in and one more to go out.
        inplace: a block stays in its registers until its answer has left, see `InPlaceBuffer`. A
            mode that works ``by_word`` has no others than its own, see `Passage`.
        key_limit: n: when 2^n bytes of nonces, associated data and texts have come under the key in
            use, every segment but a tag breaks the protocol; so at most 2^n + 65,534 bytes come. 0:
            for any number.
        indicates: outputs say which service ran last, see `Indicator`.

    Ports: those of the API, and with ``indicates`` also ``service`` and ``outcome``. With a mode on
    shares PDI, SDI and DO have a word of each share side by side, share 0 at the top, as in the
    side-channel extension of GMU's development package; its stream of random bits is RDI
    (``rdi_data``, ``rdi_valid``, ``rdi_ready``).
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
        key_limit: int = 0,
        mask_bytes: int = 0,
        indicates: bool = False,
    ):
        self.mode, self.aead, self.hash_function = mode, aead, hash_function
        self.needs = Needs.of(
            mode, aead, hash_function, width=width, inplace=inplace, key_limit=key_limit
        )
        self.registered = registered
        self.mask_bytes = mask_bytes
        self.indicator = Indicator() if indicates else None
        self.nonce_mask = NonceMask(width=width) if self.mask_bytes else None
        wide = width * mode.shares
        random = (
            {"rdi_data": In(mode.random_bits), "rdi_valid": In(1), "rdi_ready": Out(1)}
            if mode.random_bits
            else {}
        )
        told = {"service": Out(4), "outcome": Out(2)} if indicates else {}
        super().__init__({
            "pdi_data": In(wide), "pdi_valid": In(1), "pdi_ready": Out(1),
            "sdi_data": In(wide), "sdi_valid": In(1), "sdi_ready": Out(1),
            "do_data": Out(wide), "do_valid": Out(1), "do_ready": In(1), "do_last": Out(1),
            **random, **told})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        needs, mode = self.needs, self.mode
        m.submodules.mode = mode
        m.submodules.pre = pre = PreProcessor(needs, indicates=self.indicator is not None)
        if needs.encrypts:
            self._key(m, pre)
        m.submodules.buffer = buffer = buffer_for(needs)
        m.submodules.post = post = PostProcessor(needs)
        for sender, receiver in (
            (self._split(m, pre), buffer.words),
            (buffer.block, mode.block),
            (mode.answer, buffer.answer),
            (self._joined(m, pre, buffer), post.data),
            (pre.header, post.header),
            (mode.status, post.status),
        ):
            connect(m, sender, receiver)
        # Such a buffer shows a block later than its last word came, and an abort must not overtake
        # it.
        held = buffer.held if "held" in buffer.signature.members else Const(0)
        self._control(m, pre.control, held)
        failure = pre.failure & ~held
        if needs.announces_last:
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
        if needs.turn_cycles > 1:
            m.d.comb += pre.may_begin.eq(mode.may_begin)
        self._takes(m, "pdi", pre.pdi)
        if needs.encrypts:
            self._takes(m, "sdi", m.submodules.keyreader.sdi)
        self._gives(m, post)
        self._indicates(m, pre, post)
        if mode.random_bits:
            self._random(m)
        return m

    def _random(self, m: Module) -> None:
        """Random bits go to the mode as they come."""
        mode = self.mode
        m.d.comb += [
            mode.random.eq(self.rdi_data),
            mode.random_valid.eq(self.rdi_valid),
            self.rdi_ready.eq(mode.random_ready),
        ]

    def _indicates(self, m: Module, pre: PreProcessor, post: PostProcessor) -> None:
        """What is remembered of messages: at the pre-processor and in front of a register on DO,
        where a message has ended before the next one begins.
        """
        if self.indicator is None:
            return
        m.submodules.indicator = told = self.indicator
        m.d.comb += [
            told.begins.eq(pre.begins),
            told.opcode.eq(pre.now.public[-4:]),
            told.ends.eq(post.do.valid & post.do.ready & post.last),
            told.status.eq(post.do.data[-4:]),
            self.service.eq(told.service),
            self.outcome.eq(told.outcome),
        ]

    def _key(self, m: Module, pre: PreProcessor) -> None:
        """The key reader, whose words the pre-processor counts."""
        mode = self.mode
        m.submodules.keyreader = key = KeyReader(
            width=self.needs.width,
            key_bytes=self.aead.key_bytes,
            stores=not mode.keeps_key,
            mask_bytes=self.mask_bytes,
            shares=self.needs.shares,
        )
        # The first byte of a key is at its top, so the mask, which is its end, has the low bits.
        m.d.comb += (
            [mode.key_word.eq(key.word), mode.key_write.eq(key.write), key.free.eq(mode.key_free)]
            if mode.keeps_key
            else mode.key.eq(key.key[8 * self.mask_bytes :] if self.mask_bytes else key.key)
        )
        if mode.key_waits:
            m.d.comb += mode.key_there.eq(key.there)
        if self.nonce_mask:
            size = 8 * self.mask_bytes
            m.d.comb += [
                self.nonce_mask.mask.eq(key.key[size - self.needs.width : size]),
                key.turn.eq(self.nonce_mask.turn),
            ]
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

    def _control(self, m: Module, control, held) -> None:
        """What the mode hears of the message; of an abort when it has taken all that came
        before."""
        heard = self.mode.control
        m.d.comb += [
            heard.decrypt.eq(control.decrypt),
            heard.hash.eq(control.hash),
            heard.hashing.eq(control.hashing),
            heard.abort.eq(control.abort & ~held),
        ]
        if self.needs.marks_padding:
            m.d.comb += heard.padded.eq(control.padded)
        if self.needs.outputs:
            m.d.comb += [
                heard.output.eq(control.output),
                heard.custom.eq(control.custom),
                heard.customizing.eq(control.customizing),
            ]

    def _split(self, m: Module, pre: PreProcessor):
        """Words for the buffer: those of the bus, or parts of them."""
        inner, part, whole = self.needs.inner, self.needs.part, pre.words
        if self.nonce_mask:
            m.submodules.nonce_mask = self.nonce_mask
            connect(m, pre.words, self.nonce_mask.input)
            whole = self.nonce_mask.output
        if part == self.needs.width:
            return whole
        m.submodules.splitter = splitter = Splitter(
            width=self.needs.width, inner=inner, part=part, shares=self.needs.shares
        )
        connect(m, whole, splitter.words)
        # Only a hash has blocks that are parts of a word.
        m.d.comb += splitter.active.eq(pre.control.hash if part < inner else 1)
        return splitter.parts

    def _joined(self, m: Module, pre: PreProcessor, buffer):
        """Words of the bus from those of the buffer; what is left of a segment leaves when
        something else is to follow.
        """
        inner = self.needs.inner
        if inner == self.needs.width:
            self.sent = buffer.empty
            return buffer.output
        m.submodules.joiner = joiner = Joiner(
            width=self.needs.width, inner=inner, shares=self.needs.shares
        )
        connect(m, buffer.output, joiner.parts)
        self.sent, status = buffer.empty & joiner.empty, self.mode.status
        # Behind these nothing of the segment comes that could fill the word.
        follows = pre.header.valid | status.announce | status.done | pre.failure
        m.d.comb += joiner.flush.eq(buffer.empty & follows)
        return joiner.output

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
            # An empty place keeps an old bit.
            last = do.valid & register.output.data[-1]
        m.d.comb += [
            self.do_data.eq(data),
            self.do_valid.eq(do.valid),
            do.ready.eq(self.do_ready),
            self.do_last.eq(last),
        ]
