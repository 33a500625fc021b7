# SPDX-License-Identifier: Apache-2.0
"""``cipherfab faults``."""

import tempfile
from pathlib import Path
from typing import Any

from ..cores.build import build
from ..cores.names import CoreName, parse
from ..errors import CallError
from ..verify.gates import faults
from .mapping import mapped

ROUNDS = 7
"""Rounds of an unprotected core that get faults unless the call says it."""


def run(core: str, *, platform: str, recipe: str, rounds: int | None,
        calls: int, seed: int) -> dict[str, Any]:
    """Map a bare primitive and inject all single-bit faults into the last rounds of a call; see
    `verify.gates.faults`.

    Args:
        rounds: how many of the last ones, of the first computation if there are two; None: those
            that the core protects, or `ROUNDS`.

    Raises:
        CallError: another kind of core, too many rounds, or a platform without a Liberty file.
    """
    name = parse(core)
    if not name.algorithm.primitive or name.algorithm.forkcipher or name.architecture not in (
            "round", "unrolled"):
        raise CallError(f"'{name}': expected a bare primitive that does not fork, in architecture "
                        f"round or unrolled=k.")
    rounds, design = rounds or name.redundant or ROUNDS, build(core)
    with tempfile.TemporaryDirectory(prefix="cipherfab-faults-") as scratch:
        directory = Path(scratch)
        made, liberty = mapped(design, platform, recipe, directory)
        found = faults.assess(design, name.algorithm.primitive,
                              directory / "netlist.v", liberty, directory,
                              window=window(name, rounds), calls=calls, seed=seed)
    return {"core": str(name), "platform": platform, "recipe": recipe,
            "area_ge": made.area_ge, "rounds": rounds, "calls": calls,
            **found}


def window(name: CoreName, rounds: int) -> int:
    """Cycles from the first of these last rounds to the result; what is computed twice comes twice.
    """
    return -(-rounds // name.factor) + name.redundant


def show(found: dict[str, Any]) -> None:
    """Print what the faults did, and those that must not be."""
    parts = found.get("directions") or {"call": found}
    both = len(parts) > 1
    cycles = " and ".join("{} to {} of ".format(*part["cycles"]) + _called(name)
                          for name, part in parts.items())
    print(f"{found['core']} on {found['platform']}, recipe {found['recipe']}: "
          f"{found['area_ge']:.0f} GE, "
          f"{'with' if found['protected'] else 'without'} a port fault")
    print(f"  {found['registers']} flip-flops, each flipped in each of the cycles {cycles}: the "
          f"last "
          f"{found['rounds']} rounds, and while the result waits")
    print(f"  {found['faults']} faults: {found['calls']} random input{'s' * (found['calls'] > 1)}, "
          f"the next call far off and right "
          f"behind, {'all pairs of directions, ' * both}seed {found['seed']}: {_counted(found)}")
    for name, part in parts.items():
        if both:
            print(f"  {_called(name)} first, {part['faults']} faults: {_counted(part)}")
        for outcome, entries in part["first"].items():
            named = ", ".join(f"{entry['register']} in cycle {entry['cycle']}" for entry in entries)
            print(f"{'    ' if both else '  '}{outcome}: {named}"
                  + (", …" if part[outcome] > len(entries) else ""))
    print(f"{found['core']}: " + ("every fault is detected or harmless"
                                  if found["passed"] else "not protected"))


def _called(name: str) -> str:
    """With its article."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _counted(found: dict[str, Any]) -> str:
    return ", ".join(f"{found[name]} {name}" for name in faults.OUTCOMES)


def exit_code(found: dict[str, Any]) -> int:
    """1 if a fault gave a wrong answer, or none without a word."""
    return int(not found["passed"])
