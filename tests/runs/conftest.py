# SPDX-License-Identifier: Apache-2.0
"""What the tests of many jobs share: an empty cache, and jobs whose code workers can import."""

import os
import sys
from pathlib import Path

import pytest

from cipherfab.results.cache import Cache
from cipherfab.results.home import Home
from cipherfab.runs.jobs import make_job

FOLDER = Path(__file__).parent


@pytest.fixture
def cache(tmp_path):
    """An empty cache."""
    return Cache(Home(tmp_path / "home"))


@pytest.fixture
def job(tmp_path, monkeypatch):
    """Makes a job of a function in ``sweepjobs.py``; worker processes inherit the path to it."""
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setenv("PYTHONPATH", str(FOLDER), prepend=os.pathsep)
    calls = tmp_path / "calls"
    calls.touch()

    def make(function, x=0, *, timeout=60, **inputs):
        inputs = {"x": x, "calls": str(calls), **inputs}
        return make_job(
            function.replace("_", "-"),
            f"sweepjobs:{function}",
            inputs,
            label=f"{function} {x}",
            timeout=timeout,
        )

    yield make
    sys.modules.pop("sweepjobs", None)


@pytest.fixture
def calls(tmp_path):
    """What ran, read anew at each call: ``start x`` and ``end x``, in the order of happening."""
    return lambda: [
        line.rsplit(" ", 1)[0] for line in (tmp_path / "calls").read_text().splitlines()
    ]
