# SPDX-License-Identifier: Apache-2.0
"""Declarations of C: objects and functions, and what objects hold at first."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pycparser import c_ast

from .constants import characters
from .machine import Address, Block, Frame, refuse
from .typenames import Expression, NotConstant, TypeName, TypeNames
from .types import Array, Function, Int, Record


@dataclass(eq=False)
class Routine:
    """A function.

    Attributes:
        node: its definition; None as long as there is only its name.
        kind: its type.
        body: what runs it, translated at its first call.
        slots: objects that a call has.
    """

    name: str
    kind: Function
    node: object = None
    body: Callable[[Frame], None] | None = None
    slots: int = 0


class _Local(NamedTuple):
    slot: int
    kind: object


class _Global(NamedTuple):
    block: Block
    kind: object


class Declarations(TypeNames):
    """Objects and functions of a translation unit. What expressions mean is said by the classes
    that are made of this one.
    """

    def _declared(self, node) -> Callable[[Frame], None] | None:
        """Enter a declaration of an object, a type or a function; what runs where it stands."""
        if isinstance(node, c_ast.Typedef):
            self._scopes[-1][node.name] = TypeName(self.type_of(node.type))
            return None
        kind = self.type_of(node.type)
        # Only a type is declared, such as a record with a tag.
        if node.name is None:
            return None
        if isinstance(kind, Function):
            return self._routine(node.name, kind)
        if "extern" in (node.storage or ()) and node.init is None:
            # What is elsewhere has no bytes here: it may be named, and not read.
            if node.name not in self._scopes[0]:
                self._scopes[-1][node.name] = _Global(
                    Block(node.name, [], ended="the C has its declaration alone"), kind
                )
            return None
        if node.init is not None:
            kind = self._completed(kind, node.init)
        constant = _is_constant(node.type)
        if self._inside and "static" not in (node.storage or ()):
            return self._local(node, kind, constant)
        self._global(node, kind, constant)
        return None

    def _routine(self, name: str, kind: Function) -> None:
        # A function that is declared again is the one that was there.
        if not isinstance(self._scopes[0].get(name), Expression):
            routine = Routine(name, kind)
            self._scopes[0][name] = Expression(kind, lambda frame: routine)

    def _global(self, node, kind, constant: bool) -> None:
        known = self._scopes[-1].get(node.name)
        # C: declared again and given no value, it is the same object.
        if isinstance(known, _Global) and node.init is None and not known.block.ended:
            return
        size = self._size(kind, node)
        block = self.machine.block(node.name, size, node)
        # C: an object that lives as long as the program begins with zeros.
        block.data[:] = [(0,) * 8] * size
        self._scopes[-1][node.name] = _Global(block, kind)
        if node.init is not None:
            # As outside of functions: what is only known when the C runs is no value for it.
            inside, self._inside = self._inside, False
            try:
                self._filling(kind, node.init)(Frame([]), Address(block))
            except NotConstant:
                raise refuse(
                    node, f"what {node.name} holds at first is not known before the C runs"
                ) from None
            finally:
                self._inside = inside
        # Last, since filling it is a write.
        block.constant = constant

    def _local(self, node, kind, constant: bool) -> Callable[[Frame], None]:
        slot, machine, name = self._slots, self.machine, node.name
        self._slots += 1
        length = self._length(node, kind)
        # C: a name is known from its own initial value on.
        self._scopes[-1][name] = _Local(slot, kind)
        fill = None if node.init is None else self._filling(kind, node.init)

        def declare(frame: Frame) -> None:
            block = machine.block(name, length(frame), node, frame)
            frame.blocks[slot] = block
            if fill:
                fill(frame, Address(block))
            block.constant = constant

        return declare

    def _length(self, node, kind) -> Callable[[Frame], int]:
        """Bytes of an object, which of an array are perhaps known only where it is declared."""
        if not isinstance(kind, Array) or kind.count is not None or node.type.dim is None:
            size = self._size(kind, node)
            return lambda frame: size
        each, count = self._size(kind.of, node), self._value(node.type.dim)

        def length(frame: Frame) -> int:
            value = count.run(frame)
            if not isinstance(value, int):
                raise refuse(node, "the length of an array depends on what varies")
            return each * value

        return length

    def _completed(self, kind, init):
        """An array's type with its count, which what it holds at first may say."""
        if isinstance(kind, Array) and kind.count is None:
            entries = self._entries(kind, init)
            each = self._size(kind.of, init)
            return Array(kind.of, max((offset // each + 1 for offset, _, _ in entries), default=0))
        return kind

    def _filling(self, kind, init) -> Callable[[Frame, Address], None]:
        """What writes an object where it is declared."""
        machine, size = self.machine, self._size(kind, init)
        entries = self._entries(kind, init)
        values = [
            (offset, one, self._converted(value, one, init)) for offset, one, value in entries
        ]
        # C: what a list in braces, or a text, leaves out is 0.
        clear = isinstance(init, c_ast.InitList) or isinstance(kind, Array)

        def fill(frame: Frame, address: Address) -> None:
            if clear:
                machine.write(address, [(0,) * 8] * size, init)
            for offset, one, run in values:
                machine.store(address.at(offset), one, run(frame), init)

        return fill

    def _entries(self, kind, init) -> list[tuple[int, object, Expression]]:
        """Offset, type and value of each object that is written."""
        found: list[tuple[int, object, Expression]] = []
        if isinstance(init, c_ast.InitList) and isinstance(kind, Array | Record):
            items = list(init.exprs)
            if len(items) == 1 and self._is_text(kind, items[0]):
                self._text(kind, items[0], 0, found)
            else:
                self._items(kind, items, 0, found, braces=True)
                if items:
                    raise refuse(init, f"more values are given than {kind} has")
        elif self._is_text(kind, init):
            self._text(kind, init, 0, found)
        else:
            one = init.exprs[0] if isinstance(init, c_ast.InitList) else init
            found.append((0, kind, self._value(one)))
        return found

    def _is_text(self, kind, init) -> bool:
        return (
            isinstance(kind, Array)
            and isinstance(kind.of, Int)
            and kind.of.width == 8
            and isinstance(init, c_ast.Constant)
            and init.type == "string"
        )

    def _text(self, kind, init, offset: int, found: list) -> None:
        data = characters(init) + b"\0"
        # C: an array may be too short for the 0 behind a text.
        for place, byte in enumerate(data[: kind.count]):
            found.append(
                (offset + place, kind.of, Expression(kind.of, lambda frame, byte=byte: byte))
            )

    def _items(self, kind, items: list, offset: int, found: list, *, braces: bool) -> None:
        """Take the values of an array or a record from the front of a list."""
        place = 0
        parts = [(one, at) for _, one, at in kind.placed()] if isinstance(kind, Record) else None
        if parts is not None and kind.union:
            # C: without a name the first part of a union gets the value.
            parts = parts[:1]
        while items:
            if isinstance(items[0], c_ast.NamedInitializer):
                if not braces:
                    return
                # C: values without a name go on behind the part that was named.
                place = self._designated(kind, items.pop(0), offset, found) + 1
                continue
            if place >= (
                len(parts)
                if parts is not None
                else kind.count
                if kind.count is not None
                else place + 1
            ):
                return
            one, at = (
                parts[place]
                if parts is not None
                else (kind.of, place * self._size(kind.of, items[0]))
            )
            self._item(one, items, offset + at, found)
            place += 1

    def _item(self, kind, items: list, offset: int, found: list) -> None:
        first = items[0]
        if isinstance(first, c_ast.InitList) or self._is_text(kind, first):
            items.pop(0)
            found += [(offset + at, one, value) for at, one, value in self._entries(kind, first)]
            return
        value = None
        if not isinstance(kind, Array):
            value = self._value(first)
            # A record may be given as a whole; else its first part takes the value.
            if isinstance(kind, Record) and value.kind is not kind:
                value = None
        if value is None:  # braces were left out
            self._items(kind, items, offset, found, braces=False)
            return
        items.pop(0)
        found.append((offset, kind, value))

    def _designated(self, kind, node, offset: int, found: list) -> int:
        """Enter ``.name = value`` or ``[3] = value``; the number of the outer part."""
        number, inner = None, kind
        for name in node.name:
            if isinstance(inner, Record) and isinstance(name, c_ast.ID):
                place = inner.find(name.name)
                if place is None:
                    raise refuse(node, f"{inner} has no field {name.name}")
                fields = [one for one, _ in inner.fields or ()]
                at = fields.index(name.name) if name.name in fields else 0
                step, inner = place
            elif isinstance(inner, Array):
                at = self._known(getattr(name, "expr", name))
                step, inner = at * self._size(inner.of, node), inner.of
            else:
                raise refuse(node, f"{inner} has no parts that can be named")
            # The first name says which part of the outer object it is; further ones lie within.
            number = at if number is None else number
            offset += step
        self._item(inner, [node.expr], offset, found)
        return number


def _is_constant(node) -> bool:
    """Whether a declaration's object must not be written."""
    while isinstance(node, c_ast.ArrayDecl):
        node = node.type
    return "const" in (getattr(node, "quals", None) or ())
