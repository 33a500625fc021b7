# SPDX-License-Identifier: Apache-2.0
"""Small cores of our own in three languages, and descriptions to order."""

import shutil
from pathlib import Path

import pytest
from descriptions import BARE, description

CORES = Path(__file__).parent / "cores"

TINY = """module tiny (input clk, input rst, input [7:0] a, output reg [7:0] y);
  always @(posedge clk) if (rst) y <= 0; else y <= a;
endmodule
"""


@pytest.fixture
def cores(tmp_path) -> Path:
    """A copy of the three cores that a test may change."""
    shutil.copytree(CORES, tmp_path / "cores")
    return tmp_path / "cores"


@pytest.fixture
def describe(tmp_path):
    """Writes a description of one Verilog file and the file itself, and returns the path of the
    description.
    """

    def write(
        *,
        sources: str = '["tiny.v"]',
        rtl: str = "",
        rest: str = BARE,
        top: str = "",
        verilog: str = TINY,
    ) -> Path:
        folder = tmp_path / "core"
        folder.mkdir(exist_ok=True)
        (folder / "tiny.v").write_text(verilog)
        path = folder / "tiny.toml"
        path.write_text(description(sources=sources, before=top, rtl=rtl, interface=rest))
        return path

    return write
