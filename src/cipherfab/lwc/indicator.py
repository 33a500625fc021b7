# SPDX-License-Identifier: Apache-2.0
"""Which service a core ran last, and how that ended."""

from enum import IntEnum

from amaranth.hdl import Module, Mux
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from .protocol import Opcode


class Outcome(IntEnum):
    """What has become of a service."""

    NONE = 0
    RUNS = 1
    SUCCESS = 2
    FAILURE = 3


class Indicator(wiring.Component):
    """Remembers the last instruction that asks for a service, *activate key* is none, and its
    status.

    Ports:
        begins: an instruction is taken, whose opcode is ``opcode``. ends: a status word leaves,
            whose opcode is ``status``. Both are never 1 in the same cycle.
        service: the opcode of the last instruction, also of one that is refused; 0 before the
            first. outcome: see `Outcome`.
    """

    def __init__(self):
        super().__init__({"begins": In(1), "opcode": In(4), "ends": In(1), "status": In(4),
                          "service": Out(4), "outcome": Out(2)})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        with m.If(self.begins):
            m.d.sync += [self.service.eq(self.opcode), self.outcome.eq(Outcome.RUNS)]
        with m.Elif(self.ends):
            good = self.status == Opcode.SUCCESS
            m.d.sync += self.outcome.eq(Mux(good, Outcome.SUCCESS, Outcome.FAILURE))
        return m
