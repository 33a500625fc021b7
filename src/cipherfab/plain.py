# SPDX-License-Identifier: Apache-2.0
"""The one way of texts of others to a terminal, a page or a file: what would steer whoever reads
them is spelled out.

A description's author, a message of a tool that quotes a source, a path of the call: each may hold
escapes that hide what follows, line breaks that begin a line like ours, letters that turn the
order of reading, or formulas of spreadsheets. `say` prints one line and never two; `block` prints
what is ours as a whole; `guarded` stands before both streams for whatever passes neither.
"""

import json
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TextIO

LINE = 4_000
"""Most characters of a line on a terminal; what follows is counted, not shown."""

FIELD = 160
"""Most characters of one text of others within a line."""

MARKS = 3
"""Most combining marks on one letter."""

BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
"""Letters and marks that show nothing, though Unicode counts them among those that are printed."""

FORMULA = "=+-@\t\r\n|%"
"""What a text in a cell begins with that a spreadsheet may run."""

NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")

# Letters of ASCII that are seen need no further look, and most texts have no others.
_ODD = re.compile(r"[^\x20-\x7e]+")
_ODD_IN_BLOCK = re.compile(r"[^\n\x20-\x7e]+")
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def visible(text: Any, most: int = 0) -> str:
    """A text as one line in which every character is seen, and no run of blanks pushes what follows
    to where a line would begin.

    Controls (C0, C1), line and paragraph separators, letters that turn the order of reading or have
    no width, halves of surrogate pairs and marks beyond `MARKS` on a letter are spelled ``\\x1b``,
    ``\\u202e`` and so on.

    Args:
        most: characters that are kept; 0 keeps all.
    """
    shown = _ODD.sub(_spelled, str(text))
    return cut(shown, most) if most else shown


