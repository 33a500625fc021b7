# SPDX-License-Identifier: Apache-2.0
"""The generated reference has all that the program has."""

import importlib.util
from pathlib import Path

import cipherfab
from cipherfab import cli
from cipherfab.implement.platforms import PLATFORMS
from cipherfab.implement.recipes import RECIPES

ROOT = Path(__file__).parents[2]


def load():
    """The tool, which is no module of the package."""
    path = ROOT / "tools" / "docs_reference.py"
    place = importlib.util.spec_from_file_location("docs_reference", path)
    found = importlib.util.module_from_spec(place)
    place.loader.exec_module(found)
    return found


TOOL = load()


def test_every_option_of_every_command_has_a_row():
    """Each command has a section, and each of its options a row with a meaning."""
    sections = TOOL.commands_page().split("\n## ")[1:]
    assert [text.splitlines()[0] for text in sections] == sorted(cli.main.commands)
    for text in sections:
        command = cli.main.commands[text.splitlines()[0]]
        for option in (flag for one in command.params for flag in one.opts if flag[0] == "-"):
            rows = [
                line for line in text.splitlines() if f"`{option}`" in line.rpartition(" | ")[0]
            ]
            assert rows and not rows[0].endswith("|  |"), (text.splitlines()[0], option)


def test_every_platform_and_recipe_has_a_row():
    """Each stands in the page, with what it is."""
    text = TOOL.platforms_page()
    rows = {line.split("|")[1].strip(" `"): line for line in text.splitlines() if "| `" in line}
    assert set(PLATFORMS) | set(RECIPES) <= set(rows)
    assert all(line.count("|") >= 3 and "None" not in line for line in rows.values())


def test_every_part_of_the_python_interface_is_described():
    """Each public method of `cipherfab.Core` has a section, none without a docstring."""
    text = TOOL.api_page()
    parts = [name for name in vars(cipherfab.Core) if not name.startswith("_")]
    assert len(parts) >= 6 and all(f"### Core.{name}\n" in text for name in parts)
    assert "## core\n" in text and "```text\nNone\n" not in text
