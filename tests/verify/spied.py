# SPDX-License-Identifier: Apache-2.0
"""A right core with rare faults planted around it, all in one model: the plusarg ``mutant`` says
which. Each is of a kind that a plan of single messages does not find.
"""

from collections.abc import Iterable
from dataclasses import replace

from cipherfab.design import Design
from cipherfab.verify.mutation.played import MutantProgram
from cipherfab.verify.rtl.simulator import Simulator

FAULTS = {
    # number: the condition, and the check that must find it
    1: ("data", "decrypts & was_refused & ~fresh", "sequences"),
    2: ("data", "encrypts & was_accepted & fresh & ad == 0 & text != 0", "sequences"),
    3: ("accept", "refused >= 200 & text == 0", "many messages"),
    4: ("data", "with_key >= 1024", "many messages"),
    5: ("data", "keys >= 2048", "many messages"),
    6: ("data", "ad_parts >= 129", "many segments"),
    7: ("data", "text_parts >= 13", "many segments"),
    8: ("data", "empty >= 9", "many segments"),
    9: ("data", "ad_parts == 2 & ad[3:0] == 13", "many segments"),
    10: ("data", "ad >= 65536", "many segments"),
    11: ("data", "ad == 65536", "many segments"),
    12: ("data", "ad == 201", "lengths of both types"),
    13: ("data", "ad == text & ad == 77", "lengths of both types"),
    14: ("data", "ad >= 512 & text >= 1024", "lengths of both types"),
    15: ("data", "zero & ~ones", "values"),
    16: ("data", "nonce == 128'd0", "values"),
    17: ("data", "held >= 1000", "long waits"),
    18: ("data", "idle >= 1000", "long waits"),
    19: ("data", "unkeyed >= 4096", "long waits"),
    20: ("data", "both >= 700", "long waits"),
    21: ("accept", "tag != right & fold == 0", "forgeries"),
    22: ("accept", "tag != right & wrong[127:64] == 0", "forgeries"),
    23: ("accept", "tag == earlier", "forgeries"),
    24: ("accept", "tag == 128'd0", "forgeries"),
    25: ("accept", "tag == {right[95:0], right[127:96]}", "forgeries"),
    26: ("accept", "ad_parts >= 3 & text == 0", "forgeries"),
    27: ("accept", "wrong == 128'h2000 & text == 0 & ad[3:0] != 0", "each bit of the tag"),
    28: ("accept", "wrong == 128'h1 & ad == 16 & text == 16", "each bit of the tag"),
    29: ("data", "history == 9'b100_010_100 & operation == 2", "sequences"),
    30: ("accept", "idle >= 700 & wrong != 0", "long waits"),
    31: ("data", "held == 128", "long waits"),
    32: ("data", "late", "long waits"),
    33: ("data", "idle == 1024 & decrypts", "long waits"),
    34: ("data", "ad_parts == 3 & ad[3:0] == 11", "many segments"),
    35: ("data", "ad == 523", "lengths of both types"),
    36: ("data", "text >= 1000 & text < 1008 & decrypts", "lengths of both types"),
    37: ("data", "ad == 1 & text >= 256 & decrypts", "lengths of both types"),
}
"""Faults: ``data`` flips a bit of the first word of data on DO, ``accept`` turns a refusal into an
acceptance.
"""

