# SPDX-License-Identifier: Apache-2.0
"""Types of the ports of a VHDL entity, from GHDL's own tree of the sources.

GHDL's netlist has bits: it flattens every port, and makes one port of each element of a record.
What is simulated has the ports as they are written. So that both get the same values,
`native_types` converts between the two, after the types that are found here.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from ..errors import CallError
from ..identifiers import identifier

LOGIC = {"std_ulogic": "logic", "bit": "bit", "boolean": "boolean"}
"""Enumerations of the standard packages that are one bit, and what they are called here."""

MOST_LITERALS = 1 << 16
MOST_DEPTH = 16
"""Literals of an enumeration, and types within a type, that are followed."""


@dataclass(frozen=True, kw_only=True)
class Type:
    """A type as bits.

    Attributes:
        form: ``logic``, ``bit``, ``boolean``, ``enumeration``, ``integer``, ``array``, ``record``.
        name: as VHDL names it elsewhere, ``work.my_pkg.words``; of an array whose bounds stand at
            the port itself, the name of the type without bounds.
        bounded: of an array: whether the type of that name has bounds.
        low, high: of an integer, the bounds; of an enumeration, the first and last position.
        descending: of an integer: whether the range is written from above.
        element: of an array.
        length: of an array whose elements have their bounds at the port: of an element; else 0.
        elements: of a record, by name, in the order written.
    """

    form: str
    name: str
    bounded: bool = True
    low: int = 0
    high: int = 0
    descending: bool = False
    element: "Type | None" = None
    length: int = 0
    elements: Mapping[str, "Type"] | None = None

    @property
    def inner(self) -> "Type":
        """The type of the elements of an array."""
        assert self.element is not None, "asked of arrays"
        return self.element

    @property
    def members(self) -> Mapping[str, "Type"]:
        """The elements of a record by name."""
        assert self.elements is not None, "asked of records"
        return self.elements

    @property
    def bits(self) -> int:
        """Of a scalar: bits in GHDL's netlist. A range with negative numbers is signed."""
        if self.form in LOGIC.values():
            return 1
        if self.low < 0:
            return 1 + max(self.high.bit_length(), (-self.low - 1).bit_length())
        return self.high.bit_length()


@dataclass(frozen=True)
class Formal:
    """A port of the netlist in terms of the entity: ``direction`` (``in``, ``out`` …), ``name``
    (``r.a`` for an element of a record) and type.
    """

    direction: str
    name: str
    type: Type


class _Unsupported(Exception):
    """A type that has no bits here; with what it is."""


