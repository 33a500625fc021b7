# SPDX-License-Identifier: Apache-2.0
"""The Verilog of a core with streams of its own (`streams`) with the bus around it (`streambus`).

Names of the core's ports have passed `identifiers.identifier`, and are written as escaped names, so
that a word of Verilog may be one.
"""

from ..cores.verilog import verilog
from ..errors import CallError
from .description import Description
from .ports import Ports
from .streambus import StreamBus
from .streams import NO_AUTH, Streams

BUS = {"pdi_data": "input", "pdi_valid": "input", "pdi_ready": "output", "sdi_data": "input",
       "sdi_valid": "input", "sdi_ready": "output", "do_data": "output", "do_valid": "output",
       "do_ready": "input", "do_last": "output"}  # fmt: skip
"""The ports of the API and their directions."""

SUFFIX = "_with_bus"
"""What the name of the core is followed by in that of the whole."""


def with_bus(description: Description, ports: Ports, text: str) -> tuple[str, str]:
    """The name of the top and its text, with that of the core.

    Args:
        description: with ``streams``; the ports have been checked.
        ports: of the core.
        text: of the core, one module.
    """
    streams = description.streams
    connected = _connections(streams, description, ports)
    bus = StreamBus(
        streams,
        width=ports[streams.table.input.data][1],
        reset_level=description.reset.level,
        type_bits=_bits(ports, streams.table.input.type),
        size_bits=_bits(ports, streams.table.input.size),
        mode_bits=_bits(ports, streams.table.mode and streams.table.mode.port),
    )
    top = f"{description.top}{SUFFIX}"
    # Both modules are written behind the core in one text, where each name may stand only once.
    for name in (f"{top}_bus", top):
        if f"module {name} " in text or f"module {name}(" in text:
            raise CallError(f"{description.path}: a module is called '{name}', as the bus is")
    return top, "\n".join(
        [text, verilog(bus, f"{top}_bus"), _top(top, bus, description.top, connected)]
    )


def _bits(ports: Ports, name: str | None) -> int:
    return ports[name][1] if name else 1


def _connections(streams: Streams, description: Description, ports: Ports) -> dict[str, str]:
    """What each port of the core is connected to: a wire to the bus, or a constant."""
    table = streams.table
    key, given, out, auth = table.key, table.input, table.output, table.auth or NO_AUTH
    # What the section does not name has None or an empty text as its key, and falls out below.
    wires = {key.data: "core_key", key.valid: "core_key_valid", key.ready: "core_key_ready",
             key.update: "core_key_update", given.data: "core_data", given.valid: "core_valid",
             given.ready: "core_ready", given.bytes: "core_bytes", given.size: "core_size",
             given.padding: "core_padding", given.type: "core_type",
             given.end_of_type: "core_eot", given.end_of_input: "core_eoi",
             out.data: "core_out", out.valid: "core_out_valid", out.ready: "core_out_ready",
             out.bytes: "core_out_bytes", out.last: "core_out_last", auth.data: "core_auth",
             auth.valid: "core_auth_valid", auth.ready: "core_auth_ready",
             table.decrypt: "core_decrypt", table.hashing: "core_hash",
             table.mode.port if table.mode else None: "core_mode",
             description.clock: "clk", description.reset.port or None: "core_reset"}  # fmt: skip
    # A constant is written with the width of its port, so that none is cut or filled.
    constants = {name: f"{ports[name][1]}'d{value}" for name, value in table.constants.items()}
    return {name: wire for name, wire in {**wires, **constants}.items() if name}


def _top(top: str, bus: StreamBus, core: str, connected: dict[str, str]) -> str:
    """The module that joins the two."""
    # Ports are taken from the signature of the bus, so none of them can be forgotten here.
    widths = {name: len(getattr(bus, name)) for name in bus.signature.members}
    inner = [name for name in widths if name.startswith("core_")]
    ports = [
        "input clk",
        "input rst",
        *(
            f"{way} [{widths[name] - 1}:0] {name}" if widths[name] > 1 else f"{way} {name}"
            for name, way in BUS.items()
        ),
    ]
    driven = {name for name in inner if name in connected.values()}
    answers = {
        "core_key_ready",
        "core_ready",
        "core_out",
        "core_out_valid",
        "core_out_bytes",
        "core_auth",
        "core_auth_valid",
    }
    # What the core does not answer is 0, since nothing else would drive these inputs of the bus.
    lines = [f"module {top} (", ",\n".join(f"  {port}" for port in ports), ");",
             *(f"  wire [{widths[name] - 1}:0] {name};" for name in inner),
             *(f"  assign {name} = 0;" for name in inner if name in answers - driven),
             f"  {top}_bus \\bus.outside (.clk(clk), .rst(rst),",
             ",\n".join(f"    .{name}({name})" for name in widths), "  );",
             f"  \\{core} \\core.inside (",
             ",\n".join(f"    .\\{name} ({wire})" for name, wire in connected.items()), "  );",
             "endmodule", ""]  # fmt: skip
    return "\n".join(lines)
