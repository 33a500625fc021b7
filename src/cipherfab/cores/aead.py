"""AEADs with the LWC API: from a core name to the component that is emitted, one function for each kind of mode."""

from amaranth.lib.wiring import Component

from ..architectures.forked.parallel import ForkParallel
from ..architectures.forked.round import ForkIterated
from ..architectures.iterated.bidirectional import Bidirectional
from ..architectures.iterated.full import SingleCycle
from ..architectures.iterated.iterated import Iterated, read_by
from ..architectures.serial.by_column import SerialColumns
from ..catalog import ALGORITHMS, find
from ..ciphers.ascon_by_column import ascon_columns
from ..controllers.cofb import CofbCore
from ..controllers.duplex import DuplexCore, duplex_primitive
from ..controllers.over_permutation import OverPermutation
from ..controllers.forkae import ForkCore
from ..controllers.paef import PaefCore
from ..controllers.romulus import RomulusCore
from ..controllers.saef import SaefCore
from ..controllers.sct2 import Sct2Core
from ..controllers.thetacb import ThetaCbCore
from ..errors import CallError
from ..lwc.core import LwcCore
from ..modes.cofb import Cofb
from ..modes.duplex import DuplexAead
from ..modes.model import HashModel
from ..modes.paef import Paef
from ..modes.romulus import RomulusN
from ..modes.saef import Saef
from ..modes.sct2 import Sct2
from ..modes.thetacb import ThetaCb3
from .names import CoreName


def lwc_component(core: CoreName) -> LwcCore:
    """The hardware of an AEAD with the LWC API.

    Raises:
        CallError: the mode has no hardware yet, or the architecture does not fit it.
    """
    return LwcCore(controller(core), core.algorithm.model, _hash_function(core), width=core.bus)


def controller(core: CoreName) -> Component:
    """The controller of its mode, with the primitive in it: the core without the bus.

    Raises:
        CallError: as `lwc_component`.
    """
    if core.architecture == "serial" and not isinstance(core.algorithm.model, SERIAL):
        raise CallError("serial: the mode takes its primitive a round at a time. AEADs with a serial core: "
                        f"{', '.join(name for name, entry in ALGORITHMS.items() if isinstance(entry.model, SERIAL))}.")
    for kind, make in CONTROLLERS.items():
        if isinstance(core.algorithm.model, kind):
            return make(core)
    known = [name for name, entry in ALGORITHMS.items() if isinstance(entry.model, tuple(CONTROLLERS))]
    raise CallError(f"{core.algorithm.name} has a software model but no hardware core yet. AEADs with a core: {', '.join(known)}.")


def _hash_function(core: CoreName) -> HashModel | None:
    return find(core.algorithm.companion).model if core.hash else None


def _duplex(core: CoreName) -> OverPermutation:
    aead, hash_function = core.algorithm.model, _hash_function(core)
    primitive = duplex_primitive(aead, hash_function)
    loadable = {"x3"} if aead.block_bytes < aead.nonce_bytes else set()
    if core.architecture == "full":
        permutation = SingleCycle(primitive, loadable)
    elif core.architecture == "serial":
        permutation = SerialColumns(ascon_columns(*primitive.rounds), core.factor, feedback=True, loadable=loadable)
    else:
        permutation = Iterated(primitive, unrolled=core.factor, feedback=True, loadable=loadable)
    return OverPermutation(aead, hash_function, permutation)


def _unrolled(core: CoreName) -> int:
    """Rounds in a clock of a mode's block cipher: ``full`` is all of them, on one register."""
    return core.algorithm.model.cipher.rounds[0] if core.architecture == "full" else core.factor


def _theta_cb(core: CoreName) -> ThetaCbCore:
    """Decryption needs the inverse cipher."""
    aead = core.algorithm.model
    architecture = Iterated if core.enconly else Bidirectional
    return ThetaCbCore(aead, architecture(aead.cipher, unrolled=_unrolled(core)), decrypts=not core.enconly)


def _romulus(core: CoreName) -> RomulusCore:
    """Decryption needs no inverse cipher."""
    aead = core.algorithm.model
    cipher = Iterated(aead.cipher, unrolled=_unrolled(core), feedback=("plaintext",))
    return RomulusCore(aead, cipher, decrypts=not core.enconly)


def _cofb(core: CoreName) -> CofbCore:
    """Decryption needs no inverse cipher. The registers of the block can be loaded and read, all but the key schedule's."""
    aead = core.algorithm.model
    block = read_by(aead.cipher.result, aead.cipher)
    cipher = Iterated(aead.cipher, unrolled=_unrolled(core), feedback=("plaintext",), loadable=block)
    return CofbCore(aead, cipher, decrypts=not core.enconly)


def _sct2(core: CoreName) -> Sct2Core:
    """Decryption needs no inverse cipher."""
    aead = core.algorithm.model
    return Sct2Core(aead, Iterated(aead.cipher, unrolled=_unrolled(core)), buffer_bytes=core.buffer, decrypts=not core.enconly)


def _forkae(core: CoreName) -> ForkCore:
    """Decryption needs the forkcipher backwards, with reconstruction of the right block."""
    aead = core.algorithm.model
    if core.architecture == "full":
        raise CallError("full: a mode over a forkcipher takes round or unrolled=k")
    architecture = ForkParallel if core.strategy == "parallel" else ForkIterated
    cipher = architecture(aead.cipher, unrolled=core.factor, encdec=not core.enconly)
    return (PaefCore if isinstance(aead, Paef) else SaefCore)(aead, cipher, decrypts=not core.enconly)


CONTROLLERS = {
    Cofb: _cofb, DuplexAead: _duplex, Paef: _forkae, RomulusN: _romulus, Saef: _forkae, Sct2: _sct2, ThetaCb3: _theta_cb}
"""For each class of software models of AEADs, the function that builds its controller."""

SERIAL = (DuplexAead,)
"""The classes of models with a serial core: their permutation is described column by column."""
