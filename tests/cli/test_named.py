# SPDX-License-Identifier: Apache-2.0
"""Names on the command line: in help, completed by a shell, defaults from a file."""

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.choose.candidate import STANDARDS
from cipherfab.cli import defaults, named
from cipherfab.cores.architectures import ARCHITECTURES
from cipherfab.cores.options import OPTIONS
from cipherfab.cores.vocabulary import meaning
from cipherfab.errors import CallError
from cipherfab.implement import platforms, recipes
from cipherfab.results.home import ENVIRONMENT


def test_help_lists_platforms_and_recipes():
    """Every name that `--on` and `--recipe` take is in the help of every command that has them; a
    study takes its own platforms only.
    """
    others = {name: command for name, command in cli.main.commands.items() if name != "study"}
    for name, command in others.items():
        options = {text for param in command.params for text in param.opts}
        shown = "".join(CliRunner().invoke(cli.main, [name, "--help"]).stdout.split())
        for option, names in (("--on", platforms.names()), ("--recipe", recipes.RECIPES)):
            assert option not in options or "names:" + ",".join(names) in shown


@pytest.mark.parametrize(
    "begun, found",
    [
        ("ascon-aead", ["ascon-aead128"]),
        ("ascon-aead128/un", ["ascon-aead128/unrolled="]),
        ("ascon-aead128/round,ha", ["ascon-aead128/round,hash"]),
        (
            "ascon-aead128/round,hash,b",
            [f"ascon-aead128/round,hash,{name}" for name in ("bus=", "buffer=", "bitserial")],
        ),
        ("nothing/", None),
    ],
)
def test_core_names_are_completed_part_by_part(begun, found):
    """Algorithm, then architecture, then options that were not given yet."""
    expected = (
        [f"nothing/{name}" + "=" * bool(one.values) for name, one in ARCHITECTURES.items()]
        if found is None
        else found
    )
    assert named.cores(begun) == expected


def test_options_with_a_value_are_those_that_say_so():
    """The options and architectures that are completed with an equals sign are those whose meaning
    shows one."""
    for name, one in {**ARCHITECTURES, **OPTIONS}.items():
        assert (one.values is not None) == (f"{name}=" in meaning(name))


def test_a_shell_completes_a_core_name():
    """What bash asks the program is answered with the names."""
    done = subprocess.run(
        [sys.executable, "-c", "from cipherfab.cli import main; main(prog_name='cipherfab')"],
        text=True,
        capture_output=True,
        env={
            **os.environ,
            "COMP_WORDS": "cipherfab emit ascon-aead128/un",
            "COMP_CWORD": "2",
            "_CIPHERFAB_COMPLETE": "bash_complete",
        },
    )
    assert done.stdout.split() == ["plain,ascon-aead128/unrolled="]


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Writes `cipherfab.toml` in an empty current directory."""
    monkeypatch.chdir(tmp_path)
    # Set and deleted: so that what a command makes of it is gone after the test, too.
    monkeypatch.setenv(ENVIRONMENT, "")
    monkeypatch.delenv(ENVIRONMENT)
    return lambda text: (tmp_path / "cipherfab.toml").write_text(text)


def test_a_file_gives_defaults_and_the_command_line_goes_before(file, monkeypatch):
    """Options of a command by their long names, and the home directory, unless they are given
    otherwise.
    """
    file('home = "here"\n[choose]\nmax-kge = 0.001\nneeds = ["hash"]\n')
    answer = CliRunner().invoke(cli.main, ["choose"])
    assert (
        answer.exit_code == 1
        and "--max-kge 0.001" in answer.stdout
        and os.environ[ENVIRONMENT] == "here"
    )
    assert CliRunner().invoke(cli.main, ["choose", "--max-kge", "1000"]).exit_code == 0
    monkeypatch.setenv(ENVIRONMENT, "elsewhere")
    defaults.read(cli.main)
    assert os.environ[ENVIRONMENT] == "elsewhere"


@pytest.mark.parametrize(
    "text, says",
    [
        ("[bensh]\n", "bensh"),
        ("[bench]\nsees = 3\n", "--sees"),
        ("home = 3\n", "home"),
        ("x =", "cipherfab.toml"),
        ("[bench]\nseeds = [1, 2]\n", "one value"),
        ("[bench]\ntrust = true\n", "command line only"),
        ("[choose]\nverified = 3\n", "true or false, got 3"),
        ("[choose]\nmax-kge = true\n", "text or a number, got True"),
        ("[choose]\nneeds = [{}]\n", "text or a number"),
        ("bench = 3\n", "bench"),
    ],
)
def test_a_wrong_file_is_refused(file, text, says):
    """A name that is none, a value of another shape, and what a file must not say are wrong
    calls."""
    file(text)
    with pytest.raises(CallError, match=says):
        defaults.read(cli.main)
    assert CliRunner().invoke(cli.main, ["list"]).exit_code == 2


@pytest.mark.parametrize(
    "text, says",
    [
        ('max-kge = "twelve"', "a number above 0, got 'twelve'. It stands in cipherfab.toml."),
        ('needs = ["fly"]', "got 'fly'. It stands in cipherfab.toml."),
        ("message = 17", "'17' is not one of"),
    ],
)
def test_what_is_wrong_in_the_file_is_said_to_stand_there(file, text, says):
    """The message about a value names the file that it is from; one from the command line does
    not."""
    file(f"[choose]\n{text}\n")
    answer = CliRunner().invoke(cli.main, ["choose"])
    assert answer.exit_code == 2 and says in answer.stderr
    given = CliRunner().invoke(cli.main, ["choose", f"--{text.partition(' ')[0]}", "?"])
    assert given.exit_code == 2 and "cipherfab.toml" not in given.stderr


def test_numbers_of_a_file_are_read_as_those_of_the_command_line(file):
    """A choice among texts that are numbers may be written as a number."""
    file("[choose]\nmessage = 64\nat-mhz = 200\n")
    answer = CliRunner().invoke(cli.main, ["choose"])
    assert answer.exit_code == 0 and "messages of 64 bytes at 200 MHz" in answer.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script(shell):
    """The script asks the program by the variable that completion is answered for."""
    answer = CliRunner().invoke(cli.main, ["completion", shell])
    assert answer.exit_code == 0 and "_CIPHERFAB_COMPLETE" in answer.stdout


def test_a_file_cannot_give_what_a_command_refuses(file):
    """A value from the file is judged as one of the command line is."""
    file("[bench]\nseeds = 0\n")
    assert "seeds" in CliRunner().invoke(cli.main, ["bench", "prince"]).stderr


def test_choose_takes_the_bodies_whose_standards_it_knows():
    """``--standard`` of `choose`, which is declared without importing what chooses."""
    option = next(each for each in cli.main.commands["choose"].params if each.name == "standard")
    assert set(option.type.choices) == set(STANDARDS)


def test_a_warning_is_its_sentence():
    """It says what it is about, and not where the source says it."""
    program = (
        "import warnings; from click.testing import CliRunner; from cipherfab.cli import main; "
        "CliRunner().invoke(main, ['cite', 'no number']); warnings.warn('short tag', UserWarning)"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert said.stderr == "warning: short tag\n"
