# SPDX-License-Identifier: Apache-2.0
"""``cipherfab mutate``."""

from pathlib import Path
from typing import Any

from ..bench import mutation
from ..errors import CallError
from ..imports.designs import build
from ..plain import say
from ..runs.where import Where


def run(
    name: str,
    *,
    root: Path | None,
    count: int,
    seed: int,
    proof_seconds: int,
    scheduler: str | None,
    workers: int,
) -> dict[str, Any]:
    """See `bench.mutation.run`.

    Raises:
        CallError: the name is wrong; the core's algorithm is not in the catalog, so that nothing
            could be played; or it has neither the LWC API nor valid and ready.
    """
    design = build(name, root)
    # Without answers no mutant could be killed.
    if not design.algorithms:
        raise CallError(
            f"{design.name}: its algorithm is not in the catalog, so nothing is known "
            f"of its answers."
        )
    if getattr(design.interface, "handshake", None):
        raise CallError(
            f"{design.name}: expected a core with the LWC Hardware API, or a bare one "
            f"with valid and ready. Whether a mutant differs is proved at these, and "
            f"this core is started and done in another way."
        )
    return mutation.run(
        design,
        count=count,
        seed=seed,
        where=Where(scheduler=scheduler, workers=workers),
        proof_seconds=proof_seconds,
    )


def show(result: dict[str, Any]) -> None:
    """Print a table of kinds, and every mutant that was neither killed nor proved equivalent."""
    width = max(map(len, (*result["kinds"], "mutants")))
    say(f"{result['core']}: {result['count']} mutants, seed {result['seed']}")
    say(f"{'':{width}}  " + "  ".join(mutation.VERDICTS))
    for kind, counts in {**result["kinds"], "all": result["verdicts"]}.items():
        say(
            f"{kind:{width}}  "
            + "  ".join(f"{counts[verdict]:{len(verdict)}}" for verdict in mutation.VERDICTS)
        )
    for mutant in result["mutants"]:
        # Those killed or proved equivalent, the first two, need no line.
        if mutant["verdict"] in mutation.VERDICTS[2:]:
            found = (
                f" (found by {mutant['check']})" if mutant["check"] else f" ({mutant['detail']})"
            )
            say(f"{mutant['verdict']}: {mutant['number']}: {mutant['title']}{found}")
    if result["score"] is not None:
        say(f"killed of those not proved equivalent: {100 * result['score']:.1f} %")
    say(
        f"decided, by tests or proofs: {result['decided']} of {result['count']}, "
        f"{100 * result['decided'] / result['count']:.1f} %"
    )


def exit_code(result: dict[str, Any]) -> int:
    """1 if a mutant that differs passed a default `verify`."""
    return int(result["verdicts"]["different and missed"] > 0)
