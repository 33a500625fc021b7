# SPDX-License-Identifier: Apache-2.0
"""What has no place in a core, judged on the netlist that a reader made of it: latches, tri-states,
several drivers, black boxes. Simulation, synthesis and proof would each make something else of
them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..errors import DesignError
from ..origin import UNDRIVEN

LATCHES = ("$dlatch", "$adlatch", "$dlatchsr", "$sr")

BOXES = "cipherfab-boxes.txt"
"""Instances that are left when the hierarchy is flat, one a line."""

DRIVERS = "cipherfab-drivers.txt"
"""What ``check`` says before anything is cleaned: of a constant and a cell that drive one wire
Yosys keeps the constant, and of two constants one.
"""

FIND_DRIVERS = f"tee -q -o {DRIVERS} check"

# Types with a $ are cells of Yosys, but for modules with parameters, which are called $paramod….
FIND_BOXES = f"tee -q -o {BOXES} select -list t:* t:$* %d t:$paramod* %u"

# What Yosys' `check` says, word by word: another version may say it otherwise.
CONFLICT = re.compile(r"^Warning: multiple conflicting drivers for (\S+?)\.(.+):$", re.MULTILINE)
CONSTANT_CONFLICT = re.compile(
    r"^Warning: Drivers conflicting with a constant \S+ driver:$", re.MULTILINE
)
NO_DRIVER = re.compile(
    r"^Warning: Wire (\S+?)\.(\S+)(?: \[\d+\])? is used but has no driver\.$", re.MULTILINE
)

SHOWN = 8
"""Signals that a message names."""


def refuse(
    module: Mapping[str, Any], log: str, boxes: str, name: str, *, drivers: str = ""
) -> None:
    """Raises `DesignError`, with the signals and their lines, for what has no place in a core.

    Args:
        module: as Yosys writes it as JSON.
        log: of Yosys' ``check``.
        boxes, drivers: contents of `BOXES` and `DRIVERS`.
        name: of the core.
    """
    _refuse_boxes(boxes, name)
    _refuse_tristates(module, name)
    _refuse_conflicts(module, f"{drivers}\n{log}", name)
    latches = {
        bit
        for cell in module["cells"].values()
        if cell["type"] in LATCHES
        for bit in cell["connections"]["Q"]
    }
    if latches:
        raise latch_error(module, latches, name)


def latch_error(module: Mapping[str, Any], bits: Iterable, name: str) -> DesignError:
    """What to say of bits that keep a value without a register."""
    return DesignError(
        f"{name}: latches are not supported: {said(module, bits)}. "
        "Often a combinational block leaves a signal without a value in one of "
        "its branches: give it one in front of them."
    )


def _refuse_boxes(boxes: str, name: str) -> None:
    instances = [line.partition("/")[2] for line in boxes.split()]
    if instances:
        raise DesignError(
            f"{name}: black boxes are not supported: {', '.join(instances[:SHOWN])}. "
            f"Give the source of what they stand for."
        )


def _refuse_tristates(module: Mapping[str, Any], name: str) -> None:
    """Yosys makes a cell ``$tribuf`` of most; others are a constant ``z``."""
    driving = [
        cell
        for cell in module["cells"].values()
        if cell["type"] == "$tribuf" or any("z" in bits for bits in cell["connections"].values())
    ]
    bits = {
        bit
        for cell in driving
        for port, bits in cell["connections"].items()
        if cell["port_directions"][port] == "output"
        for bit in bits
    }
    ports = [port for port, one in module["ports"].items() if "z" in one["bits"]]
    if bits or ports:
        told = ", ".join(filter(None, [*ports, said(module, bits) if bits else ""]))
        raise DesignError(
            f"{name}: tri-states ('z') are not supported: {told}. Choose with a multiplexer."
        )


def _refuse_conflicts(module: Mapping[str, Any], log: str, name: str) -> None:
    """Wires that are driven twice, under all their names."""
    bits, constant = set(), {}
    for found in CONFLICT.finditer(log):
        signal, _, index = found[2].removeprefix("\\").partition(" [")
        net = module["netnames"].get(signal)
        if net:
            # The log counts as the source declares the range, the JSON from 0.
            place = int(index.rstrip("]")) - net.get("offset", 0) if index else 0
            # In Yosys' JSON a net is a number, and a constant bit is text.
            if isinstance(net["bits"][place], int):
                bits.add(net["bits"][place])
            else:
                constant[signal] = f"{signal}{_declared(net)}"
    if bits or CONFLICT.search(log) or CONSTANT_CONFLICT.search(log):
        told = said(module, bits) if bits else ", ".join(list(constant.values())[:SHOWN])
        told = told or "a constant and another driver"
        raise DesignError(
            f"{name}: several drivers of one signal: {told}. Each may have one; all "
            f"that an assignment or a block drives is written there."
        )


def undriven(log: str) -> str:
    """A remark on wires that nothing drives, from the log of ``check``; empty if there are none."""
    names = list(dict.fromkeys(found[2].removeprefix("\\") for found in NO_DRIVER.finditer(log)))
    return without_driver(names)


def without_driver(names: Sequence[str]) -> str:
    """The remark on wires of these names that nothing drives; empty if there are none."""
    # Names with a $ are of Yosys' own making, and say nothing to the user.
    shown = [name for name in names if not name.startswith("$")]
    told = ", ".join(shown[:SHOWN]) + (", …" if len(shown) > SHOWN else "")
    return f"{UNDRIVEN} {told or f'{len(names)} without a name'}" if names else ""


def undefined(text: str) -> bool:
    """Whether a text of Yosys has constants with undefined bits."""
    return re.search(r"'[bh][0-9a-fz]*x", text) is not None


def places(cells: Iterable[Mapping[str, Any]]) -> str:
    """Where cells stand in the sources."""
    found = sorted(
        {
            place[1]
            for cell in cells
            if (place := re.match(r"(.+?:\d+)", cell["attributes"].get("src", "")))
        }
    )
    return ", ".join(found[:SHOWN]) + (", …" if len(found) > SHOWN else "") or "without a place"


def said(module: Mapping[str, Any], bits: Iterable) -> str:
    """Names of bits, words as a whole, with the lines where they are declared."""
    wanted, found = set(bits), []
    for name, net in sorted(module["netnames"].items()):
        held = [index for index, bit in enumerate(net["bits"]) if bit in wanted]
        if held and not net["hide_name"]:
            whole = len(held) == len(net["bits"])
            offset = net.get("offset", 0)
            found.append(
                name
                + (
                    ""
                    if whole
                    else f"[{held[0] + offset}]"
                    if len(held) == 1
                    else f"[{held[-1] + offset}:{held[0] + offset}]"
                )
                + _declared(net)
            )
    return ", ".join(found[:SHOWN]) or f"{len(wanted)} without a name"


def _declared(net: Mapping[str, Any]) -> str:
    """The line where a signal is declared, in brackets."""
    place = re.match(r"(.+?:\d+)", net["attributes"].get("src", ""))
    return f" ({place[1]})" if place else ""
