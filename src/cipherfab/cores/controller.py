# SPDX-License-Identifier: Apache-2.0
"""The controller of an AEAD's mode or of a hash, with the primitive in it, from a core name."""

from amaranth.lib.wiring import Component

from ..catalog import ALGORITHMS, Kind, find
from ..controllers import controller_of
from ..controllers.request import Request
from ..errors import CallError
from ..modes.model import AeadModel, HashModel
from ..modes.sponge_hash import SpongeXof
from .corename import CoreName


def controller(core: CoreName) -> Component:
    """The controller of its mode, with the primitive in it: the core without the bus.

    Raises:
        CallError: the mode has no hardware yet.
    """
    module = controller_of(core.algorithm.model)
    if module is None:
        within = [
            f"{name}/round,hash,xof"
            for name, entry in ALGORITHMS.items()
            if core.algorithm.name in entry.xofs
        ]
        if within:
            raise CallError(
                f"{core.algorithm.name} has no core of its own. It is in {', '.join(within)}, "
                f"chosen by the instruction; `cipherfab verify {core.algorithm.name} --model` "
                f"verifies the model."
            )
        raise CallError(
            f"{core.algorithm.name} has a software model but no hardware core yet; "
            f"`cipherfab verify {core.algorithm.name} --model` verifies the model. "
            f"AEADs and hashes with a core: "
            f"{_listed(controller_of)}."
        )
    return module.make(
        Request(
            aead=aead(core),
            hash=hash_function(core),
            xofs=xofs(core),
            architecture="folded" if core.fold else core.architecture,
            factor=1 if core.fold else core.factor,
            fold=core.fold,
            strategy=core.strategy,
            gadget=core.gadget,
            decrypts=not core.enconly,
            inplace=core.inplace,
            comparator=core.comparator,
            tag_bytes=core.truncated,
            ahead=core.ahead,
            enables=core.enables,
            bitserial=core.bitserial,
            bus=core.bus,
            buffer_bytes=core.buffer,
        )
    )


def _listed(chosen) -> str:
    return ", ".join(name for name, entry in ALGORITHMS.items() if chosen(entry.model))


def aead(core: CoreName) -> AeadModel | None:
    """The model of the AEAD of a core, or None if it only hashes."""
    return core.model if core.algorithm.kind is Kind.AEAD else None


def hash_function(core: CoreName) -> HashModel | None:
    """The model of the hash function of a core, or None."""
    if core.algorithm.kind is Kind.HASH:
        return core.algorithm.model
    return find(core.algorithm.companion).model if core.hash else None


def xofs(core: CoreName) -> tuple[SpongeXof, ...]:
    """The models of the functions with an output of any length of a core."""
    models = (find(name).model for name in core.algorithm.xofs if core.xof)
    return tuple(model for model in models if isinstance(model, SpongeXof))
