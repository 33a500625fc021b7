# SPDX-License-Identifier: Apache-2.0
"""Look-up tables of Artix-7 that a core takes, and the primitive in it by itself.

    python tools/luts_beside_primitive.py [--recipe compact] CORE ...

A line for each core: all of it, the primitive alone in the architecture that it has there
(`cores.build.bare_primitive`), and the difference: what the mode, the buffer and the wrapper take.
The difference is that of two runs, and gates that both share in the core are on either side of it.
"""

import argparse
import tempfile
from pathlib import Path

from cipherfab.cores.build import bare_primitive, build
from cipherfab.implement import platforms, recipes
from cipherfab.implement.fpga import synthesize

SECONDS = 1500


def luts(design, recipe: str) -> tuple[int, int]:
    """Look-up tables and flip-flops of a design after synthesis."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        (directory / "sources").mkdir()
        for file, text in design.sources.items():
            (directory / "sources" / file).write_text(text)
        found = synthesize(
            design,
            platforms.find("artix7"),
            recipes.find(recipe),
            directory=directory,
            timeout=SECONDS,
        )
    return found["luts"], found["flip_flops"]


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recipe", default="compact", choices=recipes.RECIPES)
    parser.add_argument("cores", nargs="+", metavar="CORE")
    given = parser.parse_args()
    print(f"{'core':40} {'LUTs':>6} {'FFs':>6} {'primitive':>10} {'beside it':>10}")
    for name in given.cores:
        whole, flip_flops = luts(build(name), given.recipe)
        alone, _ = luts(bare_primitive(name), given.recipe)
        print(f"{name:40} {whole:6} {flip_flops:6} {alone:10} {whole - alone:10}", flush=True)


if __name__ == "__main__":
    main()
