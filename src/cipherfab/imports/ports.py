# SPDX-License-Identifier: Apache-2.0
"""The ports of a core as its reader found them, against what its description says."""

from collections.abc import Mapping

from ..catalog import find
from ..design import BareInterface, LwcInterface, Masking
from ..errors import CallError
from ..places import laid_bits, widths
from .description import Description
from .keys import nearest
from .lwc import Lwc
from .streams import wanted_ports

Ports = Mapping[str, tuple[str, int]]
"""Direction (``input``, ``output``, ``inout``) and bits of each port of the top, by name."""

PACKED = (
    ". If it has only the bits that mean something, write packed = true, and byte_order = "
    '"little" where bit 0 is the lowest one of the first byte'
)

LWC_INPUTS = {"pdi_data": None, "pdi_valid": 1, "sdi_data": None, "sdi_valid": 1, "do_ready": 1}
RDI_INPUTS = ("rdi_data", "rdi_valid")
LWC_OUTPUTS = {"pdi_ready": 1, "sdi_ready": 1, "do_data": None, "do_valid": 1}


def check_ports(
    description: Description, ports: Ports
) -> tuple[LwcInterface | BareInterface, tuple[str, ...]]:
    """The interface of a core, and what is odd about it.

    Raises:
        CallError: a port is missing, points the other way, or has another width.
    """
    place = str(description.path)
    for role, port in (("clock", description.clock), ("reset", description.reset.port)):
        if port and port not in ports and description.bare:
            # What `nearest` found may end in a question mark, which needs no full stop.
            hint = f"{nearest(port, ports)}.".replace("?.", "?")
            raise CallError(
                f"{place}: the top has no port '{port}'{hint} It is "
                f"to be the {role}; of a core that has none say {role} = false."
            )
        if port:
            _require(ports, port, "input", 1, place)
    if description.lwc:
        interface, notes, used = _lwc(description.lwc, ports, place)
    elif description.streams:
        interface, notes, used = _streams(description, ports, place)
    else:
        interface, notes, used = description.bare, (), _bare(description.bare, ports, place)
    # Of a core without a clock or a reset the name is empty.
    twice = {description.clock, description.reset.port} & set(used) - {""}
    if twice:
        raise CallError(
            f"{place}: {', '.join(sorted(twice))} is the clock or the reset, and is "
            f"named once more. Where a reset is what starts the core, say reset = "
            f"false beside it."
        )
    left = [
        name
        for name, (direction, _) in ports.items()
        # An inout counts, too: nothing here drives one.
        if direction != "output" and name not in {*used, description.clock, description.reset.port}
    ]
    if left:
        raise CallError(
            f"{place}: nothing drives the inputs {', '.join(left)} of "
            f"{description.top}. "
            + (
                "A core with the LWC API has no others."
                if description.lwc
                else f"Give them values in [{'streams' if description.streams else 'bare'}] "
                f"constants."
            )
        )
    return interface, notes


