# SPDX-License-Identifier: Apache-2.0
"""`verify` and `bench` of cores whose values lie on several ports, with words in another order, or
without the bits that mean nothing: right ones and wrong ones.
"""

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner

from cipherfab import cli

CORES = Path(__file__).parents[1] / "imports" / "cores"
VHDL = pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")

VERILOG = """module split (input clk, input reset_n, input next, output ready, input [63:0] key_hi, key_lo,
              input [71:0] block, output [15:0] r0, r1, r2, r3);
  gift64 core (.clk(clk), .reset_n(reset_n), .next(next), .ready(ready), .mode(2'd1),
               .key({key_hi, key_lo, 64'd0}), .block({block[35:4], block[67:36]}),
               .result({r0, r1, r2, r3}));
endmodule
"""  # noqa: E501

VERILOG_TOML = """name = "split"
[rtl]
sources = ["gift64.v", "sbox.v", "split.v"]
top = "split"
clock.port = "clk"
[bare]
algorithm = "gift-64"
reset = { port = "reset_n", level = 0, kind = "async" }
start = "next"
ready = "ready"
done = "ready"
inputs.key = { ports = ["key_hi", "key_lo"] }
inputs.plaintext = { port = "block", width = 72, low = 4, word_order = "little", word = 32 }
outputs.ciphertext = { ports = ["r0", { port = "r1", bits = 16 }, "r2", "r3"] }
"""

WORDS = """library ieee;
use ieee.std_logic_1164.all;
package words_pkg is
  type words is array (0 to 3) of std_logic_vector(15 downto 0);
end package;
library ieee;
use ieee.std_logic_1164.all;
use work.words_pkg.all;
entity words_top is
  port (clk, rst, start : in std_logic; key_hi, key_lo : in std_logic_vector(63 downto 0);
        block_in : in words; done : out std_logic; r_hi : out std_logic_vector(39 downto 0);
        r_lo : out std_logic_vector(31 downto 8));
end entity;
architecture rtl of words_top is
  signal result : std_logic_vector(63 downto 0);
begin
  r_hi <= result(63 downto 24);
  r_lo <= result(23 downto 0);
  core : entity work.Gift64 generic map (G_ROUNDS => 28, G_FAST => false)
    port map (clk => clk, rst => rst, start => start, key => key_hi & key_lo,
              plaintext => block_in(3) & block_in(2) & block_in(1) & block_in(0), done => done,
              ciphertext => result);
end architecture;
"""

WORDS_TOML = """name = "words"
[rtl]
sources = ["gift64.vhd", "gift64_pkg.vhd", "words.vhd"]
top = "words_top"
clock.port = "clk"
reset = { port = "rst", level = 1, kind = "async" }
[bare]
algorithm = "gift-64"
start = "start"
done = "done"
done_pulse = true
inputs.key = { ports = ["key_hi", "key_lo"] }
inputs.plaintext = { port = "block_in", word_order = "little", word = 16 }
outputs.ciphertext = { ports = [{ port = "r_hi", bits = 40 }, "r_lo"] }
"""

PACKED = """module packed_round (input clk, input [256:0] a, output reg [127:0] low, output reg [128:0] high);
  wire [256:0] chi, theta, pi;
  genvar i;
  generate for (i = 0; i < 257; i = i + 1) begin : bits
    assign chi[i] = a[i] ^ (~a[(i + 1) % 257] & a[(i + 2) % 257]) ^ (i == 0);
    assign theta[i] = chi[i] ^ chi[(i + 3) % 257] ^ chi[(i + 8) % 257];
    assign pi[i] = theta[12 * i % 257];
  end endgenerate
  always @(posedge clk) {high, low} <= pi;
endmodule
"""  # noqa: E501
"""A round of Subterranean 2.0 on the 257 bits of its state, the result on two ports."""

