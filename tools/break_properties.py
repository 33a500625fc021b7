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
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "cipherfab"
REASONS = Path(__file__).with_suffix(".toml")
COPIED = ("src", "tests", "docs", "tools", "README.md", "CHANGELOG.md", "CITATION.cff", "LICENSE",
          "Makefile", "NOTICE", "mkdocs.yml", "pyproject.toml", "requirements.txt",
          "requirements-build.in")  # fmt: skip

# fmt: off
CHECKS = ("verify/**/*.py", "results/*.py", "imports/*.py", "bench/record.py", "bench/row.py",
          "bench/rows.py", "bench/bench.py", "measure/invariants.py", "measure/row_facts.py",
          "measure/calls.py",
          "choose/*.py", "commands/reproduce.py", "commands/bundle.py", "commands/verify.py",
          "commands/scrub.py", "commands/compare.py", "report/data.py", "identifiers.py")
# fmt: on
"""The files whose properties are broken, below the package: what checks, keeps and cites."""

KINDS = {
    "negate": "a condition turned round",
    "drop check": "the condition of an error never true",
    "always": "a comparison, or what a function says, always true",
    "bound": "< for <=, or one more",
    "part": "one part of an and, or, filter or dictionary left out",
    "call": "a call for its effect left out",
    "whole": "any for all, min for max, or the other way round",
}
MOST_TESTS = 4
"""Files of tests that one break is shown to, unless the call says it; with ``--again`` what
survived a few is shown to more.
"""

SWAPPED = {"all": "any", "any": "all", "min": "max", "max": "min"}
BOUNDS = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}


@dataclass(frozen=True, kw_only=True)
class Break:
    """One change of one line: ``path`` below the package, ``line`` from 1, ``start`` and ``end``
    in characters of it, and the texts; ``name`` of the function.
    """

    kind: str
    path: str
    name: str
    line: int
    start: int
    end: int
    original: str
    changed: str

    @property
    def key(self) -> str:
        """What names it while other lines move."""
        return f"{self.path} {self.name}: {self.original} -> {self.changed}"

    def made(self, text: str) -> str:
        """``text`` with the change."""
        lines = text.splitlines(keepends=True)
        line = lines[self.line - 1]
        lines[self.line - 1] = line[: self.start] + self.changed + line[self.end :]
        return "".join(lines)


class Places(ast.NodeVisitor):
    """What can be broken in the functions of one file."""

    def __init__(self, path: str, text: str):
        self.path, self.lines, self.names, self.found = path, text.splitlines(), [], []
        self.visit(ast.parse(text))

    def visit_FunctionDef(self, node):
        """Functions of functions and classes are named with dots."""
        self._inside(node)

    visit_ClassDef = visit_FunctionDef

    def _inside(self, node):
        self.names.append(node.name)
        for child in node.body:
            if not (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)):
                self.visit(child)
        self.names.pop()

    def _add(self, kind: str, node: ast.AST, changed: str) -> None:
        if node.lineno == node.end_lineno and self.names:
            line = self.lines[node.lineno - 1]
            start, end = (
                len(line.encode()[:at].decode()) for at in (node.col_offset, node.end_col_offset)
            )
            self.found.append(
                Break(
                    kind=kind,
                    path=self.path,
                    name=".".join(self.names),
                    line=node.lineno,
                    start=start,
                    end=end,
                    original=line[start:end],
                    changed=changed,
                )
            )

    def visit_If(self, node):
        """A condition; if it guards an error, the check."""
        raises = isinstance(node.body[0], ast.Raise)
        self._add("negate", node.test, f"not ({ast.unparse(node.test)})")
        if raises:
            self._add("drop check", node.test, "False")
        self.generic_visit(node)

    def visit_IfExp(self, node):
        """A choice."""
        self._add("negate", node.test, f"not ({ast.unparse(node.test)})")
        self.generic_visit(node)

    def visit_Raise(self, node):
        """Messages of errors are left alone."""

    def visit_Return(self, node):
        """What says yes or no."""
        if isinstance(node.value, ast.Compare | ast.BoolOp):
            self._add("always", node.value, "True")
        self.generic_visit(node)

    def visit_Compare(self, node):
        """A comparison."""
        self._add("always", node, "True")
        if len(node.ops) == 1 and type(node.ops[0]) in BOUNDS:
            left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
            self._add("bound", node, f"{left} {BOUNDS[type(node.ops[0])]} {right}")
        self.generic_visit(node)

    def visit_BoolOp(self, node):
        """Each operand but for one."""
        word = " and " if isinstance(node.op, ast.And) else " or "
        for left_out in range(len(node.values)):
            kept = [
                f"({ast.unparse(value)})"
                for number, value in enumerate(node.values)
                if number != left_out
            ]
            self._add("part", node, f"({word.join(kept)})")
        self.generic_visit(node)

    def visit_comprehension(self, node):
        """A filter."""
        for condition in node.ifs:
            self._add("part", condition, "True")
        self.generic_visit(node)

    def visit_Dict(self, node):
        """An entry with a name, as keys of caches and records have them."""
        for left_out, key in enumerate(node.keys):
            if isinstance(key, ast.Constant) and len(node.keys) > 1:
                kept = [
                    f"{ast.unparse(name)}: {ast.unparse(value)}"
                    if name
                    else f"**{ast.unparse(value)}"
                    for number, (name, value) in enumerate(zip(node.keys, node.values, strict=True))
                    if number != left_out
                ]
                self._add("part", node, "{" + ", ".join(kept) + "}")
        self.generic_visit(node)

    def visit_Expr(self, node):
        """A call for its effect."""
        if isinstance(node.value, ast.Call):
            self._add("call", node, "pass")
        self.generic_visit(node)

    def visit_Call(self, node):
        """A function with a twin."""
        if isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
            self._add("whole", node.func, SWAPPED[node.func.id])
        self.generic_visit(node)

    def visit_Constant(self, node):
        """A number that is more than 1."""
        if type(node.value) is int and node.value > 1:
            self._add("bound", node, str(node.value + 1))

    def visit_JoinedStr(self, node):
        """Texts are left alone."""


def draw(count: int, seed: int) -> list[Break]:
    """``count`` breaks: the kinds take turns, and each takes a file at random, then a place in
    it."""
    dice = random.Random(seed)
    places: dict[str, dict[str, list[Break]]] = {kind: {} for kind in KINDS}
    for path in sorted({path for pattern in CHECKS for path in PACKAGE.glob(pattern)}):
        name = str(path.relative_to(PACKAGE))
        for found in Places(name, path.read_text()).found:
            places[found.kind].setdefault(name, []).append(found)
    drawn: list[Break] = []
    while len(drawn) < count and any(places.values()):
        for files in places.values():
            if files and len(drawn) < count:
                name = dice.choice(sorted(files))
                drawn.append(files[name].pop(dice.randrange(len(files[name]))))
                if not files[name]:
                    del files[name]
    return drawn


def replayed(results: Path) -> tuple[list[Break], list[str]]:
    """The breaks of a file of results, where the same text still stands in the same function: a
    later state of the code draws others. And the keys of those that are gone.
    """
    earlier = {line["key"]: line for line in map(json.loads, results.read_text().splitlines())}
    found, gone = [], []
    for key, line in earlier.items():
        path = PACKAGE / line["path"]
        same = [
            place
            for place in (Places(line["path"], path.read_text()).found if path.exists() else [])
            if place.key == key
        ]
        if same:
            found.append(min(same, key=lambda place: abs(place.line - line["line"])))
        else:
            gone.append(key)
    return found, gone


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
