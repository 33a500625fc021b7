# SPDX-License-Identifier: Apache-2.0
"""How fast the simulator of many traces is, against Verilator on the same netlist.

Both run traces of the same form: a reset for a cycle, then calls back to back with data that stay
for the trace. That they compute the same is checked first: all outputs of the same traces, in
several cycles. Speed is gates of the netlist times cycles times traces per second of processor
time, for both, whatever a program does to evaluate a gate, or to avoid it.
"""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from ...design import BareInterface, Design
from ...errors import CallError, DesignError
from ..rtl.handshake import as_words, port_lists
from ..rtl.program import Program, build
from . import activity
from .gatelevel import gate_design
from .gatesim import Drive, GateSimulator, Stimulus

GIVEN = 64
"""Different traces that Verilator's program is given; it repeats them."""

WAYS = {"values": {"toggles": False}, "toggles": {}, "glitches": {"glitches": True}}
"""How the simulator of many traces is run: options of `GateSimulator.play`."""

VERILATOR = "verilator"
NETS, SETTLED, SAIF = "nets", "settled nets", "saif"
"""Toggles of each net: ours (`activity`) with glitches and without, and Verilator's (without)."""


@dataclass(frozen=True, kw_only=True)
class _Bench:
    """Verilator's program for a netlist, with the widths of its data inputs and of all its
    outputs."""

    program: Program
    inputs: Mapping[str, int]
    outputs: Mapping[str, int]

    def run(
        self,
        data: Sequence[Mapping[str, int]],
        *,
        cycles: int,
        traces: int,
        capture: int = 0,
        saif: Path | None = None,
    ) -> dict[str, Any]:
        """Processor seconds, results, and the outputs of each trace in ``data``."""
        numbers = [
            [len(data), cycles, capture],
            [word for values in data for word in as_words(values, self.inputs)],
        ]
        return self.program.run(numbers, {"traces": traces, "saif": saif})


def compare(
    design: Design,
    netlist: Path,
    liberty: Path,
    directory: Path,
    *,
    cycles: int,
    seconds: float,
    repeats: int,
    seed: int,
    nets: bool = False,
) -> dict[str, Any]:
    """Measure both on one netlist, by turns.

    Args:
        design: a bare primitive with valid and ready, masked or not; only its ports are used.
        netlist, liberty: its mapped netlist, and the cells.
        directory: to work in.
        cycles: of a trace; more than a call takes.
        seconds: of processor time that a run should take, about.
        repeats: runs of each.
        seed: of all data.
        nets: also with the toggles of each net, `NETS`, `SETTLED` and `SAIF`.

    Returns:
        ``gates``, ``cycles``, ``repeats``, ``seed``; ``checked``: how many values of outputs were
        compared and equal; ``stepped``: how often a gate is evaluated in a cycle with glitches, on
        average; ``build_seconds`` of both (cached programs take none); ``ways``: for each of `WAYS`
        and for `VERILATOR` the ``traces`` of a run, the ``rates`` of all runs in gate evaluations
        per second, and their ``median``.

    Raises:
        CallError: another interface, or too few cycles for a result.
        DesignError: the two do not compute the same.
    """
    interface = design.interface
    if not isinstance(interface, BareInterface) or interface.handshake or interface.cell:
        raise CallError(f"{design.name}: expected a bare primitive with valid and ready.")
    start = time.monotonic()
    simulator = GateSimulator.build(netlist, liberty, design.top, directory)
    built = time.monotonic()
    bench = _verilated(design, simulator, netlist, liberty, directory)
    seconds_of = {"lanes": round(built - start, 2), VERILATOR: round(time.monotonic() - built, 2)}
    stimulus = _stimulus(design, simulator, cycles, seed)
    checked = _check(design, simulator, stimulus, bench, directory, seed)
    runs = _runs(simulator, stimulus, bench, directory, seed)
    if nets:
        runs |= _net_runs(design, netlist, liberty, stimulus, bench, directory, seed)
    ways = _measure(runs, simulator.gates * cycles, seconds, repeats)
    return {"gates": simulator.gates, "cycles": cycles, "repeats": repeats,
            "seed": seed, "checked": checked,
            "stepped": round(simulator.stepped / simulator.gates, 2),
            "build_seconds": seconds_of, "ways": ways}  # fmt: skip


