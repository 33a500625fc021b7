# SPDX-License-Identifier: Apache-2.0
"""The cores of Ascon's AEADs: `over_permutation` around Ascon-p, whole, by columns, or on shares.
The hashes: `duplex_hash`.
"""

from ...architectures.protected.masked import Masked
from ...architectures.serial.by_column import ColumnSerial
from ...ciphers.ascon_by_column import ascon_columns
from ...errors import CallError
from ...modes.duplex import DuplexAead
from ...primitives.by_gadgets import by_gadgets
from ..contract import Takes
from ..request import Request
from . import general
from .ahead import AheadOfPermutation, fits
from .over_permutation import OverPermutation, shared_primitive

MODELS = (DuplexAead,)

TAKES = Takes(architectures=("serial", "masked"), folds=True, comparator=True, ahead=fits)

ORDER, GADGET = 1, "dom"
"""Of the masked cores: what was checked, see docs/explanation/masking.md."""


def make(request: Request) -> OverPermutation:
    """The controller for a core.

    Raises:
        CallError: a masked core of another kind than there is.
    """
    if request.architecture == "masked":
        return _on_shares(request)
    if request.ahead:
        return AheadOfPermutation.of(request)
    if request.architecture != "serial":
        return general.make(request)
    primitive, loadable = shared_primitive(request.aead, request.hash)
    columns = ColumnSerial(
        ascon_columns(*primitive.rounds), request.factor, feedback=True, loadable=loadable
    )
    return general.around(request, columns)


def _on_shares(request: Request) -> OverPermutation:
    if request.factor != ORDER or request.gadget != GADGET or request.hash:
        raise CallError(
            f"masked: an AEAD on shares takes masked={ORDER} with gadget={GADGET}, "
            f"and no hash beside it."
        )
    if request.comparator:
        raise CallError("comparator does not go with masked=d: no tag is compared there.")
    primitive, loadable = shared_primitive(request.aead, None)
    # A run begins with the shares in the permutation's registers: docs/explanation/masking.md.
    masked = by_gadgets(primitive, request.factor, request.gadget, refreshed=True)
    return OverPermutation(
        request.aead, None, Masked(masked, waits=True, loadable=loadable), shares=masked.shares
    )
