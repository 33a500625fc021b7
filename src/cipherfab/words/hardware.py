# SPDX-License-Identifier: Apache-2.0
"""Traced words read as Amaranth logic.

Amaranth prints a shared sub-expression each time it is used: two rounds of Ascon written directly
over its values gave 2.9 MB of RTLIL. So each operation's result is bound to a signal of its own.
"""

from collections.abc import Callable, Mapping

from amaranth.hdl import Array, Cat, Const, Module, Mux, Signal, Value

from .base import Word
from .trace import trace

SECTION = "section"
"""Attribute of a signal: what the function that it comes from says of itself, or what it means. It
becomes a comment.
"""

MEANING = "meaning"
"""Attribute of a signal: what it means, for the comments that `emit` writes and nobody else."""


def told(name: str, said: str, shape: int | range = 1, *, init: int = 0) -> Signal:
    """A signal whose comment says what it means."""
    return Signal(shape, name=name, init=init, attrs={SECTION: said})


def called(module: Module, name: str, said: str, value) -> Signal:
    """A value under a name, with a comment that says what it means.

    Args:
        module: gets the assignment, under the conditions that hold where this is called.
        name: of the signal.
        said: the comment.
        value: an Amaranth value.
    """
    value = Value.cast(value)
    signal = told(name, said, len(value))
    module.d.comb += signal.eq(value)
    return signal


def build(
    module: Module,
    function: Callable[[dict[str, Word]], dict[str, Word]],
    inputs: Mapping[str, Value],
    *,
    prefix: str = "",
) -> dict[str, Value]:
    """Add the combinational logic of ``function`` to ``module``.

    Args:
        module: gets one assignment for each operation.
        function: from words by name to words by name.
        inputs: an Amaranth value for each input.
        prefix: starts the name of every signal. The names are the description's own; what it does
            not name has none.

    Returns:
        The outputs by name.
    """
    record = trace(function, {name: len(value) for name, value in inputs.items()}, named=True)
    values = {id(word): inputs[name] for name, word in record.inputs.items()}
    output_names = {id(word): name for name, word in record.outputs.items()}
    for node in record.nodes:
        # An output keeps its own name, whatever the description calls the word inside.
        name = output_names.get(id(node), record.names.get(id(node), ""))
        expression = _EXPRESSIONS[node.operation](
            node, [values[id(operand)] for operand in node.operands]
        )
        values[id(node)] = _bind(
            module, node, expression, name and f"{prefix}{name}", record.sections.get(id(node), "")
        )
    return {name: values[id(word)] for name, word in record.outputs.items()}


def assign_parts(signal: Signal, parts) -> list:
    """Statements that drive ``signal`` with ``parts``, the least significant first.

    Like an assignment of their concatenation, which Amaranth would take apart: the port of a module
    then loses its name.
    """
    statements, low = [], 0
    for part in parts:
        statements.append(signal[low : low + len(part)].eq(part))
        low += len(part)
    return statements


def _bind(module: Module, node, expression: Value, name: str, section: str) -> Value:
    """A signal for the result; constants and slices are as short as their names and stay as they
    are.
    """
    if node.operation in ("constant", "slice"):
        return expression
    signal = Signal(node.width, name=name, attrs={SECTION: section} if section else {})
    if node.operation == "concat":
        module.d.comb += assign_parts(signal, reversed(expression))
    else:
        module.d.comb += signal.eq(expression)
    return signal


_EXPRESSIONS = {
    "constant": lambda node, _: Const(node.parameter, node.width),
    "xor": lambda node, o: o[0] ^ o[1],
    "and": lambda node, o: o[0] & o[1],
    "or": lambda node, o: o[0] | o[1],
    "add": lambda node, o: (o[0] + o[1])[: node.width],  # Amaranth's sum has a bit more.
    "not": lambda node, o: ~o[0],
    "slice": lambda node, o: o[0][node.parameter : node.parameter + node.width],
    "ror": lambda node, o: o[0].rotate_right(node.parameter),
    "concat": lambda node, o: o,  # `_bind` takes the parts.
    "permute": lambda node, o: Cat(*(o[0][bit] for bit in node.parameter)),
    "table": lambda node, o: Array(Const(entry, node.width) for entry in node.parameter)[o[0]],
    "mux": lambda node, o: Mux(o[0], o[1], o[2]),
}
