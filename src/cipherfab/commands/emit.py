"""``cipherfab emit``."""

from pathlib import Path

from ..bench import jobs
from ..cores.build import build
from ..emit.package import write_package
from ..errors import ToolError
from ..results.cache import Cache
from ..results.home import default_home
from ..runs.pool import run_all


def run(core: str, output: Path, *, cycles: bool) -> dict:
    """Write the package; with ``cycles`` the formulas are measured first, or taken from the cache."""
    design = build(core)
    formulas = measured_formulas(design) if cycles else {}
    return {"core": design.name, "top": design.top, "directory": str(output), "formulas": formulas,
            "files": write_package(design, output, formulas=formulas)}


def measured_formulas(design) -> dict[str, str]:
    """Cycles by operation, as text; of a primitive those of a call. Where no formula is exact the operation is left out."""
    outcome, = run_all([jobs.cycles_job(design)], cache=Cache(default_home()), workers=0)
    if not outcome.ok:
        raise ToolError(outcome.error)
    found = {name: formula["text"] for name, formula in outcome.result.get("formulas", {}).items() if formula}
    return found or {"call": outcome.result["cycles_formula"]}
