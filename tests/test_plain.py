# SPDX-License-Identifier: Apache-2.0
"""Texts of others on a terminal, in JSON, in a cell."""

import ast
import io
import json
from pathlib import Path

import pytest
from hostile.look import steering
from hostile.texts import TEXTS, VERDICT

import cipherfab
from cipherfab import plain

SOURCE = Path(cipherfab.__file__).parent


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_text_is_one_line_and_steers_nothing(text):
    """Whatever it has, each way of printing gives no letter that steers, and no line of its own."""
    assert steering(plain.visible(text)) == "" and "\n" not in plain.visible(text)
    for way in (plain.say, plain.message):
        stream = io.StringIO()
        way(f"author {text}", stream=stream)
        assert steering(stream.getvalue()) == ""
        assert not any(line.startswith(VERDICT) for line in stream.getvalue().splitlines())
    assert len(plain.quoted(text)) < plain.FIELD + 30 and "  " not in plain.quoted(text)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_json_loses_nothing(text):
    """What is escaped is read back as it was, and nothing in it steers a terminal."""
    value = {"a": [text, 1.5, None], text: True}
    written = plain.as_json(value, indent=1)
    assert json.loads(written) == value and steering(written) == ""


def test_our_own_letters_stay():
    """Signs and letters of the program's own tables are printed as they are."""
    text = "✓✗·–±×≈µ²… äöü Θ ≤ → é e\u0301"
    assert plain.visible(text) == text and plain.every([text]) == [text]


@pytest.mark.parametrize(
    "text", ["=1+1", "+cmd|x", "@SUM(A1)", "-1+1", "\t=1", "  =1", "\r=1", "-- a", "=", "\u200b=1"]
)
def test_no_cell_is_a_formula(text):
    """What a spreadsheet may run stands behind an apostrophe, or behind what was spelled out."""
    assert plain.cell(text)[0] in "'\\"


@pytest.mark.parametrize("text", ["-5", "+1.5e-3", "1e9", ".5", "24 + 6*floor(M/8)", "", "a=b"])
def test_numbers_and_other_texts_stay(text):
    """A number in a text is not changed, and neither is a text that begins with none of these."""
    assert plain.cell(text) == text


def test_a_terminal_does_not_break_lines_by_itself():
    """On a terminal of 80 columns no row begins with what stands behind many letters of others."""
    for k in range(40, 90):
        rows = plain.folded("tp: author " + "-" * k + " " + VERDICT, 80).split("\n")
        assert all(len(row) <= 80 for row in rows)
        assert not any(row.startswith(VERDICT) for row in rows[1:])
    assert plain.folded("short", 80) == "short"


def test_what_a_stream_cannot_spell_is_escaped():
    """A stream of ASCII takes every text."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    plain.say("✓ ä", stream=stream)
    assert raw.getvalue() == b"\\u2713 \\xe4\n"


def test_the_guard_lets_nothing_else_through():
    """Whatever writes to standard output past `say`, no control arrives."""
    stream = io.StringIO()
    guard = plain.Guard(stream)
    guard.write("a\x1b[8m\tb\r\n")
    guard.writelines(["\u202ex"])
    assert stream.getvalue() == "a\\x1b[8m\tb\\r\n\\u202ex" and plain.raw(guard) is stream


def calls(file: Path):
    """Calls in a file that write to a standard stream."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name in (
                "print",
                "click.echo",
                "click.secho",
                "sys.stdout.write",
                "sys.stderr.write",
            ):
                yield f"{file.relative_to(SOURCE)}:{node.lineno}: {name}"


def test_nothing_is_printed_past_it():
    """No module calls `print` or its like: all that is printed passes `plain`."""
    found = [call for file in SOURCE.rglob("*.py") for call in calls(file)]
    assert not found
