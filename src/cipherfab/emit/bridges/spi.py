# SPDX-License-Identifier: Apache-2.0
"""The bridge from SPI to a core with the LWC API, and its test.

The test has an SPI master of its own, which also makes mistakes, and plays the words by
cocotbext-qspi's too, where that is installed.
"""

from collections.abc import Sequence

from ...design import Design, LwcInterface
from ..texts import filled
from .key_port import instance, key_port_module, keyed, ports
from .queues import DEPTH_LOG2, fifo, in_queue, queues

GATHER = """\
  reg [{high}:0] gathered;
  wire [{width}-1:0] word_in = {{gathered, byte_in}};
  always_ff @(posedge clk) begin
    if (core_rst) gathered <= 0;
    else if (byte_ends) gathered <= word_in[{high}:0];
  end
"""

SPREAD = """
      case (lane)
{lines}
        default: byte_out = shown[7:0];
      endcase
"""


WINDOW = """\
  localparam [7:0] WriteSdi = 8'd2;
  wire sdi_write = word_ends & (command == WriteSdi);
{queue}
  wire sdi_lost = sdi_write & ~sdi_in_ready;
  wire [DepthLog2:0] sdi_space = Depth - sdi_level;"""
"""Words of keys that the master writes."""


def _said(design: Design, width: int, key_port: bool) -> dict[str, str | int]:
    """What the templates say of keys, which the master writes or a port gives."""
    if key_port:
        return {
            "KEYS": f"{instance(design, 'clk')}\n  wire [DepthLog2:0] sdi_space = 0;",
            "KEY_PORTS": ports(design),
            "KEY_BYTES": keyed(design)[0],
            "SDI_COMMAND": "//   2         nothing: keys come by a port of their own\n",
            "SDI_BIT": "//   bit 3  a key waits on its port\n",
            "SDI_BURST": "key_valid",
            "SDI_LEVEL": "0",
        }
    return {
        "KEYS": WINDOW.format(
            queue=in_queue(design.top, width, port="sdi", clock="clk", word="word_in")
        ),
        "KEY_PORTS": "",
        "KEY_BYTES": 0,
        "SDI_COMMAND": "//   2  SDI    the same\n",
        "SDI_BIT": f"//   bit 3  SDI can take {2**DEPTH_LOG2 // 2} words\n",
        "SDI_BURST": "sdi_space >= Burst",
        "SDI_LEVEL": "words that SDI can take",
    }


def spi(design: Design, sources: Sequence[str], *, key_port: bool = False) -> dict[str, str]:
    """The bridge, its FIFO and its test, by file name.

    Args:
        design: a core with the LWC API.
        sources: its Verilog files.
        key_port: keys come by `key_port`.
    """
    assert isinstance(design.interface, LwcInterface)
    top, width = design.top, design.interface.width
    said = _said(design, width, key_port)
    files = {
        **fifo(top),
        **(key_port_module(design) if key_port else {}),
        f"{top}_spi.sv": filled(
            "bridges/spi.v",
            GATHER=_gather(width).rstrip(),
            SPREAD=_spread(width).rstrip(),
            QUEUES=queues(design, clock="clk", pdi="word_in", keys=str(said["KEYS"])),
            **said,
            TOP=top,
            WIDTH=width,
            LAST_BYTE=f"2'd{width // 8 - 1}",
            DEPTH=2**DEPTH_LOG2,
            DEPTH_LOG2=DEPTH_LOG2,
            BURST=2**DEPTH_LOG2 // 2,
            CLEARS=int(design.interface.zeroises),
        ),
    }
    names = ", ".join(f'FOLDER / "{name}"' for name in [*sources, *files])
    return {
        **files,
        "test_spi.py": filled(
            "bridges/spi.txt",
            TOP=top,
            BYTES=width // 8,
            KEY_BYTES=said["KEY_BYTES"],
            DEPTH=2**DEPTH_LOG2,
            SOURCES=names,
        ),
    }


def _gather(width: int) -> str:
    """The word that comes in; of a word of one byte nothing is kept."""
    if width == 8:
        return "  wire [7:0] word_in = byte_in;\n"
    # All bytes of a word but the last one, which is taken as it comes.
    return GATHER.format(width=width, high=width - 9)


def _spread(width: int) -> str:
    """The byte that goes out, the top one first."""
    if width == 8:
        return " byte_out = shown;\n"
    lines = [
        f"        2'd{lane}: byte_out = shown[{width - 8 * lane - 1}:{width - 8 * lane - 8}];"
        # The last byte is the case's default.
        for lane in range(width // 8 - 1)
    ]
    return SPREAD.format(lines="\n".join(lines))
