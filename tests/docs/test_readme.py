# SPDX-License-Identifier: Apache-2.0
"""README.md and the first pages of the documentation: no figure that nothing made, and no command
that is none.
"""

import importlib.util
import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from cipherfab import cli
from cipherfab.catalog import ALGORITHMS
from cipherfab.controllers import takes
from cipherfab.dataset import entry, plan
from cipherfab.studies.low_latency.published import ROWS
from cipherfab.studies.lwc_round2.candidates import CANDIDATES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
CHOOSING = (ROOT / "docs" / "how-to" / "choosing.md").read_text()


def load():
    """The tool, which is no module of the package."""
    place = importlib.util.spec_from_file_location(
        "readme_tables", ROOT / "tools" / "readme_tables.py"
    )
    found = importlib.util.module_from_spec(place)
    place.loader.exec_module(found)
    return found


TOOL = load()
TEXT = "".join(page.read_text() for page in TOOL.PAGES)
KEPT = json.loads(TOOL.KEPT.read_text())
TABLED = re.search(r"\| ([\d,]+ ±[\d.]+%) \|", README)[0]
"""A figure of a table, whatever it is today."""


def test_pages_show_what_their_commands_printed():
    """Each line of output is one that its command printed when the tool ran it."""
    assert len(TOOL.shown(TEXT)) >= 8
    assert TOOL.differences(TEXT, KEPT) == []


@pytest.mark.parametrize(
    "old, new",
    [
        (r"6,641 ±", "6,997 ±"),
        (r"1,451 ±", "1,364 ±"),
        ("1089 records, SHA-256 equals", "1090 "),
        (TABLED, "| 9" + TABLED[2:]),
        (r"  327  ", "  325  "),
        ("clock 1.0000", "clock 1.0001"),
        ("28 files", "27 files"),
    ],
)
def test_a_figure_that_was_not_printed_is_found(old, new):
    """One changed number in any block is named, with the command that does not print it."""
    assert old in TEXT
    wrong = TOOL.differences(TEXT.replace(old, new, 1), KEPT)
    assert wrong and all(text.startswith("`cipherfab ") for text in wrong)


def test_a_block_without_a_record_is_found():
    """A new command with output must be run first; a record that nothing shows is left over."""
    block = "```console\n$ cipherfab bench secret\nCore  1\n```\n"
    assert TOOL.differences(TEXT + block, KEPT) == ["`cipherfab bench secret` was never run"]
    assert set(KEPT) == {command for command, _ in TOOL.shown(TEXT)}


def test_rests_stand_for_what_differs_and_for_nothing_else():
    """A line ``…`` stands for any lines, ``…`` in a line for any text; without it a line that is
    left out is found.
    """
    printed = ["a (0.3 s): 1", "b: 2", "c: 3"]
    assert not list(TOOL.misfits(["a (… s): 1", "…", "c: 3"], printed))
    assert list(TOOL.misfits(["a (… s): 1", "c: 3"], printed)) == ["c: 3"]
    assert list(TOOL.misfits(["a (… s): 9", "…"], printed)) == ["a (… s): 9"]
    assert list(TOOL.misfits(["…", "c: 3", "…", "b: 2"], printed)) == ["b: 2"]


def test_a_table_is_written_anew():
    """The tool puts what was printed in the place of a table, and changes nothing else."""
    command = next(name for name in KEPT if name.startswith("cipherfab bench"))
    other = {
        **KEPT,
        command: {
            **KEPT[command],
            "lines": [line.replace("6,641", "6,642") for line in KEPT[command]["lines"]],
        },
    }
    assert TOOL.renewed(TEXT, KEPT) == TEXT
    assert TOOL.renewed(TEXT, other) == TEXT.replace("6,641", "6,642")


def test_readme_is_one_screen_after_another():
    """At most 120 lines of at most 100 columns; a row of a table may be longer."""
    lines = README.splitlines()
    assert len(lines) <= 120
    assert not [line for line in lines if len(line) > 100 and not line.startswith("|")]


