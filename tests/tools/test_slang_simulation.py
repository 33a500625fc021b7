# SPDX-License-Identifier: Apache-2.0
"""What a simulator makes of Verilog and synthesis does not, told from slang's tree."""

import pytest

from cipherfab.tools import slang
from cipherfab.tools.slang_simulation import SWITCHES, reached

HEAD = "module m (input clk, input [3:0] a, input start, output reg y, output reg z);\n"
OTHER = "\nmodule other (input i); wire w; pullup (w); endmodule\n"


def parsed(folder, body):
    """The facts of a module with this body, on line 2."""
    (folder / "m.sv").write_text(f"{HEAD}{body}\nendmodule{OTHER}")
    return slang.parse(["m.sv"], directory=folder, options=[])


@pytest.mark.parametrize(
    "statement, what",
    [(f"wire w; {switch} (w, a[0], start);", f"'{switch}'") for switch in SWITCHES[2:6:3]]
    + [
        ("initial begin wait (start); y = 1; end", "'wait'"),
        ("always @(posedge clk) assert (a[0]) else y <= 1;",
         "an assignment in what an assertion does"),
    ],
)  # fmt: skip
def test_what_no_hardware_does_is_told(tmp_path, statement, what):
    """Switches, waits and assertions that assign are told with their place and their module."""
    found = parsed(tmp_path, statement).unreadable
    assert found == [[what, "m.sv:2", "m"], ["'pullup'", "m.sv:4", "other"]]


def test_an_assertion_that_only_speaks_is_hardware_without_it(tmp_path):
    """`$display` where an assertion fails changes no signal."""
    said = 'always @(posedge clk) assert (a[0]) else $display("no");'
    assert [one[0] for one in parsed(tmp_path, said).unreadable] == ["'pullup'"]


def test_modules_that_are_not_reached_do_not_count():
    """From the top down; of a top that is not there all modules count."""
    uses = {"top": ["a", "cell"], "a": ["b", "a"], "b": [], "c": ["b"]}
    assert reached(uses, "top") == {"top", "a", "b"}
    assert reached(uses, "elsewhere") == {*uses}


@pytest.mark.parametrize(
    "written, read",
    [
        ("unique case (a) 1: y = 1; default: y = 0; endcase",
         "priority case (a) 1: y = 1; default: y = 0; endcase"),
        ("unique0 if (a[0]) y = 1; else y = 0;", "if (a[0]) y = 1; else y = 0;"),
        ("(* parallel_case, full_case *) case (a) 1: y = 1; endcase",
         "case (a) 1: y = 1; endcase"),
        ("(* keep *) priority case (a) 1: y = 1; endcase",
         "(* keep *) priority case (a) 1: y = 1; endcase"),
    ],
)  # fmt: skip
def test_no_branches_are_taken_for_exclusive(tmp_path, written, read):
    """In the text that is read on, the first branch that fits counts."""
    text = parsed(tmp_path, f"always @* {written}").text
    assert f"@*{read}endmodule".replace(" ", "") in "".join(text.split())


@pytest.mark.parametrize(
    "block, late",
    [
        ("always @(a or start) y = a[0] & start;", []),
        ("always @(a[0]) y = a[0] & start;", ["start"]),
        ("always @(a[0], a[1]) y = a[0] & a[2];", ["a"]),
        ("always @(clk) y = a[0];", ["a"]),
        ("always @(a) begin z = a[0]; y = z & a[1]; end", []),
        ("always @(start) begin : b reg k; k = start; y = k; end", []),
        ("always @(start) begin y = start; v[a[1:0]] = 1; end", ["a"]),
        ("always @* y = a[0];", []),
        ("always @(posedge clk) y <= a[0];", []),
        ("integer i; always @(a) begin y = 0; for (i = 0; i < 4; i = i + 1) y = y ^ a[i]; end", []),
        ("localparam P = 1; always @(a) y = a[P];", []),
    ],
)
def test_blocks_that_do_not_wait_for_what_they_read(tmp_path, block, late):
    """Told are signals that a block without an edge reads and does not wait for; not what it makes
    itself, constants, and counters of loops.
    """
    found = parsed(tmp_path, f"reg [3:0] v; {block}").late
    assert [one for one, *_ in found] == late
    assert all(place == "m.sv:2" and module == "m" for _, place, module in found)


@pytest.mark.parametrize(
    "block, raced",
    [
        ("always @(posedge clk) p = a[0]; always @(posedge clk) y <= p;", ["p"]),
        ("always @(posedge clk) begin p = a[0]; y <= p; end", []),
        ("always @(posedge clk) begin p = a[0]; y <= p; end assign w = p;", ["p"]),
        ("always @(posedge clk) p <= a[0]; always @(posedge clk) y <= p;", []),
        ("always @(posedge clk) y = a[0];", ["y"]),
        ("always @(posedge clk) begin p += 1; y <= p; end always @* z = p;", ["p"]),
        ("always @* p = a[0]; always @(posedge clk) y <= p;", []),
        ("integer i; always @(posedge clk) for (i = 0; i < 2; i = i + 1) v[i] <= a[i]; "
         "always @(posedge clk) for (i = 0; i < 2; i = i + 1) v[i + 2] <= a[i];", []),
    ],
)  # fmt: skip
def test_registers_that_blocks_race_for(tmp_path, block, raced):
    """Told are registers that a block sets with ``=`` at an edge and that others, or who uses the
    module, read; not what one block keeps for itself.
    """
    found = parsed(tmp_path, f"reg p; reg [3:0] v; wire w; {block}").raced
    assert [one for one, *_ in found] == raced
