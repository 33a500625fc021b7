# SPDX-License-Identifier: Apache-2.0
"""A program that ends is noticed, and one that does not is stopped."""

import os
import time

import pytest

from cipherfab.errors import ToolError
from cipherfab.tools import process


@pytest.fixture(params=["pidfd", "none"])
def kernel(request, monkeypatch):
    """With descriptors of processes, and without."""
    if request.param == "none":

        def missing(pid):
            raise OSError("not implemented")

        monkeypatch.setattr(os, "pidfd_open", missing)


def test_what_a_program_says_and_how_it_ends_are_known(kernel, tmp_path):
    """Its text, or an error with the code and the end of it."""
    assert process.run(["sh", "-c", "echo one"], directory=tmp_path, log="log") == "one\n"
    with pytest.raises(ToolError, match="(?s)exit code 3.*two"):
        process.run(["sh", "-c", "echo two; exit 3"], directory=tmp_path, log="log")


def test_a_program_that_does_not_end_is_stopped_with_all_that_it_started(kernel, tmp_path):
    """At its limit, which the error names; no child of it lives on."""
    began = time.monotonic()
    with pytest.raises(ToolError, match="time limit of 0.5 s"):
        process.run(
            ["sh", "-c", "(sleep 1.5; touch late) & sleep 60"],
            directory=tmp_path,
            log="log",
            timeout=0.5,
        )
    assert time.monotonic() - began < 30
    time.sleep(1.5)
    assert not (tmp_path / "late").exists()
