# SPDX-License-Identifier: Apache-2.0
"""The HTML page, as text; `test_page_in_browser` has what a reader sees and does."""

import json
import re

import pytest
from nasty import NASTY

from cipherfab.errors import CallError
from cipherfab.report import page


def data(text):
    """The rows in a page."""
    return json.loads(
        re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1]
    )


def test_same_rows_give_the_same_bytes(rows):
    """The page depends on nothing but its rows."""
    assert page.render(rows) == page.render(rows)


def test_rows_survive_the_way_into_the_page(rows):
    """Every row is in the page, in order, with its numbers, its spread and its evidence."""
    found = data(page.render(rows))["rows"]
    assert [row["core"] for row in found] == [row["core"] for row in rows]
    assert found[0]["seed_spread"]["area_ge"] == rows[0]["seed_spread"]["area_ge"]
    assert found[0]["chain"]["gate"]["passed"] is True
    assert len({row["id"] for row in found}) == len(rows)


def test_no_external_reference(rows):
    """Nothing in the page names another file or host."""
    text = page.render(rows)
    assert not re.search(
        r"https?:|//\w+\.\w|@import|url\(|\bsrc=|<link(?! rel=\"icon\" "
        r"href=\"data:,\")",
        text.replace("// ", ""),
    )


def test_a_page_to_which_rows_are_added_is_read_again(rows):
    """Only a page that says so is read again by the browser, after as many seconds."""
    assert '<meta http-equiv="refresh" content="10">' in page.render(rows, again=10)
    assert "refresh" not in page.render(rows)


def test_strings_cannot_become_markup(rows):
    """A string that looks like markup neither ends the data nor opens an element."""
    text = page.render([rows[0] | {"core": NASTY, "failure": NASTY}], title=NASTY, subtitle=NASTY)
    assert "<img" not in text and text.count("</script>") == 2
    assert data(text)["rows"][0]["core"] == NASTY.replace("\u2028", r"\u2028")


def test_scripts_do_not_write_markup():
    """No script uses a function that reads markup, and none can end its own element."""
    source = "".join(page._asset(name) for name in page.SCRIPTS)
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|</script", source
    )


def test_not_a_number_is_absent(rows):
    """Infinity and NaN, which JSON lacks, are shown as not measured."""
    found = data(
        page.render(
            [rows[0] | {"area_ge": float("nan"), "fmax_mhz": float("inf"), "seed_spread": {}}]
        )
    )["rows"][0]
    assert found["area_ge"] is None and "fmax_mhz" not in found["values"]


def test_row_without_a_core_is_refused():
    """A row that names no core is a wrong call, said so."""
    with pytest.raises(CallError, match="core"):
        page.render([{"platform": "nangate45"}])


def test_write_replaces_the_file_and_leaves_nothing_else(rows, tmp_path):
    """Writing twice leaves one file."""
    page.write(tmp_path / "index.html", rows)
    page.write(tmp_path / "index.html", rows)
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
