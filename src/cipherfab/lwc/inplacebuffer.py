# SPDX-License-Identifier: Apache-2.0
"""Words of the bus to blocks of the mode and back, with registers for words that come in alone: an
answer leaves word by word while its block stays where it is.
"""

from amaranth.hdl import Array, Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import Phase, answers, blocks
from ..words.hardware import assign_parts
from .blockbuffer import words_of
from .ports import bus, words


class InPlaceBuffer(wiring.Component):
    """Collects n words to a block in n registers, which are 0 where no word came.

    The mode is shown the block in the cycle behind its last word. It may take it with the last word
    of its answer; until then its answer stays, and leaves straight from the mode. So no gate stands
    in front of a register but its enable, and none between the registers and the mode. A block
    costs a cycle more than in `blockbuffer.BlockBuffer`, and as many as its answer has words: the
    bus waits for the mode, and the mode for the bus.

    Args:
        width: bits of a bus word.
        size: bytes of a block; whole words.
        short_sizes: bytes of a block while ``short`` is 1, 2, …; whole words, or a part of one that
            comes as a word.
        forgets: a message may be given up in the middle of a block; there is a port for that.
        ahead: the mode's answers are ``ahead``, see `controllers.ports.answers`.

    Ports:
        words: input words. block: input blocks. answer: output blocks. output: output words
            (invalid bytes 0).
        short: which size blocks have.
        empty: no block of a message waits for its answer.
        held: a block waits to be taken.
        abort: the words of a block that is not whole are forgotten.
    """

    def __init__(
        self,
        *,
        width: int,
        size: int,
        short_sizes: tuple[int, ...] = (),
        forgets: bool = False,
        ahead: bool = False,
    ):
        self.step, self.forgets, self.ahead = width // 8, forgets, ahead
        self.counts, self.ends = words_of(width, (size, *short_sizes))
        super().__init__({
            "words": In(words(width)), "block": Out(blocks(size, ahead=ahead)),
            "answer": In(answers(size, ahead=ahead)), "output": Out(bus(width)),
            "short": In(range(max(2, len(self.counts)))), "empty": Out(1), "held": Out(1),
            **({"abort": In(1)} if forgets else {})})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        count, width = self.counts[0], len(self.words.data)
        # With a reset, since they must be 0 where no word came.
        self.slots = [Signal(width, name=f"slot{n}") for n in range(count)]
        # Bit n: word n of the block is stored. They fill from word 0 on.
        self.stored, self.whole = Signal(count, name="stored"), Signal(name="block_is_whole")
        self.mask_of_last = Signal(self.step, name="mask_of_last")
        self._collect(m)
        self._present(m)
        self._send(m)
        return m

    def _chosen(self, of_size):
        """What ``of_size`` says of the size that blocks have: of its number of words and the bit of
        the last one's mask for its last byte.
        """
        first, *others = zip(self.counts, self.ends)
        value = of_size(*first)
        for number, size in enumerate(others, 1):
            value = Mux(self.short == number, of_size(*size), value)
        return value

    def _collect(self, m: Module) -> None:
        """Words into their places, until the block is whole; and all forgotten when it is taken."""
        word, has_bytes = self.words, self.words.mask[-1]
        # With all words but one stored the next one fills the block.
        fills = self._chosen(lambda count, _: self.stored[count - 2] if count > 1 else Const(1))
        self.full = full = self._chosen(lambda count, _: self.stored[count - 1])
        self.owes = self.block.phase == Phase.MESSAGE
        taken, gone = Signal(name="takes_word"), Signal(name="block_is_gone")
        m.d.comb += [
            word.ready.eq(~self.whole),
            taken.eq(word.valid & ~self.whole),
            gone.eq(self.block.valid & self.block.ready),
        ]
        with m.If(taken):
            m.d.sync += [
                self.whole.eq(word.last | full | (fills & has_bytes & ~word.open)),
                self.block.last.eq(word.last),
                self.block.phase.eq(word.phase),
            ]
            with m.If(has_bytes):
                m.d.sync += [
                    self.stored.eq(Cat(Const(1, 1), self.stored)[: len(self.stored)]),
                    self.mask_of_last.eq(word.mask),
                ]
        places = Cat(before & ~here for before, here in zip(Cat(1, self.stored), self.stored))
        for slot, here in zip(self.slots, places):
            with m.If(taken & has_bytes & here):
                m.d.sync += slot.eq(word.data)
        # A whole block is still answered; only a part of one is forgotten.
        with m.If(gone | self.abort & ~self.whole if self.forgets else gone):
            m.d.sync += [register.eq(0) for register in (self.whole, self.stored, *self.slots)]

    def _present(self, m: Module) -> None:
        """The block, when it is whole."""
        mask = []
        for n, stored in enumerate(self.stored):
            behind = self.stored[n + 1] if n + 1 < len(self.stored) else Const(0)
            # A word with another behind it is full; the last one has the mask that it came with.
            mask.append(Cat(*(stored & (bit | behind) for bit in self.mask_of_last[:-1]), stored))
        m.d.comb += [
            *assign_parts(self.block.data, list(reversed(self.slots))),
            *assign_parts(self.block.mask, list(reversed(mask))),
            self.block.valid.eq(self.whole),
            self.held.eq(self.whole),
            # A block that an open word filled is not whole yet, but it will be answered.
            self.empty.eq(~(self.owes & self.stored[0] & (self.whole | self.full))),
        ]
        if self.ahead:
            full = self._chosen(lambda count, end: self.stored[count - 1] & self.mask_of_last[end])
            m.d.comb += [self.block.full.eq(full), self.block.held.eq(self.block.data)]

    def _send(self, m: Module) -> None:
        """The words of the answer, one by one; it is taken with the last one."""
        answer, out, count = self.answer, self.output, self.counts[0]
        sent = Signal(range(max(2, count)), name="sent")
        masks = self._parts(answer.mask, self.step)
        # A word has bytes if its first one counts.
        mask, more = Array(masks)[sent], Array([*(each[-1] for each in masks[1:]), Const(0)])[sent]
        m.d.comb += [
            out.valid.eq(answer.valid),
            answer.ready.eq(out.ready & ~more),
            *assign_parts(
                out.data, [Mux(bit, byte, 0) for bit, byte in zip(mask, self._bytes(m, sent))]
            ),
        ]
        with m.If(answer.valid & out.ready):
            m.d.sync += sent.eq(Mux(more, sent + 1, 0))

    def _bytes(self, m: Module, sent: Signal) -> list:
        """The bytes of the word that leaves, least significant first; of an answer that is
        ``ahead`` the sum of two words, since a block is 0 where none is answered.
        """
        width = len(self.output.data)
        word = Signal(width, name="word_of_answer")
        source = self.answer.stream if self.ahead else self.answer.data
        value = Array(self._parts(source, width))[sent]
        m.d.comb += word.eq(value ^ Array(self.slots)[sent] if self.ahead else value)
        return word_bytes(word)

    def _parts(self, whole, size: int) -> list:
        """The parts of something, the first one first."""
        return [whole[low : low + size] for low in reversed(range(0, len(whole), size))]


def word_bytes(word) -> list:
    """The bytes of a word, least significant first."""
    return [word[low : low + 8] for low in range(0, len(word), 8)]
