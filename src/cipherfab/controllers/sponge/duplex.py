# SPDX-License-Identifier: Apache-2.0
"""The cores of Ascon's AEADs: `over_permutation` around Ascon-p, whole, by columns, or on shares.
The hashes: `duplex_hash`.
"""

from ...architectures.serial.by_column import ColumnSerial
from ...ciphers.ascon_by_column import ascon_columns
from ...modes.duplex import DuplexAead
from ..contract import Takes
from ..request import Request
from . import general, on_shares
from .ahead import AheadOfPermutation, fits
from .bit_serial import BitSerialSponge
from .over_permutation import OverPermutation, shared_primitive

MODELS = (DuplexAead,)

TAKES = Takes(
    architectures=("serial",),
    masked=on_shares.fits,
    domains=True,
    folds=True,
    comparator=True,
    ahead=fits,
    wide=True,
    bits=True,
)


def make(request: Request) -> OverPermutation | BitSerialSponge:
    """The controller for a core.

    Raises:
        CallError: a masked core of another kind than there is.
    """
    # In front of the others: its architecture is ``serial`` too.
    if request.bitserial:
        return BitSerialSponge.of(request)
    if request.ahead:
        return AheadOfPermutation.of(request)
    if request.architecture != "serial":
        return general.make(request)
    primitive, loadable = shared_primitive(request.aead, request.hash)
    columns = ColumnSerial(
        ascon_columns(*primitive.rounds), request.factor, feedback=True, loadable=loadable
    )
    return general.around(request, columns)
