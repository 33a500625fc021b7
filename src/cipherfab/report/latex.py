# SPDX-License-Identifier: Apache-2.0
"""A table as LaTeX for a paper, and the form of a command's output in which everything is LaTeX.

Every text goes through `escaped`: none can begin a command, end a cell or a comment. A paper needs
``\\usepackage{booktabs}``.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from rich.table import Column, Table

from ..plain import Guard, visible

SPECIAL = {
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}
"""Letters that LaTeX reads as its own or prints as another, and how it prints them."""

SIGNS = {
    "–": "--", "—": "---", "…": r"\dots{}", "×": r"$\times$", "±": r"$\pm$", "≈": r"$\approx$",
    "≠": r"$\neq$", "≤": r"$\leq$", "≥": r"$\geq$", "·": r"$\cdot$", "²": r"$^2$", "µ": r"$\mu$",
    "μ": r"$\mu$", "⌈": r"$\lceil$", "⌉": r"$\rceil$", "⌊": r"$\lfloor$", "⌋": r"$\rfloor$",
    "→": r"$\to$", "✓": r"$\checkmark$", "✗": r"$\times$", "τ": r"$\tau$", "⊕": r"$\oplus$",
    "∣": r"$\mid$",
}  # fmt: skip
"""Signs that our tables have beyond ASCII (``✓`` needs amssymb)."""


NUMBER = re.compile(r"[-+]?[\d,]*\.?\d*(e[-+]?\d+)?|–")
"""A cell that stands right."""


def escaped(text: Any) -> str:
    """A text as LaTeX prints it, on one line; what would steer its reader is spelled out first."""
    letters = re.sub("-(?=-)", "-\u200b", visible(text))
    return "".join(_letter(letter) for letter in letters)


def _letter(letter: str) -> str:
    # The mark between two hyphens, which LaTeX would draw together; no text of others has it.
    return "{}" if letter == "\u200b" else SPECIAL.get(letter) or SIGNS.get(letter) or letter


def table(found: Table) -> str:
    """A booktabs table: numbers right, the caption as a comment before it."""
    columns = found.columns
    form = "".join("r" if _right(column) else "l" for column in columns)
    lines = [
        rf"\begin{{tabular}}{{@{{}}{form}@{{}}}}",
        r"\toprule",
        _line(column.header for column in columns),
        r"\midrule",
        *(_line(cells) for cells in zip(*(column.cells for column in columns))),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    about = [part for part in (found.title, found.caption) if part]
    return "\n".join([*(comment(part) for part in about), *lines]) + "\n"


def _right(column: Column) -> bool:
    cells = [str(cell) for cell in column.cells]
    return column.justify == "right" or any(cells) and all(map(NUMBER.fullmatch, cells))


def comment(text: Any) -> str:
    """A line that LaTeX does not read."""
    return f"% {visible(text)}"


def _line(cells: Iterable[Any]) -> str:
    return " & ".join(map(_cell, cells)) + r" \\"


def _cell(text: Any) -> str:
    # What begins a row with a star or a bracket would be read as an option of the row before.
    shown = escaped(text)
    return f"{{}}{shown}" if shown[:1] in ("*", "[") else shown


class Stream(Guard):
    """Standard output of a command that prints LaTeX: its lines are comments, its tables tables."""

    def __init__(self, stream: TextIO):
        super().__init__(stream)
        self._begins = True

    def write(self, text: str) -> int:
        """Each line as a comment."""
        for line in text.splitlines(keepends=True):
            super().write(f"% {line}" if self._begins and line.strip() else line)
            self._begins = line.endswith("\n")
        return len(text)

    def table(self, found: Table) -> None:
        """A table as it is for LaTeX."""
        super().write(table(found))

    def isatty(self) -> bool:
        """No terminal: nothing is folded."""
        return False


@contextmanager
def printed() -> Iterator[None]:
    """Standard output as LaTeX."""
    before, sys.stdout = sys.stdout, Stream(sys.stdout)
    try:
        yield
    finally:
        sys.stdout = before
