# SPDX-License-Identifier: Apache-2.0
"""Cores in VHDL and Verilog (or SystemVerilog) together: each entity that Verilog instantiates, or
that is the top, becomes a module of Verilog by GHDL (`vhdl.exported`); then all of it is read as
Verilog is.

Each part is checked as in a core of its language alone: what Verilog may not do on slang's tree,
what VHDL may not do on GHDL's.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from ..errors import CallError, DesignError
from ..identifiers import identifier
from ..origin import NOT_NATIVE
from ..tools import slang
from . import boxes, generics, remarks, verilog, vhdl, zeroed
from .description import Description
from .ports import Ports
from .sources import LANGUAGES, Sources, suffix

ENTITY = re.compile(r"^\s*entity\s+(\w+)\s+is\b", re.IGNORECASE | re.MULTILINE)
# Minus, width, sign, base and digits of a number of Verilog, of which all but the digits may be
# missing.
NUMBER = re.compile(r"(-?)(?:(\d*)'([sS]?)([bBdDhHoO]))?([0-9a-fA-F_]+)")
INTEGER = 32
"""Bits of a number without a width."""
BASES = {"b": 2, "o": 8, "d": 10, "h": 16}

VALUES = "a number, text in quotes, or 1'b0 and 1'b1 for booleans and std_logic"
"""What a generic may be given from Verilog."""

Key = tuple[str, tuple[tuple[str, str | int | bool], ...]]
"""An entity in small letters and values of its generics."""

STRICT = """
`pragma diagnostic push
`pragma diagnostic error="-Wport-width-trunc"
`pragma diagnostic error="-Wport-width-expand"
"""
RELAXED = "\n`pragma diagnostic pop\n"
"""Around instances across languages: there no width is adapted, as VHDL adapts none."""


def elaborated(description: Description, sources: Sources) -> tuple[Sources, verilog.Elaborated]:
    """The sources with the files that they include, and the core; see `remarks.elaborated`.

    Raises:
        CallError: besides what others raise: a name that both languages have; an instance across
            them that cannot be followed.
    """
    parts = {
        name: text for name, text in sources.units.items() if LANGUAGES[suffix(name)] == "VHDL"
    }
    entities = Entities(description, replace(sources, units=parts, language="VHDL"))
    # The parameters are generics of a top in VHDL, which has its values once it is exported.
    whole = replace(description, parameters={}) if entities.top else description
    given = replace(
        sources, units={name: text for name, text in sources.units.items() if name not in parts}
    )
    read, found = remarks.elaborated(whole, given, entities.with_verilog)
    reader = f"{found.reader}; {vhdl.reader()}"
    return (
        replace(read, units=sources.units),
        replace(
            found,
            reader=reader,
            notes=(
                *found.notes,
                *vhdl.without_driver(found, entities.unassigned),
                f"{NOT_NATIVE} with modules of Verilog it cannot run",
                *zeroed.note(parts.items(), reader),
            ),
        ),
    )


