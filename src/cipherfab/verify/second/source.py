# SPDX-License-Identifier: Apache-2.0
"""C, from its files to its syntax tree: the compiler's preprocessor with headers of our own, so
that nothing hangs on the machine, and `pycparser`. It is read, and nothing of it is compiled.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from pycparser import c_ast, c_parser

from ...errors import CallError, ToolError
from ...tools import sandbox
from ...tools.compiler import COMPILER
from ...tools.process import run
from .machine import UnreadC

HEADERS = Path(__file__).parent / "headers"

MOST_TEXT = 16 << 20
"""Characters behind the preprocessor."""

# fmt: off
KNOWN = {"__attribute__(x)": "", "__extension__": "", "__inline": "inline", "__inline__": "inline",
         "__restrict": "restrict", "__restrict__": "restrict", "__const": "const",
         "__volatile__": "volatile", "__signed__": "signed", "__BYTE_ORDER__": "1234",
         "__ORDER_LITTLE_ENDIAN__": "1234", "__ORDER_BIG_ENDIAN__": "4321", "__CHAR_BIT__": "8",
         "__LP64__": "1", "__SIZEOF_LONG__": "8", "__SIZEOF_INT__": "4", "__SIZEOF_POINTER__": "8"}
# fmt: on
"""Macros that are defined, besides those of the standard."""

# A macro may have parameters, as with ``-D`` of a compiler.
NAME = re.compile(r"[A-Za-z_]\w*(\([\w, .]*\))?")


def preprocessed(
    text: str,
    *,
    include: Sequence[Path],
    define: Mapping[str, str],
    directory: Path,
    readable: Sequence[Path],
) -> str:
    """C behind its preprocessor.

    Args:
        text: C, which may include files.
        include: folders where they are looked for.
        define: macros.
        directory: existing, for the text and the log.
        readable: files and folders that may be read besides.

    Raises:
        CallError: a macro has no name; or there is no wall (see `sandbox`).
        ToolError: the preprocessor is missing or refuses the text.
    """
    sandbox.require("C")
    for name in define:
        if not NAME.fullmatch(name):
            raise CallError(f"define: expected the name of a macro, got {name!r}")
    macros = {**KNOWN, **define}
    (directory / "second.c").write_text(text)
    # Without the machine's own macros and headers the same C is read everywhere.
    argv = [COMPILER, "-x", "c", "-std=c11", "-E", "-undef", "-nostdinc", "-I", HEADERS]
    for folder in include:
        argv += ["-I", Path(folder).absolute()]
    argv += [f"-D{name}={value}" for name, value in macros.items()]
    try:
        run(
            [*argv, "second.c", "-o", "second.i"],
            directory=directory,
            log="preprocessor.log",
            timeout=60,
            readable=[*include, *readable],
        )
    except ToolError as error:
        raise ToolError(f"the preprocessor refuses the C: {error}") from None
    found = (directory / "second.i").read_text(errors="replace")
    if len(found) > MOST_TEXT:
        raise UnreadC(
            f"the C has {len(found)} characters behind its preprocessor; at most "
            f"{MOST_TEXT} are taken"
        )
    return found


def parsed(text: str) -> c_ast.FileAST:
    """The syntax tree of C behind its preprocessor.

    Raises:
        UnreadC: it is no C11, or uses extensions that are not served.
    """
    try:
        return c_parser.CParser().parse(text)
    except RecursionError:
        raise UnreadC("the C is nested too deeply to be read") from None
    # pycparser fails in each of these ways on C that it does not know.
    except (c_parser.ParseError, AssertionError, AttributeError, ValueError) as error:
        raise UnreadC(f"expected C11 without extensions of a compiler: {error}") from None
