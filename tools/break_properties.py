# SPDX-License-Identifier: Apache-2.0
"""Breaks properties of our own checks, one line each, at places drawn at random, and says which
breaks the tests notice.

    python tools/break_properties.py --count 60 --seed 1 --results broken.jsonl
    python tools/break_properties.py --replay broken.jsonl --results again.jsonl --tests 8

Each break is made in a copy of the tree, where the tests that mirror the file, and those that
import it or the modules that use it, run until one fails. A call with the same file of results goes
on where one was stopped; the second one judges breaks that were drawn before, for a draw is another
where the code is. What survives is a test that is missing, or has no effect that anybody
could see: those are in ``break_properties.toml``, each with its reason.
"""

import argparse
import ast
import contextlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from breaks import PACKAGE, ROOT, Break, draw, replayed

REASONS = Path(__file__).with_suffix(".toml")
COPIED = ("src", "tests", "docs", "tools", "README.md", "CHANGELOG.md", "CITATION.cff", "LICENSE",
          "Makefile", "NOTICE", "mkdocs.yml", "pyproject.toml", "requirements.txt",
          "requirements-build.in")  # fmt: skip


MOST_TESTS = 4
"""Files of tests that one break is shown to, unless the call says it; with ``--again`` what
survived a few is shown to more.
"""


def imported(path: Path) -> set[str]:
    """Modules of the package that a file imports, with dots, from the top."""
    package = path.relative_to(PACKAGE.parent).parent.parts if path.is_relative_to(PACKAGE) else ()
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            found |= {module, *(f"{module}.{name.name}" for name in node.names)}
    return found


def module_of(path: Path) -> str:
    """The dotted name of a file of the package."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


class Tests:
    """Which tests look at which file."""

    def __init__(self):
        self.files = {path: imported(path) for path in sorted(ROOT.glob("tests/**/test_*.py"))}
        self.source = {path: imported(path) for path in sorted(PACKAGE.rglob("*.py"))}

    def of(self, path: Path, most: int = MOST_TESTS) -> list[Path]:
        """The mirror, who imports the file, the mirrors of its users and who imports those, and at
        last the folder's; at most so many.
        """
        module = module_of(path)
        users = [user for user, names in self.source.items() if module in names]
        ordered = [
            *self._mirror(path),
            *self._importing(module),
            *(test for user in users for test in self._mirror(user)),
            *(test for user in users for test in self._importing(module_of(user))),
            *self._folder(path),
        ]
        return list(dict.fromkeys(ordered))[:most]

    def _mirror(self, path: Path) -> list[Path]:
        test = ROOT / "tests" / path.relative_to(PACKAGE).parent / f"test_{path.stem}.py"
        return [test] if test in self.files else []

    def _importing(self, module: str) -> list[Path]:
        return [test for test, names in self.files.items() if module in names]

    def _folder(self, path: Path) -> list[Path]:
        folder = ROOT / "tests" / path.relative_to(PACKAGE).parent
        return [test for test in self.files if test.parent == folder]


@contextlib.contextmanager
def copied() -> Iterator[Path]:
    """The tree in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="broken-") as scratch:
        for name in COPIED:
            place = ROOT / name
            if place.is_dir():
                shutil.copytree(
                    place, Path(scratch) / name, ignore=shutil.ignore_patterns("__pycache__")
                )
            elif place.exists():
                shutil.copy(place, Path(scratch) / name)
        yield Path(scratch)


def run_tests(
    tree: Path, tests: Iterable[str], options: argparse.Namespace
) -> tuple[int | None, str]:
    """Exit code of pytest, None past the time limit, and the first test that failed."""
    command = [*shlex.split(options.front), "timeout", "-k", "5", str(options.seconds),
               sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=no",
               "-p", "no:cacheprovider", *tests]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command,
        cwd=tree,
        env=environment,
        text=True,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    code, text = done.returncode, done.stdout
    if code in (124, 137):
        return None, ""
    failing = [
        line.partition(" ")[2].partition(" - ")[0]
        for line in text.splitlines()
        if line.startswith(("FAILED ", "ERROR "))
    ]
    return code, failing[0] if failing else text.strip()[-200:]


def judge(change: Break, tree: Path, tests: list[str], options: argparse.Namespace) -> dict:
    """What becomes of one break: ``killed``, ``survived``, ``time`` (no answer in time), or
    ``void`` if the test that fails also does so without it, or none could be run.
    """
    place, start = tree / "src" / "cipherfab" / change.path, time.monotonic()
    text = place.read_text()
    place.write_text(change.made(text))
    try:
        code, failing = run_tests(tree, tests, options)
    finally:
        place.write_text(text)
    verdict = {None: "time", 0: "survived", 5: "survived"}.get(code, "killed")
    if verdict == "killed" and not Path(failing.partition("::")[0]).name.startswith("test_"):
        verdict = "void"
    if verdict == "killed" and "::" in failing and run_tests(tree, [failing], options)[0] != 0:
        verdict = "void"
    return {
        "verdict": verdict,
        "by": failing if verdict in ("killed", "void") else None,
        "seconds": round(time.monotonic() - start, 1),
    }


def main() -> int:
    """Draw, break, and print; exit code 1 if something survived that has no reason."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path("broken.jsonl"))
    parser.add_argument("--seconds", type=float, default=150, help="time limit of one break")
    parser.add_argument("--tests", type=int, default=MOST_TESTS, help="files for one break")
    parser.add_argument("--front", default="", help="command in front of pytest, such as nice")
    parser.add_argument("--again", action="store_true", help="also those that survived before")
    parser.add_argument("--replay", type=Path, help="breaks of this file, no draw")
    parser.add_argument("--list", action="store_true", help="draw only")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    reasons, tests = tomllib.loads(REASONS.read_text())["equivalent"], Tests()
    known = {}
    if options.results.exists():
        lines = map(json.loads, options.results.read_text().splitlines())
        known = {
            line["key"]: line for line in lines if line["verdict"] == "killed" or not options.again
        }
    found, (changes, gone) = (
        [],
        (replayed(options.replay) if options.replay else (draw(options.count, options.seed), [])),
    )
    for key in gone:
        print(f"gone       {key}", file=sys.stderr)
    with copied() as tree:
        for change in changes:
            looking = tests.of(PACKAGE / change.path, options.tests)
            shown = [str(test.relative_to(ROOT)) for test in looking]
            each = {**asdict(change), "key": change.key, "tests": shown}
            if options.list:
                each["verdict"] = "drawn"
            elif change.key in reasons:
                each |= {"verdict": "equivalent", "reason": reasons[change.key]}
            elif change.key in known:
                each = known[change.key]
            else:
                each |= judge(change, tree, shown, options)
                with open(options.results, "a") as file:
                    file.write(json.dumps(each) + "\n")
            found.append(each)
            if not options.json:
                print(
                    f"{each['verdict']:10} {change.path}:{change.line} {change.name}: "
                    f"{change.original} -> {change.changed}  {each.get('by') or ''}",
                    flush=True,
                )
    counts = {
        verdict: sum(each["verdict"] == verdict for each in found)
        for verdict in sorted({each["verdict"] for each in found})
    }
    if options.json:
        print(json.dumps({"seed": options.seed, "counts": counts, "breaks": found}, indent=1))
    else:
        print(", ".join(f"{verdict}: {count}" for verdict, count in counts.items()))
    return int("survived" in counts)


if __name__ == "__main__":
    sys.exit(main())
