# SPDX-License-Identifier: Apache-2.0
"""One implementation run: a design on a platform with a recipe, in a directory of its own that
holds its inputs and outputs.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from ..design import Design
from ..errors import CallError
from ..tools import nextpnr, opensta, yosys
from . import flip_flops, fpga, platforms, recipes, standard_cells, timing, vendor_tools
from .liberty import read
from .platforms.platform import FpgaPlatform, LibertyPlatform, VendorPlatform
from .recipes import Recipe
from .result import Implementation
from .sizing import step as sizing

RESULT = "result.json"
JOB = "job.json"
TIMEOUT = 1800
"""Seconds for each tool of a run."""


def implement(
    design: Design,
    platform: str,
    recipe: str | Mapping | Recipe = "balanced",
    *,
    period_ps: int,
    seed: int = 0,
    directory: Path,
    timeout: float = TIMEOUT,
    routed: bool | None = None,
) -> Implementation:
    """Implement ``design`` once and return its result, which is also written to ``result.json``,
    last and in one piece.

    Pure: the same arguments give the same netlist and the same result, byte for byte.

    Args:
        design: sources, top, clock; of its interface only whether the core is masked, and that
            only by recipes that size cells: the job has it in its recipe.
        platform: name of a platform, see `platforms.find`.
        recipe: a name, a `Recipe`, or its record.
        period_ps: requested clock period in ps.
        seed: of the noise: of the order of the logic for standard cells, of the placement for
            nextpnr and for vendors' tools. Platforms that end after synthesis have none.
        directory: created if missing; gets ``sources/``, ``job.json``, scripts, logs,
            ``netlist.v``, ``result.json``.
        timeout: seconds for each tool.
        routed: place and route where a platform can also end after synthesis; None: if nextpnr is
            there.

    Returns:
        What was found. Every path in it is relative to ``directory``.

    Raises:
        CallError: unknown platform or recipe, a period that is not positive, a negative seed.
        DesignError, ToolError: see `standard_cells`, `fpga` and `vendor_tools`.
    """
    place, how = platforms.find(platform), _taken(recipe, design)
    _check(period_ps, seed)
    directory = Path(directory)
    # A run that fails must not leave the result of the one before.
    (directory / RESULT).unlink(missing_ok=True)
    described = job(design, place.name, how, period_ps=period_ps, seed=seed, routed=routed)
    _write_inputs(directory, described, design)
    run = {"liberty": _on_liberty, "fpga": _on_fpga, "vendor": _on_vendor}[place.kind]
    numbers = run(
        design,
        _as_asked(place, described),
        how,
        period_ps=period_ps,
        seed=seed,
        directory=directory,
        timeout=timeout,
    )
    result = Implementation.from_json({
        "design": design.name, "top": design.top, "platform": place.name,
        "recipe": how.record(), "period_ps": period_ps,
        "seed": seed, **numbers, "inputs": {**_sources(design), **numbers["inputs"]},
        "evidence": _evidence(directory, place)})  # fmt: skip
    _write_atomically(directory / RESULT, result.to_json())
    return result


def job(
    design: Design,
    platform: str,
    recipe: str | Mapping | Recipe,
    *,
    period_ps: int,
    seed: int = 0,
    routed: bool | None = None,
) -> dict:
    """The JSON-able description of one run: what `run_job` needs, on any machine; ``foreign`` is
    there for sources of others, ``routed`` where a platform could also end after synthesis.
    """
    # By it a worker puts up the wall: the described design does not say where it is from.
    foreign = {"foreign": True} if design.third_party else {}
    # Without the interface, on which no netlist depends, so that the job's key does not either.
    described = {
        "name": design.name,
        "top": design.top,
        "clock": design.clock,
        "reset": design.reset,
        "sources": dict(design.sources),
    }
    place = platforms.find(platform)
    goes_on = (
        {"routed": True}
        if isinstance(place, FpgaPlatform)
        and place.optional
        and (place.routes() if routed is None else routed)
        else {}
    )
    return {
        "design": described,
        "platform": platform,
        "recipe": _taken(recipe, design).record(),
        "period_ps": period_ps,
        "seed": seed,
        **foreign,
        **goes_on,
    }


def _taken(recipe: str | Mapping | Recipe, design: Design) -> Recipe:
    """The recipe as a design takes it: the gates of a masked core get other sizes alone, since
    a gate that becomes several may bring shares together.
    """
    found = recipes.find(recipe)
    masked = getattr(design.interface, "masking", None)
    # A job has no interface, but a recipe that says it already.
    rewrites = found.sizing_rewrites and not (masked and found.sizing_tries)
    return found.with_changes(sizing_rewrites=rewrites)


def run_job(job: dict, directory: Path) -> Implementation:
    """`implement` from a job description.

    Raises:
        CallError: it is no job description; and what `implement` raises.
    """
    try:
        design = Design(interface=None, **job["design"])
        arguments = {key: job[key] for key in ("platform", "recipe", "period_ps", "seed")}
    except (KeyError, TypeError) as error:
        raise CallError(
            f"not a job description: {error}. Expected the keys design, platform, "
            f"recipe, period_ps, seed"
        ) from None
    # Never None: whether nextpnr is on the machine that the job came to must not decide.
    return implement(design, directory=directory, routed=bool(job.get("routed")), **arguments)


def _as_asked(place: platforms.Platform, job: Mapping) -> platforms.Platform:
    """The platform as far as the job goes: what a machine with nextpnr found is not compared with
    what one without it did.
    """
    if not isinstance(place, FpgaPlatform) or not place.optional:
        return place
    return (
        replace(place, optional=False)
        if job.get("routed")
        else replace(place, place_and_route=None)
    )


def _check(period_ps: int, seed: int) -> None:
    if not period_ps > 0:
        raise CallError(f"expected a period in ps above 0, got {period_ps}")
    if not 0 <= seed < 2**31:
        raise CallError(f"expected a seed from 0 to 2^31 - 1, got {seed}")


def _write_inputs(directory: Path, description: dict, design: Design) -> None:
    (directory / "sources").mkdir(parents=True, exist_ok=True)
    for name, text in design.sources.items():
        path = directory / "sources" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    _write_atomically(directory / JOB, description)


def _on_liberty(
    design: Design,
    platform: LibertyPlatform,
    recipe: Recipe,
    *,
    period_ps: int,
    seed: int,
    directory: Path,
    timeout: float,
) -> dict:
    versions = {"yosys": yosys.version(), "sta": opensta.version()}
    library = read(platform.path())
    # ABC knows the logic between registers alone; what they take is not its time.
    overhead = platform.register_overhead_ps if design.clock else 0
    # A period that leaves no time for logic asks for the fastest that there is.
    delay_ps = max(1, period_ps - overhead)
    area = standard_cells.synthesize(
        design,
        platform,
        library,
        recipe,
        delay_ps=delay_ps,
        seed=seed,
        directory=directory,
        timeout=timeout,
    )
    # Sizing times the netlist again and again in the same way.
    analyse = partial(
        timing.analyse, design, library, period_ps=period_ps, directory=directory, timeout=timeout
    )
    delay = analyse()
    if recipe.sizing_tries:
        area, delay = sizing.run(
            design, platform, library, recipe, period_ps=period_ps, directory=directory,
            area=area, delay=delay, analyse=analyse)  # fmt: skip
    scripts = _files(
        directory, "recipe.abc", "constraints", *flip_flops.MAPS, "synthesis.ys", "sta.tcl"
    )
    return {"stage": "after synthesis, with static timing", **area, **delay, "versions": versions,
            "gate_equivalent": {"cell": platform.gate_equivalent,
                                "um2": library.areas[platform.gate_equivalent]},
            "inputs": {"liberty": library.sha256, **scripts}}  # fmt: skip


def _on_fpga(
    design: Design,
    platform: FpgaPlatform,
    recipe: Recipe,
    *,
    period_ps: int,
    seed: int,
    directory: Path,
    timeout: float,
) -> dict:
    # A version counts only where the tool is called.
    router = platform.place_and_route and platform.router
    versions = {
        "yosys": yosys.version(),
        **({f"nextpnr-{router}": nextpnr.version(router)} if router else {}),
    }
    numbers = fpga.synthesize(design, platform, recipe, directory=directory, timeout=timeout)
    if platform.place_and_route:
        numbers |= fpga.place_and_route(
            design, platform, period_ps=period_ps, seed=seed, directory=directory, timeout=timeout
        )
    return {
        **numbers,
        "versions": versions,
        "inputs": _files(directory, "synthesis.ys", "pre_route.ys"),
    }


def _on_vendor(
    design: Design,
    platform: VendorPlatform,
    recipe: Recipe,
    *,
    period_ps: int,
    seed: int,
    directory: Path,
    timeout: float,
) -> dict:
    numbers = vendor_tools.implement(
        design,
        platform,
        recipe,
        period_ps=period_ps,
        seed=seed,
        directory=directory,
        timeout=timeout,
    )
    return {**numbers, "inputs": _files(directory, *vendor_tools.files(platform)[0])}


def _sources(design: Design) -> dict[str, str]:
    return {
        f"sources/{name}": hashlib.sha256(text.encode()).hexdigest()
        for name, text in design.sources.items()
    }


def _files(directory: Path, *names: str) -> dict[str, str]:
    """SHA-256 of those files that the run has."""
    return {
        name: hashlib.sha256((directory / name).read_bytes()).hexdigest()
        for name in names
        if (directory / name).exists()
    }


def _evidence(directory: Path, platform: platforms.Platform) -> dict[str, str]:
    names = (
        {"job": JOB, **vendor_tools.files(platform)[1]}
        if platform.kind == "vendor"
        else {
            "netlist": "netlist.v",
            "mapped_netlist": sizing.MAPPED,
            "script": "synthesis.ys",
            "log": "synthesis.log",
            "timing_script": "sta.tcl",
            "timing_log": "sta.log",
            "pre_route_log": "pre_route.log",
            "place_and_route_log": "nextpnr.log",
            "report": "nextpnr.report.json",
            "job": JOB,
        }
    )
    # What a platform does not make is left out.
    return {key: name for key, name in names.items() if (directory / name).exists()}


def _write_atomically(path: Path, value: dict) -> None:
    # Who reads it meanwhile finds all of it or the file before.
    temporary = path.with_suffix(".partial")
    temporary.write_text(json.dumps(value, indent=2, sort_keys=True) + "\n")
    os.replace(temporary, path)
