# SPDX-License-Identifier: Apache-2.0
"""The key of a core with streams of its own: from SDI straight to the core, without a register."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..lwc.keyreader import await_key, is_wrong
from ..lwc.ports import bus
from ..lwc.protocol import header_place, header_words


class StreamKey(wiring.Component):
    """Takes LOAD_KEY and the header of a key from SDI when it is activated; the words of the key
    stay on SDI until the core takes them.

    A key that is activated while the words of the one before still wait replaces it: those are
    dropped, or, if the core takes a key before a message begins (not ``at_start``), waited for.

    Args:
        width: bits of a bus word.
        key_bytes: length of a key; whole words.
        at_start: the core takes a key after the start of a message only.

    Ports:
        sdi: secret data input. load: a key is activated; loaded: done, in this cycle.
        valid: a key has been activated. waits: it has words that the core has not taken.
        lost: the core has been reset; its key is gone, and the next message needs a new one.
        words: of the key, to the core.
    """

    def __init__(self, *, width: int, key_bytes: int, at_start: bool):
        self.width, self.words_of_key, self.at_start = width, 8 * key_bytes // width, at_start
        self.key_bytes = key_bytes
        super().__init__({"sdi": In(bus(width)), "load": In(1), "loaded": Out(1),
                          "valid": Out(1), "waits": Out(1), "lost": In(1),
                          "words": Out(bus(width))})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        left = Signal(range(self.words_of_key + 1), name="words_left")
        drops = self.load & self.waits & int(self.at_start)
        feeds = self.waits & (~self.load | int(not self.at_start))
        m.d.comb += [
            self.waits.eq(left != 0),
            self.words.data.eq(self.sdi.data),
            self.words.valid.eq(self.sdi.valid & feeds),
            self.sdi.ready.eq(Mux(self.waits, drops | (feeds & self.words.ready), self.load)),
        ]
        with m.If(self.sdi.valid & self.sdi.ready & self.waits):
            m.d.sync += left.eq(left - 1)
        self._headers(m, self.sdi.valid & self.load & ~self.waits, left)
        # This comes last, since the last assignment wins: a lost key counts more than a header that
        # ends in the same cycle.
        with m.If(self.lost):
            m.d.sync += [self.valid.eq(0), left.eq(0)]
        return m

    def _headers(self, m: Module, taken, left: Signal) -> None:
        """Words in front of LOAD_KEY are dropped; another segment than a key leaves none valid."""
        parts, low = header_words(self.width), header_place(self.width)
        part = Signal(range(max(2, parts)), name="header_part")
        # Both are written before they are looked at, so a reset would only cost area.
        wrong = Signal(name="wrong", reset_less=True)
        # On a bus of 8 bits the upper byte of the length comes a word earlier.
        high = Signal(8, name="length_high", reset_less=True)
        length = Cat(self.sdi.data[low:], high)[:16]
        with m.FSM(name="key_state"):
            await_key(m, self.sdi.data, taken, wrong)
            with m.State("HEADER"):
                fails = Signal(name="is_wrong")
                last = part == parts - 1 if parts > 1 else Const(1)
                m.d.comb += fails.eq(
                    wrong | is_wrong(self.sdi.data, part == 0, last & (length != self.key_bytes))
                )
                with m.If(taken):
                    m.d.sync += [
                        part.eq(Mux(last, 0, part + 1)),
                        wrong.eq(fails),
                        high.eq(self.sdi.data[:8]),
                    ]
                    with m.If(last):
                        m.d.comb += self.loaded.eq(1)
                        m.d.sync += [
                            self.valid.eq(~fails),
                            left.eq(Mux(fails, 0, self.words_of_key)),
                        ]
                        m.next = "INSTRUCTION"
