# SPDX-License-Identifier: Apache-2.0
"""Hostile cores against each wall alone and against both: all are refused or harmless (table:
``python -m hostile`` in tests).
"""

from collections import Counter

import pytest
from hostile.__main__ import table
from hostile.attempt import (
    BOTH,
    BUBBLEWRAP,
    ESCAPED,
    HARMLESS,
    LANDLOCK,
    NOTHING,
    STOPPED,
    TREE,
    attempt,
)
from hostile.corpus import TOML, VERILOG, VHDL, Core, corpus

SAMPLE = 31
"""Every which core is tried where time is short; no number of hiding places is a multiple of it."""

WALLS = (BOTH, TREE, BUBBLEWRAP, LANDLOCK)


def test_the_corpus_is_large_and_of_every_kind():
    """At least 200 cores that reach the readers of the languages, and more that only a description
    needs.
    """
    kinds = Counter(core.kind for core in corpus())
    assert sum(core.parsed for core in corpus()) >= 200 and len(corpus()) >= 400
    assert (
        set(kinds) == {"Verilog", "VHDL", "names", "paths", "bombs"} and min(kinds.values()) >= 10
    )


@pytest.mark.parametrize(
    "walls",
    [
        TREE,
        BUBBLEWRAP,
        pytest.param(BOTH, marks=pytest.mark.slow),
        pytest.param(LANDLOCK, marks=pytest.mark.slow),
    ],
)
def test_none_of_a_sample_escapes(walls):
    """Each wall alone keeps every core of a sample in."""
    counts, escaped = table(walls, SAMPLE)
    assert not escaped and sum(counts.values()) >= 6


@pytest.mark.slow
@pytest.mark.parametrize("walls", WALLS)
def test_none_escapes(walls):
    """Each wall alone keeps every core in; the check of trees refuses in words, but for bombs and
    odd paths.
    """
    counts, escaped = table(walls)
    assert not escaped
    stopped = {kind for kind, verdict in counts if verdict == STOPPED}
    assert walls != TREE or stopped <= {"bombs", "paths"}


@pytest.mark.parametrize("walls", WALLS)
@pytest.mark.parametrize("language", ["Verilog", "VHDL"])
def test_a_harmless_core_is_read_behind_each_wall(walls, language, tmp_path):
    """Refusing is no art: the same core without what it hides is read and, in VHDL, simulated."""
    plain = (
        {"tiny.v": VERILOG.replace("{hidden}", "")}
        if language == "Verilog"
        else {"tiny.vhd": VHDL.format(declaration="", variable="", statement="")}
    )
    core = Core("harmless", language, TOML.format(source=next(iter(plain))), plain)
    verdict, said = attempt(core, tmp_path, walls)
    assert verdict == HARMLESS and "module tiny" in said


@pytest.mark.parametrize(
    "name",
    [
        "readmemh, plain",
        "VHDL write, plain",
        "a port of this name, ready",
        "a port of this name, constant",
    ],
)
def test_without_walls_they_do_escape(name, tmp_path):
    """The corpus has teeth: with no check and no wall the canary is read, the file written, the
    call compiled and run.
    """
    core = next(core for core in corpus() if core.name == name)
    assert attempt(core, tmp_path, NOTHING)[0] == ESCAPED
