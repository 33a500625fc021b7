# SPDX-License-Identifier: Apache-2.0
"""Calls of a bare primitive, proved for all inputs: each output is the primitive's function of the
inputs, whatever these are.

The core is stepped as in `prove`, and its registers are matched with the rounds of the primitive.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ...design import Design
from ...errors import CipherfabError, DesignError
from ..finding import Finding
from ..rtl.bare import BareSimulator
from .called import Kind, agree, concrete, kinds, refusal, specified
from .calling import Calls
from .cases import Stopped
from .graph import Graph
from .prove import OPEN, PROVED, REFUTED, Found
from .unroll import Machine


def prove_calls(
    design: Design,
    machine: Machine,
    kind: Kind,
    directory: Path,
    *,
    known: set[str],
    seconds: float,
) -> dict[str, Any]:
    """What became of calls of a kind, as plain data: ``verdict``, ``detail``, ``cycles``,
    ``seconds``; and of refuted ones ``inputs`` and ``outputs`` of each call by name.
    """
    begun, interface, more = time.monotonic(), design.interface, {}
    graph, cycles = Graph(0, begun + seconds), 0
    try:
        calls = specified(graph, interface, kind)
        agree(graph, interface, kind, calls)
        run = Calls(graph, design, machine, calls, directory, known, begun + seconds)
        found = run.result()
        cycles = run.cycle
        if found.verdict == REFUTED:
            more = dict(
                zip(
                    ("inputs", "outputs"),
                    # Here ``messages`` has the number of an assignment, see `Calls`.
                    concrete(graph, interface, kind, calls, found.messages[0]),
                )
            )
    except (DesignError, Stopped) as reason:
        found = Found(verdict=OPEN, detail=str(reason))
    return {
        "verdict": found.verdict,
        "detail": found.detail,
        "cycles": cycles,
        **more,
        "seconds": round(time.monotonic() - begun, 3),
    }


def check_calls(
    design: Design,
    link: str,
    machine: Callable[[], Machine],
    directory: Path,
    *,
    seconds: float,
    say: Callable[[str], None],
    kept: Callable[[dict, Callable[[], dict]], dict],
) -> Iterator[Finding]:
    """Findings of a bare primitive: one for each kind of calls. Arguments: see
    `check.check_messages`; ``machine``: reads the RTL.
    """
    reason = refusal(design.interface)
    if reason:
        yield Finding(link, "calls", None, f"open: {reason}", 0.0)
        return
    known: set[str] = set()
    for kind in kinds(design.interface):
        found = kept(
            {"calls": kind.name},
            # The default binds this kind: a plain closure would see the last one, if the cache
            # calls it later.
            lambda kind=kind: prove_calls(
                design, machine(), kind, directory, known=known, seconds=seconds
            ),
        )
        say(f"{design.name}: {kind.name}: {found['verdict']}, {found['seconds']:.1f} s")
        yield _judged(design, link, kind, found, directory)


def _judged(
    design: Design, link: str, kind: Kind, found: Mapping[str, Any], directory: Path
) -> Finding:
    """The finding of what is proved, refuted or open; only a simulation refutes."""
    if found["verdict"] == PROVED:
        return Finding(
            link,
            kind.name,
            True,
            f"for all inputs: {found['detail']} in {found['cycles']} cycles",
            found["seconds"],
        )
    if found["verdict"] == OPEN:
        return Finding(link, kind.name, None, f"open: {found['detail']}", found["seconds"])
    shown = "; then ".join(
        ", ".join(f"{name} {value:x}" for name, value in call.items()) for call in found["inputs"]
    )
    try:
        # From several power-up states: the proof begins in any, and the bench in one at a time.
        played = BareSimulator.build(design, directory).play(
            found["inputs"], found["outputs"], stall_seed=None, powers=16
        )
        text = (
            "simulation does not show it"
            if played.passed
            else f"replayed in simulation: {played.failure}"
        )
    except CipherfabError as error:
        played, text = None, f"in simulation: {str(error).splitlines()[0]}"
    wrong = played is not None and not played.passed
    return Finding(
        link,
        kind.name,
        False if wrong else None,
        f"{'' if wrong else 'open: '}{found['detail']}: {shown}; {text}",
        found["seconds"],
        more={"counterexample": found["inputs"]},
    )
