# SPDX-License-Identifier: Apache-2.0
"""Single-bit faults in a mapped netlist: every flip-flop flipped in every cycle of the last rounds
of a call.

A fault is the flip of what one flip-flop holds, in one cycle; the flip-flop keeps it until it is
written again. Each of the 512 lanes of the gate-level simulator gets one fault. All get the same
two calls: the first, whose result waits for some cycles before it is taken, has the fault; the
second must be answered as if nothing had been. It comes long after the first, or right behind it:
in the cycle in which the result leaves, and in the next one for a core that is not ready then. A
core in both directions gets both calls in either one, in all four pairs.

What a fault does is one of - ``harmless``: the right answer came, once; - ``detected``: no answer
came, and the port ``fault`` was 1 in some cycle before the second call; - ``disputed``: the right
answer came, although the port ``fault`` said that none would; - ``silent``: no answer came, and
nothing said why; - ``missed``: a wrong answer was offered as valid, to either call, or one too
many; - ``exposed``: of a core with a port ``fault`` only: no wrong answer, but while none was valid
the outputs had something else than 0
  and the answer;
- ``hung``: none of these, but the second call was not accepted or not answered within `BOUND`
  cycles.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from ...design import BareInterface, Design
from ...errors import CallError, DesignError
from ...primitives.primitive import SCHEDULE, Primitive, software
from ...primitives.transformed import BLOCK, DECRYPT, both_directions
from ...tools.process import run
from .gatesim import LANES, Drive, GateSimulator, Stimulus

BENCH = "faults.cpp"
START, WAITING, BOUND = 1, 3, 300
"""Cycle in which the first call starts (the one before resets), cycles in which its result waits,
the one in which it is taken included, and cycles that a core has for whatever a fault makes it do.
A round counter that ran past its end takes up to 255.
"""

SHOWN = 8
"""Flip-flops that are named of each outcome that must not be."""

OUTCOMES = ("detected", "harmless", "missed", "exposed", "disputed", "silent", "hung")
WRONG = OUTCOMES[2:]
"""Outcomes that a protected core must not have."""

DIRECTIONS = ("encryption", "decryption")
"""Of a call, by what ``in_decrypt`` is."""

Fault = tuple[int, int]
"""Place of the flip-flop and cycle; (-1, 0) is none."""


def assess(design: Design, primitive: Primitive, netlist: Path,
           liberty: Path, directory: Path, *, window: int, calls: int = 1,
           seed: int = 1) -> dict[str, Any]:
    """Inject all faults.

    Args:
        design: of a bare primitive with valid and ready, in one direction or in both; a port
            ``fault`` says that it detects faults.
        primitive: what it computes.
        netlist, liberty: its mapped netlist, and the cells.
        directory: to work in.
        window: faults begin so many cycles before the result is there, and end with the cycle in
            which it leaves.
        calls: how many random inputs all faults are tried with, each with the second call far from
            and right behind the first; of a core in both directions, so many with each pair of
            directions of the first and the second call.
        seed: of the inputs.

    Returns:
        ``registers`` (flip-flops); ``cycles``: first and last with faults, counted from the one
        that accepts the inputs; ``latency``; ``faults``; a count for each of `OUTCOMES`; ``first``:
        for each of `WRONG` the first fault of each of the first flip-flops, as dictionaries with
        ``register`` (its name in the netlist), ``cycle``, ``call``, ``behind``; ``protected``:
        there is a port ``fault``; ``passed``: no outcome of `WRONG`; ``seed``.

        Of a core in both directions ``cycles``, ``latency`` and ``first`` are in ``directions``, by
        those of `DIRECTIONS`, with ``faults`` and the counts for first calls in this one; entries
        of ``first`` have ``next``, the second call's.

    Raises:
        CallError: the design has another interface, or the window is longer than a call.
        DesignError: the netlist gives a wrong answer without a fault.
        ToolError: the simulator does not compile.
    """
    shape = _shape(design, primitive)
    simulator = GateSimulator.build(netlist, liberty, design.top, directory, bench=BENCH)
    bench = _Bench(design, primitive, shape, simulator, Path(directory), seed)
    injected = [_injected(bench, first, window=window, calls=calls) for first in bench.directions]
    totals = {name: sum(part[name] for part in injected) for name in ("faults", *OUTCOMES)}
    found = (
        injected[0] if shape is primitive
        else {**totals, "directions": dict(zip(DIRECTIONS, injected))})
    return {"registers": len(simulator.registers), **found, "protected": "fault" in simulator.ports,
            "passed": not any(totals[name] for name in WRONG), "seed": seed}


def _shape(design: Design, primitive: Primitive) -> Primitive:
    """The primitive with the ports of the design: as it is, or in both directions."""
    shapes, interface = [primitive,
                         *([both_directions(primitive)] if primitive.inverse
                           else [])], design.interface
    if isinstance(interface, BareInterface) and not interface.handshake:
        for shape in shapes:
            if dict(interface.inputs) == dict(shape.inputs):
                return shape
    raise CallError(f"{design.name}: expected a bare primitive, in one direction or in both, with "
                    f"valid and ready.")


def _injected(bench: "_Bench", direction: int, *, window: int, calls: int) -> dict[str, Any]:
    """All faults, with first calls in one direction: the part of what `assess` returns that is
    about these.
    """
    latency = bench.latency(direction)
    if not 1 <= window < latency:
        raise CallError(f"{bench.name}: expected faults in the last 1 to {latency - 1} of "
                        f"{latency} cycles, got {window}.")
    cycles, registers = range(START + latency - window, START + latency + WAITING), bench.registers
    faults = list(product(range(len(registers)), cycles))
    counts, first = Counter(), {name: {} for name in WRONG}
    for call, behind, following in product(range(calls), (False, True), bench.directions):
        outcomes = bench.outcomes(faults, latency, behind, (direction, following))
        second = {"next": DIRECTIONS[following]} if len(bench.directions) > 1 else {}
        for outcome, (place, cycle) in zip(outcomes, faults):
            counts[outcome] += 1
            if outcome in WRONG:
                first[outcome].setdefault(registers[place],
                                          {"register": registers[place],
                                           "cycle": cycle - START, "call": call,
                                                             "behind": behind, **second})
    return {"cycles": [cycles[0] - START, cycles[-1] - START],
            "latency": latency, "faults": counts.total(),
            **{name: counts[name] for name in OUTCOMES},
            "first": {name: list(entries.values())[:SHOWN] for name, entries in first.items()
                      if entries}}


class _Bench:
    """Plays the two calls on all lanes. Directions are indices of `DIRECTIONS`; one that there is
    no choice of is the first.
    """

    def __init__(self, design: Design, primitive: Primitive,
                 shape: Primitive, simulator: GateSimulator, directory: Path,
                 seed: int):
        self.name, self.registers, self.directions = (
            design.name, simulator.registers, range(1 + (DECRYPT in shape.inputs)))
        self._design, self._primitive, self._shape, self._simulator = (
            design, primitive, shape, simulator)
        self._directory, self._random, self._seed = directory, Random(seed), seed

    def latency(self, direction: int) -> int:
        """Cycles from the one that accepts inputs to the one in which the answer is there, without
        a fault.
        """
        most = 3 * (self._primitive.inverse if direction else self._primitive).rounds[0] + WAITING
        found, = self._play([(-1, 0)], (direction, direction),
                            taken=START + most, offers=[START + most + 1])
        outcome = next(self._lanes(found, 1))
        if found["first"] < START or outcome != "harmless":
            raise DesignError(f"{self.name}: the netlist does not answer two calls rightly without "
                              f"a fault.")
        return found["first"] - START

    def outcomes(self, faults: Sequence[Fault], latency: int,
                 behind: bool, directions: tuple[int, int]) -> Iterator[str]:
        """What each fault does with new random inputs, the second call far from or right behind the
        first.
        """
        taken = START + latency + WAITING - 1
        found = self._play(faults, directions, taken=taken,
                           offers=[taken, taken + 1] if behind else [taken + BOUND])
        for number, batch in enumerate(found):
            yield from self._lanes(batch, min(LANES, len(faults) - number * LANES))

    def _lanes(self, batch: dict[str, Any], count: int) -> Iterator[str]:
        bits = {name: int(text, 16) for name, text in batch.items() if name != "first"}
        for lane in range(count):
            yield self._outcome({name: bool(value >> lane & 1) for name, value in bits.items()})

    def _outcome(self, seen: dict[str, bool]) -> str:
        if seen["wrong"] or seen["next_wrong"]:
            return "missed"
        if not (seen["accepted"] and seen["next_given"]):
            return "hung"
        if seen["exposed"] and "fault" in self._simulator.ports:
            return "exposed"
        if seen["given"]:
            return "disputed" if seen["noticed"] else "harmless"
        return "detected" if seen["noticed"] else "silent"

    def _play(self, faults: Sequence[Fault], directions: tuple[int, int],
              *, taken: int, offers: list[int]) -> list[dict[str, Any]]:
        """Both calls with random inputs: results are taken from cycle ``taken`` on, the second call
        is offered in ``offers``.
        """
        second, cycles = offers[-1], offers[-1] + BOUND
        inputs = [self._inputs() for _ in range(cycles)]
        for cycle, direction in zip((START, second), directions):
            inputs[cycle].update({DECRYPT: direction} if DECRYPT in self._shape.inputs else {})
        inputs[offers[0]] = inputs[second]
        (self._directory
         / "netlist.txt").write_text(
             self._simulator.described(self._stimulus(inputs, taken, offers)))
        calls = [self._answer(inputs[cycle]) for cycle in (START, second)]
        numbers = [*self._numbers(second, calls), *_padded(faults)]
        (self._directory / "faults.txt").write_text(" ".join(map(str, numbers)) + "\n")
        command = [self._simulator.program, self._directory / "netlist.txt",
                   self._directory / "faults.txt", cycles, self._seed]
        return json.loads(run(list(map(str, command)), directory=self._directory,
                              log="faults.log", timeout=3600))

    def _answer(self, inputs: dict[str, int]) -> tuple[int, ...]:
        """What the model of the call's direction gives; the block of a core in both has another
        name there.
        """
        direction = self._primitive.inverse if inputs.get(DECRYPT) else self._primitive
        return software(direction)(*(inputs[name if name in inputs else BLOCK]
                                     for name in direction.inputs))

    def _inputs(self) -> dict[str, int]:
        """Random values; of a schedule one that there is."""
        most = {SCHEDULE: len(self._primitive.rounds)}
        return {name: self._random.randrange(most.get(name, 1 << width))
                for name, width in self._shape.inputs.items()}

    def _stimulus(self, inputs: list[dict[str, int]], taken: int, offers: list[int]) -> Stimulus:
        cycles = len(inputs)
        given = {"in_valid": [int(cycle in (START, *offers)) for cycle in range(cycles)],
                 "out_ready": [int(cycle >= taken) for cycle in range(cycles)],
                 **{f"in_{name}": [values[name] for values in inputs]
                    for name in self._shape.inputs}}
        if self._design.reset:
            given[self._design.reset] = [int(cycle < START) for cycle in range(cycles)]
        return Stimulus(ports={name: Drive(kind="given", values=values)
                               for name, values in given.items()}, cycles=cycles)

    def _numbers(self, second: int, calls: list[tuple[int, ...]]) -> Iterable[int]:
        """What the program needs to know of the ports and the answers."""
        ports, outputs = self._simulator.ports, self._shape.outputs
        data = [net for name in outputs for net in ports[f"out_{name}"]]
        expected = [[value >> bit & 1 for value, width in zip(call, outputs.values())
                     for bit in range(width)] for call in calls]
        control = [ports[name][0] if name in ports else 0
                   for name in ("out_valid", "out_ready", "in_valid", "in_ready", "fault")]
        return [*control, second,
                *(number for values in (data, *expected) for number in (len(values), *values))]


def _padded(faults: Sequence[Fault]) -> Iterator[int]:
    """Number of batches, then place and cycle of each lane's fault."""
    batches = -(-len(faults) // LANES)
    yield batches
    for place, cycle in [*faults, *[(-1, 0)] * (batches * LANES - len(faults))]:
        yield from (place, cycle)
