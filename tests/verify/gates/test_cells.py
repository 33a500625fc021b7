# SPDX-License-Identifier: Apache-2.0
"""The functions of cells, from a Liberty file."""

import pytest
from small_cells import CELLS

from cipherfab.errors import ToolError
from cipherfab.verify.gates import cells


def value(function: str, **pins: int) -> int:
    """A function's bit, with its C++ expression read as Python."""
    return eval(cells.expression(function, str), {"zero": 0, **pins}) & 1


@pytest.mark.parametrize(
    "function, truth",
    [
        ("!(A & B)", (1, 1, 1, 0)),
        ("A'+B", (1, 1, 0, 1)),
        ("(A*B)'", (1, 1, 1, 0)),
        ("A ^ B & A", (0, 0, 1, 0)),
        ("A B", (0, 0, 0, 1)),
        ("A | B ^ A", (0, 1, 1, 1)),
        ("!A B | A !B", (0, 1, 1, 0)),
        ("1", (1, 1, 1, 1)),
        ("0 + A", (0, 0, 1, 1)),
        ("!A'", (0, 0, 1, 1)),
    ],
)
def test_functions_mean_what_liberty_says(function, truth):
    """Negation before XOR before AND before OR, in every way of writing them."""
    assert tuple(value(function, A=a, B=b) for a in (0, 1) for b in (0, 1)) == truth


@pytest.mark.parametrize("function", ["A &", "(A", "A $ B", "A ) B", ""])
def test_what_is_no_function_is_refused(function):
    """An operand, a bracket or a sign that is not of the grammar is named."""
    with pytest.raises(ToolError, match="Liberty function"):
        cells.expression(function, str)


def test_gates_and_flip_flops_are_read(tmp_path):
    """Inputs and functions of every cell; a flip-flop has a next state, a clock, and outputs q and
    not q.
    """
    path = tmp_path / "cells.lib"
    path.write_text(CELLS)
    found = cells.read(path)
    assert set(found) == {"NAND", "NOR", "XOR", "BUF", "INV", "DFF", "SDFF"}
    assert found["NAND"] == cells.Cell(inputs=("A", "B"), outputs={"Y": "!(A & B)"})
    assert found["SDFF"].inputs == ("D", "SE", "SI") and found["SDFF"].clock == "C"
    assert found["DFF"].outputs == {"Q": "q", "QN": "~q"} and found["DFF"].next_state == "D"


@pytest.mark.parametrize(
    "pins, following",
    [
        ({"Q": "IQ"}, "(D&E) | (Q&!E)"),
        ({"Q": "IQ", "QN": "IQN"}, "(D&E) | (Q&!E)"),
        ({"QN": "IQN"}, "(D&E) | ((!QN)&!E)"),
    ],
)
def test_an_enable_flip_flop_reads_its_output(tmp_path, pins, following):
    """Its next state has the pin that shows the state, or the inverse of the other."""
    path = tmp_path / "cells.lib"
    shown = "".join(
        f'pin({pin}) {{ direction: output; function: "{state}"; }} ' for pin, state in pins.items()
    )
    path.write_text(
        'library(x) { cell(EDFF) { ff(IQ, IQN) { clocked_on: "C"; '
        f'next_state: "(D&E) | (IQ&!E)"; }} {shown}}} }}'
    )
    found = cells.read(path)["EDFF"]
    assert found.next_state == following and set(found.inputs) == cells.names(following)


def test_cells_that_cannot_be_simulated_are_left_out(tmp_path):
    """A function of an internal pin leaves a cell out; a pin that clears is known as such."""
    path = tmp_path / "cells.lib"
    path.write_text(
        'library(x) { cell(DFFR) { ff(IQ, IQN) { clocked_on: "C"; next_state: "D"; '
        'clear: "!R"; } '
        'pin(Q) { direction: output; function: "IQ"; } } cell(GATE) { pin(C) { '
        "direction: input; } "
        "pin(I) { direction: internal; } "
        'pin(G) { direction: output; function: "C & I"; } } }'
    )
    found = cells.read(path)
    assert set(found) == {"DFFR"} and found["DFFR"].tied == ("R",)
    assert found["DFFR"].next_state == "(D) & !(!R)"
