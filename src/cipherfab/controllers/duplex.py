# SPDX-License-Identifier: Apache-2.0
"""The cores of Ascon's AEADs and hashes: `over_permutation` around Ascon-p, whole or by columns."""

from ..architectures.serial.by_column import ColumnSerial
from ..ciphers.ascon_by_column import ascon_columns
from ..modes.duplex import DuplexAead, DuplexHash
from . import sponge
from .contract import Takes
from .over_permutation import OverPermutation, shared_primitive
from .wanted import Wanted

MODELS = (DuplexAead, DuplexHash)

TAKES = Takes(architectures=("serial",))


def make(wanted: Wanted) -> OverPermutation:
    """The controller for a core."""
    if wanted.architecture != "serial":
        return sponge.make(wanted)
    primitive, loadable = shared_primitive(wanted.aead, wanted.hash)
    columns = ColumnSerial(ascon_columns(*primitive.rounds),
                           wanted.factor, feedback=True, loadable=loadable)
    return OverPermutation(wanted.aead, wanted.hash, columns)
