# SPDX-License-Identifier: Apache-2.0
"""Wrong calls of every command: exit code 2, a sentence that says what is wrong, no traceback,
nothing written.
"""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cipherfab import cli

from . import bad_calls

CALLS = bad_calls.calls()
EXECUTABLE = Path(sys.executable).with_name("cipherfab")
REAL = 110
"""Of how many calls one is made in a process of its own."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of all calls, with the files that they name; nothing may be added to it."""
    path = tmp_path_factory.mktemp("calls")
    for name, content in bad_calls.files().items():
        (path / name).write_bytes(content)
    return path


@pytest.fixture(autouse=True)
def inside(folder, monkeypatch):
    """Calls are made in that folder, with a home that is not there."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("CIPHERFAB_HOME", str(folder / "home"))


def test_there_are_many_and_none_is_there_twice():
    """At least 300 different calls, of every command, each with words that its message must
    have."""
    assert len({call.words for call in CALLS}) == len(CALLS) >= 300
    assert set(cli.main.commands) <= {shlex.split(call.words)[0] for call in CALLS}
    assert all(call.says and all(call.says) for call in CALLS)


def test_the_page_says_how_many_there_are():
    """The number in docs/explanation/robustness.md is that of these calls."""
    page = Path(__file__).parents[2] / "docs" / "explanation" / "robustness.md"
    assert f"hold {len(CALLS)} wrong calls of all commands" in page.read_text()


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.words)
def test_wrong_call_is_refused_in_words(call, folder):
    """The exit code and the essential words of the message; nothing on standard output, nothing
    written.
    """
    before = set(os.listdir(folder))
    result = CliRunner().invoke(cli.main, shlex.split(call.words))
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == call.code and result.stdout == ""
    missing = [text for text in call.says if text not in result.stderr]
    assert not missing, (missing, result.stderr)
    assert set(os.listdir(folder)) == before


@pytest.mark.parametrize("call", CALLS[7::REAL], ids=lambda call: call.words)
def test_wrong_call_of_the_real_program(call):
    """The same for some of them in a process of their own."""
    done = subprocess.run(
        [EXECUTABLE, *shlex.split(call.words)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == call.code and done.stdout == "" and "Traceback" not in done.stderr
    assert all(text in done.stderr for text in call.says), done.stderr
