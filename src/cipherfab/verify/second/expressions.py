# SPDX-License-Identifier: Apache-2.0
"""Expressions of C, each translated once to what computes it; their types are known before."""

from collections.abc import Callable

from pycparser import c_ast

from ..equivalence.aig import FALSE, TRUE
from .arithmetic import signed
from .constants import characters, integer
from .declarations import Routine, _Global, _Local
from .machine import NULL, Address, Block, Frame, refuse
from .objects import Nothing
from .operators import Operators, as_integer
from .typenames import Expression, NotConstant
from .types import CHAR, INT, SIZE, VOID, Array, Function, Int, PointerTo, Record, common, decayed


class Expressions(Operators):
    """What expressions mean."""

    def _value(self, node) -> Expression:
        """An expression, with arrays and functions as their addresses."""
        expression = self._expression(node)
        if isinstance(expression.kind, Array):
            return Expression(decayed(expression.kind), expression.where)
        if isinstance(expression.kind, Function):
            return Expression(decayed(expression.kind), expression.run)
        return expression

    def _expression(self, node) -> Expression:
        # A kind of node without a method is refused, so no part of the C is passed over.
        method = getattr(self, f"_of_{type(node).__name__}", None)
        if method is None:
            raise refuse(node, f"{type(node).__name__} is not served")
        return method(node)

    def _object(self, kind, where: Callable[[Frame], Address], node) -> Expression:
        """An object as an expression."""
        if isinstance(kind, Array | Function):
            return Expression(kind, where, where)
        machine = self.machine
        return Expression(kind, lambda frame: machine.load(where(frame), kind, node), where)

    def _of_ID(self, node) -> Expression:
        found = self._found(node.name, node)
        if isinstance(found, Expression):
            return found
        if isinstance(found, _Global):
            address = Address(found.block)
            return self._object(found.kind, lambda frame: address, node)
        if not isinstance(found, _Local):
            raise refuse(node, f"{node.name} is the name of a type")
        # There is no call whose object this could be.
        if not self._inside:
            raise NotConstant
        slot, name = found.slot, node.name

        def where(frame: Frame) -> Address:
            block = frame.blocks[slot]
            if block is None:
                raise refuse(node, f"{name} is used where it was not declared")
            return Address(block)

        return self._object(found.kind, where, node)

    def _of_Constant(self, node) -> Expression:
        if node.type == "string":
            data = characters(node) + b"\0"
            # A text is there all the time, so its object is made once and not at each use.
            block = Block(
                "a text",
                [tuple(byte >> bit & 1 for bit in range(8)) for byte in data],
                constant=True,
            )
            address = Address(block)
            return Expression(Array(CHAR, len(data)), lambda frame: address, lambda frame: address)
        if node.type == "char":
            data = characters(node)
            if len(data) != 1:
                raise refuse(node, f"{node.value} is not one character")
            # A character is an int in C, and char has a sign here.
            value = signed(data[0], 8) & 0xFFFFFFFF
            return Expression(INT, lambda frame: value)
        if "int" not in node.type:
            raise refuse(node, f"a number of the type {node.type} is not served, only integers")
        number, kind = integer(node)
        return Expression(kind, lambda frame: number)

    def _of_ArrayRef(self, node) -> Expression:
        base, index = self._value(node.name), self._value(node.subscript)
        # C takes ``1[a]`` for ``a[1]``.
        if isinstance(index.kind, PointerTo):
            base, index = index, base
        if not isinstance(base.kind, PointerTo):
            raise refuse(node, "what has an index is no array and no address")
        return self._object(base.kind.of, self._moved(base, index, node, False), node)

    def _of_StructRef(self, node) -> Expression:
        outer = self._value(node.name)
        if node.type == "->":
            if not isinstance(outer.kind, PointerTo):
                raise refuse(node, "what is left of -> is no address")
            kind, where = outer.kind.of, outer.run
        else:
            kind, where = outer.kind, outer.where
        found = kind.find(node.field.name) if isinstance(kind, Record) else None
        if found is None:
            raise refuse(node, f"{kind} has no field {node.field.name}")
        offset, inner = found
        if where is None:  # of a record that a function gave
            return self._part_of(outer, offset, inner, node)
        return self._object(inner, lambda frame: self._address(where(frame), node).at(offset), node)

    def _part_of(self, outer: Expression, offset: int, kind, node) -> Expression:
        machine = self.machine

        def where(frame: Frame) -> Address:
            return Address(Block("a result", outer.run(frame), machine.live)).at(offset)

        return self._object(kind, where, node)._replace(
            where=where if isinstance(kind, Array) else None
        )

    def _of_UnaryOp(self, node) -> Expression:
        operation = node.op
        if operation == "sizeof":
            kind = (
                self.type_of(node.expr)
                if isinstance(node.expr, c_ast.Typename)
                else self._expression(node.expr).kind
            )
            # The operand of sizeof is not run.
            size = self._size(kind, node)
            return Expression(SIZE, lambda frame: size)
        if operation == "&":
            return self._reference(node)
        if operation in ("++", "--", "p++", "p--"):
            return self._counted(node)
        inner = self._value(node.expr)
        if operation == "*":
            if not isinstance(inner.kind, PointerTo):
                raise refuse(node, "what is followed is no address")
            if isinstance(inner.kind.of, Function):
                return inner
            return self._object(
                inner.kind.of, lambda frame: self._address(inner.run(frame), node), node
            )
        if operation == "!":
            truth = self._truth(inner, node)
            return Expression(INT, lambda frame: as_integer(truth(frame) ^ 1))
        return self._signs(operation, inner, node)

    def _reference(self, node) -> Expression:
        inner = self._expression(node.expr)
        if isinstance(inner.kind, Function):
            return Expression(PointerTo(inner.kind), inner.run)
        if inner.where is None:
            raise refuse(node, "& of what is no object")
        return Expression(PointerTo(inner.kind), inner.where)

    def _counted(self, node) -> Expression:
        target = self._value(node.expr)
        if target.where is None:
            raise refuse(node, f"{node.op} of what is no object")
        kind, machine, where = target.kind, self.machine, target.where
        one = Expression(INT, lambda frame: 1)
        held: list = []
        before = Expression(kind, lambda frame: held[-1])
        after = self._converted(self._binary(node.op[-1], before, one, node), kind, node)

        def run(frame: Frame):
            address = where(frame)
            # A stack, since the right side may call this function again before it is taken off.
            held.append(machine.load(address, kind, node))
            value = after(frame)
            old = held.pop()
            machine.store(address, kind, value, node)
            return old if node.op[0] == "p" else value

        return Expression(kind, run)

    def _of_Assignment(self, node) -> Expression:
        target, given = self._value(node.lvalue), self._value(node.rvalue)
        if target.where is None:
            raise refuse(node, "what is assigned to is no object")
        kind, machine, where = target.kind, self.machine, target.where
        if node.op == "=":
            plain = self._converted(given, kind, node)

            def assign(frame: Frame):
                # C leaves the order of both sides open; here the value comes first.
                value = plain(frame)
                machine.store(where(frame), kind, value, node)
                return value

            return Expression(kind, assign)
        held: list = []
        before = Expression(kind, lambda frame: held[-1])
        # A stack as in `_counted`: the right side may come to this assignment again.
        combined = self._converted(self._binary(node.op[:-1], before, given, node), kind, node)

        def change(frame: Frame):
            address = where(frame)
            held.append(machine.load(address, kind, node))
            value = combined(frame)
            held.pop()
            machine.store(address, kind, value, node)
            return value

        return Expression(kind, change)

    def _of_Cast(self, node) -> Expression:
        kind = self.type_of(node.to_type)
        return Expression(kind, self._converted(self._value(node.expr), kind, node))

    def _of_CompoundLiteral(self, node) -> Expression:
        kind = self._completed(self.type_of(node.type), node.init)
        fill, machine, size = self._filling(kind, node.init), self.machine, self._size(kind, node)

        def where(frame: Frame) -> Address:
            address = Address(machine.block("a value in braces", size, node))
            fill(frame, address)
            return address

        return self._object(kind, where, node)

    def _of_ExprList(self, node) -> Expression:
        parts = [self._value(one) for one in node.exprs]

        def run(frame: Frame):
            for part in parts[:-1]:
                part.run(frame)
            return parts[-1].run(frame)

        return Expression(parts[-1].kind, run)

    def _of_TernaryOp(self, node) -> Expression:
        truth = self._truth(self._value(node.cond), node)
        one, zero = self._value(node.iftrue), self._value(node.iffalse)
        kind = _of_both(one, zero, node)
        ways = [self._converted(way, kind, node) for way in (zero, one)]
        machine = self.machine

        def run(frame: Frame):
            condition = truth(frame)
            if condition < 2:
                return ways[condition](frame)
            # Each way under its condition: what it stores, or does that C does not define, happens
            # only there.
            found = [
                self._under(condition ^ 1 ^ place, way, frame) for place, way in enumerate(ways)
            ]
            if isinstance(kind, Int):
                return machine.arithmetic.chosen(condition, found[1], found[0], kind.width)
            if found[0] != found[1]:
                raise refuse(node, f"a value of the type {kind} depends on what varies")
            return found[0]

        return Expression(kind, run)

    def _under(self, condition: int, way: Callable[[Frame], object], frame: Frame):
        """What a part of an expression gives where a condition holds."""
        machine = self.machine
        before = machine.live
        machine.live = machine.graph.and_(before, condition)
        # Behind an error it stays as it is, and says where the C was.
        value = way(frame)
        machine.live = before
        return value

    def _of_BinaryOp(self, node) -> Expression:
        left, right = self._value(node.left), self._value(node.right)
        if node.op in ("&&", "||"):
            return self._both(node.op == "&&", left, right, node)
        return self._binary(node.op, left, right, node)

    def _both(self, conjunction: bool, left: Expression, right: Expression, node) -> Expression:
        first, second = self._truth(left, node), self._truth(right, node)
        graph = self.machine.graph

        def run(frame: Frame):
            # By De Morgan one rule serves both: || is && of the inverses, inverted.
            decided = first(frame) ^ (not conjunction)
            if decided == FALSE:
                return int(not conjunction)
            rest = self._under(decided, second, frame) ^ (not conjunction)
            return as_integer(graph.and_(decided, rest) ^ (not conjunction))

        return Expression(INT, run)

    def _of_FuncCall(self, node) -> Expression:
        call, machine = self._call(node), self.machine

        def run(frame: Frame):
            value = call.run(frame)
            if not isinstance(value, Nothing):
                return value
            machine.never(TRUE, node, f"{value.name} ends without a value")
            # Where the C is not, any value does.
            return _any_of(call.kind, node)

        return Expression(call.kind, run)

    def _call(self, node) -> Expression:
        """A call, whose value may be `Nothing`: it is no error if nobody takes it."""
        called = self._value(node.name)
        if not isinstance(called.kind, PointerTo) or not isinstance(called.kind.of, Function):
            raise refuse(node, "what is called is no function")
        kind = called.kind.of
        given = [self._value(one) for one in node.args.exprs] if node.args else []
        if len(given) < len(kind.parameters) or (
            # A declaration with empty brackets says nothing of the parameters.
            len(given) > len(kind.parameters) and not kind.more and kind.parameters
        ):
            raise refuse(
                node, f"a function that takes {len(kind.parameters)} values is given {len(given)}"
            )
        arguments = [
            self._converted(one, wanted, node) for one, wanted in zip(given, kind.parameters)
        ]
        arguments += [one.run for one in given[len(arguments) :]]

        def run(frame: Frame):
            routine = called.run(frame)
            if not isinstance(routine, Routine):
                raise refuse(node, "what is called is no function of the C")
            return self.called(routine, [argument(frame) for argument in arguments], node)

        return Expression(kind.result, run)


def _any_of(kind, node):
    """A value of a type."""
    if isinstance(kind, Int):
        return 0
    if isinstance(kind, PointerTo):
        return NULL
    raise refuse(node, f"what has no value is taken for one of the type {kind}")


def _of_both(one: Expression, zero: Expression, node):
    """The type of ``c ? one : zero``."""
    if isinstance(one.kind, Int) and isinstance(zero.kind, Int):
        return common(one.kind, zero.kind)
    if isinstance(one.kind, PointerTo):
        return zero.kind if one.kind.of == VOID and isinstance(zero.kind, PointerTo) else one.kind
    if isinstance(zero.kind, PointerTo) or one.kind == zero.kind:
        return zero.kind
    raise refuse(node, f"? between {one.kind} and {zero.kind}")
