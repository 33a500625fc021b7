# SPDX-License-Identifier: Apache-2.0
"""What the reports need of a Liberty file: the area of each cell, and which cells are flip-flops.

Timing and mapping read the file with the tools' own parsers; this one only scans for ``cell (NAME)
{`` groups.
"""

import hashlib
import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from .. import given, usercache
from ..errors import CallError

LONGEST_NAND2 = 200
"""Characters of a function that is still looked at: a NAND of two inputs needs few."""

# Names and values may be in quotes or not: libraries do it either way.
_CELL = re.compile(r'^\s*cell\s*\(\s*"?([^\s")]+)"?\s*\)', re.MULTILINE)
_AREA = re.compile(r"^\s*area\s*:\s*(\d+\.?\d*(?:[eE][+-]?\d+)?)", re.MULTILINE | re.ASCII)
_FLIP_FLOP = re.compile(r"^\s*ff(?:_bank)?\s*\(", re.MULTILINE)
_LATCH = re.compile(r"^\s*latch(?:_bank)?\s*\(", re.MULTILINE)
_FUNCTION = re.compile(r'\bfunction\s*:\s*"([^"]*)"')
_WIRE_LOAD = re.compile(r'^[ \t]*default_wire_load\s*:\s*"?([^"; ]+)"?\s*;.*$', re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Liberty:
    """A Liberty file.

    Attributes:
        path: the file.
        sha256: of the file as it is (compressed, if it is).
        text: its uncompressed text.
        areas: µm² of each cell by name.
        flip_flops, latches: names of cells.
        clock_gates: names of the integrated clock-gating cells.
        functions: the functions of each cell's outputs.
        wire_load: name of the default wire load model, or None.
        cells: the text of each cell group by name, from behind the name to the next cell.
        head: the text in front of the first cell: units, templates, wire loads.
    """

    path: Path
    sha256: str
    text: str
    areas: dict[str, float]
    flip_flops: frozenset[str]
    latches: frozenset[str]
    clock_gates: frozenset[str]
    functions: dict[str, tuple[str, ...]]
    wire_load: str | None
    cells: dict[str, str] = field(repr=False)
    head: str = field(repr=False)

    def smallest_nand2(self) -> str:
        """Name of the smallest cell that is a NAND of two inputs.

        Raises:
            CallError: there is none.
        """
        found = [
            name
            for name, functions in self.functions.items()
            # An area of 0 could be no unit.
            if len(functions) == 1 and _is_nand2(functions[0]) and self.areas.get(name, 0) > 0
        ]
        if not found:
            raise CallError(
                f"{self.path}: has no cell with the function of a NAND of two inputs, "
                f"so no gate equivalent"
            )
        # By name too, so that equal areas give one choice on every machine.
        return min(found, key=lambda name: (self.areas[name], name))

    def smallest_buffer(self) -> str | None:
        """Name of the smallest cell whose only output is its input, or None."""
        storage = self.flip_flops | self.latches
        # A lone name as the function is a buffer, brackets or not.
        found = [
            name
            for name, functions in self.functions.items()
            if len(functions) == 1
            and re.fullmatch(r"[\s(]*[A-Za-z_]\w*[\s)]*", functions[0])
            and name not in storage
            and self.areas.get(name, 0) > 0
        ]
        return min(found, key=lambda name: (self.areas[name], name), default=None)

    def with_wire_load(self, model: str, name: str) -> str:
        """The text with another default wire load model.

        Args:
            model: its group. name: of it.
        """
        line = f'{model}\n  default_wire_load : "{name}";'
        # A function, since a text would have its backslashes read as references.
        return _WIRE_LOAD.sub(lambda found: line, self.text, count=1)

    def without_wire_load(self) -> str:
        """The text without its default wire load model."""
        return _WIRE_LOAD.sub("", self.text)


def _is_nand2(function: str) -> bool:
    pins = sorted(set(re.findall(r"[A-Za-z_]\w*", function)))
    if (
        len(function) > LONGEST_NAND2
        or len(pins) != 2
        or not set(function) <= set("!()&*|+' ").union(*pins)
    ):
        return False
    expression = (
        re.sub(r"([A-Za-z_]\w*)'", r"(1^\1)", function)
        .replace("!", " 1^")
        .replace("*", "&")
        .replace("+", "|")
    )
    try:
        # No name but the pins and no call can be in it: that was refused above.
        table = [
            eval(expression, {"__builtins__": {}}, dict(zip(pins, (a, b))))
            for a in (0, 1)
            for b in (0, 1)
        ]
    except (SyntaxError, TypeError):  # a word of Python, two operands side by side
        return False
    return table == [1, 1, 1, 0]


def read(path: Path) -> Liberty:
    """Read a Liberty file, compressed or not.

    Raises:
        CallError: the file is missing, or is no Liberty file.
    """
    path = Path(path)
    try:
        stat = given.check(path, given.LIBRARY)
    except CallError as error:
        raise CallError(
            f"{error}: Liberty file not found; expected a file .lib or .lib.gz"
        ) from None
    # the time alone may stand still, or be set
    return _read(path, stat.st_size, stat.st_ino, stat.st_mtime_ns, stat.st_ctime_ns)


@lru_cache(maxsize=4)
def _read(path: Path, *_: int) -> Liberty:
    raw = given.read(path, given.LIBRARY)
    text = given.unpacked(path, raw).decode(errors="replace")
    cells = _cells(text)
    if not re.search(r"^\s*library\s*\(", text, re.MULTILINE) or not cells:
        raise CallError(
            f"{path}: is no Liberty file; expected `library (…) {{ … cell (…) {{ … }} }}`"
        )
    return Liberty(
        path=path,
        sha256=hashlib.sha256(raw).hexdigest(),
        text=text,
        areas={
            name: float(area[1]) for name, body in cells.items() if (area := _AREA.search(body))
        },
        flip_flops=frozenset(name for name, body in cells.items() if _FLIP_FLOP.search(body)),
        latches=frozenset(
            name
            for name, body in cells.items()
            if _LATCH.search(body) and not _FLIP_FLOP.search(body)
        ),
        clock_gates=frozenset(
            name for name, body in cells.items() if "clock_gating_integrated_cell" in body
        ),
        functions={name: tuple(_FUNCTION.findall(body)) for name, body in cells.items()},
        wire_load=match[1] if (match := _WIRE_LOAD.search(text)) else None,
        cells=cells,
        head=text[: _CELL.search(text).start()],
    )


def _cells(text: str) -> dict[str, str]:
    """The text of each cell group, from its name to the next cell."""
    starts = list(_CELL.finditer(text))
    # A group ends where the next one begins: brackets need not be counted.
    ends = [match.start() for match in starts[1:]] + [len(text)]
    return {match[1]: text[match.end() : end] for match, end in zip(starts, ends)}


def unpacked(library: Liberty, *, wire_load: bool = True) -> Path:
    """An uncompressed copy in the user's cache folder, named by the hash of its content; ABC cannot
    read a compressed one.

    Args:
        library: the file.
        wire_load: False leaves out the default wire load model.
    """
    return kept(library.text if wire_load else library.without_wire_load())


def kept(text: str) -> Path:
    """A Liberty file of this text in the user's cache folder, named by its hash."""
    name = "liberty.lib"
    return (
        usercache.folder(
            f"liberty-{hashlib.sha256(text.encode()).hexdigest()}",
            lambda scratch: (scratch / name).write_text(text, encoding="utf-8", newline=""),
        )
        / name
    )
