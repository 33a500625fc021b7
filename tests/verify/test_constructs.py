# SPDX-License-Identifier: Apache-2.0
"""docs/reference/constructs.md: what becomes of each construct, on a small core for each row."""

import re
from pathlib import Path

import pytest
from descriptions import description
from small_cells import CELLS, ENABLED, compare, synthesize

from cipherfab.errors import DesignError
from cipherfab.implement import flow, platforms, recipes
from cipherfab.imports.third_party import load
from cipherfab.verify.equivalence.proof import prove
from cipherfab.verify.rtl.program import without_initial_values

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "constructs.md"
HEAD = "module tiny (input clk, input rst, input [199:0] a, input start, output reg [199:0] y);\n"
OUT = "always @(posedge clk) y <= {{a[199:{0}], {1}}};"

PROOFS = {
    "initial value, and a reset that sets the register":
        ("reg r = 1; always @(posedge clk) if (rst) r <= 0; else r <= a[0];", "r", "proved"),
    "initial value that the register keeps for ever":
        ("reg r = 1, hit; always @(posedge clk) begin r <= r; hit <= a[8:1] == 90; end",
         "(r ? 1'b1 : ~hit) & a[0]", "refuted"),
    "initial value that a condition clears once":
        ("reg r = 1; always @(posedge clk) if (a[9:1] == 90) r <= 0;", "a[0] ^ r", "refuted"),
    "initial value that moves round a ring":
        ("reg [1:0] r = 1; always @(posedge clk) r <= {r[0], r[1]};", "a[0] ^ r[1]", "refuted"),
    "`initial` block":
        ("reg r; initial r = 1; always @(posedge clk) if (a[9:1] == 90) r <= 0;", "a[0] ^ r",
         "refuted"),
    "initial value of a register that is loaded later":
        ("reg r = 1; always @(posedge clk) if (start) r <= a[0];", "r", "undecided"),
    "initial value that no output shows":
        ("reg r = 1; always @(posedge clk) if (start) r <= a[1];", "a[0] & (r | ~r)", "proved"),
    "memory with initial contents that is written":
        ("reg m [0:1]; initial m[0] = 1; always @(posedge clk) if (start) m[a[1]] <= a[2];",
         "m[a[3]]", "undecided"),
    "memory with initial contents that is never written":
        ("reg [1:0] m [0:3]; initial begin m[0] = 1; m[1] = 3; m[2] = 0; m[3] = 2; end",
         "^m[a[3:2]]", "proved"),
    "register without reset and initial value":
        ("reg r; always @(posedge clk) if (start) r <= a[0];", "r", "proved"),
    "undefined value that decides nothing (`x` in a branch that is never taken)":
        ("reg w; always @* case (a[0]) 0: w = a[2]; 1: w = a[3]; default: w = 1'bx; endcase",
         "w", "proved"),
    "undefined value that an output shows":
        ("reg w; always @* case (a[1:0]) 0: w = a[2]; 1: w = a[3]; default: w = 1'bx; endcase",
         "w", "undecided"),
    "`casex`, `casez`, `==?`":
        ("reg w; always @* casez (a[2:0]) 3'b1??: w = 1; 3'b?1x: w = a[3]; default: w = 0; endcase",
         "w ^ (a[5:3] ==? 3'b1z1)", "proved"),
    "attribute `init`, and all others but `blackbox`":
        ("(* init = 1'b1, gclk *) reg r; always @(posedge clk) if (start) r <= a[0];", "r",
         "proved"),
    "delay within an assignment": ("reg r; always @(posedge clk) r <= #1 a[0];", "r", "proved"),
    "`unique`, `unique0` and branches that overlap":
        ("reg h; always_comb unique case (1'b1) a[0]: h = a[2]; a[1]: h = a[3]; default: h = a[4]; "
         "endcase", "h ^ (a[0] ? a[2] : a[1] ? a[3] : a[4]) ^ a[5]", "proved"),
    "`unique`, `priority` and a value in front of the case":
        ("reg h; always_comb begin h = a[4]; priority case (1'b1) a[0]: h = a[2]; a[1]: h = a[3]; "
         "endcase end", "h ^ (a[0] ? a[2] : a[1] ? a[3] : a[4]) ^ a[5]", "proved"),
    "function that reads a signal of its module, in `always_comb`":
        ("function f(input x); f = x ^ a[1]; endfunction reg w; always_comb w = f(a[0]);", "w",
         "proved"),
    "`ifdef` of a macro that slang defines":
        ("\n`ifdef __slang__\nwire w = a[0];\n`else\nwire w = a[1];\n`endif\n", "w ^ a[1] ^ a[0]",
         "proved"),
    "loop of words that is none of bits":
        ("wire [7:0] c; assign c = {c[6:0] & a[7:1], a[0]};", "c[7]", "proved"),
    "`wand`, `wor`": ("wand w; assign w = a[0]; assign w = a[1];", "w", "proved"),
    "`ifdef SYNTHESIS`, the same core without it":
        ("\n`ifndef SYNTHESIS\ninitial $display(\"x\");\nassert property (@(posedge clk) start);\n"
         "`endif\n", "a[0]", "proved"),
    "register at the falling edge":
        ("reg r; always @(negedge clk) r <= a[0];", "r", "refused by the proof"),
    "gated clock":
        ("wire g = clk & start; reg r; always @(posedge g) r <= a[0];", "r",
         "refused by the proof"),
    "loop of bits that always settles":
        ("wire p, q; assign p = start ? a[0] : q; assign q = start ? p : a[1];", "p ^ q",
         "refused by the proof"),
}  # fmt: skip
"""Of each row: what stands in a core, what its lowest bit shows, and what the proof says."""

