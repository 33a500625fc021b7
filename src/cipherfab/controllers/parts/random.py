# SPDX-License-Identifier: Apache-2.0
"""The stream of random bits of a controller on shares, which goes on to its primitive."""

from typing import Any

from amaranth.lib.wiring import In, Out


def random_ports(bits: int) -> dict:
    """The ports of a controller for so many random bits in a clock; none for 0."""
    if not bits:
        return {}
    return {"random": In(bits), "random_valid": In(1), "random_ready": Out(1)}


def joined_random(core: Any, component: Any) -> list:
    """Assignments that join these ports with those of an `architectures.protected.masked.Masked`
    that ``waits``.
    """
    return [
        component.random.eq(core.random),
        component.random_valid.eq(core.random_valid),
        core.random_ready.eq(component.random_ready),
    ]
