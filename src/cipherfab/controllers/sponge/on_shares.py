# SPDX-License-Identifier: Apache-2.0
"""`over_permutation` on shares, around a permutation whose products are gadgets."""

from ...architectures.protected.masked import Masked
from ...errors import CallError
from ...primitives.by_gadgets import by_gadgets
from ..request import Request
from .over_permutation import OverPermutation, shared_primitive

ORDER, GADGET = 1, "dom"
"""Of the masked cores: what was checked, see docs/explanation/masking-aead.md."""


def make(request: Request) -> OverPermutation:
    """The controller for a core on shares.

    Raises:
        CallError: a masked core of another kind than there is.
    """
    if request.factor != ORDER or request.gadget != GADGET or request.hash:
        raise CallError(
            f"masked: an AEAD on shares takes masked={ORDER} with gadget={GADGET}, "
            f"and no hash beside it."
        )
    if not request.aead.compares_on_shares:
        raise CallError(
            "masked: expected an AEAD of which a tag comes in one part, got one in several."
        )
    if request.aead.prepares:
        raise CallError(
            "masked: expected an AEAD without runs in front of the nonce, got one with."
        )
    if request.comparator:
        raise CallError("comparator does not go with masked=d: no tag is compared there.")
    primitive, loadable = shared_primitive(request.aead, None)
    # A run begins with the shares in the permutation's registers: docs/explanation/masking-aead.md.
    masked = by_gadgets(primitive, request.factor, request.gadget, refreshed=True)
    if masked.levels > 1:
        # What is checked of the whole core knows gadgets that read the state alone.
        raise CallError(
            f"masked: an AEAD on shares takes a permutation with one product in a row in a round, "
            f"got {primitive.name} with {masked.levels}."
        )
    return OverPermutation(
        request.aead, None, Masked(masked, waits=True, loadable=loadable), shares=masked.shares
    )
