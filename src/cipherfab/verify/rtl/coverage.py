# SPDX-License-Identifier: Apache-2.0
"""What the checks of ``verify`` reach in a design: lines, toggles, and states and transitions of
its state machines.

Lines and toggles are Verilator's (names that begin with an underscore and words of more than 256
bits are left out). States and transitions are those that the emitted text has: the constants that a
register NAME_state takes in the cases over it, each with a cover property; a second register
remembers the state before. The transitions that a reset makes are not counted.
"""

import hashlib
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from ...design import Design
from .check import plays_of, simulators_of
from .lwc_plays import Level
from .program import Program

EXCLUSIONS = Path(__file__).parent / "exclusions.toml"
KINDS = ("state", "transition", "line", "toggle")
# Emitted text has a fixed form, so patterns find modules, resets and states in it.
MODULE = re.compile(r"^module\s+(\w+).*?^endmodule", re.MULTILINE | re.DOTALL)
CONSTANT = re.compile(r"\d+'h[0-9a-f]+|[A-Z][A-Z0-9_]*")
RESET = re.compile(
    r"always_ff @\(posedge (\w+)\) begin\s+if \(rst\) (begin\b.*?\bend\b|[^;]*;)", re.DOTALL
)
STATE = re.compile(rf"\b(\w*state) <= (?:{CONSTANT.pattern});")
NAMED = re.compile(r"localparam (?:\[\d+:0\] )?(\w+) = (\d+'h[0-9a-f]+);")
# A line of Verilator's coverage file: the point, and how often it was reached.
POINT = re.compile(r"^C '(.*)' (\d+)$")


@dataclass(frozen=True, kw_only=True)
class CountingProgram(Program):
    """A program built for coverage; adds up what all its runs reach.

    Attributes:
        directory: for the files of its runs.
        counts: how often each point was reached, by the bench's text of it.
    """

    directory: Path
    counts: Counter = field(default_factory=Counter)

    def run(self, numbers: Iterable[Iterable[int]], options: Mapping[str, object]) -> dict:
        """See `Program.run`."""
        path = self.directory / "coverage.dat"
        found = super().run(numbers, {**options, "coverage": path})
        for line in path.read_text(errors="replace").splitlines():
            if match := POINT.match(line):
                self.counts[match[1]] += int(match[2])
        return found


def measure(
    design: Design, directory: Path, *, seed: int, level: Level = Level.DEFAULT
) -> dict[str, Any]:
    """Play the checks of a level on a build that counts.

    Returns:
        ``kinds``: for each of `KINDS` ``points``, ``reached``, ``excluded``; ``open``: the points
        that are neither reached nor excluded, as texts; ``exclusions``: reasons of those that hold,
        and ``void``: of those whose module has changed since.

    Raises:
        ToolError: the design does not compile.
    """
    text, covers = instrumented(design)
    counted = replace(design, sources=text)
    simulator = simulators_of(counted).build(counted, directory, coverage=True)
    built = simulator.program
    program = CountingProgram(design=built.design, path=built.path, directory=Path(directory))
    for _, play in plays_of(design, seed, level):
        play(replace(simulator, program=program), None)
    return _summary(design, _points(program.counts, covers, design.top, _first_lines(text)))


def instrumented(design: Design) -> tuple[dict[str, str], dict[tuple[str, int], tuple[str, str]]]:
    """The sources with cover properties; kind and name of each by file and line."""
    sources, covers = {}, {}
    for name, text in design.sources.items():
        parts, at = [], 0
        for module in MODULE.finditer(text):
            # What is added stands last in the module, where all names are declared.
            end = module.end() - len("endmodule")
            parts.append(text[at:end])
            line = sum(part.count("\n") for part in parts) + 1
            for number, (added, point) in enumerate(_state_lines(module, design.top)):
                parts.append(f"  {added}\n")
                if point:
                    covers[name, line + number] = point
            at = end
        sources[name] = "".join([*parts, text[at:]])
    return sources, covers


def _place(module: str, top: str) -> str:
    """The path of a module's instance below the top, which its name ends with."""
    return module.removeprefix(top).lstrip("_") or "top"


def _state_lines(module: re.Match, top: str) -> Iterator[tuple[str, tuple[str, str] | None]]:
    """What is added for the state machines of a module, and the kind and name of the point that a
    line counts.
    """
    place = _place(module[1], top)
    numbers = dict(NAMED.findall(module[0]))
    for clock, register in _machines(module[0]):
        edges = _transitions(module[0], register)
        states = sorted(
            {state for edge in edges for state in edge},
            key=lambda text: int(numbers.get(text, text).partition("'h")[2], 16),
        )
        before, known = f"{register}_before", f"{register}_known"
        size = re.search(rf"^  reg (\[\d+:0\] )?{register}\b", module[0], re.MULTILINE)
        # A pair of states is a transition only if no reset lies between: `known` is 0 behind one.
        yield f"reg {size[1] or '' if size else ''}{before}; reg {known} = 1'd0;", None
        yield (
            f"always_ff @(posedge {clock}) begin {before} <= {register}; {known} <= !rst; end",
            None,
        )
        for state in states:
            yield (
                f"cover property (@(posedge {clock}) {register} == {state});",
                ("state", f"{place}: {register} = {state}"),
            )
        for last, now in sorted(edges):
            condition = f"{known} && {before} == {last} && {register} == {now}"
            yield (
                f"cover property (@(posedge {clock}) {condition});",
                ("transition", f"{place}: {register} {last} -> {now}"),
            )


