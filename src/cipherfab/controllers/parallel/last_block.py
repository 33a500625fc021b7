# SPDX-License-Identifier: Apache-2.0
"""What controllers have in common whose ciphertext is whole blocks, and so longer than the message:
AES-COPA and Minalpher.

How much text the last block has is known late: in a decryption when its padding has been found. So
it waits in a register, and leaves as a segment of its own, for whose header the mode asks. All
blocks before leave as everywhere.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ..block.core import BlockCore
from ..parts.declared import Flag, Register, block_bits, block_bytes

GROUP = 8
"""Bytes of a part in which the end of the text is searched."""

MARK = 0x80
"""The byte after the data; zeros follow."""


class LastBlock(BlockCore):
    """States TEXT and SEND; see `BlockCore`."""

    announces_last = True

    held = Register("The last block of the text that leaves.", block_bits)
    text_is_there = Flag("It is there, and `text_length`.")
    text_mask = Register("Its valid bytes.", block_bytes)
    text_length = Register("How many they are.", lambda core: block_bytes(core).bit_length())
    padding_is_wrong = Register("A block was received that was not padded.")

    @property
    def sends(self) -> Signal:
        """1 in the state SEND, in which `answer` is to be driven with `held` and `text_mask`."""
        return self.during("SEND")

    def keep_text(self, m: Module, *, comes, text, padded, always: bool = False) -> None:
        """Describe the register; to be called once in `datapath`.

        Args:
            comes: 1 in the cycle in which the block is there.
            text: the block.
            padded: it is, or was, padded; of a decryption when it leaves.
            always: every last block is padded.
        """
        size = len(self.answer.mask)
        has_come, has_zeros, has_mask = (
            Signal(name=f"text_has_{name}") for name in ("come", "zeros", "mask")
        )
        is_zero, below = (
            Signal(width, name=name, reset_less=True)
            for name, width in (("byte_is_zero", size), ("bytes_below_are_zero", -(-size // GROUP)))
        )
        found, wrong = unpadded(m, self.held, is_zero, below)
        if not always:
            found = Mux(padded, found, -1)
            wrong = wrong & padded
            m.d.comb += self.status.padded.eq(padded & ~self.decrypt)
        # The search for the padding is long: its mask is there two cycles later, its length three.
        m.d.sync += [
            is_zero.eq(Cat(self.held[low : low + 8] == 0 for low in range(0, len(text), 8))),
            below.eq(Cat(self.held[:low] == 0 for low in range(0, len(text), 8 * GROUP))),
            self.padding_is_wrong.eq(wrong),
            self.text_mask.eq(Mux(self.decrypt, found, -1)),
            self.text_length.eq(_count(self.text_mask)),
            has_come.eq(comes),
            has_zeros.eq(has_come),
            has_mask.eq(has_zeros),
        ]
        with m.If(self.begin):
            # One of a message that was given up may have come in the cycle before.
            m.d.sync += [flag.eq(0) for flag in (has_come, has_zeros, has_mask, self.text_is_there)]
        with m.Elif(has_mask):
            m.d.sync += self.text_is_there.eq(1)
        with m.If(comes):
            m.d.sync += self.held.eq(text)

    def leaving_states(self, m: Module) -> None:
        """Its header, then the block. After the header an abort waits for it."""
        with m.State("TEXT"):
            m.d.comb += [
                self.status.announce.eq(self.text_is_there),
                self.status.text.eq(1),
                self.status.plaintext.eq(self.decrypt),
                self.status.length.eq(self.text_length),
            ]
            with m.If(self.status.announce & self.status.announced):
                with m.If(self.decrypt & self.padding_is_wrong):
                    m.d.sync += self.mismatch[0].eq(1)
                with m.If(self.text_mask[-1]):
                    self.enter(m, "SEND")
                with m.Else():
                    self.to_tag(m)
            # In front of the header nothing is owed; behind it the block must follow.
            with m.Elif(self.control.abort):
                self.enter(m, "START")
        with m.State("SEND"):
            m.d.comb += self.status.text.eq(1)
            with m.If(self.answer.ready):
                self.to_tag(m)


def unpadded(m: Module, block: Signal, is_zero: Signal, below: Signal) -> tuple:
    """The valid bytes of a padded block, the first one at the top, and whether its padding is
    wrong: then none is valid.

    Args:
        is_zero: which of its bytes are 0. below: for each `GROUP` of them, whether all below are.
    """
    size = len(is_zero)
    ends, after = Signal(size, name="byte_ends"), Signal(size, name="bytes_after")
    # Bit n of `after`: a byte below n is not 0.
    reached = Cat(~(is_zero[n - n % GROUP : n].all() & below[n // GROUP]) for n in range(size))
    good = Signal(name="padding_is_right")
    m.d.comb += [
        after.eq(reached),
        ends.eq(~is_zero & ~after),
        good.eq(Cat(bit & (block[8 * n : 8 * n + 8] == MARK) for n, bit in enumerate(ends)).any()),
    ]
    return Mux(good, after, 0), ~good


def _count(mask: Signal) -> Cat:
    """How many bytes are valid, all of them included."""
    size = len(mask)
    ends = [
        mask[size - count] & (~mask[size - count - 1] if count < size else Const(1))
        for count in range(1, size + 1)
    ]
    return Cat(
        Cat(end for count, end in enumerate(ends, 1) if count >> bit & 1).any()
        for bit in range(size.bit_length())
    )
