# SPDX-License-Identifier: Apache-2.0
"""Follows a tutorial of ``docs/tutorials`` on a copy of the sources: writes what its blocks say,
runs its commands, compares the output.

- ``python``, ``verilog`` or ``toml`` block: its first line, a comment, names the file that it is,
  or says ``append to FILE``.
- ``diff`` block: its first line says ``edit FILE``; each run of ``-`` lines is replaced by the
  ``+`` lines that follow it.
- ``console`` block: each ``$`` line is a command, what follows is its output (both streams).
  ``slow`` ones are left to the slow test.

``…`` stands for anything within a line, a line of its own for any lines. Numbers with a point or a
comma match any number.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```(\w+)( slow)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"\d[\d,]*[.,]\d[\d,]*")


class Reader:
    """Follows a page in a directory of its own."""

    def __init__(self, page: Path, directory: Path):
        self.page, self.directory, self.commands, self.exit_code = page, directory, 0, 0
        shutil.copytree(
            ROOT / "src",
            directory / "src",
            ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"),
        )
        programs = directory / "programs"
        programs.mkdir()
        for name, arguments in (("python", ""), ("cipherfab", " -m cipherfab")):
            (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}"{arguments} "$@"\n')
            (programs / name).chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": f"{programs}:{os.environ['PATH']}",
            "PYTHONPATH": str(directory / "src"),
            "CIPHERFAB_HOME": str(directory / "home"),
            "PYTHONUNBUFFERED": "1",
            "COLUMNS": "200",
        }

    def follow(self, *, slow: bool) -> None:
        """Every block of the page in its order."""
        for kind, is_slow, text in BLOCK.findall(self.page.read_text()):
            if kind in ("python", "verilog", "toml"):
                self.write(text)
            elif kind == "diff":
                self.edit(text)
            elif kind == "console" and (slow or not is_slow):
                self.play(text)

    def write(self, text: str) -> None:
        """A new file, or more of one."""
        head, _, body = text.partition("\n")
        name = head.removeprefix("# ").removeprefix("// ")
        path = self.directory / name.removeprefix("append to ")
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text() if name.startswith("append to ") else ""
        assert before or not path.exists(), f"{path} is there already"
        path.write_text(before + body)

    def edit(self, text: str) -> None:
        """Lines for lines; what a ``…`` of the old lines stands for is put where the new ones have
        theirs.
        """
        head, *lines = text.splitlines()
        path = self.directory / head.removeprefix("# edit ")
        content = path.read_text()
        for old, new in re.findall(
            r"((?:^-.*\n)+)((?:^\+.*\n)+)", "\n".join(lines) + "\n", re.MULTILINE
        ):
            found = list(re.finditer(pattern(unprefixed(old)), content, re.MULTILINE))
            assert len(found) == 1, f"{path} has {len(found)} places like {old}"
            content = (
                content[: found[0].start()]
                + filled(unprefixed(new), found[0].groups())
                + content[found[0].end() :]
            )
        path.write_text(content)

    def play(self, text: str) -> None:
        """Commands, each with its output."""
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            if command == "echo $?":
                assert str(self.exit_code) == expected.strip(), "exit code"
                continue
            done = subprocess.run(
                command,
                shell=True,
                cwd=self.directory,
                env=self.environment,
                text=True,
                timeout=900,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            self.exit_code, self.commands = done.returncode, self.commands + 1
            assert matches(expected, done.stdout), (
                f"$ {command}\n{done.stdout}\ninstead of\n{expected}"
            )


def unprefixed(lines: str) -> str:
    """The lines of a diff without their first character."""
    return "".join(line[1:] for line in lines.splitlines(keepends=True))


def filled(text: str, pieces: Sequence[str]) -> str:
    """``text`` with the pieces in place of its ``…``, in their order."""
    first, *rest = text.split("…")
    return first + "".join(piece + part for piece, part in zip(pieces, rest))


def pattern(text: str) -> str:
    """A regular expression for ``text`` with a group for each ``…``."""
    return "^" + re.escape(text).replace("…", "(.*)")


def matches(expected: str, found: str) -> bool:
    """Whether a command's output is what the page shows."""
    regex = ""
    for line in normal(expected):
        regex += (
            r"(?:.*\n)*?"
            if line == "…"
            else NUMBER.sub(NUMBER.pattern.replace("\\", r"\\"), escaped(line)) + r"\n"
        )
    return re.fullmatch(regex, "".join(f"{line}\n" for line in normal(found))) is not None


def normal(text: str) -> list[str]:
    """Lines with single spaces, without empty ones."""
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def escaped(line: str) -> str:
    """A regular expression for a line; points of numbers stay as they are, for `NUMBER`."""
    parts = re.split(f"({NUMBER.pattern})", line)
    return "".join(
        part if NUMBER.fullmatch(part) else re.escape(part).replace("…", ".*") for part in parts
    )
