# SPDX-License-Identifier: Apache-2.0
"""Cores on shares of AEADs over a block cipher, over a permutation with masks, and of ISAP."""

import pytest
from leaking import toggles
from verified import assert_verified

from cipherfab.catalog import ALGORITHMS, find
from cipherfab.controllers import takes
from cipherfab.cores.build import build
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.errors import CallError
from cipherfab.lwc.messages import Operation
from cipherfab.lwc.streams import vectors
from cipherfab.modes.grain import Grain
from cipherfab.modes.sponge import SpongeAead
from cipherfab.verify.answers import stimulus
from cipherfab.verify.rtl.simulator import Simulator

FITTING = [
    name
    for name, algorithm in ALGORITHMS.items()
    if (said := takes(algorithm.model))
    and said.masked(algorithm.model)
    and not isinstance(algorithm.model, (SpongeAead, Grain))
]


def test_which_ones_there_are():
    """Feedback modes over GIFT, Elephant of version 2, Romulus-N with a tweak of a whole block, and
    ISAP; and what masked=1 means of them.
    """
    elephants = ["elephant-dumbo-v2", "elephant-jumbo-v2", "elephant-delirium-v2"]
    feedback = ["gift-cofb", "hyena-v1", "hyena-v1-corrected", "hyena-v2"]
    isap = ["isap-a-128", "isap-a-128a", "isap-k-128", "isap-k-128a"]
    assert sorted(FITTING) == sorted([*elephants, *feedback, "romulus-n", "romulus-n1", *isap])
    assert parse("gift-cofb/masked=1").gadget == "hpc2"


@pytest.mark.parametrize(
    "core, said",
    [
        ("gift-cofb/masked=1,gadget=dom", "gadget=dom"),
        ("gift-cofb/masked=1,inplace", "on one share"),
        ("mixfeed/masked=1", "masked does not fit mixfeed"),
        ("isap-a-128a/masked=1,gadget=dom", "gadget=dom"),
        ("romulus-n3/masked=1", "masked does not fit romulus-n3"),
        ("elephant-dumbo-v1/masked=1", "masked does not fit elephant-dumbo-v1"),
    ],
)
def test_what_was_not_made_is_refused(core, said):
    """With the reason."""
    with pytest.raises(CallError, match=said):
        build(core)


@pytest.mark.parametrize(
    "core",
    [
        "gift-cofb/masked=1",
        "gift-cofb/masked=1,enconly",
        "gift-cofb/masked=2,gadget=hpc3,bus=8",
        "hyena-v2/masked=1",
        "elephant-delirium-v2/masked=1,bus=16",
        "elephant-dumbo-v2/masked=2",
        "elephant-jumbo-v2/masked=1,gadget=hpc3",
        "romulus-n/masked=1,gadget=hpc3",
        "isap-a-128a/masked=1",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in (
                "isap-a-128a/masked=1,enconly",
                "isap-a-128a/masked=2,gadget=hpc3,bus=8",
                "isap-k-128a/masked=1",
            )
        ),
    ],
)
def test_a_core_answers_as_its_model(core, tmp_path):
    """Encryptions and decryptions in random shares, with stalls of RDI and all others, are answered
    rightly: where the primitive is free and waits for random bits nothing is lost.
    """
    design = build(core)
    messages = stimulus.plan(core.partition("/")[0], None, seed=1)[:20]
    if not design.interface.decrypts:
        messages = [one for one in messages if one.operation == Operation.ENCRYPT]
    streams = vectors(messages, width=design.interface.width)
    result = Simulator.build(design, tmp_path).play(streams, stall_seed=3)
    assert result.passed and result.completed == result.messages


@pytest.mark.parametrize("name", FITTING)
def test_what_is_opened_says_whether_a_tag_was_right(name):
    """Each bit of a difference of tags changes the bits that are opened behind its call: else a
    core takes a wrong tag for a right one.
    """
    core, size = controller(parse(f"{name}/masked=1")), 8 * find(name).model.tag_bytes
    opened = (1 << size) - 1
    right = core.result_for(0) & opened
    assert all(core.result_for(1 << bit) & opened != right for bit in range(size))


@pytest.mark.slow
@pytest.mark.parametrize("name", FITTING)
def test_every_mode_that_fits_is_verified(name, tmp_path):
    """Everything that `verify` plays is answered rightly by a core of order 1 with HPC2."""
    assert_verified(f"{name}/masked=1", tmp_path, seed=5)


@pytest.mark.slow
@pytest.mark.parametrize("zeros", [False, True])
def test_toggles_of_isap_tell_random_bits_that_are_0(zeros, tmp_path):
    """The toggles of whole messages tell fixed secrets from random ones without random bits, and
    not with them; answers and handshake are right in both.
    """
    # Its sums of toggles have so many terms that 1,024 traces tell nothing even of the control.
    found = toggles("isap-a-128a/masked=1", tmp_path, zeros=zeros, traces=8192)
    assert found["leaks"] == zeros and found["uniform"] and found["checked"]
