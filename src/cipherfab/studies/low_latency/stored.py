# SPDX-License-Identifier: Apache-2.0
"""What the study found, as records of the store, so that `export`, `report` and `bundle` have it
too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...bench import record
from ...results.digest import digest_file
from ...results.store import Store
from ...runs.outcome import Outcome
from .published import ROWS
from .variants import algorithm

PREFIX = "low-latency+"
"""What the names of blocks begin with in the store: a block is logic without registers, unlike the
core of that name.
"""


def store(
    path: Path,
    *,
    blocks: Iterable[Outcome],
    netlists: Iterable[tuple[Mapping[str, Any], Outcome]],
    runs: Iterable[Outcome],
) -> None:
    """Record evidence, then numbers, each job in a transaction.

    Args:
        path: of the database.
        blocks: of models and of RTL.
        netlists: the point (see `study.Runner`), and the outcome of its netlist's job.
        runs: of implementations.
    """
    with Store(path) as database:
        for outcome in blocks:
            record.store(database, renamed(outcome), described(outcome))
        for point, outcome in netlists:
            about = {
                "netlist_sha256": digest_file(point["directory"] / "netlist.v"),
                "recipe": point["recipe"]["name"],
            }
            record.store(database, renamed(outcome, **about))
        for outcome in runs:
            record.store(database, renamed(outcome))


def described(outcome: Outcome) -> dict[str, Any] | None:
    """What the name of a block in the store does not say: the algorithm whose known answers its
    model has passed, without which no row would know that it has; None of a job without a design.
    """
    if "design" not in outcome.job["inputs"]:
        return None
    name = outcome.job["inputs"]["design"]["name"]
    return {"algorithms": [algorithm(name)], "bus": None, "third_party": None}


def command(name: str) -> str:
    """The command that writes, checks and measures a block again, by its name in the store; empty
    if no row of the study has it.
    """
    block = name.removeprefix(PREFIX)
    rows = (
        row.cipher
        for row in ROWS
        if name.startswith(PREFIX)
        # The name of a variant is that of its block with an option behind it.
        and any(
            block == one or block.startswith(f"{one}/")
            for one in (row.block, *(other for other, _ in row.also))
        )
    )
    return next((f"cipherfab study low-latency --cipher {cipher}" for cipher in rows), "")


def renamed(outcome: Outcome, **about: Any) -> Outcome:
    """The outcome under the block's name in the store, with more inputs; its id stays that of the
    job that was run.
    """
    inputs = {**outcome.job["inputs"], **about}
    if "design" in inputs:
        inputs["design"] = {**inputs["design"], "name": PREFIX + inputs["design"]["name"]}
    return replace(outcome, job={**outcome.job, "inputs": inputs})
