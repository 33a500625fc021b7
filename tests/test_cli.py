# SPDX-License-Identifier: Apache-2.0
"""The command line as a user meets it: help, exit codes, messages on standard error, JSON on
standard output.
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.commands import verify
from cipherfab.cores.build import build
from cipherfab.verify.answers import genkat

EXECUTABLE = Path(sys.executable).with_name("cipherfab")
SMALL = "prince"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """An empty home; the current directory is empty too."""
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


def call(*arguments, code=0):
    """The result of a command, which must end with exit code ``code`` and without an unexpected
    exception.
    """
    result = CliRunner().invoke(cli.main, [str(argument) for argument in arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result


def refused(*arguments, says=(), code=2):
    """Nothing on standard output, one message on standard error with all of ``says``; no
    traceback."""
    result = call(*arguments, code=code)
    assert result.stdout == "" and "Traceback" not in result.stderr
    for text in (says,) if isinstance(says, str) else says:
        assert text in result.stderr
    return result.stderr


def execute(*arguments, **environment):
    """The real program in a process of its own."""
    command = [EXECUTABLE, *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, env=os.environ | environment
    )


def broken(name, root):
    """The core with one XOR of its Verilog replaced by AND."""
    design = build(name)
    sources = {file: text.replace(" ^ ", " & ", 1) for file, text in design.sources.items()}
    assert sources != design.sources
    return replace(design, sources=sources)


@pytest.fixture
def kat(tmp_path):
    """Writes the first records of an algorithm's known-answer file, changed by a function, and
    gives its path.
    """

    def write(algorithm, change=lambda text: text, records=3):
        text = "\n\n".join(genkat.regenerate(algorithm).decode().split("\n\n")[:records]) + "\n\n"
        path = tmp_path / "KAT.txt"
        path.write_text(change(text))
        return path

    return write


@pytest.mark.parametrize("name", sorted(cli.main.commands))
def test_every_command_has_help_with_an_example(name):
    """`--help` says what a command does and ends with an example of it."""
    text = call(name, "--help").stdout
    assert f"Example: cipherfab {name}" in " ".join(text.split()) and cli.main.commands[name].help


@pytest.mark.parametrize("name", sorted(cli.main.commands))
def test_examples_use_options_that_exist(name):
    """The words of each example are an argument list that the command accepts."""
    words = cli.EPILOGS[name].partition(f"cipherfab {name}")[2].partition(" > ")[0].split()
    cli.main.commands[name].make_context(name, words)


def test_every_command_stands_in_one_section_of_the_help():
    """None is missing in the help of the program, and none is there twice."""
    listed = [name for names in cli.frame.SECTIONS.values() for name in names]
    assert sorted(listed) == sorted(cli.main.commands)


@pytest.mark.always
def test_the_program_itself(tmp_path):
    """The installed executable and `python -m` print version and help."""
    assert "version" in execute("--version").stdout and "bench" in execute("--help").stdout
    result = execute("bench", "nothing")
    assert result.returncode == 2 and result.stdout == "" and result.stderr.startswith("error: ")


def test_output_that_is_a_file_is_refused(tmp_path):
    """`emit -o FILE` leaves the file as it is."""
    (tmp_path / "taken").write_text("mine")
    refused("emit", SMALL, "-o", "taken", says="directory")
    assert (tmp_path / "taken").read_text() == "mine"


@pytest.mark.parametrize("content", [b"not a database, not at all", b""])
def test_damaged_store_is_refused(home, content):
    """A store that is no database, or has nothing in it, is a wrong call; a damaged one is left as
    it is.
    """
    home.mkdir()
    (home / "store.sqlite").write_bytes(content)
    for arguments in (["report"], ["export", "x.csv"], *([["bench", SMALL]] if content else [])):
        refused(*arguments, says="store.sqlite")
    assert not content or (home / "store.sqlite").read_bytes() == content


def test_foreign_database_is_refused(home):
    """A database of another program is not taken for a store."""
    home.mkdir()
    with sqlite3.connect(home / "store.sqlite") as database:
        database.execute("CREATE TABLE measurements (a)")
    database.close()
    refused("export", "x.csv", says="store.sqlite")


@pytest.mark.parametrize("place", ["/proc/none", "file"])
def test_home_that_cannot_be_written_is_refused(place, tmp_path, monkeypatch):
    """A home that is a file, or in a directory that cannot be written, is named in the message."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CIPHERFAB_HOME", place)
    refused("bench", SMALL, says=place)


