# SPDX-License-Identifier: Apache-2.0
"""Lines of each algorithm's parts: python tools/count_lines.py [--json | --candidates]

For each family of the catalog: its entries, the software it is made of, its controllers, and the
tests of these files, by name. A file that several families use is counted for each of them and
marked with an asterisk. Blank lines count; tests that read the whole catalog are not any family's.
Then the files that are no family's: kinds of primitives, what controllers share, common tests.
With ``--candidates`` the families of the 32 candidates of NIST's round 2 alone, with the lines of
the files that no other family uses, and those of them that a core with a round per clock needs.
"""

import argparse
import ast
import json
import re
from collections import Counter
from pathlib import Path

import cipherfab
from cipherfab import catalog, controllers
from cipherfab.studies.lwc_round2.candidates import EVERYONE

PACKAGE = Path(cipherfab.__file__).parent
TESTS = Path(__file__).resolve().parents[1] / "tests"
ROOMS = ("ciphers", "modes")
COLUMNS = (*ROOMS, "controllers", "tests")
SHARED = ("primitives", "controllers", "modes")
FURTHER = re.compile(
    r"_(by_(byte|cell|column|word)|folded|grouped|in_(columns|planes|stages|words)"
    r"|on_two_shares)$|\bcofb_bits$"
)
"""Ends of the names of files that describe further architectures of what stands in another one."""

COMMON_TESTS = (
    "ciphers/test_every_primitive.py",
    "modes/test_every_model.py",
    "modes/known_outputs.py",
    "controllers/test_every_controller.py",
    "cores/test_every_core.py",
)


def main() -> None:
    """Print the tables, in Markdown or as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true")
    form.add_argument("--candidates", action="store_true")
    found, asked = [family(module) for module in catalog.FAMILIES], parser.parse_args()
    if asked.json:
        print(json.dumps(found, indent=2))
        return
    uses = Counter((room, name) for row in found for room in COLUMNS for name in row[room])
    if asked.candidates:
        candidates(found, uses)
        return
    heading("family", *COLUMNS)
    for row in found:
        print(f"| {row['family']} | {cells(row, uses)} |")
    print("\n| common to all | files and lines |\n|---|---|")
    for room, files in common(uses).items():
        cell = ", ".join(f"{name} {count}" for name, count in files.items())
        print(f"| {room} | {cell}; {sum(files.values())} in all |")


def heading(first: str, *others: str) -> None:
    """Print the head of a table of families."""
    names = (first, "algorithms", "catalog", *others)
    print(f"| {' | '.join(names)} |\n|{'---|' * len(names)}")


def cells(row: dict, uses: Counter) -> str:
    """A family's numbers and files."""
    files = [
        ", ".join(
            f"{name}{'*' * (uses[room, name] > 1)} {count}" for name, count in row[room].items()
        )
        or "–"
        for room in COLUMNS
    ]
    return " | ".join([str(row["algorithms"]), str(row["catalog"]), *files])


def candidates(found: list[dict], uses: Counter) -> None:
    """Print a line for each candidate of round 2: its family, and the lines that are its own."""
    heading("candidate", *COLUMNS, "own lines", "for `round`")
    families = {
        entry.name: row
        for module, row in zip(catalog.FAMILIES, found)
        for entry in module.ALGORITHMS
    }
    for each in EVERYONE:
        row = families[each.primary.partition("/")[0]]
        own = {
            (room, name): count
            for room in COLUMNS
            for name, count in row[room].items()
            if uses[room, name] == 1
        }
        further = sum(count for (_, file), count in own.items() if FURTHER.search(file))
        every = row["catalog"] + sum(own.values())
        print(f"| {each.name} | {cells(row, uses)} | {every} | {every - further} |")


def common(uses: Counter) -> dict:
    """Lines of the files of each room that are no family's, and of the tests of the catalog."""
    found = {
        room: {
            name: lines(path)
            for path in sorted((PACKAGE / room).rglob("*.py"))
            if (room, name := named(path, room)) not in uses and path.stem != "__init__"
        }
        for room in SHARED
    }
    return {**found, "tests": {Path(name).stem: lines(TESTS / name) for name in COMMON_TESTS}}


def family(module) -> dict:
    """Lines of a family of the catalog: of its file, and of those that make its algorithms, by name
    in each room.
    """
    path = Path(module.__file__)
    served = [
        controllers.controller_of(entry.model)
        for entry in module.ALGORITHMS
        if entry.model is not None
    ]
    named_first = {Path(one.__file__) for one in served if one}
    # With the parts of a controller, whose names begin with its own.
    chosen = {part for one in named_first for part in (one, *one.parent.glob(f"{one.stem}_*.py"))}
    modes = imported(path, "modes")
    # A cipher that no entry of the catalog is of is the mode's alone.
    sources = [path, *(PACKAGE / "modes" / f"{name}.py" for name in modes)]
    ciphers = sorted({name for one in sources for name in imported(one, "ciphers")})
    rooms = {
        **{
            room: {name: lines(PACKAGE / room / f"{name}.py") for name in names}
            for room, names in zip(ROOMS, (ciphers, modes))
        },
        "controllers": {named(one, "controllers"): lines(one) for one in sorted(chosen)},
    }
    files = [TESTS / room / f"{name}.py" for room, names in rooms.items() for name in names]
    tests = [one.with_name(f"test_{one.name}") for one in files]
    return {"family": path.stem, "algorithms": len(module.ALGORITHMS), "catalog": lines(path),
            **rooms, "tests": {named(one, ".").replace("test_", ""): lines(one)
                               for one in tests if one.is_file()}}  # fmt: skip


def named(path: Path, room: str) -> str:
    """A file's name in its room, of the source or of the tests: with its folder, without suffix."""
    above = PACKAGE if path.is_relative_to(PACKAGE) else TESTS
    return path.relative_to(above / room).with_suffix("").as_posix()


def imported(path: Path, room: str) -> list[str]:
    """The files of a room that a family's file imports."""
    nodes = [
        node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)
    ]
    named = [node.module for node in nodes if re.fullmatch(rf"{room}\.\w+", node.module or "")]
    listed = [f"{room}.{name.name}" for node in nodes if node.module == room for name in node.names]
    return sorted(
        {
            name.partition(".")[2]
            for name in (*named, *listed)
            if (PACKAGE / room / f"{name.partition('.')[2]}.py").is_file()
        }
    )


def lines(path: Path) -> int:
    """Lines of a file."""
    return len(path.read_text().splitlines())


if __name__ == "__main__":
    main()
