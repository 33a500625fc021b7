# SPDX-License-Identifier: Apache-2.0
"""Cores of Grain-128AEAD on shares."""

import pytest
from leaking import toggles
from verified import assert_verified

from cipherfab.catalog import find
from cipherfab.cores.build import build
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.design import LwcInterface
from cipherfab.errors import CallError
from cipherfab.lwc.messages import Operation
from cipherfab.lwc.streams import vectors
from cipherfab.verify.answers import stimulus
from cipherfab.verify.rtl.simulator import Simulator

NAMES = ("grain-128aead", "grain-128aeadv2")
CORE = "grain-128aeadv2/masked=1"


def test_what_masked_means():
    """By HPC2 and on two shares, a step of four clocks, whose products have random bits of their
    own: 19 of the feedback for each clock, and three for two bits of data and two of the
    accumulator's 96.
    """
    assert parse(CORE).gadget == "hpc2"
    interface = build(CORE).interface
    assert isinstance(interface, LwcInterface) and interface.masking.shares == 2
    assert interface.masking.random == 4 * 19 + 3 * 96 // 2


@pytest.mark.parametrize(
    "core, said",
    [
        (f"{CORE},gadget=hpc3", "expected gadget=hpc2"),
        (f"{CORE},gadget=dom", "gadget=dom"),
        ("grain-128aeadv2/masked=3", "masked=1 to masked=2"),
    ],
)
def test_what_was_not_made_is_refused(core, said):
    """With what is expected."""
    with pytest.raises(CallError, match=said):
        build(core)


@pytest.mark.parametrize(
    "core",
    [
        CORE,
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in (
                "grain-128aead/masked=1",
                f"{CORE},enconly,bus=8",
                "grain-128aeadv2/masked=2",
            )
        ),
    ],
)
def test_a_core_answers_as_its_model(core, tmp_path):
    """Encryptions and decryptions in random shares, with stalls of RDI and all others, are answered
    rightly: products that are under way lose nothing.
    """
    design = build(core)
    messages = stimulus.plan(core.partition("/")[0], None, seed=1)[:20]
    if not design.interface.decrypts:
        messages = [one for one in messages if one.operation == Operation.ENCRYPT]
    streams = vectors(messages, width=design.interface.width)
    result = Simulator.build(design, tmp_path).play(streams, stall_seed=3)
    assert result.passed and result.completed == result.messages


@pytest.mark.parametrize("name", NAMES)
def test_what_is_opened_says_whether_a_tag_was_right(name):
    """Each bit of a difference of tags changes what is opened behind the initialization that it is
    the key of: else a core takes a wrong tag for a right one.
    """
    model = find(name).model
    right = model.initial(0, 0)[-1]
    assert all(model.initial(1 << bit, 0)[-1] != right for bit in range(8 * model.tag_bytes))


def test_an_encryption_core_opens_nothing():
    """It has no phase for it."""
    core = controller(parse(f"{CORE},enconly"))
    assert not core.has("OPEN") and not core.has("RELOAD")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_is_verified(name, tmp_path):
    """Everything that `verify` plays is answered rightly by a core of order 1."""
    assert_verified(f"{name}/masked=1", tmp_path, seed=5)


@pytest.mark.slow
@pytest.mark.parametrize("zeros", [False, True])
def test_toggles_tell_random_bits_that_are_0(zeros, tmp_path):
    """Changes of single nets over whole messages tell fixed secrets from random ones without random
    bits, and not with them; answers and handshake are right in both.
    """
    found = toggles(CORE, tmp_path, zeros=zeros, traces=1024, each=True)
    assert found["leaks"] == zeros and found["uniform"] and found["checked"]
