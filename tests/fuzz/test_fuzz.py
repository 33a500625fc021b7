# SPDX-License-Identifier: Apache-2.0
"""Readers of what others wrote take any bytes: they return or raise one of our own errors. More of
it: ``make fuzz``.
"""

import pytest
from hypothesis import HealthCheck, given, settings

from .edits import changed
from .targets import CORPUS, TARGETS, crash

EXAMPLES = {True: 5, False: 150}
"""Random inputs of a target, by whether it starts a tool for each."""


@pytest.mark.parametrize(
    "path", sorted(CORPUS.glob("*/*")), ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_the_corpus_is_read_or_refused(path):
    """Every seed, and everything that once ended in a traceback."""
    crash(path.parent.name, path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_changed_seeds_are_read_or_refused(name):
    """Seeds with pieces put in, cut out, repeated and moved, and bytes without any sense."""

    @settings(
        max_examples=EXAMPLES[TARGETS[name].slow],
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(changed(name))
    def play(content):
        crash(name, content)

    play()


def test_what_is_no_error_of_ours_is_noticed(monkeypatch):
    """A reader that raises anything else fails the check."""
    from . import targets

    def broken(folder, content):
        raise ValueError("not ours")

    monkeypatch.setitem(targets.TARGETS, "names", targets.Target(read=broken))
    with pytest.raises(ValueError, match="not ours"):
        crash("names", b"ascon-128")
