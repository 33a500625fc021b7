"""``cipherfab faults``."""

import tempfile
from pathlib import Path
from typing import Any

from ..corename import CoreName, parse
from ..cores import build
from ..errors import CallError
from ..verify import faults
from .mapping import mapped

ROUNDS = 7
"""Rounds of an unprotected core that get faults unless the call says it."""


def run(core: str, *, platform: str, recipe: str, rounds: int | None, calls: int, seed: int) -> dict[str, Any]:
    """Map a bare primitive and inject all single-bit faults into the last rounds of a call; see `verify.faults`.

    Args:
        rounds: how many of the last ones, of the first computation if there are two; None: those that the core protects, or
            `ROUNDS`.

    Raises:
        CallError: another kind of core, too many rounds, or a platform without a Liberty file.
    """
    name = parse(core)
    fits = name.algorithm.primitive and not name.algorithm.forkcipher and name.architecture in ("round", "unrolled")
    if not fits or name.encdec:
        raise CallError(f"'{name}': expected a bare primitive that does not fork, in architecture round or unrolled=k and one "
                        "direction.")
    rounds, design = rounds or name.redundant or ROUNDS, build(core)
    with tempfile.TemporaryDirectory(prefix="cipherfab-faults-") as scratch:
        directory = Path(scratch)
        made, liberty = mapped(design, platform, recipe, directory)
        found = faults.assess(design, name.algorithm.primitive, directory / "netlist.v", liberty, directory,
                              window=window(name, rounds), calls=calls, seed=seed)
    return {"core": str(name), "platform": platform, "recipe": recipe, "area_ge": made["area_ge"], "rounds": rounds, "calls": calls,
            **found}


def window(name: CoreName, rounds: int) -> int:
    """Cycles from the first of these last rounds to the result; what is computed twice comes twice."""
    return -(-rounds // name.factor) + name.redundant


def show(found: dict[str, Any]) -> None:
    """Print what the faults did, and those that must not be."""
    first, last = found["cycles"]
    print(f"{found['core']} on {found['platform']}, recipe {found['recipe']}: {found['area_ge']:.0f} GE, "
          f"{'with' if found['protected'] else 'without'} a port fault")
    print(f"  {found['registers']} flip-flops, each flipped in each of the cycles {first} to {last} of a call: the last "
          f"{found['rounds']} rounds, and while the result waits")
    print(f"  {found['faults']} faults: {found['calls']} random input{'s' * (found['calls'] > 1)}, the next call far off and right "
          f"behind, seed {found['seed']}: "
          + ", ".join(f"{found[name]} {name}" for name in faults.OUTCOMES))
    for outcome, entries in found["first"].items():
        print(f"  {outcome}: " + ", ".join(f"{entry['register']} in cycle {entry['cycle']}" for entry in entries)
              + (", …" if found[outcome] > len(entries) else ""))
    print(f"{found['core']}: " + ("every fault is detected or harmless" if found["passed"] else "not protected"))


def exit_code(found: dict[str, Any]) -> int:
    """1 if a fault gave a wrong answer, or none without a word."""
    return int(not found["passed"])
