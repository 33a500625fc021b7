# SPDX-License-Identifier: Apache-2.0
"""Power and energy of a core's netlist in figures: each message in each size, idle, random data and
the worst of some patterns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..design import Design
from ..implement import liberty
from ..implement.placement import spef
from ..implement.placement.place import SPEF
from ..verify.gates import activity
from ..verify.gates.activity import Activity
from ..verify.gates.gatesim import GateSimulator
from ..verify.gates.scripts import Task
from . import opensta
from .estimate import Netlist, Power
from .gating import gating

CLOCKS_MHZ = (0.1, 10.0, 100.0)
"""Clock frequencies for which power is given, besides the core's own highest."""

AT_MHZ = 10.0
"""Clock frequency of the energy figures, whose leakage depends on it."""

SHORTER, LONGER, LONG = 768, 1536, "long"
"""A long message: what one of `LONGER` bytes takes more than one of `SHORTER` bytes."""

HEADLINES = (f"enc/pt/{LONG}", f"hash/msg/{LONG}", "call", "enc/pt/64", "hash/msg/64", "idle")
"""Tasks that stand for a core, of which the first that it has is told."""

PATTERN_BYTES = 64
"""Size of the messages whose data are patterns."""

LIBRARY, NO_WIRES, PLACED = "library", "none", "placed"
WIRES = {
    LIBRARY: "with its default wire load",
    NO_WIRES: "without wires",
    PLACED: "with placed wires, none of which couples into another",
}
"""What nets are loaded with besides pins, in words."""


def model(wires: str = LIBRARY) -> str:
    """What an energy figure rests on, in words."""
    return (
        f"cells of the Liberty file {WIRES[wires]}; glitches with every gate answering "
        "after one unit of time; random data; clock pins of flip-flops included, a clock tree not"
    )


MODEL = model()

NO_LIBERTY = "no open tool knows the energy of this platform's cells"
MASKED = "masked cores are not measured"
OTHERS = "only our own interfaces are measured"


def refusal(design: Design, platform: Any) -> str:
    """Why a core has no energy figure on a platform, in words; empty if it has one."""
    if platform.kind != "liberty":
        return NO_LIBERTY
    interface = design.interface
    if interface.masking:
        return MASKED
    return OTHERS if design.third_party else ""


def measure(
    design: Design,
    library: Path,
    directory: Path,
    *,
    fmax_mhz: float | None,
    traces: int = activity.LANES,
    seed: int = 1,
    clock_network: bool = False,
    wires: str = LIBRARY,
) -> dict[str, Any]:
    """Power of ``netlist.v`` in ``directory``.

    Args:
        design: see `activity.measure`.
        library: Liberty file of its cells, uncompressed.
        fmax_mhz: the core's own highest frequency, if it is known.
        traces, seed: see `activity.measure`.
        clock_network: add the estimate of the clock's net to every figure.
        wires: of `WIRES`; for `PLACED` the directory has the placement's SPEF file.

    Returns:
        ``nets`` and ``toggled``: of the nets at cells, the share that toggled in any task;
        ``opensta``: see `opensta.Agreement`; ``clock_network_pj``: the estimate for the net of the
        clock in a cycle, see `Netlist`; ``traces`` and ``cpu_seconds`` of the simulation with
        random data;

        ``tasks``: for each, by name, ``bits``, ``cycles``, ``messages``, ``toggles_per_cycle`` and
        ``glitches_per_cycle``, ``cycle_pj`` (dynamic energy of a cycle), ``glitch_pj`` (what
        glitches add to it), ``internal_pj``, ``switching_pj``, ``sequential_pj``, ``leakage_uw``,
        ``power_uw`` by clock frequency in MHz (``fmax`` for the core's own); at `AT_MHZ`
        ``energy_pj`` of a message, ``energy_pj_per_bit`` and ``leakage_share`` of both;

        ``gating``: see `gating.gating`, in the task that comes first of `HEADLINES`;

        ``worst``: for each task with `PATTERN_BYTES` (or call) the ``pattern`` of
        `activity.PATTERNS` that takes most, its ``energy_pj_per_bit`` and the ``ratio`` to random
        data.

    Raises:
        CallError: another interface.
        DesignError: the netlist answers wrongly.
    """
    simulator = GateSimulator.build(
        directory / "netlist.v", library, design.top, directory, bench=activity.BENCH
    )
    counted = activity.measure(design, simulator, directory, traces=traces, seed=seed)
    read = liberty.read(library)
    parasitics = SPEF if wires == PLACED else ""
    placed = spef.read((directory / parasitics).read_text()) if parasitics else {}
    netlist = Netlist(simulator, read, None if wires == LIBRARY else placed)
    extra = netlist.clock_network_pj if clock_network else 0.0
    found = [*counted.tasks, *_long(counted.tasks)]
    tasks = {one.task.name: _task(one, netlist, fmax_mhz, extra) for one in found}
    # Only nets at cells: a port that is wired through costs nothing.
    nets = sorted({net for cell in simulator.cells for net in cell.nets.values()})
    toggled = sum(any(one.all[net] > 0 for one in counted.tasks) for net in nets)
    return {"nets": len(nets), "toggled": toggled / len(nets),
            "opensta": vars(opensta.compare(
                design, netlist, read, directory,
                wire_load=wires == LIBRARY, parasitics=parasitics)),
            "clock_network_pj": netlist.clock_network_pj,
            "traces": counted.traces, "cpu_seconds": counted.cpu_seconds, "tasks": tasks,
            "gating": gating(simulator, netlist, next(
                one for name in HEADLINES for one in found if one.task.name == name)),
            "worst": _worst(design, simulator, directory, seed, netlist, extra, tasks)}  # fmt: skip


