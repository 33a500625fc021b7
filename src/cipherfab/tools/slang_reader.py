# SPDX-License-Identifier: Apache-2.0
"""The program that reads Verilog with `pyslang`, in a process of its own: it takes `OPTIONS`, and
writes what the trees hold to `FACTS` and their text to `TEXT`, see `slang`.
"""

import json
import re
import sys
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from . import slang_hierarchy
from .slang import FACTS, FULL, OPTIONS, TEXT
from .slang_blocks import Blocks, dotted
from .slang_simulation import first_match, without_hardware
from .slang_tree import identity, module_of, spelling, tokens

KEPT_DIRECTIVES = ("TimeScaleDirective", "DefaultNetTypeDirective",
                   "ResetAllDirective", "CellDefineDirective",
                   "EndCellDefineDirective", "UnconnectedDriveDirective",
                   "NoUnconnectedDriveDirective",
                   "BeginKeywordsDirective", "EndKeywordsDirective")  # fmt: skip
"""Directives that change how tokens are read, and do nothing else."""

KEPT_TEXT = re.compile(r'`\w+[\w "./-]*')

SETTLED_DIRECTIVES = ("DefineDirective", "UndefDirective", "UndefineAllDirective",
                      "MacroUsage", "IfDefDirective",
                      "IfNDefDirective", "ElsIfDirective", "ElseDirective",
                      "EndIfDirective", "LineDirective")  # fmt: skip
"""Directives that the preprocessor has dealt with."""

HINT = re.compile(
    r"(?i)\b(full_case|parallel_case|(?:translate|synthesis)_(?:on|off)|"
    r"synthesis (?:on|off))\b"
)
"""Words of comments and attributes by which some tools read another meaning."""

OF_TOOLS = ("SYNTHESIS", "VERILATOR", "YOSYS", "__ICARUS__", "MODEL_TECH", "QUESTA", "VCS",
            "XCELIUM", "INCA", "XILINX_SIMULATOR", "ALDEC", "__VIVADO__", "XST", "SYNPLIFY",
            "ALTERA_RESERVED_QIS")  # fmt: skip
"""Macros that simulators and synthesizers define themselves."""

BRANCHES = re.compile(rf"\s*`(?:ifdef|ifndef|elsif)\b[^\n]*\b({'|'.join(OF_TOOLS)})\b")

BLACK_BOX = "blackbox"
"""The attribute that is read: what has it is refused. Others mean nothing to a simulator."""

VALUED = ("PortDeclaration", "NetDeclaration", "DataDeclaration")
DECLARATIONS = ("EmptyMember", "ParameterDeclarationStatement", "TimeUnitsDeclaration",
                "GenvarDeclaration", "SpecifyBlock")  # fmt: skip
"""Members of a module that compute nothing; of the first, where they give no value."""

LITERALS = ("IntegerVectorExpression", "UnbasedUnsizedLiteralExpression")
WILDCARDS = ("WildcardEqualityExpression", "WildcardInequalityExpression", "InsideExpression")
COMPARISONS = (
    "CaseEqualityExpression",
    "CaseInequalityExpression",
    "EqualityExpression",
    "InequalityExpression",
)
"""Constants in which ``z`` may be; where it is a pattern, beside the items of a case; and where
``x`` would be told from 0 and 1.
"""

INVISIBLE = ("Placeholder", "EndOfFile")

ATTRIBUTE = (("OpenParenthesis", "Star"), ("Star", "CloseParenthesis"))
"""Tokens that mean something else with a space between them."""

FAR = 40
"""Lines from which on a line directive is shorter than empty lines."""


