# SPDX-License-Identifier: Apache-2.0
"""Combinational loops, judged bit by bit: whether one keeps a value, as a latch does, whatever it
is written as.

Yosys' ``check`` sees loops of cells, of which many are none of bits: a vector whose bits depend on
the bit below. On gates, of what is left, one loop after the other is cut open, and a SAT solver is
asked twice. Does where the loop ends depend on where it began? If not, it is none that anybody can
see. Can it stay as it is in two ways, for the same inputs? Then it keeps a value.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import ToolError
from ..tools.yosys import run_yosys

GATES = {"$_BUF_": ("A", "{0}"), "$_NOT_": ("A", "~{0}"), "$_AND_": ("AB", "{0} & {1}"),
         "$_NAND_": ("AB", "~({0} & {1})"), "$_OR_": ("AB", "{0} | {1}"),
         "$_NOR_": ("AB", "~({0} | {1})"), "$_XOR_": ("AB", "{0} ^ {1}"),
         "$_XNOR_": ("AB", "~({0} ^ {1})"), "$_ANDNOT_": ("AB", "{0} & ~{1}"),
         "$_ORNOT_": ("AB", "{0} | ~{1}"), "$_MUX_": ("SBA", "{0} ? {1} : {2}")}  # fmt: skip
"""Input pins and Verilog of Yosys' gates."""

TO_GATES = "memory_map\nsimplemap\ntechmap\nsimplemap\nopt_clean\n"

ROUNDS = 8
"""So often a loop is followed at most until it must have forgotten where it began."""

SECONDS = 60
"""That the solver may take for one loop."""

Gates = Mapping[Any, tuple[str, tuple]]
"""Type and input bits of the gate that drives a bit."""


def judged(design: str, top: str, directory: Path, *, timeout: float) -> tuple[set, set, dict]:
    """Bits of loops: those that keep a value, those of which it cannot be said that they settle;
    and the module of gates, as Yosys writes it.

    Args:
        design: a design as Yosys wrote it as JSON, in ``directory``.
        top: its module.
        timeout: seconds for bringing it to gates.

    Raises:
        ToolError: Yosys failed.
    """
    run_yosys(
        f"read_json {design}\n{TO_GATES}write_json loops.json\n",
        directory=directory,
        name="gates",
        timeout=timeout,
    )
    module = json.loads((directory / "loops.json").read_text())["modules"][top]
    gates = {
        cell["connections"]["Y"][0]: (
            cell["type"],
            tuple(cell["connections"][pin][0] for pin in GATES[cell["type"]][0]),
        )
        for cell in module["cells"].values()
        if cell["type"] in GATES
    }
    kept, unsettled = set(), set()
    for loop in loops(gates):
        cuts = _cuts(gates, loop)
        # It settles, wherever it began: neither a latch nor an oscillator.
        if _answer(gates, loop, cuts, top, directory, forgets=True):
            continue
        settled = _answer(gates, loop, cuts, top, directory, forgets=False)
        (kept if settled is False else unsettled).update(loop)
    return kept, unsettled, module


def loops(gates: Gates) -> Iterator[set]:
    """Strongly connected parts of the graph of gates (Tarjan, 1972), those that are loops."""
    number: dict = {}
    low: dict = {}
    path: list = []
    on_path: set = set()
    for start in gates:
        if start in number:
            continue
        # A stack of its own: chains of gates are longer than Python's recursion is deep.
        work = [(start, iter(gates[start][1]))]
        number[start] = low[start] = len(number)
        path.append(start)
        on_path.add(start)
        while work:
            bit, operands = work[-1]
            following = next(
                (one for one in operands if one in gates and (one not in number or one in on_path)),
                None,
            )
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[bit])
                if low[bit] == number[bit]:
                    found = set()
                    while bit not in found:
                        found.add(one := path.pop())
                        on_path.discard(one)
                    # A gate alone is a loop only if it reads itself.
                    if len(found) > 1 or bit in gates[bit][1]:
                        yield found
            elif following in number:
                low[bit] = min(low[bit], number[following])
            else:
                number[following] = low[following] = len(number)
                path.append(following)
                on_path.add(following)
                work.append((following, iter(gates[following][1])))


