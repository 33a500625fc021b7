# SPDX-License-Identifier: Apache-2.0
"""What is hostile in an input, and what an input is: a call of the command line in a folder of its
own (`Input.make` fills it) with a home that holds a run and a record.
"""

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

VERDICT = "zz-core: verified"
"""A line that only a verdict may be."""

MARK = os.path.join(tempfile.gettempdir(), f"cipherfab-hostile-{os.getpid()}")
"""The path of a file that must not come into being."""

TEXTS = {
    "line break": f"x\n{VERDICT}\n",
    "escape": f"x\n{VERDICT}\n\x1b[8m",
    "erased line": f"x\x1b[2K\x1b[1G{VERDICT}\x1b[K",
    "return": f"x\r{VERDICT}",
    "title": "x\x1b]0;owned\x07\x1b]8;;http://e.example\x1b\\y",
    "C1": f"x\x85{VERDICT}\x9b8m\x9d0;t\x9c",
    "separators": f"x\u2028{VERDICT}\u2029{VERDICT}\x0b{VERDICT}\x0c\x1c\x1d",
    "order": f"x\u202e\u2066{VERDICT[::-1]}\u2069",
    "no width": "a\u200bb\u200d\ufeff\u2060\u00ad\u3164\u2800\U000e0041",
    "marks": "z" + "\u0301\u0488" * 400,
    "long": f"{'-' * 79}\n{VERDICT} " + "x" * 30_000,
    "blanks": f"x{' ' * 400}{VERDICT}",
    "markup": "</script><script>owned()</script><img src=x onerror=owned()>[red]x[/red]{{7*7}}",
    "formula": f'=cmd|"/C touch {MARK}"!A1',
    "shell": f"$(touch {MARK})`touch {MARK}`;touch {MARK};'\"",
    "LaTeX": "}},\\input{/etc/passwd}\\write18{x} %~^",
    "path": "../../../etc/passwd",
    "half of a pair": "x\udc80\udcff\n" + VERDICT,
}


@dataclass(frozen=True)
class Input:
    """A call: the words of it, what fills its folder, and variables; ``kind`` for the table."""

    kind: str
    name: str
    words: tuple[str, ...]
    make: Callable[[Path], None] = lambda folder: None
    variables: dict[str, str] = field(default_factory=dict)


def file_of(name: str, content: str | bytes) -> Callable[[Path], None]:
    """What writes a file of this name."""

    def make(folder: Path) -> None:
        raw = content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape")
        (folder / name).write_bytes(raw)

    return make


def toml_of(text: str) -> str:
    """A TOML string of any text; half a pair cannot be written there, and stands raw."""
    return (
        '"'
        + "".join(
            letter
            if letter.isprintable() and letter not in '"\\' or "\udc80" <= letter <= "\udcff"
            else f"\\U{ord(letter):08x}"
            for letter in text
        )
        + '"'
    )
