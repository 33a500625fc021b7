# SPDX-License-Identifier: Apache-2.0
"""Words of the bus collected to a block of the mode: what both buffers do with their input."""

from functools import partial

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ..controllers.ports import share_of
from ..words.hardware import assign_parts, called


def _by_size(short, counts: tuple[int, ...], of_count):
    """What a function gives for as many words as the block has."""
    value = of_count(counts[0])
    for number, others in enumerate(counts[1:], 1):
        value = Mux(short == number, of_count(others), value)
    return value


class Collector:
    """Presents stored words, then the word on the bus, then zeros; the user stores words in its
    ``slots``.

    Args:
        words: stream of `ports.words`.
        block: stream of `controllers.ports.blocks`, in as many shares; one that ``opens`` has every
            word without bytes as a block.
        slots: registers of a word each, for the first words of a block: all but the last, or all if
            ``open`` words come.
        short: number of the words of a block in ``counts``.
        counts: words of a block, the most first.
        copies: 1 while the first word of a block must be in its slot before the block is complete,
            or None if it never must. Of a block of one word, slot 0 gets a copy, while the word
            waits.
        ends_of_full: for a block that says whether it is ``full``, for each of ``counts`` the
            number of the mask's bit for the last byte of a full block.

    Attributes:
        stored: register; bit n: word n of the block is stored. They fill from word 0 on.
        at: bit n: the word on the bus is word n of its block.
        closing: register; the word on the bus is the last that fits, of a block of more words than
            one. ``stored`` says it too, but steers the gates of all words, too many for what is in
            front of the handshake.
        full: all words of a block are stored; it waits for a word without bytes.
        completing: the word on the bus is the last of its block, or says what a stored block is.
        copying: the word on the bus is the whole block, and slot 0 has no copy of it yet.
        first_is_held, first: slot 0 has the first word of the block; it, or 0.
    """

    def __init__(
        self,
        m: Module,
        words,
        block,
        slots: list[Signal],
        short,
        *,
        counts: tuple[int, ...],
        copies=None,
        ends_of_full: tuple[int, ...] = (),
    ):
        count = counts[0]
        self.words, self.block, self.slots, self.count = words, block, slots, count
        self.stored = Signal(len(slots), name="stored")
        self.at = Signal(count, name="word_number")
        # With blocks of one size, or of at most two words, it would say the same as the last bit of
        # `stored`; synthesis makes one register of two such, and the proof of the netlist needs to
        # find both.
        self.as_stored = count == 2 or len(counts) == 1 and count > 1
        self.closing = self.stored[count - 2] if self.as_stored else Signal(name="closes_block")

        chosen = partial(_by_size, short, counts)
        if not self.as_stored:
            # A word is taken that does not end its block: whether the next one fills it.
            # The last word but one is taken when the one before it is stored.
            self.closes_next = chosen(
                lambda words: self._is_stored(words - 3) if words > 2 else Const(1)
            )
        closes = self.fills = (
            self.closing | chosen(lambda words: Const(int(words == 1)))
            if 1 in counts
            else self.closing
        )
        self.full = Const(0)
        if len(slots) == count:
            # An open word, or one without bytes, waits for what says whether it was the last.
            closes = closes & ~words.open & words.mask[-1]
            self.full = chosen(lambda words: self.stored[words - 1])
        ends, self.copying, copied = words.last | closes, Const(0), Const(0)
        if copies is not None:
            self.copied = copied = Signal(name="first_is_copied")
            self.copying = Signal(name="copies_first")
            m.d.comb += self.copying.eq(
                ends & copies & words.mask[-1] & ~self._is_stored(0) & ~copied
            )
        if hasattr(block, "open"):
            ends = ends | ~words.mask[-1]
            m.d.comb += block.open.eq(words.open)
        self.completing = (ends & ~self.copying) | self.full
        if ends_of_full:
            m.d.comb += block.full.eq(self._would_be_full(short, list(zip(counts, ends_of_full))))
        self.first_is_held = self._is_stored(0) | copied
        self.first = Const(0)
        if slots:
            first = Mux(self.first_is_held, slots[0], 0)
            self.first = called(m, "first_word", "The first word once it is stored; else 0.", first)
        self._present(m)

    def _is_stored(self, n: int):
        return self.stored[n] if n < len(self.stored) else Const(0)

    def is_here(self, n: int):
        """1 if the word on the bus is word n of its block."""
        return self.at[n]

    def _would_be_full(self, short, sizes: list[tuple[int, int]]):
        """1 if the word on the bus fills the block, or all its words are stored."""
        ends = sizes[0][1]
        value = self.words.mask[ends]
        for number, (_, bit) in enumerate(sizes[1:], 1):
            value = Mux(short == number, self.words.mask[bit], value) if bit != ends else value
        return (self.fills & value) | self.full

    def _present(self, m: Module) -> None:
        words, count, width, step = (
            self.words,
            self.count,
            len(self.words.data),
            len(self.words.mask),
        )
        data, mask = [], []
        before = [Const(1), *self.stored]
        m.d.comb += self.at.eq(Cat(before[n] & ~self._is_stored(n) for n in range(count)))
        for n in range(count):
            stored = Mux(self._is_stored(n), self.slots[n], 0) if n < len(self.slots) else 0
            stored = stored if n else self.first
            # What is not stored is 0, so that an OR joins it with what is on the bus.
            data.append(stored | Mux(self.is_here(n), words.data, 0))
            mask.append(Mux(self._is_stored(n), -1, 0) | Mux(self.is_here(n), words.mask, 0))
        # Whether a block has a byte is in front of the handshake.
        mask[0] = Cat(mask[0][: step - 1], words.mask[-1] | self._is_stored(0))
        shares = len(self.block.data) // (8 * len(self.block.mask))
        m.d.comb += [
            *assign_parts(
                # From the bottom up, while share 0 and the first byte are at the top.
                self.block.data,
                [
                    share_of(part[:width], share, shares)
                    for share in reversed(range(shares))
                    for part in reversed(data)
                ],
            ),
            *assign_parts(self.block.mask, [part[:step] for part in reversed(mask)]),
            self.block.phase.eq(words.phase),
            self.block.last.eq(words.last),
            self.block.valid.eq(words.valid & self.completing),
        ]

    def held(self):
        """The block, but that its first word is given only when slot 0 has it."""
        shares = len(self.block.data) // (8 * len(self.block.mask))
        rest = (len(self.block.data) - len(self.words.data)) // shares
        return Cat(
            part
            for share in reversed(range(shares))
            for part in (
                share_of(self.block.data, share, shares)[:rest],
                share_of(self.first, share, shares),
            )
        )

    def copy(self, m: Module, copied, taken) -> None:
        """The first word is ``copied`` in this cycle; what was there is ``taken``."""
        with m.If(taken):
            m.d.sync += self.copied.eq(0)
        with m.Elif(copied):
            m.d.sync += self.copied.eq(1)

    def take(self, m: Module, taken) -> None:
        """What a word that is ``taken`` does to ``stored``; one without bytes fills nothing."""
        with m.If(taken & self.completing):
            self.forget(m)
        with m.Elif(taken & self.words.mask[-1]):
            m.d.sync += self.stored.eq(Cat(Const(1, 1), self.stored)[: len(self.stored)])
            if not self.as_stored:
                m.d.sync += self.closing.eq(self.closes_next)

    def forget(self, m: Module) -> None:
        """The next word is the first of a block."""
        m.d.sync += self.stored.eq(0)
        if not self.as_stored:
            m.d.sync += self.closing.eq(0)
