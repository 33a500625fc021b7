# SPDX-License-Identifier: Apache-2.0
"""The Lilliput study: its data, the statements and the records, without a synthesis run."""

import pytest

from cipherfab.bench.row import Row
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from cipherfab.report.listing import listing
from cipherfab.report.printing import text
from cipherfab.studies.benched import Points, Result
from cipherfab.studies.lilliput import published, records, statements, study
from cipherfab.studies.lilliput.published import LINES
from cipherfab.studies.lilliput.study import STUDY
from cipherfab.studies.settings import Settings


def lines(table: str) -> list:
    """The lines of a table."""
    return [line for line in LINES if line.table == table]


def test_tables_are_whole():
    """The five published tables have 5, 6, 4, 8 and 6 columns with all five figures each."""
    counts = {table: sum(line.luts is not None for line in lines(table)) for table in study.TITLES}
    assert list(counts.values()) == [5, 6, 4, 8, 6, 0, 0]
    assert all(
        None not in (line.slices, line.registers, line.fmax_mhz, line.throughput_mbps)
        for line in LINES
        if line.luts
    )


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.table} {line.core}")
def test_every_line_names_a_core_in_its_shortest_form(line):
    """Rows are found by name, so a name that is printed back differently would be lost."""
    assert str(parse(line.core)) == line.core


def test_published_throughputs_follow_from_frequency_and_cycles():
    """Each published throughput is block bits times frequency over whole cycles; over half ones for
    two Ascons.
    """
    for line in LINES:
        if line.luts:
            bits = 64 if line.core.startswith("ascon-128/") or line.core == "ascon-128" else 128
            cycles = bits * line.fmax_mhz / line.throughput_mbps
            half = line.core in ("ascon-128/unrolled=3", "ascon-128/unrolled=6")
            assert cycles == pytest.approx(round(cycles - 0.5 * half) + 0.5 * half, rel=0.025), line


def test_unknown_algorithm_is_a_wrong_call():
    """The message lists the algorithms."""
    with pytest.raises(CallError, match="lilliput-tbc-ii-256"):
        records.run(Settings(ciphers=["skinny-64-192"]))


def test_frequencies_come_from_the_fast_netlist():
    """On ECP5 every line has the recipe for speed; elsewhere that of the slides' priority."""
    small = next(line for line in LINES if line.recipe == published.SMALL)
    assert (
        records.recipe_on(small, records.SPEED) == published.FAST
        and records.recipe_on(small, records.AREA) == published.SMALL
    )


def faked_rows(**factors: float) -> list[dict]:
    """Rows of all lines: everything measured is the published figure, or 100, times a factor by
    core.
    """
    points = Points()
    for line in LINES:
        scale = factors.get(line.core, 1.0)
        common = {"core": line.core, "verified": True, "cycles_formula": "1"}
        values = {
            "luts": (line.luts or 100) * scale,
            "lut_sites": (line.luts or 100) * scale,
            "slices": line.slices or 100,
            "flip_flops": line.registers or 100,
            "area_ge": (line.luts or 100) * scale,
            "fmax_mhz": line.fmax_mhz or 100,
            "throughput_mbps": (line.throughput_mbps or 100) * scale,
        }
        for place in (records.AREA, records.SPEED, records.GATES, records.ROUTED):
            recipe = records.recipe_on(line, place)
            points.add([Row(**common, **values, platform=place, recipe=recipe)])
    return [records.record(line, points) for line in LINES]


def claim(rows: list[dict], text: str) -> dict:
    """The statement that begins with a text."""
    return next(item for item in statements.statements(rows) if item["statement"].startswith(text))


def test_the_published_figures_give_the_published_statements():
    """Optimal factor 4 with +20 % for LILLIPUT-TBC-II and 3 with +4 % for Ascon, as the slides
    say."""
    rows = faked_rows()
    for cipher in ("TBC-II-128", "ASCON128"):
        factor, gain = statements.STATED[cipher]
        assert claim(rows, f"{cipher}: unfolding factor")["published"] == factor
        assert claim(rows, f"{cipher}: throughput at that factor")["published"] == pytest.approx(
            gain, abs=0.01
        )


def test_measured_optimum_is_the_measured_one():
    """A core that is faster than published moves the optimum of the measured column only."""
    rows = faked_rows(**{"ascon-128/unrolled=6": 2.0})
    found = claim(rows, "ASCON128: unfolding factor")
    sides = ("published", "measured", "artix7", "nangate45")
    assert [found[side] for side in sides] == [3, 6, 6, 6]


def test_masked_to_unmasked_uses_the_published_unmasked_core():
    """2,257 to 1,128 look-up tables for II-128; the others were not published unmasked."""
    rows = faked_rows()
    assert claim(rows, "TBC-II-128: LUTs (or GE) masked")["published"] == pytest.approx(
        2257 / 1128, abs=0.001
    )
    assert claim(rows, "TBC-I-192: LUTs (or GE) masked")["published"] == statements.UNSTATED


def test_no_cell_is_empty():
    """Where a figure is missing its reason stands, also for a core of which nothing was
    measured."""
    result = Result(
        rows=[*faked_rows(), records.record(LINES[0], Points())], failures=[], exit_code=0
    )
    for title, table in STUDY.titled(result):
        cells = [str(cell) for column in table.columns for cell in column.cells]
        assert cells and all(cell.strip() not in ("", "–", "None") for cell in cells), title


def test_families_are_compared_within_each():
    """On Artix-7 each figure has its ratio to the first line beside it, as the published one has;
    without a place and route there is no such table.
    """
    rows = [
        row
        for row in faked_rows(**{"ascon-128/unrolled=3": 2.0})
        if row["core"].startswith("ascon-128") and row["table"] == published.UNFOLDED
    ]
    first, second = study.routed(rows)[0], study.routed(rows)[2]
    assert first["LUTs, published"].endswith("(1.00)")
    assert second["Mbit/s, published"].endswith("(1.04)")
    assert second["Mbit/s, artix7"].endswith("(2.09)")
    for row in rows:
        row["artix7"]["fmax_mhz"] = None
    assert not any("placed" in title for title in study.tables(Result(rows=rows)))


def test_the_recipe_on_artix7_is_one_for_it():
    """Lines for area have `compact` there, lines for timing `balanced`."""
    recipes = {line.recipe: records.recipe_on(line, records.ROUTED) for line in LINES}
    assert recipes == {published.SMALL: "compact", published.FAST: "balanced"}


def test_ratios_point_the_right_way():
    """Fewer look-up tables and more throughput than published are marked; the reverse is not."""
    rows = faked_rows(**{"aes-128": 0.5})
    row = next(row for row in rows if row["core"] == "aes-128")
    assert row["ratio"]["luts"] == 0.5 and row["ratio"]["throughput_mbps"] == 0.5
    printed = text(listing(study.beside([row])))
    assert printed.count("0.50× ✓") == 1 and printed.count("0.50×") == 2


def test_written_files_hold_the_rows(tmp_path):
    """Records, statements and tables go to the directory that is named."""
    paths = STUDY.write(Result(rows=faked_rows()), tmp_path / "out")
    assert [path.name for path in paths] == ["rows.json", "statements.json", "tables.txt"]
    assert all(path.stat().st_size for path in paths)
