# SPDX-License-Identifier: Apache-2.0
"""Definitions of which is still to be proved that they are uniform, and which may be next."""

from collections.abc import Mapping

from .polynomials import Polynomial


class Unproved:
    """Definitions that are still to be proved uniform.

    Attributes:
        left: by variable.
        support, readers: variables of each, and which have a variable.
        waiting, candidates: those that may be peeled now, and those whose block may be taken away
            now.
    """

    def __init__(self, left: Mapping[int, Polynomial]):
        self.left: dict[int, Polynomial] = {}
        self.support: dict[int, frozenset[int]] = {}
        self.readers: dict[int, set[int]] = {}
        self.waiting: list[int] = []
        self.candidates: list[int] = []
        # Both lists are popped from the end, so the lowest number is looked at first.
        for number, definition in sorted(left.items(), reverse=True):
            self.add(number, definition)

    def add(self, number: int, definition: Polynomial) -> None:
        """One more."""
        self.left[number], self.support[number] = definition, frozenset(definition.variables())
        for source in self.support[number]:
            self.readers.setdefault(source, set()).add(number)
        self.waiting.append(number)
        self.candidates.append(number)

    def remove(self, number: int) -> None:
        """It is proved; those that have variables of it are looked at again."""
        del self.left[number]
        for source in self.support.pop(number):
            self.readers[source].discard(number)
            others = sorted(self.readers[source]) if source >= 0 else []
            self.waiting += others
            self.candidates += others

    def private(self, number: int) -> list[int]:
        """Variables that are added to one and are in no other and in none of its products."""
        products = {source for term in self.left[number].nonlinear() for source in term}
        return [
            source
            for source in self.left[number].linear()
            if source >= 0 and len(self.readers[source]) == 1 and source not in products
        ]
