# SPDX-License-Identifier: Apache-2.0
"""The same C compiled and run, behind the wall: a check of how `program` reads it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pycparser import c_ast

from ...errors import ToolError
from ...tools import sandbox
from ...tools.compiler import COMPILER
from ...tools.process import run
from ..messages.graph import Graph
from .calling import LENGTH, parameters
from .machine import Machine
from .program import Program
from .question import Question
from .types import PointerTo

TIMEOUT = 60
"""Seconds, of the compiler and of the run."""


class Stopped(ToolError):
    """The compiled C does not come to its end."""


def answers(
    text: str,
    tree: c_ast.FileAST,
    function: str,
    question: Question,
    cases: Sequence[Mapping[str, bytes]],
    *,
    include: Sequence[Path],
    define: Mapping[str, str],
    directory: Path,
) -> list[dict[str, bytes] | None]:
    """What the compiled C gives for some inputs; None where it says that the tag is wrong.

    Args:
        text: C.
        tree: its syntax tree.
        function: that is called.
        cases: bytes of each input.
        include, define: as `source.preprocessed` takes them.
        directory: existing and empty.

    Raises:
        ToolError: the compiler is missing or refuses the C.
        Stopped: the program fails.
    """
    sandbox.require("C")
    routine = Program(tree, Machine(Graph())).function(function)
    names = [(name, isinstance(kind, PointerTo)) for name, kind in parameters(routine, question)]
    (directory / "called.c").write_text(text + _main(function, question, names))
    (directory / "inputs").write_bytes(
        b"".join(case[name] for case in cases for name in question.inputs)
    )
    # The C is read without C's rule on aliasing (an object is its bytes), so it is compiled without
    # it.
    argv = [COMPILER, "-x", "c", "-std=gnu11", "-O1", "-w", "-fno-strict-aliasing"]
    for folder in include:
        argv += ["-I", Path(folder).absolute()]
    argv += [f"-D{name}={value}" for name, value in define.items()]
    run(
        [*argv, "called.c", "-o", "called"],
        directory=directory,
        log="compiler.log",
        timeout=TIMEOUT,
        readable=include,
    )
    try:
        run(
            [directory.absolute() / "called"],
            directory=directory,
            log="called.log",
            timeout=TIMEOUT,
        )
    except ToolError as error:
        raise Stopped(str(error)) from None
    made = (directory / "outputs").read_bytes()
    # Each answer begins with a byte that says whether the tag was right.
    size = sum(question.outputs.values()) + 1
    if len(made) != size * len(cases):
        raise Stopped(f"the compiled C wrote {len(made)} bytes, expected {size * len(cases)}")
    return [_answer(question, made[at : at + size]) for at in range(0, len(made), size)]


def _answer(question: Question, made: bytes) -> dict[str, bytes] | None:
    if made[0]:
        return None
    found, place = {}, 1
    for name, size in question.outputs.items():
        found[name] = made[place : place + size]
        place += size
    return found


def _main(function: str, question: Question, names: Sequence[tuple[str, bool]]) -> str:
    """A ``main`` that reads inputs from a file and writes outputs to another."""
    known = {**question.inputs, **question.outputs}
    arrays = "".join(
        # C has no array of no bytes.
        f"    static unsigned char cf_{name}[{max(1, size)}];\n"
        for name, size in known.items()
    )
    reads = "".join(
        f"        if (fread(cf_{name}, 1, {size}, in) != {size}) break;\n"
        for name, size in question.inputs.items()
        if size
    )
    called = ", ".join(
        f"cf_{name}" if address else str(known[name.removesuffix(LENGTH)])
        for name, address in names
    )
    call = f"{function}({called})"
    status = (
        f"unsigned char cf_status = {call} != 0;"
        if question.decrypts
        else (f"unsigned char cf_status = 0; {call};")
    )
    writes = "".join(
        f"        fwrite(cf_{name}, 1, {size}, out);\n"
        for name, size in question.outputs.items()
        if size
    )
    # Without any input the file has no end at which to stop.
    first = next((name for name, size in question.inputs.items() if size), None)
    turns = "for (;;)" if first else "for (int cf_once = 0; cf_once < 1; cf_once++)"
    return f"""
#include <stdio.h>
int main(void) {{
    FILE *in = fopen("inputs", "rb"), *out = fopen("outputs", "wb");
{arrays}    {turns} {{
{reads}        {status}
        fwrite(&cf_status, 1, 1, out);
{writes}    }}
    fclose(out);
    return 0;
}}
"""
