# SPDX-License-Identifier: Apache-2.0
"""``cipherfab explore``."""

from collections.abc import Mapping
from pathlib import Path

from .. import outputs
from ..bench import jobs
from ..cores.build import build
from ..design import Design
from ..errors import CallError
from ..implement import explore as search
from ..implement.recipes import find
from ..implement.result import Implementation
from ..plain import say
from ..report import printing
from ..report.listing import listing
from ..runs.where import Where
from ..studies.low_latency import blocks
from ..studies.low_latency.points import as_toml
from .searching import Progress, cells_alone, verdicts

# A relaxed target: the first run only gives the scale of the delays.
PROBE_PS = 10_000
PERIODS = (0.6, 1.05)
"""Target periods to draw from, as parts of the delay of a first run."""


def run(
    name: str,
    platform: str,
    *,
    runs: int,
    seed: int,
    scheduler: str | None,
    workers: int,
    combinational: bool = False,
    recorded: bool = False,
) -> dict:
    """The area-delay front of a core, see `implement.explore`; every run is a cached job, so a
    search that was stopped goes on.

    Args:
        name: a core; with ``combinational`` a block of the study low-latency, with all its
            groupings.
        platform: one with a Liberty file.
        runs, seed: of the search.
        scheduler, workers: where to run, see `runs.pool`.
        combinational: search the logic between the ports of a primitive, and check each netlist of
            the front.
        recorded: begin with the points that the study's file has for the block.

    Raises:
        CallError: the core or the platform is unknown, or the platform has no Liberty file.
        DesignError: a netlist of the front does not compute what it should.
        ToolError: every run failed.
    """
    cells_alone(platform, "explore searches recipes for standard cells")
    if recorded and not combinational:
        raise CallError(
            "--recorded begins with points of the study low-latency; it goes with --combinational."
        )
    # A block of the study is searched with all its groupings, each a design of its own.
    designs = {
        design.name: design for design in (blocks.designs(name) if combinational else [build(name)])
    }
    start = blocks.recorded(name) if combinational and recorded else []
    runner = Runner(designs, runs, Where(scheduler=scheduler, workers=workers))
    probe, = runner.implement([({"design": {"name": next(iter(designs))},
                                 "platform": platform, "recipe": "balanced",
                                 "period_ps": PROBE_PS, "seed": 0}, Path())])  # fmt: skip
    # A probe that failed says nothing of the scale, and its own target stands in.
    span = 1000 * probe[0].delay_ns if probe else PROBE_PS
    found = search.explore(
        list(designs.values()),
        platform,
        periods_ps=tuple(round(span * part) for part in PERIODS),
        # Each run is a job of the cache and lies there, so no folder of the search is used.
        directory=Path(),
        budget=runs,
        seed=seed,
        start=start,
        run_jobs=runner.search,
    )
    # Cores are verified by a benchmark; a block alone has no other check than this.
    if combinational:
        runner.check(found["front"])
        found["front"] = blocks.beside_the_paper(name, found["front"])
    return {"core": name, "platform": platform, "seed": seed, "runs": runs, **found}


class Runner:
    """Runs the jobs of a search: cached, in parallel, with a progress display."""

    def __init__(self, designs: Mapping[str, Design], budget: int, where: Where):
        self.designs, self.where, self.progress = designs, where, Progress(budget)

    def implement(self, batch: list[tuple[dict, Path]]) -> list[search.Run | None]:
        """See `implement.explore.RunJobs`."""
        outcomes = self.where.run(
            [
                jobs.implement_job(
                    self.designs[job["design"]["name"]],
                    job["platform"],
                    find(job["recipe"]),
                    period_ps=job["period_ps"],
                    seed=job["seed"],
                )
                for job, _ in batch
            ]
        )
        return [
            (Implementation.from_json(outcome.result), str(outcome.directory))
            if outcome.ok
            else None
            for outcome in outcomes
        ]

    def search(self, batch: list[tuple[dict, Path]]) -> list[search.Run | None]:
        """`implement`, and how far the search is."""
        results = self.implement(batch)
        self.progress.tell(len(batch))
        return results

    def check(self, front: list[dict]) -> None:
        """Evaluate the netlists of a front on the known answers and on random calls.

        Raises:
            DesignError: one computes something else.
        """
        outcomes = self.where.run(
            [
                blocks.netlist_job(
                    self.designs[point["design"]], Path(point["directory"]), point["platform"]
                )
                for point in front
            ]
        )
        for point, outcome in zip(front, outcomes):
            found = verdicts(outcome, f"the netlist in {point['directory']}")
            point["verified"] = found.get("gate") is True


def show(found: dict) -> None:
    """Print the front."""
    say(
        f"{found['core']} on {found['platform']}: {len(found['points'])} recipes tried, "
        f"{found['failed']} failed; the front:"
    )
    paper = any("throughput_per_area_ratio" in point for point in found["front"])
    printing.show(
        listing(
            [
                {
                    "area (GE)": point["area_ge"],
                    "delay (ns)": point["delay_ns"],
                    **(
                        {
                            "T/A : paper": point["throughput_per_area_ratio"],
                            "dominates": point["dominates_published"],
                        }
                        if paper
                        else {"combinational (GE)": point["combinational_ge"]}
                    ),
                    "period (ps)": point["period_ps"],
                    "seed": point["seed"],
                    "RTL": point["design"],
                    "without": " ".join(point["recipe"]["dont_use"]),
                    "recipe": point["recipe"]["abc"],
                }
                for point in found["front"]
            ],
            worded=True,
        )
    )


def write(found: dict, path: Path) -> None:
    """Write the front in the layout of the study's ``points.toml``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with outputs.whole(path) as partial:
        partial.write_text(as_toml(blocks.as_points(found["core"], found["front"])))
