# SPDX-License-Identifier: Apache-2.0
"""What the page of a core promises."""

import re

import pytest

from cipherfab.cores.build import build
from cipherfab.emit.page import readme


@pytest.mark.parametrize("core", ["gift-cofb/masked=1", "grain-128aeadv2/masked=1"])
def test_when_random_bits_are_taken_is_left_to_the_handshake(core):
    """Not every masked core takes them when a run begins and in every second cycle: one of Grain
    does in each step, and HPC2 where a round ends.
    """
    design = build(core)
    page = readme(design, {}, [], [])
    (said,) = re.findall(r"RDI takes .*?\. ", page)
    assert "in each cycle in which `rdi_valid` and `rdi_ready` are 1" in said
    assert "permutation" not in said and "second cycle" not in said
    assert f"RDI takes {design.interface.masking.random} fresh" in said
