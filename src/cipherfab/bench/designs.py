# SPDX-License-Identifier: Apache-2.0
"""From what a user writes to the designs of a benchmark: core names, and paths of design
descriptions (``.toml``).
"""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from ..design import Design
from ..errors import CallError
from ..imports.designs import build, is_core_name, is_description
from ..results.cache import Cache
from ..results.home import Home
from .jobs import build_job
from .work import build as work_build


def build_all(
    names: Iterable[str], root: Path | None = None, home: Home | None = None
) -> list[Design]:
    """The designs, each once, in the order in which they are named.

    Args:
        home: where the Verilog of our own cores is read, if `keep` has put it there; None: nowhere,
            it is written anew.

    Raises:
        CallError: as `build`; or nothing is known of the answers of one; or two different designs
            have one name; or there is none.
        ToolError: as `build`.
    """
    designs: dict[str, Design] = {}
    for name in names:
        design = _kept(name, home) or build(name, root)
        if not design.algorithms:
            raise CallError(
                f"{name}: its algorithm is not in the catalog, so its answers cannot "
                f"be checked, and nothing is "
                "measured without that. `cipherfab verify --vectors PDI SDI DO` plays "
                "vectors of its authors."
            )
        if designs.setdefault(design.name, design) != design:
            raise CallError(
                f"{name}: another of the cores is called '{design.name}' too. Give one "
                f"description another name."
            )
    if not designs:
        raise CallError("expected at least one core.")
    return list(designs.values())


def keep(designs: Iterable[Design], home: Home) -> None:
    """Bring those into the cache that are cores of ours, as `build_all` gave them, under the hash
    of the code that wrote them. It is done when nothing of a call is wrong any more, since a wrong
    one writes nothing.
    """
    cache = Cache(home)
    ours = (design for design in designs if is_core_name(design.name))
    for design in ours:
        job = build_job(design.name)
        # What is there was read by `build_all` a moment ago; its files need not be hashed again.
        if not cache.path(job).exists():
            cache.computed(job, partial(work_build.result, design))


def _kept(name: str, home: Home | None) -> Design | None:
    """A core of ours out of the cache; None if it is not there."""
    if not home or is_description(name) or not home.cache.is_dir():
        return None
    entry = Cache(home).get(build_job(name))
    return Design.from_json(entry.result["design"]) if entry else None
