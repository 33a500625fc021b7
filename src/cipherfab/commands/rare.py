# SPDX-License-Identifier: Apache-2.0
"""``cipherfab mutate --planted --prove``."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..bench import planted
from ..plain import say
from ..runs.where import Where
from ..verify.mutation.planted.rare import SET
from .planted import core_of_ours

WIDTH = 72
"""Characters of a situation that are printed; ``--json`` has all."""


def run(
    name: str,
    *,
    root: Path | None,
    seed: int,
    proof_seconds: int,
    scheduler: str | None,
    workers: int,
) -> dict[str, Any]:
    """See `bench.planted.run`.

    Raises:
        CallError: the name is wrong, or the core is none that the wrapper can read.
        ToolError: a tool is missing or failed.
    """
    return planted.run(
        core_of_ours(name, root),
        seed=seed,
        where=Where(scheduler=scheduler, workers=workers),
        seconds=proof_seconds,
    )


def show(result: Mapping[str, Any]) -> None:
    """Print each bug with what finds it, and the counts."""
    say(
        f"{result['core']}: {result['count']} rare planted bugs, seed {result['seed']}, each in a "
        f"wrapper as a core of others"
    )
    for bug in result["bugs"]:
        tested, proved = bug["tested"], bug["proved"]
        text = f"{bug['kind']}: {bug['title']}; {bug['does']}"
        say(f"{bug['number']:3} {text[:WIDTH]:{WIDTH}} shows: {bug['shows']}")
        say(f"      testing: {_found(tested, 'MISSED')}, {tested['seconds']:.1f} s")
        say(f"      proof: {_found(proved, 'open')}{_replayed(proved)}, {proved['seconds']:.1f} s")
    count = result["count"]
    shapes = sum(bug["shows"] == SET for bug in result["bugs"])
    say(
        f"found by testing {result['found_by_testing']} of {count}, by proof "
        f"{result['found_by_proof']}, of these replayed in simulation {result['replayed']}; "
        f"of {shapes} that show in a shape of the set missed by proof {len(result['missed'])}"
    )


def _found(judged: Mapping[str, Any], nothing: str) -> str:
    if not judged["check"]:
        return f"{nothing} ({judged['why']})" if judged["why"] else nothing
    return f"{'remark, ' if judged['remark'] else ''}{judged['check']}"


def _replayed(proved: Mapping[str, Any]) -> str:
    if not proved["check"] or proved["remark"]:
        return ""
    return ", replayed" if proved["replayed"] else ", NOT replayed"


def exit_code(result: Mapping[str, Any]) -> int:
    """1 if a bug that shows in a shape of the set was not found by its proof."""
    return int(bool(result["missed"]))
