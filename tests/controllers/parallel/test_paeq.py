# SPDX-License-Identifier: Apache-2.0
"""The controller of PAEQ with several calls in flight, against its model, in simulation."""

import pytest

from cipherfab.catalog import find
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.measure.mode_cycles import mode_cycles
from controllers.stream.plays import plays

MODEL = find("paeq-128").model
AD, BLOCK = MODEL.ad_block_bytes, MODEL.block_bytes


@pytest.mark.slow
def test_pipelined_controller_computes_what_the_model_computes():
    """Texts that end within a block, with it and behind it, and forgeries."""
    plays(
        controller(parse("paeq-128/inner=2")),
        [(0, 0), (AD - 1, BLOCK), (2 * AD, BLOCK + 1), (AD + 1, 2 * BLOCK - 1)],
    )


@pytest.mark.slow
@pytest.mark.parametrize("architecture", ["round", "inner=2"])
def test_a_block_costs_two_calls(architecture):
    """Calls follow each other without a gap: six blocks more take as many cycles as their calls
    have rounds.
    """
    core = f"paeq-128/{architecture}"
    cycles = [mode_cycles(controller(parse(core)), 0, n * BLOCK) for n in (6, 12)]
    assert cycles[1] - cycles[0] == 6 * 2 * MODEL.permutation.rounds[0]


def test_segments_of_associated_data_are_whole_blocks_of_it():
    """A header never comes within a block, so a message that is given up leaves no part of one."""
    assert MODEL.ad_step == AD and not controller(parse("paeq-128")).aead.ad_step % AD
