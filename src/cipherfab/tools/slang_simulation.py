# SPDX-License-Identifier: Apache-2.0
"""Some of what a simulator makes of Verilog and synthesis does not, told from the tree of slang
alone: what has no hardware at all, and words that synthesis takes for a promise. Blocks whose
registers or wires have other values in a simulation are in `slang_blocks`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from .slang_tree import assigned, tokens

SWITCHES = ("pullup", "pulldown", "bufif0", "bufif1", "notif0", "notif1", "nmos", "pmos", "cmos",
            "rnmos", "rpmos", "rcmos", "tran", "tranif0", "tranif1", "rtran", "rtranif0",
            "rtranif1")  # fmt: skip
"""Gates with strengths or without a value; the front end of Yosys drops some of them."""

WAITS = ("WaitStatement", "WaitForkStatement", "WaitOrderStatement")

OPEN_ENDS = ("highz0", "highz1")
"""Strengths of a driver that lets go of its wire."""


def without_hardware(node) -> str:
    """What a statement or an instance is that no hardware does; empty of any other."""
    kind = node.kind.name
    if kind == "PrimitiveInstantiation" and node.type.valueText in SWITCHES:
        return f"'{node.type.valueText}'"
    if kind == "DriveStrength":
        return next((f"'{one.rawText}'" for one in tokens(node) if one.rawText in OPEN_ENDS), "")
    if kind in WAITS:
        return "'wait'"
    if kind.endswith("AssertStatement") and any(assigned(node.action)):
        return "an assignment in what an assertion does"
    return ""


def reached(uses: Mapping[str, Sequence[str]], top: str) -> set[str]:
    """The modules that a core is made of.

    Args:
        uses: by the name of a module those that it instantiates.
        top: its name; of one that is not there nothing is known, and all count.
    """
    found, stack = set(), [top] if top in uses else list(uses)
    while stack:
        name = stack.pop()
        if name not in found:
            found.add(name)
            stack += [one for one in uses.get(name, ()) if one in uses]
    return found


def first_match(node, *, full: bool) -> tuple[Any, str] | None:
    """The word of a statement by which synthesis takes its branches for exclusive or for all that
    there are, and what is read in its place, so that the first branch that fits counts, and without
    one all stays as it is, as in a simulator.

    Args:
        full: leave it to synthesis what is done where no branch fits.
    """
    if node.kind.name not in ("CaseStatement", "ConditionalStatement"):
        return None
    word = node.uniqueOrPriority
    said = word.valueText if word else ""
    return (word, "priority" if full and said != "unique0" else "") if said else None