class Reader:
    """Everything in the trees of a unit, in the order of the tokens."""

    def __init__(self, arguments: str):
        from pyslang.driver import Driver

        self.driver = Driver()
        self.driver.addStandardArgs()
        # The driver takes its arguments from the text above, so these are ours alone.
        self.full = FULL in sys.argv
        self.good = (
            self.driver.parseCommandLine(arguments)
            and self.driver.processOptions()
            and self.driver.parseAllSources()
        )
        # First the call: the messages are printed in any case.
        self.good = self.driver.reportParseDiags() and self.good
        self.manager = self.driver.sourceManager
        self.tokens, self.foreign = [], []
        self.omitted, self.left = set(), 0
        self.instead: dict[tuple[int, int, str], str] = {}
        self.unreadable: list[tuple[str, str, str]] = []
        self.promised: list[str] = []
        self.open_values: list[str] = []
        self.attributes, self.modules, self.instances = [], {}, []
        self.spans: dict[tuple[int, int, str], slang_hierarchy.Span] = {}
        for tree in self.driver.syntaxTrees:
            tree.root.visit(self._visit)

    def _visit(self, node) -> None:
        kind = node.kind.name
        if kind in ("DPIImport", "DPIExport"):
            self.foreign.append(self.place(node.getFirstToken().location))
        elif kind in LITERALS and _open_value(node):
            self.open_values.append(self.place(node.getFirstToken().location))
        elif found := without_hardware(node):
            place = self.place(node.getFirstToken().location)
            self.unreadable.append((found, place, module_of(node)))
        elif word := first_match(node, full=self.full):
            self.instead[identity(word[0])] = word[1]
            if word[0].valueText != "unique0":
                self.promised.append(self.place(word[0].location))
        if kind == "AttributeSpec":
            self.attributes.append(node)
        elif kind == "AttributeInstance" and BLACK_BOX not in spelling(node):
            self.left = len(tokens(node))
        elif kind == "ModuleDeclaration":
            self.modules[node.header.name.valueText] = node
        elif kind == "HierarchyInstantiation":
            self.instances.append(node)
        elif kind == "TimingControlExpression" and node.timing.kind.name == "DelayControl":
            self.left = len(tokens(node.timing))
        elif hasattr(node, "rawText"):
            self.tokens.append(node)
            self._count_omitted(node)

    def _count_omitted(self, token) -> None:
        """Note a token of what is left out, whose first tokens these are."""
        if self.left:
            # `tokens` keeps every token, so no other object gets its id.
            self.omitted.add(id(token))
            self.left -= 1

    def written(self, token) -> str:
        """A token as the text has it; empty if it has not."""
        if token.isMissing or token.kind.name in INVISIBLE or id(token) in self.omitted:
            return ""
        return self.instead.get(identity(token), token.rawText)

    def place(self, location) -> str:
        return "{}:{}".format(*self._where(location))

    def _where(self, location) -> tuple[str, int]:
        outer = self.manager.getFullyExpandedLoc(location)
        # It stands in quotes in line directives, and in messages.
        name = re.sub(r"[^\w./+-]", "_", self.manager.getFileName(outer))
        return name.removeprefix("./"), self.manager.getLineNumber(outer)

    def includes(self) -> list[tuple[str, str]]:
        return [
            (include.path, self.place(include.syntax.getFirstToken().location))
            for tree in self.driver.syntaxTrees
            for include in tree.getIncludeDirectives()
        ]

    def directives(self) -> Iterator[tuple[str, object, str, str]]:
        """Kind, token before which it stands, text and place of each directive, but those that are
        settled or include.
        """
        for token in self.tokens:
            for trivia in token.trivia:
                syntax = trivia.syntax()
                if syntax is not None and syntax.kind.name not in (
                    *SETTLED_DIRECTIVES,
                    "IncludeDirective",
                ):
                    place = self.place(syntax.getFirstToken().location)
                    yield syntax.kind.name, token, str(syntax).strip(), place

    def hints(self) -> Iterator[tuple[str, str]]:
        """Words that are not followed, and where."""
        for node in self.attributes:
            if found := HINT.search(node.name.valueText):
                yield found[0], self.place(node.name.location)
        for trivia, place in self._trivia():
            if trivia.kind.name in ("LineComment", "BlockComment"):
                yield from ((word, place()) for word in HINT.findall(_raw(trivia)))

    def hidden(self) -> Iterator[str]:
        """Where other tools read something else."""
        for trivia, place in self._trivia():
            syntax = trivia.syntax()
            if syntax is not None and BRANCHES.match(str(syntax)):
                yield self.place(syntax.getFirstToken().location)
            elif trivia.kind.name == "DisabledText" and HINT.search(_raw(trivia)):
                yield place()

    def macros(self) -> list[str]:
        """Those of `OF_TOOLS` on which something hangs."""
        branches = (BRANCHES.match(str(trivia.syntax() or "")) for trivia, _ in self._trivia())
        return sorted({branch[1] for branch in branches if branch})

    def empty(self) -> Iterator[tuple[str, str]]:
        """Modules that compute nothing."""
        for name, node in self.modules.items():
            if all(
                member.kind.name in DECLARATIONS
                or member.kind.name in VALUED
                and "=" not in spelling(member)
                for member in node.members
            ):
                yield name, self.place(node.header.name.location)

    def diverging(self) -> dict[str, list[tuple[str, str, str]]]:
        """Signals with another value in a simulator, where, and their modules, see
        `slang_blocks.Blocks`.
        """
        reached = dotted(self.modules.values())
        blocks = {name: Blocks(module, reached) for name, module in self.modules.items()}
        found = {
            "late": [(*one, name) for name, each in blocks.items() for one in each.too_short()],
            "raced": [(*one, name) for name, each in blocks.items() for one in each.raced_for()],
            "early": [(*one, name) for name, each in blocks.items() for one in each.too_early()],
        }
        return {
            what: [(signal, self.place(token.location), module) for signal, token, module in ones]
            for what, ones in found.items()
        }

    def uses(self) -> dict[str, list[str]]:
        """By the name of each module those that it instantiates."""
        found: dict[str, list[str]] = {name: [] for name in self.modules}
        for node in self.instances:
            found.setdefault(module_of(node), []).append(node.type.valueText)
        return found

    def hollow(self) -> list[tuple[str, str]]:
        """Instantiated modules that compute nothing."""
        instantiated = {node.type.valueText for node in self.instances}
        return [(name, place) for name, place in self.empty() if name in instantiated]

    def _trivia(self) -> Iterator[tuple]:
        """Every piece of trivia, and what says its place: as many lines in front of its token as
        there are between.
        """
        for token in self.tokens:
            pieces = list(token.trivia)
            for index, piece in enumerate(pieces):
                if piece.kind.name in ("Whitespace", "EndOfLine"):
                    continue

                def place(token=token, rest=tuple(pieces[index:])) -> str:
                    name, number = self._where(token.location)
                    return f"{name}:{number - sum(_lines(one) for one in rest)}"

                yield piece, place

    def system(self) -> Iterator[tuple[str, str | None, str]]:
        for index, token in enumerate(self.tokens):
            if token.kind.name == "SystemIdentifier":
                following = [
                    other
                    for other in self.tokens[index + 1 : index + 8]
                    if not other.isMissing and other.rawText
                ][:2]
                string = (
                    len(following) == 2
                    and following[0].kind.name == "OpenParenthesis"
                    and following[1].kind.name == "StringLiteral"
                )
                yield (
                    token.rawText,
                    following[1].valueText if string else None,
                    self.place(token.location),
                )

    def text(self) -> str:
        """The tokens, with line directives; `spans` are theirs from now on."""
        kept, places = {}, {}
        for kind, token, text, _ in self.directives():
            if kind in KEPT_DIRECTIVES and KEPT_TEXT.fullmatch(text):
                kept.setdefault(id(token), []).append(text)
        parts, file, line, before = [], "", 0, ""
        for token in self.tokens:
            for text in kept.get(id(token), ()):
                # It takes lines of its own, so a line directive has to follow.
                parts.append(f"\n{text}\n")
                file = ""
            raw = self.written(token)
            if not raw:
                continue
            name, number = self._where(token.location)
            # A short way down is told by empty lines; any other place by a directive.
            if name != file or not line <= number <= line + FAR:
                parts.append(f'\n`line {number} "{name}" 0\n')
            elif number > line:
                parts.append("\n" * (number - line))
            if parts and not token.trivia and (before, token.kind.name) in ATTRIBUTE:
                parts[-1] = parts[-1].rstrip(" ")
            places[identity(token)] = len(parts), len(raw)
            parts.append(raw + " ")
            before, file, line = token.kind.name, name, number + raw.count("\n")
        starts = [0, *accumulate(map(len, parts))]
        self.spans = {
            token: (starts[part], starts[part] + length) for token, (part, length) in places.items()
        }
        return "".join(parts)


