# SPDX-License-Identifier: Apache-2.0
"""Ascon-AEAD128 with truncated tags and nonce masking has a name, from which it is made again."""

import pytest

from cipherfab import catalog
from cipherfab.catalog.optioned import name_of, tag_sizes
from cipherfab.errors import CallError
from cipherfab.modes.byte_strings import xor
from cipherfab.verify.answers import genkat, kat_records

BASE = catalog.find("ascon-aead128")
BOTH = "ascon-aead128+tag=8+noncemasking"


def test_a_name_says_the_options():
    """It is found with the lengths that they give, and in the module of its base."""
    assert name_of(BASE, tag_bytes=0, masks_nonce=False) == BASE.name
    assert name_of(BASE, tag_bytes=8, masks_nonce=True) == BOTH
    found = catalog.find(BOTH)
    assert (found.model.tag_bytes, found.model.key_bytes, found.base) == (8, 32, BASE.name)
    assert catalog.find(BOTH) is found and BOTH not in catalog.ALGORITHMS
    assert catalog.module_of(BOTH) == catalog.module_of(BASE.name)
    assert tag_sizes(BASE) == tuple(range(4, 17))


@pytest.mark.parametrize("parts", ["tag=08", "tag=8+tag=9", "noncemasking+tag=8", "", "tag=x"])
def test_other_names_are_unknown(parts):
    """One algorithm has one name."""
    with pytest.raises(CallError, match="unknown algorithm"):
        catalog.find(f"ascon-aead128+{parts}")
    with pytest.raises(CallError, match="unknown algorithm"):
        catalog.find("ascon-128+tag=8")


def test_known_answers_are_the_official_ones_cut_and_masked():
    """Each record is that of the official file, with a shorter tag and the nonce that the second
    key makes of it; the file is checked as its base's.
    """
    for whole, record in zip(
        kat_records.records(BASE.name), kat_records.records(BOTH), strict=True
    ):
        fields, size = record.fields, len(whole.fields["PT"])
        assert fields["CT"] == whole.fields["CT"][: size + 8]
        assert fields["Key"][:16] == whole.fields["Key"]
        assert xor(fields["Nonce"], fields["Key"][16:]) == whole.fields["Nonce"]
        assert genkat.recompute(catalog.find(BOTH), record) == fields
    assert genkat.check(BOTH)["passed"]
