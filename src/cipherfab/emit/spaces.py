# SPDX-License-Identifier: Apache-2.0
"""The white space within a line of Verilog that Verible's formatter takes away."""

import re

# Longer signs first, so that ``<=`` is not read as two; a comment is one token to its end.
TOKEN = re.compile(r"//[^\n]*|[\w$']+|<=|>=|==|!=|<<|>>|[^\s\w$']")
PIECE = re.compile(rf" |{TOKEN.pattern}")
UNARY = frozenset("~&|^+-")
"""Operators of one operand, whether or not they stand in front of one here."""


def tight(text: str) -> str:
    """A line without the spaces around operators in an index, and without those between one of
    `UNARY` and a brace in the operand of an operator of one operand.
    """
    pieces, found = PIECE.findall(text), ""
    inside = [(False, False)]
    for number, piece in enumerate(pieces):
        before, after = pieces[number - 1 : number], pieces[number + 1 : number + 2]
        if piece == " " and _dropped(before, after, *inside[-1]):
            continue
        found += piece
        if piece in "([{":
            operand, index = inside[-1]
            inside.append((operand or bool(UNARY.intersection(before)), index or piece == "["))
        elif piece in ")]}" and len(inside) > 1:
            inside.pop()
    return found


def _dropped(before: list[str], after: list[str], operand: bool, index: bool) -> bool:
    """Whether a space goes, from what stands beside it and what it is within."""
    if index and not {",", ":"}.intersection(before + after):
        return True
    return operand and after == ["{"] and bool(UNARY.intersection(before))
