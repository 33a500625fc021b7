# SPDX-License-Identifier: Apache-2.0
"""The cores of Xoodyak's AEADs on shares."""

import pytest
from verified import assert_verified

from cipherfab.cores.build import build
from cipherfab.lwc.streams import vectors
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
