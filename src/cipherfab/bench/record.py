# SPDX-License-Identifier: Apache-2.0
"""From finished jobs to records: evidence and measurements with their provenance."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .. import catalog
from ..design import Design, LwcInterface
from ..implement import standard_cells
from ..implement.result import Implementation
from ..measure.measure import workloads_of
from ..measure.throughput import throughputs
from ..results.digest import digest_design, digest_file
from ..results.records import REFUSED, SAME_CYCLES, Evidence, Measurement, Provenance
from ..results.store import Store
from ..runs.outcome import Outcome
from ..verify.finding import Finding, findings_of
from . import energies
from .series import series

FIGURES = (
    "area_ge",
    "area_um2",
    "luts",
    "lut_sites",
    "slices",
    "flip_flops",
    "delay_ns",
    "fmax_mhz",
    "pre_route_delay_ns",
    "pre_route_fmax_mhz",
)
"""Numbers of an implementation run that are recorded under their own names."""

THROUGHPUTS = {"throughput_mbps": "fmax_mhz", "pre_route_throughput_mbps": "pre_route_fmax_mhz"}
"""Throughputs, and the frequency that each is computed from."""

AREA_PARTS = ("sequential", "combinational", "core", "wrapper")

UNDESCRIBED: dict[str, Any] = {"algorithms": [], "bus": None, "third_party": {}}
"""What is known of a core of others that was never simulated."""


def operations(design: Design) -> list[str]:
    """What a core computes: of ``encrypt``, ``decrypt``, ``hash`` and ``call``."""
    interface = design.interface
    if isinstance(interface, LwcInterface):
        ways = ["encrypt", *(["decrypt"] if interface.decrypts else [])] if interface.aead else []
        return ways + (["hash"] if interface.hash else [])
    if catalog.find(interface.algorithm).kind is catalog.Kind.PERMUTATION:
        return ["call"]
    return ["encrypt", *(["decrypt"] if "decrypt" in interface.inputs else [])]


def described(design: Design) -> dict[str, Any]:
    """What a row says of a core of others, which its name does not: ``algorithms``, ``bus`` (bits,
    or None) and ``third_party``.
    """
    interface = design.interface
    return {
        "algorithms": design.algorithms,
        "bus": interface.width if isinstance(interface, LwcInterface) else None,
        "third_party": design.third_party.origin,
    }


def store(database: Store, outcome: Outcome, described: Mapping[str, Any] | None = None) -> None:
    """Record what a job found, in one transaction.

    Args:
        described: what the name of the design does not say, see `described`, where it is neither
            the name of a core of ours nor a core of others.
    """
    kind, result, job = outcome.job["kind"], outcome.result, outcome.job
    if kind == "implement":
        database.add(measurements=list(_implementation(outcome)))
    elif kind == "energy":
        database.add(measurements=list(energies.measurements(outcome)))
    elif kind == "cycles":
        design = Design.from_json(job["inputs"]["design"])
        database.add(
            evidence=[_constant_time(design, result, job)],
            measurements=list(_cycles(design, outcome)),
        )
    else:
        database.add(
            evidence=[_evidence(found, job, described) for found in _told(findings_of(result))]
        )


def _told(findings: Sequence[Finding]) -> list[Finding]:
    """The findings that say something for or against a design.

    One that ended without an answer is no evidence; those beside it, of the same job, say as a
    caveat that they stand alone. Of one that had no time to play anything nothing is said.
    """
    open_ones = [
        found for found in findings if found.passed is None and found.more.get("messages") != 0
    ]
    answered = [found for found in findings if found.passed is not None]
    if not open_ones:
        return answered
    alone = "; ".join(f"{found.link}: {found.detail}" for found in open_ones)
    alone = f"it stands alone, for {alone}"
    return [found.but("; ".join(filter(None, [found.caveat, alone]))) for found in answered]


def store_throughputs(database: Store, outcome: Outcome, cycles: Mapping[str, Any]) -> None:
    """Record the throughputs of an implementation run, from its frequency (or pre-route delay) and
    the design's cycles.
    """
    found = Implementation.from_json(outcome.result)
    facts, work = _facts(outcome, found), workloads_of(cycles)
    for metric, mhz in THROUGHPUTS.items():
        if found.number(mhz) is not None:
            rates = throughputs(work, found.number(mhz))
            database.add(
                measurements=[
                    Measurement(metric=metric, workload=name, value=value, **facts)
                    for name, value in rates.items()
                ]
            )


def _evidence(
    found: Finding, job: Mapping[str, Any], given: Mapping[str, Any] | None = None
) -> Evidence:
    """A finding of `verify.chain` as a record."""
    inputs = job["inputs"]
    about: dict[str, Any] = {"core": found.more.get("algorithm", "")}
    detail = {"text": found.detail, "seconds": found.seconds}
    if "design" in inputs:
        design = Design.from_json(inputs["design"])
        about = {"core": design.name, "design": digest_design(design)}
        if "caveat" in found.more:
            detail["caveat"] = found.caveat
        if "shapes" in found.more:
            detail |= {name: list(found.more[name]) for name in ("shapes", "beyond")}
        # Once for each design: a row looks for it in this link alone.
        if found.link == "rtl" and (given or design.third_party):
            detail["described"] = dict(given or described(design))
    if "netlist_sha256" in inputs:
        about |= {
            "subject": inputs["netlist_sha256"],
            "platform": inputs["platform"],
            "recipe": inputs["recipe"],
        }
    return Evidence(
        link=found.link,
        check=found.check,
        passed=found.passed,
        seed=found.seed,
        detail=detail,
        versions=job["versions"],
        **about,
    )


def _constant_time(design: Design, result: Mapping[str, Any], job: Mapping[str, Any]) -> Evidence:
    dependences = result["dependences"]
    text = (
        dependences[0]
        if dependences
        else f"{result.get('compared', 'all')} repeated with other keys and data"
    )
    return Evidence(
        link="rtl",
        check=SAME_CYCLES,
        passed=not dependences,
        core=design.name,
        design=digest_design(design),
        detail={"text": text},
        versions=job["versions"],
    )


def _cycles(design: Design, outcome: Outcome) -> Iterator[Measurement]:
    result = outcome.result
    facts = {
        "core": design.name,
        "design": digest_design(design),
        "provenance": _provenance(outcome, design, {}),
    }
    formulas = {
        name: formula["text"] for name, formula in result.get("formulas", {}).items() if formula
    }
    # A core with the direct interface has one formula, which belongs to no operation.
    if not formulas and result["cycles_formula"]:
        formulas = {"call": result["cycles_formula"]}
    for name, text in formulas.items():  # none, if no formula is exact
        yield Measurement(metric="cycles_formula", workload=name, value=text, **facts)
    for operation, count in result.get("new_key_cycles", {}).items():
        if count is not None:
            yield Measurement(metric="new_key_cycles", workload=operation, value=count, **facts)
    for name, load in result["workloads"].items():
        yield Measurement(metric="cycles", workload=name, value=load["cycles"], **facts)
    for name, use in result.get("bus", {}).items():
        yield Measurement(
            metric="bytes_per_cycle",
            workload=f"{name}/long",
            value=use["bytes_per_cycle"],
            method=use["reason"],
            **facts,
        )


def _implementation(outcome: Outcome) -> Iterator[Measurement]:
    found = Implementation.from_json(outcome.result)
    facts = _facts(outcome, found)
    for name in FIGURES:
        if found.number(name) is not None:
            yield Measurement(metric=name, value=found.number(name), **facts)
    if reason := found.more.get("refused"):
        yield Measurement(metric="fmax_mhz", value=None, status=REFUSED, reason=reason, **facts)
    for part in AREA_PARTS:
        if part in found.area:
            yield Measurement(metric=f"area_ge_{part}", value=found.area[part]["ge"], **facts)
    if "within_wrapper" in found.timing:
        yield Measurement(
            metric="delay_ns_wrapper", value=found.timing["within_wrapper"]["delay_ns"], **facts
        )


def _facts(outcome: Outcome, found: Implementation) -> dict[str, Any]:
    """What all numbers of an implementation run share."""
    described = outcome.job["inputs"]["design"]
    # `flow.job` leaves the interface out, since no implementation depends on it.
    design = Design(interface=None, **described)
    return {"core": design.name, "design": digest_design(design), "platform": found.platform,
            "recipe": found.recipe["name"], "seed": found.seed, "period_ps": found.period_ps,
            "series": series(outcome.job, found.recipe),
            "provenance": _provenance(outcome, design, {"implementation": found.seed})}  # fmt: skip


def _provenance(outcome: Outcome, design: Design, seeds: Mapping[str, int]) -> Provenance:
    # What was simulated has no files of a run, only the design.
    inputs = dict(outcome.result.get("inputs", {})) or {"design": digest_design(design)}
    netlist = outcome.directory and outcome.directory / standard_cells.NETLIST
    # By it a row knows whether the netlist of its numbers is the one that was checked.
    if netlist and netlist.is_file():
        inputs["netlist"] = digest_file(netlist)
    return Provenance(
        versions=outcome.job["versions"],
        inputs=inputs,
        seeds=seeds,
        directory=f"cache/{outcome.job['kind']}/{outcome.key}",
        command=f"cipherfab reproduce {outcome.key[:12]}",
    )
