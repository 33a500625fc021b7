# SPDX-License-Identifier: Apache-2.0
"""What stands around an LWC core for those who validate a module."""

from types import SimpleNamespace

from amaranth.hdl import Const, Module, Mux, ResetInserter
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from .clearing import Clearing
from .core import LwcCore
from .selftest import SelfTest
from .vectors import Vectors
from .withheld import Withheld
from .zeroise import Zeroise


class Guarded(wiring.Component):
    """A core, and around it what withholds plaintext until its tag has been verified, what clears
    it, and what tests it, as far as they are asked for: ports, test, clearing, memory, core.

    Args:
        core: without shares.
        withheld: bytes of the memory for plaintext, see `Withheld`; 0: it leaves at once.
        self_test: the words of known answers, see `SelfTest`; None: there is no test.
        zeroises: see `Zeroise`.

    Ports: those of the core, and with a test ``tested`` and ``failed``, see `SelfTest`; with
    ``zeroises`` the input ``zeroise``, which asks for the clearing with 1 in a cycle or more, and
    ``zeroised``: 1 from the end of the clearing until a word from outside got in.
    """

    def __init__(
        self,
        core: LwcCore,
        *,
        withheld: int = 0,
        self_test: Vectors | None = None,
        zeroises: bool = False,
    ):
        self.core, self.mode, width = core, core.mode, len(core.do_data)
        self.memory = Withheld(width=width, size=withheld, wipes=zeroises) if withheld else None
        self.zeroising = Zeroise(width=width) if zeroises else None
        self.test = SelfTest(self_test) if self_test else None
        super().__init__({
            **dict(core.signature.members.items()),
            **({"tested": Out(1), "failed": Out(1)} if self_test else {}),
            **({"zeroise": In(1), "zeroised": Out(1)} if zeroises else {})})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        clears = self._clears(m)
        if self.core.indicator:
            # What a test runs is no service of anybody; the core is cleared at its end.
            shown = self.test.tested if self.test else Const(1)
            if self.zeroising:
                shown = shown & ~self.zeroising.clears
            m.d.comb += [
                self.service.eq(Mux(shown, self.core.service, 0)),
                self.outcome.eq(Mux(shown, self.core.outcome, 0)),
            ]
        m.submodules.core = clears(self.core)
        pdi, sdi, do = (self._port(self, name) for name in ("pdi", "sdi", "do"))
        if self.test:
            m.submodules.self_test = test = self.test
            m.d.comb += [self.tested.eq(test.tested), self.failed.eq(test.failed)]
            pdi, sdi, do = self._behind(m, test, pdi, sdi, do)
        if self.zeroising:
            m.submodules.zeroising = self.zeroising
            pdi, sdi, do = self._behind(m, self.zeroising, pdi, sdi, do)
        _gives(m, pdi, self._port(self.core, "pdi"))
        _gives(m, sdi, self._port(self.core, "sdi"))
        # The memory stands behind the core for the self-test, too, which so tests both.
        given = self._port(self.core, "do")
        if self.memory:
            m.submodules.withheld = clears(self.memory)
            _gives(m, given, self.memory.input)
            given = self.memory.output
        _gives(m, given, do)
        return m

    def _clears(self, m: Module):
        """What makes of a part of it one that is cleared, see `Zeroise`; without that, only what
        steers is reset behind the test, so that no key is in use.
        """
        ends = self.test.ends if self.test else Const(0)
        if not self.zeroising:
            return ResetInserter(ends) if self.test else lambda part: part
        # A test has nothing of the user's to be cleared, and goes on.
        testing = self.test.testing if self.test else Const(0)
        wiping = self.memory.wiping if self.memory else Const(0)
        m.d.comb += [
            self.zeroising.asked.eq((self.zeroise & ~testing) | ends),
            self.zeroising.taken.eq(
                (self.pdi_valid & self.pdi_ready) | (self.sdi_valid & self.sdi_ready)
            ),
            self.zeroised.eq(self.zeroising.zeroised & ~wiping),
        ]
        return Clearing(self.zeroising.clears)

    def _behind(self, m: Module, layer, pdi, sdi, do) -> tuple:
        """The streams behind a layer, which is behind the given ones."""
        _gives(m, pdi, layer.pdi)
        _gives(m, sdi, layer.sdi)
        _gives(m, layer.do, do)
        return layer.core_pdi, layer.core_sdi, layer.core_do

    def _port(self, part, name: str) -> SimpleNamespace:
        """A stream of the ports of a core."""
        return SimpleNamespace(
            **{
                member.removeprefix(f"{name}_"): getattr(part, member)
                for member in part.signature.members
                if member.startswith(f"{name}_")
            }
        )


def _gives(m: Module, source, sink) -> None:
    """Words of a stream from one part to the next, with ``last`` where there is that."""
    m.d.comb += [
        getattr(sink, name).eq(getattr(source, name))
        for name in ("data", "last", "valid")
        if hasattr(source, name)
    ]
    m.d.comb += source.ready.eq(sink.ready)
