# SPDX-License-Identifier: Apache-2.0
"""What controllers have in common whose ciphertext is whole blocks, and so longer than the message:
AES-COPA and Minalpher.

How much text the last block has is known late: in a decryption when its padding has been found. So
it waits in a register, and leaves as a segment of its own, for whose header the mode asks. All
blocks before leave as everywhere.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from .block import BlockCore

MARK = 0x80
"""The byte after the data; zeros follow."""


class LastBlock(BlockCore):
    """States TEXT and SEND; see `BlockCore`.

    Attributes:
        held: register: the last block of the text that leaves.
        text_is_there: register: it is there, and `text_length`.
        sends: 1 in the state SEND, in which `answer` is to be driven with `held` and `text_mask`.
        text_mask: register: valid bytes of `held`.
    """

    announces_last = True

    def keep_text(self, m: Module, *, comes, text, padded, always: bool = False) -> None:
        """Describe the register; to be called once in `datapath`.

        Args:
            comes: 1 in the cycle in which the block is there.
            text: the block.
            padded: it is, or was, padded; of a decryption when it leaves.
            always: every last block is padded.
        """
        size = len(self.answer.mask)
        self.held = Signal(len(text), name="held", reset_less=True)
        self.text_is_there, self.text_mask = Signal(name="text_is_there"), Signal(
            size, name="text_mask", reset_less=True)
        self.text_length = Signal(size.bit_length(), name="text_length", reset_less=True)
        has_come, has_mask = Signal(name="text_has_come"), Signal(name="text_has_mask")
        self.sends = self.during("SEND")
        found, self.padding_is_wrong = unpadded(m, self.held)
        if not always:
            found = Mux(padded, found, -1)
            self.padding_is_wrong = self.padding_is_wrong & padded
            m.d.comb += self.status.padded.eq(padded & ~self.decrypt)
        # Its mask is there a cycle later, and its length two: the search for the padding is long.
        m.d.sync += [
            self.text_mask.eq(Mux(self.decrypt, found, -1)),
            self.text_length.eq(_count(self.text_mask)),
            has_come.eq(comes),
            has_mask.eq(has_come),
        ]
        with m.If(self.begin):
            # One of a message that was given up may have come in the cycle before.
            m.d.sync += [flag.eq(0) for flag in (has_come, has_mask, self.text_is_there)]
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
            with m.Elif(self.control.abort):
                self.enter(m, "START")
        with m.State("SEND"):
            m.d.comb += self.status.text.eq(1)
            with m.If(self.answer.ready):
                self.to_tag(m)


def unpadded(m: Module, block: Signal) -> tuple:
    """The valid bytes of a padded block, the first one at the top, and whether its padding is
    wrong: then none is valid.
    """
    size = len(block) // 8
    is_zero, ends = Signal(size, name="byte_is_zero"), Signal(size, name="byte_ends")
    after = Signal(size, name="bytes_after")
    values = [block[8 * n:8 * n + 8] for n in range(size)]
    # Bit n of `after`: a byte below n is not 0.
    step, reached = 1, Cat(Const(0), ~is_zero[:-1])
    while step < size:
        reached = reached | (reached << step)[:size]
        step *= 2
    good = Signal(name="padding_is_right")
    m.d.comb += [
        is_zero.eq(Cat(value == 0 for value in values)),
        after.eq(reached),
        ends.eq(~is_zero & ~after),
        good.eq(Cat(bit & (value == MARK) for bit, value in zip(ends, values)).any()),
    ]
    return Mux(good, after, 0), ~good


def _count(mask: Signal) -> Cat:
    """How many bytes are valid, all of them included."""
    size = len(mask)
    ends = [mask[size - count] & (~mask[size - count - 1] if count < size else Const(1))
            for count in range(1, size + 1)]
    return Cat(Cat(end for count, end in enumerate(ends, 1) if count >> bit & 1).any()
               for bit in range(size.bit_length()))
