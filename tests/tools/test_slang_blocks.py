# SPDX-License-Identifier: Apache-2.0
"""Blocks of Verilog that a simulator runs in another way than hardware, told from slang's tree."""

from cipherfab.tools import slang

READS = "function f(input x); f = x ^ a[3]; endfunction"
"""A function that reads a signal of its module."""

HEAD = "(input clk, input [3:0] a, input start, output reg y, output reg z);\n"
MORE = "reg p; reg [3:0] v; wire w;"
OTHER = "\nmodule other (input i); wire w = i; endmodule\n"


def told(folder, what, cases):
    """By the block of each case the names that are told of a module with it, in place of its own;
    all modules are read at once.
    """
    modules = [
        f"module m{n} {HEAD}{MORE} {block}\nendmodule\n" for n, (block, _) in enumerate(cases)
    ]
    (folder / "m.sv").write_text("".join(modules) + OTHER)
    found = slang.parse(["m.sv"], directory=folder, options=[])
    assert not found.errors
    names = {block: [] for block, _ in cases}
    for name, place, module in getattr(found, what):
        number = int(module[1:])
        names[cases[number][0]].append(name)
        assert place == f"m.sv:{3 * number + 2}"
    return names


LATE = [
    ("always @(a or start) y = a[0] & start;", []),
    ("always @(a[0]) y = a[0] & start;", ["start"]),
    ("always @(a[0], a[1]) y = a[0] & a[2];", ["a"]),
    ("always @(clk) y = a[0];", ["a"]),
    ("always @(a) begin z = a[0]; y = z & a[1]; end", []),
    ("always @(start) begin : b reg k; k = start; y = k; end", []),
    ("always @(start) begin y = start; v[a[1:0]] = 1; end", ["a"]),
    ("always @* y = a[0];", []),
    ("always @(posedge clk) y <= a[0];", []),
    ("integer i; always @(a) begin y = 0; for (i = 0; i < 4; i = i + 1) y = y ^ a[i]; end", []),
    ("localparam P = 1; always @(a) y = a[P];", []),
    (f"{READS} always @(start) y = f(start);", ["a"]),
    (f"{READS} always @* y = f(a[0]);", ["a"]),
    (f"{READS} always @* y = f(a[3]);", []),
    (f"{READS} always_comb y = f(start);", []),
    (f"{READS} assign w = f(start);", ["a"]),
    (f"{READS} wire k = f(start);", ["a"]),
    (f"{READS} function g(input x); g = f(x); endfunction assign w = g(start);", ["a"]),
    ("task t; y = a[1]; endtask always_comb t;", ["a"]),
    ("task t; y = start; endtask always @* t;", ["y"]),
    (
        "reg t [0:1]; initial t[0] = 1; function f(input x); f = t[x]; endfunction "
        "assign w = f(start);",
        [],
    ),
    ("always @* y = 1;", ["y"]),
    ("always_comb y = 1;", []),
    ("other u (a[0]); always @(start) y = u.w;", ["u.w"]),
    ("other u (a[0]); always @(u.w) y = u.w;", []),
    ("struct packed {logic k;} s; always @(s) y = s.k;", []),
]  # fmt: skip
"""Blocks, and what is told of each as late."""


def test_blocks_that_do_not_wait_for_what_they_read(tmp_path):
    """Told are signals that a block without an edge, or what it calls, reads and does not wait for,
    and what a block sets that waits for nothing; not what it makes itself, constants, tables, and
    counters of loops.
    """
    assert told(tmp_path, "late", LATE) == dict(LATE)


