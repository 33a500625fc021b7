# SPDX-License-Identifier: Apache-2.0
"""Operators of C, on integers and on addresses, and conversions between types."""

from collections.abc import Callable
from functools import partial

from ..equivalence.aig import FALSE
from .arithmetic import signed
from .declarations import Declarations
from .machine import NULL, Address, Frame, refuse, undefined
from .typenames import Expression
from .types import INT, LONG, Int, PointerTo, Record, Void, common, promoted

COMPARISONS = {"<": (False, False), ">": (True, False), "<=": (True, True), ">=": (False, True)}
"""Of each operator whether the sides change places, and whether the answer is inverted."""


class Operators(Declarations):
    """What operators mean."""

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
            return Expression(
                INT,
                lambda frame: as_integer(
                    arithmetic.less(x(frame), y(frame), width, sign=sign) ^ inverted
                ),
            )
        if operation in ("==", "!="):
            return Expression(
                INT,
                lambda frame: as_integer(
                    arithmetic.equal(a(frame), b(frame), width) ^ (operation == "!=")
                ),
            )
        if operation in ("/", "%"):
            return self._division(operation, kind, a, b, node)
        if operation not in ("+", "-", "*"):
            raise refuse(node, f"the operator {operation} is not served")
        compute = {
            "+": arithmetic.sum,
            "-": arithmetic.difference,
            "*": partial(arithmetic.product, sign=sign),
        }[operation]
        never = self.machine.never

        def run(frame: Frame):
            value, wrong = compute(a(frame), b(frame), width)
            # C: numbers without a sign wrap around.
            if sign and wrong:
                never(
                    wrong,
                    node,
                    f"the result of {operation} does not fit {kind}, which C does not define",
                )
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
                # C rounds towards 0, Python down.
                part = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
                # The least number by -1 is the one that does not fit, and then % is undefined too
                # (C11, 6.5.5, paragraph 6).
                if part >> width - 1 not in (0, -1):
                    raise undefined(node, f"{x} {operation} {y}: the quotient does not fit {kind}")
                return (x - part * y if operation == "%" else part) & (1 << width) - 1
            # With a sign bit that is known to be 0 it is divided like a number without a sign.
            if kind.signed and (value[-1] != FALSE or by >> width - 1):
                raise refuse(
                    node, f"{operation} of a number that varies and may be negative is not served"
                )
            found = arithmetic.quotient(value, by, width, rest=operation == "%")
            if found is None:
                raise refuse(
                    node,
                    f"{operation} of what varies by {by}, which is no power of two, is not served",
                )
            return found

        return Expression(kind, run)

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
        # As 0 - x, which finds that the least number has no negative one.
        zero = Expression(kind, lambda frame: 0)
        return self._binary("-", zero, Expression(kind, run), node)

    def _shift(self, operation: str, left: Expression, right: Expression, node) -> Expression:
        kind, by = promoted(left.kind), promoted(right.kind)
        value, amount = self._converted(left, kind, node), self._converted(right, by, node)
        machine, arithmetic = self.machine, self.machine.arithmetic

        def run(frame: Frame):
            a, count = value(frame), amount(frame)
            # Unsigned: a negative count is then a large one, and outside, too.
            outside = arithmetic.less(count, kind.width, by.width, sign=False) ^ 1
            if outside:
                shown = signed(count, by.width) if isinstance(count, int) else "what varies"
                machine.never(
                    outside,
                    node,
                    f"a value of {kind.width} bits is shifted by {shown}, which C does not define",
                )
            # A signed number that is shifted into its sign is taken as GCC takes it.
            return arithmetic.shifted(
                a, count, kind.width, left=operation == "<<", sign=kind.signed
            )

        return Expression(kind, run)

    def _of_addresses(
        self, operation: str, left: Expression, right: Expression, node
    ) -> Expression:
        both = isinstance(left.kind, PointerTo) and isinstance(right.kind, PointerTo)
        if operation == "+" and isinstance(right.kind, PointerTo):
            left, right = right, left
        if operation in ("+", "-") and not both:
            return Expression(left.kind, self._moved(left, right, node, operation == "-"))
        sides = [
            self._converted(
                side, left.kind if isinstance(left.kind, PointerTo) else right.kind, node
            )
            for side in (left, right)
        ]
        if operation in ("==", "!="):

            def equal(frame: Frame):
                one, other = (side(frame) for side in sides)
                # Of places that vary only those in different objects are known to differ.
                if _varies(one, other):
                    raise refuse(node, f"{operation} of addresses that depend on what varies")
                return int((one == other) == (operation == "=="))

            return Expression(INT, equal)
        if operation not in COMPARISONS and operation != "-":
            raise refuse(node, f"the operator {operation} of addresses is not served")
        stride = self._size(left.kind.of, node)

        def run(frame: Frame):
            a, b = (self._address(side(frame), node) for side in sides)
            # C defines neither a difference nor an order across objects.
            if a.block is not b.block or a.moving or b.moving:
                raise refuse(node, f"{operation} of addresses in different objects")
            if operation == "-":
                # The type of a difference of addresses has 64 bits.
                return (a.offset - b.offset) // stride & (1 << 64) - 1
            return int(
                {
                    "<": a.offset < b.offset,
                    ">": a.offset > b.offset,
                    "<=": a.offset <= b.offset,
                    ">=": a.offset >= b.offset,
                }[operation]
            )

        return Expression(LONG if operation == "-" else INT, run)

    def _moved(
        self, base: Expression, index: Expression, node, back: bool
    ) -> Callable[[Frame], Address]:
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

    def _address(self, found, node) -> Address:
        if not isinstance(found, Address):
            raise refuse(node, "what is followed is no address of an object")
        return found

    def _converted(self, given: Expression, kind, node) -> Callable[[Frame], object]:
        """The value of an expression as another type."""
        run, arithmetic = given.run, self.machine.arithmetic
        if isinstance(kind, Void):
            return run
        # _Bool is not cut to its width: every value but 0 becomes 1.
        if isinstance(kind, Int) and kind.truth:
            truth = self._truth(given, node)
            return lambda frame: as_integer(truth(frame), 8)
        if isinstance(kind, Int) and isinstance(given.kind, Int):
            before, after, sign = given.kind.width, kind.width, given.kind.signed
            # The same bits: only their meaning changes.
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


def _varies(one, other) -> bool:
    """Whether it hangs on what varies if two addresses are the same."""
    both = isinstance(one, Address) and isinstance(other, Address) and one.block is other.block
    return both and one != other and bool(one.moving or other.moving)


def as_integer(literal: int, width: int = 32):
    """A truth as an integer."""
    return literal if literal < 2 else (literal,) + (FALSE,) * (width - 1)
