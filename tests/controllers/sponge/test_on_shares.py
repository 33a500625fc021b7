# SPDX-License-Identifier: Apache-2.0
"""Cores of AEADs on shares over a permutation, and what is refused of them."""

import pytest
from verified import assert_verified

from cipherfab.catalog import ALGORITHMS, find
from cipherfab.controllers import takes
from cipherfab.controllers.request import Request
from cipherfab.controllers.sponge import on_shares
from cipherfab.controllers.sponge.over_permutation import shared_primitive
from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from cipherfab.lwc.streams import vectors
from cipherfab.modes.sponge import SpongeAead
from cipherfab.modes.sponge_events import permute
from cipherfab.primitives.by_gadgets import by_gadgets
from cipherfab.verify.answers import stimulus
from cipherfab.verify.rtl.simulator import Simulator
from cipherfab.words import SoftwareWord

FITTING = [
    name
    for name, algorithm in ALGORITHMS.items()
    if isinstance(algorithm.model, SpongeAead) and takes(algorithm.model).masked(algorithm.model)
]


@pytest.mark.parametrize("name", ["ascon-aead128", "xoodyak-r3"])
def test_domains_are_for_order_1(name):
    """What was not checked is not built: domain-oriented masking of another order."""
    with pytest.raises(CallError, match="expected gadget=hpc2 or hpc3 of an AEAD with masked=2"):
        build(f"{name}/masked=2,gadget=dom")


def test_a_hash_is_refused():
    """There is no hash beside an AEAD on shares."""
    with pytest.raises(CallError, match="has no hash beside it"):
        build("ascon-aead128/masked=1,hash")


@pytest.mark.parametrize(
    "name, said",
    [
        ("knot-aead-128-256", "a tag comes in one part, .*got another one"),
        ("drygascon128-k32", "a tag comes in one part, .*got another one"),
        ("xoodyak-r2", "without runs in front of the nonce, got one with"),
        ("spook-128-512-su", "over a permutation without a key, got one with"),
        ("gift-cofb", "described by its events"),
        ("wage", "a tag comes in one part, .*got another one"),
    ],
)
def test_a_mode_that_does_not_fit_is_refused_with_the_reason(name, said):
    """The controller itself refuses what the catalog does not offer."""
    request = Request(aead=find(name).model, architecture="masked", gadget="hpc2")
    with pytest.raises(CallError, match=said):
        on_shares.make(request)


def test_a_mode_whose_permutation_does_more_than_multiply_is_refused(monkeypatch):
    """Whatever else of a mode fits, no gadget computes a look-up."""
    model = find("gimli").model
    assert not on_shares.refusal(model)
    monkeypatch.setattr(type(model), "multiplies", False)
    with pytest.raises(CallError, match="ANDs alone, got one with sums modulo a power of two"):
        on_shares.make(Request(aead=model, architecture="masked", gadget="hpc2"))


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, algorithm in ALGORITHMS.items()
        if isinstance(algorithm.model, SpongeAead) and not algorithm.model.multiplies
    ],
)
def test_a_permutation_that_does_more_than_multiply_has_no_gadgets(name):
    """A mode says so of its permutation, and no gadget computes it."""
    with pytest.raises(CallError, match="masked by gadgets"):
        by_gadgets(shared_primitive(find(name).model, None)[0], 1, "hpc2")


def test_what_a_name_means():
    """Of modes with domain-oriented masking masked=1 is that; of others, and of other orders, it is
    HPC2.
    """
    assert parse("ascon-aead128/masked=1").gadget == "dom"
    assert parse("ascon-aead128/masked=2").gadget == "hpc2"
    assert parse("photon-beetle-aead-128/masked=1").gadget == "hpc2"


@pytest.mark.parametrize(
    "core",
    [
        "ascon-aead128/masked=2",
        "ascon-aead128/masked=1,gadget=hpc3",
        "xoodyak-r3/masked=3",
        "photon-beetle-aead-128/masked=1",
        "gimli/masked=1",
        "schwaemm256-128/masked=1",
        "tinyjambu-128-v2/masked=1",
        "tinyjambu-256-v2/masked=2,gadget=hpc3",
    ],
)
def test_a_core_answers_as_its_model(core, tmp_path):
    """Encryptions and decryptions in random shares, RDI and all others with stalls, are answered
    rightly: words of RDI that come late lose nothing.
    """
    design = build(core)
    messages = stimulus.plan(core.partition("/")[0], None, seed=1)[:20]
    streams = vectors(messages, width=design.interface.width)
    result = Simulator.build(design, tmp_path).play(streams, stall_seed=3)
    assert result.passed and result.completed == result.messages


BY_KEY = [name for name in FITTING if find(name).model.compares_by_key]


@pytest.mark.parametrize("name", sorted(set(FITTING) - set(BY_KEY)))
def test_what_is_opened_says_whether_a_tag_was_right(name):
    """Each bit of a difference of tags changes the bits that are opened behind its run: else a core
    takes a wrong tag for a right one.
    """
    model, size = find(name).model, 8 * find(name).model.tag_bytes
    run, width = model.run_of("compare"), model.permutation.inputs["x"]
    opened = (1 << size) - 1
    right = permute(model, 0, run) & opened
    blocks = 8 * model.port_bytes
    # A part of a tag stands at the top of a block; of two parts the first one is looked at.
    part = min(size, blocks)
    words = {"state": SoftwareWord(width, 0), "key": SoftwareWord(8 * model.key_bytes, 0)}

    def entered(block):
        return int(model.compare(0, words | {"block": SoftwareWord(blocks, block)}))

    for bit in range(blocks - part, blocks):
        differs = entered(1 << bit) ^ entered(0)
        assert permute(model, differs, run) & opened != right


@pytest.mark.parametrize("name", BY_KEY)
def test_what_is_opened_says_whether_a_tag_was_right_by_the_key(name):
    """The same where the difference is the key of the run, whose state is 0: its last part gives
    that state, and each of its bits changes what is opened.
    """
    model, size = find(name).model, 8 * find(name).model.tag_bytes
    run, opened = model.run_of("compare"), (1 << size) - 1
    words = dict.fromkeys(("state", "key", "block"), SoftwareWord(128, (1 << 128) - 1))
    assert int(model.compare(model.parts["tag"] - 1, words)) == 0
    right = permute(model, 0, run) & opened
    for bit in range(size):
        key = int(model.compare_key(SoftwareWord(size, 1 << bit)))
        assert key.bit_count() == 1 and permute(model, 0, run, key) & opened != right


@pytest.mark.slow
@pytest.mark.parametrize("name", FITTING)
def test_every_mode_that_fits_is_verified(name, tmp_path):
    """Everything that `verify` plays is answered rightly by a core of order 1 with HPC2."""
    assert_verified(f"{name}/masked=1,gadget=hpc2", tmp_path, seed=5)
