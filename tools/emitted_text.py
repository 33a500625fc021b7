# SPDX-License-Identifier: Apache-2.0
"""How the emitted Verilog reads, in numbers: of cores of this tree beside those of an older one.

    python tools/emitted_text.py [--against REVISION] [--json] [CORE ...]

For each core: lines of all modules with their comments, before `emit` lays them out; comments in
100 lines; nets whose name is a number (`_12_`). Without names: `CORES`. An older tree, which had no
more comments than what it verified, is counted by that.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from face import unpacked

ROOT = Path(__file__).resolve().parent.parent

CORES = (
    "ascon-aead128", "ascon-aead128/round,hash", "ascon-hash256", "xoodyak-r3", "tinyjambu-128",
    "schwaemm256-128", "photon-beetle-aead-128", "isap-a-128a", "elephant-dumbo-v2", "gift-cofb",
    "romulus-n", "aes-otr-p-128", "paef-forkskinny-128-256", "skinny-128-384", "aes-128",
)  # fmt: skip
"""Default cores of each kind of controller, and two primitives."""

COUNT = """
import json, sys
from cipherfab.cores import build
def texts(name):
    if hasattr(build, "commented"):
        return [build.commented(name)]
    return list(build.build(name).sources.values())
print(json.dumps({name: texts(name) for name in sys.argv[1:]}))
"""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cores", nargs="*", default=CORES, metavar="CORE")
    parser.add_argument("--against", metavar="REVISION", help="a second set of columns")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = {"here": counted(ROOT, options.cores)}
    if options.against:
        with tempfile.TemporaryDirectory() as folder:
            before = counted(unpacked(options.against, Path(folder)), options.cores)
            found = {options.against: before, **found}
    if options.json:
        print(json.dumps(found, indent=2))
        return
    columns = ("lines", "comments in 100 lines", "numbered nets")
    print(f"| core | {' | '.join(f'{name}: {c}' for name in found for c in columns)} |")
    print(f"|---|{'--:|' * len(columns) * len(found)}")
    for core in options.cores:
        figures = [f"{figure:,}" for tree in found.values() for figure in tree[core]]
        print(f"| `{core}` | {' | '.join(figures)} |")


def counted(root: Path, cores: list[str]) -> dict[str, tuple[int, int, int]]:
    """Of each core: lines, comments in 100 lines, nets whose name is a number.

    Args:
        root: a tree with `src`.
    """
    done = subprocess.run(
        [sys.executable, "-c", COUNT, *cores],
        env=os.environ | {"PYTHONPATH": str(root / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    return {name: of_text("".join(texts)) for name, texts in json.loads(done.stdout).items()}


def of_text(text: str) -> tuple[int, int, int]:
    """The three counts of a text."""
    lines = text.splitlines()
    comments = sum(line.lstrip().startswith("//") for line in lines)
    nets = re.findall(r"^ +(?:wire|reg)(?: \[\d+:0\])? _\d+_;$", text, re.M)
    return len(lines), round(100 * comments / len(lines)), len(nets)


if __name__ == "__main__":
    main()
