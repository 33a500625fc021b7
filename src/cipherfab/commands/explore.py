"""``cipherfab explore``."""

from pathlib import Path

from ..bench import jobs
from ..cores import build
from ..errors import CallError
from ..implement import explore as search
from ..implement import platforms
from ..implement.recipes import find
from ..report import tables
from ..results.cache import Cache
from ..results.home import default_home
from ..runs import progress
from ..runs.pool import run_all

PROBE_PS = 10_000


def run(core: str, platform: str, *, runs: int, seed: int, scheduler: str | None, workers: int) -> dict:
    """The area-delay front of a core, see `implement.explore`; every run is a cached job.

    Raises:
        CallError: the core or the platform is unknown, or the platform has no Liberty file.
        ToolError: every run failed.
    """
    design, place = build(core), platforms.find(platform)
    if place.kind != "liberty":
        raise CallError(f"explore searches recipes for standard cells; {platform} is an FPGA. Try --on nangate45 or --on sky130hd.")
    cache, display = Cache(default_home()), progress.display()

    def run_jobs(batch: list[tuple[dict, Path]]) -> list[dict | None]:
        described = [jobs.implement_job(design, job["platform"], find(job["recipe"]), period_ps=job["period_ps"], seed=job["seed"])
                     for job, _ in batch]
        outcomes = run_all(described, cache=cache, scheduler=scheduler, workers=workers, progress=display)
        return [outcome.result if outcome.ok else None for outcome in outcomes]

    probe, = run_jobs([({"platform": platform, "recipe": "balanced", "period_ps": PROBE_PS, "seed": 0}, Path())])
    span = int(1000 * probe["delay_ns"]) if probe else PROBE_PS
    periods = [round(span * share) for share in (0.6, 0.75, 0.9, 1.05)]
    found = search.explore(design, platform, periods_ps=periods, directory=Path(), budget=runs, seed=seed, run_jobs=run_jobs)
    return {"core": design.name, "platform": platform, "seed": seed, **found}


def show(found: dict) -> None:
    """Print the front."""
    print(f"{found['core']} on {found['platform']}: {len(found['points'])} recipes tried, {found['failed']} failed; the front:")
    tables.show(tables.algorithms([{"area (GE)": point["area_ge"], "combinational (GE)": point["combinational_ge"],
                                    "delay (ns)": point["delay_ns"], "period (ps)": point["period_ps"], "seed": point["seed"],
                                    "recipe": point["recipe"]["abc"]} for point in found["front"]]))
