# SPDX-License-Identifier: Apache-2.0
"""Prints what becomes of every hostile core: ``python -m hostile [WALLS…]`` in the folder
``tests``.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path

from .attempt import BOTH, BUBBLEWRAP, ESCAPED, HARMLESS, LANDLOCK, REFUSED, STOPPED, TREE, attempt
from .corpus import corpus


def table(walls: str, step: int = 1) -> tuple[Counter, list[str]]:
    """How many of each kind had which end, and what escaped. What only this process reads, which is
    behind no sandbox, is not tried without the checks.
    """
    counts, escaped = Counter(), []
    for core in corpus()[::step]:
        if walls not in (BOTH, TREE) and not (core.parsed or core.kind == "names"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            verdict, why = attempt(core, Path(folder), walls)
        counts[core.kind, verdict] += 1
        if verdict == ESCAPED:
            escaped.append(f"{core.name}: {why}")
    return counts, escaped


def main(names: list[str]) -> int:
    escapes = 0
    print(f"{'walls':12} {'kind':10} {'cores':>6} {REFUSED:>8} {STOPPED:>8} {HARMLESS:>9} "
          f"{ESCAPED:>8}")
    for walls in names or [BOTH, TREE, BUBBLEWRAP, LANDLOCK]:
        counts, escaped = table(walls)
        for kind in [*dict.fromkeys(kind for kind, _ in counts), "all"]:
            row = [sum(number for (what, end), number in counts.items()
                       if kind in (what, "all") and end == verdict)
                   for verdict in (REFUSED, STOPPED, HARMLESS, ESCAPED)]
            print(f"{walls:12} {kind:10} {sum(row):6} {row[0]:8} {row[1]:8} {row[2]:9} {row[3]:8}",
                  flush=True)
        print("".join(f"  {line}\n" for line in escaped), end="")
        escapes += len(escaped)
    return int(escapes > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
