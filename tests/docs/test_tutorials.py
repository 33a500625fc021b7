# SPDX-License-Identifier: Apache-2.0
"""The tutorials of ``docs/tutorials``: who does what a page says sees what the page says."""

import re
import shlex
from pathlib import Path

import pytest
from reader import BLOCK, Reader, matches

from cipherfab import cli

TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"
QUICK = {
    "add-a-cipher": 7,
    "cipher-variants": 4,
    "add-a-mode": 3,
    "own-core": 2,
    "change-an-interface": 4,
    "mask-a-core": 4,
}
"""Pages whose commands take seconds, and how many commands these are at least."""

SLOW = [*QUICK, "paper-figure"]
BEFORE = {"cipher-variants": "add-a-cipher", "add-a-mode": "add-a-cipher"}
"""Pages that go on where another one ends."""

ELSEWHERE = {"first-core": "test_readme", "soc": "test_soc"}
"""Pages that another test follows."""


def reader_of(name: str, directory: Path) -> Reader:
    """One who has the files of the page before, if the page goes on from another one."""
    reader = Reader(TUTORIALS / f"{name}.md", directory)
    if name in BEFORE:
        for kind, _, text in BLOCK.findall((TUTORIALS / f"{BEFORE[name]}.md").read_text()):
            if kind != "console":
                (reader.edit if kind == "diff" else reader.write)(text)
    return reader


@pytest.mark.parametrize("name", QUICK)
def test_page_can_be_followed(name, tmp_path):
    """Who does what the page says sees what the page says."""
    reader = reader_of(name, tmp_path)
    reader.follow(slow=False)
    assert reader.commands >= QUICK[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_page_can_be_followed_with_measurements(name, tmp_path):
    """The same with the commands that take a minute or more."""
    reader_of(name, tmp_path).follow(slow=True)


def test_every_tutorial_is_followed():
    """No page of the folder is left out."""
    names = {page.stem for page in TUTORIALS.glob("*.md")}
    assert names == {*SLOW, *ELSEWHERE}
    assert all((Path(__file__).parent / f"{test}.py").exists() for test in ELSEWHERE.values())


@pytest.mark.parametrize("page", sorted(TUTORIALS.glob("*.md")), ids=lambda page: page.stem)
def test_links_and_commands_of_a_tutorial_exist(page):
    """Each link leads to a file; each command that is named is one, with options that it has."""
    text = page.read_text()
    links = re.findall(r"\]\((?!http)([^)#]+)", text)
    assert not [link for link in links if not (page.parent / link).exists()]
    for line in re.findall(r"(?:`|^\$ )(cipherfab [a-z][^`\n]*)", text, re.MULTILINE):
        _, name, *words = shlex.split(line.partition(" > ")[0])
        options = {option for one in cli.main.commands[name].params for option in one.opts}
        assert {word for word in words if word.startswith("-")} <= options, line


def test_output_must_match():
    """A page that shows another output is noticed; times may differ."""
    assert matches("a (0.1 s)\n…\nend 12\n", "a  (2.75 s)\nmore\nend 12\n")
    assert not matches("a (0.1 s)\nend 12\n", "a (0.1 s)\nend 13\n")
    assert not matches("end 12\n", "end 12\nmore\n")
