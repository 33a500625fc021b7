# SPDX-License-Identifier: Apache-2.0
"""Traced words read as C++, and functions over integers that change to it when they are called
often.

A word is as many limbs of 64 bits as it needs, the least significant first; the bits of the last
limb above the width are 0. Each operation is an expression for each limb of its result.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from ctypes import create_string_buffer
from threading import Lock
from time import perf_counter

from ..errors import CipherfabError
from ..tools import compiler
from .trace import Trace, TracedWord

LIMB = 64
"""Bits."""

AFTER = 0.5
"""Seconds that a function has been called for when it is compiled, which takes about as long."""

COMPARED = 64
"""Calls, the latest ones, whose results a compiled function must give, too."""

Function = Callable[..., tuple[int, ...]]

HEADER = """#include <cstdint>
typedef uint64_t limb;
"""


def limbs(width: int) -> int:
    """Limbs of a word."""
    return -(-width // LIMB)


def size(widths: Mapping[str, int]) -> int:
    """Limbs of several words, one behind the other."""
    return sum(map(limbs, widths.values()))


def c_function(name: str, record: Trace) -> str:
    """A trace as a C++ function from the limbs ``i`` of all inputs, in order, to the limbs ``o`` of
    all outputs. The two must not overlap.
    """
    names, lines, tables = {}, [], {}
    place = 0
    for word in record.inputs.values():
        names[id(word)] = [f"i[{place + limb}]" for limb in range(limbs(word.width))]
        place += limbs(word.width)
    for number, node in enumerate(record.nodes):
        operands = [(names[id(operand)], operand.width) for operand in node.operands]
        found = [f"v{number}_{limb}" for limb in range(limbs(node.width))]
        lines += [
            f"    const limb {one} = {text};\n"
            for one, text in zip(
                found, _EXPRESSIONS[node.operation](node, operands, tables), strict=True
            )
        ]
        names[id(node)] = found
    results = [one for word in record.outputs.values() for one in names[id(word)]]
    lines += [f"    o[{place}] = {one};\n" for place, one in enumerate(results)]
    # A text may have several functions, so a table begins with the name of its own.
    return "".join(
        [
            *(
                f"static const limb {name}_{table}[] = {{{', '.join(map(hex, entries))}}};\n"
                for entries, table in tables.items()
            ),
            f"static void {name}(const limb *i, limb *o) {{\n",
            *lines,
            "}\n",
        ]
    ).replace("TABLE_", f"{name}_")


def loaded(source: str, inputs: Mapping[str, int], outputs: Mapping[str, int]) -> Function:
    """The function ``extern "C" void call(const limb *i, limb *o)`` of a C++ text, over integers.

    Args:
        source: the text, without `HEADER`.
        inputs, outputs: bits of each word, in order.

    Raises:
        ToolError: the text was not compiled.
    """
    called = compiler.library(HEADER + source).call
    given = [8 * limbs(width) for width in inputs.values()]
    taken, low = [], 0
    for width in outputs.values():
        taken.append(slice(low, low + 8 * limbs(width)))
        low += 8 * limbs(width)

    def function(*words: int) -> tuple[int, ...]:
        result = create_string_buffer(low)
        called(
            b"".join(
                [word.to_bytes(length, "little") for word, length in zip(words, given, strict=True)]
            ),
            result,
        )
        found = result.raw
        return tuple([int.from_bytes(found[place], "little") for place in taken])

    return function


class Quickened:
    """A function over integers that is another one with the same values, made by ``make``, after it
    has been called for `AFTER` seconds. Without a C++ compiler it stays what it is.
    """

    def __init__(self, plain: Function, make: Callable[[], Function]):
        self._plain, self._make, self._fast = plain, make, None
        self._spent, self._seen, self._lock = 0.0, deque(maxlen=COMPARED), Lock()

    def __call__(self, *words: int) -> tuple[int, ...]:
        if self._fast is not None:
            return self._fast(*words)
        begun = perf_counter()
        result = self._plain(*words)
        self._spent += perf_counter() - begun
        self._seen.append((words, result))
        if self._spent > AFTER:
            self._change()
        return result

    def _change(self) -> None:
        """Change to the compiled function, if it gives what the latest calls gave."""
        with self._lock:
            # Another thread may have changed it while this one waited for the lock.
            if self._fast is not None:
                return
            try:
                fast = self._make() if compiler.available() else self._plain
            except (CipherfabError, OSError):
                # It is not tried again: without a compiler that would fail in every call.
                fast = self._plain
            # Neither a compiler nor this reading may change a model unseen.
            # A copy, as calls of other threads are added meanwhile.
            for words, result in list(self._seen):
                if fast(*words) != result:
                    raise RuntimeError(
                        f"a compiled model gives {fast(*words)} for {words}, where "
                        f"its description gives {result}"
                    )
            self._fast = fast
            self._seen.clear()


def _bits(word: list[str], low: int, count: int) -> str:
    """At most 64 bits of a word, from bit ``low`` on."""
    limb, shift = divmod(low, LIMB)
    text = f"{word[limb]} >> {shift}" if shift else word[limb]
    # The bits go on in the next limb.
    if count > LIMB - shift and limb + 1 < len(word):
        text = f"({text} | {word[limb + 1]} << {LIMB - shift})"
    return text if count == LIMB else f"({text} & {hex((1 << count) - 1)})"


def _joined(width: int, pieces: list[tuple[list[str], int, int, int]]) -> Iterator[str]:
    """For each limb of a result the pieces that it is joined of.

    Args:
        width: of the result, in bits.
        pieces: of each a word, its first bit there, the number of its bits, its place in the
            result.
    """
    for start in range(0, width, LIMB):
        terms = []
        for word, low, count, place in pieces:
            first, last = max(place, start), min(place + count, start + LIMB)
            if first < last:
                text = _bits(word, low + first - place, last - first)
                terms.append(f"({text}) << {first - start}" if first > start else f"({text})")
        yield " | ".join(terms)


def _concat(node: TracedWord, operands: list, _) -> Iterator[str]:
    place, pieces = node.width, []
    for word, width in operands:
        place -= width
        pieces.append((word, 0, width, place))
    return _joined(node.width, pieces)


def _ror(node: TracedWord, operands: list, _) -> Iterator[str]:
    (word, width), amount = operands[0], node.parameter
    return _joined(width, [(word, amount, width - amount, 0), (word, 0, amount, width - amount)])


def _permute(node: TracedWord, operands: list, _) -> Iterator[str]:
    """Bits that move by the same number of places move together."""
    word = operands[0][0]
    for start in range(0, node.width, LIMB):
        masks: dict[tuple[int, int], int] = {}
        for bit, origin in enumerate(node.parameter[start : start + LIMB]):
            limb, place = divmod(origin, LIMB)
            masks[limb, bit - place] = masks.get((limb, bit - place), 0) | 1 << place
        yield " | ".join(
            f"({word[limb]} & {hex(mask)}) {'<<' if by >= 0 else '>>'} {abs(by)}"
            for (limb, by), mask in masks.items()
        )


def _add(node: TracedWord, operands: list, _) -> Iterator[str]:
    """A limb is the sum of two and of what the limbs below it, all of them together, carry."""
    # A carry needs more bits than a limb, so sums are formed in 128.
    (a, _), (b, _), carry = *operands, ""
    for limb, (x, y) in enumerate(zip(a, b)):
        yield _masked(node, limb, f"{x} + {y}{carry and f' + {carry}'}")
        total = f"(unsigned __int128){x} + {y}{carry and f' + {carry}'}"
        carry = f"(limb)(({total}) >> {LIMB})"


def _masked(node: TracedWord, limb: int, text: str) -> str:
    count = min(LIMB, node.width - LIMB * limb)
    return text if count == LIMB else f"({text}) & {hex((1 << count) - 1)}"


def _table(node: TracedWord, operands: list, tables: dict) -> Iterator[str]:
    for limb in range(limbs(node.width)):
        entries = tuple(entry >> LIMB * limb & (1 << LIMB) - 1 for entry in node.parameter)
        yield f"TABLE_{tables.setdefault(entries, f't{len(tables)}')}[{operands[0][0][0]}]"


def _each(operator: str):
    return lambda node, operands, _: (
        f"{a} {operator} {b}" for a, b in zip(operands[0][0], operands[1][0])
    )


_EXPRESSIONS = {
    "constant": lambda node, _, __: (
        hex(node.parameter >> LIMB * limb & (1 << LIMB) - 1) for limb in range(limbs(node.width))
    ),
    "xor": _each("^"),
    "and": _each("&"),
    "or": _each("|"),
    "add": _add,
    "not": lambda node, operands, _: (
        _masked(node, limb, f"~{one}") for limb, one in enumerate(operands[0][0])
    ),
    "slice": lambda node, operands, _: _joined(
        node.width, [(operands[0][0], node.parameter, node.width, 0)]
    ),
    "ror": _ror,
    "concat": _concat,
    "permute": _permute,
    "table": _table,
    "mux": lambda node, operands, _: (
        f"{operands[0][0][0]} ? {a} : {b}" for a, b in zip(operands[1][0], operands[2][0])
    ),
}
