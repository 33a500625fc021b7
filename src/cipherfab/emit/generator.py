# SPDX-License-Identifier: Apache-2.0
"""Random bits for a masked core from a stream cipher, beside its files: Verilog, and the model that
it is tested against.
"""

from collections.abc import Mapping, Sequence

from ..design import BareInterface, Design, LwcInterface
from ..errors import CallError
from ..primitives.in_stages import RANDOM
from .bare_page import bare_ports
from .page import lwc_ports
from .texts import Port, filled

WIDTH = 64
"""Bits that an instance gives in a clock: the most for which all taps are in its state."""

STEPS = 4 * 288
"""Of the specification, before the first bit."""


SEED = 80
"""Bits of the key of an instance."""


def generator(design: Design) -> dict[str, str]:
    """The file with the generator and with the core behind it, by name. A primitive gets the seed
    on a port of its own; a core with the LWC API on RDI, in whose place the generator then stands.

    Raises:
        CallError: the core takes no random bits.
    """
    interface = design.interface
    masking = interface.masking
    if not masking or not masking.random:
        raise CallError(
            f"{design.name}: --generator makes random bits for a masked core, and this core takes "
            f"none. Try ascon-p-6/masked=1,gadget=dom or ascon-aead128/masked=1."
        )
    count = -(-masking.random // WIDTH)
    facts = {
        "TOP": design.top,
        "BITS": masking.random,
        "NEEDED": masking.random - 1,
        "COUNT": count,
        "LAST": WIDTH * count - 1,
        "CLOCK": design.clock,
        "RESET": design.reset,
    }
    if isinstance(interface, LwcInterface):
        behind = _on_rdi(interface, facts)
    else:
        behind = _on_a_port(interface, facts)
    # The licence stands at the top of the file, and so not at that of its second part again.
    text = filled("trivium.v", **facts) + "\n" + behind.partition("\n")[2]
    return {f"{design.top}_with_random.v": text}


def _on_a_port(interface: BareInterface, facts: Mapping) -> str:
    """The module that has a primitive behind the generator."""
    ports = [port for port in bare_ports(interface) if port[0] != RANDOM]
    passed = [name for name, *_ in ports if name not in ("in_valid", "in_ready")]
    return filled("with_random.v", **facts, PORTS=_declared(ports), WIRES=_wired(passed))


def _on_rdi(interface: LwcInterface, facts: Mapping) -> str:
    """The module that has a core with the LWC API behind it. Its ports are those of the core."""
    # RDI may be narrower than a seed, which then comes in several words.
    ports, word = lwc_ports(interface), min(facts["BITS"], SEED)
    words = -(-SEED // word)
    passed = [name for name, *_ in ports if not name.startswith("rdi_")]
    return filled(
        "with_seed.v",
        **facts,
        WORD=word,
        HIGHEST=word - 1,
        SEED_WORDS=words,
        FULL=words - 1,
        SEED_BITS=word * words,
        MOST=word * words - 1,
        PORTS=_declared(ports),
        WIRES=_wired(passed),
    )


def _declared(ports: Sequence[Port]) -> str:
    return ",\n".join(
        f"    {way}put wire {f'[{width - 1}:0] ' * (width > 1)}{name}"
        for name, way, width, _ in ports
    )


def _wired(names: Sequence[str]) -> str:
    return ",\n".join(f"      .{name}({name})" for name in names)


def keystream(key: int, iv: int, bits: int) -> int:
    """Of Trivium, bit by bit as in the specification; bit i - 1 of each number is its K_i, IV_i or
    z_i.
    """
    # The specification counts from 1, so the first place is not used.
    s = [0, *_bits(key, 80), *[0] * 13, *_bits(iv, 80), *[0] * 4, *[0] * 108, 1, 1, 1]
    found = 0
    for step in range(STEPS + bits):
        a, b, c = s[66] ^ s[93], s[162] ^ s[177], s[243] ^ s[288]
        # z_i is the sum of t1 to t3 before the products join them.
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
