# SPDX-License-Identifier: Apache-2.0
"""A bench calls a step of Verilator's program by itself only where the text says that it may."""

import pytest

from cipherfab.tools import verilated, verilator

BOTH = ["DIRECT_STEPS", "DIRECT_EDGE"]

COUNTER = "reg [7:0] n; always @(posedge {clock}) n <= n + d; assign y = n ^ d;"


def steps(folder, body, *, clock="clk", edit=lambda text: text):
    """What the bench may do with a module of this body, and with what ``edit`` makes of its C++."""
    (folder / "a.v").write_text(
        f"module a (input {clock}, input e, input [7:0] d, output [7:0] y);\n"
        f"{body.format(clock=clock)}\nendmodule\n"
    )
    verilator.translate(sources=["a.v"], top="a", directory=folder)
    for path in (folder / "obj").glob("*.cpp"):
        path.write_text(edit(path.read_text()))
    return verilated.direct_steps(folder / "obj", clock)


def test_a_clock_that_only_starts_edges_lets_the_inputs_alone(tmp_path):
    """Nothing that hangs on the inputs changes at its edge."""
    assert steps(tmp_path, COUNTER) == BOTH


@pytest.mark.parametrize(
    "body",
    [
        "reg [7:0] n; wire g = {clock} & e; always @(posedge g) n <= n + d; assign y = n;",
        "assign y = {{7'd0, {clock}}} ^ d;",
        "reg [7:0] n; always @* if ({clock}) n = d; assign y = n;",
        "reg [7:0] n; always @(posedge {clock}) n <= n + d; assign y = {clock} ? n : d;",
        "function [7:0] f; input c; f = {{8{{c}}}}; endfunction assign y = f({clock}) ^ d;",
    ],
    ids=["gated", "data", "latch", "select", "function"],
)
def test_a_clock_that_logic_reads_does_not(body, tmp_path):
    """A gate, data, a latch: all of it is evaluated at the edge too."""
    assert steps(tmp_path, body) == ["DIRECT_STEPS"]


def test_a_name_that_verilator_changes_is_not_looked_for(tmp_path):
    """Its C++ has another name for the port."""
    assert steps(tmp_path, COUNTER, clock="c__k") == ["DIRECT_STEPS"]


@pytest.mark.parametrize(
    "missing, found",
    [
        ("___eval_phase__nba", ["DIRECT_STEPS"]),
        ("___eval_ico", ["DIRECT_STEPS"]),
        ("Vdut___024root___eval(", []),
    ],
)
def test_a_step_of_another_name_is_not_called(missing, found, tmp_path):
    """Another version of Verilator may have other steps."""
    assert steps(tmp_path, COUNTER, edit=lambda text: text.replace(missing, f"x{missing}")) == found


def test_what_the_step_calls_is_part_of_it(tmp_path):
    """A function that reads the clock counts wherever it is called from."""

    def edit(text):
        return text.replace(
            "void Vdut___024root___eval_ico(Vdut___024root* vlSelf) {\n",
            "void shared(Vdut___024root* vlSelf) {\n    vlSelf->clk;\n}\n"
            "void Vdut___024root___eval_ico(Vdut___024root* vlSelf) {\n    shared(vlSelf);\n",
        )

    assert steps(tmp_path, COUNTER, edit=edit) == ["DIRECT_STEPS"]
