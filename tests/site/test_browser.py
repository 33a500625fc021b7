# SPDX-License-Identifier: Apache-2.0
"""The site in a real browser: no request leaves it, it fits a telephone, and axe-core finds nothing
in light and dark.
"""

import json
from pathlib import Path

import pytest

from cipherfab.site import pages

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
PAGES = (
    "index.html",
    "algorithms/one.html",
    "cores/one.html",
    "studies/low-latency/index.html",
    "explorer.html",
)
VIEWS = ((1400, "light"), (390, "dark"))
"""Widths in pixels, and colour schemes."""


@pytest.fixture(scope="module")
def site(content, tmp_path_factory):
    """The folder of the site."""
    folder = tmp_path_factory.mktemp("site")
    pages.write(content, folder)
    return folder


@pytest.fixture(scope="module")
def found(site, browser):
    """By page, width and scheme: violations of axe-core, how far the page overflows, and points in
    its chart; and all URLs.
    """
    seen = {}
    browser.get("about:blank")
    # Reading a log empties it: what earlier tests left there is none of this site.
    for kind in ("browser", "performance"):
        browser.get_log(kind)
    for width, scheme in VIEWS:
        browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
        )
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False},
        )
        for name in PAGES:
            browser.get((site / name).as_uri())
            # Two frames, so that the chart of the page is drawn before it is looked at.
            browser.execute_async_script(
                "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"
            )
            seen[name, width, scheme] = _look(browser)
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    urls = {
        item["params"]["request"]["url"]
        for item in messages
        if item["method"] == "Network.requestWillBeSent"
    }
    return seen, urls, [entry["message"] for entry in browser.get_log("browser")]


def _look(browser):
    overflow = browser.execute_script("return document.documentElement.scrollWidth - innerWidth")
    dots = browser.execute_script("return document.querySelectorAll('#chart circle').length")
    browser.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE})
    # For a preload axe would send requests of its own.
    result = browser.execute_async_script("axe.run({preload: false}).then(arguments[0])")
    return {"overflow": overflow, "dots": dots, "violations": [
        f"{item['id']}: {node['html'][:160]}: {node.get('failureSummary', '')[:200]}"
        for item in result["violations"] for node in item["nodes"]]}  # fmt: skip


@pytest.mark.parametrize("name", PAGES)
def test_axe_core_finds_no_violation(found, name):
    """Contrast, names, roles, landmarks and order of headings are right on a wide light page and on
    a narrow dark one.
    """
    assert {
        key: look["violations"]
        for key, look in found[0].items()
        if key[0] == name and look["violations"]
    } == {}


@pytest.mark.parametrize("name", PAGES)
def test_no_page_is_wider_than_its_window(found, name):
    """At 1400 and at 390 pixels nothing but a table scrolls sideways."""
    assert all(look["overflow"] <= 0 for key, look in found[0].items() if key[0] == name)


def test_the_chart_has_a_point_for_each_row(found):
    """Both recipes of the three cores on standard cells on the front page, those of the algorithm
    on its page.
    """
    dots = {(name, width): look["dots"] for (name, width, _), look in found[0].items()}
    assert {dots["index.html", width] for width, _ in VIEWS} == {6}
    assert {dots["algorithms/one.html", width] for width, _ in VIEWS} == {4}


def test_nothing_is_requested_but_files_of_the_site(found, site):
    """No page asks another host for anything, and none logs an error."""
    _, urls, errors = found
    assert urls and all(url.startswith((site.as_uri(), "data:", "about:")) for url in urls)
    assert errors == []