RACED = [
    ("always @(posedge clk) p = a[0]; always @(posedge clk) y <= p;", ["p"]),
    ("always @(posedge clk) begin p = a[0]; y <= p; end", []),
    ("always @(posedge clk) begin p = a[0]; y <= p; end assign w = p;", ["p"]),
    ("always @(posedge clk) p <= a[0]; always @(posedge clk) y <= p;", []),
    ("always @(posedge clk) y = a[0];", ["y"]),
    ("always @(posedge clk) begin p += 1; y <= p; end always @* z = p;", ["p"]),
    ("always @* p = a[0]; always @(posedge clk) y <= p;", []),
    ("task t; p = a[0]; endtask always @(posedge clk) t; always @(posedge clk) y <= p;", ["p"]),
    ("function f(input x); begin p = x; f = 0; end endfunction "
     "always @(posedge clk) $display(f(a[0])); assign w = p;", ["p"]),
    ("task t; reg p; begin p = a[0]; y <= p; end endtask always @(posedge clk) t; "
     "assign w = p;", []),
    ("function f(input x); f = p ^ x; endfunction always @(posedge clk) p = a[0]; "
     "always @(posedge clk) y <= f(start);", ["p"]),
    ("function f(input x); f = p ^ x; endfunction "
     "always @(posedge clk) begin p = a[0]; y <= f(start); end", []),
    ("integer i; always @(posedge clk) for (i = 0; i < 2; i = i + 1) v[i] <= a[i]; "
     "always @(posedge clk) for (i = 0; i < 2; i = i + 1) v[i + 2] <= a[i];", []),
]  # fmt: skip
"""Blocks, and what is told of each as raced."""


def test_registers_that_blocks_race_for(tmp_path):
    """Told are registers that a block sets with ``=`` at an edge and that others, or who uses the
    module, read; not what one block keeps for itself.
    """
    assert told(tmp_path, "raced", RACED) == dict(RACED)


def test_a_register_that_another_module_reads_is_raced_for(tmp_path):
    """What is read through the name of an instance counts as read elsewhere."""
    (tmp_path / "m.sv").write_text(
        "module m (input clk, input a, output y); sub u (clk, a); assign y = u.p; endmodule\n"
        "module sub (input clk, input a); reg p; always @(posedge clk) p = a; endmodule\n"
    )
    assert slang.parse(["m.sv"], directory=tmp_path, options=[]).raced == [["p", "m.sv:2", "sub"]]


EARLY = [
    ("always @* begin y = p; p = a[0]; end", ["p"]),
    ("always_comb begin y = p; p = a[0]; end", ["p"]),
    ("always @* begin p = a[0]; y = p; end", []),
    ("always @* begin p = a[0]; p = p ^ a[1]; y = p; end", []),
    ("always @* begin v = a; for (int i = 1; i < 4; i++) v[i] = v[i] ^ v[i - 1]; end", []),
    ("always @* begin if (start) y = p; else y = 0; p = a[0]; end", ["p"]),
    ("always @* begin p <= a[0]; y = p; end", []),
    ("always @(posedge clk) begin y <= p; p = a[0]; end", []),
    ("always_comb begin automatic logic k = a[0]; y = k; k = a[1]; end", []),
    ("function f(input x); reg s; begin f = s; s = x; end endfunction assign w = f(start);",
     ["s"]),
    ("function automatic f(input x); reg s; begin f = s; s = x; end endfunction "
     "assign w = f(start);", []),
    ("function f(input x); reg s; begin s = x; f = s; end endfunction "
     "assign w = f(start);", []),
    ("function f(input x); reg r, s; begin f = s; s = x; end endfunction "
     "assign w = f(start);", ["s"]),
    ("always_comb begin automatic logic k = a[0], l = k; y = l; k = a[1]; end", []),
    ("function f(input x); reg s; begin f = s; s = x; end endfunction "
     "always @(posedge clk) y <= f(start);", []),
]  # fmt: skip
"""Blocks, and what is told of each as early."""


def test_what_is_read_above_the_place_where_it_is_set(tmp_path):
    """Told is what a block of gates, or a function with variables that last, reads first."""
    assert told(tmp_path, "early", EARLY) == dict(EARLY)
