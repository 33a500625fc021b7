# SPDX-License-Identifier: Apache-2.0
"""Combinational: the whole primitive as logic between its ports, without a register: what studies
of unrolled ciphers measure.
"""

from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ...primitives.primitive import Primitive
from ..steps import load, result
from .full import cascade


class Combinational(wiring.Component):
    """All steps of ``primitive`` from the ports ``in_NAME`` to the ports ``out_NAME``; neither
    clock nor handshake.
    """

    def __init__(self, primitive: Primitive):
        self.primitive = primitive
        super().__init__(
            wiring.Signature(
                {
                    **{f"in_{name}": In(width) for name, width in primitive.inputs.items()},
                    **{f"out_{name}": Out(width) for name, width in primitive.outputs.items()},
                }
            )
        )

    def elaborate(self, platform):
        m = Module()
        inputs = {name: getattr(self, f"in_{name}") for name in self.primitive.inputs}
        outputs = result(
            m, self.primitive, cascade(m, self.primitive, inputs, load(m, self.primitive, inputs))
        )
        m.d.comb += [getattr(self, f"out_{name}").eq(value) for name, value in outputs.items()]
        return m
