# SPDX-License-Identifier: Apache-2.0
"""The documentation's site in a real browser: it fits a telephone, follows the system into the
dark, and its search finds.
"""

import functools
import os
import subprocess
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
AXE = (ROOT / "tests" / "site" / "vendor" / "axe.min.js").read_text()
PAGES = ("index", "explanation/method", "results/caesar", "reference/checks", "generated/cores")
VIEWS = ((1400, "light"), (390, "dark"))
"""Widths in pixels, and colour schemes."""


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, without a line for each."""

    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of the site, as `make docs` builds it; the search needs a server."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q", "-d", folder / "out"],
        cwd=ROOT,
        check=True,
        timeout=120,
        env=os.environ | {"CIPHERFAB_HOME": str(folder / "home")},
    )
    handler = functools.partial(Quiet, directory=folder / "out")
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def show(browser, address, width, scheme):
    """A page in a window of some width, on a system in light or in dark."""
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False},
    )
    browser.get(address)
    browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")


@pytest.mark.parametrize("width, scheme", VIEWS)
@pytest.mark.parametrize("name", PAGES)
def test_page_fits_its_window_and_follows_the_system(site, browser, name, width, scheme):
    """Nothing but tables and code scrolls sideways; the page is as light or as dark as the system;
    axe-core finds no text that is hard to read.
    """
    show(browser, f"{site}/{name}.html", width, scheme)
    wide = browser.execute_script("return document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    assert browser.execute_script("return document.documentElement.dataset.bsTheme") == scheme
    browser.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE})
    found = browser.execute_async_script(
        "axe.run({runOnly: ['color-contrast', 'scrollable-region-focusable', 'image-alt']})"
        ".then(arguments[0])"
    )
    places = [
        (item["id"], node["html"][:120]) for item in found["violations"] for node in item["nodes"]
    ]
    assert places == []


def test_wide_tables_scroll_inside_themselves(site, browser):
    """On a telephone a table of eleven columns is wider than its box, and the page is not."""
    show(browser, f"{site}/results/caesar.html", 390, "light")
    boxes = browser.execute_script(
        "return [...document.querySelectorAll('.table-box')].map(b => [b.scrollWidth, "
        "b.clientWidth, b.querySelectorAll('table').length])"
    )
    assert len(boxes) > 8 and all(tables == 1 for _, _, tables in boxes)
    assert any(inner > outer for inner, outer, _ in boxes)


def test_search_finds_a_page(site, browser):
    """A word of one page leads to it, without a request to another host."""
    show(browser, f"{site}/index.html", 1400, "light")
    found = browser.execute_async_script(
        """const done = arguments[0], box = document.getElementById('mkdocs-search-query');
        box.value = 'Mennink';
        let left = 600;
        const look = () => {
          box.dispatchEvent(new KeyboardEvent('keyup'));
          const links = [...document.querySelectorAll('#mkdocs-search-results a')];
          if (links.length || !left--) done(links.map(link => link.getAttribute('href')));
          else setTimeout(look, 50);
        };
        look();"""
    )
    assert any("explanation/masking-aead.html" in link for link in found)
