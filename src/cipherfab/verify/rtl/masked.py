# SPDX-License-Identifier: Apache-2.0
"""A masked core behind the ports of what it masks, so that it is verified like any other: for
simulation, never for use.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from ...design import BareInterface, Design
from ...primitives.in_stages import RANDOM, share_names

MASK = "mask_"
"""An input NAME in shares has an input ``mask_NAME`` beside it: all shares but the last one, side
by side.
"""

SHIFT_BITS = 64
"""Least size of the shift register that stands in for the random bits; each cycle shifts it by 13.
"""


def unmasked(design: Design) -> Design:
    """The design in a wrapper that makes shares of its inputs, adds up those of its outputs, and
    drives its random bits.

    Args:
        design: with an interface that has a `design.Masking`; RTL or gates.
    """
    interface, masking = design.interface, design.interface.masking
    masks = {
        f"{MASK}{name}": (masking.shares - 1) * interface.inputs[name] for name in masking.inputs
    }
    whole = replace(interface, inputs={**interface.inputs, **masks}, masking=None)
    return replace(
        design,
        top="unmasked",
        interface=whole,
        sources={**design.sources, "unmasked.sv": _wrapper(design, whole)},
    )


def with_masks(
    interface: BareInterface, calls: Sequence[Mapping[str, int]], seed: int
) -> list[Mapping[str, int]]:
    """Calls with random values of the inputs ``mask_NAME`` that an `unmasked` design has and they
    have not.
    """
    wanted = {name: width for name, width in interface.inputs.items() if name.startswith(MASK)}
    random = Random(seed)
    return [
        {**{name: random.getrandbits(width) for name, width in wanted.items()}, **call}
        for call in calls
    ]


def _wrapper(design: Design, whole: BareInterface) -> str:
    masking = design.interface.masking
    ports = [
        "input wire clk",
        "input wire rst",
        "input wire in_valid",
        "output wire in_ready",
        "output wire out_valid",
        "input wire out_ready",
    ]
    ports += [f"input wire [{width - 1}:0] in_{name}" for name, width in whole.inputs.items()]
    ports += [f"output wire [{width - 1}:0] out_{name}" for name, width in whole.outputs.items()]
    ports += ["output wire fault"] * whole.fault
    wires, pins = (
        [],
        ["clk", "rst", "in_valid", "in_ready", "out_valid", "out_ready", *["fault"] * whole.fault],
    )
    for name, width in design.interface.inputs.items():
        if name in masking.inputs:
            masks = [
                f"in_{MASK}{name}[{low + width - 1}:{low}]"
                for low in range(0, width * (masking.shares - 1), width)
            ]
            values = (*masks, " ^ ".join((f"in_{name}", *masks)))
            wires += [
                f"wire [{width - 1}:0] in_{share} = {value};"
                for share, value in zip(share_names(name, masking.shares), values)
            ]
        pins += [
            f"in_{share}"
            for share in (share_names(name, masking.shares) if name in masking.inputs else [name])
        ]
    for name, width in design.interface.outputs.items():
        shares = [f"out_{share}" for share in share_names(name, masking.shares)]
        wires += [f"wire [{width - 1}:0] {share};" for share in shares]
        wires.append(f"assign out_{name} = {' ^ '.join(shares)};")
        pins += shares
    if masking.random:
        pins.append(RANDOM)
        wires += _shift_register(masking.random)
    connections = ",\n".join(f"      .{pin}({pin})" for pin in pins)
    head, lines = ",\n".join(f"    {port}" for port in ports), "\n  ".join(wires)
    return (
        f"module unmasked (\n{head}\n);\n  {lines}\n  {design.top} core (\n{connections}\n  );\n"
        f"endmodule\n"
    )


def _shift_register(bits: int) -> list[str]:
    """Not random, but different in every cycle, which is all that right answers need."""
    size = max(bits, SHIFT_BITS)
    return [
        f"reg [{size - 1}:0] shift = {size}'h9E3779B97F4A7C15;",
        "always @(posedge clk) begin",
        f"  shift <= {{shift[{size - 14}:0], ~(shift[{size - 1}:{size - 13}] ^ shift[12:0] ^ "
        f"shift[{size // 2 + 12}:{size // 2}])}};",
        "end",
        f"wire [{bits - 1}:0] {RANDOM} = shift[{bits - 1}:0];",
    ]
