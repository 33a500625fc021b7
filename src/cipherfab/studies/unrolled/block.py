# SPDX-License-Identifier: Apache-2.0
"""A primitive as a combinational block, in Verilog."""

from ...architectures.iterated.combinational import Combinational
from ...cores.verilog import verilog
from ...design import BareInterface, Design
from ...primitives.primitive import Primitive


def design(name: str, primitive: Primitive) -> Design:
    """The combinational block of a primitive; it has no clock, and its interface is that of its
    registered form.
    """
    top = "".join(letter if letter.isalnum() else "_" for letter in name)
    interface = BareInterface(
        algorithm=primitive.name, inputs=dict(primitive.inputs), outputs=dict(primitive.outputs)
    )
    return Design(
        name=name,
        top=top,
        sources={f"{top}.sv": verilog(Combinational(primitive), top)},
        interface=interface,
        clock="",
        reset="",
    )
