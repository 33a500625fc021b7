# SPDX-License-Identifier: Apache-2.0
"""Proof that a mapped netlist does what the RTL says: both are cut at their registers, and ABC
compares what is between.

Each register of one side is an input of the comparison, and its next value an output. Which
registers correspond is taken from their names; where synthesis removed, merged, inverted or renamed
one, it is guessed from random simulation. Every guess is then proved as one more output (induction
over one clock cycle), so that a wrong guess costs a proof and never yields a false one. Where that
leaves something open, states of small registers are looked at too: a flip-flop may stand for one,
and a state machine may never leave those that were seen, which is proved with the rest.

What is so proved holds from a moment on in which all that corresponds is equal, and `power_up` says
whether there is one. Initial values of the RTL count where its simulation keeps them: a register of
the netlist that has none, and that no reset sets, is not proved to hold one.

What a proof assumes: a register of the RTL without a reset and an initial value powers up with what
the netlist has there; where states were looked at and neither a reset nor an initial value says
which comes first, a state machine begins in one of those seen, in the netlist in the same one; an
undefined value of the RTL is 0. What reads both sides (Yosys) is trusted.
"""

import functools
import random
import time
from collections.abc import Iterator
from pathlib import Path

from ...design import Design
from ...errors import DesignError, ToolError
from . import beginning
from .comparison import GUESS, Comparison, Example, compare
from .correspondence import (
    WARM_UPS,
    Correspondence,
    Guesses,
    by_name,
    by_next_value,
    by_simulation,
    by_state,
    following_others,
    staying,
)
from .counterexample import PATTERNS, SEED, counterexample, whatever_is_undefined
from .netlist import Netlist, read_mapped, read_rtl
from .power_up import Start, as_simulated
from .sweeping import swept

ROUNDS = 40
"""How often guesses are refined before the comparison gives up."""

METHOD = "cut at the registers, SAT sweeping (ABC &cec)"
BY_STATE = "cut at the registers and the states of state machines, SAT sweeping (ABC &cec)"


def prove(
    design: Design, netlist: Path | str, cells: Path | str, directory: Path, *, timeout: float = 600
) -> dict:
    """Prove that a mapped netlist and the sources of a design are equivalent, or find where they
    differ.

    Args:
        design: the RTL.
        netlist: Verilog of cells, with the design's top module and ports.
        cells: their Liberty file (also ``.gz``), or Verilog models (``.v``).
        directory: existing directory for the scripts, logs and graphs.
        timeout: seconds for ABC.

    Returns:
        ``verdict``: "proved", "refuted" or "undecided"; ``proved``: whether it is the first of
            these; ``method``;
        ``initial``: names of registers of the RTL with an initial value that no reset sets and the
            netlist does not have; with these nothing is proved;
        ``compared``: number of points;
        ``undecided``: labels of the points that were neither proved nor refuted; ``notes``;
        ``seconds``; ``counterexample``: None, or ``inputs`` (hexadecimal, by port), ``registers``
        (those that are 1, by name) and ``differs`` (by point, ``[rtl, netlist]``). Its registers
        may hold values that the design never reaches.

    Raises:
        DesignError: the ports differ, or there is a latch, another clock or a combinational loop.
        ToolError: Yosys failed.
    """
    start, directory = time.monotonic(), Path(directory)
    rtl = read_rtl(design, directory)
    result = prove_netlists(
        design, rtl, read_mapped(netlist, cells, design.top, directory), directory, timeout=timeout
    )
    return {**result, "seconds": round(time.monotonic() - start, 3)}


def prove_netlists(
    design: Design, rtl: Netlist, mapped: Netlist, directory: Path, *, timeout: float = 600
) -> dict:
    """Like `prove`, for netlists that are read already."""
    start, rtl = time.monotonic(), as_simulated(rtl, design)
    _check(design, rtl, mapped)
    result = _prove(design, rtl, mapped, Path(directory), timeout)
    if result["verdict"] != "proved" and not result["initial"]:
        # Perhaps it is open since the netlist lost initial values: then that is the first thing to
        # tell.
        result["initial"] = Start(rtl, mapped, design).missing(mapped)
    return {
        "proved": result["verdict"] == "proved",
        **result,
        "seconds": round(time.monotonic() - start, 3),
    }


def _check(design: Design, rtl: Netlist, mapped: Netlist) -> None:
    for kind in ("inputs", "outputs"):
        expected, given = (
            {name: len(bits) for name, bits in getattr(side, kind).items()}
            for side in (rtl, mapped)
        )
        if expected != given:
            wrong = [
                f"{name}: expected {expected.get(name, 0)} bits, got {given.get(name, 0)}"
                for name in sorted(expected | given)
                if expected.get(name) != given.get(name)
            ]
            raise DesignError(
                f"{design.name}: the {kind} of the netlist differ from those of the "
                f"RTL ({'; '.join(wrong)})."
            )
    for side, what in ((rtl, "RTL"), (mapped, "netlist")):
        side.require_one_clock(design, what, "they cannot be compared")