def _spelled(reader: Reader) -> list[str]:
    return [text for token in reader.tokens if (text := reader.written(token))]


def _raw(trivia) -> str:
    """The text of a piece of trivia; a comment may be in another code than UTF-8."""
    try:
        return trivia.getRawText()
    except UnicodeDecodeError as error:
        # Every byte is a letter in this code, so no text is lost and lines can be counted.
        return error.object.decode("latin-1")


def _lines(trivia) -> int:
    """How many lines end in a piece of trivia."""
    return (_raw(trivia) or str(trivia.syntax() or "")).count("\n")


def _open_value(node) -> bool:
    """Whether a literal has ``z`` and is no pattern, or has ``x`` and something is compared with
    it.
    """
    digits = spelling(node).lower()
    if "x" in digits and node.parent is not None and node.parent.kind.name in COMPARISONS:
        return True
    return ("z" in digits or "?" in digits) and not _pattern(node)


def _pattern(node) -> bool:
    """Whether a literal is what something is compared with, so that ``z`` in it means any value."""
    inner, outer = node, node.parent
    while outer is not None and outer.kind.name not in ("StandardCaseItem", *WILDCARDS):
        inner, outer = outer, outer.parent
    if outer is None:
        return False
    return outer.kind.name in WILDCARDS or not inner.kind.name.endswith(("Statement", "Clause"))


