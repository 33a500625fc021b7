# SPDX-License-Identifier: Apache-2.0
"""Random bits for a masked primitive from a stream cipher, beside its files: Verilog, and the model
that it is tested against.
"""

from ..design import BareInterface, Design
from ..errors import CallError
from ..primitives.in_stages import RANDOM
from .bare_page import bare_ports
from .texts import filled

WIDTH = 64
"""Bits that an instance gives in a clock: the most for which all taps are in its state."""

STEPS = 4 * 288
"""Of the specification, before the first bit."""


def generator(design: Design) -> dict[str, str]:
    """The file with the generator and with the core behind it, by name.

    Raises:
        CallError: the core has no port `random` that takes bits in every clock.
    """
    interface = design.interface
    masking = getattr(interface, "masking", None)
    if not isinstance(interface, BareInterface) or not masking or not masking.random:
        raise CallError(
            f"{design.name}: --generator makes random bits for a masked primitive with "
            f"a port `random`, and this core has none. Try "
            f"ascon-p-6/masked=1,gadget=dom."
        )
    ports = [port for port in bare_ports(interface) if port[0] != RANDOM]
    count = -(-masking.random // WIDTH)
    text = filled(
        "generator.v",
        TOP=design.top,
        BITS=masking.random,
        COUNT=count,
        LAST=WIDTH * count - 1,
        CLOCK=design.clock,
        RESET=design.reset,
        PORTS=",\n".join(
            f"    {way}put wire {f'[{width - 1}:0] ' * (width > 1)}{name}"
            for name, way, width, _ in ports
        ),
        WIRES=",\n".join(
            f"      .{name}({name})" for name, *_ in ports if name not in ("in_valid", "in_ready")
        ),
    )
    return {f"{design.top}_with_random.v": text}


def keystream(key: int, iv: int, bits: int) -> int:
    """Of Trivium, bit by bit as in the specification; bit i - 1 of each number is its K_i, IV_i or
    z_i.
    """
    # The specification counts from 1, so the first place is not used.
    s = [0, *_bits(key, 80), *[0] * 13, *_bits(iv, 80), *[0] * 4, *[0] * 108, 1, 1, 1]
    found = 0
    for step in range(STEPS + bits):
        a, b, c = s[66] ^ s[93], s[162] ^ s[177], s[243] ^ s[288]
        if step >= STEPS:
            found |= (a ^ b ^ c) << step - STEPS
        a ^= s[91] & s[92] ^ s[171]
        b ^= s[175] & s[176] ^ s[264]
        c ^= s[286] & s[287] ^ s[69]
        s = [0, c, *s[1:93], a, *s[94:177], b, *s[178:288]]
    return found


def _bits(value: int, width: int) -> list[int]:
    return [value >> n & 1 for n in range(width)]


__all__ = ["generator", "keystream"]
