"""``cipherfab emit``."""

from pathlib import Path

from ..bench import jobs
from ..cores import build
from ..design import LwcInterface
from ..emit.package import write_package
from ..errors import ToolError
from ..results.cache import Cache
from ..results.home import default_home
from ..runs.pool import run_all


def run(core: str, output: Path, *, cycles: bool) -> dict:
    """Write the package; with ``cycles`` the formulas are measured first, or taken from the cache."""
    design = build(core)
    formulas = measured_formulas(design) if cycles and isinstance(design.interface, LwcInterface) else {}
    return {"core": design.name, "top": design.top, "directory": str(output), "formulas": formulas,
            "files": write_package(design, output, formulas=formulas)}


def measured_formulas(design) -> dict[str, str]:
    """Cycles by operation, key reused, as text."""
    outcome, = run_all([jobs.cycles_job(design)], cache=Cache(default_home()), workers=0)
    if not outcome.ok:
        raise ToolError(outcome.error)
    return dict(outcome.result["formulas"])
