"""The jobs of a benchmark: what each depends on, and the function that a worker calls for it."""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ..design import Design
from ..implement import flow, platforms
from ..implement.recipes import Recipe
from ..measure import measure
from ..results.digest import digest, digest_file, digest_text
from ..runs.jobs import make_job
from ..tools import versions
from ..verify import chain
from ..verify.rtl.program import BENCHES

Job = dict[str, Any]

GATE_SECONDS = 1800
"""Time limit of a proof with its gate-level run."""

MODEL = ("modes", "ciphers", "words", "catalog")
"""Packages that decide what the software model computes."""

SIMULATION = ("verify", "imports", "lwc", *MODEL, "tools")
"""Packages that decide how a design is simulated and proved."""


def model_job(algorithm: str) -> Job:
    """Link 1: the software model of ``algorithm`` against its official file."""
    return make_job("model", f"{__name__}:run_model", {"algorithm": algorithm}, label=f"model of {algorithm}",
                    modules=modules("verify", *MODEL))


def rtl_job(design: Design, seed: int) -> Job:
    """Link 2: the design in simulation, with random stalls from ``seed``."""
    inputs = {"design": design.to_json(), "seed": seed, "bench": _benches()}
    return make_job("rtl", f"{__name__}:run_rtl", inputs, label=f"verify {design.name}", versions=tool_versions("verilator"),
                    modules=modules(*SIMULATION))


def cycles_job(design: Design) -> Job:
    """Cycles and formulas of the design."""
    inputs = {"design": design.to_json(), "bench": _benches()}
    return make_job("cycles", f"{__name__}:run_cycles", inputs, label=f"cycles of {design.name}",
                    versions=tool_versions("verilator"), modules=modules("measure", *SIMULATION))


def implement_job(design: Design, platform: str, recipe: Recipe, *, period_ps: int, seed: int) -> Job:
    """One implementation run."""
    inputs = flow.job(design, platform, recipe, period_ps=period_ps, seed=seed)
    place = platforms.find(platform)
    tools = ("yosys",)
    if place.kind == "liberty":
        inputs["liberty_sha256"] = _file_sha256(place.path())
        tools = ("yosys", "sta")
    elif place.place_and_route:
        tools = ("yosys", "nextpnr-ecp5")
    return make_job("implement", f"{__name__}:run_implement", inputs, versions=tool_versions(*tools),
                    modules=modules("implement", "tools"),
                    label=f"{design.name} on {platform}, {recipe.name}, {period_ps / 1000:g} ns, seed {seed}")


def gates_job(design: Design, netlist: Path, platform: str, recipe: str, seed: int) -> Job:
    """Links 3 and 4: the mapped netlist at ``netlist`` against the RTL and the known answers."""
    text = netlist.read_text()
    inputs = {"design": design.to_json(), "netlist": text, "netlist_sha256": digest_text(text), "platform": platform,
              "recipe": recipe, "seed": seed, "bench": _benches()}
    place = platforms.find(platform)
    if place.kind == "liberty":
        inputs["liberty_sha256"] = _file_sha256(place.path())
    return make_job("gates", f"{__name__}:run_gates", inputs, versions=tool_versions("yosys", "verilator"),
                    timeout=2 * GATE_SECONDS, modules=modules(*SIMULATION),
                    label=f"netlist of {design.name} on {platform}, {recipe}")


def run_model(job: Mapping, directory: Path) -> dict:
    """Job function of `model_job`."""
    return {"findings": chain.check_model(job["inputs"]["algorithm"])}


def run_rtl(job: Mapping, directory: Path) -> dict:
    """Job function of `rtl_job`."""
    design = Design.from_json(job["inputs"]["design"])
    return {"findings": chain.check_rtl(design, directory, seed=job["inputs"]["seed"])}


def run_cycles(job: Mapping, directory: Path) -> dict:
    """Job function of `cycles_job`."""
    design = Design.from_json(job["inputs"]["design"])
    return measure.measure_cycles(design, directory, protocol=design.third_party is None)


def run_implement(job: Mapping, directory: Path) -> dict:
    """Job function of `implement_job`."""
    return flow.run_job({key: value for key, value in job["inputs"].items() if key != "liberty_sha256"}, directory)


def run_gates(job: Mapping, directory: Path) -> dict:
    """Job function of `gates_job`: the proof, and the known answers at gate level."""
    inputs = job["inputs"]
    design, cells = Design.from_json(inputs["design"]), platforms.cells(platforms.find(inputs["platform"]))
    netlist = directory / "netlist.v"
    netlist.write_text(inputs["netlist"])
    proof, gates = directory / "proof", directory / "gates"
    proof.mkdir()
    gates.mkdir()
    findings = chain.check_equivalence(design, netlist, cells, proof, timeout=GATE_SECONDS)
    return {"findings": findings + chain.check_gates(design, netlist, cells, gates, seed=inputs["seed"])}


@cache
def modules(*packages: str) -> tuple[str, ...]:
    """Every module of these packages and below them: a change in one of them makes new results."""
    root = __name__.split(".")[0]
    names = [f"{root}.{name}" for name in ("design", "cores.build", "cores.names", "cores.aead", "cores.bare")]
    for package in (f"{root}.{name}" for name in packages):
        names += [package, *(module.name for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."))]
    return tuple(names)


@cache
def _benches() -> str:
    """SHA-256 of the simulation benches, which are no Python modules."""
    return digest({path.name: digest_file(path) for path in sorted(BENCHES.iterdir())})


def tool_versions(*tools: str) -> dict[str, str]:
    """Version of each of these tools, as installed."""
    return {tool: str(_installed()[tool]["version"]) for tool in tools}


@cache
def _installed() -> dict[str, dict]:
    return versions.versions()


@cache
def _file_sha256(path: Path) -> str:
    return digest_file(path)
