# SPDX-License-Identifier: Apache-2.0
"""The cores of Ascon's AEADs on shares: verified like others, and wrong where they are made
wrong."""

import pytest
from amaranth.hdl import Cat, Const
from verified import assert_verified

from cipherfab.controllers.sponge import datapath
from cipherfab.cores.build import build
from cipherfab.lwc.postprocessor import PostProcessor
from cipherfab.lwc.streams import vectors
from cipherfab.verify.answers import forgeries, stimulus
from cipherfab.verify.rtl.simulator import Simulator

CORE = "ascon-aead128/masked=1"


@pytest.fixture
def remade():
    """Cores are written anew, before and after: what they are made of is changed meanwhile."""
    build.cache_clear()
    yield
    build.cache_clear()


def played(directory, messages):
    """A run with random stalls of all streams, RDI too."""
    design = build(CORE)
    streams = vectors(messages, width=design.interface.width)
    return Simulator.build(design, directory).play(streams, stall_seed=3)


@pytest.mark.slow
@pytest.mark.parametrize("name", [CORE, "ascon-128/masked=1,bus=8", "ascon-128a/masked=1,bus=16"])
def test_a_core_on_shares_is_verified(name, tmp_path):
    """Everything that `verify` plays is answered rightly: official answers, forgeries, power-up
    states, resets; words in random shares, RDI with stalls.
    """
    assert_verified(name, tmp_path, seed=5)


@pytest.mark.slow
def test_forgeries_are_refused_on_shares(tmp_path):
    """Each bit of a wrong tag is noticed by the comparison on shares, and a right one passes."""
    wrong = forgeries.wrong_tags("ascon-aead128", seed=2)
    result = played(tmp_path, [message for group in wrong for message in group])
    assert result.passed and result.completed == result.messages > 128


def test_a_constant_in_both_shares_is_found(remade, monkeypatch, tmp_path):
    """Constants, padding and separator belong to share 0: in both they cancel, and the answers are
    wrong.
    """
    monkeypatch.setattr(datapath, "_of_share", lambda function, share: function)
    result = played(tmp_path, stimulus.plan("ascon-aead128", None, seed=1)[:20])
    assert not result.passed and result.failure.kind == "word"


@pytest.mark.slow
def test_a_header_in_several_shares_is_found(remade, monkeypatch, tmp_path):
    """A header whose shares add up, but which is not in share 0 alone, is a failure."""

    def shared(self, own):
        mask = Const(5, self.width)
        return Cat(mask, own ^ mask)

    monkeypatch.setattr(PostProcessor, "_shared", shared)
    result = played(tmp_path, stimulus.plan("ascon-aead128", None, seed=1)[:20])
    assert result.failure.kind == "shares" and "another share is not 0" in result.failure.text
