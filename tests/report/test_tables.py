# SPDX-License-Identifier: Apache-2.0
"""Tables for the terminal."""

import io
import re

import pytest
from rich.console import Console

from cipherfab.report import tables


def lines(table):
    return tables.text(table).splitlines()


def shown(table, width, **options):
    console = Console(
        file=io.StringIO(),
        force_terminal=True,
        width=width,
        color_system=None,
        highlight=False,
        **options,
    )
    tables.show(table, console)
    return console.file.getvalue()


def test_plain_text_has_one_line_per_row(rows):
    """Without a terminal there is a header, a line for each row, the caption, and no escape or
    rule.
    """
    text = tables.text(tables.bench(rows))
    assert len(text.splitlines()) == 1 + len(rows) + 1
    assert "\x1b" not in text and "─" not in text


def test_a_row_is_one_line(rows):
    """The line of a row has its first metrics with units and its evidence, and nothing that a
    terminal would obey.
    """
    text = tables.line(rows[0] | {"core": "ascon\x1b[31m"})
    assert (
        "\n" not in text and "\x1b" not in text and text.startswith("ascon\\x1b[31m on nangate45, ")
    )
    assert " GE, " in text and " MHz, " in text and " Mbit/s, evidence ✓✓·✓✓·" in text


def test_headers_carry_units_and_cells_their_spread(rows):
    """The unit is in the header; the median is followed by the deviation."""
    header, first, *_ = lines(tables.bench(rows))
    assert "Area (GE)" in header and "Throughput (Mbit/s)" in header
    assert "6,622 ±0.7%" in first and "✓✓·✓✓·" in first


def test_the_caption_says_what_routed_a_row(rows):
    """Under the table stands once what placed and routed rows of a platform, or that nothing did
    and there is a pre-route delay alone; of other rows nothing.
    """
    routed = rows[0] | {"platform": "artix7", "routed": "nextpnr-xilinx 1.2, xc7a50t"}
    bare = routed | {"routed": "", "fmax_mhz": None, "pre_route_fmax_mhz": 700.0}
    assert lines(tables.bench([routed, routed]))[-1].endswith(
        "; artix7 routed by nextpnr-xilinx 1.2, xc7a50t"
    )
    assert "artix7 not placed and routed: its pre-route delay" in lines(tables.bench([bare]))[-1]
    assert "routed" not in lines(tables.bench(rows[:1]))[-1]


def test_failed_rows_stay_in_place(rows):
    """A failed row and a violated invariant are where they were given, with the reason."""
    body = lines(tables.bench(rows))[1:]
    failed = next(index for index, row in enumerate(rows) if row.get("failure"))
    assert "failed: mismatch in message 17" in body[failed] and "✓✗···" in body[failed]
    odd = next(index for index, row in enumerate(rows) if row.get("violations"))
    assert "violates: the area recipe is larger" in body[odd]


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
    for number in re.findall(r"[\d,.]+ ±\S+", tables.text(tables.bench(rows))):
        assert number in text
    assert (text.count("Core") > 1) == (width < 160)


def test_markup_and_control_characters_are_shown_not_obeyed():
    """Brackets stay, escape sequences are replaced."""
    table = tables.bench([{"core": "[red]a[/red]\x1b[2J", "platform": "[/]"}])
    assert "[red]a[/red]\\x1b[2J" in tables.text(table) and "[/]" in tables.text(table)


def test_other_encodings_get_ascii(rows):
    """An output that cannot take the marks gets letters, never an error."""
    raw = io.BytesIO()
    with io.TextIOWrapper(raw, encoding="ascii") as file:
        tables.show(tables.bench(rows), Console(file=file))
        file.flush()
        assert b"yy.yy." in raw.getvalue() and b"6,622 +-0.7%" in raw.getvalue()


def test_ranking_marks_what_cannot_be_told_apart(rows):
    """Overlapping spreads share a range of places, and what was not measured comes last without a
    place.
    """
    body = lines(tables.ranking(rows, "throughput_mbps"))[1:]
    assert body[0].startswith("1 ") and "34,043" in body[0]
    assert any(line.startswith("5–6 ≈") for line in body)
    assert lines(tables.ranking(rows, "luts"))[len(rows)].startswith("–")


def test_compare_uses_the_same_platform_and_recipe(rows):
    """The ratio is to the baseline with the same recipe on the same platform; the baseline itself
    has none.
    """
    body = lines(tables.compare(rows, "ascon-128/round", ["area_ge", "throughput_mbps"]))
    assert "8,816 ±0.7% (1.33×)" in next(
        line for line in body if "unrolled=2" in line and "area" in line
    )
    assert "(" not in body[1]
    assert "14,815 (1.00× ≈)" in next(line for line in body if "round-vhdl" in line)


def test_published_against_measured():
    """Ratio, and the mark where the measurement is at least as good, by the direction of the
    metric.
    """
    row = {
        "cipher": "ascon-p-8",
        "published": {"area_kge": 24.437, "throughput_gbps": 43.1},
        "verified": True,
    }
    row["measured"] = {"area_kge": 24.0, "throughput_gbps": 40.0}
    header, line, _ = lines(tables.published([row], ["area_kge", "throughput_gbps"]))
    assert header.split()[:4] == ["Cipher", "Area", "(kGE)", "published"]
    assert "0.98× ✓" in line and "0.93×" in line and line.count("✓") == 1


def test_published_shows_what_is_missing_or_failed():
    """A cipher without measurement or with a failure has its row all the same."""
    rows = [
        {"cipher": "a", "published": {"area_kge": 1.0}, "measured": None, "failure": "no netlist"}
    ]
    _, line, _ = lines(tables.published(rows, ["area_kge"]))
    assert "–" in line and "failed: no netlist" in line


def test_verify_lists_every_link(rows):
    """Links without evidence are listed as absent; a failed one says so."""
    failed = next(row for row in rows if row.get("failure"))
    body = lines(tables.verify([failed]))[1:]
    assert ["passed" in body[0], "FAILED" in body[1], "absent" in body[2]] == [True] * 3 and len(
        body
    ) == 7


def test_algorithms_lists_any_mappings():
    """Columns are the keys; lists are joined."""
    header, line = lines(
        tables.algorithms(
            [{"algorithm": "ascon-128", "architectures": ["round", "full"], "hash": None}]
        )
    )
    assert header.split() == ["Algorithm", "Architectures", "Hash"] and "round, full" in line
