# SPDX-License-Identifier: Apache-2.0
"""What the controllers of `estate` and `sundae` have in common: the tag is the end of a chain
through one cipher, and the key stream is a second chain, which starts from the tag.

The chain of the tag stays in the cipher: a block is added to its result in the cycle that starts
the next call. There is no call for the tag.

In an encryption the key stream starts from the tag, which then goes to a register; in a decryption
the two chains change places between cipher and register with every call.
"""

from amaranth.hdl import Module, Mux, Signal

from ..parts.declared import During, Flag, Register, Wire, block_bits
from .core import Call, TwoPassCore


class ChainedCore(TwoPassCore):
    """Controls the cipher. A subclass says what is presented, up to the end of the associated data.

    Args:
        aead, buffer_bytes, decrypts: see `TwoPassCore`.
        cipher: component for ``aead.cipher`` whose result stays on ``out_ciphertext`` until the
            next start; ``in_load`` loads it.
    """

    last = Wire("The block is the last one.", name="block_is_last")
    other = Register("The other chain, or the tag.", block_bits, name="other_chain")
    streams = Flag("The key stream of this message has begun.")
    is_stream = During("STREAM")

    def chain(self, m: Module) -> None:
        """What `tagging` drives of both chains, but for the register's enable."""
        cipher = self.cipher
        m.d.comb += [
            self.last.eq(Mux(self.opens, self.buffer.last, self.block.last)),
            self.keystream.eq(cipher.out_ciphertext),
            cipher.in_load.eq(self.load),
            # In an encryption the cipher has the key stream by then; in a decryption the tag is its
            # result.
            self.tag.eq(Mux(self.decrypt, cipher.out_ciphertext, self.other)),
            self.tag_valid.eq(self.ready),
            self.tag_result_leaves.eq(1),
        ]
        with m.If(self.starting):
            m.d.sync += self.streams.eq(0)
        with m.Elif(self.started & (self.call == Call.STREAM)):
            m.d.sync += self.streams.eq(1)

    def puts_aside(self):
        """1 if the result goes to the register. In an encryption that is so until the key stream
        begins: then it has the tag.
        """
        return self.ready & Mux(self.decrypt, self.is_stream | self.opens, ~self.streams)

    def receives(self):
        """1 if the key stream starts from the received tag; steered by registers."""
        return self.ready & self.is_stream & ~self.streams

    def goes_on_with_other(self):
        """1 if the next call goes on with the chain in the register; steered by registers."""
        return self.ready & (self.opens | (self.is_stream & self.streams))

    def put_aside(self, m: Module, now: Signal) -> None:
        """Write the register."""
        with m.If(now):
            m.d.sync += self.other.eq(self.cipher.out_ciphertext)

    def sum(self, m: Module) -> None:
        """The tag is there; in an encryption the first call for key stream starts from it."""
        m.d.comb += [
            self.call.eq(Call.STREAM),
            self.cipher.in_valid.eq(~self.decrypt & ~self.buffer.empty),
        ]
        with m.If(self.ready):
            self.summed(m)
