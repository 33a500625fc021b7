# SPDX-License-Identifier: Apache-2.0
"""The bridge from SPI to a core with the LWC API, and its test.

The test has an SPI master of its own: cocotbext-spi 0.5 does not load with cocotb 2.
"""

from collections.abc import Sequence

from ...design import Design, LwcInterface
from ..texts import filled
from .queues import DEPTH_LOG2, fifo, queues

GATHER = """\
  reg [{high}:0] gathered;
  wire [{width}-1:0] word_in = {{gathered, byte_in}};
  always_ff @(posedge clk) if (byte_ends) gathered <= word_in[{high}:0];
"""

SPREAD = """
      case (lane)
{lines}
        default: byte_out = shown[7:0];
      endcase
"""


def spi(design: Design, sources: Sequence[str]) -> dict[str, str]:
    """The bridge, its FIFO and its test, by file name.

    Args:
        design: a core with the LWC API.
        sources: its Verilog files.
    """
    assert isinstance(design.interface, LwcInterface)
    top, width = design.top, design.interface.width
    files = {
        **fifo(top),
        f"{top}_spi.sv": filled(
            "bridges/spi.v",
            GATHER=_gather(width).rstrip(),
            SPREAD=_spread(width).rstrip(),
            QUEUES=queues(design, clock="clk", pdi="word_in", sdi="word_in"),
            TOP=top,
            WIDTH=width,
            LAST_BYTE=f"2'd{width // 8 - 1}",
            DEPTH=2**DEPTH_LOG2,
            DEPTH_LOG2=DEPTH_LOG2,
            BURST=2**DEPTH_LOG2 // 2,
        ),
    }
    names = ", ".join(f'FOLDER / "{name}"' for name in [*sources, *files])
    return {
        **files,
        "test_spi.py": filled(
            "bridges/spi.txt", TOP=top, BYTES=width // 8, DEPTH=2**DEPTH_LOG2, SOURCES=names
        ),
    }


def _gather(width: int) -> str:
    """The word that comes in; of a word of one byte nothing is kept."""
    if width == 8:
        return "  wire [7:0] word_in = byte_in;\n"
    return GATHER.format(width=width, high=width - 9)


def _spread(width: int) -> str:
    """The byte that goes out, the top one first."""
    if width == 8:
        return " byte_out = shown;\n"
    lines = [
        f"        2'd{lane}: byte_out = shown[{width - 8 * lane - 1}:{width - 8 * lane - 8}];"
        for lane in range(width // 8 - 1)
    ]
    return SPREAD.format(lines="\n".join(lines))
