# SPDX-License-Identifier: Apache-2.0
"""Static timing of a netlist of standard cells with OpenSTA.

Assumptions: ideal clock, inputs that switch at time 0 with zero slew (no driving cell), outputs
without load. Nets have the wire load that the Liberty file itself declares as its default
(``default_wire_load``; Nangate45 does): OpenSTA applies it to a plain file, and so do the
commercial tools. The longest path without it is reported beside.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..design import Design
from ..errors import DesignError, ToolError
from ..tools.opensta import run_sta
from . import liberty_groups, standard_cells
from .liberty import Liberty, unpacked
from .standard_cells import NETLIST

NAMED = re.compile(r"[\w.$\[\]]+/\w+", re.ASCII)
"""A pin of an instance whose name may stand in braces in a script: no brace ends them early."""

GROUPS = {
    "register_to_register": ("launches", "captures"),
    "input_to_register": ("inputs", "captures"),
    "register_to_output": ("launches", "outputs"),
    "input_to_output": ("inputs", "outputs"),
    "within_wrapper": ("wrapper_launches", "wrapper_captures"),
}
"""The kinds of paths: the Tcl lists of pins where they begin and end. Those within the LWC wrapper
begin and end in it or at a port, wherever they go between; each is one of the others too.
"""

WRAPPER_LISTS = """\
set wrapper_launches $inputs
set wrapper_captures $outputs
foreach {all chosen} {launches wrapper_launches captures wrapper_captures} {
foreach pin [set $all] {
if {[regexp {^(pre|post)[./]} [get_property $pin full_name]]} { lappend $chosen $pin }
}
}
if {[llength $wrapper_launches] == [llength $inputs]} { set wrapper_launches {} }"""
"""The pins of the instances ``pre`` and ``post``, and the ports; no list where there is no such
instance.
"""

# A line of `report_checks`: delay, time, edge, pin and cell.
_STEP = re.compile(r"^\s+-?[\d.]+\s+(-?[\d.]+) [v^] (\S+) \((\S+)\)$", re.MULTILINE)
_ARRIVAL = re.compile(r"^\s+(-?[\d.]+)\s+data arrival time$", re.MULTILINE)
_SETUP = re.compile(r"^\s+(-?[\d.]+)\s+-?[\d.]+\s+library setup time$", re.MULTILINE)


def analyse(
    design: Design, library: Liberty, *, period_ps: int, directory: Path, timeout: float
) -> dict:
    """The longest paths of ``netlist.v``.

    Returns:
        ``delay_ns``, the longest path including setup; ``fmax_mhz``; ``delay_without_wire_load_ns``
        (None if the library has no default wire load); and ``timing``, for each kind of path that
        exists ``delay_ns`` and its parts ``clock_to_output_ns``, ``logic_ns``, ``setup_ns``.

    Raises:
        ToolError: OpenSTA is missing or failed.
        DesignError: the netlist has no path at all.
    """
    asked: dict[str, Any] = {
        "period_ps": period_ps,
        "directory": directory,
        "timeout": timeout,
        "enables": enables((directory / NETLIST).read_text(), library),
    }
    found = with_wires(design, unpacked(library), name="sta", link="liberty.lib", **asked)
    without = None
    if library.wire_load is not None:
        bare = unpacked(library, wire_load=False)
        without = with_wires(design, bare, name="sta_without_wire_load", **asked)["delay_ns"]
    return {**found, "wire_load": library.wire_load, "delay_without_wire_load_ns": without}


def with_wires(
    design: Design,
    liberty: Path,
    *,
    period_ps: int,
    directory: Path,
    name: str,
    timeout: float,
    enables: Sequence[str],
    link: str = "",
    parasitics: str = "",
) -> dict:
    """The longest paths of ``netlist.v`` with the wire load of a file, or with wires of their own.

    Args:
        enables: of the netlist's clock gates, see `enables`.
        liberty: an uncompressed file, with the wire load that counts, or without one.
        name: stem of the script and its log.
        link: what the script calls the file; ``NAME.lib`` if it is not given.
        parasitics: SPEF file in ``directory``.

    Returns:
        ``delay_ns``, ``fmax_mhz`` and ``timing`` as of `analyse`.

    Raises:
        ToolError: OpenSTA is missing or failed.
        DesignError: the netlist has no path at all.
    """
    place = directory / (link or f"{name}.lib")
    text = script(
        design, period_ps=period_ps, liberty=place.name, parasitics=parasitics, enables=enables
    )
    readable = [_linked(place, liberty)]
    timing = parse(
        run_sta(text, directory=directory, name=name, timeout=timeout, readable=readable)
    )
    if not timing:
        raise DesignError(
            f"{design.name}: its netlist has no path from an input or register to an "
            f"output or register"
        )
    delay = max(path["delay_ns"] for path in timing.values())
    return {
        "delay_ns": delay,
        # A path that is a wire alone has no delay, and sets no limit.
        "fmax_mhz": round(1000 / delay, 3) if delay else None,
        "timing": timing,
    }


def _linked(link: Path, target: Path) -> Path:
    """Make a link, in place of an old one, to a file; returns the file: a tool behind the wall
    must reach it by the name that the link has.
    """
    link.unlink(missing_ok=True)
    link.symlink_to(target)
    return target


def enables(netlist: str, library: Liberty) -> list[str]:
    """The pins of clock gates that must be stable before the clock's edge, as OpenSTA has them.

    Args:
        netlist: flat Verilog, as `standard_cells.synthesize` writes it.

    Raises:
        DesignError: a name has other characters than plain ones.
    """
    pins = {name: liberty_groups.enables(library, name) for name in library.clock_gates}
    found = [
        f"{name}/{pin}"
        for kind, name in standard_cells.instances(netlist)
        for pin in pins.get(kind, ())
    ]
    # The names of instances of others, and of pins of a Liberty file, go into a script.
    if wrong := [name for name in found if not NAMED.fullmatch(name)]:
        raise DesignError(
            f"a clock gate is called {wrong[0]!r}: expected letters, digits and _ . $ [ ] in its "
            f"name, as a script of OpenSTA has it. Take a recipe without clock gates."
        )
    return found


def script(
    design: Design,
    *,
    period_ps: int,
    liberty: str,
    parasitics: str = "",
    enables: Sequence[str] = (),
) -> str:
    """The Tcl script. A design without its clock port, or with an empty clock name, gets a virtual
    clock.

    Args:
        parasitics: SPEF file with the wires; empty for none.
        enables: pins of clock gates; to OpenSTA a gate is no register.
    """
    lines = [
        f"read_liberty {liberty}",
        f"read_verilog {NETLIST}",
        f"link_design {design.top}",
        # A library may count in ps; `parse` takes ns.
        "set_cmd_units -time ns",
        "set inputs {}",
        "set clock_ports {}",
        "set outputs [all_outputs]",
        "set launches [all_registers -clock_pins]",
        "set captures [all_registers -data_pins]",
        *(f"lappend captures [get_pins {{{pin}}}]" for pin in enables),
        "foreach port [all_inputs] {",
        f'  if {{[get_property $port full_name] == "{design.clock}"}} {{ lappend clock_ports $port '
        f"}} "
        "else { lappend inputs $port }",
        "}",
        f"create_clock -name clock -period {period_ps / 1000:.3f} $clock_ports",
        # OpenSTA does not time what begins or ends at a port without a delay.
        "if {[llength $inputs]} { set_input_delay 0 -clock clock $inputs }",
        "if {[llength $outputs]} { set_output_delay 0 -clock clock $outputs }",
    ]
    if parasitics:
        lines.append(f"read_spef {parasitics}")
    lines.append(WRAPPER_LISTS)
    for name, (begin, end) in GROUPS.items():
        lines += [
            f'puts "group {name}"',
            f"if {{[llength ${begin}] && [llength ${end}]}} "
            f"{{ report_checks -path_delay max -digits 4 -from ${begin} -to ${end} }}",
        ]
    return "".join(f"{line}\n" for line in lines)


def parse(log: str) -> dict[str, dict]:
    """The longest path of each group, from the log of `script`, in ns.

    Raises:
        ToolError: the log is not that of the script: a tool that prints nothing, or something else.
    """
    groups = re.split(r"^group (\w+)$", log, flags=re.MULTILINE)[1:]
    if groups[::2] != list(GROUPS):
        raise ToolError(f"sta: expected a report on {', '.join(GROUPS)}, got {log[:200]!r}")
    paths = {name: _path(name, text) for name, text in zip(groups[::2], groups[1::2])}
    return {name: path for name, path in paths.items() if path}


def _path(group: str, text: str) -> dict | None:
    arrival = _ARRIVAL.search(text)
    if arrival is None:
        return None
    # Behind this line stands the required time, whose steps are those of the clock.
    steps = _STEP.findall(text.partition("data arrival time")[0])
    # The report takes the setup off the required time.
    setup = -float(match[1]) if (match := _SETUP.search(text)) else 0.0
    # The first step is the clock pin of the register, the second its output.
    launch = float(steps[1][0]) if group.startswith("register") and len(steps) > 1 else 0.0
    arrival_ns = float(arrival[1])
    return {
        "delay_ns": round(arrival_ns + setup, 4),
        "clock_to_output_ns": launch,
        "logic_ns": round(arrival_ns - launch, 4),
        "setup_ns": round(setup, 4),
    }
