# SPDX-License-Identifier: Apache-2.0
"""The HTML page in a real browser."""

import pytest
from nasty import NASTY


def test_every_row_is_shown(visit, rows):
    """The table has a row for each point, failed ones included, with its reason."""
    shown = visit(rows)
    assert shown.cores() == [row["core"] for row in rows]
    assert "mismatch in message 17" in shown.one("#table tr.failed").text
    assert "violates: the area recipe" in shown.one("#table tr.invariant").text


def test_header_sorts_by_number(visit, rows):
    """A click on a header sorts by value, the next one the other way, and rows without the value
    stay last.
    """
    shown = visit(rows)
    header = shown.one("th[data-column='area_ge'] button")
    header.click()
    values = shown.column("area_ge")
    present = [value for value in values if value is not None]
    assert present == sorted(present) and values[: len(present)] == present and None in values
    header.send_keys("\ue007")
    assert shown.column("area_ge")[: len(present)] == sorted(present, reverse=True)
    assert shown.one("th[data-column='area_ge']").get_attribute("aria-sort") == "descending"


def test_click_on_a_point_opens_its_details(visit, rows):
    """A point of the scatter plot selects its row and shows its recipe, its command and its
    throughputs.
    """
    shown = visit(rows)
    shown.click_point("ascon-128/unrolled=6|nangate45|speed")
    assert shown.one("#detail h2").text == "ascon-128/unrolled=6"
    detail = shown.one("#detail").text
    assert (
        "--recipe speed" in detail
        and "&nf -k {D}" in detail
        and "encrypt AD + PT" in detail
        and "[object" not in detail
    )
    assert (
        shown.one("#table tr.selected").get_attribute("data-id")
        == "ascon-128/unrolled=6|nangate45|speed"
    )
    shown.one("#detail .close").click()
    assert not shown.one("#detail").is_displayed()


def test_hover_tells_the_values(visit, rows):
    """The pointer over a point shows the core and both values."""
    from selenium.webdriver import ActionChains

    shown = visit(rows)
    ActionChains(shown.driver).move_to_element(
        shown.one(".point[data-id='ascon-128/unrolled=6|nangate45|speed']")
    ).perform()
    assert "22,205" in shown.one("#tip").text and "ascon-128/unrolled=6" in shown.one("#tip").text


def test_axes_can_be_chosen(visit, rows):
    """Another metric on an axis moves the plot to the rows that have it."""
    shown = visit(rows)
    shown.choose("x", "luts")
    assert len(shown.all("#scatter .point")) == sum(row["luts"] is not None for row in rows)
    assert "17 of 33 visible rows have no LUTs" in shown.one("#missing").text
    assert len(shown.all("#scatter .front")) == 2


def test_front_of_each_platform_is_not_dominated(visit, rows):
    """No verified point of the platform is smaller and faster than a corner of the front."""
    shown = visit(rows)
    script = (
        "return front(good(visible()).filter(r => r.platform === 'nangate45'), 'area_ge', "
        "'throughput_mbps').map(r => r.id)"
    )
    best = set(shown.driver.execute_script(script))
    good = [row for row in rows if row["platform"] == "nangate45" and not row.get("failure")]

    def beaten(row):
        key = (row["area_ge"], -row["throughput_mbps"])
        others = [(other["area_ge"], -other["throughput_mbps"]) for other in good]
        return any(other != key and other[0] <= key[0] and other[1] <= key[1] for other in others)

    assert best == {f"{row['core']}|nangate45|{row['recipe']}" for row in good if not beaten(row)}


def test_permalink_restores_the_view(visit, rows):
    """The URL after filtering, sorting and selecting shows the same again."""
    shown = visit(rows)
    shown.choose("platform", "ecp5")
    shown.one("th[data-column='luts'] button").click()
    shown.all("#table .core")[1].click()
    before, fragment = shown.cores(), shown.driver.current_url.partition("#")[2]
    again = visit(rows, "#" + fragment)
    assert again.cores() == before
    assert again.one("#detail h2").text == before[1]
    assert again.one("#platform").get_attribute("value") == "ecp5"


def test_foreign_hash_is_harmless(visit, rows):
    """A hash with unknown names and values shows every row."""
    assert len(visit(rows, "#x=constructor&sort=__proto__&q=&row=none&zz=1").cores()) == len(rows)


