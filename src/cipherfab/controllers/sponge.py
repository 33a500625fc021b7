"""The cores of every other mode and hash that is described by its events: `over_permutation` around its permutation."""

from ..architectures.iterated.full import SingleCycle
from ..architectures.iterated.iterated import Iterated
from ..modes.sponge import SpongeAead
from ..modes.sponge_hash import SpongeHash
from .over_permutation import OverPermutation, shared_primitive
from .wanted import Wanted

MODELS = (SpongeAead, SpongeHash)


def make(wanted: Wanted) -> OverPermutation:
    """The controller for a core."""
    primitive, loadable = shared_primitive(wanted.aead, wanted.hash)
    if wanted.architecture == "bits":
        primitive = wanted.aead.permutation_by(wanted.factor)
    if wanted.architecture == "full":
        permutation = SingleCycle(primitive, loadable)
    else:
        held = {"key"} & primitive.inputs.keys()
        unrolled = 1 if wanted.architecture == "bits" else wanted.factor
        permutation = Iterated(primitive, unrolled=unrolled, feedback=("x",), loadable=loadable, held=held)
    return OverPermutation(wanted.aead, wanted.hash, permutation, decrypts=wanted.decrypts)