def _cuts(gates: Gates, loop: set) -> list:
    """Bits without which the loop is none: those at which a search in depth meets itself."""
    cuts, done, open_bits = [], set(), set()
    # In a fixed order, so that every run cuts and asks the same.
    for start in sorted(loop, key=str):
        work = [(start, iter(gates[start][1]))] if start not in done else []
        open_bits.update([start] if work else [])
        while work:
            bit, operands = work[-1]
            following = next((one for one in operands if one in loop and one not in done), None)
            if following is None:
                work.pop()
                done.add(bit)
                open_bits.discard(bit)
            elif following in open_bits:
                if following not in cuts:
                    cuts.append(following)
            else:
                open_bits.add(following)
                work.append((following, iter(gates[following][1])))
    return cuts


def _answer(
    gates: Gates, loop: set, cuts: Sequence, top: str, directory: Path, *, forgets: bool
) -> bool | None:
    """Whether a loop ``forgets`` where it began, or else whether it is never left as it is in two
    ways; None if the solver did not end.
    """
    (directory / "loop.v").write_text(_miter(gates, loop, cuts, forgets=forgets))
    # Without an answer in time nothing is known of the loop.
    try:
        log = run_yosys(
            f"read_verilog loop.v\nproc\nsat -set kept 1 -timeout {SECONDS} loop\n",
            directory=directory,
            name="loop",
            timeout=2 * SECONDS,
        )
    except ToolError:
        return None
    # First the longer one: "model found" is a part of it.
    if "no model found" in log:
        return True
    return False if "model found" in log else None


def _miter(gates: Gates, loop: set, cuts: Sequence, *, forgets: bool) -> str:
    """A module whose output is 1 if the loop, cut open and begun with ``p`` and with ``q``, ends
    in two ways: after some rounds, or at once, where it began.
    """
    order, sources = _order(gates, loop, cuts)
    names = {bit: f"s[{number}]" for number, bit in enumerate(sources)}
    # An unknown bit is taken as 0, which is one of the values that it may have.
    names |= {value: f"1'b{value if value in '01' else '0'}" for value in ("0", "1", "x", "z")}
    lines = []

    def add(bit, at: dict, name: str) -> None:
        kind, operands = gates[bit]
        text = GATES[kind][1].format(*(at.get(one) or names[one] for one in operands))
        lines.append(f"  wire {name} = {text};")

    for number, bit in enumerate(bit for bit in order if bit not in loop):
        add(bit, {}, f"n{number}")
        names[bit] = f"n{number}"
    ends = {}
    for side in "pq":
        at = {bit: f"{side}[{number}]" for number, bit in enumerate(cuts)}
        # A value passes one cut a round, and a path that is no loop passes each cut once: as many
        # rounds as cuts are enough.
        for turn in range(min(len(cuts), ROUNDS) if forgets else 1):
            then = dict(at)
            for number, bit in enumerate(bit for bit in order if bit in loop):
                add(
                    bit,
                    {**at, **{one: then[one] for one in then if one not in cuts}},
                    f"{side}{turn}_{number}",
                )
                then[bit] = f"{side}{turn}_{number}"
            at = {bit: then[bit] for bit in cuts}
        ends[side] = f"{{{', '.join(at[bit] for bit in cuts)}}}"
    width = len(cuts)
    began = {
        side: f"{{{', '.join(f'{side}[{index}]' for index in range(width))}}}" for side in "pq"
    }
    kept = (
        f"{ends['p']} != {ends['q']}"
        if forgets
        else f"{ends['p']} == {began['p']} && {ends['q']} == {began['q']} && p != q"
    )
    return (
        f"module loop (input [{max(len(sources), 1) - 1}:0] s, input [{width - 1}:0] p, "
        f"input [{width - 1}:0] q, output kept);\n"
        + "\n".join(lines)
        + f"\n  assign kept = {kept};\nendmodule\n"
    )


def _order(gates: Gates, loop: set, cuts: Sequence) -> tuple[list, list]:
    """The gates on which a loop depends, each behind its operands, if the loop is cut; and where
    that ends: registers, ports, and other loops.
    """
    order, sources, done = [], [], set()
    # Other loops are inputs here, since each of them is judged by itself.
    others = {bit for other in loops(gates) if other != loop for bit in other}
    stack = [(bit, False) for bit in cuts]
    while stack:
        bit, ready = stack.pop()
        if ready:
            order.append(bit)
        elif bit not in done and isinstance(bit, int):
            done.add(bit)
            if bit in gates and bit not in others:
                stack.append((bit, True))
                stack += [(one, False) for one in gates[bit][1]]
            else:
                sources.append(bit)
    return order, sources
