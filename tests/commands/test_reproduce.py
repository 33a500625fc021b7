# SPDX-License-Identifier: Apache-2.0
"""What ``reproduce`` takes as the name of a run."""

import pytest

from cipherfab.commands.reproduce import SHORTEST, located, run
from cipherfab.errors import CallError
from cipherfab.results.home import Home


@pytest.mark.parametrize(
    "identifier, said",
    [
        ("0" * (SHORTEST - 1), "expected at least 6 hexadecimal digits"),
        ("0" * SHORTEST, "no implementation runs of this id"),
        ("g" * SHORTEST, "expected at least 6 hexadecimal digits"),
    ],
)
def test_an_id_has_six_digits_at_least(identifier, said, tmp_path):
    """Six digits are an id, of which there is no run here; five are none, and no other letters."""
    with pytest.raises(CallError, match=said):
        located(identifier, Home(tmp_path))


def test_what_is_no_folder_is_an_id(tmp_path, monkeypatch):
    """A folder without a result is told as such; a name that is no folder is looked up as an id."""
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CallError, match="no implementation runs of this id"):
        run("0" * SHORTEST)
    with pytest.raises(CallError, match="expected a run directory of a cache"):
        run(str(tmp_path))
