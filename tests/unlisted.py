# SPDX-License-Identifier: Apache-2.0
"""Algorithms that are in the catalog while a test runs."""

from cipherfab import catalog
from cipherfab.catalog import Algorithm, Kind
from cipherfab.catalog.algorithm import KnownAnswers


def listed(monkeypatch, name: str, model) -> None:
    """Puts an AEAD under a name into the catalog, until the test ends."""
    known_answers = KnownAnswers(sha256="")
    algorithm = Algorithm(
        name=name,
        kind=Kind.AEAD,
        title="",
        document="",
        version="",
        model=model,
        known_answers=known_answers,
    )
    monkeypatch.setitem(catalog.ALGORITHMS, name, algorithm)
