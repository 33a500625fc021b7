# SPDX-License-Identifier: Apache-2.0
"""The documentation as a site: built as `make docs` does, with nothing missing and nothing from
elsewhere.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cipherfab.dataset import entry

ROOT = Path(__file__).parents[2]

STUDY = {"title": "A paper", "verdict": "3 of 4 agree.",
         "tables": [{"title": "Areas | of all", "columns": ["core", "kGE"],
                     "rows": [["ascon-p-12", "6.0"], ["a|b", "7.1"]]}]}  # fmt: skip


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of the site, with a study that was run in the home."""
    folder = tmp_path_factory.mktemp("site")
    study = folder / "home" / "studies" / "lilliput"
    study.mkdir(parents=True)
    (study / "study.json").write_text(json.dumps(STUDY))
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-d", folder / "out"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"CIPHERFAB_HOME": str(folder / "home")},
    )
    assert done.returncode == 0, done.stderr
    return folder / "out"


def test_every_page_of_docs_is_in_the_menu(built):
    """Each file of ``docs`` is a page, and the first page leads to it."""
    docs = ROOT / "docs"
    names = {path.relative_to(docs).with_suffix("").as_posix() for path in docs.rglob("*.md")}
    menu = set(
        re.findall(
            r'href="([\w/-]+)\.html" class="dropdown-item"', (built / "index.html").read_text()
        )
    )
    assert names <= menu
    assert all((built / f"{name}.html").is_file() for name in names)


@pytest.mark.parametrize("folder", ["explanation", "results"])
def test_every_page_has_a_line_in_the_index_of_its_folder(folder):
    """One row of a table leads to it, and no row leads to two pages."""
    pages = {path.name for path in (ROOT / "docs" / folder).glob("*.md")} - {"index.md"}
    text = (ROOT / "docs" / folder / "index.md").read_text()
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    led = [re.findall(r"\]\(([\w-]+\.md)\)", row) for row in rows]
    assert {name for names in led for name in names} == pages
    assert all(len(names) <= 1 for names in led)


def test_nothing_is_loaded_from_elsewhere(built):
    """Scripts, styles, images and fonts are in the folder."""
    pages = [path.read_text() for path in built.rglob("*.html")]
    styles = [path.read_text() for path in built.rglob("*.css")]
    loaded = [
        link
        for text in pages
        for link in re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"', text)
    ]
    fetched = [link for text in styles for link in re.findall(r"url\(['\"]?([^)'\"]+)", text)]
    assert loaded and not [link for link in [*loaded, *fetched] if link.startswith(("http", "//"))]


def test_the_table_of_cores_is_the_data_set(built):
    """A row for every run of every core that comes with the package."""
    text = (built / "generated" / "cores.html").read_text()
    entries = entry.read()
    assert f"{len(entries)} cores come with the package" in text
    assert text.count("<td><code>") == sum(len(found.runs) for found in entries)
    assert all(f"<code>{found.core}</code>" in text for found in entries)


def test_a_study_has_the_tables_of_its_last_run(built):
    """They stand below its page, whatever their texts have; a study that was not run has none."""
    text = (built / "results" / "lilliput.html").read_text()
    assert "3 of 4 agree." in text and "<td>ascon-p-12</td>\n<td>6.0</td>" in text
    assert "<td>a∣b</td>\n<td>7.1</td>" in text
    assert "Tables of the last run" not in (built / "results" / "forkcipher.html").read_text()


def test_a_link_that_leads_nowhere_fails_the_build(tmp_path):
    """So the fixture says something."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("[x](nothing.md)\n")
    (tmp_path / "mkdocs.yml").write_text("site_name: x\nstrict: true\n")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode != 0 and "nothing.md" in done.stderr
