# SPDX-License-Identifier: Apache-2.0
"""Straight-line programs: circuits as the papers print them.

A program is gates like ``t2 = y12 & ~y15``, with ``;`` or a line end between them. Gates are ``^``
(XOR), ``#`` (XNOR) and ``&``; any operand may be complemented, which is not counted, as libraries
have NAND, NOR and XNOR cells. ``s0 = ~t9`` is a name, not a gate.
"""

from functools import cache

from ...words import Word

GATES = {"^": lambda a, b: a ^ b, "#": lambda a, b: ~(a ^ b), "&": lambda a, b: a & b}


@cache
def gates(program: str) -> tuple[tuple[str, str, str, str], ...]:
    """The gates of a program: (name of the result, operand, gate, operand), in order; of a name,
    the last two are empty.
    """
    lines = (line.split() for line in program.replace(";", "\n").splitlines() if line.strip())
    # The second word of a line is the sign of equality.
    return tuple((result, a, *(gate or ("", ""))) for result, _, a, *gate in lines)


def evaluate(program: str, inputs: dict[str, Word]) -> dict[str, Word]:
    """Every named word of a program, the inputs among them."""
    words = dict(inputs)
    for result, a, gate, b in gates(program):
        words[result] = (
            GATES[gate](_operand(words, a), _operand(words, b)) if gate else _operand(words, a)
        )
    return words


def _operand(words: dict[str, Word], name: str) -> Word:
    return ~words[name[1:]] if name.startswith("~") else words[name]


def depth(program: str) -> int:
    """Gates on the longest path."""
    depths: dict[str, int] = {}
    for result, a, gate, b in gates(program):
        # A name alone is no gate, nor is a complement.
        depths[result] = bool(gate) + max(depths.get(a.strip("~"), 0), depths.get(b.strip("~"), 0))
    return max(depths.values())


def numbered(words: list[Word], letter: str) -> dict[str, Word]:
    """The words under the names that papers give them: x0, x1, …"""
    return {f"{letter}{number}": word for number, word in enumerate(words)}


def outputs(words: dict[str, Word], letter: str, count: int) -> list[Word]:
    """The inverse of `numbered`."""
    return [words[f"{letter}{number}"] for number in range(count)]


def counts(program: str) -> dict[str, int]:
    """Number of gates of each kind."""
    kinds = [gate for _, _, gate, _ in gates(program)]
    return {kind: kinds.count(kind) for kind in GATES if kind in kinds}
