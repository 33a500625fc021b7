# SPDX-License-Identifier: Apache-2.0
"""Forgeries that are accepted, and refusals that take their time, are findings."""

import re
from dataclasses import replace

import pytest
from answering import timed

from cipherfab.cores.build import build
from cipherfab.origin import ThirdParty
from cipherfab.verify.rtl.plan import Plan
from cipherfab.verify.rtl.refused import of_forgeries
from cipherfab.verify.rtl.simulator import Simulator

DESIGN = build("ascon-128")
FOREIGN = replace(DESIGN, third_party=ThirdParty())


def test_the_time_of_a_refusal_is_a_finding():
    """A decryption that takes longer for one wrong tag fails."""
    play = of_forgeries(Plan(DESIGN, 1))
    assert timed(play).passed
    slow = timed(play, last_cycles=lambda cycles: (*cycles[:40], cycles[40] + 1, *cycles[41:]))
    assert not slow.passed and "depending on its tag" in slow.detail


@pytest.mark.slow
def test_a_byte_of_the_padding_that_is_not_compared_is_found(tmp_path):
    """A decryption with a right tag is accepted then, whatever that byte is."""
    right = build("paef-forkskinny-64-192")
    ((name, text),) = right.sources.items()
    compared = re.search(r"PHASE_FINISH: begin.*?(mismatch\[3\] <= .*?;)", text, re.S)[1]
    blind = replace(right, sources={name: text.replace(compared, "", 1)})
    verdicts = []
    for number, design in enumerate((right, blind)):
        simulator = Simulator.build(design, tmp_path / str(number))
        verdicts.append(of_forgeries(Plan(design, 1))(simulator, None))
    assert verdicts[0].passed and not verdicts[1].passed
    assert "byte 4 of the last block, which is padding, is wrong" in verdicts[1].detail
