# SPDX-License-Identifier: Apache-2.0
"""Traced words: every operation is recorded, once, for the readings in `compiled` and `hardware`.

Equal operations on equal operands are one node, so an expression that a cipher writes twice is
built once.
"""

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .base import Word


class TracedWord(Word):
    """A node of a recorded expression.

    Attributes:
        operation: an operation of `base.Word`, or ``"input"``.
        operands: nodes that it takes, in order.
        parameter: its constant parameter; the name of an ``"input"``.
    """

    __slots__ = ("operation", "operands", "parameter", "_nodes")

    def __init__(self, width, operation, operands, parameter, nodes):
        self.width, self.operation, self.operands, self.parameter, self._nodes = (
            width,
            operation,
            operands,
            parameter,
            nodes,
        )

    def _apply(self, operation, width, operands, parameter=None):
        # Operands stay in ``_nodes``, so that no other object gets their identity.
        key = (operation, width, tuple(map(id, operands)), parameter)
        if key not in self._nodes:
            self._nodes[key] = TracedWord(width, operation, operands, parameter, self._nodes)
        return self._nodes[key]


@dataclass(frozen=True)
class Trace:
    """What a function over words does.

    Attributes:
        inputs: its inputs by name, in order.
        outputs: its outputs by name, in order.
        nodes: every node that an output needs, operands before their users, inputs left out.
        names: of nodes that the description has a name for, by ``id``: that of the variable that
            held the word, or that of the function that gave it and its place in the result.
        sections: of these nodes, what the function says of itself: its name and the first sentence
            of its docstring.
    """

    inputs: dict[str, TracedWord]
    outputs: dict[str, TracedWord]
    nodes: list[TracedWord] = field(repr=False)
    names: dict[int, str] = field(default_factory=dict, repr=False)
    sections: dict[int, str] = field(default_factory=dict, repr=False)


def trace(
    function: Callable[[dict[str, Word]], dict[str, Word]],
    widths: Mapping[str, int],
    *,
    named: bool = False,
) -> Trace:
    """Record what ``function`` does with inputs of these widths.

    Args:
        function: from words by name to words by name.
        widths: bits of each input.
        named: find the names that the description has for its words, which takes longer.
    """
    nodes: dict = {}
    inputs = {name: TracedWord(width, "input", (), name, nodes) for name, width in widths.items()}
    names: dict[int, str] = {}
    sections: dict[int, str] = {}
    outputs = dict(
        _watched(function, dict(inputs), nodes, names, sections)
        if named
        else function(dict(inputs))
    )
    return Trace(inputs, outputs, _in_order(outputs.values()), names, sections)


def reads(word: TracedWord) -> set[str]:
    """Names of the inputs of a trace that a word depends on."""
    stack, seen, names = [word], set(), set()
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if node.operation == "input":
            names.add(node.parameter)
        stack.extend(node.operands)
    return names


def _watched(
    function: Callable,
    inputs: dict[str, Word],
    nodes: dict,
    names: dict[int, str],
    sections: dict[int, str],
) -> Mapping[str, Word]:
    """The function's result; what its variables, and those of the functions that it calls, are
    called goes into ``names``, as far as they hold words of the trace with these ``nodes``.
    """
    for name, word in inputs.items():
        names[id(word)] = name
    before = sys.getprofile()

    def look(frame, event, result):
        if (
            event == "return"
            and frame.f_code.co_filename.rpartition("/")[0] != HERE
            # Lambdas and comprehensions have no name to give.
            and not frame.f_code.co_name.startswith("<")
        ):
            found: dict[int, str] = {}
            # Variables before the function: the first name of a word stays.
            for name, value in (*frame.f_locals.items(), (frame.f_code.co_name.strip("_"), result)):
                _name(value, name, nodes, found)
            said = _said(frame.f_code)
            sections.update({node: said for node in found if said and node not in names})
            # Inner functions return first, so the name that is nearest to the operation stays.
            names.update({node: name for node, name in found.items() if node not in names})

    # A profile function is called when a function returns, while its variables still have their
    # words.
    sys.setprofile(look)
    try:
        return function(inputs)
    finally:
        _resume(before)


def _resume(profiler) -> None:
    """Let a profiler go on that was on before: `cProfile`'s is an object and no function."""
    if hasattr(profiler, "enable"):
        profiler.enable()
    else:
        sys.setprofile(profiler)


HERE = __file__.rpartition("/")[0]
"""Functions of this package have names of their own for words, which say nothing about a cipher."""


def _said(code) -> str:
    """A function's name and the first sentence of its docstring; nothing without one."""
    # From Python 3.13 on a flag tells a docstring from another first constant.
    documented = sys.version_info < (3, 13) or code.co_flags & 0x4000000
    text = (
        code.co_consts[0]
        if documented and code.co_consts and isinstance(code.co_consts[0], str)
        else ""
    )
    return f"{code.co_name.strip('_')}: {first_sentence(text)}" if text.strip() else ""


def first_sentence(text: str) -> str:
    """The first sentence of a docstring, on one line."""
    paragraph = " ".join(text.strip().partition("\n\n")[0].split())
    return re.split(r"(?<=[.])\s+(?=[A-Z`(])", paragraph)[0]


def _name(value, name: str, nodes: dict, names: dict[int, str]) -> None:
    if _is_of(value, nodes):
        names.setdefault(id(value), name)
    elif isinstance(value, (list, tuple)):
        for place, word in enumerate(value):
            if _is_of(word, nodes):
                names.setdefault(id(word), f"{name}_{place}")


def _is_of(value, nodes: dict) -> bool:
    """A word of the trace with these nodes. Those of a trace that was made meanwhile are gone
    after it, and their ``id`` would name whatever comes to lie where they were.
    """
    return isinstance(value, TracedWord) and value._nodes is nodes


def _in_order(outputs) -> list[TracedWord]:
    """The nodes below ``outputs``, operands first; without recursion, as a chain of operations can
    be long.
    """
    order, seen, stack = [], set(), [(node, False) for node in reversed(list(outputs))]
    while stack:
        node, operands_done = stack.pop()
        if operands_done:
            order.append(node)
        elif id(node) not in seen and node.operation != "input":
            seen.add(id(node))
            stack.append((node, True))
            stack.extend((operand, False) for operand in reversed(node.operands))
    return order
