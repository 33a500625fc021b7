# SPDX-License-Identifier: Apache-2.0
"""The cores of Ascon's AEADs: `over_permutation` around Ascon-p, whole, by columns, or on shares.
The hashes: `duplex_hash`.
"""

from ..architectures.protected.masked import Masked
from ..architectures.serial.by_column import ColumnSerial
from ..ciphers.ascon_by_column import ascon_columns
from ..errors import CallError
from ..modes.duplex import DuplexAead
from ..primitives.by_gadgets import by_gadgets
from . import sponge
from .contract import Takes
from .over_permutation import OverPermutation, shared_primitive
from .wanted import Wanted

MODELS = (DuplexAead,)

TAKES = Takes(architectures=("serial", "masked"), folds=True, comparator=True)

ORDER, GADGET = 1, "dom"
"""Of the masked cores: what was checked, see docs/masking.md."""


def make(wanted: Wanted) -> OverPermutation:
    """The controller for a core.

    Raises:
        CallError: a masked core of another kind than there is.
    """
    if wanted.architecture == "masked":
        return _on_shares(wanted)
    if wanted.architecture != "serial":
        return sponge.make(wanted)
    primitive, loadable = shared_primitive(wanted.aead, wanted.hash)
    columns = ColumnSerial(
        ascon_columns(*primitive.rounds), wanted.factor, feedback=True, loadable=loadable
    )
    return OverPermutation(wanted.aead, wanted.hash, columns, comparator=wanted.comparator)


def _on_shares(wanted: Wanted) -> OverPermutation:
    if wanted.factor != ORDER or wanted.gadget != GADGET or wanted.hash:
        raise CallError(
            f"masked: an AEAD on shares takes masked={ORDER} with gadget={GADGET}, "
            f"and no hash beside it."
        )
    if wanted.comparator:
        raise CallError("comparator does not go with masked=d: no tag is compared there.")
    primitive, loadable = shared_primitive(wanted.aead, None)
    # A run begins with the shares that the permutation's registers hold: see docs/masking.md.
    masked = by_gadgets(primitive, wanted.factor, wanted.gadget, refreshed=True)
    return OverPermutation(
        wanted.aead, None, Masked(masked, waits=True, loadable=loadable), shares=masked.shares
    )
