# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.copa`, on `two_layers`: AES-COPA.

The nonce is authenticated behind the associated data, in the place where that ends: its bytes are
turned round, the first of them fill the last block, and the others are padded. That last call works
on the sum of those before and waits for it. All other calls follow each other.

The ciphertext is whole blocks (`last_block`); that the last one was padded is marked.
"""

from amaranth.hdl import Module, Mux

from ...modes.copa import Copa
from ..contract import Takes
from ..parts.byte_masks import count_bytes, turned
from ..parts.declared import During, Register, Wire, block_bytes
from .last_block import LastBlock
from .masks import double, times
from .two_layers import TwoLayerCore


class CopaCore(TwoLayerCore, LastBlock):
    """Masks double from block to block; see `TwoLayerCore` and `LastBlock`."""

    after_setup = "AD"

    is_data, is_nonce = map(During, ("AD", "FINAL"))
    ad_mask = Register("Valid bytes of the last associated data; all of none.", block_bytes)
    is_padded = Register("The last block of the message was padded.")
    turned = Wire("The nonce turned to the right by these bytes.", lambda core: len(core.nonce))

    def own_registers(self, m: Module) -> None:
        m.d.comb += self.under_way.eq(self.flight.some)
        mask = Mux(self.is_data, self.block.mask, self.ad_mask)
        m.d.comb += self.turned.eq(turned(m, self.nonce, count_bytes(mask), left=False))
        with m.If(self.takes_last):
            m.d.sync += [
                self.last_mask.eq(self.block.mask),
                # A ciphertext is whole blocks: the flag of its header says that the message was
                # padded.
                self.is_padded.eq(Mux(self.decrypt, self.control.padded, ~self.full)),
            ]

    def walk_front(self, m: Module) -> None:
        """Of the last block of associated data times 3, or 9 if it is padded; above the first layer
        times 7 if the block of the message is padded; of the tag times 3 in place of 2.
        """
        mask, full = self.front, self.ad_mask[0]
        twofold = double(m, "front_2", mask)
        triple = twofold ^ mask
        of_data = times(m, "front_data", twofold, 3)
        of_padded = Mux(full, of_data, times(m, "front_data_padded", of_data, 3))
        padded = self.of_last & ~self.decrypt & ~self.full
        of_text = Mux(padded, times(m, "front_14", twofold, 7), twofold)
        following = Mux(self.is_nonce, of_padded, Mux(self.of_tag, triple, of_text))
        m.d.comb += self.front_next.eq(following)

    def walk_back(self, m: Module) -> None:
        """Below the second layer times 2, and 7 of the tag; above the first one as in
        `walk_front`."""
        mask, of_tag = self.back, self.ending["tag"]
        twofold = double(m, "back_2", mask)
        seven = of_tag | (self.ending["last"] & self.decrypt & self.is_padded)
        m.d.comb += self.back_next.eq(
            Mux(seven, times(m, "back_7", Mux(of_tag, mask, twofold), 7), twofold)
        )

    def mix(self, m: Module, *, inverse) -> tuple:
        """X to X + the sum before, which is the next one; the inverse of it."""
        total = self.result ^ self.between
        return total, Mux(inverse, self.result, total)

    def opened(self, padded):
        """The nonce fills the last block of associated data; the rest of it joins the sum."""
        filled = self.block.data | (self.turned & ~self.valid_bits())
        rest = (self.turned & self.valid_bits(self.ad_mask)) | self.padding(mask=self.ad_mask)
        opened = Mux(self.is_data, filled, Mux(self.of_tag, self.checksum, padded))
        return Mux(self.is_nonce, rest ^ self.between, opened)

    def results(self, m: Module) -> None:
        """The checksum is that of the padded message."""
        text_leaves = self.add_up(m, self.checksum)
        # The last call of associated data has the sum of the others in it.
        with m.If(self.begins & self.is_nonce):
            # The state of the message begins with L, which is still in ``back``.
            m.d.sync += self.between.eq(self.back)
        self.keep_text(
            m, comes=text_leaves & self.ending["last"], text=self.mixed, padded=self.is_padded
        )

    def answers(self, m: Module) -> None:
        """A result leaves when the answer to it does, and the last one of a text at once."""
        ending, there = self.ending, self.cipher.out_valid
        is_tag = ending["second"] & ending["tag"]
        answered = ending["second"] & ~ending["tag"] & ~ending["last"]
        m.d.comb += [
            self.answer.data.eq(Mux(self.sends, self.held, self.mixed)),
            self.answer.mask.eq(Mux(self.sends, self.text_mask, -1)),
            self.answer.valid.eq((there & answered) | self.sends),
            self.tag.eq(self.mixed),
            self.tag_valid.eq(there & is_tag),
        ]
        self.take_results(m, answered=answered, waits=is_tag)

    def associated_data(self, m: Module) -> None:
        """Calls, and what is in the last block."""
        with m.If(self.take_data(m)):
            m.d.sync += self.ad_mask.eq(Mux(self.empty, -1, self.block.mask))
            self.enter(m, "FINAL")

    def message(self, m: Module) -> None:
        """A first call for each block."""
        m.d.comb += [
            self.kind["first"].eq(1),
            self.of_last.eq(self.block.last),
            self.wants.eq(self.block.valid),
            self.block.ready.eq(self.may_begin),
            self.takes_last.eq(self.begins & self.block.last),
        ]
        with m.If(self.takes_last):
            self.enter(m, "CHECK")

    def states(self) -> dict:
        """Also the call for the end of the nonce, when the sum of the others is there."""
        final = self.one_call("ad", self._final, when=~self.flight.some)
        return super().states() | {"FINAL": final}

    def more_states(self, m: Module) -> None:
        super().more_states(m)
        self.leaving_states(m)

    def _final(self, m: Module) -> None:
        m.d.comb += self.restarts.eq(1)
        self.enter(m, "MESSAGE")

    def checked(self, m: Module) -> None:
        """The last block of the text leaves before the tag."""
        self.enter(m, "TEXT")


MODELS = (Copa,)
TAKES = Takes(architectures=("inner",), folds=True)
make = CopaCore.of
