# SPDX-License-Identifier: Apache-2.0
"""Tiny designs, written by hand, with faults to order: what the benches are tested on."""

from cipherfab.design import BareInterface, Design, LwcInterface
from cipherfab.lwc import vectors

FAULTS = ("none", "wrong", "missing", "extra", "stuck", "unstable", "last", "vanish")
"""What a tiny core can do wrong, in the third message it answers."""

LWC = """
// Hashes by XOR of all words of a message: instruction, header, data in; header, one word, status out.
module tiny(input clk, input rst, input [31:0] pdi_data, input pdi_valid, output pdi_ready,
            input [31:0] sdi_data, input sdi_valid, output sdi_ready,
            output [31:0] do_data, output do_valid, input do_ready, output do_last);
  localparam FAULT = {fault};
  reg [2:0] state; reg [15:0] left; reg [31:0] sum; reg [7:0] count; reg [15:0] noise;
  wire [31:0] words = (pdi_data[15:0] + 3) >> 2;
  wire bad = count == 2;
  assign pdi_ready = state < 3;
  assign sdi_ready = 1;
  assign do_valid = state == 3 || (state == 4 && !(FAULT == 4 && bad)) || state == 5 || state == 6;
  assign do_last = state == 5 ? !(FAULT == 6 && bad) : 0;
  assign do_data = state == 3 ? 32'h93000004 : state == 5 ? 32'hE0000000 : state == 6 ? 32'hDEADBEEF :
                   FAULT == 1 && bad ? sum ^ 32'h100 : FAULT == 5 && bad ? sum ^ (noise[3] && !do_ready) : sum;
  always @(posedge clk) begin
    noise <= {noise[14:0], noise[15] ^ noise[13] ^ noise[12] ^ noise[10]};
    if (rst) begin state <= 0; count <= 0; noise <= 1; end
    else case (state)
      0: if (pdi_valid) begin state <= 1; sum <= 0; end
      1: if (pdi_valid) begin left <= words; state <= words == 0 ? 3 : 2; end
      2: if (pdi_valid) begin sum <= sum ^ pdi_data; left <= left - 1; if (left == 1) state <= 3; end
      3: if (do_ready) state <= FAULT == 2 && bad ? 5 : 4;
      4: if ((do_ready || (FAULT == 7 && bad)) && do_valid) state <= 5;
      5: if (do_ready) begin state <= FAULT == 3 && bad ? 6 : 0; count <= count + 1; end
      6: if (do_ready) state <= 0;
    endcase
  end
endmodule
"""  # noqa: E501

BARE = """
// y = x + 1, z = parity of x, after DEPTH cycles; one result at a time.
module tiny(input clk, input rst, input in_valid, output in_ready, input [{top}:0] in_x,
            output out_valid, input out_ready, output [{top}:0] out_y, output out_z);
  localparam FAULT = {fault};
  reg [3:0] left; reg busy; reg [{top}:0] x; reg [7:0] count;
  assign in_ready = !busy || (out_valid && out_ready);
  assign out_valid = busy && left == 0 && !(FAULT == 4 && count == 2);
  assign out_y = x + 1 + (FAULT == 1 && count == 2) + (FAULT == 5 && !out_ready);
  assign out_z = ^x;
  always @(posedge clk) begin
    if (left != 0) left <= left - 1;
    if (out_valid && out_ready) begin busy <= 0; count <= count + 1; end
    if (in_valid && in_ready) begin busy <= 1; x <= in_x; left <= 2; end
    if (rst) begin busy <= 0; count <= 0; left <= 0; end
    if (FAULT == 3 && count == 5) busy <= 1;
  end
endmodule
"""


def lwc_core(fault: str = "none") -> Design:
    """The XOR hash core, 32 bits."""
    return Design(
        name=f"tiny-{fault}",
        top="tiny",
        sources={"tiny.v": LWC.replace("{fault}", str(FAULTS.index(fault)))},
        interface=LwcInterface(width=32, sdi_width=32),
    )


def bare_core(fault: str = "none", width: int = 64) -> Design:
    """The incrementer: latency 3, a new input every 3 cycles."""
    source = BARE.replace("{fault}", str(FAULTS.index(fault))).replace("{top}", str(width - 1))
    return Design(
        name=f"tiny-{fault}",
        top="tiny",
        sources={"tiny.v": source},
        interface=BareInterface(
            algorithm="tiny", inputs={"x": width}, outputs={"y": width, "z": 1}
        ),
    )


def messages(count: int = 6) -> vectors.Vectors:
    """Messages of 0, 1, 2, … words for `lwc_core`."""
    pdi, do = "", ""
    for size in range(count):
        words, total = (
            [(size * 0x01010101 + word * 0x10203) & 0xFFFFFFFF for word in range(size)],
            0,
        )
        for word in words:
            total ^= word
        data = "".join(f"{word:08X}" for word in words)
        pdi += f"#### message of {size} words\nINS = 80000000\nHDR = 7700{4 * size:04X}\n" + (
            f"DAT = {data}\n" if data else ""
        )
        do += (
            f"#### message of {size} words\n# digest\nHDR = 93000004\nDAT = {total:08X}\nSTT = "
            f"E0000000\n"
        )
    return vectors.Vectors(
        pdi=vectors.parse(pdi, "pdi", 32),
        sdi=vectors.parse("", "sdi", 32),
        do=vectors.parse(do, "do", 32),
    )
