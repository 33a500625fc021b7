# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C at any time ends with a sentence."""

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from cipherfab import cli


@pytest.mark.parametrize("error", [KeyboardInterrupt(), RuntimeError("__set_name__")])
def test_an_interrupt_in_any_clothes(error, monkeypatch):
    """Ctrl-C that Python turned into another error on its way ends with 130 and a sentence."""

    def interrupted(kind):
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as cause:
            raise error from cause

    monkeypatch.setattr("cipherfab.commands.listing.content", interrupted)
    result = CliRunner().invoke(cli.main, ["list"])
    assert result.exit_code == 130 and result.output.startswith("interrupted")


def test_an_interrupt_while_modules_are_read():
    """Ctrl-C while the modules of commands are imported ends with 130, without a traceback."""
    code = (
        "import os, signal, sys, importlib.abc\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "class Now(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'cipherfab.cli.on_cores': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Now())\n"
        "import cipherfab.cli\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 130 and done.stderr == "interrupted; nothing had begun.\n"


def test_what_nobody_reads_has_not_passed(tmp_path):
    """A command whose output is closed ends with 141, as after SIGPIPE, and without a message: it
    may have been about to fail.
    """
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "cipherfab", "doctor"],
        stdout=write, stderr=subprocess.PIPE, text=True, env={**os.environ, "PATH": str(tmp_path)},
    )  # fmt: skip
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")
