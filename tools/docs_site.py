# SPDX-License-Identifier: Apache-2.0
"""Hooks of MkDocs: the first page, the table of the shipped data set, and below each study's page
the tables of the study as it was run last in the home directory (``CIPHERFAB_HOME``), if it was.
"""

import json
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from cipherfab.dataset import entry
from cipherfab.results.home import default_home
from cipherfab.studies.listing import MANIFEST

ROOT = Path(__file__).parents[1]

sys.path.insert(0, str(ROOT / "tools"))
import docs_reference as reference  # noqa: E402 (a hook is no module of a package)

SOURCE = re.compile(r"\]\((?!https?:|#|(?:\.\./)?(?:[\w-]+/)?[\w.-]+\.(?:md|png|svg))([^)]+)\)")
"""Links of a page to what is no page."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that are generated."""
    for path, text in (
        ("index.md", home_page()),
        ("generated/cores.md", cores_page()),
        ("generated/changelog.md", changes_page()),
        ("generated/commands.md", reference.commands_page()),
        ("generated/platforms.md", reference.platforms_page()),
        ("generated/python-api.md", reference.api_page()),
    ):
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Below the page of a study its tables; links to sources, which are no pages, as text."""
    markdown = markdown.replace("```console slow\n", "```console\n")  # a word for the tests alone
    return SOURCE.sub(r"] (`\1`)", markdown + study_tables(Path(page.file.src_path)))


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Each table in a box that scrolls, so that no page is wider than its window; what scrolls can
    be reached by keys.
    """
    box = '<div class="table-box" role="region" aria-label="Table" tabindex="0">'
    html = html.replace("<table>", f"{box}<table>").replace("</table>", "</table></div>")
    return html.replace("<pre>", '<pre tabindex="0">')


def home_page() -> str:
    """README.md, whose links lead to the pages beside it."""
    text = (ROOT / "README.md").read_text()
    return text.replace("](docs/", "](").replace("](CHANGELOG.md", "](generated/changelog.md")


def changes_page() -> str:
    """CHANGELOG.md, whose links lead to the pages one folder up."""
    return (ROOT / "CHANGELOG.md").read_text().replace("](docs/", "](../")


def cores_page() -> str:
    """Every core of the data set, a row for each run."""
    entries = sorted(entry.read(), key=lambda found: (found.kind, found.core))
    rows = [
        (
            f"`{found.core}`",
            found.kind,
            run.platform,
            run.recipe,
            _number(run.area_ge),
            _number(run.fmax_mhz),
            "yes" if found.passed("rtl") else "not here",
        )
        for found in entries
        for run in found.runs
    ]
    return (
        f"# All measured cores\n\n{len(entries)} cores come with the package; "
        "`cipherfab dataset info` says with what they were made, and [choosing.md]"
        "(../how-to/choosing.md) what each number is.\n\n"
        + table(("core", "kind", "platform", "recipe", "GE", "MHz", "RTL played"), rows)
    )


def study_tables(page: Path) -> str:
    """The tables of a study's last run here; empty if there is none, or the page is of no study."""
    path = default_home().root / "studies" / page.stem / MANIFEST
    if page.parent.name != "results" or not path.is_file():
        return ""
    said = json.loads(path.read_text())
    return f"\n\n## Tables of the last run\n\n{said['verdict']}\n\n" + "\n".join(
        f"### {found['title']}\n\n{table(found['columns'], found['rows'])}"
        for found in said["tables"]
    )


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(
        f"| {' | '.join(str(cell).replace('|', '∣') for cell in line)} |\n" for line in lines
    )


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"
