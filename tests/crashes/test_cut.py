# SPDX-License-Identifier: Apache-2.0
"""A file of a home that ends too early is noticed by whoever reads it, and made anew by the next
benchmark.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from . import cut, machines

SOME = (
    "cache/implement/KEY/run/netlist.v, short",
    "cache/gates/KEY/entry.json, empty",
    "store.sqlite, half",
)

BEYOND_HELP = "store.sqlite, half"
"""SQLite cannot read it: refused by every call, also by ``scrub --mend``, with what to do."""

READ_BY = {"implement": {"cite", "bundle", "report"}, "cycles": {"report"}}
"""Of a damaged entry of this kind, who reads it and so refuses."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A folder with the home of a finished benchmark."""
    return machines.made(tmp_path_factory.mktemp("cut"))


def tried(folder, *cuts):
    """What `cut.main` says of these cuts, or of all."""
    done = subprocess.run(
        [sys.executable, "-m", "crashes.cut", str(folder), *cuts],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("cuts", [SOME, pytest.param((), marks=pytest.mark.slow)])
def test_a_file_that_was_cut_off(whole, cuts):
    """Each kind of file, empty, half and one byte short: no traceback; an entry is refused by whom
    it concerns, and the same benchmark ends with the records of a whole home, of a damaged store
    after ``scrub --mend``.
    """
    found = tried(whole, *cuts)
    assert set(found) == set(
        cuts or (f"{name}, {how}" for name in cut.kinds(whole / "home") for how in cut.CUTS)
    )
    for key, ends in found.items():
        records = ends.pop("records")
        assert not any("Traceback" in one["err"] for one in ends.values()), (key, ends)
        assert all(
            one["err"].startswith("error: ") and not one["out"]
            for one in ends.values()
            if one["code"]
        ), (key, ends)
        if key == BEYOND_HELP:
            assert records == 2 and "move it away" in ends["bench"]["err"]
            continue
        assert records == "identical", (key, ends)
        refused = {call for call in cut.CALLS if ends[call]["code"]}
        if key.startswith("cache/"):
            assert refused == READ_BY.get(key.split("/")[1], set()), key
