# SPDX-License-Identifier: Apache-2.0
"""Hostile inputs beside cores: a few of them here, all of them by ``python -m hostile inputs``."""

import shutil

import pytest
from hostile import inputs, look, texts
from hostile.__main__ import prepared

SLOW = ("sources", "verdicts")
ALL = [one for one in inputs.corpus() if one.kind not in SLOW and one.words[:1] != ("site",)]
SAMPLE = ALL[5::23]


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A home with a run."""
    return prepared(tmp_path_factory.mktemp("hostile") / "home")


def test_there_are_many_of_every_kind():
    """More than 600, of each kind at least 15."""
    kinds = [one.kind for one in inputs.corpus()]
    assert len(kinds) > 600 and all(kinds.count(kind) >= 15 for kind in set(kinds))


def test_the_looker_sees(tmp_path):
    """Controls: what should be found in streams and in files is."""
    assert look._streams("a\x1b[8m", "") and look._streams("", f"{texts.VERDICT}\n")
    assert not look._streams("tp: failed ä✓\n", "")
    (tmp_path / "x.csv").write_text('"a","=1+1"\n')
    assert "formula" in look._files(tmp_path)
    (tmp_path / "x.csv").write_text('"a",-1.5\n')
    assert not look._files(tmp_path)


@pytest.mark.parametrize("one", SAMPLE, ids=lambda one: f"{one.kind}: {one.name}")
def test_an_input_does_no_harm(one, home, tmp_path):
    """Nothing steers a terminal, a page or a spreadsheet, nothing is written elsewhere, nothing
    hangs, no traceback.
    """
    end, why = look.look(one, tmp_path, *home)
    assert end in (look.REFUSED, look.HARMLESS), why
    shutil.rmtree(tmp_path / "in")
