# SPDX-License-Identifier: Apache-2.0
"""What ``reproduce`` takes as the name of a run."""

import pytest

from cipherfab.commands.reproduce import SHORTEST, located
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
