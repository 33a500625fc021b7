# SPDX-License-Identifier: Apache-2.0
"""Random sets of probes on a mapped netlist, each judged by a G-test over simulated traces.

What PROLEAD (N. Müller, A. Moradi, TCHES 2022) does with all sets, done here with as many as are
asked for, by the simulator of `leakage`. A probe is on what a register takes in or on a bit of an
output, in a cycle: it sees every register and input bit of the cone in that cycle and in the one
before (glitches and transitions), no less than a probe on any net of the cone. The probes of a set
are drawn independently, all in one cycle (univariate) or each in a cycle of its own
(multivariate).

How often each value was seen is compared for the traces of a fixed and of random secrets (G-test).
Values that were seen less than `RARE` times are put together. A set that sees more than `WIDEST`
bits is judged by how many of them are 1: then a pass is a necessary condition only.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from ...design import Design
from ...tools.process import run
from .gatesim import LANES, GateSimulator
from .leakage import CHANCE, FRESH, MARGIN, START, latency, require_handshake, stimulus

BENCH = "sets.cpp"

WIDEST = 10
"""Bits of which every value has a count of its own."""

RARE = 20
"""Traces below which values are put together: the distribution of G holds for enough of them."""

NAMED = 4
"""Sets that are named at most."""


@dataclass(frozen=True)
class Probe:
    """What a probe is on, its cycle, and the nets that it sees then and in the cycle before."""

    name: str
    cycle: int
    nets: frozenset[int]

    @property
    def seen(self) -> frozenset[tuple[int, int]]:
        """Nets, each in a cycle."""
        return frozenset(
            (net, cycle) for net in self.nets for cycle in (self.cycle - 1, self.cycle)
        )


def assess(
    design: Design,
    netlist: Path,
    liberty: Path,
    directory: Path,
    *,
    sets: int,
    probes: int = 1,
    apart: bool = False,
    traces: int,
    seed: int,
    random: str = FRESH,
) -> dict[str, Any]:
    """Judge random sets of probes on a netlist of a bare primitive, masked or not.

    Args:
        design, netlist, liberty, directory: as of `leakage.assess`.
        sets: how many are drawn; some may be drawn twice.
        probes: of a set.
        apart: each probe of a set in a cycle of its own; else all in the same one.
        traces: at least so many, about half of them of the fixed secret.
        seed: of the sets and of all that is random.
        random: what the random port gets, of `leakage.RANDOM_BITS`.

    Returns:
        ``sets``, ``probes``, ``apart``, ``traces``, ``seed``, ``seconds``; ``by_ones``: how many
        sets were judged by their ones; ``places``: different cones times cycles, from which probes
        are drawn; ``log10_p``: the largest -log10(p), and ``threshold``, which the largest of all
        of them is above by chance once in 100,000 runs; ``above``: sets above it, and of the
        strongest ones ``named``: -log10(p), and the probes with their cycles.

    Raises:
        CallError: the design has another interface.
        DesignError: no result came.
    """
    require_handshake(design)
    # The program of `leakage` finds the latency.
    call = latency(
        design, GateSimulator.build(netlist, liberty, design.top, directory), directory, seed=seed
    )
    simulator = GateSimulator.build(netlist, liberty, design.top, directory, bench=BENCH)
    cones, end = _cones(simulator), START + call + MARGIN
    chosen = _drawn(cones, range(START, end), sets, probes, apart, Random(seed))
    seen = [sorted(frozenset().union(*(probe.seen for probe in one))) for one in chosen]
    found = _played(
        simulator,
        directory,
        simulator.described(stimulus(design, call, seed, random)),
        seen,
        traces=traces,
        seed=seed,
        cycles=end,
    )
    return {"sets": sets, "probes": probes, "apart": apart, "seed": seed,
            "places": len(cones) * (end - START), "traces": found["traces"],
            "seconds": found["seconds"], "by_ones": sum(map(_is_wide, seen)),
            **_verdict(chosen, list(map(log10_p, found["counts"])))}  # fmt: skip


def _verdict(chosen: Sequence[Sequence[Probe]], values: Sequence[float]) -> dict[str, Any]:
    # Bonferroni, as of `leakage.threshold`: the more sets, the larger is the largest by chance.
    limit = round(-math.log10(CHANCE / len(chosen)), 2)
    ranked = sorted(zip(values, chosen), key=lambda item: -item[0])
    above = [(value, one) for value, one in ranked if value > limit]
    return {"log10_p": ranked[0][0], "threshold": limit, "above": len(above),
            "named": [{"log10_p": value, "probes": [[probe.name, probe.cycle] for probe in one]}
                      for value, one in above[:NAMED]]}  # fmt: skip


def _cones(simulator: GateSimulator) -> dict[frozenset[int], str]:
    """What probes see in a cycle, and the name of one that does: of what each register takes in,
    and of each output bit.
    """
    known: dict[int, frozenset[int]] = {0: frozenset(), 1: frozenset()}
    # A probe that sees QN sees Q: one net stands for both, so that no bit is counted twice.
    known |= {
        state["~q"]: frozenset({state["q"]})
        for state in simulator.states
        if {"q", "~q"} <= set(state)
    }
    # By depth, so that the cones of all inputs are there.
    for net in sorted(simulator.drivers, key=simulator.depth.__getitem__):
        known[net] = frozenset().union(
            *(known.get(read, {read}) for read in simulator.drivers[net])
        )
    named = [(f"next {name}", nets) for name, nets in zip(simulator.registers, simulator.following)]
    named += [
        (f"{port}[{bit}]", [net])
        for port in sorted(set(simulator.ports) - simulator.inputs)
        for bit, net in enumerate(simulator.ports[port])
        # A constant output has no net.
        if net >= 0
    ]
    found: dict[frozenset[int], str] = {}
    for name, nets in named:
        cone = frozenset().union(*(known.get(net, frozenset({net})) for net in nets))
        # A constant has an empty cone and tells nothing.
        if cone:
            # Equal cones see the same, so one probe stands for all of them.
            found.setdefault(cone, name)
    return found


def _drawn(
    cones: dict[frozenset[int], str],
    cycles: Sequence[int],
    sets: int,
    probes: int,
    apart: bool,
    random: Random,
) -> list[list[Probe]]:
    every, chosen = list(cones.items()), []
    for _ in range(sets):
        times = [random.choice(cycles)] * probes
        if apart:
            # Without repetition: each probe has a cycle of its own.
            times = random.sample(cycles, probes)
        chosen.append(
            [Probe(name, cycle, cone) for cycle in times for cone, name in [random.choice(every)]]
        )
    return chosen


def _is_wide(seen: Sequence[tuple[int, int]]) -> bool:
    return len(seen) > WIDEST


def _played(
    simulator: GateSimulator,
    directory: Path,
    described: str,
    seen: Sequence[Sequence[tuple[int, int]]],
    *,
    traces: int,
    seed: int,
    cycles: int,
) -> dict[str, Any]:
    """What the program counts, for each set."""
    (directory / "netlist.txt").write_text(described)
    lines = [
        f"{int(_is_wide(one))} {len(one)} " + " ".join(f"{net} {cycle}" for net, cycle in one)
        for one in seen
    ]
    (directory / "sets.txt").write_text("\n".join([str(len(seen)), *lines, ""]))
    return json.loads(
        run(
            [
                simulator.program,
                "netlist.txt",
                str(seed),
                str(-(-traces // LANES)),
                str(cycles),
                "sets.txt",
            ],
            directory=directory,
            log="sets.log",
            timeout=36000,
        )
    )


def log10_p(counts: Sequence[tuple[int, int]]) -> float:
    """-log10 of the probability that two classes with the same distribution differ so much or more,
    by the G-test (chi squared with a degree of freedom less than there are values).

    Args:
        counts: of each value, how often both classes saw it.
    """
    rare = [pair for pair in counts if sum(pair) < RARE]
    # By the sum of both classes: a choice by one class alone would favour a difference.
    table = [pair for pair in counts if sum(pair) >= RARE]
    if rare:
        table.append((sum(a for a, _ in rare), sum(b for _, b in rare)))
    totals = [sum(column) for column in zip(*table)]
    # One value, or one class, tells nothing apart.
    if len(table) < 2 or not all(totals):
        return 0.0
    share = [total / sum(totals) for total in totals]
    # The G statistic: what is seen, times the logarithm of that over what would be expected.
    g = 2 * sum(
        seen * math.log(seen / (part * sum(pair)))
        for pair in table
        for seen, part in zip(pair, share)
        if seen
    )
    return _log10_of_chi_squared(g, len(table) - 1)


def _log10_of_chi_squared(value: float, freedom: int) -> float:
    """-log10 of the upper tail: the incomplete gamma function, by its series below the mean and by
    its continued fraction (Lentz) above, in logarithms.
    """
    a, x = freedom / 2, value / 2
    if x <= 0:
        return 0.0
    # In logarithms, since the chance of a strong leak is below the smallest double.
    front = a * math.log(x) - x - math.lgamma(a)
    # A series for small x, a continued fraction for large ones: each where it converges fast.
    if x < a + 1:
        term = total = 1 / a
        step = a
        while term > total * 1e-15:
            step += 1
            term *= x / step
            total += term
        # Below the mean the tail is large, so 1 minus the series loses nothing; the bound is for
        # rounding alone.
        return -math.log10(max(1 - total * math.exp(front), 1e-15))
    b = x + 1 - a
    # Lentz' method would divide by 0 in its first step; a huge number stands for infinity.
    c, d = 1e300, 1 / b
    fraction = d
    for n in range(1, 10_000):
        factor, b = -n * (n - a), b + 2
        d, c = 1 / (factor * d + b), b + factor / c
        fraction *= d * c
        if abs(d * c - 1) < 1e-14:
            break
    return -(front + math.log(fraction)) / math.log(10)


__all__ = ["BENCH", "assess", "log10_p"]
