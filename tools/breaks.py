# SPDX-License-Identifier: Apache-2.0
"""Breaks of properties: lines of the package that can be made wrong, and which are drawn."""

import ast
import json
import random
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "cipherfab"


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
