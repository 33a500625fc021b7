# SPDX-License-Identifier: Apache-2.0
"""What hangs together because it has variables in common."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


def connected(items: Iterable[T], variables: Callable[[T], Any]) -> list[list[T]]:
    """Items that have variables in common, directly or over others, together.

    Args:
        variables: of an item, as a set or as a set of bits.
    """
    found: list[tuple[Any, list[T]]] = []
    for item in items:
        own, members, apart = variables(item), [item], []
        for part in found:
            if part[0] & own:
                # An item may join several parts that had nothing in common before, so the search
                # goes on.
                own, members = own | part[0], members + part[1]
            else:
                apart.append(part)
        found = [*apart, (own, members)]
    return [members for _, members in found]
