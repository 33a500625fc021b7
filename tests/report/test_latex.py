# SPDX-License-Identifier: Apache-2.0
"""Tables as LaTeX: what is printed, and that no text of others can be more than text."""

import re
import sys
from contextlib import nullcontext

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table

from cipherfab import cli
from cipherfab.plain import say
from cipherfab.report import latex, printing
from cipherfab.report.listing import clean

COMMANDS = re.compile(r"\\([A-Za-z]+|[&%$#_{}])")
KNOWN = {found[1] for text in [*latex.SPECIAL.values(), *latex.SIGNS.values()]
         for found in COMMANDS.finditer(text)}  # fmt: skip

HOSTILE = (
    r"\input{/etc/passwd}", r"\write18{rm -rf .}", r"a & b \\ c", "50 % of", "^^5cinput", "$x$",
    "a\nb", "*", "[2cm]", r"\\[2cm]", "}{", "\u202e", "~", "#1", r"\end{tabular}", "--", "\x1b[2J",
)  # fmt: skip

TABLE_COMMANDS = {
    "list", "choose", "bench", "compare", "frequency", "explore", "study", "leakage-controls",
    "faults", "power", "columns", "place",
}  # fmt: skip
"""The commands that print tables."""


def harmless(text):
    """Whether all commands in a text are those of the escapes, and braces are balanced."""
    left = COMMANDS.sub(lambda found: "" if found[1] in KNOWN else "!", text)
    left = re.sub(r"\$(\^2)?\$", "", left).replace("{}", "")
    return not re.search(r"[\\&%$#_^~{}!\n]", left.replace("{[}", "").replace("{]}", ""))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_texts(text):
    """No command, cell, comment, row or parameter begins in a cell."""
    assert harmless(latex.escaped(text).replace("!", ""))


@pytest.mark.parametrize("text", ["--", "a---b", "----"])
def test_no_two_hyphens_are_drawn_together(text):
    """LaTeX would make a dash of them, and no option of a command has one."""
    assert "--" not in latex.escaped(text) and latex.escaped(text).replace("{}", "") == text


@given(st.text(alphabet=st.characters(exclude_characters="!")))
def test_no_text_is_more_than_a_text(text):
    """The same of every text."""
    assert harmless(latex.escaped(text))


def test_a_row_stays_a_row():
    """A hostile table has as many ends of rows and of cells as a harmless one, and one end."""
    found = Table("a", "b")
    for text in HOSTILE:
        found.add_row(clean(text), clean(text))
    lines = latex.table(found).splitlines()
    assert len(lines) == len(HOSTILE) + 6
    assert all(line.endswith(r" \\") and len(re.findall(r"(?<!\\)&", line)) == 1
               for line in lines[4:-2])  # fmt: skip
    assert not any(re.match(r"[*\[]", line) for line in lines)
    assert lines[0] == r"\begin{tabular}{@{}ll@{}}" and lines[-1] == r"\end{tabular}"


def test_numbers_stand_right():
    """A column of numbers is right, one of texts left; absent numbers count as numbers."""
    found = Table("core", "GE")
    found.add_row("x", "1,024")
    found.add_row("y", "–")
    assert r"\begin{tabular}{@{}lr@{}}" in latex.table(found)


def test_everything_else_is_a_comment(capsys):
    """Lines that a command prints beside its tables are comments, those with line breaks too."""
    found = Table("a")
    found.add_row("1")
    with latex.printed():
        say("one\ntwo")
        sys.stdout.write("three\nfour\n")
        printing.show(found)
    printed = capsys.readouterr().out.splitlines()
    assert printed[:3] == [r"% one\ntwo", "% three", "% four"] and printed[3].startswith(r"\begin")


def test_every_command_with_a_table_prints_latex():
    """``--latex`` stands beside ``--json`` in each of them, and in no other command."""
    have = {
        name
        for name, command in cli.main.commands.items()
        if any("--latex" in option.opts for option in command.params)
    }
    assert have == TABLE_COMMANDS
    assert all(
        any("--json" in option.opts for option in cli.main.commands[name].params) for name in have
    )


@pytest.mark.parametrize(
    "call", [("list",), ("list", "--kind", "hash"), ("choose", "--max-kge", "6"), ("columns",)]
)
def test_commands_print_latex_and_nothing_else(call):
    """Every line is a comment or part of a tabular that ends."""
    done = CliRunner().invoke(cli.main, [*call, "--latex"])
    assert done.exit_code == 0 and r"\begin{tabular}" in done.stdout
    within = False
    for line in filter(None, done.stdout.splitlines()):
        within |= line.startswith(r"\begin{tabular}")
        assert within or line.startswith("% "), line
        within &= line != r"\end{tabular}"
    assert not within


@pytest.mark.parametrize("options", [("--json", "--latex"), ("--latex", "--json")])
def test_one_form_of_output(options):
    """JSON and LaTeX together are refused, in whichever order, with both names."""
    done = CliRunner().invoke(cli.main, ["list", *options])
    assert done.exit_code == 2 and f"{options[0]} and {options[1]}: expected one" in done.output


def test_a_refused_call_leaves_standard_output_alone(monkeypatch):
    """What a refused call had begun is not ended later, in the midst of another's output."""
    begun = []
    monkeypatch.setattr(latex, "printed", lambda: begun.append(1) or nullcontext())
    done = CliRunner().invoke(cli.main, ["list", "--latex", "--json"])
    assert done.exit_code == 2 and not begun