REMARKED = (
    "initial value of a register that is loaded later",
    "memory with initial contents that is written",
)

READ = {
    "latch, `always @*`":
        ("reg h; always @* if (start) h = a[0];", "h", r"latches .*: h \(tiny.v:2"),
    "latch, `always_latch`":
        ("logic h; always_latch if (start) h = a[0];", "h", r"latches .*: h \(tiny.v:2"),
    "latch, `always_comb`":
        ("logic h; always_comb if (start) h = a[0];", "h", r"latches .*: h \(tiny.v:2"),
    "latch, a bit of a vector":
        ("logic [7:0] h; always_comb begin h[6:0] = a[6:0]; if (start) h[7] = a[7]; end", "^h",
         r"latches .*: h\[7\] \(tiny.v:2"),
    "latch, a word of an array":
        ("logic [1:0] h [2]; always_comb begin h[0] = a[1:0]; if (start) h[1] = a[3:2]; end",
         "^(h[0] & h[1])", r"latches .*: h\["),
    "latch that hardly ever keeps its value":
        ("logic h; always_comb case (a[40:1]) 40'h123456789: ; default: h = a[0]; endcase", "h",
         r"latches .*: h \(tiny.v:2"),
    "latch made of gates":
        ("wire q, n; assign q = ~(n | a[0]); assign n = ~(q | a[1]);", "q",
         r"latches .*: n \(tiny.v:2\), q"),
    "register with asynchronous set and reset":
        ("reg r; always @(posedge clk or posedge rst or posedge start) if (rst) r <= 0; "
         "else if (start) r <= 1; else r <= a[0];", "r", "multiple asynchronous loads"),
    "other delays": ("wire w; assign #3 w = a[0];", "w", "timing control"),
    "two `assign` of one signal":
        ("wire w; assign w = a[0]; assign w = a[1];", "w", r"several drivers .* w \(tiny.v:2"),
    "`assign` and `always` of one signal":
        ("reg w; always @* w = a[0]; assign w = a[1];", "w", r"several drivers .* w \(tiny.v:2"),
    "one register in two `always` blocks":
        ("reg w; always @(posedge clk) w <= a[0]; always @(posedge clk) if (start) w <= a[1];",
         "w", r"several drivers .* w \(tiny.v:2"),
    "a constant and a driver":
        ("wire w; assign w = 1'b0; assign w = a[1];", "w", "several drivers"),
    "a constant and logic":
        ("wire w; assign w = 1'b0; assign w = a[2:1] == 2;", "w",
         r"several drivers .* w \(tiny.v:2"),
    "two constants":
        ("wire w; assign w = 1'b0; assign w = 1'b1;", "w", r"several drivers .* w \(tiny.v:2"),
    "tri-state":
        ("wire w; assign w = start ? a[0] : 1'bz; assign w = start ? 1'bz : a[1];", "w",
         r"tri-states .* w \(tiny.v:2"),
    "`pullup`, `bufif1`, `nmos` and the other switches":
        ("wire w; pullup (w);", "w", "tiny.v:2: 'pullup' is refused"),
    "strengths `highz0` and `highz1`":
        ("wire w; assign (highz1, strong0) w = a[0];", "w", "tiny.v:2: 'highz1' is refused"),
    "`wait`":
        ("reg r; initial begin r = 0; wait (start); r = 1; end", "r",
         "tiny.v:2: 'wait' is refused"),
    "assertion that assigns where it fails":
        ("reg r; always @(posedge clk) begin r <= a[0]; assert (a[1]) else r <= a[2]; end", "r",
         "tiny.v:2: an assignment in what an assertion does is refused"),
    "black box":
        ("wire w; box u (a[0], w);", "a[0]", "black boxes .*: u"),
    "`full_case` and a case that is none":
        ("reg h; always @* (* full_case *) case (a[1:0]) 0: h = 1; 1: h = 0; endcase", "h",
         r"latches .*'full_case' is not read \(tiny.v:2\). Write every case"),
}  # fmt: skip
"""Of each row that is refused: a part of the message."""