PACKED_TOML = """name = "packed"
[rtl]
sources = ["packed.v"]
top = "packed_round"
clock.port = "clk"
reset = false
[bare]
algorithm = "subterranean-r1"
latency = 1
byte_order = "little"
inputs.x = { port = "a", packed = true }
outputs.x = { ports = [{ port = "high", bits = 129 }, "low"], packed = true }
"""

KINDS = {
    "split": (VERILOG_TOML, {"split.v": VERILOG}, "verilog"),
    "words": (WORDS_TOML, {"words.vhd": WORDS}, "vhdl"),
    "packed": (PACKED_TOML, {"packed.v": PACKED}, None),
}
"""Description, files, and the folder of cores that they need."""

WRONG = [
    ("split", '["key_hi", "key_lo"]', '["key_lo", "key_hi"]'),
    ("split", '"r0", { port = "r1", bits = 16 }', '"r1", { port = "r0", bits = 16 }'),
    ("split", "word = 32", "word = 16"),
    ("split", "low = 4", "low = 3"),
    ("split", "{r0, r1, r2, r3}", "{r0, r2, r1, r3}"),
    ("words", "word = 16", "word = 32"),
    ("words", "block_in(3) & block_in(2)", "block_in(2) & block_in(3)"),
    ("packed", "(i + 8)", "(i + 9)"),
    ("packed", "{high, low} <= pi", "{high, low} <= {pi[255:0], pi[256]}"),
    ("packed", 'byte_order = "little"', 'byte_order = "big"'),
]


def written(folder: Path, kind: str, old: str = "", new: str = "") -> Path:
    """The description of a core of a kind, with something replaced where it stands."""
    text, files, beside = KINDS[kind]
    if beside:
        shutil.copytree(CORES / beside, folder, dirs_exist_ok=True)
    assert not old or any(old in one for one in (text, *files.values()))
    for name, content in files.items():
        (folder / name).write_text(content.replace(old, new) if old else content)
    path = folder / f"{kind}.toml"
    path.write_text(text.replace(old, new) if old else text)
    return path


def called(*arguments, code: int = 0) -> dict | list:
    """What a command prints as JSON."""
    result = CliRunner().invoke(cli.main, [*map(str, arguments), "--seed", "1", "--json"])
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def marked(cases: Iterable[tuple]) -> list:
    """Cases, those in VHDL only where GHDL is."""
    return [pytest.param(*case, marks=[VHDL] if case[0] == "words" else []) for case in cases]


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", [one.values[0] if not one.marks else one for one in marked((kind,) for kind in KINDS)]
)
def test_values_on_any_ports_are_verified_and_measured(tmp_path, monkeypatch, kind):
    """`verify` plays the known answers, random calls and GHDL's own simulation, and `bench` gives a
    row with its netlist proved and played.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path / "home"))
    path = written(tmp_path, kind)
    result = called("verify", path)
    played = {found["check"] for found in result["findings"] if found["link"] == "rtl"}
    assert result["passed"] and "random calls" in played
    assert ("the VHDL sources in GHDL's own simulation" in played) == (kind == "words")
    (row,) = called("bench", path, "--on", "nangate45", "--periods", 1, "--seeds", 1)
    links = {found["link"]: found["passed"] for found in row["evidence"]}
    assert row["verified"] and links == dict.fromkeys(("model", "rtl", "equivalence", "gate"), True)


@pytest.mark.slow
@pytest.mark.parametrize("kind, old, new", marked(WRONG))
def test_a_wrong_place_or_core_fails(tmp_path, monkeypatch, kind, old, new):
    """Ports, words or bits in another order than the description says: the answers are wrong, and
    in VHDL in GHDL's own simulation, too.
    """
    monkeypatch.chdir(tmp_path)
    result = called("verify", written(tmp_path, kind, old, new), code=1)
    failed = {found["check"] for found in result["findings"] if not found["passed"]}
    assert {"official known answers", "random calls"} <= failed and not result["passed"]
    assert kind != "words" or "the VHDL sources in GHDL's own simulation" in failed
