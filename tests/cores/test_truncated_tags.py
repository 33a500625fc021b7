# SPDX-License-Identifier: Apache-2.0
"""Cores with truncated tags and nonce masking answer as their models do, and refuse forgeries."""

import warnings
from pathlib import Path

import pytest

from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.design import LwcInterface
from cipherfab.errors import CallError
from cipherfab.lwc.streams import vectors
from cipherfab.verify.answers import forgeries, stimulus
from cipherfab.verify.answers.violations import violations
from cipherfab.verify.rtl.simulator import Simulator

CORES = [
    "round,tag=4,noncemasking",
    "unrolled=2,bus=16,hash,tag=13",
    "serial=8,tag=5",
    "full,noncemasking",
    "folded=1,bus=8,tag=9,noncemasking",
    "round,inplace,tag=4",
    "round,hash,xof,registered,comparator,tag=15,noncemasking",
]


def interface_of(core: str) -> LwcInterface:
    """Of the core of Ascon-AEAD128."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        interface = build(f"ascon-aead128/{core}").interface
    assert isinstance(interface, LwcInterface)
    return interface


def streams(core: str):
    """Messages, forgeries and what breaks the protocol: tags and keys of other lengths."""
    interface = interface_of(core)
    name = interface.aead
    messages = [
        *violations(name, interface.hash, seed=2, xofs=interface.xofs),
        *stimulus.plan(name, interface.hash, seed=1)[:80],
        *(message for group in forgeries.wrong_tags(name, seed=3) for message in group),
        *forgeries.wrong_fields(name, seed=4),
    ]
    return vectors(messages, width=interface.width)


def simulator(core: str, directory: Path) -> Simulator:
    """Of the core of Ascon-AEAD128."""
    return Simulator.build(build(f"ascon-aead128/{core}"), directory)


@pytest.mark.sample(2)
@pytest.mark.parametrize("core", CORES)
def test_cores_answer_as_the_model(core, tmp_path):
    """Each bit of the tag counts, in every architecture and on every bus."""
    played = streams(core)
    for stalls in (None, 5):
        result = simulator(core, tmp_path).play(played, stall_seed=stalls)
        assert result.passed, result.failure.text


@pytest.mark.parametrize("other", ["round,tag=5,noncemasking", "round,tag=4"])
def test_another_tag_or_an_unmasked_nonce_is_noticed(other, tmp_path):
    """The words of one core are not those of another."""
    assert not simulator(other, tmp_path).play(streams(CORES[0]), stall_seed=None).passed


def test_a_short_tag_is_warned_of(recwarn):
    """Below 8 bytes."""
    build.cache_clear()
    build("ascon-aead128/round,tag=7")
    assert any("forged by 2^56 tries" in str(one.message) for one in recwarn)


REFUSED = {
    "ascon-aead128/round,tag=3": "expected tag= one of 4, 5",
    "ascon-aead128/round,tag=17": "expected tag= one of 4, 5",
    "ascon-128/round,tag=8": "does not fit ascon-128",
    "ascon-hash256/round,noncemasking": "does not fit ascon-hash256",
    "ascon-aead128/masked=1,tag=8": "tag does not go with masked=d",
    "ascon-aead128/round,ahead,tag=8": "tag does not go with ahead",
    "ascon-aead128/masked=1,noncemasking": "noncemasking does not go with masked=d",
    "ascon-aead128/round,ahead,noncemasking": "noncemasking does not go with ahead",
    "ascon-aead128+tag=8/round": "its options are those of a core",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_does_not_go_together_is_refused(name):
    """With a message that says what does not fit."""
    with pytest.raises(CallError, match=REFUSED[name]):
        parse(name)


def test_a_whole_tag_is_the_default():
    """``tag=16`` is not printed."""
    assert str(parse("ascon-aead128/round,tag=16")) == "ascon-aead128"
