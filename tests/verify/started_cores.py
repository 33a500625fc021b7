# SPDX-License-Identifier: Apache-2.0
"""Tiny cores that are started instead of having valid and ready, one for each way in which others
do it: y = x + key.
"""

from cipherfab.design import BareInterface, Design, Port
from cipherfab.handshake import Handshake

READY = """
// Registers its inputs; `ready` is 1 while it can start and the result is valid. Asynchronous reset, active low.
module tiny(input clk, input reset_n, input next, input minus, output ready, input [39:0] block, input [15:0] key,
            output [39:0] result);
  reg [1:0] left; reg [39:0] x; reg [15:0] k;
  assign ready = left == 0;
  assign result = FAULT == 1 && x[39:32] == 3 ? x : minus ? x - k : x + k;
  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin left <= 0; x <= 0; k <= 0; end
    else if (next && ready) begin left <= 3; x <= block; k <= key; end
    else if (left != 0 && !(FAULT == 2 && x[39:32] == 3)) left <= left - 1;
endmodule
"""  # noqa: E501

PULSE = """
// Needs its inputs until the pulse `done`, and is back at its start one cycle later.
module tiny(input clk, input rst, input start, output reg done, input [39:0] block, input [15:0] key, output reg [39:0] result);
  reg [2:0] state;
  always @(posedge clk) begin
    done <= state == 2 || (FAULT == 3 && state == 5);
    if (state == 2) result <= block + key;
    state <= rst ? 0 : state == 0 ? start : state == (FAULT == 3 ? 6 : 3) ? 0 : state + 1;
    if (rst) done <= 0;
  end
endmodule
"""  # noqa: E501

LATENCY = """
// Two registers one after the other, a new input every cycle, nothing to start and no reset.
module tiny(input clk, input [39:0] block, input [15:0] key, output reg [39:0] result);
  reg [39:0] x; reg [15:0] k;
  always @(posedge clk) begin x <= block; k <= key; result <= x + k; end
endmodule
"""

COMBINATIONAL = """
module tiny(input [39:0] block, input [15:0] key, output [39:0] result);
  assign result = block + key;
endmodule
"""

LOADED = """
// `init` takes the key and works on it for three cycles; `next` takes the block.
module tiny(input clk, input reset_n, input init, input next, output ready, output reg valid, input [39:0] block,
            input [15:0] key, output reg [39:0] result);
  reg [1:0] left; reg [15:0] k; reg busy;
  assign ready = left == 0;
  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin left <= 0; valid <= 0; busy <= 0; end
    else if (init && ready) begin left <= 3; k <= key; valid <= 0; end
    else if (next && ready) begin left <= 1; result <= block + k; valid <= 0; busy <= 1; end
    else if (left != 0) begin left <= left - 1; if (left == 1 && busy) begin valid <= 1; busy <= 0; end end
endmodule
"""  # noqa: E501

RESTARTED = """
// Takes its inputs with any `start`, adds the key after two cycles; `done` in the next one, and
// again after each four.
module tiny(input clk, input start, output done, input [39:0] block, input [15:0] key,
            output [39:0] result);
  reg [1:0] left, age; reg [39:0] x; reg [15:0] k; reg busy;
  assign done = left == 1;
  assign result = x;
  always @(posedge clk) begin
    left <= left - 1;
    age <= start ? 0 : age + 1;
    if (age == 1) x <= x + k;
    busy <= start || (busy && !done);
    if (start && !(FAULT == 4 && busy && !done)) begin x <= block; k <= key; end
    if (start && !(FAULT == 5 && busy && !done)) left <= 3;
  end
endmodule
"""

INPUTS = {
    "x": Port(name="block", width=40, bits=32, low=8, byte_order="little"),
    "k": Port(name="key", width=16, bits=16),
}
OUTPUTS = {"y": Port(name="result", width=40, bits=32, low=8, byte_order="little")}

HOW = {
    "ready": (READY, {"start": "next", "ready": "ready", "done": "ready",
                      "hold": False, "constants": {"minus": 0}}),
    "pulse": (PULSE, {"start": "start", "done": "done", "done_pulse": True}),
    "latency": (LATENCY, {"latency": 2, "hold": False}),
    "restarted": (RESTARTED, {"start": "start", "done": "done", "done_pulse": True, "hold": False,
                              "restarts": True}),
    "combinational": (COMBINATIONAL, {"latency": 0}),
    "loaded": (LOADED, {"start": "next", "load": "init", "loads": ("k",),
                        "ready": "ready", "done": "valid", "hold": False}),
}  # fmt: skip
"""Verilog and handshake by kind of core."""

RESETS = {
    "ready": ("reset_n", 0, "async"),
    "loaded": ("reset_n", 0, "async"),
    "pulse": ("rst", 1, "sync"),
}


def started_core(kind: str, fault: int = 0) -> Design:
    """A core of one kind. Faults: 1 a wrong result, 2 it gets stuck, 3 two pulses for one start, 4
    a start in the middle of a call does not take its inputs, 5 or does not count anew.
    """
    source, how = HOW[kind]
    reset, level, reset_kind = RESETS.get(kind, ("", 1, "sync"))
    interface = BareInterface(
        algorithm="tiny",
        inputs={"x": 32, "k": 16},
        outputs={"y": 32},
        handshake=Handshake(inputs=INPUTS, outputs=OUTPUTS, **how),
    )
    return Design(
        name=f"tiny-{kind}",
        top="tiny",
        sources={"tiny.v": source.replace("FAULT", str(fault))},
        interface=interface,
        clock="" if kind == "combinational" else "clk",
        reset=reset,
        reset_level=level,
        reset_kind=reset_kind,
    )


def calls(count: int = 8, same_key: bool = False) -> tuple[list[dict], list[dict]]:
    """Inputs, and the outputs that they should give: the port has x in reverse byte order and above
    it a byte that is 0.
    """
    inputs = [
        {"x": (0x01020300 + index * 0x01010101) % (1 << 32), "k": 0 if same_key else index * 256}
        for index in range(count)
    ]

    def reverse(value):
        return int.from_bytes(value.to_bytes(4, "big"), "little")

    return inputs, [
        {"y": reverse((reverse(call["x"]) + (call["k"] >> 8)) % (1 << 32))} for call in inputs
    ]
