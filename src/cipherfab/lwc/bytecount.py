# SPDX-License-Identifier: Apache-2.0
"""How many bytes of a segment, or of a key, are left, and which bytes of a word count."""

from amaranth.hdl import Cat, Module, Signal

from .needs import Needs


def register(name: str, shape=1, *, resets: bool = False) -> Signal:
    """A register; one that no output shows before it is written needs no reset."""
    return Signal(shape, name=name, reset_less=not resets)


class ByteCount:
    """The bytes that are left.

    Args:
        needs: what the mode needs.

    Attributes:
        left: their number.
        ending: the next word is the last. Known one cycle ahead, since the comparison would begin
            the longest path of the core.
        borrows: the lower half of ``left`` borrows in the next word, if the mode
            ``decides_ahead``.
    """

    def __init__(self, needs: Needs):
        self.needs, self.word_bytes = needs, needs.word_bytes
        self.left, self.ending = register("bytes_left", 16), register("last_word")
        self.borrows = register("borrows")

    def start(self, m: Module, length) -> None:
        """So many are left."""
        m.d.sync += [self.left.eq(length), self.ending.eq(length <= self.word_bytes)]
        if self.needs.decides_ahead:
            # The next word borrows if the lower half has no whole word left.
            m.d.sync += self.borrows.eq(self._words_low(length) == 0)

    def word(self, m: Module) -> None:
        """A word was taken."""
        m.d.sync += [
            self.left.eq(self._one_word_less(m)),
            # `left` counts the word that is taken now, too, so two words are this one and the last.
            self.ending.eq(self.left <= 2 * self.word_bytes),
        ]

    def _one_word_less(self, m: Module):
        """The bytes that are left behind a word. Where little else is on the longest path, it is
        known ahead whether the lower half borrows.
        """
        if not self.needs.decides_ahead:
            return self.left - self.word_bytes
        m.d.sync += self.borrows.eq(self._words_low(self.left) == 1)
        lower, upper = self.left[:8] - self.word_bytes, self.left[8:] - self.borrows
        return Cat(lower[:8], upper[:8])

    def _words_low(self, length):
        """The words in the lower byte of a length."""
        return length[self.word_bytes.bit_length() - 1 : 8]

    def mask(self, length, ending):
        """Valid bytes of a word, the first at the top; of the last one (``ending``) what ``length``
        leaves.

        A length keeps its lowest bits while words are taken.
        """
        rest = length[: (self.word_bytes - 1).bit_length()]
        full = ~ending | (rest == 0)
        return Cat(*reversed([full | (rest > n) for n in range(self.word_bytes)]))
