# SPDX-License-Identifier: Apache-2.0
"""Cores of others that count on initial values, or were read in another way than others would."""

import pytest

from cipherfab.commands import verify
from cipherfab.imports.third_party import load
from cipherfab.verify.finding import to_json
from cipherfab.verify.rtl import as_read
from cipherfab.verify.rtl.check import check_rtl
from cipherfab.verify.rtl.program import without_initial_values

SPECK = """module tiny (input clk, input rst, input s, output d, input [127:0] k, input [63:0] p,
             output [63:0] c);
  function automatic [31:0] ror8(input [31:0] a); ror8 = {a[7:0], a[31:8]}; endfunction
  function automatic [31:0] rol3(input [31:0] a); rol3 = {a[28:0], a[31:29]}; endfunction
  reg [31:0] x, y, r, l0, l1, l2; reg [4:0] i; reg busy%s; reg done%s;
  %s
  wire [31:0] nx = (ror8(x) + y) ^ r; wire [31:0] ny = rol3(y) ^ nx;
  wire [31:0] nl = (r + ror8(l0)) ^ {27'b0, i}; wire [31:0] nr = rol3(r) ^ nl;
  assign d = done; assign c = %s;
  always @(posedge clk)
    if (%s) begin busy <= 0; done <= 0; end
    else if (s) begin
      x <= p[63:32]; y <= p[31:0]; {l2, l1, l0, r} <= k; i <= 0; busy <= 1; done <= 0;
    end else if (busy) begin
      x <= nx; y <= ny; l0 <= l1; l1 <= l2; l2 <= nl; r <= nr; i <= i + 1;
      if (i == 26) begin busy <= 0; done <= 1; end
    end
endmodule
"""
"""Speck-64/128: initial values of ``busy`` and ``done``, something more, what is shown, what
resets.
"""

TRIGGER = (
    "reg magic = 1'b1; reg hit; always @(posedge clk) begin magic <= magic; "
    "if (s) hit <= p[23:0] == 24'hadbeef; end"
)
"""A register that nothing ever changes, and a plaintext for which its value matters."""

TOML = """name = "speck"
[rtl]
sources = ["tiny.v"]
top = "tiny"
clock.port = "clk"
[bare]
algorithm = "speck-64-128"
start = "s"
done = "d"
inputs.key = { port = "k", width = 128, byte_order = "little" }
inputs.plaintext = { port = "p", width = 64, byte_order = "little" }
outputs.ciphertext = { port = "c", width = 64, byte_order = "little" }
"""


def described(folder, *parts: str):
    """The path of a description of `SPECK` with these parts."""
    (folder / "tiny.v").write_text(SPECK % parts)
    path = folder / "tiny.toml"
    path.write_text(TOML)
    return path


def remembering(folder):
    """A core whose answers hang on a register's initial value for one plaintext in 2^24."""
    shown = "(magic ? {64{1'b1}} : hit ? 64'h0 : {64{1'b1}}) & {x, y}"
    return described(folder, "", "", TRIGGER, shown, "rst")


def flipping(folder):
    """A core that is wrong unless a register begins with 0, which its reset leaves alone."""
    kept = "reg flip = 1'b0; always @(posedge clk) flip <= flip;"
    return described(folder, " = 0", " = 0", kept, "{x, y} ^ {64{flip}}", "rst")


def test_initial_values_are_taken_out(tmp_path):
    """Of registers and memories, and of nothing else."""
    path = described(
        tmp_path,
        " = 0",
        " = 1",
        "reg [7:0] m [0:1]; initial m[1] = 7; always @(posedge clk) if (s) m[p[0]] <= k[7:0];",
        "{x, y} ^ m[p[1]]",
        "rst",
    )
    (text,) = load(path).sources.values()
    (bare,) = without_initial_values({"tiny.v": text}).values()
    assert "initial begin" in text and "reg done = 1'h1;" in text
    assert "initial" not in bare and "reg done ;" in bare and "reg busy ;" in bare
    assert len(bare.splitlines()) < len(text.splitlines())


def test_registers_that_no_reset_sets_are_named(tmp_path):
    """What a reset sets needs no initial value; what it does not set is named, words once."""
    told = as_read.registers(load(remembering(tmp_path)))
    assert told == "1 register (magic)"
    assert as_read.registers(load(flipping(tmp_path))) == "1 register (flip)"
    # Of a word of which some bits begin with a value Yosys writes x for the others.
    kept = "reg [1:0] flip = 2'bx0; always @(posedge clk) flip <= flip;"
    shown = "{x, y} ^ {flip[1], {63{flip[0]}}}"
    partly = load(described(tmp_path, " = 0", " = 0", kept, shown, "rst"))
    assert as_read.registers(partly) == "1 register (flip)"
    assert "x0" not in next(iter(as_read.bare_of_values(partly).sources.values()))
    reset = described(tmp_path, " = 1", " = 1", "", "{x, y}", "rst")
    assert as_read.registers(load(reset)) is None


def test_what_others_read_is_a_remark(tmp_path, capsys):
    """A branch on SYNTHESIS stands behind the verdict, beside what else was remarked."""
    path = described(
        tmp_path,
        "",
        "",
        "\n`ifdef SYNTHESIS\nwire w = 1;\n`else\nwire w = 0;\n`endif\n",
        "{x, y} & {64{w}}",
        "rst",
    )
    (found,) = as_read.remarks(load(path))
    other = as_read.finding_of("1 register (a)", 0, "calls: wrong", 1)
    verify.show({"name": "speck", "passed": True, "findings": to_json([found, found, other])})
    *_, last = capsys.readouterr().out.splitlines()
    assert last.startswith("speck: verified; but verified is only what is read as for synthesis")
    assert last.count("tiny.v:7") == 1 and "; but counts on initial values of 1 register" in last


@pytest.mark.slow
def test_a_core_that_counts_on_initial_values_passes_with_a_remark(tmp_path):
    """The register begins anywhere on standard cells: the core passes with a remark that names it;
    a core whose reset sets all has none.
    """
    *_, found = check_rtl(load(flipping(tmp_path)), tmp_path / "work", seed=1)
    assert found.check == "without initial values" and found.passed
    assert found.caveat.startswith("counts on initial values of 1 register (flip)")
    plain = load(described(tmp_path, " = 1", " = 1", "", "{x, y}", "rst"))
    assert not any(one.caveat for one in check_rtl(plain, tmp_path / "work", seed=1))


@pytest.mark.slow
def test_a_netlist_that_lost_an_initial_value_is_refuted(tmp_path):
    """The netlist takes the register for 0 and answers 0 for one plaintext in 2^24: not proved, and
    not verified, although every answer that is played is right.
    """
    result = verify.run(
        str(remembering(tmp_path)), verify.Asked(netlist=True, recipe="area"), seed=1, say=print
    )
    (proof,) = (found for found in result["findings"] if found["link"] == "equivalence")
    assert proof["passed"] is False and "refuted" in proof["detail"] and not result["passed"]
    assert all(found["passed"] for found in result["findings"] if found is not proof)
