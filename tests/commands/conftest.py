# SPDX-License-Identifier: Apache-2.0
"""What the tests of commands share."""

import pytest


@pytest.fixture(autouse=True)
def no_long_lengths(monkeypatch):
    """Every `verify` in this process plays types of at most `lengths.DEFAULT_BYTES`: the models
    take most of a run's time for longer ones, which the tests of `long_lengths` and of cores play.
    """
    monkeypatch.setattr("cipherfab.verify.rtl.long_lengths.CYCLES", 0)
