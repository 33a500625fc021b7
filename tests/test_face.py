# SPDX-License-Identifier: Apache-2.0
"""How the source reads, in numbers (tools/face.py)."""

import importlib.util
from pathlib import Path

import pytest

SPEC = importlib.util.spec_from_file_location(
    "face", Path(__file__).parent.parent / "tools/face.py"
)
FACE = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(FACE)

SOURCE = '''# SPDX-License-Identifier: Apache-2.0
"""A module.

Of three lines."""

class Core:
    declared: int

    def __init__(self):
        self.known = 1

    def build(self, a, b, c, d, e, f, g, h):
        self.known, self.declared = 2, 3  # both are known
        # Why it is born here.
        self.born = ("one "
                     "two three four")  # fmt: skip
'''


@pytest.fixture
def tree(tmp_path) -> Path:
    """A tree with one module and two pages."""
    package = tmp_path / "src/cipherfab/modes"
    package.mkdir(parents=True)
    (package / "one.py").write_text(SOURCE)
    (tmp_path / "docs/history").mkdir(parents=True)
    (tmp_path / "docs/page.md").write_text("1234")
    (tmp_path / "docs/history/old.md").write_text("123456")
    return tmp_path


def test_each_kind_of_thing_is_counted_once(tree):
    """An attribute that ``__init__`` or the body of the class knows is not born outside; a piece of
    one word is torn; history is not counted with the pages.
    """
    found = FACE.figures(tree)
    assert found["statements"] == 8
    assert found["lines of docstrings"] == 3
    assert found["lines of modes/"] == 16
    assert found["attributes born outside __init__"] == 1
    assert found["functions with more than 7 parameters"] == 1
    assert found["parameters of the largest function"] == 8
    assert found["torn strings"] == 1
    assert found["bytes of docs, without history"] == 4


def test_only_what_tells_a_reader_something_is_a_comment(tree):
    """The licence and what speaks to a tool are no comments; a line of code with a comment at its
    end is code.
    """
    found = FACE.figures(tree)
    assert found["comments"] == 2
    assert found["lines of code"] == 8
    assert found["comments per 1,000 lines of code"] == 250


def test_no_more_attributes_are_born_outside_init():
    """In no folder of the source a method other than ``__init__`` is the first to assign more
    attributes than before.
    """
    found = FACE.left(FACE.ROOT)
    assert {
        name: count for name, count in found.items() if count > FACE.LEFT.get(name, FACE.SOME)
    } == {}


def test_one_more_is_seen(tree):
    """An attribute that a method sets by name counts, and is counted in its folder."""
    (tree / "src/cipherfab/modes/two.py").write_text(
        "class Two:\n    def build(self):\n        setattr(self, 'one', 1)\n"
    )
    assert FACE.left(tree)["modes"] == 2


def test_each_folder_of_the_table_exists():
    """A folder that was moved is not forgotten."""
    assert all((FACE.ROOT / "src/cipherfab" / name).is_dir() for name in FACE.LEFT)
