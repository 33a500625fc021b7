# SPDX-License-Identifier: Apache-2.0
"""The section ``[bare]``: how a core without the LWC API is started, and where its inputs and
outputs lie.

::

    [bare]
    algorithm = "aes-128"                       # a primitive of the catalog
    reset = { port = "reset_n", level = 0, kind = "async" }
    load = { port = "init", inputs = ["key"] }  # 1 for one cycle when the key is new; leave out what the core does not have
    start = "next"                              # 1 for one cycle; without it the core works on what is there
    ready = "ready"                             # 1 while it can start
    done = "result_valid"                       # 1 with the outputs; or latency = 12, clock edges from start to outputs
    constants = { encdec = 1, keylen = 0 }      # ports with a fixed value
    inputs.key = { port = "key", width = 256, low = 128 }   # 128 bits in the upper half of a port of 256 bits
    inputs.plaintext = "block"                  # the port is as wide as the value
    outputs.ciphertext = "result"
"""  # noqa: E501

from collections.abc import Mapping

from ..catalog import find
from ..design import BareInterface, Handshake, Port
from ..errors import CallError
from .keys import check_keys, get, nearest, require, strings

KEYS = ("algorithm", "clock", "reset", "load", "start", "ready",
        "done", "done_pulse", "latency", "hold", "constants", "byte_order",
        "inputs", "outputs")
ORDERS = ("big", "little")


def read_bare(table: Mapping, place: str) -> BareInterface:
    """The interface that ``[bare]`` describes.

    Raises:
        CallError: a key is missing, unknown or wrong; an input or output of the algorithm is
            missing.
    """
    check_keys(table, KEYS, place)
    algorithm = find(require(table, "algorithm", str, place))
    if algorithm.primitive is None:
        raise CallError(f"{place}: expected a permutation or a block cipher, got "
                        f"'{algorithm.name}', a {algorithm.kind.value}. "
                        "An AEAD or hash is described by [lwc].")
    primitive = algorithm.primitive
    return BareInterface(algorithm=algorithm.name, inputs=dict(primitive.inputs),
                         outputs=dict(primitive.outputs),
                         handshake=_handshake(table, primitive.inputs, primitive.outputs, place))


def _handshake(table: Mapping, inputs: Mapping[str, int], outputs: Mapping[str, int],
               place: str) -> Handshake:
    load = get(table, "load", dict, place, {})
    check_keys(load, ("port", "inputs"), f"{place} load")
    found = Handshake(
        inputs=_ports(table, "inputs", inputs, place),
        outputs=_ports(table, "outputs", outputs, place),
        constants=_constants(table, place), load=require(load, "port", str, f"{place} load")
        if load else None,
        loads=strings(load, "inputs", f"{place} load"), start=get(table, "start", str, place),
        ready=get(table, "ready", str, place), done=get(table, "done", str, place),
        done_pulse=get(table, "done_pulse", bool, place, False),
        latency=get(table, "latency", int, place), hold=get(table, "hold", bool, place, True))
    _check(found, inputs, place)
    return found


def _check(handshake: Handshake, inputs: Mapping[str, int], place: str) -> None:
    if (handshake.done is None) == (handshake.latency is None):
        raise CallError(f"{place}: expected either 'done' (a port) or 'latency' (clock edges), got "
                        f"{'neither' if handshake.done is None else 'both'}")
    if handshake.latency is not None and not 0 <= handshake.latency <= 100_000:
        raise CallError(f"{place}: expected a latency of 0 to 100000 clock edges, got "
                        f"{handshake.latency}")
    if handshake.start is None and handshake.latency is None:
        raise CallError(f"{place}: a core without 'start' needs a 'latency'")
    for name in handshake.loads:
        if name not in inputs:
            raise CallError(f"{place} load: unknown input '{name}'{nearest(name, inputs)}")


def _constants(table: Mapping, place: str) -> dict[str, int]:
    constants = get(table, "constants", dict, place, {})
    for name, value in constants.items():
        if type(value) is not int or value < 0:
            raise CallError(f"{place} constants: expected non-negative integers, got {name} = "
                            f"{value!r}")
    return constants


def _ports(table: Mapping, side: str, widths: Mapping[str, int], place: str) -> dict[str, Port]:
    given = require(table, side, dict, place)
    check_keys(given, widths, f"{place} {side}")
    order = get(table, "byte_order", str, place, "big")
    return {name: _port(require_any(given, name, f"{place} {side}"),
                        bits, order, f"{place} {side}.{name}")
            for name, bits in widths.items()}


def require_any(table: Mapping, name: str, place: str):
    """The value of ``name``; raises `CallError` if it is missing."""
    if name not in table:
        raise CallError(f"{place}: expected '{name}' (a port, or a table with port, width, low and "
                        f"byte_order)")
    return table[name]


def _port(given, bits: int, order: str, place: str) -> Port:
    if isinstance(given, str):
        given = {"port": given}
    if not isinstance(given, dict):
        raise CallError(f"{place}: expected the name of a port, or a table with port, width, low "
                        f"and byte_order, got {given!r}")
    check_keys(given, ("port", "width", "low", "byte_order"), place)
    port = Port(name=require(given, "port", str, place),
                width=get(given, "width", int, place, bits), bits=bits,
                low=get(given, "low", int, place, 0),
                byte_order=get(given, "byte_order", str, place, order))
    if port.low < 0 or port.low + bits > port.width:
        raise CallError(f"{place}: {bits} bits from bit {port.low} on do not fit a port of "
                        f"{port.width} bits")
    if port.byte_order not in ORDERS or port.byte_order == "little" and bits % 8:
        raise CallError(f"{place}: expected byte_order big or, for whole bytes, little, got "
                        f"{port.byte_order}")
    return port
