# SPDX-License-Identifier: Apache-2.0
"""Between the words of the bus and narrower ones, for modes whose blocks are no whole words of the
bus.

The pre- and the post-processor keep the width of the bus; the block buffer has the widest words
that all blocks of the mode are made of (`inner_width`).
"""

from collections.abc import Collection

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import share_of, side_by_side
from .ports import bus, words
from .protocol import WIDE, WIDTHS


def inner_width(width: int, sizes: Collection[int]) -> int:
    """The widest words, in bits, of at most ``width``, of which blocks of these sizes in bytes are
    made.
    """
    # Words of 8 bits always fit.
    return max(
        inner
        for inner in (*WIDTHS, *WIDE)
        if inner <= width and not any(8 * size % inner for size in sizes)
    )


class Splitter(wiring.Component):
    """Takes words apart.

    Args:
        width: bits of a word.
        inner: bits of the words that come out.
        part: bits of a word that they have; the first bits of one, if they are fewer.
        shares: words have so many, side by side (`controllers.ports.share_of`).

    Ports:
        words: what comes in; parts: what leaves, at once. A word leaves with its last part that has
            bytes.
        active: else words go through whole (``inner`` is ``width``).
    """

    def __init__(self, *, width: int, inner: int, part: int, shares: int = 1):
        self.count, self.part, self.shares = width // part, part, shares
        super().__init__(
            {"words": In(words(width, shares)), "parts": Out(words(inner, shares)), "active": In(1)}
        )

    def elaborate(self, platform):
        m = Module()
        given, parts = self.words, self.parts
        number, ends = Signal(range(self.count), name="part_number"), Signal(name="ends_word")
        mask = self._parts(given.mask, self.part // 8)
        # The first byte of the part behind: without it this part ends the word.
        following = [*(part[-1] for part in mask[1:]), Const(0)]
        m.d.comb += [
            ends.eq(~self.active | ~_chosen(number, following)),
            parts.data.eq(side_by_side([self._data(number, n) for n in range(self.shares)])),
            parts.mask.eq(self._placed(given.mask, _chosen(number, mask), parts.mask)),
            parts.phase.eq(given.phase),
            # What follows the word is said by its last part.
            parts.last.eq(given.last & ends),
            parts.open.eq(given.open & ends),
            parts.valid.eq(given.valid),
            # The word stays on the bus until its last part is taken, as there is no register for
            # it.
            given.ready.eq(parts.ready & ends),
        ]
        with m.If(given.valid & parts.ready):
            m.d.sync += number.eq(Mux(ends, 0, number + 1))
        return m

    def _data(self, number: Signal, share: int):
        """A share of the part of a number."""
        given, port = (share_of(word.data, share, self.shares) for word in (self.words, self.parts))
        return self._placed(given, _chosen(number, self._parts(given, self.part)), port)

    def _parts(self, word, size: int) -> list:
        """The first one first."""
        return [word[low : low + size] for low in reversed(range(0, size * self.count, size))]

    def _placed(self, whole, part, port):
        """A part as the first bits of the port, or the whole word."""
        placed = Cat(Const(0, len(port) - len(part)), part)[: len(port)]
        return Mux(self.active, placed, whole) if len(whole) == len(port) else placed


class Joiner(wiring.Component):
    """Puts words together; the last one of a segment may have fewer parts.

    Args:
        width: bits of a word.
        inner: bits of a part.
        shares: of both, as of `Splitter`.

    Ports:
        parts: what comes in. output: what leaves. flush: nothing more of the segment will come.
            empty: nothing waits.
    """

    def __init__(self, *, width: int, inner: int, shares: int = 1):
        self.count, self.shares = width // inner, shares
        super().__init__(
            {
                "parts": In(bus(inner * shares)),
                "output": Out(bus(width * shares)),
                "flush": In(1),
                "empty": Out(1),
            }
        )

    def elaborate(self, platform):
        m = Module()
        number = Signal(range(self.count), name="part_number")
        inner, completes = len(self.parts.data), number == self.count - 1
        held = [Signal(inner, name=f"part{n}", reset_less=True) for n in range(self.count - 1)]
        m.d.comb += [
            self.empty.eq(number == 0),
            self.output.data.eq(
                side_by_side([self._joined(number, held, n) for n in range(self.shares)])
            ),
            # A part that comes goes first, so `flush` counts only while none is there.
            self.output.valid.eq(Mux(self.parts.valid, completes, self.flush & ~self.empty)),
            # The last part has no place of its own: it leaves with the word.
            self.parts.ready.eq(~completes | self.output.ready),
        ]
        with m.If(self.parts.valid & self.parts.ready):
            m.d.sync += number.eq(Mux(completes, 0, number + 1))
            for n, part in enumerate(held):
                with m.If(number == n):
                    m.d.sync += part.eq(self.parts.data)
        # A word that is flushed leaves without its last parts.
        with m.Elif(self.output.valid & self.output.ready):
            m.d.sync += number.eq(0)
        return m

    def _joined(self, number: Signal, held: list[Signal], share: int):
        """A share of the word, as far as its parts are there."""
        *before, last = (share_of(part, share, self.shares) for part in (*held, self.parts.data))
        # LWC API: a last word that is not full ends in zeros.
        here = [Mux(number > n, part, 0) for n, part in enumerate(before)]
        return Cat(reversed([*here, Mux(self.parts.valid, last, 0)]))


def _chosen(number: Signal, values: list):
    result = values[-1]
    for at, value in enumerate(values[:-1]):
        result = Mux(number == at, value, result)
    return result
