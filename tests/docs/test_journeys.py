# SPDX-License-Identifier: Apache-2.0
"""docs/explanation/journeys.md: each file and name that a journey has is there."""

import ast
import re
from pathlib import Path

import pytest

import cipherfab

SOURCE = Path(cipherfab.__file__).parent
ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "explanation" / "journeys.md"
STEPS = re.findall(r"^\| \d+ \| `([^`]+)` \| `([^`]+)` \|", PAGE.read_text(), re.MULTILINE)


def names_in(text: str) -> set[str]:
    """The names that a module defines or imports, and those in its classes as ``Class.name``."""
    found = set()
    for node in ast.parse(text).body:
        found |= set(_of(node))
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{name}" for inner in node.body for name in _of(inner)}
    return found


def _of(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.ImportFrom):
        return [one.asname or one.name for one in node.names]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    named = [
        part for one in targets for part in (one.elts if isinstance(one, ast.Tuple) else [one])
    ]
    return [one.id for one in named if isinstance(one, ast.Name)]


@pytest.mark.parametrize("file, name", STEPS)
def test_each_step_is_there(file, name):
    """The file exists, and what the step names is defined or used by it."""
    assert name in names_in((SOURCE / file).read_text()), f"{file} has no {name}"


def test_each_other_file_of_the_page_is_there():
    """Files in the text and in remarks exist, below the package or the repository."""
    files = set(re.findall(r"`([\w./-]+\.(?:py|cpp|md))`", PAGE.read_text()))
    assert len(files) > 40
    assert not [one for one in files if not ((SOURCE / one).exists() or (ROOT / one).exists())]


def test_the_three_journeys_have_their_steps():
    """None was lost, and the steps are counted through."""
    numbers = [int(n) for n in re.findall(r"^\| (\d+) \| `", PAGE.read_text(), re.MULTILINE)]
    starts = [k for k, number in enumerate(numbers) if number == 1]
    assert len(starts) == 3 and len(numbers) == len(STEPS) > 45
    for start, end in zip(starts, [*starts[1:], len(numbers)]):
        assert numbers[start:end] == list(range(1, end - start + 1))


def test_a_missing_name_is_noticed():
    """A name that a module only mentions in a text is none."""
    text = 'from a import b\nC, D = 1, 2\nclass E:\n    def f(self):\n        "g"\n'
    assert names_in(text) == {"b", "C", "D", "E", "E.f"}
