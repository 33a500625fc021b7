# SPDX-License-Identifier: Apache-2.0
"""The jobs of a benchmark: what each depends on. Their functions are in `work`."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from .. import catalog
from ..controllers import controller_of
from ..cores.names import parse
from ..design import Design
from ..implement import flow, platforms
from ..implement.placement import wire_load
from ..implement.platforms.platform import LibertyPlatform
from ..implement.recipes import Recipe
from ..implement.result import Implementation
from ..results.digest import digest_file, digest_text
from ..runs.depends import families, tool_versions
from ..runs.jobs import TIMEOUT, make_job
from ..tools import vendor
from ..verify.messages import check as message_proofs
from ..verify.mutation.mutants import Mutant
from .work import build, cycles, energy, gates, implement, model, placement, rtl, waves
from .work import messages as work_messages
from .work import mutants as work_mutants

Job = dict[str, Any]

GATE_SECONDS = 1800
"""Time limit of a proof with its gate-level run."""


MUTANT_SECONDS = 7200
"""Time limit of a job with mutants: what survives is played to the end."""


def build_job(core: str) -> Job:
    """The Verilog of a core of ours.

    Raises:
        CallError: its name is wrong.
    """
    name = parse(core)
    # A core with a hash computes two algorithms, which may be of two families.
    companions = [catalog.find(name.algorithm.companion)] if name.hash else []
    made = (name.algorithm, *companions)
    controllers = [controller_of(each.model) for each in made]
    return make_job(
        "build",
        f"{build.__name__}:run",
        {"core": str(name)},
        label=f"build {name}",
        versions=tool_versions("amaranth"),
        # Families and controllers are found at run time: no import statement leads to them.
        modules=[
            *(catalog.module_of(each.name) for each in made),
            *(module.__name__ for module in controllers if module),
        ],
    )


def model_job(algorithm: str) -> Job:
    """Link 1: the software model of ``algorithm`` against its official file."""
    return make_job(
        "model",
        f"{model.__name__}:run",
        {"algorithm": algorithm},
        label=f"model of {algorithm}",
        modules=[catalog.module_of(algorithm)],
    )


def rtl_job(design: Design, seed: int) -> Job:
    """Link 2: the design in simulation, with random stalls from ``seed``."""
    inputs = {"design": design.to_json(), "seed": seed}
    return make_job(
        "rtl",
        f"{rtl.__name__}:run",
        inputs,
        label=f"verify {design.name}",
        versions=tool_versions("verilator"),
        modules=families(design),
    )


def mutants_job(design: Design, mutants: Sequence[Mutant], seed: int, *, long: bool = False) -> Job:
    """Mutants of the design in simulation: the short checks, or the long ones."""
    inputs = {
        "design": design.to_json(),
        "seed": seed,
        "long": long,
        "mutants": [mutant.to_json() for mutant in mutants],
    }
    return make_job(
        "mutants",
        f"{work_mutants.__name__}:play",
        inputs,
        versions=tool_versions("verilator"),
        timeout=MUTANT_SECONDS,
        modules=families(design),
        label=f"mutants {mutants[0].number} to {mutants[-1].number} of {design.name}"
        f"{', long checks' * long}, seed {seed}",
    )


def proof_job(design: Design, mutants: Sequence[Mutant], seconds: int) -> Job:
    """Mutants that survived against the design, with the time limit of one proof."""
    inputs = {
        "design": design.to_json(),
        "mutants": [mutant.to_json() for mutant in mutants],
        "seconds": seconds,
    }
    return make_job(
        "mutant-proofs",
        f"{work_mutants.__name__}:prove",
        inputs,
        versions=tool_versions("yosys"),
        # Each proof may take its limit; the rest is for what is made for them.
        timeout=MUTANT_SECONDS + len(mutants) * seconds,
        label=f"proofs from mutant {mutants[0].number} on of {design.name}",
    )


def proofs_job(design: Design, seconds: float) -> Job:
    """Link ``messages``: the default set of shapes proved on the RTL, with the time limit of
    one."""
    inputs = {"design": design.to_json(), "seconds": seconds}
    shapes = len(message_proofs.shapes_of(design, all_shapes=False))
    return make_job(
        "proofs",
        f"{work_messages.__name__}:run",
        inputs,
        versions=tool_versions("yosys", "verilator"),
        modules=families(design),
        # Each twice at most, and with any stalls; any order has ten times that of one.
        timeout=TIMEOUT + (3 * shapes + 20) * seconds,
        label=f"proofs of messages of {design.name}",
    )


def change_proof_job(design: Design, title: str, seconds: int) -> Job:
    """A core that was changed, its shapes of messages proved until one is refuted, with the time
    limit of a shape.
    """
    inputs = {"design": design.to_json(), "seconds": seconds}
    return make_job(
        "change-proofs",
        f"{work_mutants.__name__}:prove_messages",
        inputs,
        versions=tool_versions("yosys", "verilator"),
        modules=families(design),
        timeout=MUTANT_SECONDS,
        label=f"messages of {design.name}: {title}",
    )


def cycles_job(design: Design) -> Job:
    """Cycles and formulas of the design."""
    return _played("cycles", cycles, design)


def recording_job(design: Design) -> Job:
    """One message on the ports of a core with the LWC API, and its cycles and formulas."""
    return _played("recording", waves, design)


def _played(kind: str, work: ModuleType, design: Design) -> Job:
    """What is found in simulation without a choice of values, of this ``kind``."""
    return make_job(
        kind,
        f"{work.__name__}:run",
        {"design": design.to_json()},
        label=f"{kind} of {design.name}",
        versions=tool_versions("verilator"),
        modules=families(design),
    )


def implement_job(
    design: Design, platform: str, recipe: Recipe, *, period_ps: int, seed: int
) -> Job:
    """One implementation run."""
    # The cells are a file of a package, so the name of the platform does not fix them: a hash does.
    inputs = flow.job(design, platform, recipe, period_ps=period_ps, seed=seed)
    place = platforms.find(platform)
    if place.kind == "liberty":
        inputs["liberty_sha256"] = _file_sha256(place.path())
    return make_job(
        "implement",
        f"{implement.__name__}:run",
        inputs,
        versions=_versions_on(place),
        modules=platforms.modules_of(platform),
        label=f"{design.name} on {platform}, {recipe.name}, {period_ps / 1000:g} ns, seed {seed}",
    )


def _versions_on(place: platforms.Platform) -> dict[str, str]:
    """Of the tools that implement a design there.

    Raises:
        ToolError: a vendor's tool is not installed.
    """
    if place.kind == "vendor":
        return {place.tool: vendor.version(place.tool)}
    if place.kind == "liberty":
        return tool_versions("yosys", "sta")
    # A tool that does not run must not make another job of it.
    return tool_versions("yosys", *([f"nextpnr-{place.router}"] if place.routes() else []))


def gates_job(design: Design, netlist: Path, platform: str, recipe: str, seed: int) -> Job:
    """Links 3 and 4: the mapped netlist at ``netlist`` against the RTL and the known answers."""
    text = netlist.read_text()
    # The job works on the text, on whatever machine; the hash is what its evidence is about.
    inputs = {"design": design.to_json(), "netlist": text, "netlist_sha256": digest_text(text),
              "platform": platform,
              "recipe": recipe, "seed": seed, "proof_seconds": GATE_SECONDS}  # fmt: skip
    place = platforms.find(platform)
    if place.kind == "liberty":
        inputs["liberty_sha256"] = _file_sha256(place.path())
    return make_job(
        "gates",
        f"{gates.__name__}:run",
        inputs,
        versions=tool_versions("yosys", "verilator"),
        timeout=2 * GATE_SECONDS,
        modules=[*families(design), *platforms.modules_of(platform)],
        label=f"netlist of {design.name} on {platform}, {recipe}",
    )


def energy_job(design: Design, found: Implementation, netlist: Path, stimulus_seed: int) -> Job:
    """Energy of the mapped netlist at ``netlist``, which the run ``found`` made."""
    text = netlist.read_text()
    inputs = {"design": design.to_json(), "netlist": text, "netlist_sha256": digest_text(text),
              "platform": found.platform, "recipe": found.recipe["name"],
              "period_ps": found.period_ps, "seed": found.seed, "fmax_mhz": found.fmax_mhz,
              "area_ge": found.area_ge, "stimulus_seed": stimulus_seed,
              "liberty_sha256": _liberty_sha256(found.platform)}  # fmt: skip
    return make_job(
        "energy",
        f"{energy.__name__}:run",
        inputs,
        versions=tool_versions("yosys", "sta"),
        timeout=GATE_SECONDS,
        modules=[*families(design), *platforms.modules_of(found.platform)],
        label=f"energy of {design.name} on {found.platform}, "
        f"{found.recipe['name']}, {found.period_ps / 1000:g} ns",
    )


def placement_job(design: Design, found: Implementation, netlist: Path, utilisation: float) -> Job:
    """The mapped netlist at ``netlist``, which the run ``found`` made, placed."""
    text = netlist.read_text()
    # With other wire loads of the same platform it is another job.
    inputs = {"design": design.to_json(), "netlist": text, "netlist_sha256": digest_text(text),
              "platform": found.platform, "recipe": found.recipe["name"],
              "period_ps": found.period_ps, "seed": found.seed, "utilisation": utilisation,
              "wire_load": str(wire_load.table(found.platform)),
              "liberty_sha256": _liberty_sha256(found.platform)}  # fmt: skip
    return make_job(
        "placement",
        f"{placement.__name__}:run",
        inputs,
        versions=tool_versions("yosys", "sta", "coloquinte", _geometry_of(found.platform)),
        modules=platforms.modules_of(found.platform),
        label=f"placement of {design.name} on {found.platform}, "
        f"{found.recipe['name']}, {found.period_ps / 1000:g} ns, seed {found.seed}",
    )


def _geometry_of(platform: str) -> str:
    """The package with the LEF files of a platform's cells."""
    place = platforms.find(platform)
    assert isinstance(place, LibertyPlatform) and place.geometry
    return place.geometry.package


def _liberty_sha256(platform: str) -> str:
    """Of the cells of a platform."""
    place = platforms.find(platform)
    assert isinstance(place, LibertyPlatform)
    return _file_sha256(place.path())


# Read once: all jobs of a benchmark name the same few files.
@cache
def _file_sha256(path: Path) -> str:
    return digest_file(path)
