# SPDX-License-Identifier: Apache-2.0
"""The records of a primitive's known-answer file."""

import dataclasses

from cipherfab import catalog
from cipherfab.verify.answers import kat_records


def test_records_of_a_primitive_follow_the_published_ones():
    """A file that begins with published vectors goes on with zeros, ones, counting bytes, single
    bits and SHAKE128.
    """
    entry = catalog.find("ascon-p-8")
    published = dataclasses.replace(
        entry.known_answers, published=(("published", ("AB" * 40,)),), records=10
    )
    records = list(
        kat_records._primitive_records(dataclasses.replace(entry, known_answers=published))
    )
    sources = ["published", "zero", "ones", "incrementing", *["single-bit"] * 4, *["shake128"] * 2]
    assert [record.source for record in records] == sources
    assert [record.count for record in records] == list(range(1, 11)) and records[0].fields[
        "In"
    ] == b"\xab" * 40