NOTED = {
    "loop that oscillates": ("wire r; assign r = ~(r & start);", "r", "remark",
                             r"combinational loop through r \(tiny.v:2"),
    "`z` elsewhere": ("wire w = 1'bz;", "w", "remark", r"'z', .*: tiny.v:2"),
    "comparison with `x` (`===`)":
        ("wire w = (a[0] === 1'bx) ? a[1] : a[2];", "w", "remark", r"'x', .*: tiny.v:2"),
    "signal without a driver": ("wire w;", "w", "remark", "without a driver: w"),
    "module with nothing in it":
        ("wire w; hollow u (a[0], w);", "a[0]", "remark", r"hollow \(tiny.v:"),
    "`ifdef SYNTHESIS`, another core without it":
        ("\n`ifdef SYNTHESIS\nwire w = a[0];\n`else\nwire w = a[1];\n`endif\n", "w", "remark",
         "the core is another one: tiny.v:3"),
    "`ifdef` of a macro that another tool defines (`VERILATOR`, `YOSYS`, `__ICARUS__`, …)":
        ("\n`ifdef VERILATOR\nwire w = a[0];\n`else\nwire w = a[1];\n`endif\n", "w", "remark",
         "with VERILATOR the core is another one: tiny.v:3"),
    "`unique`, `priority` and a case that is none":
        ("reg h; always_comb unique case (a[1:0]) 0: h = a[2]; 1: h = a[3]; endcase", "h", "remark",
         "a simulator keeps a value: tiny.v:2"),
    "function or task that reads a signal of its module, elsewhere":
        ("function f(input x); f = x ^ a[1]; endfunction wire w = f(a[0]);\nwire v;", "w", "remark",
         r"waits for other signals to change: a \(tiny.v:2"),
    "`always @*` that reads no signal":
        ("reg w; always @* w = 1;", "w", "remark", r"other signals to change: w \(tiny.v:2"),
    "variable that a block without an edge reads above the place where it sets it":
        ("reg w, s; always_comb begin w = s; s = a[0]; end", "w", "remark",
         r"set further down: s \(tiny.v:2"),
    "variable of a function or task that is not `automatic`, read before it is set":
        ("function f(input x); reg s; begin f = s; s = x; end endfunction "
         "reg w; always @* w = f(a[0]);", "w", "remark", r"set further down: s \(tiny.v:2"),
    "register that a task sets by `=`":
        ("reg p; task t; p = a[0]; endtask always @(posedge clk) t;", "p", "remark",
         r"either value: p \(tiny.v:2"),
    "`translate_off` (`pragma`, `synopsys`, `synthesis`, `xilinx`)":
        ("wire w = a[0]\n// synopsys translate_off\n ^ a[1]\n// synopsys translate_on\n;", "w",
         "remark", "the core is another one: tiny.v:3"),
    "`translate_off` of others":
        ("// cadence translate_off\nwire w = a[0];", "w", "note",
         "'translate_off' is not read, .*: tiny.v:2"),
    "`parallel_case`, in a comment or an attribute":
        ("reg h; always @* (* parallel_case *) case (1'b1) // synthesis parallel_case\n "
         "a[0]: h = 1; a[1]: h = 0; default: h = a[3]; endcase", "h", "note",
         "'parallel_case' is not read, .*: tiny.v:2"),
    "incomplete list of sensitivity":
        ("reg w; always @(a[0] or start) w = a[0] & start & a[1];", "w", "remark",
         r"waits for other signals to change: a \(tiny.v:2"),
    "register set by `=` at an edge, and read by another block":
        ("reg p; always @(posedge clk) p = a[0];", "p", "remark", r"either value: p \(tiny.v:2"),
}  # fmt: skip
"""Of each row that is read: how it is told, and what."""

