# SPDX-License-Identifier: Apache-2.0
"""Sources of others may not reach anything outside their folder, and cannot make a run hang."""

import os
import sys

import pytest

from cipherfab.errors import CallError, DesignError, ToolError
from cipherfab.imports import third_party, verilog
from cipherfab.imports.description import read
from cipherfab.imports.scan import check_verilog, check_vhdl
from cipherfab.imports.sources import read_sources
from cipherfab.tools import ghdl, process, slang


def refused(path, words: str, kind=CallError) -> None:
    """Loading fails with these words."""
    with pytest.raises(kind) as error:
        third_party.load(path)
    assert words in str(error.value)


@pytest.mark.parametrize(
    "name", ["../secret.v", "/etc/passwd", "inner/../../secret.v", "link.v", "folder/secret.v"]
)
def test_paths_that_leave_the_folder_are_refused(describe, tmp_path, name):
    """Neither ``..`` nor an absolute path nor a symbolic link, of a file or of a folder, reads
    anything outside.
    """
    path = describe(sources=f'["tiny.v", "{name}"]')
    (tmp_path / "secret.v").write_text("module secret; endmodule")
    os.symlink(tmp_path / "secret.v", path.parent / "link.v")
    os.symlink(tmp_path, path.parent / "folder")
    refused(path, "outside the folder of the description")


def test_a_clone_counts_as_a_whole(describe, tmp_path):
    """Below a folder with ``.git``, or a root that is given, files beside the description's folder
    are read, and no others.
    """
    path = describe(sources='["tiny.v", "../shared/other.v", "../../secret.v"]')
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "other.v").write_text("module other; endmodule")
    refused(path, "../shared/other.v: outside")
    (tmp_path / ".git").mkdir()
    refused(path, "../../secret.v: outside")
    path.write_text(path.read_text().replace(', "../../secret.v"', ""))
    assert "../shared/other.v" in read_sources(read(path)).units
    (tmp_path / ".git").rmdir()
    assert "../shared/other.v" in read_sources(read(path, tmp_path)).units


@pytest.mark.parametrize(
    "name, words",
    [
        ("tinny.v", "did you mean 'tiny.v'"),
        ("sub/tiny.v", "did you mean 'tiny.v'"),
        ("tiny.c", "expected sources ending in"),
        ("a b.v", "expected file names of letters"),
        ("x;!touch y.v", "expected file names of letters"),
        ("-f.v", "expected file names"),
        ("", "expected file names"),
    ],
)
def test_missing_and_odd_files_are_named(describe, name, words):
    """A missing file is refused with the nearest one; names that a tool could take for something
    else are refused.
    """
    path = describe(sources=f'["tiny.v", "{name}"]')
    (path.parent / "tiny.c").write_text("")
    refused(path, words)


def test_a_device_is_not_read(describe):
    """A file that is no plain file, such as a pipe, is refused and not waited for."""
    path = describe(sources='["pipe.v"]')
    os.mkfifo(path.parent / "pipe.v")
    refused(path, "is a device or a pipe")


@pytest.mark.parametrize(
    "line, words",
    [
        ('initial $system("touch /tmp/x");', "'$system' is refused"),
        ('integer f = $fopen("x");', "'$fopen' is refused"),
        ('initial $fwriteh(1, "x");', "'$fwriteh' is refused"),
        ('initial $dumpfile("x");', "'$dumpfile' is refused"),
        ('initial $c("system();");', "'$c' is refused"),
        ('import "DPI-C" function int f();', "foreign functions are not executed"),
        ("`pragma foo bar\n", "a PragmaDirective is refused"),
        ('`include "/etc/passwd"\n', "absolute paths are refused"),
        ('`include "../secret.vh"\n', "outside the folder of the description"),
        ('`define WHERE "/etc/passwd"\n`include `WHERE\n', "absolute paths are refused"),
        ('initial $readmemh("/etc/passwd", y);', "absolute paths are refused"),
        ('initial $readmemb("../secret.hex", y);', "outside the folder of the description"),
        ("initial $readmemh(NAME, y);", "expected $readmemh with a file name in quotes"),
    ],
)
def test_sources_that_reach_out_are_refused(describe, line, words):
    """Calls of programs, file access, foreign code and inclusion from elsewhere are refused with
    file and line.
    """
    text = (
        f"module tiny (input clk, input rst, input [7:0] a, output reg [7:0] "
        f"y);\n{line}\nendmodule\n"
    )
    refused(describe(verilog=text), words)
    with pytest.raises(CallError, match="tiny.v:[23]: "):
        third_party.load(describe(verilog=text))


