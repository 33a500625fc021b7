# SPDX-License-Identifier: Apache-2.0
"""Components of VHDL that are modules of Verilog: names in Verilog's spelling, generics as its
parameters.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..errors import CallError, DesignError
from .netlist import Gate, Module, Net

UNTOLD = "generic"
"""What GHDL 2.0.0 writes in its dump in place of a generic's value."""

# An instance with generics in GHDL's Verilog, which has each of them on a line.
INSTANCE = re.compile(
    r"^  (\\\S+ |\w+) #\(\n((?:    \.\w+\([^\n]*\),?\n?)+?)(?<=\))\)\n", re.MULTILINE
)
MODULE = re.compile(r"^module (\\\S+ |\w+)", re.MULTILINE)
VALUE = re.compile(r"\.(\w+)\(\d+'b([01]+)\)")


@dataclass(frozen=True)
class Names:
    """A module of Verilog: its name, those of its ports and of its parameters."""

    name: str
    ports: tuple[str, ...]
    parameters: tuple[str, ...]


@dataclass(frozen=True)
class Box:
    """An instance of a module of Verilog as RTLIL names it: ports with their nets."""

    name: str
    ports: list[tuple[str, Net | None]]
    parameters: dict[str, int | str]


def untold(modules: Mapping[str, Module]) -> bool:
    """Whether the dump names generics without their values."""
    return any(
        UNTOLD in gate.named.values() for module in modules.values() for gate in module.gates
    )


def tell(modules: Mapping[str, Module], components: Mapping[str, Module], text: str) -> None:
    """Take the values from the same netlist as Verilog, ``text``, in which the instances of a
    module have the same order.

    Raises:
        DesignError: the two do not agree.
    """
    parts = MODULE.split(text)
    printed = dict(zip((name.strip() for name in parts[1::2]), parts[2::2]))
    for module in modules.values():
        wanted = [gate for gate in module.gates if UNTOLD in gate.named.values()]
        # A name in the dump begins with a backslash, a plain one in the text with none.
        given = list(INSTANCE.finditer(printed.get(module.name[1:], "")))
        if [gate.kind[1:] for gate in wanted] != [found[1].strip() for found in given]:
            raise DesignError(
                f"GHDL does not tell the generics of the components in "
                f"{module.name[1:]}. A later GHDL does (tools/install-ghdl.sh)."
            )
        for gate, found in zip(wanted, given):
            kinds = components[gate.kind].kinds
            gate.named = {
                name: _value(bits, kinds.get(name, "")) for name, bits in VALUE.findall(found[2])
            }


def _value(bits: str, kind: str) -> str:
    """A value as a later GHDL writes it."""
    if kind == "pval.string":
        text = int(bits, 2).to_bytes(len(bits) // 8, "big").decode("latin-1")
        return f'"{text}"'
    if kind == "pval.integer":
        return str(int(bits, 2) - (1 << len(bits) if bits[0] == "1" else 0))
    return f'"{bits}"'


class Boxes:
    """What a gate of the netlist is as an instance of a module of Verilog; None if it is none.

    Args:
        components: of the dump, by name.
        known: modules of Verilog by their name in small letters.
        used: takes the names of modules that are instantiated.
        place: of the description.
    """

    def __init__(
        self,
        components: Mapping[str, Module],
        known: Mapping[str, Names],
        used: list[str],
        place: str,
    ):
        self.components, self.known = components, known
        self.used, self.place = used, place

    def __call__(self, gate: Gate) -> Box | None:
        component, module = self.components.get(gate.kind), self.known.get(gate.kind[1:].lower())
        if component is None or module is None:
            return None
        self.used.append(module.name)
        nets = [*zip(component.inputs, gate.inputs), *zip(component.outputs, gate.outputs)]
        ports = [
            (self._spelled(name[1:], module.ports, f"port of module {module.name}"), net)
            for name, net in nets
        ]
        missing = set(module.ports) - {name for name, _ in ports}
        if missing:
            raise CallError(
                f"{self.place}: the component {gate.kind[1:]} lacks ports of the "
                f"module {module.name}: {', '.join(sorted(missing))}"
            )
        return Box(f"\\{module.name}", ports, dict(self._parameters(gate, component, module)))

    def _parameters(
        self, gate: Gate, component: Module, module: Names
    ) -> Iterator[tuple[str, int | str]]:
        for name, text in gate.named.items():
            spelled = self._spelled(name, module.parameters, f"parameter of module {module.name}")
            kind = component.kinds.get(name, "")
            bits = text.strip('"')
            if re.fullmatch(r"-?\d+", text):
                value = int(text)
                # A parameter that RTLIL has as a plain number has 32 bits.
                if not -(1 << 31) <= value < 1 << 31:
                    raise CallError(
                        f"{self.place}: the generic {name} of the component "
                        f"{gate.kind[1:]} has more than 32 bits: {value}"
                    )
                yield spelled, value
            # It is written into RTLIL as it is, so nothing that could end the quotes is taken.
            elif "string" in kind and re.fullmatch(r'"[\w .,:/+-]*"', text):
                yield spelled, text
            elif "string" not in kind and re.fullmatch("[01]+", bits):
                yield spelled, f"{len(bits)}'{bits}"
            else:
                raise CallError(
                    f"{self.place}: expected generics of the component "
                    f"{gate.kind[1:]} to be numbers, booleans, bits or plain text, "
                    f"got {name} = {text}"
                )

    def _spelled(self, name: str, names: tuple[str, ...], what: str) -> str:
        """The name as Verilog spells it; VHDL's have no case."""
        found = [one for one in names if one.lower() == name.lower()]
        if len(found) != 1:
            raise CallError(
                f"{self.place}: '{name}' of a component of VHDL is "
                f"{'no' if not found else 'more than one'} {what} "
                f"({', '.join(names) or 'it has none'})"
            )
        return found[0]
