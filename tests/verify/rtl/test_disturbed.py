# SPDX-License-Identifier: Apache-2.0
"""Messages that fail at any time, on a core of each family and of each further mode."""

import pytest

from cipherfab.catalog import FAMILIES, Kind
from cipherfab.cores.build import build
from cipherfab.errors import CallError
from cipherfab.verify.rtl.check import plays_of, simulators_of
from cipherfab.verify.rtl.lwc_plays import Level

FIRST = [next(algorithm.name for algorithm in family.ALGORITHMS if algorithm.kind is Kind.AEAD)
         for family in FAMILIES
         if any(algorithm.kind is Kind.AEAD for algorithm in family.ALGORITHMS)]

FURTHER = ["ascon-aead128/masked=1", "ascon-aead128/round,bus=8", "colm0", "comet-64-speck",
           "deoxys-ii-128", "lilliput-ii-128", "paef-forkskinny-64-192/round,bus=8", "romulus-m",
           "romulus-n/round,bus=8", "romulus-t", "saef-forkskinny-128-192", "skinny-aead-m5",
           "tinyjambu-128/bits=32"]
"""Other modes, buses, or what else a family has beside its first algorithm."""


@pytest.mark.slow
@pytest.mark.parametrize("core", [*FIRST, *FURTHER])
def test_a_message_may_fail_at_any_time(core, tmp_path):
    """Each broken message gets one failure, and the next message its answer; ``-rP`` shows how many
    were played. Algorithms without a core are skipped.
    """
    try:
        design = build(core)
    except CallError as error:
        pytest.skip(str(error).splitlines()[0])
    simulator = simulators_of(design).build(design, tmp_path)
    played = dict(plays_of(design, 1, Level.DEFAULT))["failures at any time"](simulator, None)
    print(f"{core}: {played.detail}")
    assert played.passed, played.detail