@pytest.mark.parametrize(
    "command", sorted(set(re.findall(r"(?:`|^\$ )(cipherfab [a-z][^`\n]*)", TEXT, re.MULTILINE)))
)
def test_commands_of_the_pages_exist(command):
    """Each command line names a command that there is, and options that it has."""
    _, name, *words = shlex.split(command)
    found = cli.main.commands[name]
    options = {option for parameter in found.params for option in parameter.opts}
    assert {word for word in words if word.startswith("-")} <= options


def test_links_of_readme_lead_somewhere():
    """Each page and file that README.md names is there."""
    links = re.findall(r"\]\((?!http)([^)#]+)", README)
    assert len(links) > 20 and not [link for link in links if not (ROOT / link).exists()]


def test_counts_in_readme_are_those_of_the_catalog():
    """How many cores, candidates and ciphers there are is counted."""
    with_core = [
        name for name, one in ALGORITHMS.items() if name not in plan.EXCLUDED and takes(one.model)
    ]
    names = (ROOT / "docs" / "reference" / "core-names.md").read_text()
    assert f"Cores with the LWC Hardware API: {len(with_core)} AEADs and hashes" in names
    assert f"{len(with_core)} AEADs and hashes with the LWC Hardware API" in README
    page = (ROOT / "docs" / "results" / "low-latency.md").read_text()
    assert len(ROWS) == 12 and "twelve ciphers" in page
    assert len(CANDIDATES) == 22 and "all 22 candidates" in README


def test_counts_in_the_page_about_choosing_are_those_of_the_data_set():
    """What the page says of the data set is what the data set has."""
    entries = entry.read()
    kinds = Counter(one.kind for one in entries)
    bare = sum(count for kind, count in kinds.items() if kind not in ("aead", "hash"))
    assert f"it has all {len(entries)} cores" in CHOOSING and len(entries) == len(plan.cores())
    assert f"{kinds['aead']} AEADs, {kinds['hash']} hashes, {bare} bare primitives" in CHOOSING
    on = Counter(name for one in entries for name in {run.platform for run in one.runs})
    assert f"{on['artix7']} on Artix-7 and {on['ecp5']} on ECP5" in CHOOSING
    assert f"{on['sky130hd']} have rows on SKY130HD" in CHOOSING
    placed = Counter(
        name
        for one in entries
        for name in {run.platform for run in one.runs if run.placed_delay_ns}
    )
    said = f"{placed['nangate45']} on\nNangate45 and {placed['sky130hd']} on SKY130HD"
    assert said in CHOOSING
    assert all(one.passed("model") and one.passed("rtl") for one in entries)
    assert f"The models and the RTL of all {len(entries)} passed" in CHOOSING
    energy = sum(any(run.energies for run in one.runs) for one in entries)
    assert f"{energy} have energy" in CHOOSING
    periods = {
        (run.platform, run.recipe, run.period_ps, run.seed) for one in entries for run in one.runs
    }
    on_cells = {("nangate45", recipe, 5000, 0) for recipe in ("area", "balanced")}
    on_cells |= {("sky130hd", "sized", 5000, 0)}
    assert periods == on_cells | {(name, "compact", 5000, 0) for name in ("artix7", "ecp5")}


def test_no_netlist_of_the_data_set_was_checked_and_the_page_says_so():
    """As long as this holds, the page says it in bold."""
    assert all(one.passed(link) is None for one in entry.read() for link in ("equivalence", "gate"))
    assert "**Its netlists, whose area and frequency these are, were never checked.**" in CHOOSING


@pytest.mark.slow
@pytest.mark.parametrize("words", ["bench", "kat", "list", "emit"])
def test_the_commands_print_it_today(words, tmp_path):
    """Run again, they print the lines that README.md shows."""
    for command, lines in TOOL.shown(TEXT):
        if words in command:
            found = TOOL.printed(command, tmp_path)["lines"]
            assert not list(TOOL.misfits(lines, found)), command


@pytest.mark.parametrize("tool", ["core_names", "dangers", "finalists"])
def test_pages_have_what_their_tools_write(tool):
    """The pages about core names and about dangers, of the literals, and that of the finalists, of
    the data set.
    """
    subprocess.run([sys.executable, f"tools/{tool}.py", "--check"], cwd=ROOT, check=True)
