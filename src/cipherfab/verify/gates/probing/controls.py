# SPDX-License-Identifier: Apache-2.0
"""Negative controls: netlists made wrong on purpose, each of which the exact check must refuse.

Each is made of the mapped netlist itself, so that it differs from what was checked in one thing
alone, and the same controls can be made for every recipe.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ....design import Design
from ....primitives.in_stages import RANDOM
from ....words.gadgets import OPERAND
from . import tuples
from .exact import FRESH, REUSED, ZEROS, check
from .sharings import SHARES
from .state import split_name, words_in_shares
from .symbolic import SHARE, SymbolicNetlist

_OF_A_GADGET = re.compile(r"([a-z]+)\d+_\d\d(\[\d+\])?")
"""A register of a gadget: kind, number of the product, pair of shares, bit."""


@dataclass(frozen=True)
class Control:
    """Something wrong.

    Attributes:
        name: what is wrong, in words.
        netlist: with it.
        random: what the random port gets, see `exact.check`.
    """

    name: str
    netlist: SymbolicNetlist
    random: str = FRESH


def controls(
    netlist: SymbolicNetlist, passing: Iterable[str], *, shares: int = SHARES
) -> Iterator[Control]:
    """Of a masked netlist that passes.

    Args:
        netlist: of a core in shares.
        passing: words whose registers hold a value for one clock; a kept register cannot be left
            out, what it stores depends on itself.
        shares: of each bit.
    """
    if RANDOM in netlist.ports:
        yield Control("random bits tied to 0", netlist, ZEROS)
        yield Control("random bits of the last cycle again", netlist, REUSED)
    for word in sorted(passing):
        registers = registers_of(netlist, word)
        if registers:
            yield Control(f"registers of {word} left out", netlist.without(registers))
    swapped = one_swapped(netlist, shares)
    if swapped:
        yield Control("a gate reads another share of a bit", swapped)


def of_gadgets(netlist: SymbolicNetlist) -> Iterator[Control]:
    """Of a small netlist by gadgets that passes: its random bits, and each kind of registers that
    gadgets have.
    """
    yield Control("random bits tied to 0", netlist, ZEROS)
    yield Control("random bits of the last cycle again", netlist, REUSED)
    yield from _kinds(netlist)


def _kinds(netlist: SymbolicNetlist) -> Iterator[Control]:
    """Without each kind of registers of gadgets, or of parts of products."""
    kinds: dict[str, list[str]] = {}
    for name in netlist.registers:
        if match := _OF_A_GADGET.fullmatch(name):
            kinds.setdefault(match[1], []).append(name)
    for kind, names in sorted(kinds.items()):
        yield Control(f"registers {kind} left out", netlist.without(names))


def of_stages(netlist: SymbolicNetlist, passing: Iterable[str]) -> Iterator[Control]:
    """Of a netlist on two shares without random bits: each kind of registers, those of all
    ``passing`` words whose names begin alike together, and a cross product of one domain's. Not
    those that keep a result, and those that take in the inputs, without which nothing would be
    computed.
    """
    yield from _kinds(netlist)
    for letter in sorted({word[0] for word in passing}):
        names = [
            name for word in passing if word[0] == letter for name in registers_of(netlist, word)
        ]
        cones = [netlist.cone(net) for name in names for net in netlist.registers[name].inputs]
        if not any(
            source in names or source.startswith("in_") and source != "in_valid[0]"
            for cone in cones
            for source in cone
        ):
            yield Control(f"registers of {letter} left out", netlist.without(names))
    if added := _both_added(netlist):
        yield Control("a part of a product is added in the other share", added)


def _both_added(netlist: SymbolicNetlist) -> SymbolicNetlist | None:
    """With one gate that reads a part of a product reading the same one of the other share."""
    name_of = {
        net: name
        for name, flip_flop in netlist.registers.items()
        for net in (*flip_flop.q, *flip_flop.inverse)
    }
    other = {"_01": "_10", "_10": "_01"}
    for flip_flop in netlist.registers.values():
        for net, position, read in netlist.pins(flip_flop.inputs):
            name = name_of.get(read, "")
            if name.startswith("cross") and _OF_A_GADGET.fullmatch(name):
                stem, ending, bit = re.split(r"(_\d\d)", name)
                instead = netlist.registers[f"{stem}{other[ending]}{bit}"]
                # Mapping may have left the inverse output alone. A probe learns the same from it.
                return netlist.rewired(net, position, (*instead.q, *instead.inverse)[0])
    return None


def of_columns(netlist: SymbolicNetlist) -> Iterator[Control]:
    """Of a bit-serial netlist: those of its gadgets, and the registers of their operands."""
    yield from of_gadgets(netlist)
    operands = [name for name in netlist.registers if name.startswith(OPERAND)]
    yield Control("registers operand left out", netlist.without(operands))


def refused_for_tuples(
    design: Design, control: Control, order: int, *, seed: int
) -> dict[str, Any]:
    """Whether the check of tuples of ``order`` probes refuses a control; returns as `refused`."""
    result = tuples.check(design, control.netlist, order, seed=seed, random=control.random)
    nets = " and ".join(net for net, _ in result["leak"]) or None
    how = (
        "two secrets told apart"
        if result["pair"]
        else (
            f"no verdict: {result['fault']}"
            if result["fault"]
            else "a tuple that could not be shown not to leak"
            if nets
            else "not found"
        )
    )
    return {"control": control.name, "found": not result["passed"], "by": how, "net": nets,
            "cycle": result["leak"][0][1] if nets else None, "pair": result["pair"],
            "seconds": round(result["seconds"], 3)}  # fmt: skip


def registers_of(netlist: SymbolicNetlist, word: str) -> list[str]:
    """The registers of all shares of a word."""
    return [
        name for name in netlist.registers if (share := SHARE.fullmatch(name)) and share[1] == word
    ]


def one_swapped(netlist: SymbolicNetlist, shares: int = SHARES) -> SymbolicNetlist | None:
    """With one input of one gate moved to another share of the bit that it reads: to the one that
    the register behind the gate does not see, while other gates there still see all others. None
    if no gate is like that.
    """
    words = words_in_shares(netlist.registers, shares)
    share_of = {
        net: split_name(name, words)
        for name, flip_flop in netlist.registers.items()
        for net in (*flip_flop.inverse, *flip_flop.q)
    }
    net_of = {place: net for net, place in share_of.items() if place[1] is not None}
    for flip_flop in netlist.registers.values():
        pins = [
            (*pin[:2], *share_of[pin[2]])
            for pin in netlist.pins(flip_flop.inputs)
            if share_of.get(pin[2], ("", None))[1] is not None
        ]
        for net, position, bit, share in pins:
            read = [other for *_, word, other in pins if word == bit]
            missing = [
                net_of[bit, other]
                for other in range(shares)
                if other not in read and (bit, other) in net_of
            ]
            # The share is read twice, so the register still sees it when one pin moves, and then
            # sees all.
            if read.count(share) > 1 and len(set(read)) == shares - 1 and missing:
                return netlist.rewired(net, position, missing[0])
    return None


def refused(
    design: Design, control: Control, *, seed: int, judge: Callable[..., dict[str, Any]] = check
) -> dict[str, Any]:
    """Whether the check refuses a control; ``judge``: `exact.check`, or `rounds.check`.

    Returns:
        ``control``; ``found``; ``by``: how; ``net``, ``cycle``: of the first view that leaks, else
        None; ``pair``: two values of secrets that it tells apart, if it was decided; ``seconds``.

    Raises:
        DesignError: no result came.
    """
    # One leak refuses a control; the rest of the call would take time and change nothing.
    result = judge(design, control.netlist, seed=seed, random=control.random, first=True)
    leak = result["leaks"][0] if result["leaks"] else {}
    return {"control": control.name, "found": not result["passed"], "by": _how(result, leak),
            "net": leak.get("net"), "cycle": leak.get("cycle"), "pair": leak.get("pair"),
            "seconds": round(result["seconds"], 3)}  # fmt: skip


def _how(result: dict[str, Any], leak: dict[str, Any]) -> str:
    """In words, the strongest reason first."""
    if leak.get("pair"):
        return "two secrets told apart"
    if result["fault"]:
        return f"not followed: {result['fault']}"
    if leak:
        return "a view that could not be shown not to leak"
    return "all shares of a word in a cone" if result.get("complete") else "not found"
