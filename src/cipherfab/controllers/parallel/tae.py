# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.tae`: SCREAM around one tweakable block cipher."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...modes.tae import AD, LAST_AD, LAST_AD_PADDED, TAG, Tae
from ..contract import Takes
from ..parts.byte_masks import count_bytes
from .over_cipher import OverCipher

NUMBER_BITS, CONTROL_BITS = 32, 8
"""Of the number of a block and of the control byte in a tweak."""


class TaeCore(OverCipher):
    """What differs from call to call is the number of the block, in the cipher's input ``tweak``.

    See `OverCipher`. Whether a block of associated data is the last one is in its tweak too.
    """

    takes_empty_ends = False
    checksum_mark = 0

    def counted(self, m: Module) -> None:
        """The number of the next block, and the tweak that it makes with nonce and control byte."""
        number = Signal(NUMBER_BITS, name="number", reset_less=True)
        m.d.comb += [
            self.cipher.in_key.eq(self.key),
            self.cipher.in_tweak.eq(Cat(self._control(), number, self.nonce)),
        ]
        with m.If(self.starting | self.counter_restarts):
            m.d.sync += number.eq(0)
        with m.Elif(self.moves):
            m.d.sync += number.eq(number + 1)

    def counts(self):
        return ~self.padded

    def _control(self):
        """The control byte; of a tag, with the bits of the last block if that is not full."""
        last = Mux(self.padded, LAST_AD_PADDED, LAST_AD)
        of_data = Mux(self.block.last, last, AD)
        of_tag = Cat(Const(TAG, 4), Mux(self.padded, count_bytes(self.block.mask), 0))
        control = Mux(self.kind["ad"], of_data, 0) | Mux(self.kind["tag"], of_tag, 0)
        return control[:CONTROL_BITS]

    def own_input(self):
        """For a message block that is not full, the number of its bits."""
        # In bits: of 16 bytes at most 15 count here, so seven bits are enough.
        return Cat(Const(0, 3), count_bytes(self.block.mask), Const(0, len(self.block.data) - 7))


MODELS = (Tae,)
TAKES = Takes(architectures=("inner",), folds=True)
make = TaeCore.of
