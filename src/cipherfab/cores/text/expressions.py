# SPDX-License-Identifier: Apache-2.0
"""Expressions of Verilog. Every operand has the width that its operator needs, so that no width
depends on the context.
"""

import re
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne

UNARY, MULTIPLY, ADD, SHIFT, RELATION, EQUALITY, AND, XOR, OR, CHOICE = range(10, 0, -1)
"""How firmly operators bind, the firmest first; a name binds more firmly than all."""
NAME = UNARY + 1

BINARY = {"*": MULTIPLY, "+": ADD, "-": ADD, "<<": SHIFT, ">>": SHIFT,
          "<": RELATION, "<=": RELATION, ">": RELATION, ">=": RELATION,
          "==": EQUALITY, "!=": EQUALITY, "&": AND, "^": XOR, "|": OR}  # fmt: skip
COMPARED = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
ASSOCIATIVE = {"&", "^", "|"}


@dataclass(frozen=True)
class Text:
    """An expression: its text, its bits, how firmly its outermost operator binds, and that
    operator.
    """

    text: str
    width: int
    binds: int = NAME
    operator: str = ""

    def within(self, operator: str) -> str:
        """The text as an operand: in parentheses unless it is a name, an inversion, or the same
        associative operator.
        """
        bare = self.binds >= UNARY or (self.operator == operator and operator in ASSOCIATIVE)
        return self.text if bare else f"({self.text})"


def constant(bits: str) -> Text:
    """A constant, from its binary digits."""
    if len(bits) == 1:
        return Text(f"1'b{bits}", 1)
    # A bit that does not matter is 0.
    return Text(f"{len(bits)}'h{int(bits.replace('x', '0').replace('-', '0'), 2):x}", len(bits))


def is_constant(value: Text) -> bool:
    """Whether it is a number; ``8'(…)``, a result with another width, is none."""
    return re.fullmatch(r"\d+'[bh][0-9a-f]+", value.text) is not None


def number(value: Text) -> int | None:
    """The number that a constant is; None of anything else."""
    if not is_constant(value):
        return None
    digits = value.text.partition("'")[2]
    return int(digits[1:], 16 if digits[0] == "h" else 2)


def of_number(value: int, width: int) -> Text:
    """A constant, from its number."""
    return constant(f"{value:0{width}b}")


def inverted(value: Text) -> Text:
    """Every bit inverted."""
    given = number(value)
    if given is not None:
        return of_number(given ^ (1 << value.width) - 1, value.width)
    if value.operator == "~":
        # Only an inverted name has the operator, so what is left of its text is a name.
        return Text(value.text[1:], value.width)
    if value.binds == NAME:
        return Text(f"~{value.text}", value.width, UNARY, "~")
    return Text(f"~({value.text})", value.width, UNARY)


def reduced(operator: str, value: Text) -> Text:
    """All bits joined with one operator."""
    if value.width == 1:
        return value
    if not value.width:
        return constant("1" if operator == "&" else "0")
    return Text(
        f"{operator}{value.text}" if value.binds == NAME else f"{operator}({value.text})", 1, UNARY
    )


def binary(operator: str, left: Text, right: Text, width: int) -> Text:
    """Two operands of the same width, but for shifts."""
    if operator in ("&", "|", "^"):
        # These operators have equal operands in either order.
        for constant_side, other in ((left, right), (right, left)):
            given = number(constant_side)
            if given in (0, (1 << width) - 1):
                return _folded(operator, given, other)
    if operator in COMPARED and is_constant(left) and is_constant(right):
        return constant("01"[COMPARED[operator](number(left), number(right))])
    # Nothing is above all ones, or below 0.
    limits = {">": "1", "<=": "1", ">=": "0", "<": "0"}
    if operator in limits and number(right) == int(limits[operator]) * ((1 << right.width) - 1):
        return constant("1" if operator.endswith("=") else "0")
    if operator in ("==", "!=") and left.width == right.width == 1 and is_constant(right):
        return left if (operator == "==") == (right.text == "1'b1") else inverted(left)
    return Text(
        f"{left.within(operator)} {operator} {right.within(operator)}",
        width,
        BINARY[operator],
        operator,
    )


def _folded(operator: str, given: int, other: Text) -> Text:
    """An operator with a constant of only zeros or only ones."""
    if operator == "^":
        return inverted(other) if given else other
    return other if (operator == "&") == (given != 0) else of_number(given, other.width)


def choice(condition: Text, yes: Text, no: Text) -> Text:
    """``condition ? yes : no``."""
    if yes == no or condition.text == "1'b1":
        return yes
    if condition.text == "1'b0":
        return no
    if yes.width == 1 and "1'b0" in (yes.text, no.text) and "1'b1" in (yes.text, no.text):
        return condition if yes.text == "1'b1" else inverted(condition)
    # Only a single bit is written so, of which a choice is an AND or an OR.
    if no.text == "1'b0":
        return binary("&", condition, yes, 1)
    if yes.text == "1'b1":
        return binary("|", condition, no, 1)
    # Choices group to the right, so one in the last place needs no parentheses.
    first = f"({yes.text})" if yes.binds == CHOICE else yes.text
    question = f"({condition.text})" if condition.binds < UNARY else condition.text
    return Text(f"{question} ? {first} : {no.text}", yes.width, CHOICE)


def joined(parts: list[Text]) -> Text:
    """Parts beside each other, the most significant first."""
    parts = _without_neighbouring_constants([part for part in parts if part.width])
    if len(parts) == 1:
        return parts[0]
    if len({part.text for part in parts}) == 1:
        return Text(f"{{{len(parts)}{{{parts[0].text}}}}}", sum(part.width for part in parts))
    return Text(f"{{{', '.join(_runs(parts))}}}", sum(part.width for part in parts))


def _without_neighbouring_constants(parts: list[Text]) -> list[Text]:
    found: list[Text] = []
    for part in parts:
        if found and is_constant(part) and is_constant(found[-1]):
            last = found.pop()
            part = of_number(number(last) << part.width | number(part), last.width + part.width)
        found.append(part)
    return found


def _runs(parts: list[Text]) -> list[str]:
    """Equal neighbours as a replication."""
    found: list[list] = []
    for part in parts:
        if found and found[-1][0] == part.text:
            found[-1][1] += 1
        else:
            found.append([part.text, 1])
    return [text if count == 1 else f"{{{count}{{{text}}}}}" for text, count in found]


def padded(value: Text, width: int) -> Text:
    """Zeros above it up to a width."""
    if value.width == width:
        return value
    return joined([constant("0" * (width - value.width)), value])
