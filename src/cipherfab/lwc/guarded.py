# SPDX-License-Identifier: Apache-2.0
"""What stands around an LWC core for those who validate a module."""

from amaranth.hdl import Module
from amaranth.lib import wiring

from .core import LwcCore
from .withheld import Withheld


class Guarded(wiring.Component):
    """A core, and around it what withholds plaintext until its tag has been verified.

    Args:
        core: without shares.
        withheld: bytes of the memory for plaintext, see `Withheld`.

    Ports: those of the core.
    """

    def __init__(self, core: LwcCore, *, withheld: int):
        self.core, self.mode = core, core.mode
        self.withheld = withheld
        super().__init__(dict(core.signature.members.items()))

    def elaborate(self, platform):
        m = Module()
        m.submodules.core = core = self.core
        for port in ("pdi", "sdi"):
            m.d.comb += [
                getattr(core, f"{port}_data").eq(getattr(self, f"{port}_data")),
                getattr(core, f"{port}_valid").eq(getattr(self, f"{port}_valid")),
                getattr(self, f"{port}_ready").eq(getattr(core, f"{port}_ready")),
            ]
        withheld = Withheld(width=len(self.do_data), size=self.withheld)
        m.submodules.withheld = withheld
        m.d.comb += [
            withheld.input.data.eq(core.do_data),
            withheld.input.last.eq(core.do_last),
            withheld.input.valid.eq(core.do_valid),
            core.do_ready.eq(withheld.input.ready),
            self.do_data.eq(withheld.output.data),
            self.do_last.eq(withheld.output.last),
            self.do_valid.eq(withheld.output.valid),
            withheld.output.ready.eq(self.do_ready),
        ]
        return m
