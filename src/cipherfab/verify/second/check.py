# SPDX-License-Identifier: Apache-2.0
"""A harness's comparisons as findings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from pycparser import c_ast

from ...errors import ToolError
from ...tools import compiler
from ..finding import Finding
from . import natively
from .compare import OPEN, PROVED, REFUTED, SECONDS, UNDEFINED, Compared, compare
from .harness import Harness
from .machine import UnreadC
from .question import Question
from .source import parsed, preprocessed

LINK = "second"
"""Of the findings."""

CASES = 64
"""Random inputs for which the compiled C must give what the model does."""

PASSED = {PROVED: True, REFUTED: False, UNDEFINED: False, OPEN: None}


def check(
    harness: Harness,
    directory: Path,
    *,
    seconds: float = SECONDS,
    native: bool = True,
    say: Callable[[str], None] = lambda text: None,
) -> Iterator[Finding]:
    """One finding for each comparison.

    Args:
        directory: existing, for files and logs.
        seconds: for a comparison.
        native: the compiled C is run too.

    Raises:
        CallError: a file is missing or another one, or parameters are wrong.
        ToolError: the preprocessor is missing or refuses the C.
    """
    harness.check()
    text = preprocessed(
        harness.text,
        include=harness.include,
        define=harness.define,
        directory=directory,
        readable=[harness.root],
    )
    try:
        tree = parsed(text)
    except UnreadC as error:
        # C that is not read is no wrong call: each comparison has an answer, which is open.
        for function, question in harness.compared:
            yield _finding(
                harness, function, question, Compared(verdict=OPEN, detail=str(error)), "not run"
            )
        return
    for number, (function, question) in enumerate(harness.compared):
        say(f"{harness.name}: {question.name}")
        found = compare(tree, function, question, directory, seconds=seconds)
        said = "not run"
        if native:
            place = directory / f"native{number}"
            place.mkdir()
            found, said = _natively(harness, tree, function, question, found, place)
        yield _finding(harness, function, question, found, said)


def _natively(
    harness: Harness,
    tree: c_ast.FileAST,
    function: str,
    question: Question,
    found: Compared,
    directory: Path,
) -> tuple[Compared, str]:
    """The answer beside what the compiled C gives, and a word on it."""
    # What C does not define the compiled C may do in any way.
    if found.verdict in (OPEN, UNDEFINED):
        return found, "not run"
    if not compiler.available():
        return found, f"not run: {compiler.COMPILER} is not here"
    # A refutation is tried on the inputs that show it.
    cases = [found.inputs] if found.verdict == REFUTED else list(_cases(question))
    try:
        made = natively.answers(
            harness.text,
            tree,
            function,
            question,
            cases,
            include=harness.include,
            define=harness.define,
            directory=directory,
        )
    except natively.Stopped as error:
        # C that does what was read, and nothing that C does not define, would not stop.
        said = str(error).splitlines()[0]
        detail = f"the compiled C does not come to its end: {said}"
        return replace(found, verdict=OPEN, detail=detail, second=None), "stopped"
    except ToolError as error:
        return found, f"not run: {str(error).splitlines()[0]}"
    # Of a refutation the compiled C must give what the C was read to give.
    wanted = (
        [found.second] if found.verdict == REFUTED else [question.plain(case) for case in cases]
    )
    wrong = next((case for case, one, other in zip(cases, made, wanted) if one != other), None)
    if wrong is None:
        return found, f"{len(cases)} inputs agree"
    # Then the C was read wrongly, and nothing that was found of it holds.
    return Compared(
        verdict=OPEN,
        seconds=found.seconds,
        inputs=wrong,
        model=question.plain(wrong),
        detail="the compiled C gives something else than the C as it was read",
    ), ("differs")


def _cases(question: Question) -> Iterator[Mapping[str, bytes]]:
    """Random inputs; of a decryption every other one with the right tag."""
    # By name, so that a question has the same inputs whatever was asked before it.
    dice = Random(question.name)
    for number in range(CASES):
        case = {name: dice.randbytes(size) for name, size in question.inputs.items()}
        primitive = question.entry.primitive
        if primitive is not None and question.entry.model is None:
            # A field has whole bytes, and an input may have fewer bits.
            case = {name: _cut(question, name, data) for name, data in case.items()}
        elif question.decrypts and number % 2:
            case["CT"] = question.entry.model.encrypt(
                case["Key"], case["Nonce"], case["AD"], dice.randbytes(question.text)
            )
        yield case


def _cut(question: Question, field: str, data: bytes) -> bytes:
    """The bits that an input has."""
    name = dict(question.entry.known_answers.fields)[field]
    width = question.entry.primitive.inputs[name]
    return (int.from_bytes(data, "big") & (1 << width) - 1).to_bytes(len(data), "big")


def _finding(
    harness: Harness, function: str, question: Question, found: Compared, native: str
) -> Finding:
    return Finding(
        LINK,
        question.name,
        PASSED[found.verdict],
        _detail(found, native),
        found.seconds,
        more={
            "verdict": found.verdict,
            "harness": harness.name,
            "function": function,
            "algorithm": question.algorithm,
            "bits": found.bits,
            "structural": found.structural,
            "guesses": found.guesses,
            "native": native,
            "source": harness.source,
            "inputs": _hex(found.inputs),
            "model": _hex(found.model),
            "second": _hex(found.second),
        },
    )


def _detail(found: Compared, native: str) -> str:
    if found.verdict == PROVED:
        return (
            f"{found.bits} bits equal for all inputs, {found.guesses} bits in between proved; "
            f"compiled: {native}"
        )
    if found.verdict == REFUTED:
        return (
            f"for {_told(found.inputs)} the description gives {_told(found.model)}, the C "
            f"{_told(found.second)}; compiled: {native}"
        )
    shown = f", for {_told(found.inputs)}" if found.inputs else ""
    return f"{found.detail}{shown}"


def _told(values: Mapping[str, bytes] | None) -> str:
    if values is None:
        return "'wrong tag'"
    return ", ".join(f"{name} {data.hex().upper() or '(empty)'}" for name, data in values.items())


def _hex(values: Mapping[str, bytes] | None) -> dict[str, str] | None:
    return None if values is None else {name: data.hex().upper() for name, data in values.items()}


def absent(harness: Harness) -> Sequence[Finding]:
    """The findings of a harness whose C is not there."""
    return [
        _finding(
            harness, function, question, Compared(verdict=OPEN, detail=harness.missing()), "not run"
        )
        for function, question in harness.compared
    ]
