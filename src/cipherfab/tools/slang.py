# SPDX-License-Identifier: Apache-2.0
"""slang as a Python package (`pyslang`), in a process of its own: Verilog parsed, what its tree
holds, and the tree as text again.

The tree is what the parser made of the sources: macros expanded, files included, comments and
strings told from code by the rules of the language. The text has exactly the tokens of the tree,
one file without macros, comments or inclusions, so whoever reads it next reads what was looked at
here, but for this: delays within assignments (``q <= #1 d``) are left out, which are no hardware
and which the front end of Yosys refuses; attributes but ``blackbox`` are left out, of which no
simulator makes anything and Yosys much (``init`` would be a value to begin with); and what makes
branches exclusive or full (``parallel_case``, ``unique``, ``priority``) is left out, so that the
first branch that fits counts, and without one all stays as it is, as in a simulator. Line
directives keep the places of the sources for messages.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

from ..errors import ToolError
from .process import run

OPTIONS, FACTS, TEXT = "cipherfab-parse.f", "cipherfab-parse.json", "cipherfab-parsed.sv"
FULL = "--full"
"""Word of its call, see `parse`."""

READER = "cipherfab.tools.slang_reader"
"""The program that reads the trees, `slang_reader`."""

TIMEOUT = 300
MEMORY = 8 << 30
"""Seconds and bytes that parsing may take."""

OWN_MACROS = ("__slang__", "__slang_major__", "__slang_minor__", "__slang_rev__")
"""Macros that slang defines itself; nothing here does, so that sources are read as by others."""

TRANSLATE_OFF = ("pragma", "synopsys", "synthesis", "xilinx")
"""Comments ``// WORD translate_off`` hide what follows, as they do for the front end of Yosys."""


@dataclass(frozen=True, kw_only=True)
class Parsed:
    """What a parser saw. A place is ``FILE:LINE``.

    Attributes:
        text: the tokens again; empty if there are errors.
        system: of each system task or function the name, the first argument if that is a string,
            and the place.
        includes: of each inclusion the name of the file and the place.
        directives: of each other directive its name and the place.
        foreign: places of declarations of foreign functions.
        hints: words of `slang_reader.HINT` that were not followed, with their places.
        hidden: places of what other tools read in another way: branches on ``macros``, and
            regions that `TRANSLATE_OFF` hides.
        macros: those that tools define themselves and on which something hangs.
        promised: places of ``unique`` and ``priority``.
        open_values: places of constants with ``z``, but for patterns, and of comparisons with
            ``x``.
        uses: by the name of each module those that it instantiates.
        unreadable: what no hardware does, its place and its module.
        late: signals whose blocks do not wait for them, see `slang_blocks.Blocks`, with place
            and module.
        raced: registers that are set with ``=`` at an edge and read elsewhere, likewise.
        early: signals that blocks read before they set them, likewise.
        hollow: modules that are instantiated and only declare something, with their places.
        empty: all modules that only declare something, with their places.
        modules: names of ``ports`` and ``parameters`` of each module.
        instances: of what is no module here; see `slang_hierarchy.instances`. Spans are in `text`.
        errors: the parser's own, with their places.
    """

    text: str
    system: list[tuple[str, str | None, str]]
    includes: list[tuple[str, str]]
    directives: list[tuple[str, str]]
    foreign: list[str]
    hints: list[tuple[str, str]]
    hidden: list[str]
    open_values: list[str]
    hollow: list[tuple[str, str]]
    errors: str
    macros: list[str] = field(default_factory=list)
    promised: list[str] = field(default_factory=list)
    early: list[tuple[str, str, str]] = field(default_factory=list)
    uses: dict[str, list[str]] = field(default_factory=dict)
    unreadable: list[tuple[str, str, str]] = field(default_factory=list)
    late: list[tuple[str, str, str]] = field(default_factory=list)
    raced: list[tuple[str, str, str]] = field(default_factory=list)
    empty: list[tuple[str, str]] = field(default_factory=list)
    modules: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    instances: list[dict] = field(default_factory=list)


def parse(
    files: Sequence[str],
    *,
    directory: Path,
    options: Sequence[str],
    readable: Iterable[Path] = (),
    hide: bool = True,
    full: bool = False,
) -> Parsed:
    """Parse Verilog files as one unit.

    Args:
        files: names relative to ``directory``.
        directory: existing; the parser sees nothing else but ``readable``.
        options: of slang, one a line: macros, folders to include from.
        readable: folders with files beside ``directory``.
        hide: leave out what `TRANSLATE_OFF` says.
        full: keep of ``unique`` and ``priority`` that there are no other branches.

    Raises:
        ToolError: `pyslang` is missing, or it ran out of time or memory, or the tokens did not
            survive being written and read.
    """
    # A missing package is told at once, and not by whatever its program would say without it.
    version()
    formats = [
        f"--translate-off-format {word},translate_off,translate_on"
        for word in TRANSLATE_OFF
        if hide
    ]
    # With ./ in front no name of a file can be taken for an option.
    (directory / OPTIONS).write_text(
        "\n".join(
            [
                "--single-unit",
                *formats,
                *(f"-U {name}" for name in OWN_MACROS),
                *options,
                *(f"./{name}" for name in files),
            ]
        )
        + "\n"
    )
    run(
        [sys.executable, "-m", READER, *([FULL] if full else [])],
        directory=directory,
        log="parse.log",
        timeout=TIMEOUT,
        memory=MEMORY,
        readable=readable,
    )
    facts = json.loads((directory / FACTS).read_text())
    return Parsed(text=(directory / TEXT).read_text(errors="surrogateescape"), **facts)


def version() -> str:
    """Version of the installed package, for example ``12.1.0``. Raises `ToolError` if it is
    missing.
    """
    try:
        return metadata.version("pyslang")
    except metadata.PackageNotFoundError:
        raise ToolError(
            "pyslang: Python package not found. Install it with `pip install pyslang`."
        ) from None
