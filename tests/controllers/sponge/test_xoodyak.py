# SPDX-License-Identifier: Apache-2.0
"""The cores of Xoodyak's AEADs on shares."""

import pytest
from verified import assert_verified

from cipherfab.cores.build import build
from cipherfab.errors import CallError
from cipherfab.lwc.messages import vectors
from cipherfab.verify.answers import stimulus
from cipherfab.verify.rtl.simulator import Simulator

NAME = "xoodyak-r3"


def test_a_core_on_shares_answers_as_the_model(tmp_path):
    """Encryptions and decryptions in random shares, RDI with stalls, are answered rightly."""
    design = build(f"{NAME}/masked=1")
    messages = stimulus.plan(NAME, None, seed=1)[:20]
    streams = vectors(messages, width=design.interface.width)
    result = Simulator.build(design, tmp_path).play(streams, stall_seed=3)
    assert result.passed and result.completed == result.messages


@pytest.mark.slow
def test_a_core_on_shares_is_verified(tmp_path):
    """Everything that `verify` plays is answered rightly."""
    assert_verified(f"{NAME}/masked=1", tmp_path, seed=5)


@pytest.mark.parametrize(
    "name, said",
    [
        ("xoodyak-r3/masked=2", "takes masked=1 with gadget=dom"),
        ("xoodyak-r3/masked=1,hash", "no hash beside it"),
        ("xoodyak-r2/masked=1", "without runs in front of the nonce"),
        ("gimli/masked=1", "masked does not fit"),
    ],
)
def test_what_is_not_there_on_shares_is_refused(name, said):
    """Another order, a hash, another mode: a refusal that says what there is."""
    with pytest.raises(CallError, match=said):
        build(name)