class Entities:
    """The entities of a core, exported when something needs them.

    Args:
        description: of the core.
        sources: in VHDL.
    """

    def __init__(self, description: Description, sources: Sources):
        self.description, self.sources = description, sources
        self.place = str(description.path)
        # Whether a name is an entity must be known before GHDL is run for it, so the names are
        # taken from the text.
        self.names = {
            found[1].lower()
            for text in sources.units.values()
            # Without comments, which may show an entity.
            for found in ENTITY.finditer(re.sub(r"--[^\n]*", "", text))
        }
        self.top = description.top.lower() in self.names
        self.exported: dict[Key, tuple[str, str, Ports, list[str]]] = {}
        self.unassigned: list[str] = []

    def with_verilog(self, parsed: slang.Parsed) -> slang.Parsed:
        """The Verilog part, and as Verilog all of the VHDL part that it needs or that needs it."""
        known = self._known(parsed)
        used, pieces, position = {}, [], 0
        if self.top:
            top = self._export(
                (self.description.top, tuple(self.description.parameters.items())),
                known,
                self.description.top,
            )
            used[top[0]] = top
        # From front to back: the text between two changes is taken once.
        for start, end, text in sorted(self._changes(parsed, known, used)):
            pieces += [parsed.text[position:start], text]
            position = end
        pieces.append(parsed.text[position:])
        # A name of its own, by which what the reader says of it is told.
        pieces += [
            f'\n`default_nettype wire{STRICT}`line 1 "VHDL/{name}" 0\n{text}{RELAXED}'
            for name, text, _, _ in used.values()
        ]
        instantiated = {name for _, _, _, names in used.values() for name in names}
        hollow = [
            *parsed.hollow,
            *(one for one in parsed.empty if one[0] in instantiated and one not in parsed.hollow),
        ]
        return replace(parsed, text="".join(pieces), hollow=hollow)

    def _known(self, parsed: slang.Parsed) -> dict[str, boxes.Names]:
        known: dict[str, boxes.Names] = {}
        for name, facts in parsed.modules.items():
            # Names of VHDL have no case, so an instance there could not say which of the two it
            # means.
            if name.lower() in known:
                raise CallError(
                    f"{self.place}: the modules {known[name.lower()].name} and {name} "
                    f"are one name to VHDL. Rename one of them."
                )
            known[name.lower()] = boxes.Names(
                name, tuple(facts["ports"]), tuple(facts["parameters"])
            )
        both = sorted(self.names & set(known))
        if both:
            raise CallError(
                f"{self.place}: {', '.join(both)} is an entity of VHDL and a module of "
                f"Verilog. Rename one of them."
            )
        return known

    def _changes(
        self, parsed: slang.Parsed, known: Mapping[str, boxes.Names], used: dict
    ) -> Iterator[tuple[int, int, str]]:
        """Where the Verilog text names an entity, a generic or a port, and what it says then."""
        for instance in parsed.instances:
            if instance["type"].lower() not in self.names:
                continue
            key = instance["type"], tuple(self._generics(instance))
            # A name for each choice of generics: one entity may become several modules.
            found = self._export(key, known, f"cipherfab_{len(self.exported)}_{key[0].lower()}")
            used[found[0]] = found
            start, end = instance["span"]
            yield start, end, f"{STRICT}{_line(instance['place'])}{found[0]}"
            yield instance["end"], instance["end"], f"{RELAXED}{_line(instance['end_place'])}"
            for ports in instance["ports"]:
                yield from self._connections(instance, ports, found[2])

    def _export(
        self, key: Key, known: Mapping[str, boxes.Names], name: str
    ) -> tuple[str, str, Ports, list[str]]:
        # Names of VHDL have no case, so two spellings of one entity are exported once.
        key = key[0].lower(), key[1]
        if key not in self.exported:
            entity = replace(
                self.description, top=identifier(key[0], self.place), parameters=dict(key[1])
            )
            try:
                sources, _ = vhdl.needed(entity, self.sources)
                self.exported[key] = (
                    name,
                    *vhdl.exported(entity, sources, known, name, self.unassigned),
                )
            except DesignError as error:
                raise DesignError(f"{error}{_hint(str(error), known)}") from None
        return self.exported[key]

    def _generics(self, instance: Mapping) -> Iterator[tuple[str, str | int | bool]]:
        """Generics of an instance in Verilog, with values."""
        types = generics.types_of(self.sources.units.values(), instance["type"])
        for name, text in instance["parameters"]:
            kind = types.get(name.lower())
            where = f"{instance['place']}: {instance['type']} is an entity of VHDL"
            if kind is None:
                raise CallError(
                    f"{where}: "
                    + (
                        f"it has no generic '{name}', only {', '.join(types) or 'none at all'}"
                        if name
                        else "expected its generics by name, .NAME(VALUE)"
                    )
                )
            value = _value(text, kind)
            if value is None:
                raise CallError(
                    f"{where}: expected the generic {name} ({kind}) to be {VALUES}; "
                    f"expressions and parameters of Verilog are not followed there. "
                    f"Write the value, or set it in an entity around it."
                )
            yield name, value

    def _connections(
        self, instance: Mapping, ports: list, wanted: Ports
    ) -> Iterator[tuple[int, int, str]]:
        where = f"{instance['place']}: {instance['type']} is an entity of VHDL"
        driven = set()
        for name, span, connected in ports:
            if not name:
                raise CallError(
                    f"{where}: expected its ports by name, .PORT(SIGNAL); the order "
                    f"and .* are not followed"
                )
            plain = name.lower()
            if plain not in wanted:
                raise CallError(f"{where}: it has no port '{name}', only {', '.join(wanted)}")
            yield *span, plain if connected is not None else f"{plain}({name})"
            if connected is not False:
                driven.add(plain)
        left = [port for port, (way, _) in wanted.items() if way == "input" and port not in driven]
        if left:
            raise CallError(
                f"{where}: nothing drives its inputs {', '.join(left)}. Connect them; "
                f"defaults of VHDL's ports are not followed."
            )


def _line(place: str) -> str:
    """The directive by which what follows is at this place."""
    name, _, number = place.rpartition(":")
    return f'`line {number} "{name}" 0\n'


def _hint(said: str, known: Mapping[str, boxes.Names]) -> str:
    """What to add where VHDL names a module of Verilog as if it were an entity."""
    named = {name.lower() for name in re.findall(r'unit "(\w+)" not found', said)} & set(known)
    return (
        f"\n{', '.join(sorted(named))} is a module of Verilog: declare a component and "
        f"instantiate that."
        if named
        else ""
    )


def _value(text: str, kind: str) -> str | int | bool | None:
    """A literal of Verilog as a value of a generic of this type; None if it is none."""
    if text[:1] == '"':
        return text[1:-1] if kind == "string" and verilog.STRING.fullmatch(text[1:-1]) else None
    found = NUMBER.fullmatch(text.replace(" ", ""))
    if found is None or kind not in (
        "integer",
        "natural",
        "positive",
        "boolean",
        "bit",
        "std_logic",
        "std_ulogic",
    ):
        return None
    minus, width, sign, base, digits = found.groups()
    try:
        value = int(digits, BASES[(base or "d").lower()])
    except ValueError:
        return None
    # A number has as many bits as it says: 4'hFF is 15, and 1'sb1 is -1 (IEEE 1800, 5.7.1).
    bits = int(width or INTEGER) if base else max(INTEGER, value.bit_length() + 1)
    value &= (1 << bits) - 1
    if sign and value >> bits - 1:
        value -= 1 << bits
    value = -value if minus else value
    if kind not in ("integer", "natural", "positive") and value not in (0, 1):
        return None
    return bool(value) if kind == "boolean" else value
