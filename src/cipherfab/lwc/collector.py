"""Words of the bus collected to a block of the mode: what both buffers do with their input."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ..words.hardware import assign_parts


class Collector:
    """Presents stored words, then the word on the bus, then zeros; the user stores words at ``filled`` in its ``slots``.

    Args:
        words: stream of `ports.words`.
        block: stream of `controllers.ports.blocks`.
        slots: registers of a word each, for the first words of a block: all but the last, or all if ``open`` words come.
        short: number of the words of a block in ``counts``.
        counts: words of a block, the most first.

    Attributes:
        filled: register; words stored.
        full: all words of a block are stored; it waits for a word without bytes.
        completing: the word on the bus is the last of its block, or says what a stored block is.
    """

    def __init__(self, m: Module, words, block, slots: list[Signal], short, *, counts: tuple[int, ...]):
        count = counts[0]
        self.words, self.block, self.slots, self.count = words, block, slots, count
        self.filled = Signal(range(len(slots) + 1), name="filled")
        end = count
        for number, others in enumerate(counts[1:], 1):
            end = Mux(short == number, others, end)
        closes, self.full = self.filled == end - 1, Const(0)
        if len(slots) == count:
            closes, self.full = closes & ~words.open & words.mask[-1], self.filled == end
        self.completing = words.last | closes | self.full
        self._present(m)

    def _present(self, m: Module) -> None:
        words, count, width, step = self.words, self.count, len(self.words.data), len(self.words.mask)
        here = [self.filled == n for n in range(count)]
        before = [self._before(n) for n in range(count)]
        data, mask = [], []
        for n in range(count):
            stored = Mux(before[n], self.slots[n], 0) if n < len(self.slots) else 0
            data.append(stored | Mux(here[n], words.data, 0))
            mask.append(Mux(before[n], -1, 0) | Mux(here[n], words.mask, 0))
        m.d.comb += [
            *assign_parts(self.block.data, [part[:width] for part in reversed(data)]),
            *assign_parts(self.block.mask, [part[:step] for part in reversed(mask)]),
            self.block.phase.eq(words.phase), self.block.last.eq(words.last), self.block.valid.eq(words.valid & self.completing)]

    def _before(self, n: int):
        """1 if word n of the block is stored."""
        return Cat(self.filled == other for other in range(n + 1, len(self.slots) + 1)).any()

    def take(self, m: Module, taken) -> None:
        """What a word that is ``taken`` does to ``filled``; one without bytes fills nothing."""
        with m.If(taken):
            m.d.sync += self.filled.eq(Mux(self.completing, 0, self.filled + self.words.mask[-1]))
