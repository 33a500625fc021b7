"""AEADs with the LWC API: from a core name to the component that is emitted."""

from amaranth.lib.wiring import Component

from ..catalog import ALGORITHMS, find
from ..controllers import controller_of, has_serial
from ..controllers.wanted import Wanted
from ..errors import CallError
from ..lwc.core import LwcCore
from ..modes.model import HashModel
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
    if core.architecture == "serial" and not has_serial(core.algorithm.model):
        raise CallError("serial: the mode takes its primitive a round at a time. AEADs with a serial core: "
                        f"{_listed(has_serial)}.")
    module = controller_of(core.algorithm.model)
    if module is None:
        raise CallError(f"{core.algorithm.name} has a software model but no hardware core yet. AEADs with a core: "
                        f"{_listed(controller_of)}.")
    return module.make(Wanted(
        aead=core.algorithm.model, hash=_hash_function(core), architecture=core.architecture, factor=core.factor,
        strategy=core.strategy, decrypts=not core.enconly, buffer_bytes=core.buffer))


def _listed(chosen) -> str:
    return ", ".join(name for name, entry in ALGORITHMS.items() if chosen(entry.model))


def _hash_function(core: CoreName) -> HashModel | None:
    return find(core.algorithm.companion).model if core.hash else None
