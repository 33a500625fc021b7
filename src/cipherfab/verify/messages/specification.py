# SPDX-License-Identifier: Apache-2.0
"""The software description of a mode, and what a message means on the bus, run over the literals of
a graph.

Nothing is written anew: the very functions that make the known answers run, with `bits` in place of
``int`` and ``bytes``, and with the primitive's own functions over `bits.BitWord`.
"""

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType

from ...primitives import forkcipher_model
from ...primitives.primitive import SCHEDULE, Primitive, software
from ...words.compiled import compile_function
from ...words.native import Quickened
from .bits import BitWord, Number, String, bits_of, number, parts_of, string
from .graph import Graph

READ_SO = (
    "cipherfab.modes.",
    "cipherfab.lwc.messages",
    "cipherfab.lwc.parts",
    "cipherfab.lwc.answers",
    "cipherfab.lwc.items",
    "cipherfab.lwc.streams",
    "cipherfab.lwc.vectors",
    forkcipher_model.__name__,
)
"""Modules (or packages, with a dot at the end) whose functions are run so."""


class _Numbers(type):
    """What ``int`` means to a description."""

    def __instancecheck__(cls, value):
        return isinstance(value, int | Number)

    def __call__(cls, value=0, *rest):
        return value if isinstance(value, Number) else int(value, *rest)


class _Int(metaclass=_Numbers):
    graph: Graph

    @classmethod
    def from_bytes(cls, data, byteorder="big"):
        """As that of ``int``, of any byte string."""
        if not isinstance(data, String):
            return int.from_bytes(data, byteorder)
        parts = data.parts[::-1] if byteorder == "big" else data.parts
        return number(data.graph, [bit for part in parts for bit in part])


class _Strings(type):
    """What ``bytes`` means to a description."""

    def __instancecheck__(cls, value):
        return isinstance(value, bytes | String)

    def __call__(cls, value=b"", *rest):
        if isinstance(value, int | bytes | bytearray | str):
            return bytes(value, *rest)
        if isinstance(value, String):
            return value
        return _joined(value)


class _Bytes(metaclass=_Strings):
    fromhex = bytes.fromhex


class _ByteArray(list):
    """What ``bytearray`` means to a description: its bytes, as numbers."""


def _joined(values) -> String | bytes:
    """A byte string of numbers."""
    values = list(values)
    graph = next((value.graph for value in values if isinstance(value, Number)), None)
    return (
        bytes(values)
        if graph is None
        else string(graph, [tuple(bits_of(value, 8)) for value in values])
    )


class _Empty(bytes):
    """``b""`` where a description calls its ``join``."""

    def join(self, strings):
        """As that of ``bytes``, of any byte strings."""
        found = b""
        for one in strings:
            found = found + one
        return found


@contextmanager
def over(graph: Graph) -> Iterator[None]:
    """Within it the descriptions take numbers and byte strings of this graph too. One at a time in
    a process.
    """
    modules = [
        module
        for name, module in sorted(sys.modules.items())
        if module and (name in READ_SO or name.startswith(READ_SO[0]))
    ]
    instead = {
        id(software): _Symbolic(graph).software,
        # Compiled C++ takes machine words alone, so the plain Python stands in its place.
        id(Quickened): lambda plain, make: plain,
        id(compile_function): _Symbolic(graph).compile_function,
    }
    for module in modules:
        for value in vars(module).values():
            # A cache of its own for this run: the module's would keep literals of this graph for
            # the next one.
            if hasattr(value, "cache_clear") and value.__module__ == module.__name__:
                instead[id(value)] = functools.cache(value.__wrapped__)
    instead_of_names = {"int": _Int, "bytes": _Bytes, "bytearray": _ByteArray}
    before, codes = [], []
    try:
        for module in modules:
            before.append((module, dict(vars(module))))
            for name, value in list(vars(module).items()):
                if id(value) in instead:
                    setattr(module, name, instead[id(value)])
            vars(module).update(instead_of_names)
            for function in _functions(module):
                # A method of a literal cannot be replaced by a name; the constant `b""` in the code
                # object can.
                if "join" in function.__code__.co_names and b"" in function.__code__.co_consts:
                    codes.append((function, function.__code__))
                    function.__code__ = function.__code__.replace(
                        co_consts=tuple(
                            _Empty() if isinstance(value, bytes) and not value else value
                            for value in function.__code__.co_consts
                        )
                    )
        yield
    finally:
        for function, code in codes:
            function.__code__ = code
        for module, names in before:
            for name in instead_of_names:
                # These names are builtins: a module that had no `int` of its own must have none
                # again.
                if name not in names:
                    delattr(module, name)
            vars(module).update(names)


def _functions(module) -> Iterator[FunctionType]:
    """Those that a module defines, and the methods of its classes."""
    for value in vars(module).values():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            yield value
        elif isinstance(value, type) and value.__module__ == module.__name__:
            members = (getattr(one, "__func__", one) for one in vars(value).values())
            yield from (one for one in members if isinstance(one, FunctionType))


class _Symbolic:
    """What stands for `software` and `compile_function`."""

    def __init__(self, graph: Graph):
        self._graph = graph

    def software(self, primitive: Primitive) -> Callable:
        """As `primitives.primitive.software`."""
        plain = software(primitive)

        def model(*inputs):
            # Constants need no graph, and the plain model is much faster.
            if all(isinstance(value, int) for value in inputs):
                return plain(*inputs)
            words = self._words(dict(zip(primitive.inputs, inputs)), primitive.inputs)
            rounds = primitive.rounds[
                inputs[list(primitive.inputs).index(SCHEDULE)]
                if SCHEDULE in primitive.inputs
                else 0
            ]
            state = primitive.load(words)
            for place in range(rounds):
                step = primitive.step if place < rounds - 1 else primitive.last_step
                state = (step or primitive.step)(state)
            found = primitive.result(state)
            return tuple(number(self._graph, found[name].bits) for name in primitive.outputs)

        return model

    def compile_function(self, function: Callable, widths) -> Callable:
        """As `words.compiled.compile_function`."""
        plain = compile_function(function, widths)

        def compiled(*inputs):
            if all(isinstance(value, int) for value in inputs):
                return plain(*inputs)
            found = function(self._words(dict(zip(widths, inputs)), widths))
            return tuple(number(self._graph, word.bits) for word in found.values())

        return compiled

    def _words(self, values, widths) -> dict[str, BitWord]:
        return {
            name: BitWord(self._graph, bits_of(values[name], width))
            for name, width in widths.items()
        }


def symbolic(graph: Graph, primitive: Primitive) -> Callable:
    """A primitive as `primitives.primitive.software` gives it, of numbers of this graph too."""
    return _Symbolic(graph).software(primitive)


def free(graph: Graph, name: str, length: int) -> String | bytes:
    """A byte string of new inputs, named ``(name, byte, bit)``."""
    return string(
        graph,
        [tuple(graph.input((name, place, bit)) for bit in range(8)) for place in range(length)],
    )


def concrete(graph: Graph, value: String | bytes, pattern: int) -> bytes:
    """A byte string under one of the assignments of a graph."""
    return bytes(
        sum((graph.value(bit) >> pattern & 1) << place for place, bit in enumerate(part))
        for part in parts_of(value)
    )
