# SPDX-License-Identifier: Apache-2.0
"""The data words that `preprocessor` sends to the block buffer, and the words without bytes, which
say what follows.
"""

from amaranth.hdl import Const, Module, Mux

from ..controllers.ports import Phase, share_of
from ..words.hardware import assign_parts
from .customsize import CustomSize
from .passedheaders import PassedHeaders
from .reading import Reading


class DataWords:
    """Sends words of data.

    Args:
        now: what is read. passed: the headers that go to DO. port: for the words.

    Attributes:
        size: of a mode with outputs of any length, what says the length of a customization.
    """

    def __init__(self, now: Reading, passed: PassedHeaders, port):
        self.now, self.needs, self.passed, self.port = now, now.needs, passed, port
        self.size = CustomSize(now.needs, port) if now.needs.outputs else None

    def send(self, m: Module) -> None:
        """Words for the block buffer; but for valid and data of PDI, everything is in registers.

        A word without bytes says that the type has ended, or that it goes on. So a mode always
        knows with a block whether it is the last, and sees an empty block only for a type without a
        byte (but see `Needs.settles_ends`).
        """
        now = self.now
        open_end = now.count.ending & ~now.eot if self.needs.settles_ends else Const(0)
        # A block that asks for output needs no word on PDI.
        there = now.pdi.valid | now.asks if self.needs.outputs else now.pdi.valid
        # Of a type that ended without a byte the phase has gone on already.
        phase = now.phase - (now.settle_due & now.ends)
        if self.needs.outputs:
            # A block that asks for output is answered, as one of a message.
            phase = Mux(now.asks, Phase.MESSAGE, phase)
        m.d.comb += [
            self.port.phase.eq(phase),
            self.port.valid.eq(now.settle_due | (there & self.feeds_now())),
            self.port.last.eq(Mux(now.settle_due, now.ends, now.count.ending & now.eot)),
            self.port.open.eq(open_end & ~now.settle_due),
            self.port.mask.eq(now.mask),
            *assign_parts(self.port.data, self._masked_bytes()),
        ]
        if self.needs.outputs:
            self.size.send(m)
        with m.If(now.settle_due & self.settles_now()):
            m.d.sync += [
                now.settle_due.eq(0),
                # The word on PDI has its own mask again, which was 0 for the word without bytes.
                now.unsettled.eq(0),
                now.mask.eq(Mux(now.feeds, now.count.mask(now.count.left, now.count.ending), 0)),
            ]

    def _masked_bytes(self):
        now = self.now
        mask = self.port.mask
        if self.needs.outputs:
            # The block is of zeros whatever is on PDI; `mask` says how much is asked for.
            mask = Mux(now.asks, 0, mask)
        return [
            Mux(mask[n], word[8 * n : 8 * n + 8], 0)
            for word in (
                share_of(now.pdi.data, share, self.needs.shares)
                for share in reversed(range(self.needs.shares))
            )
            for n in range(self.needs.word_bytes)
        ]

    def feeds_now(self):
        """1 if the word on PDI is data for the mode, and nothing has to go before it."""
        now = self.now
        free = now.feeds & ~now.settle_due & self.passed.is_free()
        return free & ~self.size.due if self.needs.outputs else free

    def settles_now(self):
        """1 if the word without bytes, if one is due, is taken in this cycle."""
        return self.port.ready & ~self.size.due if self.needs.outputs else self.port.ready

    def settle(self, m: Module, condition, *, ends) -> None:
        """A word without bytes is due. One that is due already stays."""
        now = self.now
        with m.If(condition):
            m.d.sync += [now.settle_due.eq(1), now.mask.eq(0)]
            if self.needs.settles_ends:
                m.d.sync += now.ends.eq(ends)
