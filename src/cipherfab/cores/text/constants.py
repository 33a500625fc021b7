# SPDX-License-Identifier: Apache-2.0
"""Wires that are a constant, or another wire under a second name, are not written.

A core with a port that is never stalled has a wire ``result_is_free`` that is always 1; its readers
read the 1.
"""

from collections.abc import Mapping

from ...words.hardware import SECTION
from .folded import put_everywhere
from .rtlil import Bits, Cell, Module, Value, width

DECIDES = {"$and": "0", "$or": "1"}
"""What every bit of one operand has to be for that to be the result."""


def without_constants(module: Module) -> None:
    """Have readers of constant wires read the constants, and of second names the first ones.

    Outputs stay, and what a comment says something of.
    """
    # A constant that is read may make other wires constant, so the search goes on until nothing is
    # found.
    while places := _constants(module):
        module.cells = [cell for cell in module.cells if _driven(cell) not in places]
        module.processes = [
            body for body in module.processes if body[0].target[0].wire not in places
        ]
        put_everywhere(module, places)


def _constants(module: Module) -> Mapping[str, Value]:
    """The wires that are constant, but ports."""
    found: dict[str, Value] = {}
    for cell in module.cells:
        value = _result(cell)
        wire = _driven(cell)
        if value is None or module.wires[wire].width != width(value):
            continue
        if _bits(value) or _is_name(module, value):
            found[wire] = value
    for body in module.processes:
        target, value = body[0].target, getattr(body[0], "value", ())
        whole = target[0].width == module.wires[target[0].wire].width
        if len(body) == 1 and whole and (_bits(value) or _is_name(module, value)):
            found[target[0].wire] = value
    wires = [wire for wire in found if not module.wires[wire].way]
    kept = {wire: found[wire] for wire in wires if not module.wires[wire].attributes.get(SECTION)}
    # The second name of a second name is found in the next turn.
    return {
        wire: value for wire, value in kept.items() if not any(part.wire in kept for part in value)
    }


def _is_name(module: Module, value: Value) -> bool:
    """Whether a value is one whole wire that has a name."""
    return (
        len(value) == 1
        and value[0].wire.startswith("\\")
        and (value[0].width == module.wires[value[0].wire].width)
    )


def _driven(cell: Cell) -> str:
    """The wire that an operator drives whole; empty if none."""
    output = cell.ports.get("Y", ())
    return output[0].wire if cell.kind.startswith("$") and len(output) == 1 else ""


def _bits(value: Value) -> str:
    """The bits of a constant; empty if it is none."""
    return "" if any(part.wire for part in value) else "".join(part.constant for part in value)


def _result(cell: Cell) -> Value | None:
    """What an operator gives, if that is a constant or its other operand."""
    decides, size = DECIDES.get(cell.kind), width(cell.ports.get("Y", ()))
    if not _driven(cell):
        return None
    # An AND with zeros is 0 and an AND with ones is its other operand; of an OR the opposite holds.
    if decides:
        for port in ("A", "B"):
            bits = _bits(cell.ports[port])
            if len(bits) == size and set(bits) == {decides}:
                return cell.ports[port]
            other = cell.ports["B" if port == "A" else "A"]
            if len(bits) == size and decides not in bits and width(other) == size:
                return other
    if cell.kind == "$not" and len(bits := _bits(cell.ports["A"])) == size:
        return (Bits("", 0, 0, "".join("10"[int(bit)] for bit in bits)),)
    return None
