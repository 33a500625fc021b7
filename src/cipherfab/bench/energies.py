# SPDX-License-Identifier: Apache-2.0
"""Energy of a netlist as records, and in rows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..design import Design
from ..energy.figures import AT_MHZ, CLOCKS_MHZ, MODEL
from ..implement.recipes import Recipe
from ..numbers import HEADLINES
from ..results.digest import digest_design
from ..results.records import REFUSED, Measurement, Provenance
from ..runs.outcome import Outcome
from .series import series

POWER = {
    "0.1": "power_uw_100khz",
    "10": "power_uw_10mhz",
    "100": "power_uw_100mhz",
    "fmax": "power_uw_fmax",
}
"""Metrics of power by clock frequency, as `energy.figures` names it."""

SIZES = ("long", "1536", "64", "16")
"""Sizes of messages, in bytes, whose energy per bit a row shows."""

PER_BIT, AREA, SHARE = "energy_pj_per_bit", "energy_area", "leakage_share"
# Each clock frequency needs a metric of its own in the store.
assert {f"{clock:g}" for clock in CLOCKS_MHZ} < set(POWER)


def workload(task: str) -> str:
    """What a task of `verify.gates.activity` is called among the workloads."""
    return "call/state/long" if task == "call" else task


def measurements(outcome: Outcome) -> Iterator[Measurement]:
    """What an energy job found."""
    job, found = outcome.job["inputs"], outcome.result
    design = Design.from_json(job["design"])
    # fmt: off
    facts: dict[str, Any] = {
        "core": design.name, "design": digest_design(design), "platform": job["platform"],
        "recipe": job["recipe"], "seed": job["seed"], "period_ps": job["period_ps"],
        "series": series(outcome.job, job["recipe"]), "provenance": Provenance(
            versions=outcome.job["versions"],
            inputs={"design": digest_design(design), "netlist": job["netlist_sha256"],
                    "liberty": job["liberty_sha256"]},
            seeds={"implementation": job["seed"], "stimulus": job["stimulus_seed"]},
            directory=f"cache/{outcome.job['kind']}/{outcome.key}",
            command=f"cipherfab power '{design.name}' --on {job['platform']} --recipe "
                    f"{job['recipe']} --period {job['period_ps']} --seed {job['stimulus_seed']}")}
    # fmt: on

    def one(metric: str, value: float, **more: Any) -> Measurement:
        return Measurement(metric=metric, value=value, **facts, **more)

    yield one("activity_coverage", found["toggled"])
    # An idle core takes no bits, so nothing is per bit there.
    tasks = {workload(name): task for name, task in found["tasks"].items() if task["bits"]}
    for name, task in tasks.items():
        method = f"With leakage at {AT_MHZ:g} MHz; {MODEL}."
        yield one(PER_BIT, task[PER_BIT], workload=name, method=method)
        yield one("energy_pj", task["energy_pj"], workload=name, method=method)
    for name, worst in found["worst"].items():
        yield one(
            "worst_energy_pj_per_bit",
            worst[PER_BIT],
            workload=workload(name),
            method=f"Data are the pattern '{worst['pattern']}', which takes most.",
        )
    yield one("power_uw_idle", found["tasks"]["idle"]["power_uw"][f"{AT_MHZ:g}"])
    headline = next((name for name in HEADLINES if name in tasks), None)
    if headline:
        task = tasks[headline]
        yield one("energy_pj_per_cycle", task["cycle_pj"], workload=headline)
        yield one(SHARE, task[SHARE], workload=headline)
        # In pJ/bit times kGE.
        yield one(AREA, task[PER_BIT] * job["area_ge"] / 1000, workload=headline)
        for clock, power in task["power_uw"].items():
            yield one(POWER[clock], power, workload=headline)


def refused(design: Design, platform: str, recipe: Recipe, reason: str) -> Measurement:
    """That there is no figure, and why."""
    return Measurement(
        metric=PER_BIT,
        value=None,
        core=design.name,
        design=digest_design(design),
        platform=platform,
        recipe=recipe.name,
        status=REFUSED,
        reason=reason,
    )


def columns(
    figures: Mapping[tuple[str, str], Any],
    refusals: Mapping[str, str],
    placed: Sequence[Measurement],
) -> dict[str, Any]:
    """The fields of a row.

    Args:
        figures: by metric and workload.
        refusals: reasons by metric.
        placed: all records of the row.
    """
    headline = next((name for name in HEADLINES if (PER_BIT, name) in figures), "")
    powers = {
        clock: figures[metric, headline]
        for clock, metric in POWER.items()
        if (metric, headline) in figures
    }
    # Taken from the records and not from the figures, which are of one target.
    targets = sorted(
        (record.period_ps, record.value)
        for record in placed
        if record.metric == "energy_pj_per_cycle" and record.value is not None
    )
    return {
        PER_BIT: figures.get((PER_BIT, headline)),
        "energies": {name: value for (metric, name), value in figures.items() if metric == PER_BIT},
        "power_uw": powers,
        SHARE: figures.get((SHARE, headline)),
        AREA: figures.get((AREA, headline)),
        "energy_by_target": [list(target) for target in targets],
        "energy_note": "" if headline else refusals.get(PER_BIT, ""),
    }
