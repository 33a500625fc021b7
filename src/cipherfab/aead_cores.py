"""AEADs with the LWC API: from a core name to the component that is emitted, one function for each kind of mode."""

from .architectures.full import SingleCycle
from .architectures.iterated import Iterated
from .catalog import find
from .corename import CoreName
from .errors import CallError
from .lwc.core import LwcCore
from .modes.duplex import DuplexAead
from .modes.duplex_core import DuplexCore, duplex_primitive


def lwc_component(core: CoreName) -> LwcCore:
    """The hardware of an AEAD with the LWC API.

    Raises:
        CallError: the mode has no hardware yet, or the architecture does not fit it.
    """
    model = core.algorithm.model
    for kind, component in COMPONENTS.items():
        if isinstance(model, kind):
            return component(core)
    raise CallError(f"{core.algorithm.name} has a software model but no hardware core yet; cores exist for the Ascon family "
                    "and for all bare primitives.")


def _duplex(core: CoreName) -> LwcCore:
    aead = core.algorithm.model
    hash_function = find(core.algorithm.companion).model if core.hash else None
    primitive = duplex_primitive(aead, hash_function)
    loadable = {"x3"} if aead.block_bytes < aead.nonce_bytes else set()
    if core.architecture == "full":
        permutation = SingleCycle(primitive, loadable)
    else:
        permutation = Iterated(primitive, unrolled=core.factor, feedback=True, loadable=loadable)
    return LwcCore(DuplexCore(aead, hash_function, permutation), aead, hash_function, width=core.bus)


COMPONENTS = {DuplexAead: _duplex}
"""For each class of software models of AEADs, the function that builds its core."""
