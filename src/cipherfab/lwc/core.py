"""A whole core with the LWC Hardware API: pre-processor, key reader, buffer, mode, post-processor."""

from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect

from .blockbuffer import BlockBuffer
from .keyreader import KeyReader
from .postprocessor import PostProcessor
from .preprocessor import PreProcessor
from .splitbuffer import SplitBuffer


class LwcCore(wiring.Component):
    """The top module.

    Args:
        mode: controller with the ports of `controllers.duplex.DuplexCore`. Its ``answers_late`` says that an answer comes after a
            call of the cipher and needs a buffer of its own; ``short_bytes``, how long blocks are while ``short`` is 1;
            ``decrypts``, whether it decrypts; ``buffer_bytes``, if not None, that it keeps a message until it is whole.
        aead: software model, for the lengths.
        hash_function: software model of the hash in the same core, or None.
        width: bits of PDI, SDI and DO.

    Ports: those of the API.
    """

    def __init__(self, mode, aead, hash_function, *, width: int):
        self.mode, self.aead, self.hash_function, self.width = mode, aead, hash_function, width
        super().__init__({
            "pdi_data": In(width), "pdi_valid": In(1), "pdi_ready": Out(1),
            "sdi_data": In(width), "sdi_valid": In(1), "sdi_ready": Out(1),
            "do_data": Out(width), "do_valid": Out(1), "do_ready": In(1), "do_last": Out(1)})

    def elaborate(self, platform):
        m = Module()
        width, aead, digest = self.width, self.aead, self.hash_function
        keeps = self.mode.buffer_bytes is not None
        m.submodules.mode = mode = self.mode
        m.submodules.pre = pre = PreProcessor(
            width=width, nonce_bytes=aead.nonce_bytes, tag_bytes=aead.tag_bytes, block_bytes=aead.block_bytes,
            ad_block_bytes=aead.ad_block_bytes, hash_block_bytes=digest.block_bytes if digest else None, decrypts=mode.decrypts,
            passes_headers=not keeps)
        m.submodules.keyreader = key = KeyReader(width=width, key_bytes=aead.key_bytes)
        buffer_type = SplitBuffer if mode.answers_late else BlockBuffer
        m.submodules.buffer = buffer = buffer_type(width=width, size=aead.block_bytes, short_size=mode.short_bytes)
        m.submodules.post = post = PostProcessor(
            width=width, tag_bytes=aead.tag_bytes, digest_bytes=digest.digest_bytes if digest else None, of_text=keeps)
        for sender, receiver in ((pre.words, buffer.words), (buffer.block, mode.block), (mode.answer, buffer.answer),
                                 (buffer.output, post.data), (pre.header, post.header), (pre.control, mode.control),
                                 (mode.status, post.status)):
            connect(m, sender, receiver)
        m.d.comb += [
            key.load.eq(pre.key_load), pre.key_loaded.eq(key.loaded), pre.key_valid.eq(key.key_valid), mode.key.eq(key.key),
            buffer.short.eq(mode.short), post.busy.eq(~buffer.empty), post.failure.eq(pre.failure), pre.failed.eq(post.failed),
            pre.finished.eq(post.status.accepted)]
        if "abort" in buffer.signature.members:
            m.d.comb += buffer.abort.eq(pre.control.abort)
        self._ports(m, pre.pdi, key.sdi, post)
        return m

    def _ports(self, m: Module, pdi, sdi, post) -> None:
        m.d.comb += [
            pdi.data.eq(self.pdi_data), pdi.valid.eq(self.pdi_valid), self.pdi_ready.eq(pdi.ready),
            sdi.data.eq(self.sdi_data), sdi.valid.eq(self.sdi_valid), self.sdi_ready.eq(sdi.ready),
            self.do_data.eq(post.do.data), self.do_valid.eq(post.do.valid), post.do.ready.eq(self.do_ready),
            self.do_last.eq(post.last)]
