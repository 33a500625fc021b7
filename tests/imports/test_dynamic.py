# SPDX-License-Identifier: Apache-2.0
"""Parts of a word at a computed place."""

from types import SimpleNamespace

import pytest

from cipherfab.errors import DesignError
from cipherfab.imports import dynamic
from cipherfab.imports.netlist import Net


@pytest.fixture
def writer(monkeypatch):
    """A module without drivers, and conditions as text."""
    monkeypatch.setattr(dynamic, "_equal", lambda writer, net, value: f"{net.number}={value}")
    monkeypatch.setattr(dynamic, "_both", lambda writer, found: " ".join(found))
    return SimpleNamespace(drivers={}, module=SimpleNamespace(name="\\\\m"))


def test_each_place_that_fits_is_one(writer):
    """And none beyond the word or the index."""
    assert list(dynamic._places(writer, Net(5, 3), 0, 4)) == [
        (value, f"5={value}") for value in range(5)
    ]
    assert len(list(dynamic._places(writer, Net(5, 1), 2, 100))) == 2


def test_a_memory_is_no_multiplexer(writer):
    """As many places as are taken at most, and one more, which is refused before any gate is
    written.
    """
    assert len(list(dynamic._places(writer, Net(5, 20), 0, dynamic.MOST_PLACES - 1))) == 4096
    with pytest.raises(DesignError, match="may lie at 4097 places, at most 4096 are taken"):
        next(dynamic._places(writer, Net(5, 20), 0, dynamic.MOST_PLACES))
