# SPDX-License-Identifier: Apache-2.0
"""``cipherfab explore --budget``: the fastest core within look-up tables and flip-flops."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..bench import jobs
from ..cores.build import build
from ..cores.variants import variants
from ..design import Design
from ..errors import CallError
from ..implement import budget as search
from ..implement import platforms
from ..implement.budget import Budget
from ..implement.result import Implementation
from ..measure.measure import workloads_of
from ..measure.throughput import LONG
from ..plain import say
from ..report import printing
from ..report.listing import listing
from ..runs.where import Where
from ..verify import chain
from ..verify.finding import findings_of
from .searching import Progress

PERIOD_PS = 10_000
"""Target of nextpnr, as in a benchmark."""

SEEDS = 8
"""Placement seeds to draw from, where there is a placement."""

STIMULUS = 1
"""Seed of the simulations that verify the best core, as in a benchmark."""


def run(
    name: str,
    platform: str,
    *,
    budget: str,
    runs: int,
    seed: int,
    scheduler: str | None,
    workers: int,
    workload: str | None = None,
    bus: int | None = None,
) -> dict[str, Any]:
    """Search the cores of an algorithm; every run is a cached job, so a search that was stopped
    goes on.

    Args:
        name: an AEAD or a hash; with ``hash`` among its options the cores have it too.
        platform: an FPGA with place and route, or with a pre-route delay.
        budget: see `Budget.parse`.
        runs, seed: of the search.
        workload: what is to be fast, such as ``enc/pt/64``; by default a long message.
        bus: only cores with this width of the bus; by default all.

    Returns:
        What `implement.budget.search` does; ``best`` with ``verified``, and no point whose core is
        wrong is the best one.

    Raises:
        CallError: the name, the platform, the budget or the workload is wrong.
        ToolError: every run failed.
    """
    limit, place = Budget.parse(budget), platforms.find(platform)
    if place.kind != "fpga" or not (place.place_and_route or place.timed):
        raise CallError(
            f"--budget counts look-up tables of an FPGA whose delay is known; {platform} is none. "
            "Try --on artix7 or --on ecp5."
        )
    designs = list(_built(variants(name, bus)))
    if not designs:
        raise CallError(f"{name}: none of its cores can be built.")
    where = Where(scheduler=scheduler, workers=workers)
    runner = Runner(designs, platform, limit, runs, workload, where)
    found = search.search(
        len(designs),
        runner,
        budget=limit,
        runs=runs,
        seed=seed,
        wide="wide_multiplexers" in place.other,
        seeds=SEEDS if place.routes() else 1,
    )
    points = [_shown(designs, point) for point in found["points"]]
    return {
        "core": name,
        "platform": platform,
        "budget": budget,
        "workload": runner.workload,
        "seed": seed,
        "runs": runs,
        "bus": bus,
        "frequency": "placed and routed" if place.routes() else "pre-route, without wires",
        "cores": [design.name for design in designs],
        "failed": found["failed"],
        "points": points,
        "best": runner.verified(points),
    }


def called(
    name: str,
    platform: str,
    *,
    budget: str | None,
    workload: str | None,
    path: object,
    combinational: bool,
    recorded: bool,
    **options: Any,
) -> dict[str, Any]:
    """`run` with the options of the command, of which some belong to the other search.

    Raises:
        CallError: an option of the other search; or a workload without a budget.
    """
    if not budget:
        raise CallError(
            "--workload says what is to be fast within a budget; it goes with --budget."
        )
    # Refused, not passed over: the answer would be to another question than was asked.
    if path or combinational or recorded:
        raise CallError(
            "--write, --combinational and --recorded belong to the search for recipes of one core, "
            "without --budget."
        )
    return run(name, platform, budget=budget, workload=workload, **options)


def _built(names: list[str]) -> Iterator[Design]:
    """The designs of those names that can be built."""
    for name in names:
        try:
            yield build(name)
        # Not every combination of options can be built.
        except CallError:
            continue


def _shown(designs: list[Design], point: Mapping) -> dict[str, Any]:
    """A point as JSON: the name of its core, its recipe in full."""
    return {
        **{key: value for key, value in point.items() if key not in ("design", "parts")},
        "core": designs[point["design"]].name,
        "recipe": point["recipe"].record(),
    }


class Runner:
    """Evaluates candidates: implementation, and cycles of cores that may fit; cached, in parallel,
    with progress.

    Raises:
        CallError: a core has no such workload.
    """

    def __init__(
        self,
        designs: list[Design],
        platform: str,
        budget: Budget,
        runs: int,
        workload: str | None,
        where: Where,
    ):
        self.designs, self.platform, self.budget, self.where = designs, platform, budget, where
        self.progress = Progress(runs)
        # Of a name all cores compute the same, so the first one tells what is measured.
        aead = designs[0].algorithms[0] == getattr(designs[0].interface, "aead", None)
        self.workload = workload or f"{'enc/pt' if aead else 'hash/msg'}/{LONG}"

    def __call__(self, candidates: list[dict]) -> list[Mapping | None]:
        """See `budget.Evaluate`."""
        outcomes = self.where.run(
            [
                jobs.implement_job(
                    self.designs[each["design"]],
                    self.platform,
                    each["recipe"],
                    period_ps=PERIOD_PS,
                    seed=each["seed"],
                )
                for each in candidates
            ]
        )
        found = [self._numbers(outcome) if outcome.ok else None for outcome in outcomes]
        # Cycles take a simulation, which a core far above the budget is not worth.
        wanted = sorted(
            {
                each["design"]
                for each, numbers in zip(candidates, found)
                if numbers and self.budget.holds(numbers, factor=search.NEAR)
            }
        )
        bits = dict(
            zip(
                wanted,
                map(
                    self._bits,
                    self.where.run([jobs.cycles_job(self.designs[index]) for index in wanted]),
                ),
            )
        )
        self.progress.tell(len(candidates))
        return [
            numbers and {**numbers, "mbps": _rate(numbers, bits.get(each["design"]))}
            for each, numbers in zip(candidates, found)
        ]

    def _numbers(self, outcome) -> dict[str, Any]:
        made = Implementation.from_json(outcome.result)
        # Where nothing is routed there is only the delay without wires.
        mhz = made.fmax_mhz or made.number("pre_route_fmax_mhz")
        return {
            "luts": made.luts,
            "flip_flops": made.flip_flops,
            "mhz": mhz,
            "command": f"cipherfab reproduce {outcome.key[:12]}",
        }

    def _bits(self, outcome) -> float | None:
        """Bits of the workload for each cycle; None where the simulation failed."""
        if not outcome.ok:
            return None
        known = workloads_of(outcome.result)
        if self.workload not in known:
            raise CallError(
                f"unknown workload '{self.workload}'; those of {outcome.result['core']} are "
                f"{', '.join(known)}."
            )
        return 8 * known[self.workload].bytes_per_cycle

    def verified(self, points: list[dict]) -> dict[str, Any] | None:
        """The best point whose core is verified in simulation, and whose model is; those that are
        not are left out.
        """
        # The best by its figures may be wrong, and then the next one is looked at.
        left = points
        while chosen := search.best(left):
            design = next(each for each in self.designs if each.name == chosen["core"])
            checks = [
                jobs.rtl_job(design, STIMULUS),
                *map(jobs.model_job, sorted(design.algorithms)),
            ]
            outcomes = self.where.run(checks)
            if all(outcome.ok for outcome in outcomes) and _passed(outcomes):
                return {**chosen, "verified": True}
            # A core that is wrong is wrong with every recipe and seed.
            left = [point for point in left if point["core"] != chosen["core"]]
        return None


def _passed(outcomes: list) -> bool:
    """Whether the RTL passed, and the models."""
    said = chain.outcomes(found for outcome in outcomes for found in findings_of(outcome.result))
    return said.get("rtl") is True and said.get("model", True) is True


def _rate(numbers: Mapping, bits: float | None) -> float | None:
    return round(bits * numbers["mhz"], 3) if bits and numbers["mhz"] else None


def show(found: dict) -> None:
    """Print the best core, and the best point of each other one that fits."""
    say(
        f"{found['core']} on {found['platform']} ({found['frequency']}), {found['budget']}, "
        f"{found['workload']}: "
        f"{len(found['points'])} runs over {len(found['cores'])} cores, {found['failed']} failed"
    )
    cores = dict.fromkeys(point["core"] for point in found["points"])
    lines = [
        line
        for core in cores
        if (line := search.best([p for p in found["points"] if p["core"] == core]))
    ]
    lines.sort(key=lambda point: -point["mbps"])
    printing.show(
        listing(
            [
                {
                    "core": point["core"],
                    "LUTs": point["luts"],
                    "FFs": point["flip_flops"],
                    "MHz": point["mhz"],
                    "Mbit/s": point["mbps"],
                    "recipe": point["recipe"]["abc9"],
                    "seed": point["seed"],
                    "command": point["command"],
                }
                for point in lines
            ],
            worded=True,
        )
    )
    best = found["best"]
    say(
        f"best, verified: {best['core']}, {best['luts']} LUTs, {best['mbps']} Mbit/s"
        if best
        else "no verified core is within the budget"
    )