class Tree:
    """GHDL's tree, with what refers to what.

    Args:
        path: a file that `tools.ghdl.trees` wrote.
        generics: values that the description gives to generics of the top.
        files: the sources in the library of the top.
    """

    def __init__(self, path: Path, generics: Mapping[str, str | int | bool], files: Container[str]):
        try:
            self.nodes = list(ElementTree.parse(path).iter())
        except ElementTree.ParseError as error:
            raise CallError(f"GHDL's tree of the sources cannot be read: {error}") from None
        self.files, self.libraries = files, dict(_libraries(self.nodes))
        self.by_id = {node.get("id"): node for node in self.nodes if node.get("id")}
        self.generics = {name.lower(): value for name, value in generics.items()}

    def entity(self, name: str) -> ElementTree.Element | None:
        """The entity of this name in the library of the top."""
        return next(
            (
                node
                for node in self.nodes
                if node.get("kind") == "entity_declaration"
                and node.get("identifier", "").lower() == name.lower()
                and node.get("file") in self.files
            ),
            None,
        )

    def formals(self, top: str, place: str) -> dict[str, Formal]:
        """The ports of the entity ``top``, by their names in the netlist.

        Raises:
            CallError: a port has a type that is no bits here; with port and type.
        """
        found: dict[str, Formal] = {}
        for port in _children(self.entity(top), "port_chain"):
            name = identifier(port.get("identifier").lower(), f"{place}: port")
            try:
                kind = self.type(self._of(port, "type"), set())
            except _Unsupported as error:
                raise CallError(
                    f"{place}: {port.get('file')}:{port.get('line')}: the port '{name}' of {top} "
                    f"is {error}. Expected std_logic, std_logic_vector, unsigned, signed, bit, "
                    f"boolean, an integer or enumeration, or arrays (of one index) and records of "
                    f"them: give the core a wrapper with such ports."
                ) from None
            for way, formal in _flat(name, kind):
                found[way] = Formal(port.get("mode", "in"), formal[0], formal[1])
        return found

    def type(self, node: ElementTree.Element | None, seen: set[str]) -> Type:
        """The type that a node of the tree defines."""
        if node is None or node.get("id") in seen or len(seen) > MOST_DEPTH:
            raise _Unsupported("of a type that GHDL's tree does not tell")
        # A copy: two elements may have one type, and only a type within itself is refused.
        seen = seen | {str(node.get("id"))}
        base, name, bounded = node, None, None
        while True:
            name = name or self._name(base)
            bounds = _child(base, "index_constraint_list")
            if bounds is not None and bounded is None:
                bounded = name is not None
            parent = self._of(base, "parent_type")
            if parent is None:
                break
            base = parent
        form = base.get("kind", "").removesuffix("_definition").removesuffix("_type")
        made = getattr(self, f"_{form}", None)
        if made is None:
            raise _Unsupported(f"of the type {name or '(without a name)'}, {_article(form)}")
        return made(node, base, name or "", bool(bounded), seen)

    def _enumeration(self, node, base, name: str, _bounded: bool, _seen: set) -> Type:
        literals = _children(base, "enumeration_literal_list")
        own = self._own_name(base)
        # std_ulogic, bit and boolean are enumerations too, and one bit in the netlist.
        if own in LOGIC:
            return Type(form=LOGIC[own], name=own)
        while node is not base:
            if _child(node, "range_constraint") is not None:
                raise _Unsupported(f"of a part of the enumeration {self._own_name(base)}")
            node = self._of(node, "parent_type")
        if not 0 < len(literals) <= MOST_LITERALS or not name:
            raise _Unsupported(
                f"of the enumeration {name or '(without a name)'} of {len(literals)} literals"
            )
        return Type(form="enumeration", name=self._name(base) or name, high=len(literals) - 1)

    def _integer(self, node, base, name: str, _bounded: bool, _seen: set) -> Type:
        while node is not None:
            bounds = self._range(_child(node, "range_constraint"))
            if bounds:
                return Type(
                    form="integer",
                    name=self._integer_name(node) or name or "integer",
                    low=min(bounds),
                    high=max(bounds),
                    descending=bounds[0] > bounds[1],
                )
            if _child(node, "range_constraint") is not None:
                break
            node = self._of(node, "parent_type")
        raise _Unsupported("of an integer type whose bounds are computed")

    def _integer_name(self, node) -> str | None:
        """The name of an integer type, ``integer`` for all that are subtypes of it."""
        names = []
        while node is not None:
            names.append(self._name(node))
            node = self._of(node, "parent_type")
        plain = any(found in ("integer", "std.standard.integer") for found in names)
        return "integer" if plain else next(filter(None, names), None)

    def _array(self, node, base, name: str, bounded: bool, seen: set) -> Type:
        if len(_children(base, "index_subtype_list", "index_subtype_definition_list")) > 1:
            raise _Unsupported(
                f"of the type {name or '(without a name)'}, an array of several indices"
            )
        element = self.type(self._of(base, "element_subtype"), seen)
        opened = element.form == "array" and not element.bounded and self._is_open(base)
        length = self._length(self._of(node, "element_subtype")) if opened else 0
        if length is None:
            raise _Unsupported(f"of the type {name}, an array of arrays without bounds")
        if not name:
            raise _Unsupported("of an array type without a name")
        closed = base.get("constraint_state") == "fully constrained" and not _children(
            base, "index_subtype_definition_list"
        )
        return Type(
            form="array",
            name=name,
            bounded=(bounded or closed) and not opened,
            element=element,
            length=length,
        )

    def _length(self, node) -> int | None:
        """Elements of an array whose bounds can be computed here."""
        bounds = next(iter(_children(node, "index_constraint_list")), None)
        ends = None if bounds is None else self._range(_child(bounds, "range_constraint"))
        return None if ends is None else abs(ends[0] - ends[1]) + 1

    def _is_open(self, base) -> bool:
        """Whether the elements of an array type have no bounds."""
        element = self._of(base, "element_subtype")
        while element is not None:
            if _child(element, "index_constraint_list") is not None:
                return False
            element = self._of(element, "parent_type")
        return True

    def _record(self, _node, base, name: str, _bounded: bool, seen: set) -> Type:
        elements = _children(base, "elements_declaration_list")
        if not name:
            raise _Unsupported("of a record type without a name")
        return Type(
            form="record",
            name=name,
            elements={
                identifier(one.get("identifier").lower(), "element of a record"): self.type(
                    self._of(one, "type"), seen
                )
                for one in elements
            },
        )

    def _range(self, node) -> tuple[int, int] | None:
        ends = [
            self.number(
                _child(node, f"{side}_limit_expr")
                if _child(node, f"{side}_limit_expr") is not None
                else self._of(node, f"{side}_limit")
            )
            for side in ("left", "right")
        ]
        return tuple(ends) if node is not None and None not in ends else None

    def number(self, node: ElementTree.Element | None, depth: int = 0) -> int | None:
        """The value of an expression of literals, constants, generics and arithmetic; None for any
        other.
        """
        if node is None or depth > MOST_DEPTH:
            return None
        kind = node.get("kind", "")
        if kind == "integer_literal":
            return int(node.get("value", "0"))
        if kind in ("simple_name", "selected_name"):
            return self._constant(self._of(node, "named_entity"), depth)
        parts = [
            self.number(part, depth + 1)
            for part in (
                self._of(node, side) for side in ("left", "right", "operand", "expression")
            )
            if part is not None
        ]
        return _computed(kind, parts) if parts and None not in parts else None

    def _constant(self, node, depth: int) -> int | None:
        if node is None:
            return None
        if node.get("kind") == "interface_constant_declaration":
            given = self.generics.get(node.get("identifier", "").lower())
            # Not by isinstance: a bool is an int to it.
            if type(given) is int:
                return given
        return self.number(self._of(node, "default_value"), depth + 1)

    def _of(self, node, tag: str) -> ElementTree.Element | None:
        """What a child of a node stands for: itself, or what it refers to."""
        child = _child(node, tag)
        return child if child is None or child.get("id") else self.by_id.get(child.get("ref"))

    def _own_name(self, node) -> str:
        declared = self._of(node, "type_declarator")
        return "" if declared is None else declared.get("identifier", "").lower()

    def _name(self, node) -> str | None:
        """The whole name of a type that is declared in a package; None of one without a name."""
        declared = self._of(node, "type_declarator")
        if declared is None:
            return None
        name, package = declared.get("identifier", "").lower(), self._of(declared, "parent")
        if package is None or package.get("kind") != "package_declaration":
            raise _Unsupported(f"of the type {name}, which is declared in no package")
        inside = identifier(package.get("identifier", "").lower(), "package")
        # Visible everywhere, without its library and its package.
        if inside == "standard":
            return identifier(name, "type")
        library = (
            "work"
            if package.get("file") in self.files
            else self.libraries.get(package.get("id"), "work")
        )
        return f"{identifier(library, 'library')}.{inside}.{identifier(name, 'type')}"


