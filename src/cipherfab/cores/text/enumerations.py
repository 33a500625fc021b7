# SPDX-License-Identifier: Apache-2.0
"""Names for the values of enumerated wires: ``STATE_READ`` where ``state_state`` is compared with,
chosen by or given the number of READ.
"""

import re
from collections.abc import Iterator

from .expressions import Text
from .rtlil import Module, Value, Wire, width

ATTRIBUTES = "enum_"
VALUE = "enum_value_"
"""Attributes of a wire, one for each value that has a name, in binary."""

Kind = tuple[tuple[str, str], ...]
"""An enumeration: the attributes that say its name and those of its values."""


class Enumerations:
    """The named values of the wires of one module.

    Args:
        module: as read; the attributes ``enum_base_type`` and ``enum_value_BITS`` of its wires, as
            Yosys knows them, say what is named. An enumeration is all of these: two of one name
            and other values are two.

    Attributes:
        wanted: for each enumeration and bits of a value the name that it should have.
        names: the name that it has; the writer gives it.
    """

    def __init__(self, module: Module):
        self.module = module
        self.wanted = {
            (kind, bits): name
            for wire in module.wires.values()
            for kind in [_kind(wire)]
            for bits, name in _values_of(kind)
        }
        self.names: dict[tuple[Kind, str], str] = {}

    def named(self, wire: Value, bits: str) -> Text | None:
        """A constant by the name that it has among the values of a wire.

        Args:
            wire: what it is compared with or given to.
            bits: the constant.

        Returns:
            None if the value is not one whole enumerated wire or the constant has no name there.
        """
        if len(wire) != 1 or not wire[0].wire:
            return None
        known = self.module.wires[wire[0].wire]
        name = self.names.get((_kind(known), bits))
        # Bits of an enumerated wire are no value of it.
        whole = wire[0].width == len(bits) == known.width
        return Text(name, known.width) if name and whole else None

    def declarations(self, text: str) -> Iterator[str]:
        """A ``localparam`` for each name that stands in the text of the module."""
        said = set(re.findall(r"\w+", text))
        for (_, bits), name in sorted(self.names.items()):
            size = f" [{len(bits) - 1}:0]" if len(bits) > 1 else ""
            # Linters warn of a constant that nothing uses.
            if name in said:
                yield f"  localparam{size} {name} = {len(bits)}'h{int(bits, 2):x};"


def _kind(wire: Wire) -> Kind:
    return tuple(sorted(item for item in wire.attributes.items() if item[0].startswith(ATTRIBUTES)))


def _values_of(kind: Kind) -> Iterator[tuple[str, str]]:
    """The bits of each value, and the name that it should have."""
    title = dict(kind).get("enum_base_type", "")
    for attribute, value in kind if title else ():
        if attribute.startswith(VALUE):
            name = f"{title[1:-1]}_{value[1:-1]}".upper()
            yield attribute.removeprefix(VALUE), re.sub(r"\W+", "_", name, flags=re.ASCII)


def constant_in(value: Value) -> str | None:
    """The bits of a value that is a constant, else None."""
    return (
        "".join(part.constant for part in value)
        if value and width(value) and not any(part.wire for part in value)
        else None
    )