def _prove(design: Design, rtl: Netlist, mapped: Netlist, directory: Path, timeout: float) -> dict:
    """From guesses of a short simulation, and where those leave something open, of one that begins
    with what registers seem to stay at, of a longer one, from next values, or with states.
    """
    deadline, names = time.monotonic() + timeout, by_name(rtl, mapped)
    reset = design.reset, design.reset_level
    prove_from = functools.partial(
        _prove_from,
        start=Start(rtl, mapped, design),
        rtl=rtl,
        mapped=mapped,
        directory=directory,
        deadline=deadline,
    )
    for guesses in _simulated(rtl, mapped, names, reset):
        result = prove_from(names, guesses)
        if result["verdict"] == "proved" or result["initial"] or time.monotonic() > deadline:
            return result
        # A longer simulation cannot mend a difference; other names, or states, may.
        if result["verdict"] == "refuted":
            break
    further = by_next_value(rtl, mapped, names, SEED)
    # What is not a name may be wrong, so it refutes nothing; a name may be, of a state machine with
    # other codes.
    others = (
        lambda: (further, by_simulation(rtl, mapped, further, reset, SEED)),
        lambda: by_state(rtl, mapped, names, design, SEED),
    )
    for guessed in others:
        last = prove_from(*guessed())
        if last["verdict"] == "proved" or last["initial"]:
            return last
    return result


def _simulated(
    rtl: Netlist, mapped: Netlist, names: Correspondence, reset: tuple[str, int]
) -> Iterator[Guesses]:
    """Guesses of a short simulation; of one that begins with what registers seem to stay at, or to
    share with another, if any does; and of a longer one.
    """
    guesses = functools.partial(by_simulation, rtl, mapped, names, reset, SEED)
    short, long = WARM_UPS
    yield guesses(short)
    first = staying(rtl, mapped, names, SEED)
    alike = following_others(rtl, mapped, names, SEED)
    if first or alike:
        yield guesses(short, first, alike)
    yield guesses(long)


def _prove_from(
    names: Correspondence,
    guesses: Guesses,
    *,
    start: Start,
    rtl: Netlist,
    mapped: Netlist,
    directory: Path,
    deadline: float,
) -> dict:
    """Guess, compare, refine the guesses that fail, until what is left is proved or refuted (van
    Eijk, 2000); what is proved must also hold at first.
    """
    status, example = "undecided", None
    for number in range(ROUNDS):
        comparison = compare(rtl, mapped, names, guesses.correspondence())
        status, example = _decide(comparison, directory, f"compare{number}", deadline)
        if not example or not any(
            label.startswith(GUESS) for label in comparison.differing(example)
        ):
            break
        # The example refutes a guess: next values there join the traces, which then tell the two
        # apart.
        guesses.refine(comparison.following(example), example.patterns)
        status = "undecided"
    initial: list[str] = []
    notes: list[str] = []
    if status == "proved":
        compared = functools.partial(
            _compared,
            rtl=rtl,
            mapped=mapped,
            directory=directory,
            deadline=deadline,
            reset=start.reset,
        )
        status, example, comparison, initial, notes = beginning.judged(
            comparison, names, guesses.correspondence(), start, compared
        )
    matched = guesses.correspondence().targets
    explained = {*matched, *(target for target, _ in matched.values())}
    unmatched = [guesses.labels[key] for key in guesses.doubtful if key not in explained]
    if status == "refuted" and (unmatched or not whatever_is_undefined(comparison, example)):
        # The difference may only show that a register or an undefined value was matched with
        # nothing.
        status = "undecided"
    found = counterexample(comparison, rtl, example) if example else None
    points = list(found["differs"] if found else comparison.pairs) if status == "undecided" else []
    return {
        "verdict": status,
        "initial": initial,
        "method": BY_STATE if comparison.by_state else METHOD,
        "compared": len(comparison.pairs),
        "undecided": points,
        "counterexample": found,
        "notes": [*_notes(comparison, unmatched, len(matched)), *notes],
    }


def _compared(
    names: Correspondence,
    guesses: Correspondence,
    called: str,
    *,
    rtl: Netlist,
    mapped: Netlist,
    directory: Path,
    deadline: float,
    reset: tuple[str, int],
    in_reset: bool = False,
) -> tuple[str, Example | None, Comparison]:
    comparison = compare(rtl, mapped, names, guesses, reset=reset if in_reset else None)
    return *_decide(comparison, directory, called, deadline), comparison


def _notes(comparison: Comparison, unmatched: list[str], matched: int) -> list[str]:
    notes = []
    if comparison.undefined:
        notes.append(f"{comparison.undefined} undefined bits of the RTL were taken as 0")
    if unmatched:
        notes.append(
            f"{len(unmatched)} registers correspond to no other: {', '.join(unmatched[:10])}"
        )
    if matched:
        notes.append(
            f"{matched} registers were matched by simulation, each match being one of the "
            f"points compared"
        )
    return notes


def _decide(
    comparison: Comparison, directory: Path, name: str, deadline: float
) -> tuple[str, Example | None]:
    """The verdict, and for "refuted" what shows it."""
    graph, open_pairs = (
        comparison.graph,
        sorted({pair for pair in comparison.pairs.values() if pair[0] != pair[1]}),
    )
    if not open_pairs:
        return "proved", None
    dice = random.Random(SEED)
    example = Example({key: dice.getrandbits(PATTERNS) for key in graph.inputs}, PATTERNS)
    # Most differences show in random patterns, which cost nothing beside a call of ABC.
    if comparison.differing(example):
        return "refuted", example
    # One output for each pair, 1 where the two differ.
    wrong = [graph.xor(one, other) for one, other in open_pairs]
    verdict, values = swept(graph, wrong, directory, name, seconds=deadline - time.monotonic())
    if verdict != "refuted":
        return verdict, None
    example = Example(values, 1)
    if not comparison.differing(example):
        raise ToolError(
            f"ABC: its counterexample in {directory / name}.cex shows no difference; a "
            f"bug of cipherfab or of ABC."
        )
    return verdict, example
