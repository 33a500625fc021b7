# SPDX-License-Identifier: Apache-2.0
"""Nonce masking: a second key is added to each nonce (NIST SP 800-232, section 4.2.2)."""

from amaranth.hdl import Cat, Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import Phase
from ..words.hardware import told
from .ports import words


class NonceMask(wiring.Component):
    """Words from the pre-processor to the buffer, those of a nonce with a word of the mask added.

    A nonce that gets here has its whole length, and nothing ends a message in its midst, so that
    the mask is in its place again behind it.

    Args:
        width: bits of a word, of which a nonce has a whole number.

    Ports:
        input, output: words. mask: the word that is next. turn: it is used in this cycle.
    """

    def __init__(self, *, width: int):
        super().__init__({
            "input": In(words(width)), "output": Out(words(width)),
            "mask": In(width), "turn": Out(1)})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        source, sink = self.input, self.output
        of_nonce = told("is_of_nonce", "The word is one of a nonce.")
        # Bytes that are not valid stay 0, as all behind expects of them.
        added = Cat((bit & of_nonce).replicate(8) for bit in source.mask) & self.mask
        m.d.comb += [
            of_nonce.eq(source.phase == Phase.NONCE),
            sink.data.eq(source.data ^ added),
            *(
                getattr(sink, name).eq(getattr(source, name))
                for name in ("mask", "phase", "last", "open", "valid")
            ),
            source.ready.eq(sink.ready),
            # A word without bytes uses nothing of the mask.
            self.turn.eq(of_nonce & source.valid & sink.ready & source.mask[-1]),
        ]
        return m
