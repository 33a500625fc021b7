# SPDX-License-Identifier: Apache-2.0
"""The study: blocks written, synthesised, timed and verified, and each row of the paper beside its
measurement.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...bench.jobs import implement_job, model_job
from ...bench.placements import Netlist
from ...design import Design
from ...implement import platforms
from ...implement.explore import pareto_front
from ...implement.liberty import read
from ...implement.result import Implementation
from ...implement.standard_cells import gate_equivalent_area
from ...runs.outcome import Outcome
from ...verify.finding import by_link
from ..benched import Result
from ..common import closest, dominates, ratios
from ..placed import placed
from ..settings import Settings, wanted
from . import jobs, stored
from .points import Point, points
from .published import BITS_BY_TEXT, ROWS, Row
from .rankings import with_places
from .variants import algorithm

PLATFORM = "nangate45"
FLIP_FLOP = "DFF_X1"
"""What stands at each input and output bit where the area is printed with registers."""

BOTH = ("area_kge", "delay_ns")
"""What a point must not exceed to dominate the paper's."""

PROOF_SECONDS, QUICK_PROOF_SECONDS = 120, 20
"""Time limit of a proof; where it ends first, the evaluation of the netlist stands alone."""


def run(settings: Settings) -> Result:
    """Run the study; what is in the cache is not run again. Quick: a recipe for each row, short
    proofs, nothing beside the table.

    Raises:
        CallError: an unknown row; nothing was run then.
        ToolError: the scheduler cannot be reached.
    """
    names = wanted(settings, [row.cipher for row in ROWS], study="low-latency", what="row")
    rows = [row for row in ROWS if row.cipher in names]
    runner = Runner(settings)
    beside = [] if settings.quick else [block for row in rows for block, _ in row.also]
    blocks = [*(row.block for row in rows), *beside]
    tried = [
        point
        for block in blocks
        for point in points()
        if point.block == block and (point.best or not settings.quick)
    ]
    runner.write(list(dict.fromkeys([*blocks, *(point.variant for point in tried)])))
    runner.measure(tried)
    runner.verify({row.cipher: runner.chosen(row) for row in rows})
    stored.store(
        settings.home.database, blocks=runner.checked, netlists=runner.netlists, runs=runner.runs
    )
    wired = placed({row.cipher: runner.netlist(row) for row in rows if runner.chosen(row)},
                   PLATFORM, settings)  # fmt: skip
    records = with_places([{**runner.record(row), "placed": wired.get(row.cipher)} for row in rows])
    return Result(
        rows=records,
        failures=runner.failures,
        exit_code=exit_code(records, runner.failures),
        settings=settings,
    )


def exit_code(records: Sequence[Mapping], failures: Sequence[Outcome]) -> int:
    """1 if a row is wrong, else that of the worst failure, else 0."""
    if any(item["passed"] is False for row in records for item in row["evidence"]):
        return 1
    return max((outcome.exit_code for outcome in failures), default=0)