# Behind the reset all tags are different, so that no condition on equal ones holds by chance.
AROUND = """
module spied(input clk, input rst, input [31:0] pdi_data, input pdi_valid, output pdi_ready,
             input [31:0] sdi_data, input sdi_valid, output sdi_ready,
             output [31:0] do_data, output do_valid, input do_ready, output do_last);
  integer number; initial begin number = 0; void'($value$plusargs("mutant=%d", number)); end
  wire [31:0] answer;
  CORE core(.clk(clk), .rst(rst), .pdi_data(pdi_data), .pdi_valid(pdi_valid),
    .pdi_ready(pdi_ready), .sdi_data(sdi_data), .sdi_valid(sdi_valid), .sdi_ready(sdi_ready),
    .do_data(answer), .do_valid(do_valid), .do_ready(do_ready), .do_last(do_last));
  reg [1:0] place; reg [3:0] operation, kind; reg last, fresh, keyed, was_refused, was_accepted;
  reg zero, ones; reg [15:0] left, out_left; reg [19:0] ad, text; reg [3:0] out_kind;
  reg [9:0] ad_parts, text_parts, row, empty; reg [15:0] keys, with_key, refused;
  reg [15:0] stall, held, pause, idle, unkeyed, pair, both; reg in_data, first;
  reg [127:0] nonce, tag, earlier, right, made;
  wire [127:0] wrong = tag ^ right;
  wire [31:0] fold = wrong[127:96] ^ wrong[95:64] ^ wrong[63:32] ^ wrong[31:0];
  wire encrypts = operation == 2, decrypts = operation == 3;
  wire header = ~in_data, status = header & answer[31:29] == 7;
  wire failed = status & answer[28];
  reg late;             // a word came exactly 217 cycles late
  reg [8:0] history;    // three outcomes: encrypted, refused, accepted as 1, 2, 4 of three bits
  reg data, accept;
  always_comb begin
    data = 0; accept = 0;
    case (number)
CASES
      default: ;
    endcase
  end
  assign do_data = answer ^ (data & ~header & first ? 32'h00010000 : 0)
                          ^ (accept & failed & decrypts ? 32'h10000000 : 0);
  wire [15:0] words = (pdi_data[15:0] + 16'd3) >> 2;
  wire is_text = pdi_data[31:28] == 4 | pdi_data[31:28] == 5;
  always_ff @(posedge clk) if (rst) begin
    place <= 0; keyed <= 0; keys <= 0; with_key <= 0; refused <= 0; was_refused <= 0;
    was_accepted <= 0; in_data <= 0; first <= 1; stall <= 0; held <= 0; pause <= 0; idle <= 0;
    unkeyed <= 0; pair <= 0; both <= 0; operation <= 0; tag <= 1; earlier <= 2; right <= 3;
    nonce <= 1; ad <= 0; text <= 0; ad_parts <= 0; text_parts <= 0; row <= 0; empty <= 0;
    zero <= 0; ones <= 0; fresh <= 0; history <= 0; late <= 0;
  end else begin
    stall <= do_valid & ~do_ready ? stall + 1 : 0; if (stall > held) held <= stall;
    pause <= pdi_ready & ~pdi_valid ? pause + 1 : 0; if (pause > idle) idle <= pause;
    if (sdi_ready & ~sdi_valid & unkeyed != 16'hffff) unkeyed <= unkeyed + 1;
    else if (unkeyed < 4096) unkeyed <= 0;
    pair <= do_valid & ~do_ready & ~pdi_valid ? pair + 1 : 0; if (pair > both) both <= pair;
    if (pdi_valid & pdi_ready & pause == 217) late <= 1;
    else if (do_valid & do_ready & ~header) late <= 0;
    if (pdi_valid & pdi_ready) case (place)
      0: if (pdi_data[31:28] == 7) begin keys <= keys + 1; with_key <= 0; keyed <= 1; end
         else begin
           operation <= pdi_data[31:28]; place <= 1; with_key <= with_key + 1; fresh <= keyed;
           keyed <= 0; ad <= 0; text <= 0; ad_parts <= 0; text_parts <= 0; row <= 0; empty <= 0;
           zero <= 0; ones <= 0; earlier <= tag; held <= 0; idle <= 0; both <= 0;
         end
      1: begin
           kind <= pdi_data[31:28]; last <= pdi_data[24]; left <= words;
           if (pdi_data[31:28] == 1) begin ad <= ad + pdi_data[15:0]; ad_parts <= ad_parts + 1; end
           if (is_text) begin text <= text + pdi_data[15:0]; text_parts <= text_parts + 1; end
           row <= pdi_data[15:0] == 0 ? row + 1 : 0;
           if (pdi_data[15:0] == 0 & row + 1 > empty) empty <= row + 1;
           place <= words != 0 ? 2 : pdi_data[24] ? 0 : 1;
         end
      default: begin
           if (kind == 13) nonce <= {nonce[95:0], pdi_data};
           if (kind == 8) tag <= {tag[95:0], pdi_data};
           if (kind == 1 & pdi_data == 0) zero <= 1;
           if (kind == 1 & &pdi_data) ones <= 1;
           left <= left - 1; if (left == 1) place <= last ? 0 : 1;
         end
    endcase
    if (do_valid & do_ready) begin
      if (status) begin
        history <= {history[5:0], ~failed & decrypts, failed, encrypts};
        was_refused <= failed; was_accepted <= ~failed & decrypts; first <= 1;
        refused <= failed ? refused + 1 : 0; if (encrypts) right <= made;
      end else if (header) begin
        out_kind <= answer[31:28]; out_left <= (answer[15:0] + 16'd3) >> 2;
        in_data <= answer[15:0] != 0;
      end else begin
        first <= 0; out_left <= out_left - 1; if (out_left == 1) in_data <= 0;
        if (out_kind == 8) made <= {made[95:0], answer};
      end
    end
  end
endmodule
"""


def spied(core: Design) -> Design:
    """``core``, with a bus of 32 bits, and all faults around it."""
    cases = "".join(
        f"      {number}: {what} = {condition};\n"
        for number, (what, condition, _) in FAULTS.items()
    )
    text = AROUND.replace("CORE core", f"{core.top} core").replace("CASES\n", cases)
    return replace(core, sources={**core.sources, "spied.sv": text}, top="spied")


def with_faults(simulator: Simulator, numbers: Iterable[int]) -> tuple[Simulator, MutantProgram]:
    """A simulator whose runs are those of the right core and of each fault that still passes."""
    built = simulator.program
    program = MutantProgram(design=built.design, path=built.path, alive=list(numbers))
    return replace(simulator, program=program), program
