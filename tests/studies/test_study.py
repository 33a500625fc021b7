# SPDX-License-Identifier: Apache-2.0
"""What is done with every study: its tables, its files, its page and its options."""

import json
from pathlib import Path

import pytest
from rich.table import Table

from cipherfab.commands import study as command
from cipherfab.errors import CallError
from cipherfab.report.style import figure
from cipherfab.studies.benched import CONDITIONS, Result
from cipherfab.studies.settings import OPTIONS, Settings
from cipherfab.studies.study import Study, printed

RESULT = Result(
    rows=[{"core": "prince", "conditions": [{"core": "prince", "platform": "p", "recipe": "r"}]}]
)


def made_up(**more) -> Study:
    """A study with a table that has a line, one that has none, and a printed one without rows."""
    return Study(
        name="made-up",
        paper="Nobody, 2000",
        run=lambda settings: RESULT,
        tables=lambda result: {"one": [{"core": "prince"}], "none": [], "printed": Table("core")},
        verdict=lambda result: "one row",
        **more,
    )


def test_tables_without_a_line_are_not_shown():
    """The conditions of the figures stand behind the others, and only where there are some."""
    assert list(made_up().shown(RESULT)) == ["one", CONDITIONS]
    assert list(made_up().shown(Result(rows=[{"core": "prince"}]))) == ["one"]
    assert [title for title, _ in printed({"a": [], "b": [{"x": 1}]})] == ["b"]


def test_records_tables_plots_and_page_are_written(tmp_path: Path):
    """The page gets the last line, the tables, and the pictures that were drawn."""
    got = []
    study = made_up(
        files={"further": lambda result: [1, 2]},
        plots=lambda result: {"drawn": figure(1)[0], "nothing": None},
        page=lambda *given: got.append(given) or "page",
    )
    written = [path.name for path in study.write(RESULT, tmp_path)]
    drawn = [f"drawn.{kind}" for kind in ("png", "svg", "pdf")]
    assert written == ["rows.json", "further.json", "tables.txt", *drawn, "index.html"]
    assert json.loads((tmp_path / "further.json").read_text()) == [1, 2]
    ((said, tables, pictures),) = got
    assert said == "one row" and "one" in tables and list(pictures) == ["drawn"]


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_is_refused_by_a_study_that_does_not_take_it(option):
    """Before anything is run; the message names the studies that do, and each is one's own."""
    takers = [name for name, each in command.STUDIES.items() if option in each.options]
    assert takers and "lilliput" not in takers
    with pytest.raises(CallError, match=f"{OPTIONS[option]}: expected .*{', '.join(takers)}"):
        command.run("lilliput", Settings(**{option: ("nangate45",)}))


def test_every_study_takes_options_that_there_are():
    """No study names an option that no setting has."""
    assert all(set(each.options) <= set(OPTIONS) for each in command.STUDIES.values())


def test_energy_alone_is_refused_where_no_cores_are_named():
    """The message names the studies whose energy can be measured without the rest."""
    with pytest.raises(CallError, match="--energy-only: .*lwc-round2, got caesar"):
        command.energy_alone("caesar", Settings())
