# SPDX-License-Identifier: Apache-2.0
"""Words as C++: the same values as all other readings, and when a function changes to it."""

from random import Random

import pytest

from cipherfab.tools import compiler
from cipherfab.words import concat, mux, native
from cipherfab.words.compiled import compile_function
from cipherfab.words.native import COMPARED, Quickened, c_function, loaded
from cipherfab.words.trace import trace

WIDTHS = (1, 7, 63, 64, 65, 127, 128, 130, 200)


def operations(words):
    """Every operation, on words of one width; permutations and slices that cross limbs."""
    a, b, c = words["a"], words["b"], words["c"]
    width, draw = a.width, Random(a.width)
    low = draw.randrange(width)
    found = {"xor": a ^ b, "and": a & b, "or": a | b, "add": a + b, "sum": a + b + c, "not": ~a,
             "constant": a ^ draw.getrandbits(width),
             "slice": a[low:draw.randint(low + 1, width)],
             "concat": concat(b, a[low:], c), "mux": mux(a[0], b, c),
             # Entries of 70 bits end in a second limb.
             "table": a[:min(width, 5)].table([draw.getrandbits(70) for _ in range(
                 1 << min(width, 5))], 70),
             "fewer": a.permute([draw.randrange(width) for _ in range(width // 2 + 1)]),
             "permute": a.permute(draw.sample(range(width), width))}  # fmt: skip
    return found | {f"ror{by}": a.ror(by) for by in (1, 31, 64, 100) if by % width}


def as_native(function, widths):
    """A function over words as C++, called over integers."""
    record = trace(function, widths)
    outputs = {name: word.width for name, word in record.outputs.items()}
    return loaded(
        c_function("only", record) + 'extern "C" void call(const limb *i, limb *o) '
        "{ only(i, o); }\n",
        widths,
        outputs,
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_every_operation_is_the_same_as_in_python(width):
    """Both compiled readings agree on each operation, at widths around those of limbs, on random
    words and on those that carry farthest.
    """
    widths, draw = {"a": width, "b": width, "c": width}, Random(1)
    ours, expected = as_native(operations, widths), compile_function(operations, widths)
    ones = (1 << width) - 1
    cases = [
        (ones, 1, 0),
        (ones, ones, ones),
        (0, 0, 0),
        *([draw.getrandbits(width) for _ in widths] for _ in range(50)),
    ]
    for words in cases:
        assert ours(*words) == expected(*words)


def quickened(make, monkeypatch, calls: int = 3) -> Quickened:
    """A function that doubles, called until it has changed to what ``make`` makes."""
    monkeypatch.setattr(native, "AFTER", 0.0)
    function = Quickened(lambda word: (2 * word,), make)
    for word in range(calls):
        function(word)
    return function


def test_a_function_changes_when_it_was_called_for_long(monkeypatch):
    """Behind the time limit another function answers, with the same values."""
    function = quickened(lambda: lambda word: (word + word,), monkeypatch)
    # Were the plain function still asked, the call would fail.
    monkeypatch.setattr(function, "_plain", None)
    assert function(21) == (42,)


def test_a_wrong_compiled_function_is_not_used(monkeypatch):
    """What differs from one of the latest calls is an error, and does not answer."""
    with pytest.raises(RuntimeError, match=r"gives \(0,\) for \(1,\), where .* gives \(2,\)"):
        # The calls before the change are what the compiled function is compared on.
        monkeypatch.setattr(native, "AFTER", 1e9)
        function = Quickened(lambda word: (2 * word,), lambda: lambda word: (0,))
        for word in range(COMPARED):
            function(word)
        monkeypatch.setattr(native, "AFTER", 0.0)
        function(1)


def test_without_a_compiler_a_function_stays_what_it_is(monkeypatch):
    """A compiler that is missing, or that fails, changes nothing."""
    monkeypatch.setattr(compiler, "COMPILER", "no-such-compiler")
    assert quickened(lambda: None, monkeypatch)(21) == (42,)
    monkeypatch.setattr(compiler, "COMPILER", "false")
    assert quickened(lambda: loaded("", {"a": 1}, {"a": 1}), monkeypatch)(21) == (42,)
