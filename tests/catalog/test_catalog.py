# SPDX-License-Identifier: Apache-2.0
"""The catalog: names, and the known-answer file of every algorithm."""

from pathlib import Path

import pytest

from cipherfab import catalog
from cipherfab.catalog import ALGORITHMS, FAMILIES, XOFS, Kind
from cipherfab.errors import CallError
from cipherfab.verify.answers import genkat, kat_records

SLOW = {
    name
    for name in ALGORITHMS
    if name.startswith(
        (
            "isap-",
            "hs1-siv",
            "aes-poet",
            "joltik-",
            "paeq-",
            "romulus-",
            "paef-",
            "saef-",
            "aes-o",
            "aes-copa",
            "colm",
            "deoxys-i",
            "elephant-dumbo-v1",
            "elephant-jumbo-v1",
            "minalpher",
            "saturnin-ctr",
            "scream-1",
            "lilliput-i",
            "comet-128",
            "comet-64-cham",
            "oribatida",
            "drygascon128-",
            "skinny-aead-m",
            "acorn-",
        )
    )
} - {"minalpher-p"} | {"wage"}
"""Those whose file takes about three seconds or more. `tests/modes/test_every_model.py` has the
last record of them all.
"""

AEADS = [name for name, algorithm in ALGORITHMS.items() if algorithm.kind is Kind.AEAD]
HASHES = [name for name, algorithm in ALGORITHMS.items() if algorithm.kind is Kind.HASH]
WITH_MODELS = [*AEADS, *HASHES, *(n for n, entry in ALGORITHMS.items() if entry.kind in XOFS)]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in ALGORITHMS],
)
def test_known_answer_file_is_regenerated(name):
    """The whole known-answer file, written by the model, has the official SHA-256."""
    result = genkat.check(name)
    assert (
        result["passed"]
        and result["sha256"] == ALGORITHMS[name].known_answers.sha256
        and result["records"] > 0
    )


def test_families_are_the_modules_with_algorithms():
    """A family is any module with algorithms, in alphabetical order, and each algorithm knows which
    one it is in.
    """
    names = [family.__name__.rpartition(".")[2] for family in FAMILIES]
    files = sorted(path.stem for path in Path(catalog.__file__).parent.glob("*.py"))
    assert names == [
        name for name in files if name not in ("__init__", "algorithm", "dangers", "optioned")
    ]
    assert all(
        catalog.module_of(entry.name) == family.__name__
        for family in FAMILIES
        for entry in family.ALGORITHMS
    )


def test_names_are_unique_and_plain():
    """No two entries share a name, a check value or a title; names are lower case, so that they
    make file names.
    """
    entries = [algorithm for family in FAMILIES for algorithm in family.ALGORITHMS]
    assert len({entry.name for entry in entries}) == len(entries) == len(ALGORITHMS)
    assert len({entry.known_answers.sha256 for entry in entries}) == len(entries)
    assert all(
        name == entry.name == name.lower() and name.replace("-", "").isalnum()
        for name, entry in ALGORITHMS.items()
    )


@pytest.mark.parametrize("name", ALGORITHMS)
def test_entries_are_complete(name):
    """An AEAD, a hash, a XOF or a MAC has a model, anything else a primitive; document, version and
    check value are there.
    """
    entry = ALGORITHMS[name]
    assert (entry.model is not None, entry.mac is not None, entry.primitive is not None) == (
        name in WITH_MODELS,
        entry.kind is Kind.MAC,
        name not in WITH_MODELS and entry.kind is not Kind.MAC,
    )
    assert (
        entry.title
        and entry.document
        and entry.version
        and len(bytes.fromhex(entry.known_answers.sha256)) == 32
    )
    assert entry.companion is None or (name in AEADS and entry.companion in HASHES)


def test_first_outputs_are_those_of_the_models():
    """The first output that the catalog knows is what the model gives in the first record."""
    known = {
        name: entry.known_answers.first_output
        for name, entry in ALGORITHMS.items()
        if entry.known_answers.first_output
    }
    assert {"ascon-128", "ascon-hash256", "ascon-p-8"} <= set(known)
    for name, expected in known.items():
        assert (
            list(next(iter(kat_records.records(name))).fields.values())[-1].hex().upper()
            == expected
        )


@pytest.mark.parametrize(
    "wrong, near",
    [
        ("ascon128", "ascon-128"),
        ("ascon-128b", "ascon-128a"),
        ("ASCON-P-8", "ascon-p-8"),
        ("gift64", "gift-64"),
        ("zzz", "ace"),
    ],
)
def test_unknown_names_get_the_nearest(wrong, near):
    """An unknown name is refused with the nearest ones and where to find all."""
    with pytest.raises(CallError, match=f"unknown algorithm '{wrong}'.*{near}.*cipherfab list"):
        catalog.find(wrong)
