# SPDX-License-Identifier: Apache-2.0
"""Expressions of C, each translated once to what computes it; their types are known before."""

from collections.abc import Callable
from functools import partial

from pycparser import c_ast

from ..equivalence.aig import FALSE
from .arithmetic import signed
from .declarations import Declarations, Expression, NotConstant, Routine, _Global, _Local
from .machine import NULL, Address, Block, Frame, refuse, undefined
from .types import (
    CHAR,
    INT,
    LONG,
    SIZE,
    VOID,
    Array,
    Function,
    Int,
    PointerTo,
    Record,
    Void,
    common,
    decayed,
    promoted,
)

ESCAPES = {"n": 10, "t": 9, "r": 13, "0": 0, "a": 7, "b": 8, "f": 12, "v": 11,
           "\\": 92, "'": 39, '"': 34, "?": 63}

COMPARISONS = {"<": (False, False), ">": (True, False), "<=": (True, True), ">=": (False, True)}
"""Of each operator whether the sides change places, and whether the answer is inverted."""


class Expressions(Declarations):
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
            data = self._characters(node) + b"\0"
            block = Block("a text", [tuple(byte >> bit & 1 for bit in range(8)) for byte in data],
                          constant=True)
            address = Address(block)
            return Expression(Array(CHAR, len(data)), lambda frame: address, lambda frame: address)
        if node.type == "char":
            data = self._characters(node)
            if len(data) != 1:
                raise refuse(node, f"{node.value} is not one character")
            value = signed(data[0], 8) & 0xffffffff
            return Expression(INT, lambda frame: value)
        if "int" not in node.type:
            raise refuse(node, f"a number of the type {node.type} is not served, only integers")
        number, kind = _integer(node)
        return Expression(kind, lambda frame: number)

    def _characters(self, node) -> bytes:
        """The bytes of a text or character between its quotes."""
        text, found, place = node.value, bytearray(), 1
        if text[0] not in "\"'":
            raise refuse(node, f"{text[:20]} has characters of more than 8 bits")
        while place < len(text) - 1:
            if text[place] != "\\":
                found += text[place].encode()
                place += 1
                continue
            end = place + 2
            if text[place + 1] == "x" or text[place + 1] in "01234567":
                base = 16 if text[place + 1] == "x" else 8
                start = place + 2 if base == 16 else place + 1
                end = start
                while end < len(text) - 1 and text[end].lower() in "0123456789abcdef"[:base] and (
                        base == 16 or end < start + 3):
                    end += 1
                found.append(int(text[start:end], base) & 0xff)
            elif text[place + 1] in ESCAPES:
                found.append(ESCAPES[text[place + 1]])
            else:
                raise refuse(node, f"the character {text[place:place + 2]} is not known")
            place = end
        return bytes(found)

    def _of_ArrayRef(self, node) -> Expression:
        base, index = self._value(node.name), self._value(node.subscript)
        if isinstance(index.kind, PointerTo):
            base, index = index, base
        if not isinstance(base.kind, PointerTo):
            raise refuse(node, "what has an index is no array and no address")
        return self._object(base.kind.of, self._moved(base, index, node, False), node)

    def _moved(self, base: Expression, index: Expression, node,
               back: bool) -> Callable[[Frame], Address]:
        """An address and so many objects further."""
        stride, kind = self._size(base.kind.of, node), index.kind
        resized = self._widened(index, node)

        def where(frame: Frame) -> Address:
            address, count = base.run(frame), resized(frame)
            if not isinstance(address, Address):
                raise refuse(node, "what is computed with is no address of an object")
            if isinstance(count, int):
                step = stride * signed(count, 64) if kind.signed else stride * count
                return address.at(-step if back else step)
            if back:
                raise refuse(node, "what varies is taken from an address, which is not served")
            return Address(address.block, address.offset, (*address.moving, (stride, count)))
        return where

    def _widened(self, index: Expression, node) -> Callable[[Frame], object]:
        if not isinstance(index.kind, Int):
            raise refuse(node, f"an index is of the type {index.kind}, and no integer")
        return self._converted(index, Int(64, index.kind.signed), node)

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
        if where is None:       # of a record that a function gave
            return self._part_of(outer, offset, inner, node)
        return self._object(inner, lambda frame: self._address(where(frame), node).at(offset), node)

    def _part_of(self, outer: Expression, offset: int, kind, node) -> Expression:
        machine = self.machine

        def where(frame: Frame) -> Address:
            return Address(Block("a result", outer.run(frame), machine.live)).at(offset)
        return self._object(kind, where, node)._replace(
            where=where if isinstance(kind, Array) else None)

    def _address(self, found, node) -> Address:
        if not isinstance(found, Address):
            raise refuse(node, "what is followed is no address of an object")
        return found

    def _of_UnaryOp(self, node) -> Expression:
        operation = node.op
        if operation == "sizeof":
            kind = (self.type_of(node.expr) if isinstance(node.expr, c_ast.Typename)
                    else self._expression(node.expr).kind)
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
            return self._object(inner.kind.of,
                                lambda frame: self._address(inner.run(frame), node), node)
        if operation == "!":
            truth = self._truth(inner, node)
            return Expression(INT, lambda frame: _number(truth(frame) ^ 1))
        return self._signs(operation, inner, node)

    def _signs(self, operation: str, inner: Expression, node) -> Expression:
        if not isinstance(inner.kind, Int):
            raise refuse(node, f"{operation} of what is no integer")
        kind = promoted(inner.kind)
        run, arithmetic = self._converted(inner, kind, node), self.machine.arithmetic
        if operation == "+":
            return Expression(kind, run)
        if operation == "~":
            return Expression(kind, lambda frame: arithmetic.inverted(run(frame), kind.width))
        if operation != "-":
            raise refuse(node, f"the operator {operation} is not served")
        zero = Expression(kind, lambda frame: 0)
        return self._binary("-", zero, Expression(kind, run), node)

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
                value = plain(frame)
                machine.store(where(frame), kind, value, node)
                return value
            return Expression(kind, assign)
        held: list = []
        before = Expression(kind, lambda frame: held[-1])
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
            found = [self._under(condition ^ 1 ^ place, way, frame)
                     for place, way in enumerate(ways)]
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
        try:
            return way(frame)
        finally:
            machine.live = before

    def _of_BinaryOp(self, node) -> Expression:
        left, right = self._value(node.left), self._value(node.right)
        if node.op in ("&&", "||"):
            return self._both(node.op == "&&", left, right, node)
        return self._binary(node.op, left, right, node)

    def _both(self, conjunction: bool, left: Expression, right: Expression, node) -> Expression:
        first, second = self._truth(left, node), self._truth(right, node)
        graph = self.machine.graph

        def run(frame: Frame):
            decided = first(frame) ^ (not conjunction)
            if decided == FALSE:
                return int(not conjunction)
            rest = self._under(decided, second, frame) ^ (not conjunction)
            return _number(graph.and_(decided, rest) ^ (not conjunction))
        return Expression(INT, run)

    def _truth(self, inner: Expression, node) -> Callable[[Frame], int]:
        """A literal: a value is not 0."""
        run = inner.run
        if isinstance(inner.kind, PointerTo):
            return lambda frame: int(run(frame) != NULL)
        if not isinstance(inner.kind, Int):
            raise refuse(node, f"a value of the type {inner.kind} is asked whether it is 0")
        truth = self.machine.arithmetic.truth
        return lambda frame: truth(run(frame))

    def _binary(self, operation: str, left: Expression, right: Expression, node) -> Expression:
        if isinstance(left.kind, PointerTo) or isinstance(right.kind, PointerTo):
            return self._of_addresses(operation, left, right, node)
        if not isinstance(left.kind, Int) or not isinstance(right.kind, Int):
            raise refuse(node, f"{operation} of what are no integers: {left.kind}, {right.kind}")
        if operation in ("<<", ">>"):
            return self._shift(operation, left, right, node)
        kind = common(left.kind, right.kind)
        a, b = (self._converted(side, kind, node) for side in (left, right))
        return self._of_integers(operation, kind, a, b, node)

    def _of_integers(self, operation: str, kind: Int, a, b, node) -> Expression:
        arithmetic, width, sign = self.machine.arithmetic, kind.width, kind.signed
        if operation in ("^", "&", "|"):
            logic = partial(arithmetic.logic, operation)
            return Expression(kind, lambda frame: logic(a(frame), b(frame), width))
        if operation in COMPARISONS:
            swapped, inverted = COMPARISONS[operation]
            x, y = (b, a) if swapped else (a, b)
            return Expression(INT, lambda frame: _number(
                arithmetic.less(x(frame), y(frame), width, sign=sign) ^ inverted))
        if operation in ("==", "!="):
            return Expression(INT, lambda frame: _number(
                arithmetic.equal(a(frame), b(frame), width) ^ (operation == "!=")))
        if operation in ("/", "%"):
            return self._division(operation, kind, a, b, node)
        if operation not in ("+", "-", "*"):
            raise refuse(node, f"the operator {operation} is not served")
        compute = {"+": arithmetic.sum, "-": arithmetic.difference,
                   "*": partial(arithmetic.product, sign=sign)}[operation]
        never = self.machine.never

        def run(frame: Frame):
            value, wrong = compute(a(frame), b(frame), width)
            if sign and wrong:
                never(wrong, node, f"the result of {operation} does not fit {kind}, which C does "
                                   f"not define")
            return value
        return Expression(kind, run)

    def _division(self, operation: str, kind: Int, a, b, node) -> Expression:
        arithmetic, width = self.machine.arithmetic, kind.width

        def run(frame: Frame):
            value, by = a(frame), b(frame)
            if not isinstance(by, int):
                raise refuse(node, f"{operation} by what varies is not served")
            if by == 0:
                raise undefined(node, f"{operation} by 0")
            if kind.signed and isinstance(value, int):
                x, y = signed(value, width), signed(by, width)
                part = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
                if operation == "/" and part >> width - 1 not in (0, -1):
                    raise undefined(node, f"{x} / {y} does not fit {kind}")
                return (x - part * y if operation == "%" else part) & (1 << width) - 1
            if kind.signed and (value[-1] != FALSE or by >> width - 1):
                raise refuse(node, f"{operation} of a number that varies and may be negative is "
                                   f"not served")
            found = arithmetic.quotient(value, by, width, rest=operation == "%")
            if found is None:
                raise refuse(node, f"{operation} of what varies by {by}, which is no power of two, "
                                   f"is not served")
            return found
        return Expression(kind, run)

    def _shift(self, operation: str, left: Expression, right: Expression, node) -> Expression:
        kind, by = promoted(left.kind), promoted(right.kind)
        value, amount = self._converted(left, kind, node), self._converted(right, by, node)
        machine, arithmetic = self.machine, self.machine.arithmetic

        def run(frame: Frame):
            a, count = value(frame), amount(frame)
            outside = arithmetic.less(count, kind.width, by.width, sign=False) ^ 1
            if outside:
                shown = signed(count, by.width) if isinstance(count, int) else "what varies"
                machine.never(outside, node, f"a value of {kind.width} bits is shifted by {shown}, "
                                             f"which C does not define")
            return arithmetic.shifted(a, count, kind.width, left=operation == "<<",
                                      sign=kind.signed)
        return Expression(kind, run)

    def _of_addresses(self, operation: str, left: Expression, right: Expression,
                      node) -> Expression:
        both = isinstance(left.kind, PointerTo) and isinstance(right.kind, PointerTo)
        if operation == "+" and isinstance(right.kind, PointerTo):
            left, right = right, left
        if operation in ("+", "-") and not both:
            return Expression(left.kind, self._moved(left, right, node, operation == "-"))
        sides = [self._converted(side, left.kind if isinstance(left.kind, PointerTo)
                                 else right.kind, node) for side in (left, right)]
        if operation in ("==", "!="):
            return Expression(INT, lambda frame: int(
                (sides[0](frame) == sides[1](frame)) == (operation == "==")))
        if operation not in COMPARISONS and operation != "-":
            raise refuse(node, f"the operator {operation} of addresses is not served")
        stride = self._size(left.kind.of, node)

        def run(frame: Frame):
            a, b = (self._address(side(frame), node) for side in sides)
            if a.block is not b.block or a.moving or b.moving:
                raise refuse(node, f"{operation} of addresses in different objects")
            if operation == "-":
                return (a.offset - b.offset) // stride & (1 << 64) - 1
            return int({"<": a.offset < b.offset, ">": a.offset > b.offset,
                        "<=": a.offset <= b.offset, ">=": a.offset >= b.offset}[operation])
        return Expression(LONG if operation == "-" else INT, run)

    def _converted(self, given: Expression, kind, node) -> Callable[[Frame], object]:
        """The value of an expression as another type."""
        run, arithmetic = given.run, self.machine.arithmetic
        if isinstance(kind, Void):
            return run
        if isinstance(kind, Int) and kind.truth:
            truth = self._truth(given, node)
            return lambda frame: _number(truth(frame), 8)
        if isinstance(kind, Int) and isinstance(given.kind, Int):
            before, after, sign = given.kind.width, kind.width, given.kind.signed
            if before == after:
                return run
            return lambda frame: arithmetic.resized(run(frame), before, after, sign=sign)
        if isinstance(kind, PointerTo) and isinstance(given.kind, PointerTo):
            return run
        if isinstance(kind, PointerTo) and isinstance(given.kind, Int):
            def null(frame: Frame) -> Address:
                if run(frame) != 0:
                    raise refuse(node, "a number is taken for an address")
                return NULL
            return null
        if isinstance(kind, Record) and kind is given.kind:
            return run
        raise refuse(node, f"a value of the type {given.kind} is taken for one of the type {kind}")

    def _of_FuncCall(self, node) -> Expression:
        called = self._value(node.name)
        if not isinstance(called.kind, PointerTo) or not isinstance(called.kind.of, Function):
            raise refuse(node, "what is called is no function")
        kind = called.kind.of
        given = [self._value(one) for one in node.args.exprs] if node.args else []
        if len(given) < len(kind.parameters) or (
                len(given) > len(kind.parameters) and not kind.more and kind.parameters):
            raise refuse(node, f"a function that takes {len(kind.parameters)} values is given "
                               f"{len(given)}")
        arguments = [self._converted(one, wanted, node)
                     for one, wanted in zip(given, kind.parameters)]
        arguments += [one.run for one in given[len(arguments):]]

        def run(frame: Frame):
            routine = called.run(frame)
            if not isinstance(routine, Routine):
                raise refuse(node, "what is called is no function of the C")
            return self.called(routine, [argument(frame) for argument in arguments], node)
        return Expression(kind.result, run)