def cut(text: str, most: int) -> str:
    """The text, or its beginning and how much is left out."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text) - most} more)"


def quoted(text: Any) -> str:
    """A text of others within a line of ours: `visible`, blanks drawn together, at most `FIELD`
    characters, in quotes that it cannot close.
    """
    # A run of blanks could push what follows out of sight; a double quote could close ours.
    inner = re.sub(r" {2,}", " ", visible(text).replace('"', "'"))
    return f'"{cut(inner, FIELD)}"'


def _each(text: str) -> Iterator[tuple[str, bool]]:
    """Each letter, and whether it may stand as it is."""
    marks = 0
    for letter in text:
        # Stacked marks cover the lines above and below.
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        yield letter, letter.isprintable() and letter not in BLANK and marks <= MARKS


def _spelled(found: re.Match) -> str:
    return "".join(letter if seen else _escape(letter) for letter, seen in _each(found[0]))


def _escape(letter: str) -> str:
    code = ord(letter)
    return _SHORT.get(letter) or (
        f"\\x{code:02x}"
        if code < 0x100
        else f"\\u{code:04x}"
        if code < 0x10000
        else f"\\U{code:08x}"
    )


def lines(text: str) -> str:
    """A text of several lines, the later ones set in, so that none begins like one of ours."""
    first, *later = str(text).splitlines() or [""]
    return "\n".join(
        [
            visible(first, LINE),
            *(f"    {visible(line.removeprefix('    '), LINE)}" for line in later),
        ]
    )


def every(value: Any) -> Any:
    """A value as JSON has it, with each of its texts `visible`; line breaks and tabulators stay."""
    if isinstance(value, str):
        return _ODD_IN_BLOCK.sub(_spelled_but_tabs, value)
    if isinstance(value, Mapping):
        return {every(key): every(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [every(part) for part in value]
    return value


def in_page(value: Any) -> Any:
    """What a template of HTML takes for a value: `every`, but markup of ours as it is."""
    return value if hasattr(value, "__html__") else every(value)


def as_json(value: Any, **options: Any) -> str:
    """JSON in which what `visible` would spell out is escaped as JSON does: nothing is lost.

    Args:
        options: of `json.dumps`.
    """
    return escaped_json(json.dumps(value, ensure_ascii=False, **options))


def escaped_json(text: str) -> str:
    """A JSON text with the letters escaped that `visible` would spell out: the same value."""
    return _ODD_IN_BLOCK.sub(_json_spelled, text)


def _json_spelled(found: re.Match) -> str:
    return "".join(letter if seen else json.dumps(letter)[1:-1] for letter, seen in _each(found[0]))


def cell(text: str) -> str:
    """A text for a cell of a spreadsheet: `visible`, and never a formula: an apostrophe stands
    before what would begin one. A number in a text stays one.
    """
    shown = visible(text)
    # Spreadsheets pass over blanks in front of a formula.
    risky = text[:1] in FORMULA or shown.lstrip()[:1] in "=+-@"
    return f"'{shown}" if shown and risky and not NUMBER.fullmatch(shown) else shown


def say(
    text: Any = "", *, apart: bool = False, err: bool = False, stream: TextIO | None = None
) -> None:
    """Print one line; what the text has of line breaks and controls is spelled out.

    Args:
        apart: an empty line before it.
        err: on standard error.
        stream: another one than these two.
    """
    before = "\n" if apart else ""
    stream = stream or (sys.stderr if err else sys.stdout)
    _write(f"{before}{_for(stream, visible(text, LINE))}\n", stream)


def block(text: str, *, err: bool = False, stream: TextIO | None = None) -> None:
    """Print a text of several lines that is ours as a whole, such as a table whose cells are
    `visible` already, or JSON of `as_json`; without a line break behind it.
    """
    _write(every(text), stream or (sys.stderr if err else sys.stdout))


def message(text: str, *, err: bool = True, stream: TextIO | None = None) -> None:
    """Print an error or a note, perhaps of several lines: see `lines`."""
    stream = stream or (sys.stderr if err else sys.stdout)
    _write(f"{_for(stream, lines(text))}\n", stream)


def folded(text: str, width: int) -> str:
    """A line as several that a terminal of so many columns does not break, the later ones set in:
    what stands where it would break could begin like a line of ours.
    """
    wide = any(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return (
        "\n".join(
            # Breaking here, with an indent, leaves the terminal nothing to break.
            textwrap.wrap(
                text,
                # A wide letter takes two columns.
                max(20, width // 2 if wide else width),
                subsequent_indent="    ",
                break_on_hyphens=False,
            )
        )
        or text
    )


def _for(stream: TextIO, text: str) -> str:
    """A line or several, `folded` if the stream is a terminal."""
    if not stream.isatty():
        return text
    width = shutil.get_terminal_size().columns
    # A shorter line fits even if all its letters are wide.
    return "\n".join(
        folded(line, width) if len(line) >= width // 2 else line for line in text.split("\n")
    )


def _write(text: str, stream: TextIO) -> None:
    """Whatever the stream's encoding has no letter for is spelled out too."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    stream.flush()


class Guard:
    """A stream behind which no control but line break and tabulator arrives; all else is the
    stream's own.
    """

    def __init__(self, stream: TextIO):
        self.raw = stream

    def write(self, text: str) -> int:
        """As of a stream."""
        _write(_ODD_IN_BLOCK.sub(_spelled_but_tabs, text), self.raw)
        # What was asked for, not what was written: callers check for short writes.
        return len(text)

    def writelines(self, texts) -> None:
        """As of a stream."""
        for text in texts:
            self.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)


def _spelled_but_tabs(found: re.Match) -> str:
    return "".join(
        letter if seen or letter == "\t" else _escape(letter) for letter, seen in _each(found[0])
    )


def raw(stream: TextIO) -> TextIO:
    """The stream behind a `Guard`, for displays that move the cursor and whose texts are
    `visible`.
    """
    return stream.raw if isinstance(stream, Guard) else stream


@contextmanager
def guarded() -> Iterator[None]:
    """Standard output and error behind a `Guard` each."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (
        stream if stream is None or isinstance(stream, Guard) else Guard(stream)
        for stream in before
    )
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
