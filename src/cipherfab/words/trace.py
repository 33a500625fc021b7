"""Traced words: every operation is recorded, once, for the readings in `compiled` and `hardware`.

Equal operations on equal operands are one node, so an expression that a cipher writes twice is built once.
"""

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
        self.width, self.operation, self.operands, self.parameter, self._nodes = width, operation, operands, parameter, nodes

    def _apply(self, operation, width, operands, parameter=None):
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
    """

    inputs: dict[str, TracedWord]
    outputs: dict[str, TracedWord]
    nodes: list[TracedWord] = field(repr=False)


def trace(function: Callable[[dict[str, Word]], dict[str, Word]], widths: Mapping[str, int]) -> Trace:
    """Record what ``function`` does with inputs of these widths.

    Args:
        function: from words by name to words by name.
        widths: bits of each input.
    """
    nodes: dict = {}
    inputs = {name: TracedWord(width, "input", (), name, nodes) for name, width in widths.items()}
    outputs = dict(function(dict(inputs)))
    return Trace(inputs, outputs, _in_order(outputs.values()))


def _in_order(outputs) -> list[TracedWord]:
    """The nodes below ``outputs``, operands first; without recursion, as a chain of operations can be long."""
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
