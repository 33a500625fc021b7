# SPDX-License-Identifier: Apache-2.0
"""docs/explanation/claims*.md: every word with which the program judges something has a row, and no
row is left over.
"""

import ast
import re
from pathlib import Path

import cipherfab

SOURCE = Path(cipherfab.__file__).parent
PAGES = sorted((Path(__file__).parents[2] / "docs" / "explanation").glob("claims*.md"))

PHRASES = re.compile(
    r"proved of order|not shown of order"
    r"|not verified|not shown to be secure|unverified|verified|known to leak|no leakage found|leaks"
    r"|NOT reproduced|reproduced|proved equivalent|proved messages|messages proved|proved"
    r"|refuted|undecided|equals the official|NOT the official|no single fault gave "
    r"a wrong answer|some single faults gave wrong answers|secure\b|guaranteed"
    r"|FAILED|killed|different and missed|damaged|correct by construction|leak-free|protected "
    r"against|independent of the secrets|not decided",
    re.IGNORECASE,
)
"""Claims anywhere in a text; what is not yet said, such as "guaranteed", needs a row as soon as it
is.
"""

WHOLE = {"pass", "FAIL", "MISSED", "open", "ok", "failed", "invariant", "undefined"}
"""Words too common to be looked for within a text: the whole string is one of them."""


def texts(file: Path) -> list[str]:
    """The strings of a Python file but documentation; of any other file all its text."""
    if file.suffix != ".py":
        return [file.read_text()]
    tree = ast.parse(file.read_text())
    spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in spoken
    ]


def said(text: str) -> set[str]:
    """The claims in a text; in capitals only where that is how the program shouts them."""
    found = {
        word if word in ("FAILED", "NOT reproduced", "NOT the official") else word.lower()
        for word in PHRASES.findall(text)
    }
    return found | ({text} & WHOLE)


def printed() -> dict[str, str]:
    """Every claim in the source, and a file that has it."""
    files = [
        file for suffix in ("py", "html", "js") for file in sorted(SOURCE.rglob(f"*.{suffix}"))
    ]
    return {
        word: str(file.relative_to(SOURCE))
        for file in files
        for text in texts(file)
        for word in said(text)
    }


def rows() -> set[str]:
    """The words of the first column of the pages' tables."""
    first = [line.split("|")[1] for line in table()]
    return {word for cell in first for word in re.findall(r"`([^`]+)`", cell)}


def table() -> list[str]:
    """The rows of all pages that begin with a word."""
    lines = [line for page in PAGES for line in page.read_text().splitlines()]
    return [line for line in lines if line.startswith("| `")]


def test_every_claim_has_a_row():
    """Whatever word of judgement the source holds, the page says what is behind it."""
    missing = {word: file for word, file in printed().items() if word not in rows()}
    assert not missing, f"docs/explanation/claims*.md has no row for {missing}"


def test_no_row_is_left_over():
    """The pages name no word that nothing prints."""
    assert rows() <= set(printed())


def test_every_row_says_what_is_not_covered():
    """Each row has four columns, none empty, and a claim that something is right says what it does
    not cover.
    """
    for line in table():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert len(cells) == 4 and all(cells), line
        good = re.search(
            r"`(verified|proved|reproduced|no leakage found|ok|equals the "
            r"official|no single fault[^`]*)`",
            cells[0],
        )
        assert not good or cells[3] != "–", line


def test_a_new_claim_is_noticed():
    """A text with a word that has no row is found; documentation strings and code names are not
    texts.
    """
    assert said("this is guaranteed") == {"guaranteed"} and "guaranteed" not in rows()
    assert said("it is open to all") == set() and said("open") == {"open"}
