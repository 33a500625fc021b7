# SPDX-License-Identifier: Apache-2.0
"""Statements under conditions: ``if`` and ``else if``, or a ``case``, each body on one line if it
fits.
"""

from collections.abc import Collection, Iterator

from .expressions import Text, binary, inverted
from .lines import COLUMNS, Comments, wrapped
from .logic import Logic
from .rtlil import Assign, Bits, Switch, Value
from .statements import MANY, plain, usual


class Choices:
    """Writes the statements of one process.

    Args:
        logic: of the module, with its names.
        comments: of the module.
        sign: ``=``, or ``<=`` for registers.
        phases: choices of which a comment says when they are made.
    """

    def __init__(
        self, logic: Logic, comments: Comments, sign: str, phases: Collection[Switch] = ()
    ):
        self.logic, self.comments = logic, comments
        self.sign, self.phases = sign, phases

    def statements(self, body: list, indent: int) -> Iterator[str]:
        """Statements one after the other."""
        for statement in body:
            # By identity: another choice may have the same cases.
            if any(statement is phase for phase in self.phases):
                yield from self.comments.on(statement.selector[0].wire, indent, again=True)
            if isinstance(statement, Assign):
                yield from wrapped(self._assignment(statement), indent)
            elif plain(statement) or len(statement.cases) < MANY:
                yield from self.conditions(statement, indent)
            else:
                yield from self._cases(statement, indent)

    def _assignment(self, statement: Assign) -> str:
        part = statement.target[0]
        # The statement's target is what a flip-flop stores next; the names are the register's.
        wire = self.logic.stored.get(part.wire, part.wire)
        name = self.logic.names[wire]
        if part.width < self.logic.module.wires[wire].width:
            name += f"[{part.high}]" if part.width == 1 else f"[{part.high}:{part.low}]"
        target = (Bits(wire, part.high, part.low),)
        return f"{name} {self.sign} {self.logic.read_beside(statement.value, target).text};"

    def conditions(self, switch: Switch, indent: int, *, after: bool = False) -> Iterator[str]:
        """``if`` and ``else if``; ``after``: behind another ``if``."""
        cases = usual(switch.cases)
        if len(cases) > 1 and not any(body for _, body in cases[:-1]):
            yield from self._last(switch, cases, indent, after=after)
            return
        for number, (patterns, body) in enumerate(cases):
            condition, body = self._nested(switch, patterns, body)
            start = "else " * (after or number > 0) + (
                f"if ({condition.text})" if condition else ""
            )
            yield from self.block(start.rstrip(), body, indent)

    def _last(self, switch: Switch, cases: list, indent: int, *, after: bool) -> Iterator[str]:
        """Of conditions one after the other the last one, if nothing happens on those before."""
        *before, (patterns, body) = cases
        found = [inverted(self.logic.condition(switch, one)) for one, _ in before]
        found += [self.logic.condition(switch, patterns)] if patterns else []
        total = found[0]
        for condition in found[1:]:
            total = binary("&", total, condition, 1)
        yield from self.block(f"{'else ' * after}if ({total.text})", body, indent)

    def _nested(
        self, switch: Switch, patterns: tuple[str, ...], body: list
    ) -> tuple[Text | None, list]:
        """A condition and what happens then; of a condition within another one, both as one."""
        if not patterns:
            return None, body
        condition = self.logic.condition(switch, patterns)
        while len(usual(switch.cases)) == 1 and len(body) == 1 and isinstance(body[0], Switch):
            switch, (*_, (inner, deeper)) = body[0], usual(body[0].cases)
            if len(usual(switch.cases)) > 1 or not inner or not plain(switch):
                break
            condition = binary("&", condition, self.logic.condition(switch, inner), 1)
            body = deeper
        return condition, body

    def block(self, start: str, body: list, indent: int) -> Iterator[str]:
        """Statements under a condition or label: on one line if they fit."""
        if len(body) == 1 and isinstance(body[0], Assign):
            line = f"{start} {self._assignment(body[0])}"
            if len(line) + indent <= COLUMNS:
                yield " " * indent + line
                return
        yield from wrapped(f"{start} begin", indent)
        yield from self.statements(body, indent + 2)
        yield " " * indent + "end"

    def _cases(self, switch: Switch, indent: int) -> Iterator[str]:
        # ``?`` matches anything in casez only.
        loose = any("-" in pattern for patterns, _ in switch.cases for pattern in patterns)
        yield from wrapped(
            f"{'casez' if loose else 'case'} ({self.logic.read(switch.selector).text})", indent
        )
        for patterns, body in usual(switch.cases):
            label = (
                ", ".join(self._label(pattern, switch.selector) for pattern in patterns)
                or "default"
            )
            if body:
                yield from self.block(f"{label}:", body, indent + 2)
            else:
                yield f"{' ' * (indent + 2)}{label}: ;"
        # Linters warn of a case without a default, even where nothing happens in the others.
        if all(patterns for patterns, _ in switch.cases):
            yield f"{' ' * (indent + 2)}default: ;"
        yield f"{' ' * indent}endcase"

    def _label(self, pattern: str, selector: Value) -> str:
        if "-" in pattern:
            return f"{len(pattern)}'b{pattern.replace('-', '?')}"
        return self.logic.label(pattern, selector).text
