# SPDX-License-Identifier: Apache-2.0
"""What a prover of several shapes makes once."""

import pytest

from cipherfab.verify.messages import prover
from cipherfab.verify.messages.prover import ShapeProver


def test_the_rtl_is_read_once(monkeypatch):
    """All shapes are proved of one machine."""
    read = []
    monkeypatch.setattr(prover, "read_rtl", lambda *given, **_: read.append(given))
    monkeypatch.setattr(prover, "Machine", lambda netlist, design: object())
    one = object.__new__(ShapeProver)
    one._machine, one._design, one._directory = None, "design", "place"
    assert one.machine() is one.machine() and read == [("design", "place")]


@pytest.mark.parametrize("seconds, each", [(20, 10), (120, 10), (600, 50)])
def test_questions_have_a_part_of_the_time_of_a_shape(seconds, each, monkeypatch, tmp_path):
    """At least ten seconds, and more with more time."""
    given = []
    monkeypatch.setattr(prover.proving, "prove", lambda *_, **options: given.append(options))
    one = ShapeProver("design", tmp_path, seconds=seconds)
    one._machine = object()
    one._prove("shape")
    assert (given[0]["timeout"], given[0]["ask_seconds"]) == (seconds, each)
