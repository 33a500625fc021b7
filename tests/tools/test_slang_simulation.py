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
         "case (a) 1: y = 1; default: y = 0; endcase"),
        ("unique0 if (a[0]) y = 1; else y = 0;", "if (a[0]) y = 1; else y = 0;"),
        ("(* parallel_case, full_case *) case (a) 1: y = 1; endcase",
         "case (a) 1: y = 1; endcase"),
        ("(* keep *) priority case (a) 1: y = 1; endcase", "case (a) 1: y = 1; endcase"),
    ],
)  # fmt: skip
def test_no_branches_are_taken_for_exclusive(tmp_path, written, read):
    """In the text that is read on, the first branch that fits counts, and none is left out."""
    text = parsed(tmp_path, f"always @* {written}").text
    assert f"@*{read}endmodule".replace(" ", "") in "".join(text.split())


@pytest.mark.parametrize("word, read", [("unique", "priority"), ("priority", "priority")])
def test_branches_are_all_where_that_is_asked_for(tmp_path, word, read):
    """With ``full`` the text leaves open what is done where no branch fits, and says where."""
    (tmp_path / "m.sv").write_text(f"{HEAD}always @* {word} case (a) 1: y = 1; endcase\nendmodule")
    found = slang.parse(["m.sv"], directory=tmp_path, options=[], full=True)
    assert f"@*{read}case" in "".join(found.text.split())
    assert found.promised == ["m.sv:2"]


def test_macros_of_slang_are_none(tmp_path):
    """A branch on a macro that slang defines itself is read as by others."""
    (tmp_path / "m.sv").write_text(
        "`ifdef __slang__\nmodule a; endmodule\n`endif\nmodule b; endmodule"
    )
    assert [*slang.parse(["m.sv"], directory=tmp_path, options=[]).modules] == ["b"]
