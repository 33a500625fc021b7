# SPDX-License-Identifier: Apache-2.0
"""Which steps of a program that Verilator wrote a bench may call by themselves.

`Vdut::eval()` does three things in each call: it takes locks between threads, it evaluates what
hangs on the inputs, and it evaluates what an edge starts. A bench with one thread needs no locks,
and behind an edge of the clock the inputs are what they were. Without both, playing is faster.
Verilator documents none of this, so a step is left out only if the text says that it can be: else
the bench calls `eval()`.
"""

import re
from collections.abc import Mapping
from pathlib import Path

ALL = "Vdut___024root___eval"
"""All of `eval()` but the locks and the first call's initialisation."""

EDGE = ("Vdut___024root___eval_phase__act", "Vdut___024root___eval_phase__nba")
"""What an edge starts; each says whether there was anything to do."""

INPUTS = "Vdut___024root___eval_ico"
"""What hangs on the inputs."""

FUNCTION = re.compile(r"^\w[^;{}#]*?\b(\w+)\([^;{}]*\)(?: const)? \{\n(.*?)^\}", re.M | re.S)
"""A function's name and its text."""

# Also what is no call, such as ``if(``: only names of functions are looked up.
CALL = re.compile(r"\b(\w+)\(")

PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*")
"""A port's name that Verilator leaves as it is."""


def direct_steps(generated: Path, clock: str | None) -> list[str]:
    """Preprocessor names for the bench (`verify/rtl/bench/bench.h`).

    Args:
        generated: the folder that Verilator wrote.
        clock: name of the port of the clock; None: a design without one.

    Returns:
        ``DIRECT_STEPS`` if the steps can be called by themselves, and ``DIRECT_EDGE`` if what hangs
        on the inputs can be left out at an edge: nothing that is not started by an edge reads the
        clock.
    """
    text = "\n".join(path.read_text() for path in sorted(generated.glob("*.cpp")))
    functions = {function[1]: function[2] for function in FUNCTION.finditer(text)}
    if ALL not in functions:
        return []
    found = ["DIRECT_STEPS"]
    if clock and PLAIN.fullmatch(clock) and {*EDGE, INPUTS} <= functions.keys():
        reads = re.compile(rf"\b{clock}\b")
        if not any(reads.search(functions[name]) for name in _called(INPUTS, functions)):
            found.append("DIRECT_EDGE")
    return found


def _called(name: str, functions: Mapping[str, str]) -> set[str]:
    """A function and all that it calls, in any depth: a text that two steps share stands once."""
    found, left = {name}, [name]
    while left:
        calls = {call[1] for call in CALL.finditer(functions[left.pop()])} & functions.keys()
        left.extend(calls - found)
        found |= calls
    return found
