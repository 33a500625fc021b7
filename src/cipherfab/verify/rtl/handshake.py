# SPDX-License-Identifier: Apache-2.0
"""The ports of a bare primitive, ours or one of others, as its bench (`bench/bare_bench.cpp`) needs
to know them.
"""

from collections.abc import Mapping

from ...design import BareInterface, Port
from ...handshake import Handshake, own_ports
from ...identifiers import identifier
from ...places import on_ports, widths


def input_ports(interface: BareInterface) -> Mapping[str, Port]:
    """Where each input lies, by name."""
    handshake = interface.handshake
    return handshake.inputs if handshake else own_ports(interface.inputs, "in")


def output_ports(interface: BareInterface) -> Mapping[str, Port]:
    """Where each output lies, by name."""
    handshake = interface.handshake
    return handshake.outputs if handshake else own_ports(interface.outputs, "out")


def port_words(values: Mapping[str, int], places: Mapping[str, Port]) -> list[int]:
    """32-bit words of all ports, the least significant of each first; several values may lie on one
    port.
    """
    return as_words(on_ports(values, places), widths(places))


def as_words(numbers: Mapping[str, int], widths: Mapping[str, int]) -> list[int]:
    """32-bit words of ports of these widths, the least significant of each first."""
    return [
        numbers[port] >> 32 * index & 0xFFFFFFFF
        for port, width in widths.items()
        for index in range(word_count(width))
    ]


def port_values(words: list[int], places: Mapping[str, Port]) -> dict[str, int]:
    """The values that lie on the ports whose words these are; the inverse of `port_words`. Words
    that are missing are 0.
    """
    numbers, position = {}, 0
    for port, width in widths(places).items():
        numbers[port] = sum(
            word << 32 * index
            for index, word in enumerate(words[position : position + word_count(width)])
        )
        position += word_count(width)
    return {name: place.value(numbers) for name, place in places.items()}


def word_count(width: int) -> int:
    """32-bit words of so many bits."""
    return -(-width // 32)


def header(interface: BareInterface) -> str:
    """The text of ``ports.h``."""
    lists = port_lists(widths(input_ports(interface)), widths(output_ports(interface)))
    return lists + (_started(interface.handshake) if interface.handshake else "")


def port_lists(inputs: Mapping[str, int], outputs: Mapping[str, int]) -> str:
    """What `bench/bare.h` needs, for ports of these widths."""
    sides = {"INPUTS": inputs, "OUTPUTS": outputs}
    calls = {
        side: " ".join(f"X({_name(port)}, {word_count(width)})" for port, width in widths.items())
        for side, widths in sides.items()
    }
    return "".join(f"#define BARE_{side}(X) {text}\n" for side, text in calls.items())


def _started(handshake: Handshake) -> str:
    """What `bench/handshake.h` needs."""
    taken = {
        one.name: name in handshake.loads
        for name, place in handshake.inputs.items()
        for one in place.pins
    }
    defines = {
        "HANDSHAKE": 1,
        "SET_START(top, value)": _set(handshake, "start"),
        "SET_LOAD(top, value)": _set(handshake, "load"),
        "SET_CONSTANTS(top)": ", ".join(
            _constant(port, value) for port, value in handshake.constants.items()
        )
        # A macro that is used as a statement must be an expression.
        or "((void)0)",
        # Without such a port a core counts as ready, and `LATENCY` says when it is done.
        "IS_READY(top)": _says(handshake, "ready") if handshake.ready else "true",
        "IS_DONE(top)": _says(handshake, "done") if handshake.done else "false",
        "WITHOUT_START": int(handshake.start is None),
        "HAS_READY": int(handshake.ready is not None),
        "HAS_LOAD": int(handshake.load is not None),
        "DONE_PULSE": int(handshake.done_pulse),
        "LATENCY": -1 if handshake.latency is None else handshake.latency,
        "HOLD": int(handshake.hold),
        "START_HELD": int(handshake.start_held),
        "RESTARTS": int(handshake.restarts),
        "LOAD_WORDS": ", ".join(
            str(int(taken[port]))
            for port, width in widths(handshake.inputs).items()
            for _ in range(word_count(width))
        ),
    }
    return "".join(f"#define {name} {value}\n" for name, value in defines.items())


def _set(handshake: Handshake, role: str) -> str:
    """``start`` or ``load`` set if ``value``, and else idle."""
    port, control = getattr(handshake, role), handshake.control(role)
    return (
        f"((top).{_name(port)} = (value) ? {control.value} : {control.idle})"
        if port
        else "((void)(value))"
    )


def _says(handshake: Handshake, role: str) -> str:
    """Whether ``ready`` or ``done`` is told."""
    return f"((top).{_name(getattr(handshake, role))} == {handshake.control(role).value})"


def _constant(port: str, value: int) -> str:
    """A call of the bench's ``put``; words beyond the value are 0, and the port takes as many as it
    has.
    """
    words = ", ".join(
        str(value >> 32 * index & 0xFFFFFFFF) for index in range(word_count(value.bit_length()))
    )
    # A value of 0 has no words, and the list in C++ needs one.
    return f"put_constant((top).{_name(port)}, {{{words or 0}}})"


def _name(port: str) -> str:
    """A port as C++ may read it: whoever wrote the core chose its name."""
    return identifier(port, "port")
