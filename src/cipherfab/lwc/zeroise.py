# SPDX-License-Identifier: Apache-2.0
"""What clears a core on demand, and says that nothing is left in it."""

from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from .ports import bus
from .withheld import answers


class Zeroise(wiring.Component):
    """Stands between the ports and a core, and shuts them for the cycle in which it is cleared.

    Args:
        width: bits of PDI, SDI and DO.

    Ports:
        pdi, sdi, do: as of a core. core_pdi, core_sdi, core_do: to the core.
        asked: the core is to be cleared; it is in the cycle behind.
        clears: 1 while all registers of the core are cleared: behind a reset, and when asked.
        taken: a word from outside gets in.
        zeroised: 1 from the clearing on until a word got in.
    """

    def __init__(self, *, width: int):
        streams = {"pdi": In(bus(width)), "sdi": In(bus(width)), "do": Out(answers(width))}
        super().__init__({
            **streams, **{f"core_{name}": member.flip() for name, member in streams.items()},
            "asked": In(1), "taken": In(1),
            "clears": Out(1, init=1), "zeroised": Out(1)})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        opens = ~self.clears
        # Shut on both sides, so that a word is neither taken nor lost.
        for name in ("pdi", "sdi"):
            port, core = getattr(self, name), getattr(self, f"core_{name}")
            m.d.comb += [
                core.data.eq(port.data),
                core.valid.eq(port.valid & opens),
                port.ready.eq(core.ready & opens),
            ]
        m.d.comb += [
            self.do.data.eq(self.core_do.data),
            self.do.last.eq(self.core_do.last & opens),
            self.do.valid.eq(self.core_do.valid & opens),
            self.core_do.ready.eq(self.do.ready & opens),
        ]
        m.d.sync += [
            self.clears.eq(self.asked),
            # The ports are shut while it clears, so that `taken` is 0 then.
            self.zeroised.eq(self.clears | (self.zeroised & ~self.taken)),
        ]
        return m