@pytest.mark.parametrize(
    "line",
    ["`systemc_header #include <x>\n", "`uselib dir=/etc\n", "`nonsense\n", "`include `WHERE\n"],
)
def test_directives_that_the_language_has_not_are_refused(describe, line):
    """What the parser does not know is an error in its words."""
    refused(describe(verilog=f"module tiny;\n{line}\nendmodule\n"), "tiny.v:2:", DesignError)


def test_inclusion_is_followed(describe, tmp_path):
    """What an included file does is refused too, and a file that includes itself does not make the
    check hang.
    """
    path = describe(verilog='`include "a.vh"\nmodule tiny; endmodule')
    (path.parent / "a.vh").write_text('`include "a.vh"\n`include "b.vh"\n')
    (path.parent / "b.vh").write_text('initial $system("x");')
    refused(path, "b.vh:1: '$system' is refused")


def test_comments_and_strings_are_not_code(describe):
    """Words in comments, strings and numbers of lines do not matter."""
    path = describe(
        verilog='// $system\n/* `include "/x"\n $fopen */\nmodule tiny;\n'
        'initial $display("$system(\\"x\\") // "); endmodule'
    )
    description = read(path)
    sources, parsed = check_verilog(
        description, read_sources(description), verilog.parse_options(description)
    )
    text = parsed.text
    assert sources.others == {} and "$fopen" not in text and "$display" in text


def test_what_was_judged_is_what_is_read(describe):
    """The reader gets the parser's tokens: no macro, comment or inclusion is left to be understood
    in another way.
    """
    path = describe(
        verilog="`define A(x) x``_b\nmodule tiny (input \\y//b , /* c */ output "
        "q);\n(* keep *) wire `A(a);\n"
        '`include "w.vh"\nassign q = 4\'b1_0x ? "a//b" == 1 : \\y//b '
        ";\nendmodule"
    )
    (path.parent / "w.vh").write_text("wire w; // end\n")
    description = read(path)
    _, parsed = check_verilog(
        description, read_sources(description), verilog.parse_options(description)
    )
    text = parsed.text
    assert (
        "a_b" in text
        and "wire w" in text
        and "`A" not in text
        and "`include" not in text
        and "/* c */" not in text
    )
    assert '`line 1 "w.vh" 0' in text and "\\y//b " in text


def test_tokens_that_change_in_writing_are_noticed(tmp_path, monkeypatch):
    """The text is read again and compared with the tree; here a writer that loses a token ends in
    an error.
    """
    (tmp_path / "a.v").write_text("module a; wire b; endmodule\n")
    script = (
        "from cipherfab.tools import slang_reader as slang; whole = slang.Reader.text; "
        "slang.Reader.text = lambda self: whole(self).replace('wire b ;', ''); slang._main()"
    )
    slang.parse(["a.v"], directory=tmp_path, options=[])
    with pytest.raises(ToolError, match="the tokens are other ones"):
        process.run([sys.executable, "-c", script], directory=tmp_path, log="broken.log")


VHDL = """library ieee;
use std.textio.all;
entity t is
  port (a : in bit; y : out bit);
end;
architecture rtl of t is
  {declaration}
begin
  y <= a;
  process
    variable l : line;
    {variable}
  begin
    {statement}
    wait;
  end process;
end;
"""


def vhdl_is_checked(folder, **parts: str) -> None:
    """GHDL parses one unit with these parts, and `check_vhdl` judges the tree."""
    text = VHDL.format(**{"declaration": "", "variable": "", "statement": "", **parts})
    (folder / "a.vhd").write_text(text)
    (tree,) = ghdl.trees({"a.vhd": ghdl.WORK}, directory=folder, options=["--std=08"])
    check_vhdl(tree, {"a.vhd": text})