def _stimulus(design: Design, simulator: GateSimulator, cycles: int, seed: int) -> Stimulus:
    """Every data input is a secret of its own: its values are random, and told, so that Verilator
    can be given them too.
    """
    # Both always 1: the core computes in every cycle, and no program can save work in idle ones.
    ports = {name: Drive(kind="constant", value=1) for name in ("in_valid", "out_ready")}
    if design.reset:
        ports[design.reset] = Drive(kind="constant", value=1, cycles=(0, 1))
    widths, random = (
        {name: len(simulator.ports[name]) for name in sorted(simulator.inputs - set(ports))},
        Random(seed),
    )
    # No port of kind `share`, so nothing of a secret is taken away: the port gets all of it.
    ports |= {name: Drive(kind="secret", secret=name) for name in widths}
    return Stimulus(
        ports=ports,
        cycles=cycles,
        # The program tells the values of secrets alone, and a secret has a value of the fixed
        # class.
        fixed={name: (width, random.getrandbits(width)) for name, width in widths.items()},
    )


def _verilated(
    design: Design, simulator: GateSimulator, netlist: Path, liberty: Path, directory: Path
) -> _Bench:
    """The netlist with the functions of its cells, compiled with the compiler's optimisation."""
    control = {"in_valid", "out_ready", design.reset}
    inputs = {name: len(simulator.ports[name]) for name in sorted(simulator.inputs - control)}
    outputs = {
        name: len(simulator.ports[name]) for name in sorted(set(simulator.ports) - simulator.inputs)
    }
    gates = gate_design(design, netlist, liberty, directory)
    program = build(
        gates,
        directory,
        bench="speed_bench.cpp",
        headers={"ports.h": port_lists(inputs, outputs)},
        # Verilator is compared with all that its compiler can do, since a slow rival proves
        # nothing.
        fast=True,
    )
    return _Bench(program=program, inputs=inputs, outputs=outputs)


