# SPDX-License-Identifier: Apache-2.0
"""Traced words read as straight-line Python over integers: the fast software model.

About ten times as fast as `SoftwareWord`s, and the same values (`tests/words/test_compiled.py`
compares them).
"""

from collections.abc import Callable, Mapping

from .base import Word
from .trace import TracedWord, trace


def compile_function(
    function: Callable[[dict[str, Word]], dict[str, Word]], widths: Mapping[str, int]
) -> Callable[..., tuple[int, ...]]:
    """A Python function that computes what ``function`` computes, on plain integers.

    Args:
        function: from words by name to words by name.
        widths: bits of each input.

    Returns:
        A function that takes the inputs as positional integers in the order of ``widths`` and
        returns the outputs as a tuple of integers in the order in which ``function`` names them. It
        does not check that its inputs fit.
    """
    record = trace(function, widths)
    names = {id(word): f"i{number}" for number, word in enumerate(record.inputs.values())}
    constants: dict[str, tuple] = {}
    lines = []
    for number, node in enumerate(record.nodes):
        names[id(node)] = f"v{number}"
        operands = [names[id(operand)] for operand in node.operands]
        lines.append(f"    v{number} = {_EXPRESSIONS[node.operation](node, operands, constants)}\n")
    arguments = ", ".join(names[id(word)] for word in record.inputs.values())
    results = "".join(names[id(word)] + "," for word in record.outputs.values())
    source = f"def compiled({arguments}):\n{''.join(lines)}    return ({results})\n"
    namespace = dict(constants)
    # The text has numbers and names that were made here, and no word of the description.
    exec(source, namespace)
    return namespace["compiled"]


def _mask(width: int) -> str:
    return hex((1 << width) - 1)


def _concat(node: TracedWord, operands: list[str], constants: dict) -> str:
    shift, terms = node.width, []
    for word, name in zip(node.operands, operands):
        shift -= word.width
        terms.append(f"{name} << {shift}" if shift else name)
    return " | ".join(terms)


def _permute(node: TracedWord, operands: list[str], constants: dict) -> str:
    """One table of 256 entries for each byte of the operand, all joined by OR."""
    name, source = f"p{len(constants)}", node.parameter
    targets: dict[int, list[int]] = {}
    for bit, origin in enumerate(source):
        targets.setdefault(origin, []).append(bit)
    terms = []
    for low in range(0, node.operands[0].width, 8):
        entries = [0]
        for origin in range(low, low + 8):
            moved = sum(1 << bit for bit in targets.get(origin, ()))
            # The bytes in which this bit is 1 stand behind those in which it is 0.
            entries += [entry | moved for entry in entries]
        constants[f"{name}_{low}"] = tuple(entries)
        terms.append(f"{name}_{low}[{operands[0]} >> {low} & 255]")
    return " | ".join(terms)


def _table(node: TracedWord, operands: list[str], constants: dict) -> str:
    # One table for all look-ups with these entries.
    name = next(
        (name for name, value in constants.items() if value == node.parameter), f"t{len(constants)}"
    )
    constants[name] = node.parameter
    return f"{name}[{operands[0]}]"


# Python binds + and shifts tighter than &, and & tighter than ^ and |: that saves the brackets.
_EXPRESSIONS = {
    "constant": lambda node, _, __: hex(node.parameter),
    "xor": lambda node, o, _: f"{o[0]} ^ {o[1]}",
    "and": lambda node, o, _: f"{o[0]} & {o[1]}",
    "or": lambda node, o, _: f"{o[0]} | {o[1]}",
    "add": lambda node, o, _: f"{o[0]} + {o[1]} & {_mask(node.width)}",
    "not": lambda node, o, _: f"{o[0]} ^ {_mask(node.width)}",
    "slice": lambda node, o, _: f"{o[0]} >> {node.parameter} & {_mask(node.width)}",
    "ror": lambda node, o, _: (
        f"{o[0]} >> {node.parameter} | {o[0]} << {node.width - node.parameter} & "
        f"{_mask(node.width)}"
    ),
    "concat": _concat,
    "permute": _permute,
    "table": _table,
    "mux": lambda node, o, _: f"{o[1]} if {o[0]} else {o[2]}",
}
