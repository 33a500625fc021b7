# SPDX-License-Identifier: Apache-2.0
"""Makes one hostile call, and looks at all that came of it: both streams, every file, every
place."""

import csv
import io
import json
import os
import re
import signal
import unicodedata
from contextlib import contextmanager
from pathlib import Path

from click.testing import CliRunner

from cipherfab import cli

from .places import THEIRS
from .texts import MARK, VERDICT, Input

REFUSED, HARMLESS, ESCAPED, TRACEBACK, HANG, OUTSIDE = (
    "refused",
    "harmless",
    "ESCAPED",
    "traceback",
    "hang",
    "wrote outside",
)
ENDS = (REFUSED, HARMLESS, ESCAPED, TRACEBACK, HANG, OUTSIDE)

SECONDS = 120
NUMBER = re.compile(r"[+-]?[\d.]+([eE][+-]?\d+)?")


# No Exception, which the program might take for one of its own errors.
class _TooLong(BaseException):
    """The call has not ended."""


@contextmanager
def _limited():
    def end(number, frame):
        raise _TooLong

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def look(one: Input, folder: Path, home: Path, run: str) -> tuple[str, str]:
    """One of `ENDS`, and what was seen.

    Args:
        folder: new and empty; the call is made in a folder within it.
        home: with the run whose id is ``run``.
    """
    inside, before_cwd = folder / "in", os.getcwd()
    inside.mkdir()
    one.make(inside)
    if (inside / "id").exists():
        run = (inside / "id").read_text()
    words = [word.replace("@ID@", run) for word in one.words]
    theirs = {
        path: path.read_text()
        for path in inside.rglob("*")
        if path.is_file()
        and not path.is_symlink()
        and path.stat().st_size < 1 << 20
        and path.read_bytes() == THEIRS.encode()
    }
    around = _names(folder, inside)
    os.chdir(inside)
    try:
        with _limited():
            result = CliRunner().invoke(
                cli.main, words, env={"CIPHERFAB_HOME": str(home), **one.variables}
            )
    except _TooLong:
        return HANG, f"after {SECONDS} s"
    finally:
        os.chdir(before_cwd)
    if isinstance(result.exception, _TooLong):
        return HANG, f"after {SECONDS} s"
    if not isinstance(result.exception, SystemExit | None) or "Traceback" in result.output:
        return TRACEBACK, repr(result.exception)[:300]
    if (
        os.path.exists(MARK)
        or _names(folder, inside) != around
        or any(path.read_text() != text for path, text in theirs.items())
    ):
        return OUTSIDE, ""
    seen = _streams(result.stdout, result.stderr) or _files(inside)
    return (ESCAPED, seen) if seen else (REFUSED if result.exit_code else HARMLESS, "")


def _names(folder: Path, inside: Path) -> set[str]:
    return {str(path) for path in folder.rglob("*") if not path.is_relative_to(inside)}


def _streams(out: str, err: str) -> str:
    for name, text in (("stdout", out), ("stderr", err)):
        if odd := steering(text):
            return f"{name} has {odd}"
        if any(line.startswith(VERDICT) for line in text.splitlines()):
            return f"{name} has the verdict of a stranger"
    return ""


def steering(text: str) -> str:
    """The first letter that steers whoever shows a text, spelled out; empty if there is none."""
    marks = 0
    for letter in text:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > 5 or (kind in ("Cc", "Cf", "Cs", "Zl", "Zp") and letter not in "\n\t"):
            return f"{ord(letter):#x}"
    return ""


def _files(inside: Path) -> str:
    """What is wrong with what was written."""
    for path in sorted(inside.rglob("*")):
        if path.is_symlink() or not path.is_file() or "home" in str(path.relative_to(inside)):
            continue
        if path.suffix in (".html", ".csv", ".json", ".svg", ".md", ".v", ".sv") and (
            path.parent != inside or path.stem in ("x", "index")
        ):
            text = path.read_text(errors="surrogateescape")
            if text == THEIRS:
                continue
            if odd := steering(text) or _of_its_kind(path, text):
                return f"{path.relative_to(inside)} has {odd}"
    return ""


def _of_its_kind(path: Path, text: str) -> str:
    if path.suffix == ".csv":
        csv.field_size_limit(1 << 30)
        return next(
            (
                f"the formula {cell[:40]}"
                for row in csv.reader(io.StringIO(text))
                for cell in row
                if cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not NUMBER.fullmatch(cell)
            ),
            "",
        )
    if path.suffix == ".html":
        return next(
            (
                f"the markup {part}"
                for part in ("<script>owned", "<img src=x", ">49<")
                if part in text
            ),
            "",
        )
    if path.suffix == ".json":
        try:
            json.loads(text)
        except ValueError:
            return "no JSON"
    return ""
