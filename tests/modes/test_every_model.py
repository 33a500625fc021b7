# SPDX-License-Identifier: Apache-2.0
"""What every AEAD and hash of the catalog promises.

That each regenerates its official file is in `tests/catalog/test_catalog.py`. What is particular to
a mode is in the mode's own file.
"""

import pytest

from cipherfab.catalog import ALGORITHMS, Kind

from .known_outputs import LAST, LONG
from .roundtrip import (
    assert_decryption_inverts,
    assert_forgeries_are_rejected,
    assert_last_official_record,
    assert_long_inputs,
    assert_pieces_do_not_matter,
)

NO_SECURITY = {"dummy-lwc", "paeq-128"}
"""Those that accept some forgeries. PAEQ's tag of an empty message does not depend on the nonce."""

SLOW = (
    "isap-",
    "aes-poet-",
    "hs1-siv-",
    "joltik-",
    "paeq-",
    "lilliput-",
    "paef-",
    "saef-",
    "skinny-aead-",
    "romulus-m",
    "romulus-t",
    "deoxys-ii-256",
)
"""Families of which one model takes a second or more; its smallest members are tried at once."""

QUICK = (
    "isap-a-128a",
    "lilliput-i-128",
    "paef-forkskinny-64-192",
    "saef-forkskinny-128-192",
    "skinny-aead-m6",
)


def _marked(kind: Kind, without=frozenset()) -> list:
    """The names of this kind, the slow ones marked."""
    names = [
        name
        for name, algorithm in ALGORITHMS.items()
        if algorithm.kind is kind and name not in without
    ]
    slow = {name for name in names if name.startswith(SLOW) and name not in QUICK}
    return [pytest.param(name, marks=pytest.mark.slow) if name in slow else name for name in names]


@pytest.mark.parametrize("name", _marked(Kind.AEAD))
def test_decryption_inverts_encryption(name):
    """The message comes back at all lengths around block boundaries, from a ciphertext of its
    length and a tag.
    """
    assert_decryption_inverts(name)


@pytest.mark.parametrize("name", _marked(Kind.AEAD, NO_SECURITY))
def test_forgeries_are_rejected(name):
    """One changed bit anywhere, a zero after the associated data, or a tag cut short gives None."""
    assert_forgeries_are_rejected(name)


@pytest.mark.parametrize("name", _marked(Kind.HASH))
def test_pieces_do_not_matter(name):
    """A message absorbed in pieces has the digest of the whole."""
    assert_pieces_do_not_matter(name)


@pytest.mark.parametrize("name", LAST)
def test_last_official_record(name):
    """The record in which all fields are longest is that of the official file."""
    assert_last_official_record(name, LAST[name])


@pytest.mark.parametrize("name", LONG)
def test_inputs_of_many_blocks(name):
    """Counters, masks and key updates run on as in another implementation."""
    assert_long_inputs(name, LONG[name])
