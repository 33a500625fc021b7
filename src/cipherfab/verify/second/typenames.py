# SPDX-License-Identifier: Apache-2.0
"""Types that declarations of C name, and the scopes of all names."""

from collections.abc import Callable
from typing import NamedTuple

from pycparser import c_ast

from .machine import Address, Frame, Machine, refuse
from .types import BOOL, INT, VOID, Array, Function, Int, PointerTo, Record, decayed, size_of

WORDS = {"void", "char", "short", "int", "long", "signed", "unsigned", "_Bool"}


class Expression(NamedTuple):
    """A part of an expression.

    Attributes:
        kind: its type.
        run: gives its value in a call: an integer (`arithmetic.Value`), an `Address`, a `Routine`
            or the bytes of a record; the `Address` of the first object of an array.
        where: gives its `Address`; None of what is no object.
    """

    kind: object
    run: Callable[[Frame], object]
    where: Callable[[Frame], Address] | None = None


class TypeName(NamedTuple):
    """What a name of a type stands for."""

    kind: object


class NotConstant(Exception):
    """An expression is not known before the C runs."""


class TypeNames:
    """The types of a translation unit. What expressions mean is said by the classes that are made
    of this one.
    """

    def __init__(self, machine: Machine):
        self.machine = machine
        self._scopes: list[dict[str, object]] = [{}]
        self._tags: list[dict[str, object]] = [{}]
        self._slots = 0
        self._inside = False

    def _enter(self) -> None:
        self._scopes.append({})
        self._tags.append({})

    def _leave(self) -> None:
        self._scopes.pop()
        self._tags.pop()

    def _found(self, name: str, node):
        # The innermost scope comes first.
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        raise refuse(node, f"{name} is used, and nothing of this name is declared")

    def _constant(self, node) -> int:
        """The value of an expression that is known before the C runs. Raises `NotConstant`."""
        inside, self._inside = self._inside, False
        try:
            expression = self._value(node)
            value = expression.run(Frame([]))
        finally:
            self._inside = inside
        if not isinstance(expression.kind, Int) or not isinstance(value, int):
            raise NotConstant
        return value

    def _known(self, node) -> int:
        try:
            return self._constant(node)
        except NotConstant:
            raise refuse(node, "expected an expression that is known before the C runs") from None

    def type_of(self, node):
        """The type that a declaration names."""
        if isinstance(node, c_ast.Typename | c_ast.TypeDecl | c_ast.Decl | c_ast.Typedef):
            return self.type_of(node.type)
        if isinstance(node, c_ast.PtrDecl):
            return PointerTo(self.type_of(node.type))
        if isinstance(node, c_ast.ArrayDecl):
            return self._array(node)
        if isinstance(node, c_ast.FuncDecl):
            return self._function(node)
        if isinstance(node, c_ast.Struct | c_ast.Union):
            return self._record(node)
        if isinstance(node, c_ast.Enum):
            return self._enumeration(node)
        if isinstance(node, c_ast.IdentifierType):
            return self._named(node)
        raise refuse(node, f"a type of the kind {type(node).__name__} is not served")

    def _array(self, node) -> Array:
        of = self.type_of(node.type)
        if node.dim is None:
            return Array(of, None)
        try:
            return Array(of, self._constant(node.dim))
        except NotConstant:
            # A length that is computed is known only where the object is declared.
            return Array(of, None)

    def _function(self, node) -> Function:
        parameters = node.args.params if node.args else []
        kinds = [
            decayed(self.type_of(one))
            for one in parameters
            if not isinstance(one, c_ast.EllipsisParam)
        ]
        return Function(
            self.type_of(node.type),
            # C: `(void)` says that there are no parameters.
            () if kinds == [VOID] else tuple(kinds),
            len(kinds) < len(parameters),
        )

    def _record(self, node) -> Record:
        union = isinstance(node, c_ast.Union)
        found = next((tags[node.name] for tags in reversed(self._tags) if node.name in tags), None)
        if node.decls is not None:
            # C: a declaration with fields in an inner scope is a type of its own, whatever an outer
            # one is called.
            found = self._tags[-1].get(node.name)
        if found is None or node.name is None:
            found = Record(node.name or "without a name", union)
            if node.name:
                # Before its fields are read, since these may be addresses of it.
                self._tags[-1][node.name] = found
        if node.decls is not None:
            if any(getattr(one, "bitsize", None) for one in node.decls):
                raise refuse(node, "fields of a number of bits are not served")
            found.fields = [(one.name, self.type_of(one.type)) for one in node.decls]
        return found

    def _enumeration(self, node) -> Int:
        # The first one without a value is then 0.
        value = -1
        for one in node.values.enumerators if node.values else ():
            value = self._known(one.value) if one.value else value + 1 & 0xFFFFFFFF
            number = value & 0xFFFFFFFF
            self._scopes[-1][one.name] = Expression(INT, lambda frame, number=number: number)
        return INT

    def _named(self, node):
        names = list(node.names)
        if len(names) == 1 and names[0] not in WORDS:
            found = self._found(names[0], node)
            if isinstance(found, TypeName):
                return found.kind
        if set(names) - WORDS:
            raise refuse(
                node,
                f"the type {' '.join(names)} is not served: only integers, and what "
                f"is made of them",
            )
        if "void" in names:
            return VOID
        if "_Bool" in names:
            return BOOL
        width = 8 if "char" in names else 16 if "short" in names else 64 if "long" in names else 32
        return Int(width, "unsigned" not in names)

    def _size(self, kind, node) -> int:
        try:
            return size_of(kind)
        except ValueError as error:
            raise refuse(node, str(error)) from None
