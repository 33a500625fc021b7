# SPDX-License-Identifier: Apache-2.0
"""Wires that are a constant or a second name."""

from itertools import permutations

import pytest

from cipherfab.cores.text.constants import without_constants
from cipherfab.cores.text.rtlil import Assign, Bits, Module, Wire


def whole(name):
    """All four bits of a wire."""
    return (Bits(name, 3, 0),)


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_a_second_name_of_a_second_name_is_the_first_one(order):
    """Whatever order they are driven in, readers of a chain of names and of a constant read its
    beginning and the constant, and nothing reads a wire that is not driven any more.
    """
    names = ["\\x", "\\a", "\\b", "\\c", "\\k", "\\y"]
    module = Module(name="m", wires={name: Wire(name, 4) for name in names})
    module.wires["\\x"].way, module.wires["\\y"].way = "input", "output"
    constant = (Bits("", 0, 0, "1010"),)
    driven = [("\\a", whole("\\x")), ("\\b", whole("\\a")), ("\\c", whole("\\b")),
              ("\\k", constant)]  # fmt: skip
    module.processes = [
        [Assign(whole(name), value)] for name, value in map(driven.__getitem__, order)
    ]
    module.connections = [(whole("\\y"), (*whole("\\c"), *whole("\\a"), *whole("\\k")))]
    without_constants(module)
    assert not module.processes
    assert module.connections == [(whole("\\y"), (*whole("\\x"), *whole("\\x"), *constant))]