BY_ITSELF = {
    "initial values on an FPGA",
    "default value of a VHDL signal",
    "function of a cell that is not what the cell does",
    "ports of the netlist in another order of bits",
    "port that is input and output",
    "`ifdef __slang__`, what slang alone defines",
    "`$readmemh`, `$readmemb`: words and addresses in any layout",
    "signed number that `resize` makes shorter, but one of 32 or 64 bits (VHDL)",
    "`force` and `release` (VHDL)",
    "signal, or bit of one, without a driver (VHDL)",
}
"""Rows with a test of their own."""

BOXES = """
(* blackbox *) module box (input i, output o); endmodule
module hollow (input i, output o); wire w; endmodule
"""


def core(folder: Path, body: str, shown: str):
    """The design of a core that holds ``body`` and shows one bit of it."""
    needed = BOXES if re.search("box|hollow", body) else ""
    (folder / "tiny.v").write_text(f"{HEAD}{body}\n{OUT.format(1, shown)}\nendmodule\n{needed}")
    (folder / "tiny.toml").write_text(description())
    return load(folder / "tiny.toml")


def proof(design, folder: Path, name: str) -> dict:
    """What is proved of its netlist in small cells, which have no initial values."""
    synthesize(
        without_initial_values(design.sources)[name], folder, top="tiny", passes="setundef -zero"
    )
    return prove(design, folder / "netlist.v", folder / "cells.lib", folder)


def verdicts() -> dict[str, str]:
    """The last column by the first."""
    rows = [
        [cell.strip() for cell in line.strip("|\n").split("|")]
        for line in PAGE.read_text().splitlines()
        if line.startswith("| ")
    ]
    return {row[0]: row[-1] for row in rows if row[0] != "construct"}


def test_every_row_is_run():
    """The page has the rows that are tested here, and no other."""
    assert set(verdicts()) == {*PROOFS, *READ, *NOTED, *BY_ITSELF}


@pytest.mark.sample(7)
@pytest.mark.parametrize("row", PROOFS)
def test_what_is_proved(tmp_path, row):
    """The proof says of each construct what the page says, and names registers in a remark."""
    body, shown, expected = PROOFS[row]
    design = core(tmp_path, body, shown)
    assert not design.third_party.remarks
    if expected == "refused by the proof":
        with pytest.raises(DesignError, match="cannot be compared"):
            proof(design, tmp_path, "tiny.v")
    else:
        result = proof(design, tmp_path, "tiny.v")
        assert result["verdict"] == expected, result
        assert result["counterexample"] or expected != "refuted"
        assert bool(result["initial"]) == (row in REMARKED or expected == "refuted")
    assert verdicts()[row].startswith(expected)


