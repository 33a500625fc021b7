# SPDX-License-Identifier: Apache-2.0
"""``cipherfab emit``."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..bench import jobs
from ..bench.rows import row_of
from ..cores.build import build, without_bus
from ..dataset.entry import read
from ..dataset.rows import rows_of
from ..design import Design, LwcInterface
from ..emit.bridges import USUAL, Wanted
from ..emit.generator import generator
from ..emit.package import write_files, write_package
from ..emit.without_bus import write_without_bus
from ..errors import ToolError
from ..outputs import into, refuse
from ..results.cache import Cache
from ..results.digest import digest_design
from ..results.home import default_home
from ..results.store import Store
from ..runs.pool import run_all
from ..verify.rtl.recorded import Recording

ALWAYS = ("README.md", "LICENSE")
"""Files of every package, looked for before anything is measured."""


def run(
    core: str,
    output: Path,
    *,
    cycles: bool,
    wanted: Wanted = USUAL,
    random: bool = False,
    force: bool = False,
) -> dict:
    """Write the package with these bridges.

    With ``cycles`` the formulas are measured and a message is recorded first, or both are taken
    from the cache; with ``random`` a generator of random bits comes with it.
    """
    design = build(core)
    # Before minutes of measuring.
    refuse(output, ALWAYS, force=force)
    beside = generator(design) if random else {}
    formulas, recording = measured(design) if cycles else ({}, None)
    with into(output, force=force) as place:
        names = [
            *write_package(
                design,
                place,
                formulas=formulas,
                facts=facts(design),
                wanted=wanted,
                recording=recording,
            ),
            *write_files(beside, place),
        ]
    return {
        "core": design.name,
        "design": digest_design(design),
        "top": design.top,
        "directory": str(output),
        "formulas": formulas,
        "files": sorted(names),
    }


def run_bare(core: str, output: Path, *, force: bool = False) -> dict:
    """Write the core without its bus."""
    design, controller = without_bus(core)
    refuse(output, ALWAYS, force=force)
    with into(output, force=force) as place:
        names = write_without_bus(design, controller, place)
    return {
        "core": design.name,
        "top": design.top,
        "directory": str(output),
        "formulas": {},
        "files": names,
    }


def facts(design) -> list[dict]:
    """What the store has of exactly this text of the core, a row for each platform and recipe; and
    what only the package's data set has of it.
    """
    # What was measured here comes before what came with the package.
    stored = _of_store(design)
    have = {(row["platform"], row["recipe"]) for row in stored}
    shipped = [
        row for entry in read() if entry.design == digest_design(design) for row in rows_of(entry)
    ]
    return stored + [row for row in shipped if (row["platform"], row["recipe"]) not in have]


def _of_store(design) -> list[dict]:
    home = default_home()
    if not home.database.is_file():
        return []
    text = digest_design(design)
    with Store(home.database) as store:
        keys = {
            (row.platform, row.recipe)
            for row in store.rows(core=design.name, design=text)
            if row.platform
        }
        found = (row_of(store, home, design.name, *key) for key in sorted(keys))
        # A row is of the text that was implemented last, which may be another one.
        return [row.to_json() for row in found if row and row.provenance["design"] == text]


def measured(design: Design) -> tuple[dict[str, str], Recording | None]:
    """Cycles by operation, as text; of a primitive those of a call. Where no formula is exact the
    operation is left out. And one message on the ports of a core with the LWC API.
    """
    with_bus = isinstance(design.interface, LwcInterface)
    job = jobs.recording_job(design) if with_bus else jobs.cycles_job(design)
    # One job is run in this process: another one would only take time to start.
    (outcome,) = run_all([job], cache=Cache(default_home()), workers=0)
    if not outcome.ok:
        raise ToolError(outcome.error)
    found = outcome.result or {}
    if with_bus:
        return _formulas(found["cycles"]), Recording.from_json(found["recording"])
    return _formulas(found), None


def _formulas(found: Mapping[str, Any]) -> dict[str, str]:
    formulas = {
        name: formula["text"] for name, formula in found.get("formulas", {}).items() if formula
    }
    # A bare primitive has no formulas by operation.
    call = found["cycles_formula"]
    return formulas or ({"call": call} if call else {})
