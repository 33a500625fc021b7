# SPDX-License-Identifier: Apache-2.0
"""What pages say of public cores as a whole."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
RANK = re.compile(
    r"\b(best|fastest|smallest|strongest|leading)\s+(known\s+)?(public|published)\b"
    r"|\bany\s+public\s+(core|implementation)|\bthan\s+every\s+public\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_page_ranks_public_cores(page):
    """No page says that something is the best of what is public, or ahead of it: that needs a list
    of all there is. A claim names the cores that it is about.
    """
    found = RANK.search(page.read_text())
    assert not found, found and found[0]


@pytest.mark.parametrize("text", ["2.26 times the best public core", "any public core",
                                  "The fastest\npublished cores"])  # fmt: skip
def test_a_rank_is_found(text):
    """The words that a claim without a list has had, in a line or over two."""
    assert RANK.search(text)
