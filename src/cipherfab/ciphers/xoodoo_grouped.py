# SPDX-License-Identifier: Apache-2.0
"""Xoodoo whose theta adds up in other orders than the text: the same function, another circuit for
synthesis to start from.

Source: see `xoodoo`, whose layers these are.
"""

from functools import partial

from ..primitives.properties import Bijection
from .xoodoo import LANE, Plane, add, add_effect, xoodoo


def _last(a: list[Plane]) -> list[Plane]:
    return add_effect(a, add(add(a[1], a[2]), a[0]))


def _outer(a: list[Plane]) -> list[Plane]:
    return add_effect(a, add(add(a[0], a[2]), a[1]))


GROUPINGS = {"last": _last, "outer": _outer}
"""Which planes theta adds up first for the column parity: the last two, or the outer two."""


def groupings(rounds: int) -> dict:
    """What makes Xoodoo[rounds] in each of the `GROUPINGS`, by name."""
    return {name: partial(xoodoo, rounds, theta) for name, theta in GROUPINGS.items()}


PROPERTIES = tuple(
    Bijection(of=theta, shape=((LANE,) * 4,) * 3, name=f"theta, {name}")
    for name, theta in GROUPINGS.items()
)
