# SPDX-License-Identifier: Apache-2.0
"""Lines of each algorithm's parts: python tools/count_lines.py [--json]

For each family of the catalog: its entries, the software it is made of, and its controllers. A file
that several families use is counted for each of them and marked with an asterisk. Blank lines
count; tests that read the whole catalog are not any family's.
"""

import argparse
import ast
import json
import re
from collections import Counter
from pathlib import Path

import cipherfab
from cipherfab import catalog, controllers

PACKAGE = Path(cipherfab.__file__).parent
ROOMS = ("ciphers", "modes")


def main() -> None:
    """Print the table, in Markdown or as JSON."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    found = [family(module) for module in catalog.FAMILIES]
    if parser.parse_args().json:
        print(json.dumps(found, indent=2))
        return
    uses = Counter((room, name) for row in found for room in (*ROOMS, "controllers")
                   for name in row[room])
    print("| family | algorithms | catalog | ciphers | modes | controllers "
          "|\n|---|---|---|---|---|---|")
    for row in found:
        cells = [", ".join(f"{name}{'*' * (uses[room, name] > 1)} {count}"
                           for name, count in row[room].items()) or "–"
                 for room in (*ROOMS, "controllers")]
        print(f"| {row['family']} | {row['algorithms']} | {row['catalog']} | {' | '.join(cells)} |")


def family(module) -> dict:
    """Lines of a family of the catalog: of its file, and of those that make its algorithms, by name
    in each room.
    """
    path = Path(module.__file__)
    served = [controllers.controller_of(entry.model) for entry in module.ALGORITHMS
              if entry.model is not None]
    chosen = {Path(one.__file__) for one in served if one}
    return {"family": path.stem, "algorithms": len(module.ALGORITHMS), "catalog": lines(path),
            **{room: {name: lines(PACKAGE / room / f"{name}.py") for name in imported(path, room)}
               for room in ROOMS},
            "controllers": {one.stem: lines(one) for one in sorted(chosen)}}


def imported(path: Path, room: str) -> list[str]:
    """The files of a room that a family's file imports."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text()))
             if isinstance(node, ast.ImportFrom)]
    named = [node.module for node in nodes if re.fullmatch(rf"{room}\.\w+", node.module or "")]
    listed = [f"{room}.{name.name}" for node in nodes if node.module == room for name in node.names]
    return sorted({name.partition(".")[2] for name in (*named, *listed)
                   if (PACKAGE / room / f"{name.partition('.')[2]}.py").is_file()})


def lines(path: Path) -> int:
    """Lines of a file."""
    return len(path.read_text().splitlines())


if __name__ == "__main__":
    main()