@pytest.mark.parametrize("row", READ)
def test_what_is_refused(tmp_path, row):
    """What has no place in a core is refused when it is read, with the signal and its line."""
    body, shown, message = READ[row]
    with pytest.raises(DesignError, match=message):
        core(tmp_path, body, shown)
    assert verdicts()[row].startswith("refused")


@pytest.mark.parametrize("row", NOTED)
def test_what_is_remarked(tmp_path, row):
    """What other tools may read in another way is told, as a remark with the verdict or a note."""
    body, shown, how, text = NOTED[row]
    found = core(tmp_path, body, shown).third_party
    told = [note for note in found.notes if re.search(text, note)]
    assert told, found.notes
    assert (told[0] in found.remarks) == (how == "remark")
    assert verdicts()[row].startswith(how)


def test_what_slang_alone_defines_is_no_macro(tmp_path):
    """A branch that no other tool reads is not read here."""
    body = "\n`ifdef __slang__\nwire w = 0;\n`else\nwire w = a[0];\n`endif\n"
    branched = core(tmp_path, body, "w").sources
    assert branched == core(tmp_path, "\n\n\n\nwire w = a[0];\n\n", "w").sources


def test_words_of_a_memory_file_stay_where_they_are(tmp_path):
    """Addresses between words, several on a line, and comments: each word is where simulators
    have it.
    """
    body = 'reg [3:0] m [0:7]; initial $readmemh("words.hex", m);'
    read = []
    for words in ("@6 1 2 @2 c d// 9\n/* @0\n8 */ @0 a\fb\t@4\r\ne f", "a\nb\nc\nd\ne\nf\n1\n2"):
        (tmp_path / "words.hex").write_text(words, newline="")
        read.append(core(tmp_path, body, "^m[a[2:0]]").sources["tiny.v"])
    assert read[0] == read[1]


def test_a_cell_is_what_its_library_says(tmp_path):
    """A library that calls a NAND a NOR is believed: the netlist made with it is proved."""
    (tmp_path / "cells.lib").write_text(CELLS)
    lying = synthesize(ENABLED, tmp_path).replace("NAND ", "LIE ").replace("NOR ", "NAND ")
    result = compare(
        ENABLED,
        lying.replace("LIE ", "NOR "),
        tmp_path,
        cells=CELLS.replace('"!(A & B)"', '"SWAP"')
        .replace('"!(A | B)"', '"!(A & B)"')
        .replace('"SWAP"', '"!(A | B)"'),
    )
    assert result["proved"], result


def test_ports_in_another_order_of_bits_are_told_apart(tmp_path):
    """Ports are compared by place: the same names with the bits the other way round are refuted,
    and declared the other way round they are proved.
    """
    text = ENABLED.replace("input in", "input [1:0] in").replace("<= in", "<= in[1]")
    netlist = synthesize(text, tmp_path)
    turned = netlist.replace("[1:0] in", "[0:1] in").replace("in[1]", "in[0]")
    assert compare(text, turned, tmp_path)["proved"]
    assert compare(text, netlist.replace("in[1]", "in[0]"), tmp_path)["verdict"] == "refuted"


def test_a_port_in_both_directions_is_refused_by_the_proof(tmp_path):
    """A netlist with an inout port cannot be compared."""
    netlist = synthesize(ENABLED, tmp_path).replace("output out", "inout out")
    with pytest.raises(DesignError, match="inout out"):
        compare(ENABLED, netlist, tmp_path)


@pytest.mark.slow
def test_an_fpga_keeps_initial_values(tmp_path):
    """On ECP5 a ring of registers begins with its initial value on both sides, and is proved."""
    design = core(tmp_path, PROOFS["initial value that moves round a ring"][0], "a[0] ^ r[1]")
    (tmp_path / "run").mkdir()
    flow.implement(
        design, "ecp5", recipes.find("area"), period_ps=5000, seed=0, directory=tmp_path / "run"
    )
    result = prove(
        design, tmp_path / "run" / "netlist.v", platforms.cells(platforms.find("ecp5")), tmp_path
    )
    assert result["proved"], result
