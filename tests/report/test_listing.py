# SPDX-License-Identifier: Apache-2.0
"""Any mappings as a table."""

from cipherfab.report.listing import listing
from cipherfab.report.printing import text

ENTRIES = [{"third_party": "ascon-128", "architectures": ["round", "full"], "hash": None}]


def test_any_mappings_are_listed():
    """Columns are the keys, as they are or as words; lists are joined."""
    header, line = text(listing(ENTRIES, worded=True)).splitlines()
    assert header.split("  ") == ["Third party", "Architectures", "Hash"] and "round, full" in line
    assert text(listing(ENTRIES)).startswith("third_party  architectures  hash")


def test_every_entry_has_a_cell_in_every_column():
    """A key that one entry alone has is a column; what others lack is a dash, and columns that are
    named are the only ones.
    """
    _, first, second = text(listing([{"a": 1}, {"a": 2.5, "b": True}])).splitlines()
    assert (first.split(), second.split()) == (["1", "–"], ["2.500", "✓"])
    assert text(listing([{"a": 1, "b": 2}], ["b"])).splitlines() == ["b", "2"]
