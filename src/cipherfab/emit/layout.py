# SPDX-License-Identifier: Apache-2.0
"""The layout of emitted Verilog: that of Verible's formatter, by white space alone.

What is laid out is the text of `cores.text.writer`, so only its forms of statements are known here.
Which white space the formatter wants was found by trying it; ``tools/matrix.py`` asks it of whole
packages.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator

from ..errors import DesignError
from .columns import COLUMNS, aligned
from .spaces import TOKEN, tight

WRAPPED = 98
"""Columns of a statement that does not fit on a line: the formatter leaves its breaks alone."""
CONTINUED = 4
"""How much deeper the further lines of a statement stand."""
OWN_LINE = re.compile(r" *(?://|input |output |\.)")
"""What begins a line although it stands as deep as the further lines of a statement."""
MEMORY = re.compile(r"^(reg \[\d+:0\] \w+) (?=\[)")
"""A memory's declaration up to the space that the formatter takes away."""
CLOCK = re.compile(r"always_ff @\(posedge \w+\)")


def laid_out(text: str) -> str:
    """Modules of the writer in the layout of Verible's formatter.

    Raises:
        DesignError: more than white space would change.
    """
    statements = [_lines(*statement) for statement in _joined(_statements(text))]
    found = "".join(f"{line}\n" for lines in aligned(statements) for line in lines)
    # What is written must have the tokens of what was verified, however it looks.
    if TOKEN.findall(found) != TOKEN.findall(text):
        raise DesignError(
            "the layout of the Verilog changed more than its white space: expected "
            "the tokens of what was verified. This is a defect of cipherfab; "
            "`verilog()` of the Python API has the text as it was verified."
        )
    return found


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Indentation and text of each statement, its further lines joined to its first."""
    indent, said = 0, ""
    for line in text.splitlines():
        deeper = len(line) - len(line.lstrip())
        if said and deeper == indent + CONTINUED and not OWN_LINE.match(line):
            said += f" {line.strip()}"
            continue
        if said:
            yield indent, said
        indent, said = deeper, MEMORY.sub(r"\1", line.strip())
    if said:
        yield indent, said


def _joined(statements: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """``else`` behind its ``end``, and what a clock does behind the clock."""
    before: tuple[int, str] | None = None
    for statement in statements:
        joined = [statement] if before is None else _together(before, statement)
        yield from joined[:-1]
        before = joined[-1]
    if before:
        yield before


def _together(first: tuple[int, str], second: tuple[int, str]) -> list[tuple[int, str]]:
    """Two statements as they stand behind or below each other."""
    (indent, text), (deeper, following) = first, second
    if text == "end" and following.startswith("else") and indent == deeper:
        return [(indent, f"{text} {following}")]
    if CLOCK.fullmatch(text):
        if indent + len(text) + 1 + len(tight(following)) <= COLUMNS:
            return [(indent, f"{text} {following}")]
        if condition := re.fullmatch(r"(if \(.*?\)) (\w+(?:\[.*?\])? <= .*)", following):
            return [first, (deeper, condition[1]), (deeper + 2, condition[2])]
    return [first, second]


def _lines(indent: int, text: str) -> list[str]:
    """A statement: on one line, else as a list of the parts of a word, else where it may break."""
    if text.startswith("//"):
        return [" " * indent + text]
    if indent + len(tight(text)) <= COLUMNS:
        return [" " * indent + tight(text)]
    word = re.fullmatch(r"((?:.*? (?:=|<=) )?)\{(.*)\}([,;]?)", text)
    parts = _parts(word[2]) if word else []
    if len(parts) < 2:
        # A token that was cut would be another one, so a line rather stays too long.
        return textwrap.wrap(
            text,
            WRAPPED,
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent + CONTINUED),
            break_long_words=False,
            break_on_hyphens=False,
        )
    return [f"{' ' * indent}{word[1]}{{", *_listed(parts, indent + 2), f"{' ' * indent}}}{word[3]}"]


def _listed(parts: list[str], indent: int) -> list[str]:
    """Parts of a word on one line, if they fit there, else each on its own."""
    together = " " * indent + tight(", ".join(parts))
    if len(together) <= COLUMNS:
        return [together]
    return [
        line
        for part in [*(f"{part}," for part in parts[:-1]), parts[-1]]
        for line in _lines(indent, part)
    ]


def _parts(text: str) -> list[str]:
    """What commas separate outside of all brackets; nothing if a bracket closes that is not
    open."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter in "({[") - (letter in ")}]")
        if depth < 0:
            return []
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [part.strip() for part in found]
