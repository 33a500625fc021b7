# SPDX-License-Identifier: Apache-2.0
"""The logic functions of a library's cells, from its Liberty file, as expressions of C++.

Grammar (Liberty reference, "function" and "next_state"): ``!x`` and ``x'`` negate; then, from the
tightest, ``^``; ``&``, ``*`` or a space; ``|`` or ``+``. Every operand is put in brackets, so the
precedence of C++ does not matter.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ... import given
from ...errors import CallError, ToolError

# Names may be in quotes or not: libraries do it either way.
_CELL = re.compile(r'\bcell\s*\(\s*"?([^\s")]+)"?\s*\)')
_PIN = re.compile(r'\bpin\s*\(\s*"?([^\s")]+)"?\s*\)')
_REGISTER = re.compile(r'\bff\s*\(\s*"?(\w+)"?\s*,\s*"?(\w+)"?\s*\)')
_GATE = re.compile(
    r'\bclock_gating_integrated_cell\s*:\s*"?latch_posedge(_precontrol|_postcontrol)?"?\s*;'
)
# Every character outside of these tokens is refused: the expression goes into C++ that is compiled,
# and a Liberty file may be of others.
_TOKEN = re.compile(r"\s*([A-Za-z_]\w*|[01]|[!^&*|+()'])")

OTHER = {"q": "~q", "~q": "q"}
"""The inverse of each output of a flip-flop."""


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A cell.

    Attributes:
        inputs: pins that its functions read, in alphabetical order; of a flip-flop, those of its
            next state, with the output of one that keeps its state.
        outputs: for each output pin its function over ``inputs``; of a flip-flop ``"q"`` or
            ``"~q"``.
        next_state: of a flip-flop, the function over ``inputs``; else None.
        clock: pin, or None.
        gate: of an integrated clock-gating cell the pin of the gated clock, else None; ``inputs``
            are then the pins of which one is 1, at the rising edge of the clock, to let it through.
        tied: pins of a flip-flop that clear or preset it at any time. Its next state holds only
            where they are constant.
    """

    inputs: tuple[str, ...]
    outputs: dict[str, str]
    next_state: str | None = None
    clock: str | None = None
    gate: str | None = None
    tied: tuple[str, ...] = ()


@lru_cache(maxsize=4)
def read(path: Path) -> dict[str, Cell]:
    """The cells of a Liberty file (also ``.gz``) whose functions are known: no latches; of clock
    gates those with a latch for the rising edge.

    Raises:
        ToolError: the file cannot be read.
    """
    try:
        raw = given.unpacked(path, given.read(path, given.LIBRARY))
    except CallError as error:
        raise ToolError(f"{error}; expected a Liberty file.") from None
    text = raw.decode(errors="replace")
    # What a scan cell does in test mode is described once more in a group of its own, always the
    # last one with functions.
    found = {name: _cell(body.partition("test_cell")[0]) for name, body in _split(_CELL, text)}
    return {name: cell for name, cell in found.items() if cell is not None}


def _split(pattern: re.Pattern, text: str) -> list[tuple[str, str]]:
    """Name and text of each group, up to the next one."""
    starts = list(pattern.finditer(text))
    return [
        (start[1], text[start.end() : end])
        for start, end in zip(starts, [*(match.start() for match in starts[1:]), len(text)])
    ]


def _attribute(body: str, name: str) -> str | None:
    match = re.search(rf'\b{name}\s*:\s*"([^"]*)"', body)
    return match[1] if match else None


def _clock_gate(body: str) -> Cell | None:
    roles = {
        role: pin
        # Liberty marks the role at the pin; its name is free.
        for pin, text in _split(_PIN, body)
        for role in re.findall(r"\bclock_gate_(\w+)_pin\s*:\s*\"?true", text)
    }
    # Without these three the cell cannot be simulated; it is unknown then, and refused where it is
    # used.
    if not {"clock", "enable", "out"} <= set(roles):
        return None
    return Cell(
        inputs=tuple(sorted(roles[role] for role in ("enable", "test") if role in roles)),
        outputs={},
        clock=roles["clock"],
        gate=roles["out"],
    )