def _number(literal: int, width: int = 32):
    """A truth as an integer."""
    return literal if literal < 2 else (literal,) + (FALSE,) * (width - 1)


def _integer(node) -> tuple[int, Int]:
    """Value and type of an integer as it is written."""
    text = node.value.lower()
    digits = text.rstrip("ul")
    suffix = text[len(digits):]
    decimal = digits[0] != "0" or digits == "0"
    octal = digits[0] == "0" and digits.isdecimal()
    number = int(digits, 8) if octal else int(digits, 0)
    kinds = [Int(width, sign) for width in (32, 64) for sign in (True, False)
             if (width == 64 or "l" not in suffix) and (
                 not sign if "u" in suffix else sign or not decimal)]
    for kind in kinds:
        if number < 1 << kind.width - kind.signed:
            return number, kind
    raise refuse(node, f"{node.value} has more than 64 bits")


def _of_both(one: Expression, zero: Expression, node):
    """The type of ``c ? one : zero``."""
    if isinstance(one.kind, Int) and isinstance(zero.kind, Int):
        return common(one.kind, zero.kind)
    if isinstance(one.kind, PointerTo):
        return zero.kind if one.kind.of == VOID and isinstance(zero.kind, PointerTo) else one.kind
    if isinstance(zero.kind, PointerTo) or one.kind == zero.kind:
        return zero.kind
    raise refuse(node, f"? between {one.kind} and {zero.kind}")
