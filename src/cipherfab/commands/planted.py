# SPDX-License-Identifier: Apache-2.0
"""``cipherfab mutate --planted``."""

import tempfile
from pathlib import Path
from typing import Any

from ..design import Design
from ..errors import CallError
from ..imports.designs import build
from ..plain import say
from ..verify.mutation.planted import played

WIDTH = 78
"""Characters of a situation that are printed; ``--json`` has all."""


def run(name: str, *, root: Path | None, seed: int) -> dict[str, Any]:
    """See `verify.mutation.planted.played.play`.

    Returns:
        ``core``, ``seed``; ``bugs``: what `play` returns; ``found``, ``count``, and ``score``:
        found as a part of all, where a remark counts as found, since the core is not called
        verified without it; ``remarks``: how many these are.

    Raises:
        CallError: the name is wrong, or the core is none that the wrapper can read.
        ToolError: a tool is missing or failed.
    """
    design = core_of_ours(name, root)
    with tempfile.TemporaryDirectory(prefix="cipherfab-planted-") as work:
        bugs = played.play(design, Path(work), seed=seed)
    found = [bug for bug in bugs if bug["check"]]
    return {"core": design.name, "seed": seed, "bugs": bugs, "found": len(found),
            "remarks": sum(bug["remark"] for bug in found), "count": len(bugs),
            "score": len(found) / len(bugs)}  # fmt: skip


def core_of_ours(name: str, root: Path | None) -> Design:
    """The core that is put into a wrapper. Raises `CallError`: the name is wrong, or the core is
    one of others.
    """
    design = build(name, root)
    if design.third_party:
        raise CallError(f"{name}: --planted is for a core of ours, which it puts into a wrapper.")
    return design


def show(result: dict[str, Any]) -> None:
    """Print each bug with the check that finds it, and the score."""
    say(
        f"{result['core']}: {result['count']} planted bugs, seed {result['seed']}, each in a "
        f"wrapper as a core of others"
    )
    for bug in result["bugs"]:
        how = "remark" if bug["remark"] else "found" if bug["check"] else "MISSED"
        where = f"{bug['check']}, {bug['seconds']:.1f} s" if bug["check"] else "by no check"
        text = f"{bug['kind']}: {bug['title']}; {bug['does']}"
        say(f"{bug['number']:4} {how:6} {text[:WIDTH]:{WIDTH}} {where}")
    say(
        f"found: {result['found']} of {result['count']}, {100 * result['score']:.1f} %, of these "
        f"{result['remarks']} with a remark only"
    )


def exit_code(result: dict[str, Any]) -> int:
    """1 if a bug passed a default `verify` without a remark."""
    return int(result["found"] < result["count"])
