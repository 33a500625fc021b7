"""The cores of Ascon's AEADs and hashes: `over_permutation` around Ascon-p, whole or by columns."""

from ..architectures.iterated.full import SingleCycle
from ..architectures.iterated.iterated import Iterated
from ..architectures.serial.by_column import SerialColumns
from ..ciphers.ascon import ascon_p
from ..ciphers.ascon_by_column import ascon_columns
from ..modes.duplex import DuplexAead, DuplexHash
from ..primitives.primitive import Primitive
from .over_permutation import OverPermutation
from .wanted import Wanted

MODELS = (DuplexAead,)

SERIAL = True


def duplex_primitive(aead: DuplexAead, hash_function: DuplexHash | None) -> Primitive:
    """The permutation that a core for these needs: all their round counts."""
    counts = {*aead.rounds, *(hash_function.rounds if hash_function else ())}
    return ascon_p(*sorted(counts, reverse=True))


def make(wanted: Wanted) -> OverPermutation:
    """The controller for a core. The first half of a nonce in two parts is loaded into x3."""
    primitive = duplex_primitive(wanted.aead, wanted.hash)
    loadable = {"x3"} if wanted.aead.parts["nonce"] > 1 else set()
    if wanted.architecture == "full":
        permutation = SingleCycle(primitive, loadable)
    elif wanted.architecture == "serial":
        columns = ascon_columns(*primitive.rounds)
        permutation = SerialColumns(columns, wanted.factor, feedback=True, loadable=loadable)
    else:
        permutation = Iterated(primitive, unrolled=wanted.factor, feedback=True, loadable=loadable)
    return OverPermutation(wanted.aead, wanted.hash, permutation)
