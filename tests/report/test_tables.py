# SPDX-License-Identifier: Apache-2.0
"""Tables of points."""

from cipherfab.report import printing, tables


def lines(table):
    return printing.text(table).splitlines()


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