def test_unreachable_scheduler_is_a_tool_failure():
    """Nobody listens: exit code 3, and how to start a scheduler."""
    result = call("bench", SMALL, "--scheduler", "tcp://127.0.0.1:1", code=3)
    assert (
        result.stdout == ""
        and "dask scheduler" in result.stderr
        and "Traceback" not in result.stderr
    )


@pytest.mark.parametrize(
    "which, send, code",
    [
        (signal.SIGINT, os.kill, 130),
        pytest.param(signal.SIGTERM, os.kill, 143, marks=pytest.mark.slow),
        pytest.param(signal.SIGTERM, os.killpg, 143, marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, os.killpg, 129, marks=pytest.mark.slow),
    ],
)
def test_a_signal_ends_with_one_line(which, send, code, tmp_path):
    """Ctrl-C, or the end of the session, in the middle of a benchmark: no traceback, no process
    that stays, 128 + its number.
    """
    process = subprocess.Popen(
        [EXECUTABLE, "bench", SMALL, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    children = []
    # The program locks a directory of its own, too, before a worker does: it keeps the core.
    while (
        not (children and list(tmp_path.glob("home/runs/*.lock"))) and time.monotonic() < deadline
    ):
        time.sleep(0.05)
        children = psutil.Process(process.pid).children(recursive=True)
    send(process.pid, which)
    out, error = process.communicate(timeout=60)
    assert (
        process.returncode == code
        and out == ""
        and "Traceback" not in error
        and "interrupted" in error
    )
    assert children and not psutil.wait_procs(children, timeout=10)[1]


def test_missing_compiler_is_a_tool_failure(tmp_path):
    """Without a C++ compiler `verify` says how to install one, exit code 3."""
    result = execute("verify", SMALL, PATH=str(tmp_path))
    assert (
        result.returncode == 3
        and "apt install g++" in result.stderr
        and "Traceback" not in result.stderr
    )


def test_doctor_says_how_to_install_what_is_missing(tmp_path):
    """With an empty PATH the programs are missing: exit code 3, and the command that installs
    each."""
    result = execute("doctor", PATH=str(tmp_path))
    assert result.returncode == 3 and result.stderr == ""
    assert "sta is missing" in result.stdout and "apt-get install opensta" in result.stdout
    found = json.loads(execute("doctor", "--json", PATH=str(tmp_path)).stdout)
    assert found["sta"]["version"] is None and found["yosys"]["version"]


def test_versions_are_clean():
    """Versions are single words that start with a digit, without parentheses."""
    found = json.loads(CliRunner().invoke(cli.main, ["doctor", "--json"]).stdout)
    for name, tool in found.items():
        version = tool["version"]
        assert version is None or version[0].isdigit() and not set(version) & set("() "), (
            name,
            version,
        )


def test_list_as_json():
    """`list --json` names every algorithm, architecture, platform and recipe; `--kind` chooses."""
    listed = json.loads(call("list", "--json").stdout)
    assert {"ascon-128", "ascon-p-8"} <= {entry["name"] for entry in listed["algorithms"]}
    assert {"nangate45", "ecp5"} <= set(listed["platforms"]) and {"area", "speed"} <= set(
        listed["recipes"]
    )
    kinds = {
        entry["kind"]
        for entry in json.loads(call("list", "--json", "--kind", "hash").stdout)["algorithms"]
    }
    assert kinds == {"hash"}
    assert "ascon-128" in call("list").stdout


def test_kat_prints_the_official_file(tmp_path):
    """The file goes to standard output alone, byte for byte; `-o` writes the same."""
    printed = call("kat", "ascon-p-6")
    assert printed.stdout.encode() == genkat.regenerate("ascon-p-6") and "equals" in printed.stderr
    call("kat", "ascon-p-6", "-o", "KAT.txt")
    assert (tmp_path / "KAT.txt").read_bytes() == genkat.regenerate("ascon-p-6")
    assert json.loads(call("kat", "ascon-p-6", "--json").stdout)["passed"] is True


def test_kat_of_a_wrong_model_fails(monkeypatch):
    """A model that is not the official one: exit code 1."""
    entry = genkat.catalog.find("ascon-p-6")
    wrong = replace(entry, known_answers=replace(entry.known_answers, sha256="0" * 64))
    monkeypatch.setitem(genkat.catalog.ALGORITHMS, "ascon-p-6", wrong)
    result = call("kat", "ascon-p-6", code=1)
    assert "NOT the official file" in result.stderr


def test_model_alone_with_a_file(kat):
    """`verify ALGORITHM --model --kat FILE` passes on right answers and fails on one wrong digit,
    with its place.
    """
    call("verify", "ascon-128", "--model", "--kat", kat("ascon-128"))
    path = kat("ascon-128", lambda text: text[:-3] + ("0" if text[-3] != "0" else "1") + text[-2:])
    result = call("verify", "ascon-128", "--model", "--kat", path, "--json", code=1)
    finding = json.loads(result.stdout)["findings"][-1]
    assert (
        not finding["passed"]
        and "Count = 3, CT" in finding["detail"]
        and "line" in finding["detail"]
    )


def test_malformed_line_is_named(kat):
    """A line that is no hexadecimal is refused with its number, before anything is simulated."""
    path = kat("prince", lambda text: text.replace("\nCount = 2", "\nCount = two", 1))
    number = path.read_text().splitlines().index("Count = two") + 1
    for extra in (["--model"], []):
        result = call("verify", "prince", "--kat", path, *extra, code=2)
        assert f"line {number}" in result.stderr and result.stdout == ""


def test_verify_replays_a_seed():
    """The seed is printed, and given again it brings the same stalls and findings; another one does
    not.
    """
    first = call("verify", "ascon-p-6", "--json")
    result = json.loads(first.stdout)
    seed = result["seed"]
    assert f"--seed {seed}" in first.stderr
    again = json.loads(call("verify", "ascon-p-6", "--seed", seed, "--json").stdout)

    def timeless(run):
        return [
            {key: value for key, value in found.items() if key != "seconds"}
            for found in run["findings"]
        ]

    assert timeless(again) == timeless(result) and result["passed"]


@pytest.mark.always
def test_wrong_hardware_fails_with_the_first_mismatch(monkeypatch, tmp_path):
    """One wrong gate: exit code 1, the first mismatch, and a waveform of it."""
    monkeypatch.setattr(verify, "build", broken)
    result = call("verify", SMALL, "--waveform", "wrong.vcd", code=1)
    assert (
        "FAIL" in result.stdout
        and "first mismatch" in result.stdout
        and "wrong.vcd" in result.stdout
    )
    assert (tmp_path / "wrong.vcd").read_text().count("$var") > 5


def test_wrong_known_answers_fail(kat):
    """A file with one wrong output digit fails on the RTL of a primitive: exit code 1."""
    call("verify", SMALL, "--kat", kat(SMALL))
    path = kat(SMALL, lambda text: text[:-3] + ("0" if text[-3] != "0" else "1") + text[-2:])
    result = json.loads(call("verify", SMALL, "--kat", path, "--json", code=1).stdout)
    assert [found["passed"] for found in result["findings"]][-1] is False
    assert "first mismatch" in result["findings"][-1]["detail"]


def test_nan_is_no_number_of_seconds():
    """A range lets it through, and a run of that many seconds would not end."""
    result = CliRunner().invoke(cli.main, ["simulator-speed", "prince", "--seconds", "nan"])
    assert result.exit_code == 2 and "expected a number" in result.output


@pytest.mark.parametrize(
    "closed, code, said", [(">&-", 2, "got a closed one"), ("2>&-", 0, ""), (">&- 2>&-", 2, "")]
)
def test_closed_streams_are_no_verdict(closed, code, said):
    """Without a standard output a command ends with 2 before it begins, not with the 1 of a wrong
    design; without a place for errors it runs.
    """
    found = subprocess.run(
        ["sh", "-c", f"'{EXECUTABLE}' list {closed}"], capture_output=True, text=True, timeout=60
    )
    assert found.returncode == code, found.stderr
    assert said in found.stderr and "Traceback" not in found.stderr