def test_keyboard_moves_and_opens(visit, rows):
    """Arrow keys move from row to row, Enter opens, Escape closes."""
    shown = visit(rows)
    shown.all("#table .core")[0].send_keys("\ue015")
    assert shown.driver.switch_to.active_element.text == rows[1]["core"]
    shown.driver.switch_to.active_element.send_keys("\ue007")
    assert shown.one("#detail h2").text == rows[1]["core"]
    shown.driver.switch_to.active_element.send_keys("\ue00c")
    assert not shown.one("#detail").is_displayed()


def test_download_holds_the_visible_rows(visit, rows):
    """The CSV has the visible rows in their order, quoted, and no cell that a spreadsheet would
    run.
    """
    shown = visit([rows[0] | {"core": '=1+1,"x"'}, *rows[1:]], "#platform=nangate45&sort=area_ge")
    text = shown.driver.execute_script("return csv(visible())")
    assert len(text.strip().split("\r\n")) == len(shown.cores()) + 1
    assert '"\'=1+1,""x"""' in text


def test_markup_in_strings_is_inert(visit, rows):
    """A core, platform or recipe that looks like markup is shown as text, everywhere, and nothing
    of it runs.
    """
    names = (
        "core",
        "platform",
        "recipe",
        "algorithm",
        "architecture",
        "command",
        "recipe_text",
        "failure",
        "cycles_formula",
    )
    row = (
        rows[0]
        | dict.fromkeys(names, NASTY)
        | {"versions": {NASTY: NASTY}, "third_party": {"author": NASTY, "licence": NASTY}}
    )
    row |= {
        "throughputs": {f"enc/{NASTY}/16": 3.0},
        "evidence": [{"link": "rtl", "passed": True, "detail": NASTY}],
    }
    shown = visit([row, rows[1]])
    shown.all("#table .core")[0].click()
    assert NASTY.split("\u2028")[0] in shown.one("#detail h2").text
    assert shown.driver.execute_script("return window.hacked") is None
    assert not shown.all("img") and len(shown.all("script")) == 2


def test_empty_and_single_rows(visit, rows):
    """No rows at all, a row with nothing measured, and a filter that matches nothing leave the page
    working.
    """
    assert visit([]).cores() == []
    assert visit([{"core": "a", "platform": "p"}]).cores() == ["a"]
    shown = visit(rows, "#q=nothing-like-this")
    assert shown.cores() == [] and shown.one("#none").is_displayed()


def test_many_rows_are_a_click_away(visit, rows):
    """Of very many rows the table first shows some, the plot and the download all, and a click
    brings the others.
    """
    many = [row | {"core": f"{row['core']},n={index}"} for index in range(12) for row in rows]
    shown = visit(many)
    assert (
        len(shown.cores()) == 300
        and len(shown.driver.execute_script("return csv(visible())").splitlines()) == len(many) + 1
    )
    shown.one("#more").click()
    assert len(shown.cores()) == len(many) and not shown.one("#more").is_displayed()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_has_contrast(visit, rows, theme):
    """In both themes the main colours keep the contrast of 4.5 that readable text needs."""
    shown = visit(rows)
    script = """document.documentElement.dataset.theme = arguments[0];
      const css = getComputedStyle(document.documentElement);
      return ['paper', 'panel', 'ink', 'soft', 'accent', 'bad', 'warn'].map(name => css.getPropertyValue('--' + name).trim())"""  # noqa: E501
    paper, panel, *inks = map(luminance, shown.driver.execute_script(script, theme))
    for ink in inks:
        for back in (paper, panel):
            assert (max(ink, back) + 0.05) / (min(ink, back) + 0.05) >= 4.5


def luminance(colour):
    """Relative luminance of ``#rrggbb`` (WCAG 2.1)."""
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_narrow_screen_does_not_scroll_sideways(visit, rows):
    """On a telephone only the table scrolls sideways, not the page."""
    shown = visit(rows)
    shown.driver.set_window_size(500, 900)
    try:
        assert shown.driver.execute_script(
            "return document.documentElement.scrollWidth <= innerWidth"
        )
    finally:
        shown.driver.set_window_size(1440, 1000)
