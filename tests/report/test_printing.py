# SPDX-License-Identifier: Apache-2.0
"""Tables on a terminal, as plain text, and where letters are few."""

import io
import re

import pytest
from rich.console import Console

from cipherfab.report import printing, tables


def shown(table, width, **options):
    console = Console(
        file=io.StringIO(),
        force_terminal=True,
        width=width,
        color_system=None,
        highlight=False,
        **options,
    )
    printing.show(table, console)
    return console.file.getvalue()


def test_plain_text_has_one_line_per_row(rows):
    """Without a terminal there is a header, a line for each row, the caption, and no escape or
    rule.
    """
    text = printing.text(tables.bench(rows))
    assert len(text.splitlines()) == 1 + len(rows) + 1
    assert "\x1b" not in text and "─" not in text


@pytest.mark.parametrize("width", [60, 100, 200])
def test_terminal_cuts_nothing(rows, width):
    """At any width every number and every remark is printed whole."""
    text = shown(tables.bench(rows), width)
    assert (
        "34,043" in text
        and "16,811" in text
        and "…" not in text.replace("3a…", "").replace("91…", "")
    )
    assert "mismatch" in text and "[1]" in text


@pytest.mark.parametrize("width", [60, 80, 100, 160])
def test_a_terminal_shows_whole_cells(rows, width):
    """At any width a number stands on one line with its spread, no line is wider than that, and
    every part has the cores.
    """
    text = shown(tables.bench(rows), width)
    assert all(
        len(line) <= width
        for line in text.split("\n[1]")[0].splitlines()
        if "±" in line or "Core" in line
    )
    for number in re.findall(r"[\d,.]+ ±\S+", printing.text(tables.bench(rows))):
        assert number in text
    assert (text.count("Core") > 1) == (width < 160)


def test_markup_and_control_characters_are_shown_not_obeyed():
    """Brackets stay, escape sequences are replaced."""
    table = tables.bench([{"core": "[red]a[/red]\x1b[2J", "platform": "[/]"}])
    assert "[red]a[/red]\\x1b[2J" in printing.text(table) and "[/]" in printing.text(table)


def test_other_encodings_get_ascii(rows):
    """An output that cannot take the marks gets letters, never an error."""
    raw = io.BytesIO()
    with io.TextIOWrapper(raw, encoding="ascii") as file:
        printing.show(tables.bench(rows), Console(file=file))
        file.flush()
        assert b"yy.yy." in raw.getvalue() and b"6,622 +-0.7%" in raw.getvalue()
