"""Words of the bus collected to a block of the mode: what both buffers do with their input."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ..words.hardware import assign_parts


class Collector:
    """Presents stored words, then the word on the bus, then zeros; the user stores words in its ``slots``.

    Args:
        words: stream of `ports.words`.
        block: stream of `controllers.ports.blocks`.
        slots: registers of a word each, for the first words of a block: all but the last, or all if ``open`` words come.
        short: number of the words of a block in ``counts``.
        counts: words of a block, the most first.

    Attributes:
        stored: register; bit n: word n of the block is stored. They fill from word 0 on.
        full: all words of a block are stored; it waits for a word without bytes.
        completing: the word on the bus is the last of its block, or says what a stored block is.
    """

    def __init__(self, m: Module, words, block, slots: list[Signal], short, *, counts: tuple[int, ...]):
        count = counts[0]
        self.words, self.block, self.slots, self.count = words, block, slots, count
        self.stored = Signal(len(slots), name="stored")

        def chosen(of_count):
            value = of_count(count)
            for number, others in enumerate(counts[1:], 1):
                value = Mux(short == number, of_count(others), value)
            return value
        closes = chosen(lambda words: self.is_here(words - 1))
        self.full = Const(0)
        if len(slots) == count:
            closes = closes & ~words.open & words.mask[-1]
            self.full = chosen(lambda words: self.stored[words - 1])
        self.completing = words.last | closes | self.full
        self._present(m)

    def _is_stored(self, n: int):
        return self.stored[n] if n < len(self.stored) else Const(0)

    def is_here(self, n: int):
        """1 if the word on the bus is word n of its block."""
        before = self.stored[n - 1] if n else Const(1)
        return before & ~self._is_stored(n)

    def stores(self, n: int):
        """1 if the word on the bus belongs to slot n, and is not the last of its block."""
        return self.is_here(n) & ~self.completing

    def _present(self, m: Module) -> None:
        words, count, width, step = self.words, self.count, len(self.words.data), len(self.words.mask)
        data, mask = [], []
        for n in range(count):
            stored = Mux(self.stored[n], self.slots[n], 0) if n < len(self.slots) else 0
            data.append(stored | Mux(self.is_here(n), words.data, 0))
            mask.append(Mux(self._is_stored(n), -1, 0) | Mux(self.is_here(n), words.mask, 0))
        m.d.comb += [
            *assign_parts(self.block.data, [part[:width] for part in reversed(data)]),
            *assign_parts(self.block.mask, [part[:step] for part in reversed(mask)]),
            self.block.phase.eq(words.phase),
            self.block.last.eq(words.last),
            self.block.valid.eq(words.valid & self.completing),
        ]

    def take(self, m: Module, taken) -> None:
        """What a word that is ``taken`` does to ``stored``; one without bytes fills nothing."""
        with m.If(taken & self.completing):
            m.d.sync += self.stored.eq(0)
        with m.Elif(taken & self.words.mask[-1]):
            m.d.sync += self.stored.eq(Cat(Const(1, 1), self.stored)[:len(self.stored)])
