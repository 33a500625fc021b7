# SPDX-License-Identifier: Apache-2.0
"""The section ``[bare]``: how a core without the LWC API is started, and where its inputs and
outputs lie.

::

    [bare]
    algorithm = "aes-128"                       # a primitive of the catalog
    reset = { port = "reset_n", level = 0, kind = "async" }
    load = { port = "init", inputs = ["key"] }  # 1 for one cycle when the key is new; leave out what the core does not have
    start = "next"                              # 1 for one cycle; without it the core works on what is there
                                                # or { port, width, value, idle, hold }: a value of more bits; hold: until it is done
    ready = "ready"                             # 1 while it can start
    done = "result_valid"                       # 1 with the outputs; or latency = 12, clock edges from start to outputs
    constants = { encdec = 1, keylen = 0 }      # ports with a fixed value
    inputs.key = { port = "key", width = 256, low = 128 }   # 128 bits in the upper half of a port of 256 bits
    inputs.plaintext = "block"                  # the port is as wide as the value
    outputs.ciphertext = "result"
    # or outputs.ciphertext = { ports = ["result_high", "result_low"], word = 32, word_order = "little" }; see `values`
"""  # noqa: E501

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ..catalog import Kind, find
from ..design import BareInterface
from ..errors import CallError
from ..handshake import Control, Handshake
from .keys import nearest
from .values import Common, ports_of

WITH_ARTICLE = {Kind.AEAD: "an AEAD", Kind.HASH: "a hash function"}


MOST_BITS = 32
"""Of a port that starts a core or says something of it."""


class Told(Struct, forbid_unknown_fields=True):
    """What ``ready`` or ``done`` says: a port of ``width`` bits that has ``value``."""

    port: str
    width: int = 1
    value: int = 1


class Start(Struct, forbid_unknown_fields=True):
    """What starts: a port that has ``value`` for a cycle, or with ``hold`` until the core is done,
    and else ``idle``.
    """

    port: str
    width: int = 1
    value: int = 1
    idle: int = 0
    hold: bool = False


class Load(Struct, forbid_unknown_fields=True):
    """What loads a key: a port as in `Start`, and the inputs that it loads."""

    port: str
    inputs: list[str] = []
    width: int = 1
    value: int = 1
    idle: int = 0


class Bare(Struct, forbid_unknown_fields=True):
    """The section; `clock` and `reset` are read with those of ``[rtl]``."""

    algorithm: str
    inputs: dict[str, Any]
    outputs: dict[str, Any]
    clock: Any = None
    reset: Any = None
    load: Load | None = None
    start: str | Start | None = None
    ready: str | Told | None = None
    done: str | Told | None = None
    done_pulse: bool = False
    latency: int | None = None
    hold: bool = True
    restarts: bool = False
    constants: dict[str, Any] = {}
    byte_order: str = "big"
    word_order: str = "big"
    word: int | None = None


def interface_of(table: Bare, place: str) -> BareInterface:
    """The interface that ``[bare]`` describes.

    Raises:
        CallError: the algorithm is no primitive, one of its inputs or outputs is missing, or a
            number is wrong.
    """
    algorithm = find(table.algorithm)
    if algorithm.primitive is None:
        raise CallError(
            f"{place}: expected a permutation or a block cipher, got "
            f"'{algorithm.name}', {WITH_ARTICLE[algorithm.kind]}. An AEAD or a hash is "
            f"described by [lwc], if it has the LWC Hardware API, or by [streams], if "
            f"it has words of key and data of its own."
        )
    primitive = algorithm.primitive
    return BareInterface(
        algorithm=algorithm.name,
        inputs=dict(primitive.inputs),
        outputs=dict(primitive.outputs),
        handshake=_handshake(
            table, primitive.inputs, primitive.outputs, algorithm.known_answers.mask, place
        ),
    )


def _handshake(
    table: Bare, inputs: Mapping[str, int], outputs: Mapping[str, int], used: str, place: str
) -> Handshake:
    common = Common(
        byte_order=table.byte_order, word_order=table.word_order, word=table.word, used=used
    )
    found = Handshake(
        inputs=ports_of(table.inputs, inputs, common, f"{place} inputs"),
        outputs=ports_of(table.outputs, outputs, common, f"{place} outputs"),
        constants=_constants(table, place),
        load=_port_of(table.load),
        loads=tuple(table.load.inputs) if table.load else (),
        start=_port_of(table.start),
        ready=_port_of(table.ready),
        done=_port_of(table.done),
        done_pulse=table.done_pulse,
        latency=table.latency,
        hold=table.hold,
        restarts=table.restarts,
        start_held=isinstance(table.start, Start) and table.start.hold,
        controls=_controls(table, place),
    )
    _check(found, inputs, place)
    return found


def _check(handshake: Handshake, inputs: Mapping[str, int], place: str) -> None:
    if (handshake.done is None) == (handshake.latency is None):
        raise CallError(
            f"{place}: expected either 'done' (a port) or 'latency' (clock edges), got "
            f"{'neither' if handshake.done is None else 'both'}"
        )
    if handshake.latency is not None and not 0 <= handshake.latency <= 100_000:
        raise CallError(
            f"{place}: expected a latency of 0 to 100000 clock edges, got {handshake.latency}"
        )
    if handshake.start is None and handshake.latency is None:
        raise CallError(f"{place}: a core without 'start' needs a 'latency'")
    if handshake.restarts and (handshake.start is None or handshake.ready or handshake.start_held):
        raise CallError(
            f"{place}: restarts goes with a 'start' that is a pulse, and without 'ready'"
        )
    for name in handshake.loads:
        if name not in inputs:
            raise CallError(f"{place} load: unknown input '{name}'{nearest(name, inputs)}")


def _port_of(given: str | Start | Told | Load | None) -> str | None:
    return given if isinstance(given, str | None) else given.port


def _controls(table: Bare, place: str) -> dict[str, Control]:
    """What is not one bit that is 1, by role.

    Raises:
        CallError: a value does not fit the port or is also its idle one, or values of one port
            differ in width or when idle.
    """
    given = {role: getattr(table, role) for role in ("start", "load", "ready", "done")}
    found = {
        role: Control(width=said.width, value=said.value, idle=getattr(said, "idle", 0))
        for role, said in given.items()
        # A bare name is a port of one bit that says it with 1.
        if not isinstance(said, str | None)
    }
    for role, control in found.items():
        if not 1 <= control.width <= MOST_BITS or not all(
            0 <= value < 1 << control.width for value in (control.value, control.idle)
        ):
            raise CallError(
                f"{place} {role}: expected a width of 1 to {MOST_BITS} bits and values "
                f"that fit it, got {control.width} bits, {control.value} and "
                f"{control.idle}"
            )
        if role in ("start", "load") and control.value == control.idle:
            raise CallError(
                f"{place} {role}: expected another value than when it is idle, {control.idle}"
            )
    if table.load and table.load.port == _port_of(table.start):
        _check_shared(found.get("start", Control()), found["load"], place)
    return {role: control for role, control in found.items() if control != Control()}


def _check_shared(start: Control, load: Control, place: str) -> None:
    if (start.width, start.idle) != (load.width, load.idle) or start.value == load.value:
        raise CallError(
            f"{place}: expected 'start' and 'load' on one port to have the same width "
            f"and idle value, and values of their own"
        )


def _constants(table: Bare, place: str) -> dict[str, int]:
    for name, value in table.constants.items():
        # Not by isinstance: a bool of TOML is an int to it.
        if type(value) is not int or value < 0:
            raise CallError(
                f"{place} constants: expected non-negative integers, got {name} = {value!r}"
            )
    return table.constants