def _check(
    design: Design,
    simulator: GateSimulator,
    stimulus: Stimulus,
    bench: _Bench,
    directory: Path,
    seed: int,
) -> int:
    """Both give the same outputs in the middle, later and at the end of some traces; returns how
    many values were compared.
    """
    checked = 0
    # Not at the beginning: the registers have different values at power-up, and a call takes some
    # cycles.
    for capture in sorted({stimulus.cycles // 2, 3 * stimulus.cycles // 4, stimulus.cycles - 1}):
        found = simulator.play(
            replace(stimulus, capture=capture), traces=1, seed=seed, directory=directory
        )
        # Our simulator draws the data, and Verilator is given the same.
        data = [dict(zip(found["secrets"], values)) for values in zip(*found["secrets"].values())]
        played = bench.run(data, cycles=stimulus.cycles, traces=len(data), capture=capture)
        # Outputs that are equal since no call has ended yet would prove nothing.
        if not played["results"]:
            raise CallError(
                f"{design.name}: no result in {stimulus.cycles} cycles; expected more "
                f"cycles than a call takes."
            )
        for lane, words in enumerate(played["outputs"]):
            ours = {name: values[lane] for name, values in found["outputs"].items()}
            if words != as_words(ours, bench.outputs):
                raise DesignError(
                    f"{design.name}: trace {lane}, cycle {capture}: the simulators "
                    f"give different outputs: "
                    f"{as_words(ours, bench.outputs)} and Verilator's {words}."
                )
            checked += len(ours)
    return checked


def _runs(
    simulator: GateSimulator, stimulus: Stimulus, bench: _Bench, directory: Path, seed: int
) -> dict[str, Callable[[int], tuple[int, float]]]:
    """For each way a function from the number of traces that are wanted to the number played and
    its processor seconds.
    """
    random = Random(seed)
    data = [
        {name: random.getrandbits(width) for name, width in bench.inputs.items()}
        for _ in range(GIVEN)
    ]

    def lanes(traces: int, options: Mapping[str, bool]) -> tuple[int, float]:
        found = simulator.play(stimulus, traces=traces, seed=seed, directory=directory, **options)
        return int(found["traces"]), found["cpu_seconds"]

    def verilated(traces: int) -> tuple[int, float]:
        return traces, bench.run(data, cycles=stimulus.cycles, traces=traces)["cpu_seconds"]

    return {
        **{name: partial(lanes, options=options) for name, options in WAYS.items()},
        VERILATOR: verilated,
    }


def _net_runs(
    design: Design,
    netlist: Path,
    liberty: Path,
    stimulus: Stimulus,
    bench: _Bench,
    directory: Path,
    seed: int,
) -> dict[str, Callable[[int], tuple[float, float]]]:
    """The same for `NETS`, `SETTLED` and `SAIF`. Ours plays calls and idle cycles, of which the
    warm-up is not counted here; it is told as so many traces of the stimulus' cycles.
    """
    simulator = GateSimulator.build(netlist, liberty, design.top, directory, bench=activity.BENCH)
    counting = build(
        bench.program.design,
        directory,
        bench="speed_bench.cpp",
        headers={"ports.h": port_lists(bench.inputs, bench.outputs)},
        fast=True,
        # Built a second time: counting for the SAIF file costs time in each evaluation.
        toggles=True,
    )
    random, other = Random(seed), replace(bench, program=counting)
    data = [
        {name: random.getrandbits(width) for name, width in bench.inputs.items()}
        for _ in range(GIVEN)
    ]

    def lanes(traces: int, glitches: bool) -> tuple[float, float]:
        found = activity.measure(
            design, simulator, directory, traces=traces, seed=seed, glitches=glitches
        )
        cycles = sum(task.cycles for task in found.tasks)
        return found.traces * cycles / stimulus.cycles, found.cpu_seconds

    def verilated(traces: int) -> tuple[float, float]:
        found = other.run(
            data, cycles=stimulus.cycles, traces=traces, saif=directory / "toggles.saif"
        )
        return traces, found["cpu_seconds"]

    return {
        NETS: partial(lanes, glitches=True),
        SETTLED: partial(lanes, glitches=False),
        SAIF: verilated,
    }


def _measure(
    runs: Mapping[str, Callable[[int], tuple[int, float]]],
    evaluations: int,
    seconds: float,
    repeats: int,
) -> dict[str, dict[str, Any]]:
    """Rates of all ways, by turns: what else the machine does meets them alike. ``evaluations``: of
    gates in a trace.
    """
    traces = {name: _enough(run, seconds) for name, run in runs.items()}
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(repeats):
        # By turns, and not one after the other: a load of the machine then slows all of them.
        for name, run in runs.items():
            played, took = run(traces[name])
            rates[name].append(played * evaluations / took)
    return {
        name: {
            "traces": traces[name],
            "median": statistics.median(rates[name]),
            "rates": rates[name],
        }
        for name in runs
    }


def _enough(run: Callable[[int], tuple[int, float]], seconds: float) -> int:
    """Traces that take about so many seconds: a first run is repeated with more traces until it is
    long enough to tell.
    """
    traces = 1
    while True:
        played, took = run(traces)
        # A short run is mostly starting up, and would give too few traces per second.
        if took > seconds / 10:
            return max(1, round(traces * seconds / took))
        # Ours rounds up to 512 traces; it goes on from what was really played.
        traces = max(8 * traces, round(8 * played))
