# SPDX-License-Identifier: Apache-2.0
"""Signatures of the bus side of an LWC core; those of the mode's side are in
`controllers.ports`."""

from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..controllers.ports import Phase


def bus(width: int) -> wiring.Signature:
    """One of the API's streams: ``data``, ``valid``, ``ready``; seen from the side that sends."""
    return wiring.Signature({"data": Out(width), "valid": Out(1), "ready": In(1)})


def words(width: int, shares: int = 1) -> wiring.Signature:
    """Input words with their meaning: from the pre-processor to the block buffer.

    The fields are those of `controllers.ports.blocks`. ``open``: more of this phase may follow, or
    nothing. A block that such a word fills is kept until a word without bytes says with ``last``
    which it was. ``shares``: ``data`` has a word of each of them, share 0 at the top.
    """
    return wiring.Signature({"data": Out(shares * width), "mask": Out(width // 8),
                             "phase": Out(Phase), "last": Out(1), "open": Out(1),
                             "valid": Out(1), "ready": In(1)})  # fmt: skip
