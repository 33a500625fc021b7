# SPDX-License-Identifier: Apache-2.0
"""Names in the text: identifiers of wires and modules, each once, and ports as what drives them."""

import re
from collections.abc import Mapping

from .bytewise import TAKEN
from .rtlil import Module, Wire

KEYWORDS = frozenset(
    """
    accept_on alias always and assert assign assume automatic before begin bind bins bit break buf
    bufif0 bufif1 byte case cell chandle checker class clocking cmos config const constraint context
    continue cover covergroup coverpoint cross deassign default defparam design disable dist do edge
    else end endcase endchecker endclass endclocking endconfig endfunction endgenerate endgroup
    endinterface endmodule endpackage endprimitive endprogram endproperty endsequence endspecify
    endtable endtask enum event eventually expect export extends extern final first_match for force
    foreach forever fork function generate genvar global highz0 highz1 if iff ifnone ignore_bins
    illegal_bins implements implies import incdir include initial inout input inside instance int
    integer interconnect interface intersect join join_any join_none large let liblist library local
    localparam logic longint macromodule matches medium modport module nand negedge nettype new
    nexttime nmos nor noshowcancelled not notif0 notif1 null or output package parameter pmos
    posedge primitive priority program property protected pull0 pull1 pulsestyle_ondetect
    pulsestyle_onevent pure rand randc randcase randsequence rcmos real realtime ref reg reject_on
    release repeat restrict return rnmos rpmos rtran rtranif0 rtranif1 s_always s_eventually
    s_nexttime s_until s_until_with scalared sequence shortint shortreal showcancelled signed small
    soft solve specify specparam static string strong strong0 strong1 struct super supply0 supply1
    sync_accept_on sync_reject_on table tagged task this throughout time timeprecision timeunit tran
    tranif0 tranif1 tri tri0 tri1 triand trior trireg type typedef union unique unique0 unsigned
    until until_with untyped use uwire var vectored virtual void wait wait_order wand weak weak0
    weak1 while wildcard wire with within wor xnor xor""".split()
)
"""Words of SystemVerilog that cannot be names."""


def unique(wanted: dict[str, str]) -> dict[str, str]:
    """Names that differ, also from the words of the language: numbers follow those that are
    taken."""
    found, taken = {}, set(KEYWORDS)
    for key, name in wanted.items():
        chosen, number = name, 2
        while chosen in taken or TAKEN.fullmatch(chosen):
            chosen, number = f"{name}_{number}", number + 1
        taken.add(chosen)
        found[key] = chosen
    return found


def identifier(wire: str) -> str:
    """A wire's name as an identifier, without the number that Amaranth makes equal names different
    with.
    """
    # ASCII: an identifier of Verilog has no letters of other scripts, and one of Python may.
    name = re.sub(r"\W+", "_", re.sub(r"(?<=.)\$\d+$", "", wire[1:]).lstrip("$"), flags=re.ASCII)
    return name if re.match(r"[A-Za-z_]", name) else f"net_{name}"


def aliases(module: Module) -> dict[str, set[str]]:
    """Other names of the wires of a module, as identifiers."""
    found: dict[str, set[str]] = {}
    for left, right in module.connections:
        wire = right[0].wire if len(right) == 1 else ""
        if wire and right[0].width == left[0].width == module.wires[wire].width:
            found.setdefault(wire, set()).add(identifier(left[0].wire))
    return found


def port_names(module: Module, matters: set[str], driving: Mapping[str, str]) -> dict[str, str]:
    """Amaranth numbers ports without a name over the whole design; here they are called as what
    drives them is.

    Args:
        module: whose ports they are.
        matters: its wires that matter.
        driving: by the name of an input port, the name of the output port that drives it.
    """
    return unique(
        {
            wire.name: re.sub(r"^port_\d+$", driving.get(wire.name, "port"), identifier(wire.name))
            for wire in sorted(module.wires.values(), key=place)
            if wire.way and wire.name in matters
        }
    )


def driving_ports(modules: dict[str, Module]) -> dict[str, dict[str, str]]:
    """For each module, by input port and by wire between instances, the name of the output port
    that drives it.
    """
    found: dict[str, dict[str, str]] = {name: {} for name in modules}
    for parent in modules.values():
        instances = [cell for cell in parent.cells if not cell.kind.startswith("$")]
        pins = [
            (modules[cell.kind[1:]].wires[f"\\{port}"], cell.kind[1:], value)
            for cell in instances
            for port, value in cell.ports.items()
        ]
        outputs = {value: identifier(wire.name) for wire, _, value in pins if wire.way == "output"}
        for wire, module, value in pins:
            if wire.way == "input" and value in outputs:
                found[module][wire.name] = outputs[value]
        found[parent.name] |= {
            value[0].wire: name for value, name in outputs.items() if len(value) == 1
        }
    return found


def pins(
    modules: Mapping[str, Module], name: str, ports: Mapping[str, Mapping[str, str]]
) -> dict[str, tuple[str, str]]:
    """For each wire of a module that is a port of an instance, that instance's module and the port:
    of the one that gives its value, if there is one.

    Args:
        modules: all, by name.
        name: of the module.
        ports: of the modules that are written, the names of their ports in the text.
    """
    found: dict[str, tuple[str, str]] = {}
    for cell in modules[name].cells:
        kind = cell.kind[1:]
        for pin, value in cell.ports.items() if kind in ports else ():
            port, whole = f"\\{pin}", value[0].wire if len(value) == 1 else ""
            if whole and port in ports[kind]:
                # What drives a wire says more of it than what reads it.
                if modules[kind].wires[port].way == "output" or whole not in found:
                    found[whole] = kind, ports[kind][port]
    return found


def place(wire: Wire) -> tuple:
    """Where a port stands: clock and reset first, then what belongs to one stream side by side."""
    name = identifier(wire.name)
    # False is sorted before True.
    return (name not in ("clk", "rst"), name.partition("__")[0], wire.way != "input", name)