def _main() -> None:
    first = Reader(f"slang -f {OPTIONS}")
    facts = {"system": list(first.system()), "includes": first.includes(),
             "foreign": first.foreign, "errors": "", "hints": list(first.hints()),
             "open_values": first.open_values, "hidden": list(first.hidden()),
             "macros": first.macros(), "promised": first.promised,
             "hollow": first.hollow(), "empty": list(first.empty()),
             "uses": first.uses(), "unreadable": first.unreadable,
             **first.diverging(),
             "modules": slang_hierarchy.modules(first.modules),
             "directives": [(kind, place) for kind, _, _, place in first.directives()
                            if kind not in KEPT_DIRECTIVES]}  # fmt: skip
    text = first.text() if first.good else ""
    facts["instances"] = slang_hierarchy.instances(
        first.instances if first.good else [],
        first.modules,
        lambda token: first.spans[identity(token)],
        first.place,
    )
    # Bytes of strings that are no UTF-8 go through as they are.
    Path(TEXT).write_text(text, errors="surrogateescape")
    if not first.good:
        facts["errors"] = "the parser found errors"
    # What the next tool reads has to be what was looked at, token by token.
    elif _spelled(Reader(f"slang --single-unit ./{TEXT}")) != _spelled(first):
        sys.exit(
            "the tokens are other ones after they were written and read again; please report "
            "this source"
        )
    Path(FACTS).write_text(json.dumps(facts))


if __name__ == "__main__":
    try:
        _main()
    except UnicodeDecodeError as error:
        sys.exit(f"a name or a string of the sources is no UTF-8: {error.object[:40]!r}")