def _lwc(lwc: Lwc, ports: Ports, place: str) -> tuple[LwcInterface, tuple[str, ...], list[str]]:
    for direction, names in (("input", LWC_INPUTS), ("output", LWC_OUTPUTS)):
        for name, width in names.items():
            _require(ports, name, direction, width, place)
    notes = []
    masking = _masking(lwc, ports, place)
    # Shares lie side by side, so the bus is a part of the port.
    width, sdi_width = (ports[f"{port}_data"][1] // lwc.shares for port in ("pdi", "sdi"))
    for port, found, told in (("pdi", width, lwc.width), ("sdi", sdi_width, lwc.sdi_width)):
        whole = ports[f"{port}_data"][1]
        if found not in (8, 16, 32) or whole % lwc.shares:
            raise CallError(
                f"{place}: expected {port}_data with 8, 16 or 32 bits"
                f"{' of each share' if masking else ''}, the core has "
                f"{whole}.{_why_wide(lwc, whole, ports)}"
            )
        if told not in (None, found):
            notes.append(
                f"[lwc] ports.{port}.bit_width says {told}, the port {port}_data has "
                f"{found} bits: {found} it is"
            )
    _require(ports, "do_data", "output", width * lwc.shares, place)
    if "do_last" not in ports:
        notes.append("no port do_last: it is not checked")
    return (LwcInterface(width=width, sdi_width=sdi_width, aead=lwc.aead, hash=lwc.hash,
                         do_last="do_last" in ports, key_reuse=lwc.key_reuse,
                         decrypts=lwc.decrypts, segment_order=lwc.segment_order,
                         masking=masking),
            tuple(notes), [*LWC_INPUTS, *(RDI_INPUTS if masking else ())])  # fmt: skip


def _masking(lwc: Lwc, ports: Ports, place: str) -> Masking | None:
    """What is in shares; None if nothing is.

    Raises:
        CallError: there is no RDI, or it has other bits than the description says.
    """
    if lwc.shares == 1:
        return None
    _require(ports, "rdi_data", "input", lwc.random, place)
    _require(ports, "rdi_valid", "input", 1, place)
    _require(ports, "rdi_ready", "output", 1, place)
    return Masking(
        inputs=("pdi", "sdi"),
        outputs=("do",),
        random=ports["rdi_data"][1],
        shares=lwc.shares,
        order=lwc.order,
    )


def _why_wide(lwc: Lwc, width: int, ports: Ports) -> str:
    """What a bus of another width may be: one of shares, of 64 bits, or of something else."""
    if lwc.shares > 1:
        return f" The description says num_shares = {lwc.shares}."
    if "rdi_data" in ports:
        return (
            " It has the port rdi_data: of a core with shares, behind the API of LWC_SCA, say "
            "ports.pdi.num_shares and ports.sdi.num_shares."
        )
    if width == 64:
        return (
            " A bus of 64 bits is more than the LWC Hardware API has, and nothing says how a core "
            "has its headers there: put a core of 32 bits into the description, if it has one by a "
            "parameter."
        )
    return ""


def _streams(
    description: Description, ports: Ports, place: str
) -> tuple[LwcInterface, tuple[str, ...], list[str]]:
    streams = description.streams
    place = f"{place} [streams]"
    _require(ports, streams.table.input.data, "input", None, place)
    wanted = wanted_ports(streams, ports, place)
    for name, direction, width in wanted:
        _require(ports, name, direction, width, place)
    notes = ("its own streams, behind the bus of our cores, which is counted",)
    return (
        streams.interface(ports[streams.table.input.data][1]),
        notes,
        [name for name, direction, _ in wanted if direction == "input"],
    )


def _bare(interface: BareInterface, ports: Ports, place: str) -> list[str]:
    handshake, inputs = interface.handshake, {}
    for name, value in handshake.constants.items():
        _require(ports, name, "input", None, place)
        if value >> ports[name][1]:
            raise CallError(
                f"{place} [bare] constants: {name} = {value} does not fit its {ports[name][1]} bits"
            )
        inputs[name] = ports[name][1]
    inputs |= widths(handshake.inputs)
    outputs = widths(handshake.outputs)
    controls = {role: getattr(handshake, role) for role in ("start", "load", "ready", "done")}
    # fmt: off
    wanted = [*(("input", *port) for port in inputs.items()),
              *(("output", *port) for port in outputs.items()),
              *(("input" if role in ("start", "load") else "output", name,
                 handshake.control(role).width) for role, name in controls.items() if name)]
    # fmt: on
    for direction, name, width in wanted:
        _require(
            ports,
            name,
            direction,
            width,
            place,
            _packed(interface, ports.get(name, ("", width))[1], width),
        )
    return [name for direction, name, _ in wanted if direction == "input"]


def _packed(interface: BareInterface, found: int, wanted: int) -> str:
    """What to write, if a port of another width may have the bits that mean something alone."""
    if found == wanted:
        return ""
    used = find(interface.algorithm).known_answers.mask
    return PACKED if used and found == laid_bits(wanted, used) else ""


def _require(
    ports: Ports, name: str, direction: str, width: int | None, place: str, hint: str = ""
) -> None:
    if name not in ports:
        raise CallError(f"{place}: the top has no port '{name}'{nearest(name, ports)}")
    if ports[name][0] != direction or width not in (None, ports[name][1]):
        bits = "" if width is None else f" of {width} bits"
        raise CallError(
            f"{place}: expected '{name}' to be an {direction}{bits}; it is an "
            f"{ports[name][0]} of "
            f"{ports[name][1]} bits{hint}"
        )
