# SPDX-License-Identifier: Apache-2.0
"""Ports that a core has beside those of the LWC API, where its options ask for them."""

from collections.abc import Collection

from ..design import BareInterface, LwcInterface

Port = tuple[str, str, int, str]
"""Name, direction, bits, meaning."""


def guard_ports(interface: LwcInterface | BareInterface) -> list[Port]:
    """The ports of a self-test, of zeroisation and of the indicator."""
    if isinstance(interface, BareInterface):
        return []
    tests = [
        ("tested", "out", 1, "the known answers behind the last reset were right"),
        ("failed", "out", 1, "one was wrong: no port takes or gives anything until a reset"),
    ]
    zeroises = [
        ("zeroise", "in", 1, "clears key, state and blocks, as a reset does"),
        ("zeroised", "out", 1, "they are cleared, and no word came since"),
    ]
    indicates = [
        ("service", "out", 4, "the opcode of the last message; 0: none"),
        ("outcome", "out", 2, "of that message: 0 none, 1 under way, 2 success, 3 failure"),
    ]
    return (
        tests * interface.self_tests
        + zeroises * interface.zeroises
        + indicates * interface.indicates
    )


def declared(interface: LwcInterface | BareInterface) -> str:
    """Their declarations behind the other ports of a module that passes them on."""
    ways = {"in": "input wire", "out": "output wire"}
    return "".join(
        f",\n    {ways[way]} {_range(bits)}{name}" for name, way, bits, _ in guard_ports(interface)
    )


def wires(interface: LwcInterface | BareInterface) -> str:
    """A wire for each of their outputs."""
    return "".join(
        f"  wire {_range(bits)}{name};\n"
        for name, way, bits, _ in guard_ports(interface)
        if way == "out"
    )


def _range(bits: int) -> str:
    return f"[{bits - 1}:0] " if bits > 1 else ""


def tied(interface: LwcInterface | BareInterface, used: Collection[str] = ()) -> str:
    """Their connections in an instance that does not use them: a reset clears such a core. Those
    ``used`` go to wires of their names.
    """
    values = {"in": "1'b0", "out": ""}
    return "".join(
        f",\n      .{name}({name if name in used else values[way]})"
        for name, way, _, _ in guard_ports(interface)
    )
