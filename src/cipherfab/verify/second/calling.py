# SPDX-License-Identifier: Apache-2.0
"""A function of C called with the inputs of a question: its parameters say by their names what they
are.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pycparser import c_ast

from ...errors import CallError
from ..equivalence.aig import FALSE, TRUE
from ..messages.graph import Graph
from .arithmetic import Value
from .machine import Machine, UndefinedC, UnreadC, undefined
from .objects import Address, Nothing, Unsure
from .program import Program
from .question import Parts, Question
from .types import Int, PointerTo, Void

LENGTH = "_bytes"
"""Behind the name of an input or output: its length."""


@dataclass(frozen=True, kw_only=True)
class Called:
    """What C made.

    Attributes:
        outputs: bytes of each.
        right: literal: it returned 0, or returns nothing.
        doubts: literals that must be 0, each with its place and what it would be.
    """

    outputs: Mapping[str, Parts]
    right: int
    doubts: Mapping[int, tuple[object, str]]


def call(
    tree: c_ast.FileAST,
    function: str,
    question: Question,
    inputs: Mapping[str, Parts],
    graph: Graph,
    *,
    matched: Callable[[Value], Value] = lambda value: value,
    impossible: Callable[[int], bool] | None = None,
    answered: int = TRUE,
) -> Called:
    """Call a function.

    Args:
        tree: C behind its preprocessor.
        inputs: bytes of each input.
        matched, impossible: see `machine.Machine`.
        answered: literal: where outputs are looked at.

    Raises:
        CallError: the function's parameters are not those of the question.
        UnreadC: the C is not served.
        UndefinedC: it does what C does not define.
    """
    machine = Machine(graph, matched, impossible)
    program = Program(tree, machine)
    routine = program.function(function)
    blocks = {name: machine.block(name, size, "") for name, size in question.outputs.items()}
    for name, parts in inputs.items():
        blocks[name] = machine.block(name, len(parts), "")
        blocks[name].data[:] = parts
        # An input that is an output too is changed in place.
        blocks[name].constant = name not in question.outputs
    arguments = []
    for name, kind in parameters(routine, question):
        arguments.append(
            Address(blocks[name])
            if isinstance(kind, PointerTo)
            else len(blocks[name.removesuffix(LENGTH)].data)
        )
    try:
        result = program.called(routine, arguments, routine.node)
        if isinstance(result, Nothing):
            raise undefined(routine.node, f"{routine.name} ends without a value")
    except UndefinedC as error:
        raise _met(error, machine) from None
    right = TRUE
    if isinstance(routine.kind.result, Int):
        right = machine.arithmetic.truth(result) ^ 1
    # What is in memory where there is no answer is nobody's business.
    machine.live = graph.and_(machine.live, answered)
    found = {}
    if machine.live != FALSE:
        found = {
            name: [_byte(machine, part, name, routine.node) for part in blocks[name].data]
            for name in question.outputs
        }
    return Called(outputs=found, right=right, doubts=dict(machine.doubts))


def _met(error: UndefinedC, machine: Machine) -> UnreadC:
    """An error of what C does not define, with an assignment for which the C is there; if none is
    known, C that is not understood: perhaps no way leads there.
    """
    # The guesses that are in the graph hold for all of its assignments.
    seen = machine.graph.value(machine.live)
    if not seen:
        return UnreadC(f"{error}; whether the C ever comes there is not known")
    if machine.live != TRUE:
        error.pattern = seen.bit_length() - 1
    return error


def _byte(machine: Machine, part, name: str, node) -> tuple[int, ...]:
    if type(part) is tuple:
        return part
    written = part.written if isinstance(part, Unsure) else FALSE
    machine.never(written ^ 1, node.decl, f"a byte of {name} is not written")
    return part.literals if isinstance(part, Unsure) else (FALSE,) * 8


def parameters(routine, question: Question) -> list[tuple[str, object]]:
    """Name and type of each parameter of a function.

    Raises:
        CallError: one is not known, or its type or that of the result does not fit.
    """
    declared = routine.node.decl.type.args
    # `(void)` is an entry without a name here, and none among the types below.
    names = [getattr(one, "name", None) for one in declared.params] if declared else []
    known = {**question.inputs, **question.outputs}
    asked = ", ".join([*known, *(f"{name}{LENGTH}" for name in known)])
    found = list(zip(names, routine.kind.parameters))
    for name, kind in found:
        if name not in known and (name or "").removesuffix(LENGTH) not in known:
            raise CallError(
                f"{routine.name}: expected parameters of the names {asked}, for "
                f"{question.algorithm}; got {name or 'one without a name'}."
            )
        fits = (
            isinstance(kind, PointerTo) and isinstance(kind.of, Int) and kind.of.width == 8
            if name in known
            else isinstance(kind, Int) and kind.width >= 32
        )
        if not fits:
            wanted = "uint8_t *" if name in known else "size_t"
            raise CallError(
                f"{routine.name}: expected the parameter {name} to be of the type "
                f"{wanted}, got {kind}."
            )
    missing = [name for name in question.outputs if name not in names]
    if missing:
        raise CallError(
            f"{routine.name}: expected the parameter uint8_t *{missing[0]}, for the "
            f"output of {question.algorithm}; got {', '.join(map(str, names))}."
        )
    result = routine.kind.result
    if not isinstance(result, Int if question.decrypts else Void):
        wanted = "an int: 0 where the tag is right" if question.decrypts else "nothing (void)"
        raise CallError(f"{routine.name}: expected it to return {wanted}, got {result}.")
    return found
