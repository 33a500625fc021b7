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
    # Masks are inputs like all others, so that the bench can give each call other shares.
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
    """The wrapper's Verilog: ports without shares, wires that make and add them up, the core."""
    handshake = {"in_valid": "input", "in_ready": "output", "out_valid": "output",
                 "out_ready": "input"}  # fmt: skip
    ports = ["input wire clk", "input wire rst"]
    ports += [f"{direction} wire {name}" for name, direction in handshake.items()]
    ports += [f"input wire [{width - 1}:0] in_{name}" for name, width in whole.inputs.items()]
    ports += [f"output wire [{width - 1}:0] out_{name}" for name, width in whole.outputs.items()]
    ports += ["output wire fault"] * whole.fault
    in_wires, in_pins = _input_shares(design.interface)
    out_wires, out_pins = _output_shares(design.interface)
    wires, pins = [*in_wires, *out_wires], ["clk", "rst", *handshake, *["fault"] * whole.fault]
    pins += [*in_pins, *out_pins]
    if design.interface.masking.random:
        pins.append(RANDOM)
        wires += _shift_register(design.interface.masking.random)
    connections = ",\n".join(f"      .{pin}({pin})" for pin in pins)
    head, lines = ",\n".join(f"    {port}" for port in ports), "\n  ".join(wires)
    return (
        f"module unmasked (\n{head}\n);\n  {lines}\n  {design.top} core (\n{connections}\n  );\n"
        f"endmodule\n"
    )


def _input_shares(interface: BareInterface) -> tuple[list[str], list[str]]:
    """Wires with the shares of inputs, made of a mask, and the core's pins."""
    masking, wires, pins = interface.masking, [], []
    for name, width in interface.inputs.items():
        if name not in masking.inputs:
            pins.append(f"in_{name}")
            continue
        masks = [
            f"in_{MASK}{name}[{low + width - 1}:{low}]"
            for low in range(0, width * (masking.shares - 1), width)
        ]
        shares = [f"in_{share}" for share in share_names(name, masking.shares)]
        # The last share is the input and all masks, so that all shares add up to the input.
        values = (*masks, " ^ ".join((f"in_{name}", *masks)))
        wires += [
            f"wire [{width - 1}:0] {share} = {value};" for share, value in zip(shares, values)
        ]
        pins += shares
    return wires, pins


def _output_shares(interface: BareInterface) -> tuple[list[str], list[str]]:
    """Wires with the shares of outputs, whose sums leave, and the core's pins."""
    wires, pins = [], []
    for name, width in interface.outputs.items():
        shares = [f"out_{share}" for share in share_names(name, interface.masking.shares)]
        wires += [f"wire [{width - 1}:0] {share};" for share in shares]
        wires.append(f"assign out_{name} = {' ^ '.join(shares)};")
        pins += shares
    return wires, pins


def _shift_register(bits: int) -> list[str]:
    """Not random, but different in every cycle, which is all that right answers need."""
    size = max(bits, SHIFT_BITS)
    return [
        # 2^64 divided by the golden ratio: bits without a pattern.
        f"reg [{size - 1}:0] shift = {size}'h9E3779B97F4A7C15;",
        "always @(posedge clk) begin",
        # Inverted, so that neither all zeros nor all ones stay what they are.
        f"  shift <= {{shift[{size - 14}:0], ~(shift[{size - 1}:{size - 13}] ^ shift[12:0] ^ "
        f"shift[{size // 2 + 12}:{size // 2}])}};",
        "end",
        f"wire [{bits - 1}:0] {RANDOM} = shift[{bits - 1}:0];",
    ]