def _cell(body: str) -> Cell | None:
    # An integrated clock gate says its output by a state table, not by a function.
    if _GATE.search(body):
        return _clock_gate(body)
    outputs = {
        pin: function
        for pin, text in _split(_PIN, body)
        if (function := _attribute(text, "function")) is not None
    }
    register = _REGISTER.search(body)
    if register is None:
        pins = sorted({name for function in outputs.values() for name in names(function)})
        # A function that reads something that is no input pin, such as the state of a latch, is not
        # that of a gate.
        inputs = {
            pin for pin, text in _split(_PIN, body) if re.search(r"direction\s*:\s*\"?input", text)
        }
        return (
            Cell(inputs=tuple(pins), outputs=outputs) if outputs and set(pins) <= inputs else None
        )
    clear, preset = _attribute(body, "clear"), _attribute(body, "preset")
    following, clock = _attribute(body, "next_state"), _attribute(body, "clocked_on")
    states = {register[1]: "q", register[2]: "~q"}
    if (
        following is None
        or clock is None
        # A clock that is a function of two pins is gated in the cell; its enable would be lost
        # here.
        or len(names(clock)) != 1
        or not set(outputs.values()) <= set(states)
    ):
        return None
    tied = sorted(names(f"{clear or ''} {preset or ''}"))
    following = _kept(following, states, outputs)
    # Only where these pins are constant is this the whole effect; `tied` makes the reader of a
    # netlist check that.
    following = f"({following}) & !({clear})" if clear else following
    following = f"({following}) | ({preset})" if preset else following
    return Cell(
        inputs=tuple(sorted(names(following))),
        outputs={pin: states[function] for pin, function in outputs.items()},
        next_state=following,
        clock=clock.strip(),
        tied=tuple(tied),
    )


def _kept(following: str, states: Mapping[str, str], outputs: Mapping[str, str]) -> str:
    """A next state with the pins that show the state in its place: an enable flip-flop reads it."""
    shown = {states[function]: pin for pin, function in outputs.items()}
    for name, kind in states.items():
        # The state is named by the pin that shows it: only pins have nets. A cell that shows one
        # output alone gets the state from its inverse.
        other = f"(!{shown[OTHER[kind]]})" if OTHER[kind] in shown else name
        # Whole words only: IQ is the beginning of IQN.
        following = re.sub(rf"\b{name}\b", shown.get(kind, other), following)
    return following


def names(function: str) -> set[str]:
    """The pins that a function reads."""
    return set(re.findall(r"[A-Za-z_]\w*", function))


def expression(function: str, operand: Callable[[str], str]) -> str:
    """A function as C++; ``operand`` says how a pin is written.

    Raises:
        ToolError: it is no function of the grammar.
    """
    tokens = _TOKEN.findall(function)
    # `findall` skips what is no token; nothing may be skipped.
    if "".join(tokens) != re.sub(r"\s", "", function):
        raise (
            ToolError(f"Liberty function {function!r}: expected pins, 0, 1 and ! ' ^ & * | + ( ).")
        )
    parser = _Parser(tokens, operand)
    try:
        text = parser.level(0)
    # Brackets in one another are as deep as the file says; a file of others must not end the
    # program.
    except RecursionError:
        raise ToolError(
            f"Liberty function of {len(tokens)} parts: expected fewer in one another."
        ) from None
    if parser.tokens:
        raise ToolError(f"Liberty function {function!r}: cannot go on at {parser.tokens[0]!r}.")
    return text


class _Parser:
    """Precedence climbing over the three levels of binary operators."""

    LEVELS = (("|", "|+"), ("&", "&*"), ("^", "^"))

    def __init__(self, tokens: list[str], operand: Callable[[str], str]):
        self.tokens, self.operand = list(tokens), operand

    def level(self, depth: int) -> str:
        if depth == len(self.LEVELS):
            return self._negated()
        operator, signs = self.LEVELS[depth]
        text = self.level(depth + 1)
        while self.tokens and (
            self.tokens[0] in signs or (operator == "&" and self._starts_operand())
        ):
            if self.tokens[0] in signs:
                self.tokens.pop(0)
            text = f"({text} {operator} {self.level(depth + 1)})"
        return text

    def _starts_operand(self) -> bool:
        """Two operands side by side are a conjunction."""
        # A space is no token, so a conjunction by a space shows as an operand behind an operand.
        return self.tokens[0] not in "|+&*^)'"

    def _negated(self) -> str:
        if not self.tokens:
            raise ToolError("Liberty function: an operand is missing at the end.")
        token = self.tokens.pop(0)
        if token == "!":
            return f"~{self._negated()}"
        if token == "(":
            text = f"({self.level(0)})"
            if not self.tokens or self.tokens.pop(0) != ")":
                raise ToolError("Liberty function: a bracket is not closed.")
        else:
            # `zero` is a vector of all lanes; a plain 1 of C++ would be 1 in the lowest bit alone.
            text = {"0": "zero", "1": "~zero"}.get(token) or self.operand(token)
        while self.tokens and self.tokens[0] == "'":
            self.tokens.pop(0)
            text = f"~({text})"
        return text
