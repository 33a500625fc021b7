"""What a source may not do: read or write files, call programs or foreign code, include what lies outside the folder.

Sources are cut into tokens, so that neither comments nor strings count. A benchmark needs none of what is refused here; nothing of
it would be executed by the readers anyway, except for memory files and inclusion, which this module checks and collects.
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from ..errors import CallError
from .description import Description
from .sources import check_size, locate, read_file

VERILOG = re.compile(r'''//[^\n]*|/\*.*?\*/|(?P<string>"(?:\\.|[^"\\])*")|(?P<directive>`\w+)|(?P<task>\$[\w$]+)'''
                     r'''|(?P<word>[A-Za-z_][\w$]*)|(?P<angle><[^<>\n]+>)|(?P<other>[^\s])''', re.DOTALL)
FORBIDDEN_TASK = re.compile(
    r"\$(system|f(open|close|write|display|monitor|strobe|read|scanf|gets|getc|putc|eof|seek|flush|error|tell)[bho]?|ungetc|rewind"
    r"|writemem[bho]?|s?readmem[bho]?|dump\w*|sdf_annotate|c\d*|cpure|save|restart|reset|log|nolog|key|input"
    r"|list|scope|showscopes|showvars|incsave|countdrivers|getpattern|q_\w+|async\$\w+|sync\$\w+)$")
FORBIDDEN_DIRECTIVE = re.compile(r"`(systemc_\w+|verilator_config|uselib|verilog|begin_keywords_file|protect\w*)$")
MEMORY_FILES = ("$readmemh", "$readmemb")

VHDL = re.compile(r'''--[^\n]*|/\*.*?\*/|(?P<string>"(?:""|[^"\n])*")|\\(?:\\\\|[^\\\n])*\\|'(?:.)'(?!\()|(?P<word>[A-Za-z]\w*)'''
                  r'''|(?P<other>[^\s])''', re.DOTALL)
VHDL_CALLS = {"file_open", "readline", "writeline", "stdin", "stdout_file", "getenv", "vhpidirect", "dir_open", "rewind", "finish",
              "stop"}
CALL_AFTER = {"", ";", "then", "begin", "else", "loop", ".", "is"}
"""Names of std.textio, std.standard and std.env that touch files or the environment, and what stands before a call of one."""


def check_verilog(description: Description, units: Mapping[str, str]) -> dict[str, str]:
    """Check Verilog files, and return the files that they include or initialise memories from, by name.

    Raises:
        CallError: with file and line of what is refused.
    """
    for folder in description.include_dirs:
        locate(description, folder)
    found: dict[str, str] = {}
    waiting = list(units.items())
    while waiting:
        name, text = waiting.pop()
        for kind, wanted, line in _verilog_needs(name, text):
            places = (PurePosixPath(name).parent, *description.include_dirs) if kind == "include" else ()
            other = _find(description, wanted, places, f"{name}:{line}: {kind} of '{wanted}'")
            if other is None or other in found or other in units:
                continue
            found[other] = read_file(description, other)
            check_size({**units, **found}, description.path)
            if kind == "include":
                waiting.append((other, found[other]))
    return found


def _verilog_needs(name: str, text: str) -> Iterator[tuple[str, str, int]]:
    """Files that a Verilog file needs: (``include`` or task, file name, line). Raises `CallError` for what is refused."""
    tokens = _tokens(VERILOG, text)
    for position, (kind, token, line) in enumerate(tokens):
        place = f"{name}:{line}"
        after = tokens[position + 1] if position + 1 < len(tokens) else ("", "", line)
        if kind == "directive" and token == "`include":
            if after[0] not in ("string", "angle"):
                raise CallError(f"{place}: expected `include with a file name in quotes, got {after[1]!r}")
            yield "include", after[1][1:-1], line
        elif kind == "task" and token in MEMORY_FILES:
            argument = tokens[position + 2] if position + 2 < len(tokens) else ("", "", line)
            if after[1] != "(" or argument[0] != "string":
                raise CallError(f"{place}: expected {token} with a file name in quotes, got {argument[1]!r}")
            yield token, argument[1][1:-1], line
        elif kind == "task" and FORBIDDEN_TASK.match(token):
            raise CallError(f"{place}: '{token}' is refused: a benchmark needs neither files nor programs")
        elif kind == "directive" and FORBIDDEN_DIRECTIVE.match(token):
            raise CallError(f"{place}: '{token}' is refused: it brings in code or files from elsewhere")
        elif token in ("import", "export") and after[0] == "string":
            raise CallError(f"{place}: {token} {after[1]} is refused: foreign functions are not executed")


def _find(description: Description, wanted: str, places: tuple, where: str) -> str | None:
    """The name of a file that is included; None if there is none (the reader will say so if it needs it)."""
    if wanted.startswith("/"):
        raise CallError(f"{where}: outside the folder of the description; absolute paths are refused")
    for base in (*places, "."):
        name = os.path.normpath(PurePosixPath(base) / wanted)
        try:
            if locate(description, name).is_file():
                return name
        except CallError as error:
            raise CallError(f"{where}: {error}") from None
    return None


def check_vhdl(units: Mapping[str, str]) -> None:
    """Check VHDL files: no file objects, no reading or writing, no foreign code.

    Raises:
        CallError: with file and line of what is refused.
    """
    for name, text in units.items():
        tokens = _tokens(VHDL, text.lower())
        for position, (kind, token, line) in enumerate(tokens):
            before, after = ([("", "", 0), *tokens, ("", "", 0)][position + offset][1] for offset in (0, 2))
            if kind != "word":
                continue
            if token == "file" and after not in ("", "of", ";", "'"):
                raise CallError(f"{name}:{line}: a file object is refused: a core that is benchmarked reads and writes no files")
            if token in VHDL_CALLS and after in ("(", "'", ";") and before in CALL_AFTER:
                raise CallError(f"{name}:{line}: '{token}' is refused: a core that is benchmarked reads and writes no files")
            if token == "foreign" and before == "attribute":
                raise CallError(f"{name}:{line}: the attribute 'foreign' is refused: foreign functions are not executed")


def _tokens(pattern: re.Pattern, text: str) -> list[tuple[str, str, int]]:
    """(kind, token, line) of what is neither comment nor space."""
    tokens, line, last = [], 1, 0
    for match in pattern.finditer(text):
        line += text.count("\n", last, match.start())
        last = match.start()
        if match.lastgroup:
            tokens.append((match.lastgroup, match.group(), line))
    return tokens