def _machines(text: str) -> Iterator[tuple[str, str]]:
    """Clock and register of each state machine: what is reset to a constant is called a state."""
    for clock, reset in RESET.findall(text):
        yield from ((clock, register) for register in STATE.findall(reset))


def _transitions(text: str, register: str) -> set[tuple[str, str]]:
    """Pairs of constants: the label of a case over ``register``, and what it gets there."""
    from pyslang.syntax import SyntaxTree

    found: set[tuple[str, str]] = set()

    def visit(node, labels: tuple[str, ...]) -> None:
        kind = getattr(node.kind, "name", "")
        if kind == "CaseStatement" and str(node.expr).strip() == register:
            for item in node.items:
                given = [str(part).strip() for part in getattr(item, "expressions", ())]
                # A label that is no constant, such as `default`, names no state.
                visit(item.clause, tuple(label for label in given if CONSTANT.fullmatch(label)))
            return
        if kind == "ConditionalStatement" and (label := _compared(str(node.predicate), register)):
            visit(node.statement, (label,))
            # In an else the case around still holds, and the comparison does not.
            visit(node.elseClause, labels) if node.elseClause else None
            return
        if kind == "NonblockingAssignmentExpression" and str(node.left).strip() == register:
            value = str(node.right).strip()
            found.update((label, value) for label in labels if CONSTANT.fullmatch(value))
        if hasattr(node, "__iter__"):
            for child in node:
                if child is not None:
                    visit(child, labels)

    visit(SyntaxTree.fromText(text).root, ())
    return found


def _compared(condition: str, register: str) -> str:
    """The constant that a condition compares the register with, beside others, or nothing."""
    # Emitted conditions join their parts by `&` alone.
    for part in condition.strip().split(" & "):
        left, _, right = part.strip("() ").partition(" == ")
        if left == register and CONSTANT.fullmatch(right):
            return right
    return ""


def _first_lines(sources: Mapping[str, str]) -> dict[str, int]:
    """The line in its file that each module begins in, by its whole name."""
    return {
        module[1]: text.count("\n", 0, module.start()) + 1
        for text in sources.values()
        for module in MODULE.finditer(text)
    }


def _points(
    counts: Mapping[str, int],
    covers: Mapping[tuple[str, int], tuple[str, str]],
    top: str,
    first_lines: Mapping[str, int],
) -> dict[tuple[str, str], int]:
    """How often each point was reached, by kind and name. A line with several branches has several
    points. Lines count from that of the word ``module``, so that other modules do not move them.
    """
    points: Counter[tuple[str, str]] = Counter()
    for text, count in counts.items():
        # Verilator's file of coverage has keys and values between bytes 1 and 2.
        facts = dict(part.split("\x02", 1) for part in text.split("\x01") if "\x02" in part)
        kind, line = facts.get("page", "").partition("/")[0], int(facts.get("l", 0))
        place = _place(facts.get("page", "").partition("/")[2], top)
        if kind == "v_user" and (facts.get("f", ""), line) in covers:
            points[covers[facts["f"], line]] += count
        elif kind in ("v_line", "v_branch"):
            name = facts["page"].partition("/")[2]
            within = line - first_lines.get(name, 1) + 1
            points["line", f"{place}: line {within} {facts.get('o', '')}"] += count
        elif kind == "v_toggle":
            points["toggle", f"{place}: {facts.get('o', '')}"] += count
    return points


@cache
def _exclusions() -> list[dict[str, Any]]:
    return tomllib.loads(EXCLUSIONS.read_text()).get("exclusion", [])


def module_hashes(design: Design) -> dict[str, str]:
    """SHA-256 of the text of each module, by its name without that of the core (``top`` for the top
    module).
    """
    texts = [module for text in design.sources.values() for module in MODULE.finditer(text)]
    return {
        _place(module[1], design.top): hashlib.sha256(module[0].encode()).hexdigest()
        for module in texts
    }


def _summary(design: Design, points: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    hashes, holding, void = module_hashes(design), [], []
    for entry in _exclusions():
        if entry["core"] == design.name:
            # A reason is of one text of a module: after a change it has to be thought over.
            (holding if hashes.get(entry["module"]) == entry["sha256"] else void).append(entry)
    patterns = [
        (entry["kind"], re.compile(f"{re.escape(entry['module'])}: (?:{entry['points']})"))
        for entry in holding
    ]
    kinds: dict[str, Counter] = defaultdict(Counter)
    left = []
    for (kind, name), count in sorted(points.items()):
        # What is reached is not excluded: an exclusion that is wrong hides nothing then.
        excluded = not count and any(
            kind == other and pattern.fullmatch(name) for other, pattern in patterns
        )
        kinds[kind].update(points=1, reached=bool(count), excluded=excluded)
        left += [] if count or excluded else [f"{kind} {name}"]
    return {
        "kinds": {
            kind: {what: kinds[kind][what] for what in ("points", "reached", "excluded")}
            for kind in KINDS
        },
        "open": left,
        "exclusions": [entry["reason"] for entry in holding],
        "void": [entry["reason"] for entry in void],
    }
