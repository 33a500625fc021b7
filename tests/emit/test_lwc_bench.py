# SPDX-License-Identifier: Apache-2.0
"""The verdict of a package's test bench, on a core that counts."""

import os
import subprocess

import pytest

from cipherfab.cores.build import build
from cipherfab.emit.lwc_bench import _shares
from cipherfab.emit.texts import filled, hexadecimal
from cipherfab.tools import verilator

CORE = """module stub (
  input clk, input rst, input [31:0] pdi_data, input pdi_valid, output pdi_ready,
  input [31:0] sdi_data, input sdi_valid, output sdi_ready,
  output [31:0] do_data, output do_valid, input do_ready, output do_last);
  reg [31:0] count = 0;
  assign {pdi_ready, sdi_ready, do_valid, do_last} = 4'b1110, do_data = count;
  always @(posedge clk) if (!rst && do_ready) count <= count + 1;
endmodule
"""
WORDS, WRONG = 9, 5
"""Words that are expected, and which of them the core does not give."""


def compiled(directory) -> None:
    """Verilator's program of the bench with the core."""
    bench = filled("lwc_bench.v", TOP="stub", **_shares(build("ascon-128").interface), GUARDS="",
                   WIDTH=32, CYCLES=100, PDI_WORDS=1, SDI_WORDS=1, DO_WORDS=WORDS)  # fmt: skip
    (directory / "bench.v").write_text(CORE + bench)
    translate = [verilator.package() / "bin" / "verilator_bin", "--cc", "--exe", "--main",
                 "--timing", "-CFLAGS", "-std=c++20 -fcoroutines", "-Wno-fatal",
                 "--top-module", "stub_tb", "bench.v", "--Mdir", "obj"]  # fmt: skip
    environment = os.environ | {"VERILATOR_ROOT": str(verilator.package())}
    make = ["make", "-s", "-C", "obj", "-f", "Vstub_tb.mk", "VM_PARALLEL_BUILDS=0",
            "OPT_FAST=-O0", "OPT_SLOW=-O0", "OPT_GLOBAL=-O0", "Vstub_tb"]  # fmt: skip
    for command in (translate, make):
        subprocess.run(command, cwd=directory, env=environment, check=True, capture_output=True)


@pytest.mark.slow
def test_a_wrong_word_in_the_last_cycle_fails(tmp_path):
    """Whatever the number of cycles is that are played, one verdict is printed; where the wrong
    word is among them, it is FAIL. Verilator goes on behind `$finish` to the end of the block.
    """
    expected = [0xFF if word == WRONG else word for word in range(WORDS)]
    care = [(1 << 32) - 1] * WORDS
    for name, words in (("pdi", [0]), ("sdi", [0]), ("do", expected), ("care", care)):
        (tmp_path / f"{name}.hex").write_text(hexadecimal(words, 32))
    compiled(tmp_path)
    found = []
    for cycles in range(3, 10):
        told = subprocess.run(
            ["./obj/Vstub_tb", "+stall=0", f"+cycles={cycles}"],
            cwd=tmp_path, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        found.append([line[:4] for line in told.splitlines() if line[:4] in ("PASS", "FAIL")])
    assert all(len(verdicts) == 1 for verdicts in found), found
    assert found[0] == ["PASS"] and found[-1] == ["FAIL"]