def _libraries(nodes: Iterable[ElementTree.Element]) -> Iterator[tuple[str, str]]:
    """Packages by their numbers in the tree, each with its library."""
    for library in nodes:
        if library.get("kind") == "library_declaration":
            for file in _children(library, "design_file_chain"):
                for unit in _children(file, "first_design_unit"):
                    yield from (
                        (node.get("id"), library.get("identifier", "").lower())
                        for node in unit
                        if node.get("kind") == "package_declaration"
                    )


def _computed(kind: str, parts: list[int]) -> int | None:
    if len(parts) == 1:
        one = {
            "negation_operator": -parts[0],
            "identity_operator": parts[0],
            "parenthesis_expression": parts[0],
        }
        return one.get(kind)
    left, right = parts[:2]
    # As functions: a power is computed where the operator is one, not beside every sum.
    two = {
        "addition_operator": lambda: left + right,
        # GHDL's tree spells it so.
        "substraction_operator": lambda: left - right,
        "multiplication_operator": lambda: left * right,
        # VHDL rounds towards 0 and Python down: equal where nothing is negative.
        "division_operator": lambda: left // right if right > 0 <= left else None,
        "modulus_operator": lambda: left % right if right > 0 else None,
        # Bounded: a source must not ask for a number of gigabytes.
        "exponentiation_operator": lambda: left**right if 0 <= right <= 64 else None,
    }
    return two.get(kind, lambda: None)()


def _flat(name: str, kind: Type) -> Iterator[tuple[str, tuple[str, Type]]]:
    """The netlist's ports of a port, with the formal and the type of each: of a record one for each
    element, but not for those of a record within.
    """
    if kind.form != "record":
        yield name, (name, kind)
    else:
        for element, inner in kind.members.items():
            yield f"{name}_{element}", (f"{name}.{element}", inner)


def _article(form: str) -> str:
    words = form.replace("_", " ").strip()
    return f"{'an' if words[:1] in 'aeiou' else 'a'} {words}" if words else "of no known form"


def _child(node, tag: str):
    return None if node is None else next((child for child in node if child.tag == tag), None)


def _children(node, *tags: str) -> list:
    """The elements of the first of these lists that the node has."""
    for tag in tags:
        found = _child(node, tag)
        if found is not None and len(found):
            return list(found)
    return []
