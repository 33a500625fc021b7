# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `comet`: COMET-128 and COMET-64 around one block cipher, both ways.

The state Y is in the cipher: the result X stays there, and a block is added to it without a step.
Which bit goes into Z says the next block, or the end. So two events alternate, and each call is
preceded by a load:

- **load**: the block, added to X in the cipher, and answered; Z goes on (`modes.comet.permute`);
- **start**: a call, with what the next block adds to Z. `permute` is linear, so it is added behind.

Z is the key in the cipher, if that does not change there but turns (CHAM), else a register.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...architectures.iterated.iterated import echoed, sources
from ...modes.comet import (
    AD_PADDED,
    AD_STARTS,
    MESSAGE_PADDED,
    MESSAGE_STARTS,
    PADDING,
    TAG,
    Comet,
    permute,
    shuffle,
)
from ...primitives.transformed import returning
from ...words.hardware import build
from ..parts.byte_masks import only_if
from ..parts.declared import During, Flag, Register
from ..parts.iterated import iterated
from ..request import Request, Takes
from .core import BlockCore

PORT = 16
"""Bytes of a block of the ports, which has the whole nonce."""


class CometCore(BlockCore):
    """Controls the cipher.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher`` whose result stays on ``out_ciphertext`` until the
            next start; ``in_load`` loads it. It has the key of the last call on ``out_key``, or
            not.
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore`.
    """

    aead: Comet
    answers_late = False
    answers_tag = compares_answer = True
    port_bytes = PORT
    first_state = "INIT"

    called = Flag("The call was started whose result the block is added to.")
    first = Flag("No block of this type was taken.", name="is_first")
    z = Register("Z, if the cipher does not keep it.", lambda core: len(core.key))
    is_init, is_tag, is_ad, is_message, is_end, sends_tag = map(
        During, ("INIT", "TAG VERIFY", "AD", "MESSAGE", "END", "TAG")
    )

    def __init__(self, aead: Comet, cipher, *, decrypts: bool = True):
        self.is_small = aead.block_bytes < PORT
        # COMET-64 adds the nonce to the key in INIT, straight from the port: no register for it.
        self.nonce_waits = self.is_small
        self.short_bytes = (aead.block_bytes,) if self.is_small else ()
        super().__init__(aead, cipher, decrypts=decrypts)

    @property
    def ad_sizes(self):
        return (self.aead.block_bytes,)

    def datapath(self, m: Module) -> None:
        cipher, x = self.cipher, self.cipher.out_ciphertext
        top = 8 * self.aead.block_bytes
        shuffled = _word(m, "shuffled", shuffle, x)
        answer = Mux(self.is_tag, x, shuffled) ^ only_if(~self.sends_tag, self.block.data[-top:])
        m.d.comb += [
            self.tag.eq(x),
            self.tag_valid.eq(self.ready),
            self.answer.data[-top:].eq(answer),
            self.answer.mask.eq(self.block.mask),
            cipher.in_plaintext.eq(self._presented(x, shuffled)),
            cipher.in_key.eq(self._key(m, x)),
            cipher.in_valid.eq(self.begin | self.call),
            cipher.in_load.eq(self.load),
            cipher.out_ready.eq(1),
        ]
        # COMET-64: the ports are as wide as the nonce, and all other blocks are half of it.
        if self.short_bytes:
            m.d.comb += self.short.eq(self.is_ad | self.is_message | self.is_tag)
        with m.If(self.starting):
            m.d.sync += self.called.eq(0)

    def _presented(self, x, shuffled):
        """X, and what is added to it where a block is taken: all steered by registers.

        A block of ciphertext becomes the plaintext by the key stream, in its valid bytes.
        """
        top = len(x)
        absorbs = self.ready & self.called
        replaces = absorbs & self.is_message & self.decrypt
        replaced = self.valid_bits(Cat(bit & replaces for bit in self.block.mask))[-top:]
        added = only_if(absorbs, (self.block.data | self.padding(PADDING))[-top:])
        starts = self.ready & self.starting
        # COMET-64 begins with the encryption of 0: a start presents nothing.
        if self.is_small:
            return only_if(~starts, x) ^ (shuffled & replaced) ^ added
        init = self.ready & self.is_init
        kept = only_if(~(starts | init), x) ^ (shuffled & replaced) ^ added
        # COMET-128: the nonce is enciphered, and the key is the first Y.
        return kept | only_if(starts, self.block.data) | only_if(init, self.key)

    def _key(self, m: Module, x):
        """The key of the first call; then Z: after a load, or with what the next call adds."""
        loads = self.ready & (self.is_init | self.called)
        # Algorithm 3, init: the first Z is K + N, or with a block of 16 bytes the enciphered nonce.
        first = self.key ^ self.block.data if self.is_small else x
        keeps = "key" in self.cipher.primitive.outputs
        z = self.cipher.out_key if keeps else self.z
        loaded = _word(m, "loaded_z", permute, Mux(self.is_init, first, z))
        following = Mux(loads, loaded, z ^ only_if(self.ready, self._control(m)))
        if not keeps:
            with m.If(self.load | (self.started & ~self.starting)):
                m.d.sync += z.eq(following)
            # What is loaded would be whitened with the key.
            following = only_if(~loads, following)
        return Mux(self.starting & self.ready, self.key, following)

    def _control(self, m: Module):
        """The bits that the next call adds to Z, behind `permute`."""
        padded = ~self.full
        last = [
            (AD_STARTS, self.is_ad & self.first),
            (AD_PADDED, self.is_ad & padded),
            (MESSAGE_PADDED, self.is_message & padded),
            (TAG, self.is_end),
        ]
        starts = [(MESSAGE_STARTS, self.is_message & self.first)]
        bits = Signal(8, name="control_last")
        # The reference code has the bit of the message's start in another byte than the rest.
        m.d.comb += bits.eq(_or(last if self.aead.start_in_first_byte else last + starts))
        if not self.aead.start_in_first_byte:
            return Cat(bits, Const(0, len(self.key) - 8))
        first = _or(starts)
        # The mode adds that bit in front of `permute`, which is linear: here it is added behind.
        return _word(m, "control", permute, Cat(bits, Const(0, len(self.key) - 16), first))

    def states(self) -> dict:
        """The first Y and Z, and the call for the tag."""
        return {"INIT": self._init, "END": self.call_for_tag}

    def _init(self, m: Module) -> None:
        m.d.comb += [self.block.ready.eq(self.ready & self.nonce_waits), self.load.eq(self.ready)]
        m.d.sync += self.first.eq(1)
        with m.If(self.ready):
            self.enter(m, "AD")

    def associated_data(self, m: Module) -> None:
        """A call for each block; none for empty data."""
        self._block(m, Const(1), lambda: self.enter(m, "MESSAGE"))

    def message(self, m: Module) -> None:
        """A call for each block, which is answered when the result is there."""
        m.d.comb += self.answer.valid.eq(self.called & self.ready)
        self._block(m, self.answer.ready, lambda: self.enter(m, "END"))

    def _block(self, m: Module, free, end) -> None:
        """The call for a block, then the block. An empty one has none."""
        takes = self.called & self.ready & free
        skips = ~self.called & self.empty
        m.d.comb += [
            self.block.ready.eq(takes | skips),
            self.call.eq(self.block.valid & ~self.called & ~self.empty),
            self.load.eq(takes),
        ]
        with m.If(self.started):
            m.d.sync += [self.called.eq(1), self.first.eq(0)]
        with m.If(takes):
            m.d.sync += self.called.eq(0)
        with m.If((takes & self.block.last) | (skips & self.block.valid)):
            # The next type has a first block of its own.
            m.d.sync += self.first.eq(1)
            end()


def _or(flags):
    """The sum of the constants whose condition holds, as a byte."""
    total = Const(0, 8)
    for value, condition in flags:
        total = total | Mux(condition, value, 0)
    return total[:8]


def _word(m: Module, name: str, function, value):
    """A function of one word."""
    return build(m, lambda words: {name: function(words["x"])}, {"x": value}, prefix=name)[name]


MODELS = (Comet,)

TAKES = Takes(folds=True)


def make(request: Request) -> CometCore:
    """The controller for a core. Decryption needs no inverse cipher."""
    cipher, outputs = returning(request.aead.cipher), {"plaintext": "ciphertext", "key": "key"}
    # Where the key is not back behind the last round, as CHAM's is, Z needs a register.
    if "key" not in cipher.outputs or "key" not in echoed(cipher, outputs):
        cipher, outputs = request.aead.cipher, {"plaintext": "ciphertext"}
    loadable = {name for name, read in sources(cipher).items() if read & set(outputs)}
    component = iterated(request, cipher, feedback=echoed(cipher, outputs), loadable=loadable)
    return CometCore.of(request, component)
