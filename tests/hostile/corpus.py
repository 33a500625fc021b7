# SPDX-License-Identifier: Apache-2.0
"""Hostile cores, made by multiplication: what they want, times how they hide it.

Each wants to read a canary file outside of its folder into something that is shown or kept, to
write a file outside, to start a process, or to use up the machine. None of it is code of the
program: they are data that `attempt` feeds to it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from descriptions import description

CANARY, MARK = "@CANARY@", "@MARK@"
"""Stand for the absolute paths of the canary, which nobody may read, and of a file that nobody may
write.
"""

TOKEN = "c0ffee5ec2e7"
"""What the canary holds: hexadecimal digits, so that a memory file may be made of them, and an
identifier.
"""

TOML = description("hostile", sources='["{source}"]')

VERILOG = """module tiny (input clk, input rst, input start, input [199:0] a, output reg [199:0] y);
reg [63:0] mem [0:3];
{hidden}
always @(posedge clk) if (rst) y <= 0; else y <= a ^ mem[a[1:0]];
endmodule
"""

VHDL = """library ieee; use ieee.std_logic_1164.all; use std.textio.all;
entity tiny is port (clk, rst, start : in std_logic; a : in std_logic_vector(199 downto 0);
  y : out std_logic_vector(199 downto 0)); end;
