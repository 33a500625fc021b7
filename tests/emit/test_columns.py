# SPDX-License-Identifier: Apache-2.0
"""Columns of neighbouring lines: aligned where little moves, left alone elsewhere."""

from cipherfab.emit.columns import aligned


def lines(text: str) -> str:
    """Lines of statements that take one line each, with their columns aligned."""
    return "".join(f"{line}\n" for (line,) in aligned([[line] for line in text.splitlines()]))


def test_ports_whose_widths_are_near_have_columns():
    """Directions, kinds and widths of ports are under each other, numbers at their right."""
    assert lines("    input wire [127:0] a,\n    output reg [3:0] b\n") == (
        "    input  wire [127:0] a,\n    output reg  [  3:0] b\n"
    )


def test_what_would_move_far_stays():
    """A port without width or with one of three digits less, and a pin with a name that is three
    letters shorter, leave all their neighbours alone.
    """
    for text in (
        "    input wire [7:0] a,\n    output wire b\n",
        "    input wire [1023:0] a,\n    output wire [7:0] b\n",
        "      .abcd(a),\n      .a(b)\n",
    ):
        assert lines(text) == text


def test_pins_whose_names_are_near_have_columns():
    """Names of pins that differ by two letters at most are padded."""
    assert lines("      .abc(a),\n      .a(b)\n") == "      .abc(a),\n      .a  (b)\n"


def test_comments_stand_between_neighbours():
    """A comment between two assignments leaves them neighbours; a declaration does not."""
    assert lines("  assign a = b;\n  // why\n  assign aa = c;\n") == (
        "  assign a  = b;\n  // why\n  assign aa = c;\n"
    )
    apart = "  assign a = b;\n  wire c;\n  assign aa = c;\n"
    assert lines(apart) == apart


def test_a_statement_of_several_lines_leaves_its_neighbours_alone():
    """Next to one that needs several lines, none is aligned."""
    given = [["  assign a = b;"], ["  assign aa = {", "    c", "  };"]]
    assert aligned(given) == given


def test_no_line_becomes_too_long():
    """Columns that would make a line longer than 100 stay as they were."""
    text = f"  assign a = {'b' * 85};\n  assign aa = c;\n"
    assert len(lines(text).partition("\n")[0]) == 100
    longer = text.replace("= b", "= bb")
    assert lines(longer) == longer
