# SPDX-License-Identifier: Apache-2.0
"""`over_permutation` on shares, around a permutation whose products are gadgets."""

from ...architectures.protected.masked import Masked
from ...errors import CallError
from ...modes.sponge import SpongeAead
from ...primitives.by_gadgets import HIGHEST, by_gadgets
from ..request import Request
from .over_permutation import OverPermutation, shared_primitive

DOM = "dom"
"""The gadget of the cores that were checked whole, see docs/explanation/masking-aead.md: of order 1
alone, and of the modes whose controllers say so (`Takes`).
"""


def refusal(model: object) -> str:
    """Why a mode has no core on shares; empty: it has one.

    A received tag is compared as `comparison_on_shares` says: its sum with the right one goes into
    a state of zeros, and of the result bits are opened whose right value is public. So the tag is
    one part of the state, and the permutation has no key.
    """
    if not isinstance(model, SpongeAead):
        return "expected an AEAD over a permutation that is described by its events."
    if not model.compares_on_shares:
        return (
            "expected an AEAD of which a tag comes in one part, which a run mixes into the first "
            "bits of the state, got another one."
        )
    if not model.multiplies:
        return (
            "expected an AEAD over a permutation with ANDs alone, got one with sums modulo a power "
            "of two, or look-ups."
        )
    # Such a mode has a comparison of its own, for which the rest need not hold.
    if model.compares_by_key:
        return ""
    if model.prepares:
        return "expected an AEAD without runs in front of the nonce, got one with."
    if "key" in model.permutation.inputs:
        return "expected an AEAD over a permutation without a key, got one with."
    return ""


def fits(model: object) -> bool:
    """Whether a mode has a core on shares."""
    return not refusal(model)


def make(request: Request) -> OverPermutation:
    """The controller for a core on shares.

    Raises:
        CallError: a masked core of another kind than there is.
    """
    if refused := refusal(request.aead):
        raise CallError(f"masked: {refused}")
    if request.hash:
        raise CallError(
            "masked: an AEAD on shares has no hash beside it, since `leakage` plays none. Leave "
            "hash and xof out; a core without masked beside this one hashes what is public."
        )
    if request.comparator:
        raise CallError("comparator does not go with masked=d: no tag is compared there.")
    if request.gadget == DOM and request.factor != 1:
        raise CallError(
            f"masked: expected gadget=hpc2 or hpc3 of an AEAD with masked=2 to masked={HIGHEST}, "
            f"got gadget={DOM}, which goes with masked=1."
        )
    primitive, loadable = shared_primitive(request.aead, None)
    # A run begins with the shares in the permutation's registers: docs/explanation/masking-aead.md.
    refreshed = request.gadget == DOM
    multiplied = request.aead.multiplied(primitive)
    masked = by_gadgets(multiplied, request.factor, request.gadget, refreshed=refreshed)
    component = Masked(masked, waits=True, loadable=loadable)
    return OverPermutation(request.aead, None, component, shares=masked.shares)
