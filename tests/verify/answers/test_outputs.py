# SPDX-License-Identifier: Apache-2.0
"""What is played on a core with outputs of any length."""

from random import Random

import pytest

from cipherfab.catalog import ALGORITHMS, find
from cipherfab.design import LwcInterface
from cipherfab.lwc.messages import Header, Operation
from cipherfab.lwc.protocol import Segment
from cipherfab.lwc.streams import vectors
from cipherfab.verify.answers import outputs

WITH_OUTPUTS = [name for name, entry in ALGORITHMS.items() if entry.xofs]


def interface(name: str) -> LwcInterface:
    """Of a core of an AEAD with all that shares its hardware."""
    entry = find(name)
    return LwcInterface(width=32, sdi_width=32, aead=name, hash=entry.companion, xofs=entry.xofs)


@pytest.mark.parametrize("name", WITH_OUTPUTS)
def test_every_length_around_blocks_is_played(name):
    """Of messages, customizations and outputs of each function; outputs in parts with empty ones;
    and each other operation in between.
    """
    core = interface(name)
    found = outputs.plan(core, seed=1)
    for xof in core.xofs:
        model = find(xof).model
        mine = [one for one in found if one.algorithm == xof]
        assert {len(one.ad) for one in mine} >= set(outputs.customizations(model))
        assert {len(one.data) for one in mine} >= set(range(2 * model.block_bytes + 2))
        assert {len(one.result) for one in mine} >= set(range(3 * model.block_bytes + 2))
        assert any(0 in (one.output_sizes or ())[:-1] for one in mine)
    assert {one.operation for one in found} == set(Operation)
    assert vectors(found, width=8).do.blocks and outputs.plan(core, seed=1) == found


@pytest.mark.parametrize("name", WITH_OUTPUTS)
def test_every_wrong_message_says_last(name):
    """So that the core is done with it, and what follows is a message again; each has the mark of
    the sentence that it breaks, and a title of its own.
    """
    found = list(outputs.violations(find(name).xofs, Random(1)))
    assert len({one.title for one in found}) == len(found) >= 9 * len(find(name).xofs)
    for one in found:
        headers = [part for part in one.pdi if isinstance(part, Header)]
        assert headers[-1].last and one.promise == outputs.REFUSED
    assert any(Segment.LENGTH == part.type for one in found for part in one.pdi[1:2])