@pytest.mark.parametrize(
    "part, line, words",
    [
        ("declaration", 'file f : text open read_mode is "x";', "a file object is refused"),
        (
            "declaration",
            "constant q : character := character'('\"'); file f : text open write_mode is \"x\";"
            " constant r : character := '\"';",
            "a file object is refused",
        ),
        ("variable", "file f : text;", "a file object is refused"),
        ("statement", "readline(input, l);", "'readline' is refused"),
        ("statement", "std.textio.writeline(output, l);", "'writeline' is refused"),
        ("declaration", "alias w is writeline [text, line];", "'writeline' is refused"),
        (
            "declaration",
            'function f return bit; attribute foreign of f : function is "VHPIDIRECT system";'
            " function f return bit is begin return '0'; end;",
            "the attribute 'foreign' is refused",
        ),
    ],
)
def test_vhdl_that_reaches_out_is_refused(tmp_path, part, line, words):
    """File objects, reading, writing and foreign functions are refused, under whatever name and
    behind whatever quotes.
    """
    with pytest.raises(CallError) as error:
        vhdl_is_checked(tmp_path, **{part: line})
    assert words in str(error.value) and str(error.value).startswith("a.vhd:")


@pytest.mark.parametrize(
    "line",
    [
        "type t is file of character;",
        '-- file f : text open read_mode is "x";',
        'constant c : string := "file f : text";',
        "constant file_count : integer := 1; constant c : character := '-'; signal input, "
        "foreign : "
        "bit;",
    ],
)
def test_vhdl_that_only_looks_like_it_is_not_refused(tmp_path, line):
    """Names in comments and strings, names of one's own, and types of files do not matter."""
    vhdl_is_checked(tmp_path, declaration=line)


def test_a_design_that_contains_itself_is_refused(describe):
    """Endless hierarchy is the reader's error, in its own words."""
    text = (
        "module tiny (input clk, input rst, input [7:0] a, output [7:0] y); tiny again (clk, rst, "
        "a, y); endmodule"
    )
    refused(describe(verilog=text), "the sources cannot be read", DesignError)


def test_only_the_errors_of_a_reader_are_told(describe, tmp_path):
    """What it warns of stands in its log, and is not what the core is refused for."""
    (tmp_path / "import.log").write_text("a.v:1: warning: odd\na.v:2: ERROR: no such thing\n")
    found = verilog._design_error(read(describe()), ToolError("exit code 1"), tmp_path)
    assert isinstance(found, DesignError) and str(found).splitlines()[1:] == [
        "    a.v:2: ERROR: no such thing"
    ]


def test_an_oversized_design_is_refused(describe, monkeypatch):
    """More cells than the limit are refused after elaboration."""
    monkeypatch.setattr(verilog, "MOST_CELLS", 0)
    refused(describe(), "too large", DesignError)


def test_oversized_sources_are_refused(describe, monkeypatch):
    """Sources of more bytes than the limit are refused before any tool sees them."""
    monkeypatch.setattr("cipherfab.imports.sources.MOST_BYTES", 50)
    refused(describe(), "expected at most 50 bytes")


def test_a_reader_that_hangs_is_stopped(describe, monkeypatch):
    """A reader that does not end is stopped by the time limit."""
    monkeypatch.setattr(verilog, "TIMEOUT", 0.01)
    refused(describe(), "stopped after its time limit", ToolError)


@pytest.mark.parametrize(
    "rtl, words",
    [
        ('parameters = { "A;!ls" = 1 }', "plain names"),
        ('parameters = { A = "1 --evil" }', "got '1 --evil'"),
        ("parameters = { A = 1.5 }", "got A = 1.5"),
        ('include_dirs = ["/etc"]', "outside the folder"),
    ],
)
def test_parameters_cannot_carry_commands(describe, rtl, words):
    """Names and values of parameters and folders are plain text."""
    refused(describe(rtl=rtl), words)


def test_a_top_cannot_carry_commands(describe):
    """A top module is an identifier."""
    path = describe()
    path.write_text(path.read_text().replace('top = "tiny"', 'top = "tiny; !ls"'))
    refused(path, "expected an identifier")