def _task(
    counted: Activity, netlist: Netlist, fmax_mhz: float | None, extra: float
) -> dict[str, Any]:
    found = _weighed(netlist, counted.all, counted.duty, extra)
    settled = _weighed(netlist, counted.settled, counted.duty, extra)
    energy = found.energy_pj(counted.cycles, AT_MHZ)
    powers = {f"{clock:g}": found.power_uw(clock) for clock in CLOCKS_MHZ}
    if fmax_mhz:
        powers["fmax"] = found.power_uw(fmax_mhz)
    return {
        "bits": counted.task.bits,
        "cycles": counted.cycles,
        "messages": counted.task.messages,
        "toggles_per_cycle": float(counted.settled.sum()),
        "glitches_per_cycle": float((counted.all - counted.settled).sum()),
        "cycle_pj": found.cycle_pj,
        "glitch_pj": found.cycle_pj - settled.cycle_pj,
        "internal_pj": found.internal_pj,
        "switching_pj": found.switching_pj,
        "sequential_pj": found.sequential_pj,
        "leakage_uw": found.leakage_uw,
        "power_uw": powers,
        "energy_pj": energy / counted.task.messages,
        "energy_pj_per_bit": energy / counted.task.bits if counted.task.bits else None,
        "leakage_share": found.leakage_uw / found.power_uw(AT_MHZ),
    }


def _weighed(netlist: Netlist, toggles, duty, extra: float) -> Power:
    found = netlist.weigh(toggles, duty)
    return replace(
        found, switching_pj=found.switching_pj + extra, sequential_pj=found.sequential_pj + extra
    )


def _long(counted: Sequence[Activity]) -> list[Activity]:
    """For each operation what is between the end of a shorter message and that of a longer one."""
    by_name, found = {one.task.name: one for one in counted}, []
    for name, longer in by_name.items():
        operation, _, size = name.rpartition("/")
        shorter = by_name.get(f"{operation}/{SHORTER}")
        if size == str(LONGER) and shorter:
            found.append(_between(f"{operation}/{LONG}", shorter, longer))
    return found


def _between(name: str, shorter: Activity, longer: Activity) -> Activity:
    cycles = longer.cycles - shorter.cycles
    settled, everything, duty = (
        # They are means of a cycle, and only sums can be subtracted.
        (getattr(longer, what) * longer.cycles - getattr(shorter, what) * shorter.cycles) / cycles
        for what in ("settled", "all", "duty")
    )
    return Activity(
        task=Task(name=name, bits=longer.task.bits - shorter.task.bits),
        cycles=cycles,
        # The difference of two means of random data may be a little below 0.
        settled=settled.clip(0),
        all=everything.clip(0),
        duty=duty.clip(0, 1),
    )


def _worst(
    design: Design,
    simulator: GateSimulator,
    directory: Path,
    seed: int,
    netlist: Netlist,
    extra: float,
    tasks: Mapping[str, Mapping],
) -> dict[str, dict]:
    worst: dict[str, dict[str, Any]] = {}
    # The first is random data, which the others are compared with.
    for pattern in activity.PATTERNS[1:]:
        counted = activity.measure(
            design, simulator, directory, sizes=(PATTERN_BYTES,), seed=seed, pattern=pattern
        )
        for one in counted.tasks:
            name, energy = one.task.name, _task(one, netlist, None, extra)["energy_pj_per_bit"]
            known = worst.get(name)
            # An idle core takes no bits, and has no energy for one.
            if energy and (known is None or energy > known["energy_pj_per_bit"]):
                worst[name] = {
                    "pattern": pattern,
                    "energy_pj_per_bit": energy,
                    "ratio": energy / tasks[name]["energy_pj_per_bit"],
                }
    return worst
