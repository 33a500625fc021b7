# SPDX-License-Identifier: Apache-2.0
"""The controller of ACORN-128 against its model, block by block, in simulation: numbers of clocks
in a cycle. `verify` plays longer messages.
"""

from itertools import pairwise

import pytest

from cipherfab.catalog import find
from cipherfab.controllers.stream.acorn import WORD, AcornCore
from cipherfab.cores.build import build
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.errors import CallError

from ..blocks import message_blocks, offer
from .plays import plays

MODEL = find("acorn-128").model
CLOCKS = MODEL.bits_per_clock


@pytest.mark.parametrize(
    "clocks", [*(pytest.param(n, marks=pytest.mark.slow) for n in CLOCKS[:-3]), *CLOCKS[-3:]]
)
def test_words_that_end_with_any_byte_compute_what_the_model_computes(clocks):
    """Ciphertext, tag and plaintext are the model's, under random stalls, and a forged tag is
    flagged; what is left of a word enters byte by byte where a cycle has the clocks of several.
    """
    plays(AcornCore(MODEL, clocks=clocks), [(0, 0), (1, 6), (3, 5), (4, 4)])


@pytest.mark.parametrize("clocks", CLOCKS[1:])
def test_a_word_takes_as_many_cycles_as_its_bits_need(clocks):
    """Words follow one another without a pause."""
    core = controller(parse("acorn-128" + (f"/bits={clocks}" if clocks < CLOCKS[-1] else "")))
    given = message_blocks(WORD, bytes(16), bytes(4), bytes(12))
    taken = offer(core, given, bytes(16), decrypt=False).taken
    assert {after - before for before, after in pairwise(taken[-3:])} == {8 * WORD // clocks}


@pytest.mark.parametrize("architecture", ["unrolled=2", "full"])
def test_clocks_are_counted_by_bits_alone(architecture):
    """What is a round elsewhere has no meaning here."""
    with pytest.raises(CallError, match="bits=d with d one of 1, 2, 4, 8, 16, 32"):
        build(f"acorn-128/{architecture}")


def test_an_encryption_core_has_no_comparison():
    """Without decryption there is no phase that compares tags."""
    core = controller(parse("acorn-128/round,enconly"))
    core.elaborate(None)
    assert "VERIFY" not in core.phases.bits