class Runner:
    """Runs the waves of jobs and makes the records.

    Attributes:
        designs: of each block.
        found: measured points by block, each a mapping; see `_measured`.
        findings: evidence by block (model, RTL), and by run directory (netlist).
        failures: outcomes that failed.
        checked, runs, netlists: outcomes that did not, of models and RTL, of implementations, and
            of points' netlists.
    """

    def __init__(self, settings: Settings):
        self.settings = settings
        self.designs: dict[str, Design] = {}
        self.found: dict[str, list[dict]] = {}
        self.findings: dict[str | Path, list[dict]] = {}
        self.failures: list[Outcome] = []
        self.checked: list[Outcome] = []
        self.runs: list[Outcome] = []
        self.netlists: list[tuple[dict, Outcome]] = []

    def write(self, blocks: Sequence[str]) -> None:
        """Every block as Verilog."""
        for block, outcome in zip(blocks, self._run([jobs.block_job(block) for block in blocks])):
            if outcome.ok:
                self.designs[block] = Design.from_json(outcome.result["design"])

    def measure(self, wanted: Sequence[Point]) -> None:
        """Known answers of the models, simulation of the RTL, and every point; the largest blocks
        come first.
        """
        wanted = sorted(
            (point for point in wanted if point.variant in self.designs),
            key=lambda point: -self._size(point.variant),
        )
        runs = [
            implement_job(
                self.designs[point.variant],
                PLATFORM,
                point.recipe,
                period_ps=point.period_ps,
                seed=point.seed,
            )
            for point in wanted
        ]
        blocks = sorted(self.designs, key=lambda block: -self._size(block))
        models = [model_job(algorithm(block)) for block in blocks]
        simulations = [jobs.rtl_job(block, self.designs[block]) for block in blocks]
        # What is short comes first: the time that is left can be told once each kind of job has
        # been run.
        outcomes = self._run([*models, *simulations, *runs])
        # One model and one simulation for each block stand in front of the runs.
        self.checked += [outcome for outcome in outcomes[: 2 * len(blocks)] if outcome.ok]
        for point, outcome in zip(wanted, outcomes[2 * len(blocks) :]):
            if outcome.ok:
                self.runs.append(outcome)
                self.found.setdefault(point.block, []).append(self._measured(point, outcome))
        # Outcomes have the order of the wave: the models, then the simulations, then the runs.
        for block, model, rtl in zip(blocks, outcomes, outcomes[len(blocks) :]):
            self.findings[block] = [
                item
                for outcome in (model, rtl)
                if outcome.ok
                for item in outcome.result["findings"]
            ]

    def verify(self, chosen: Mapping[str, Mapping[str, Any] | None]) -> None:
        """Evaluate the netlists of all fronts, and prove those that are set beside the paper."""
        reported = [point["directory"] for point in chosen.values() if point]
        netlists = [
            (block, point)
            for block, found in self.found.items()
            for point in pareto_front(found, area="area_kge")
        ]
        netlists += [
            # Where no point dominates the paper's, the closest one is chosen by its worse figure
            # alone, and so may be off the front.
            (row.block, point)
            for row in ROWS
            if (point := chosen.get(row.cipher)) and (row.block, point) not in netlists
        ]
        netlists.sort(key=lambda item: -item[1]["area_kge"])
        seconds = QUICK_PROOF_SECONDS if self.settings.quick else PROOF_SECONDS
        wave = [
            jobs.netlist_job(
                point["block"],
                self.designs[point["block"]],
                point["directory"] / "netlist.v",
                PLATFORM,
                seconds if point["directory"] in reported else 0,
            )
            for _, point in netlists
        ]
        for (_, point), outcome in zip(netlists, self._run(wave)):
            if outcome.ok:
                self.netlists.append((point, outcome))
                self.findings[point["directory"]] = outcome.result["findings"]

    def chosen(self, row: Row) -> Mapping[str, Any] | None:
        """The point that stands in the row."""
        found = self.found.get(row.block, ())
        return closest(
            found,
            row.published,
            BOTH,
            merit=lambda point: 1 / (point["area_kge"] * point["delay_ns"]),
        )

    def netlist(self, row: Row) -> Netlist:
        """The netlist of that point."""
        point = self.chosen(row)
        assert point, "asked of rows that have a point"
        return Netlist(
            design=self.designs[point["block"]],
            recipe=point["how"],
            period_ps=point["period_ps"],
            seed=point["seed"],
        )

    def record(self, row: Row) -> dict[str, Any]:
        """A row of the result, as ``--json`` prints it."""
        point = self.chosen(row)
        measured = _with_throughput(point, row.bits) if point else {}
        evidence = self._evidence(point) if point else self.findings.get(row.block, [])
        record = {
            "cipher": row.cipher,
            "block": row.block,
            "algorithm": algorithm(row.block),
            "platform": PLATFORM,
            "bits_per_call": row.bits,
            "bits_counted": row.counted,
            "area_contains": "logic only, no registers",
            "published": row.published,
            "measured": measured,
            "ratio": ratios(measured, row.published),
            "verified": bool(point) and _is_verified(evidence),
            "dominates_published": point is not None and dominates(point, row.published, BOTH),
            "recipe": self._recipe(point) if point else None,
            "evidence": evidence,
            "front": self._front(row.block, row.bits),
            "also": [
                self._also(block, what, row.bits) for block, what in row.also if block in self.found
            ],
        }
        if row.cipher in BITS_BY_TEXT and point:
            bits = BITS_BY_TEXT[row.cipher]
            record["by_text"] = {
                "bits_per_call": bits,
                "throughput_gbps": _with_throughput(point, bits)["throughput_gbps"],
            }
        if not point:
            record["failure"] = "no point was measured; see the messages of the jobs that failed"
        return record

    def _front(self, block: str, bits: int) -> list[dict]:
        front = pareto_front(self.found.get(block, ()), area="area_kge")
        return [
            {
                **_with_throughput(point, bits),
                **self._recipe(point),
                "verified": _is_verified(self._evidence(point)),
            }
            for point in front
        ]

    def _also(self, block: str, what: str, bits: int) -> dict:
        points = self.found.get(block, ())
        best = min(points, key=lambda point: point["area_kge"] * point["delay_ns"], default=None)
        return {
            "block": block,
            "what": what,
            "measured": _with_throughput(best, bits) if best else {},
            "front": self._front(block, bits),
        }

    def _evidence(self, point: Mapping) -> list[dict]:
        return [*self.findings.get(point["block"], []), *self.findings.get(point["directory"], [])]

    @staticmethod
    def _recipe(point: Mapping) -> dict:
        # A run's directory lies in one that is named after its job, by which it is reproduced.
        key = point["directory"].parent.name
        return {name: point[name] for name in ("block", "recipe", "period_ps", "seed")} | {
            "run": key,
            "reproduce": f"cipherfab reproduce {key[:12]}",
        }

    def _measured(self, point: Point, outcome: Outcome) -> dict[str, Any]:
        found = Implementation.from_json(outcome.result)
        place = platforms.find(PLATFORM)
        library = read(place.path())
        registers = (
            self._size(point.variant)
            * library.areas[FLIP_FLOP]
            / gate_equivalent_area(library, place.gate_equivalent)
        )
        delay = found.delay_ns
        return {
            "area_kge": round(found.area_ge / 1000, 4),
            "delay_ns": delay,
            "fmax_mhz": round(1000 / delay, 3),
            "area_with_registers_kge": round((found.area_ge + registers) / 1000, 4),
            "delay_with_registers_ns": round(delay + place.register_overhead_ps / 1000, 4),
            "delay_without_wire_load_ns": found.delay_without_wire_load_ns,
            "recipe": point.recipe.record(),
            "how": point.recipe,
            "period_ps": point.period_ps,
            "seed": point.seed,
            "directory": outcome.directory,
            "block": point.variant,
        }

    def _size(self, block: str) -> int:
        """Input and output bits of a block: a measure of its size, and the registers around it."""
        interface = self.designs[block].interface
        return sum(interface.inputs.values()) + sum(interface.outputs.values())

    def _run(self, wave: list[jobs.Job]) -> list[Outcome]:
        outcomes = self.settings.where.run(wave)
        self.failures += [outcome for outcome in outcomes if not outcome.ok]
        return outcomes


MEASURED = ("area_kge", "delay_ns", "fmax_mhz", "throughput_gbps",
            "throughput_per_area", "area_with_registers_kge",
            "delay_with_registers_ns", "delay_without_wire_load_ns")  # fmt: skip


def _with_throughput(point: Mapping, bits: int) -> dict[str, float]:
    """The numbers of a point; throughput is a call each delay, without the overhead of
    registers."""
    throughput = bits / point["delay_ns"]
    numbers = {
        **point,
        "throughput_gbps": round(throughput, 4),
        "throughput_per_area": round(throughput / point["area_kge"], 5),
    }
    return {name: numbers[name] for name in MEASURED}


def _is_verified(findings: Sequence[Mapping]) -> bool:
    # A proof that did not end says nothing; one that is refuted outweighs an evaluation that
    # passes.
    """RTL simulated and netlist evaluated or proved, and nothing failed."""
    said = by_link((one["link"], one["passed"]) for one in findings)
    passed = {link for link in said if said[link]}
    return (
        {"model", "rtl"} <= passed
        and bool({"gate", "equivalence"} & passed)
        and False not in said.values()
    )
