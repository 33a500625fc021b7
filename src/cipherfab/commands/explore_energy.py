# SPDX-License-Identifier: Apache-2.0
"""``cipherfab explore --for energy``: energy per bit over area of all architectures of a core."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..bench import jobs
from ..bench.energies import PER_BIT, workload
from ..cores.build import build
from ..cores.names import parse
from ..design import Design
from ..energy.figures import AT_MHZ, NO_LIBERTY, refusal
from ..errors import CallError, ToolError
from ..implement import platforms
from ..implement.explore import pareto_front
from ..implement.recipes import find
from ..implement.result import Implementation
from ..numbers import HEADLINES
from ..plain import say
from ..report import printing
from ..report.listing import listing
from ..runs.outcome import Outcome
from ..runs.where import Where
from .searching import verdicts

UNROLLED = (2, 3, 4, 5, 6, 8)
"""Rounds in a clock that are tried; a core takes those that divide its numbers of rounds."""

SERIAL = (1, 4, 8, 16, 32)
"""Widths in bits, or columns, in a clock that are tried."""

RECIPES = ("area", "gated")
"""Without and with clock gates."""

PERIOD_PS = 10_000
SEED = 1


def called(
    name: str,
    platform: str,
    *,
    budget: str | None,
    workload: str | None,
    path: object,
    combinational: bool,
    recorded: bool,
    seed: int,
    **options: Any,
) -> dict[str, Any]:
    """`run` with the options of the command, of which some belong to the other searches.

    Raises:
        CallError: an option of another search.
    """
    # Refused, not passed over: the answer would be to another question than was asked.
    if budget or workload or path or combinational or recorded:
        raise CallError(
            "--budget, --workload, --write, --combinational and --recorded belong to "
            "other searches than --for energy."
        )
    return run(name, platform, seed=seed, **options)


def run(
    name: str, platform: str, *, runs: int, seed: int, scheduler: str | None, workers: int
) -> dict[str, Any]:
    """Implement and measure every architecture with every recipe of `RECIPES`, and verify the
    netlists of the front; every job is cached.

    Args:
        name: a core; of its name all but the architecture is kept.
        platform: one with a Liberty file.
        runs: the most netlists that are made, those without clock gates first.
        seed: of keys, nonces and texts.

    Returns:
        ``points``: of each netlist ``core``, ``recipe``, ``area_ge``, ``fmax_mhz``, ``cycles`` and
        ``glitch_share`` of a long message (or calls), ``energy_pj_per_bit`` at `AT_MHZ`; ``front``:
        those that no other beats in area and energy, from the smallest, with ``verified``.

    Raises:
        CallError: the core has no energy on the platform.
        DesignError: a netlist of the front is wrong.
        ToolError: every run failed.
    """
    designs = _with_energy(name, platform)
    where = Where(scheduler=scheduler, workers=workers)
    wanted = [(design, recipe) for recipe in RECIPES for design in designs.values()][:runs]
    made = where.run(
        [
            jobs.implement_job(design, platform, find(recipe), period_ps=PERIOD_PS, seed=0)
            for design, recipe in wanted
        ]
    )
    whole = [(design, outcome) for (design, _), outcome in zip(wanted, made) if outcome.ok]
    found = where.run([_energy(design, outcome, seed) for design, outcome in whole])
    points = [_point(outcome, energy) for (_, outcome), energy in zip(whole, found) if energy.ok]
    if not points:
        raise ToolError(f"{name}: all {len(wanted)} runs failed.")
    front = pareto_front(points, delay=PER_BIT)
    netlists = {(_made_of(outcome), _recipe(outcome)): outcome for _, outcome in whole}
    _check(front, designs, netlists, where)
    return {"core": name, "platform": platform, "seed": seed, "front": front, "points": points,
            "failed": len(wanted) - len(points)}  # fmt: skip


def _with_energy(name: str, platform: str) -> dict[str, Design]:
    """The designs of a core's architectures, by name; raises `CallError` if they have no energy
    there.
    """
    place = platforms.find(platform)
    if place.kind != "liberty":
        raise CallError(f"{name} on {platform}: {NO_LIBERTY}. Try --on nangate45.")
    designs = {design.name: design for design in _built(name)}
    # Each architecture may be refused for a reason of its own, so none is named.
    if not designs:
        raise CallError(f"{name}: none of its architectures can be built.")
    # One design stands for all: they differ in their architecture alone.
    if reason := refusal(next(iter(designs.values())), place):
        raise CallError(f"{name} on {platform}: {reason}.")
    return designs


def _built(name: str) -> Iterator[Design]:
    """The designs of all architectures that can be built."""
    core = parse(name)
    shapes = [
        *(("serial", width) for width in SERIAL),
        ("round", 1),
        *(("unrolled", rounds) for rounds in UNROLLED),
        ("full", 1),
    ]
    seen = set()
    for architecture, factor in shapes:
        try:
            design = build(str(replace(core, architecture=architecture, factor=factor)))
        # Not every architecture fits every algorithm.
        except CallError:
            continue
        # Different factors may be one core, whose name is its shortest form.
        if design.name not in seen:
            seen.add(design.name)
            yield design


def _made_of(outcome: Outcome) -> str:
    """The name of the design of a run."""
    return outcome.job["inputs"]["design"]["name"]


def _recipe(outcome: Outcome) -> str:
    return Implementation.from_json(outcome.result).recipe["name"]


def _energy(design: Design, outcome: Outcome, seed: int) -> dict:
    return jobs.energy_job(
        design, Implementation.from_json(outcome.result), outcome.directory / "netlist.v", seed
    )


def _point(made: Outcome, energy: Outcome) -> dict[str, Any]:
    found, tasks = Implementation.from_json(made.result), energy.result["tasks"]
    named = {workload(name): task for name, task in tasks.items()}
    # The same workload as that of a row's throughput, so that both figures belong together.
    task = next(named[name] for name in HEADLINES if name in named)
    # fmt: off
    return {"core": found.design, "recipe": found.recipe["name"], "area_ge": found.area_ge,
            "fmax_mhz": found.fmax_mhz, "cycles": task["cycles"] / task["messages"],
            "glitch_share": task["glitch_pj"] / task["cycle_pj"], PER_BIT: task[PER_BIT]}
    # fmt: on


def _check(
    front: Sequence[dict],
    designs: Mapping[str, Design],
    made: Mapping[tuple[str, str], Outcome],
    where: Where,
) -> None:
    """Links 3 and 4 of the front. Raises DesignError: a netlist is wrong."""
    wanted = [made[point["core"], point["recipe"]] for point in front]
    outcomes = where.run(
        [
            jobs.gates_job(
                designs[point["core"]],
                outcome.directory / "netlist.v",
                outcome.result["platform"],
                point["recipe"],
                SEED,
            )
            for point, outcome in zip(front, wanted)
        ]
    )
    for point, outcome in zip(front, outcomes):
        said = verdicts(outcome, f"{point['core']}, recipe {point['recipe']}: its netlist")
        point["verified"] = said.get("equivalence") is True and said.get("gate") is True


def show(found: Mapping[str, Any]) -> None:
    """Print all points by area, and the one of least energy."""
    front = [(point["core"], point["recipe"]) for point in found["front"]]
    points = sorted(found["points"], key=lambda point: point["area_ge"])
    say(
        f"{found['core']} on {found['platform']}: {len(points)} netlists, {found['failed']} "
        f"failed; energy of long messages with leakage at {AT_MHZ:g} MHz"
    )
    printing.show(
        listing(
            [
                {
                    "core": point["core"],
                    "recipe": point["recipe"],
                    "GE": f"{point['area_ge']:,.0f}",
                    "MHz": f"{point['fmax_mhz']:,.0f}",
                    "cycles": f"{point['cycles']:,.1f}",
                    "glitches %": f"{100 * point['glitch_share']:.0f}",
                    "pJ/bit": f"{point[PER_BIT]:.3f}",
                    "front": (point["core"], point["recipe"]) in front,
                }
                for point in points
            ]
        )
    )
    # The front begins with the smallest netlist, and each further one takes less energy.
    best = found["front"][-1]
    say(
        f"least energy: {best['core']}, recipe {best['recipe']}, {best[PER_BIT]:.3f} pJ/bit; "
        f"{sum(point['verified'] for point in found['front'])} of {len(front)} netlists of the "
        f"front proved and played"
    )