architecture rtl of tiny is
{declaration}
begin
process (clk)
{variable}
begin
if rising_edge(clk) then
{statement}
y <= a;
end if; end process;
end;
"""


@dataclass(frozen=True)
class Core:
    """A hostile core: a description, files by name, links by name and target; ``kind`` for the
    table.
    """

    name: str
    kind: str
    description: str
    files: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    parsed: bool = True
    """Whether the sources are for the readers of the languages; else Python's own checks must do.
    """


# What Verilog wants, as a statement or as an item of a module.
VERILOG_WANTS = {
    "readmemh": 'initial $readmemh("@CANARY@", mem);',
    "readmemb": 'initial $readmemb("@CANARY@", mem);',
    "system": 'initial $system("touch @MARK@");',
    "fopen": 'integer fd = $fopen("@MARK@", "w");',
    "writememh": 'initial $writememh("@MARK@", mem);',
    "dumpfile": 'initial $dumpfile("@MARK@");',
    "fscanf": 'initial begin : b integer f; f = $fopen("@CANARY@", "r"); f = $fscanf(f, "%h", '
    "mem[0]); end",
    "sreadmemh": 'initial $sreadmemh(mem, 0, 3, "@CANARY@");',
    "c": 'initial $c("system(\\"touch @MARK@\\");");',
    "dpi": 'import "DPI-C" function int system(input string s); initial void\'(system("touch '
    '@MARK@"));',
}

# How it hides: {x} is what is wanted.
VERILOG_HIDES = {
    "plain": "{x}",
    "between escaped names with quotes": 'wire \\q" ; {x} wire \\r" ;',
    "after an escaped name with //": "wire \\a//b ; {x}",
    "after an escaped name with /*": "wire \\q/*x ; {x} wire \\x*/ ;",
    "after a string with an escape": 'localparam [79:0] s = "a\\\\"; {x}',
    "in a macro": "`define M {x}\n`M",
    "in a macro with lines": "`define M(z) z \\\n {x}\n`M()",
    "in SYNTHESIS only": "`ifdef SYNTHESIS\n{x}\n`endif",
    "in not SYNTHESIS": "`ifndef NOBODY\n{x}\n`endif",
    "in a dead branch": "generate if (0) begin {x} end endgenerate",
    "by version of the reader": "generate if (`__slang_major__ < 12) begin {x} end endgenerate",
    "after a define in translate_off": "// synthesis translate_off\n`define HIDE\n// synthesis "
    "translate_on\n"
    "`ifndef HIDE\n{x}\n`endif",
    "with carriage returns": "wire u;\r\n// c\r{x}\r\n",
}

SPLIT = {
    "token pasting": '`define J(a,b) a``b\ninitial `J($read,memh)("@CANARY@", mem);',
    "pasting of a suffix": '`define J(a) $readmem``a\ninitial `J(h)("@CANARY@", mem);',
    "pasting system": '`define J(a,b) a``b\ninitial `J($sys,tem)("touch @MARK@");',
    "macro of a name": '`define T $readmemh\ninitial `T("@CANARY@", mem);',
    "macro of a macro": '`define A $readmemh\n`define B `A\ninitial `B("@CANARY@", mem);',
    "stringified path": '`define S(x) `"x`"\ninitial $readmemh(`S(@CANARY@), mem);',
    "path in a parameter": 'localparam F = "@CANARY@"; initial $readmemh(F, mem);',
    "path concatenated": 'initial $readmemh({"@CANARY@"}, mem);',
    "path in a function": 'function automatic string f(); return "@CANARY@"; endfunction initial '
    "$readmemh(f(), mem);",
    "relative path": 'initial $readmemh("../../canary.hex", mem);',
    "path with dots": 'initial $readmemh("./x/../../canary.hex", mem);',
    "triple quotes": 'initial $readmemh("""@CANARY@""", mem);',
    "comment inside": 'initial $readmemh/* */(/* */"@CANARY@"/* */, mem);',
    "include": '`include "@CANARY@"',
    "include in angles": "`include <@CANARY@>",
    "include relative": '`include "../../canary.hex"',
    "include by macro": '`define P "@CANARY@"\n`include `P',
    "include by macro call": '`define P(x) `"x`"\n`include `P(@CANARY@)',
    "include after escaped name": '\\q" \n`include "@CANARY@"\n\\r" ',
    "include of a device": '`include "/dev/stdin"',
    "include of the environment": '`include "/proc/self/environ"',
    "line directive": '`line 1 "@CANARY@" 0\n!',
    "line directive with injection": '`line 1 "a\\" 0\\n$system" 0\n',
    "pragma protect": "`pragma protect begin_protected\nx\n`pragma protect end_protected",
    "legacy protect": "`protect\n$system\n`endprotect",
    "uselib": "`uselib file=@CANARY@",
    "config": "`verilator_config\nlint_off",
    "systemc": '`systemc_header\n#include "@CANARY@"\n',
    "escaped task": '\\$system ("touch @MARK@");',
    "bind": 'bind tiny evil e(); initial $system("touch @MARK@");',
    "const function": (
        'function automatic int f(); f = $fopen("@MARK@", "w"); endfunction localparam int P = f();'
    ),
    "in a class": 'class c; function void f(); $system("touch @MARK@"); endfunction endclass',
    "in an assertion": 'assert property (@(posedge clk) a) else $system("touch @MARK@");',
    "in a default": 'task t(input integer f = $fopen("@MARK@")); endtask',
    "in an attribute": '(* keep = $fopen("@MARK@") *) wire k;',
    "foreign export": 'export "DPI-C" function f;',
    "plusargs": 'reg [63:0] v; initial if ($value$plusargs("%s", v)) mem[0] = v;',
    "unknown task": "initial $nobody_knows_this(1);",
    "nul": 'initial\x00 $system("touch @MARK@");',
    "techmap wire": 'wire [1:0] _TECHMAP_DO_ = "exec -- touch @MARK@";',
    "attribute of Yosys": '(* techmap_simplemap, init = "`touch @MARK@`" *) wire t;',
    "module of the tool": "endmodule module \\$paramod ; endmodule module rest;",
    "instance with a command": "\\$(touch @MARK@) u ();",
}

VHDL_WANTS = {
    "write": {"declaration": 'file f : text open write_mode is "@MARK@";'},
    "append": {"declaration": 'file f : text open append_mode is "@MARK@";'},
    "read": {
        "declaration": "impure function g return bit_vector is file f : text open read_mode "
        'is "@CANARY@"; variable l : line; '
        "variable v : bit_vector(7 downto 0); begin readline(f, l); read(l, "
        "v); return v; end; "
        "constant k : bit_vector := g;"
    },
    "foreign": {
        "declaration": "function sys return integer; attribute foreign of sys : function "
        'is "VHPIDIRECT system"; '
        "function sys return integer is begin return 0; end;"
    },
    "file_open": {
        "variable": "file f : text; variable s : file_open_status;",
        "statement": 'file_open(s, f, "@MARK@", write_mode);',
    },
    "stdin": {"variable": "variable l : line;", "statement": "readline(input, l);"},
}

VHDL_HIDES = {
    "plain": "{x}",
    "after a qualified quote": "constant q{n} : character := character'('\"'); {x} constant r{n} : "
    "character := '\"';",
    "in translate_off": "-- pragma translate_off\n{x}\n-- pragma translate_on",
    "in synthesis_off": "-- synthesis translate_off\n{x}\n-- synthesis translate_on",
    "after an extended name": "constant \\a--b\" \\ : bit := '0'; {x}",
    "after a comment that ends": "/* -- */ {x}",
    "after an attribute tick": "constant t{n} : boolean := character'('\"')='\"'; {x}",
}

NAMES = {
    "C++ call": 'r),system("touch @MARK@"),(1',
    "newline": "r\nexec -- touch @MARK@",
    "shell": "$(touch @MARK@)",
    "backticks": "`touch @MARK@`",
    "semicolon": "r;!touch @MARK@",
    "Tcl": "[exec touch @MARK@]",
    "option": "-o @MARK@",
    "quote": 'r" ; $system("touch @MARK@") ; "',
    "include": '"\n#include "@CANARY@"\n',
    "ends in newline": "r\n",
    "long": "r" * 5000,
}

FIELDS = {
    "ready": ('start = "start"', 'start = "start"\nready = {x}'),
    "done": ("latency = 1", "done = {x}"),
    "start": ('start = "start"', "start = {x}"),
    "load": ('start = "start"', 'start = "start"\nload = {{ port = {x}, inputs = [] }}'),
    "constant": ('start = "start"', 'start = "start"\nconstants = {{ {x} = 1 }}'),
    "input": ('inputs.x = "a"', "inputs.x = {x}"),
    "output": ('outputs.x = "y"', "outputs.x = {x}"),
    "clock": ('clock.port = "clk"', "clock.port = {x}"),
    "reset": ('start = "start"', 'start = "start"\nreset = {{ port = {x} }}'),
    "top": ('top = "tiny"', "top = {x}"),
    "parameter": ('top = "tiny"', 'top = "tiny"\nparameters = {{ {x} = 1 }}'),
    "parameter's value": ('top = "tiny"', 'top = "tiny"\nparameters = {{ P = {x} }}'),
    "macro": ('top = "tiny"', 'top = "tiny"\ndefines = {{ {x} = 1 }}'),
    "macro's value": ('top = "tiny"', 'top = "tiny"\ndefines = {{ P = {x} }}'),
    "name": ('name = "hostile"', "name = {x}"),
    "source": ('"tiny.v"', "{x}"),
    "folder": ('top = "tiny"', 'top = "tiny"\ninclude_dirs = [{x}]'),
    "algorithm": ('"keccak-f-200"', "{x}"),
}

CALL = 'system("touch${IFS}@MARK@")'
LIVE = {
    "ready": f"r),{CALL},((top).r",
    "done": f"r),{CALL},((top).r",
    "start": f"r),{CALL},((top).r",
    "constant": f"r,{{0}}),{CALL},put_constant((top).r",
}
"""Names that are ports too, escaped, and a call in C++: only the check of names and the wall stand
before the compiled program.
"""


def corpus() -> list[Core]:
    """All of them, in a fixed order; names are different."""
    cores = [*_verilog(), *_vhdl(), *_names(), *_paths(), *_bombs()]
    assert len({core.name for core in cores}) == len(cores)
    return cores


def _verilog_core(name: str, hidden: str, kind: str = "Verilog", **more: str) -> Core:
    return Core(
        name,
        kind,
        TOML.format(source="tiny.v"),
        {"tiny.v": VERILOG.replace("{hidden}", hidden), **more},
    )


def _verilog() -> Iterator[Core]:
    for (want, text), (hide, shape) in product(VERILOG_WANTS.items(), VERILOG_HIDES.items()):
        # A macro ends with its line.
        inline = text if "macro" not in hide else text.replace("\n", " ")
        yield _verilog_core(f"{want}, {hide}", shape.replace("{x}", inline))
    for name, text in SPLIT.items():
        yield _verilog_core(name, text)
    yield _verilog_core(
        "in an included file", '`include "a.vh"', **{"a.vh": 'initial $system("touch @MARK@");'}
    )
    yield _verilog_core(
        "include from an included file", '`include "a.vh"', **{"a.vh": '`include "@CANARY@"'}
    )


def _vhdl() -> Iterator[Core]:
    for number, ((want, parts), (hide, shape)) in enumerate(
        product(VHDL_WANTS.items(), VHDL_HIDES.items())
    ):
        filled = {"declaration": "", "variable": "", "statement": "", **parts}
        place = next(iter(parts))
        filled[place] = shape.replace("{x}", filled[place]).replace("{n}", str(number))
        text = VHDL.format(**filled)
        yield Core(
            f"VHDL {want}, {hide}", "VHDL", TOML.format(source="tiny.vhd"), {"tiny.vhd": text}
        )


def _names() -> Iterator[Core]:
    import json

    plain = VERILOG.replace("{hidden}", "")
    for (part, (old, new)), (what, text) in product(FIELDS.items(), NAMES.items()):
        described = TOML.format(source="tiny.v").replace(old, new.format(x=json.dumps(text)))
        yield Core(f"{part}: {what}", "names", described, {"tiny.v": plain}, parsed=False)
    for part, name in LIVE.items():
        yield _live(part, name)


def _live(part: str, name: str) -> Core:
    """A core with a port of this very name, and with the port ``r`` that the call needs to
    compile."""
    way = "output" if part in ("ready", "done") else "input"
    ports = VERILOG.replace("{hidden}", "").replace(
        "input start", f"input start, {way} r, {way} \\{name} "
    )
    lines = {
        "ready": f"start = \"start\"\nready = '{name}'",
        "done": f"start = \"start\"\ndone = '{name}'",
        "start": f"start = '{name}'\nconstants = {{ start = 0, r = 0 }}",
        "constant": f"start = \"start\"\nconstants = {{ '{name}' = 1, r = 0 }}",
    }
    described = TOML.format(source="tiny.v").replace('start = "start"', lines[part])
    if part == "done":
        described = described.replace("latency = 1\n", "")
    return Core(f"a port of this name, {part}", "names", described, {"tiny.v": ports})


def _paths() -> Iterator[Core]:
    plain = {"tiny.v": VERILOG.replace("{hidden}", "")}
    places = ["@CANARY@", "../canary.hex", "x/../../canary.hex",
              "/dev/zero", "/proc/self/environ", "/etc/passwd", "..", ".",
              "./../hostile/../../canary.hex", "~/.bashrc"]  # fmt: skip
    for place in places:
        yield Core(f"source {place}", "paths", TOML.format(source=place), plain, parsed=False)
        memory = VERILOG.replace("{hidden}", f'initial $readmemh("{place}", mem);')
        yield Core(
            f"memory file {place}", "paths", TOML.format(source="tiny.v"), {"tiny.v": memory}
        )
    for name, target in (("link.v", "@CANARY@"), ("far/x.v", None)):
        yield Core(
            f"source through {name}",
            "paths",
            TOML.format(source=name),
            plain,
            {name: target} if target else {"far": "/etc"},
            parsed=False,
        )
    linked = {
        "include through a link": '`include "link.vh"',
        "memory through a link": 'initial $readmemh("link.vh", mem);',
    }
    for name, text in linked.items():
        yield Core(
            name,
            "paths",
            TOML.format(source="tiny.v"),
            {"tiny.v": VERILOG.replace("{hidden}", text)},
            {"link.vh": "@CANARY@"},
            parsed=False,
        )


def _bombs() -> Iterator[Core]:
    doubling = "`define A0 1+1\n" + "".join(
        f"`define A{n} `A{n - 1}+`A{n - 1}\n" for n in range(1, 40)
    )
    bombs = {
        "macros that double": doubling + "wire [63:0] w = `A39;",
        "an include of itself": '`include "tiny.v"',
        "a loop of 2^31": "genvar g; generate for (g = 0; g < 2147483647; g = g + 1) begin wire w; "
        "end endgenerate",
        "a loop without end": "function integer f(input integer x); begin while (1) x = x + 1; f = "
        "x; end endfunction "
        "localparam P = f(1);",
        "a memory of 2^40 words": "reg [1023:0] big [0:1099511627775]; assign y2 = big[a];",
        "a word of 2^24 bits to a power": "wire [16777214:0] w = a ** a ** a;",
        "parentheses": "wire p = " + "(" * 20000 + "1" + ")" * 20000 + ";",
        "recursion of modules": "tiny again (clk, rst, start, a, y);",
        "recursion of macros": "`define R `R\n`R",
        "a replication": "wire w = ^{1000000000{a}};",
        "a long line": "wire w = " + "a ^ " * 200000 + "a;",
    }
    for name, text in bombs.items():
        yield _verilog_core(f"bomb: {name}", text, kind="bombs")
    yield Core("bomb: nested TOML", "bombs", "x = " + "[" * 5000 + "]" * 5000, parsed=False)
    wide = TOML.format(source="tiny.v").replace(
        'inputs.x = "a"', 'inputs.x = { port = "a", width = 99999999999999 }'
    )
    yield Core(
        "bomb: a large port",
        "bombs",
        wide,
        {"tiny.v": VERILOG.replace("{hidden}", "")},
        parsed=False,
    )
