# SPDX-License-Identifier: Apache-2.0
"""What is left of an answer whose words leave one by one."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal


class Remaining:
    """Which words of an answer wait, and which of their bytes are valid.

    The valid bytes of an answer are its first ones, so all words that have any are whole but the
    last one. A bit for each word and one mask say it, in place of a bit for each byte.

    Args:
        m: gets the registers.
        mask: one bit for each byte of the words that may have to wait, the first byte at the top;
            those that are 1 are the first ones.
        step: bytes of a word.

    Attributes:
        any, more: 1 while words wait, and more than one.
        starts: bit for each word of an answer that comes: it has valid bytes.
        valid: the valid bytes of the first of them, the first byte at the top.
    """

    def __init__(self, m: Module, mask, step: int):
        self.m, count = m, len(mask) // step
        words = [mask[low : low + step] for low in range(0, len(mask), step)]
        self.starts = Cat(word[-1] for word in words)
        behind = [Const(0), *self.starts][:count]
        # The last word with bytes is the one behind which no word has any.
        self.ends = Cat(
            Cat(word[n] & ~after for word, after in zip(words, behind)).any()
            for n in range(step - 1)
        )
        # The first word at the top.
        self.words = Signal(count, name="words_waiting")
        # The top byte of a word that waits is always valid, and needs no bit.
        self.last = Signal(step - 1, name="mask_of_last", reset_less=True)
        self.more = more = self.words[-2] if count > 1 else Const(0)
        self.any = self.words[-1] if count else Const(0)
        self.valid = Cat(*(bit | more for bit in self.last), Const(1, 1))

    def joined(self, first, mask, waiting) -> list:
        """The bytes of the word that leaves, least significant first, where they are valid: of
        ``waiting``, or while no word waits of ``first`` by its ``mask``.
        """
        return [
            Mux(~self.any & mask[n], first[8 * n : 8 * n + 8], 0)
            | Mux(self.any & self.valid[n], waiting[8 * n : 8 * n + 8], 0)
            for n in range(len(self.valid))
        ]

    def load(self) -> None:
        """In this cycle an answer comes."""
        self.m.d.sync += [self.words.eq(self.starts), self.last.eq(self.ends)]

    def advance(self) -> None:
        """In this cycle a word leaves."""
        self.m.d.sync += self.words.eq(self.words << 1)
