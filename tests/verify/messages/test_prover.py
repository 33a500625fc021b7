# SPDX-License-Identifier: Apache-2.0
"""What a prover of several shapes makes once."""

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
