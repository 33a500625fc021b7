# SPDX-License-Identifier: Apache-2.0
"""Literals in VHDL of which GHDL 2.0.0 makes zeros in a netlist (ghdl/ghdl#2011): of 64, 96, 128 …
bits, of whose words of 32 bits only the topmost is not 0.
"""

import re
from collections.abc import Iterable

from ..origin import ZEROED

LITERAL = re.compile(r"(?:\b(?P<base>[xXbB]))?\"(?P<digits>[0-9a-fA-F_]+)\"")

SHOWN = 4
"""Literals that a note names."""


def literals(files: Iterable[tuple[str, str]]) -> list[str]:
    """Each such literal of files, names and texts, with its place."""
    return [
        f"{name}:{number}: {literal[0]}"
        for name, text in files
        for number, line in enumerate(text.splitlines(), 1)
        # Without the comment at the end of the line.
        for literal in LITERAL.finditer(line.partition("--")[0])
        if _is_zeroed(literal)
    ]


def note(files: Iterable[tuple[str, str]], reader: str) -> tuple[str, ...]:
    """A note on them, for a core that GHDL does not simulate, so that nothing shows the zeros."""
    found = literals(files) if "GHDL 2.0.0" in reader else []
    more = ", …" if len(found) > SHOWN else ""
    return (f"{ZEROED} {', '.join(found[:SHOWN])}{more}",) if found else ()


def _is_zeroed(literal: re.Match) -> bool:
    digits, base = literal["digits"].replace("_", ""), 16 if literal["base"] in ("x", "X") else 2
    # Without a base it may be text, such as "face", which is no value.
    if base == 2 and set(digits) - {"0", "1"}:
        return False
    width = len(digits) * (4 if base == 16 else 1)
    if width < 64 or width % 32:
        return False
    value = int(digits, base)
    return value != 0 and value % (1 << width - 32) == 0
