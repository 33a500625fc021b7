# SPDX-License-Identifier: Apache-2.0
"""Options that are declared once, as the fields of a dataclass."""

from dataclasses import dataclass
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cipherfab.asked import choice, declared, flag, folder, number, record
from cipherfab.cli.asked import options_of
from cipherfab.verify.gates.judges import OF_CALLS, RECORDS


@dataclass(frozen=True, kw_only=True)
class Test:
    """An option of each kind."""

    __test__ = False

    traces: int = number(1000, 10, 10**6, "Traces.")
    stage: int | None = number(None, 1, 9, "A stage.", metavar="[STAGE]", alone=1)
    each: bool = flag("Each.")
    delays: str | None = choice("Delays.", "unit", "liberty")
    out_dir: Path | None = folder("Files.")


@click.command()
@options_of(Test)
def command(**options):
    """Prints the record that was asked for."""
    click.echo(repr(record(Test, {**options, "others": 3})))


def said(*arguments):
    """The record that a call asks for."""
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 0, result.output
    return result.output.strip()


def test_a_call_gives_the_record_that_it_asks_for():
    """Defaults are the fields' own, and each kind of option comes back as its field's type."""
    assert said() == repr(Test())
    assert said("--stage") == repr(Test(stage=1))
    assert said("--stage", "4", "--each") == repr(Test(stage=4, each=True))
    asked = said("--traces", "20", "--delays", "unit", "--out-dir", "x")
    assert asked == repr(Test(traces=20, delays="unit", out_dir=Path("x")))


@pytest.mark.parametrize(
    "wrong", [("--traces", "9"), ("--stage", "10"), ("--delays", "none"), ("--out-dir", "")]
)
def test_a_value_outside_of_what_is_declared_is_refused(wrong):
    """Range, choices and an empty path, by the declaration alone."""
    result = CliRunner().invoke(command, wrong)
    assert result.exit_code == 2 and wrong[0] in result.output


def test_help_says_what_is_declared():
    """Help, range and default; no default where none is meant."""
    text = " ".join(CliRunner().invoke(command, ["--help"]).output.split())
    assert "Traces. [default: 1000; 10<=x<=1000000]" in text
    assert "--stage [STAGE] A stage. [1<=x<=9]" in text
    assert "--delays [unit|liberty] Delays." in text


def test_every_option_of_a_judge_is_asked_for_on_the_command_line():
    """No judge has options that the command does not offer, and no two have one of the same name:
    else one would get the other's value.
    """
    names = [name for one in RECORDS for name in declared(one)]
    assert len(names) == len(set(names))
    assert {name for judge in OF_CALLS for name in declared(judge)} <= set(names)
