# SPDX-License-Identifier: Apache-2.0
"""AEADs and hashes with the LWC API: from a core name to the component that is emitted, and what
others need to know of its ports.
"""

from ..catalog import Kind, find
from ..catalog.optioned import name_of
from ..controllers.contract import Controller
from ..design import LwcInterface, Masking
from ..errors import CallError
from ..lwc.core import LwcCore
from ..lwc.guarded import Guarded
from ..lwc.streamregister import PLACES
from ..modes.model import AeadModel
from .controller import aead, controller, hash_function
from .corename import CoreName
from .self_test import self_test


def lwc_component(core: CoreName) -> LwcCore | Guarded:
    """The hardware of an AEAD or a hash with the LWC API.

    Raises:
        CallError: as `controller`; or the core has a turn, and registers on the bus.
    """
    mode = controller(core)
    if core.registered and mode.turn_cycles > 1:
        # A register would take an instruction in any cycle, and the core in one of each turn.
        raise CallError(
            f"registered does not go with {core.architecture}={core.factor}: the cycles of a "
            f"message would depend on when it comes."
        )
    found = LwcCore(
        mode,
        served(core),
        hash_function(core),
        width=core.bus,
        registered=core.registered,
        inplace=core.inplace,
        key_limit=core.keylimit,
        mask_bytes=core.model.nonce_bytes if core.noncemasking else 0,
        indicates=core.indicator,
    )
    # Without a guard there is no module around the core, and no gate for it.
    if not (core.withheld or core.selftest or core.zeroise):
        return found
    return Guarded(
        found,
        withheld=core.withheld,
        self_test=self_test(lwc_interface(core, found.mode)) if core.selftest else None,
        zeroises=core.zeroise,
    )


def served_name(core: CoreName) -> str:
    """The catalog name of the AEAD, with what the options of the core make of it."""
    return name_of(core.algorithm, tag_bytes=core.truncated, masks_nonce=core.noncemasking)


def served(core: CoreName) -> AeadModel | None:
    """The model of the AEAD as it is on the bus, whose tag and key may be others than those of the
    controller; None of a core that only hashes.
    """
    if not (core.truncated or core.noncemasking):
        return aead(core)
    model = find(served_name(core)).model
    assert isinstance(model, AeadModel)
    return model


def lwc_interface(core: CoreName, mode: Controller) -> LwcInterface:
    """The ports of an AEAD or a hash, whose controller is ``mode``."""
    guards = {"self_tests": core.selftest, "zeroises": core.zeroise, "indicates": core.indicator}
    if core.algorithm.kind is Kind.HASH:
        return LwcInterface(
            width=core.bus, sdi_width=core.bus, hash=core.algorithm.name, decrypts=False, **guards
        )
    return LwcInterface(
        width=core.bus,
        sdi_width=core.bus,
        aead=served_name(core),
        hash=core.algorithm.companion if core.hash else None,
        xofs=core.algorithm.xofs if core.xof else (),
        decrypts=not core.enconly,
        buffer_bytes=mode.buffer_bytes,
        most_ad_bytes=mode.most_ad_bytes,
        withheld_bytes=core.withheld or None,
        key_limit=core.keylimit or None,
        calls=mode.calls,
        turn=mode.turn_cycles,
        # The register on SDI takes so many words before the core asks for them.
        sdi_ahead=PLACES if core.registered else 0,
        masking=_masking(core, mode),
        **guards,
    )


def _masking(core: CoreName, mode: Controller) -> Masking | None:
    """What an AEAD has in shares."""
    if mode.shares == 1:
        return None
    return Masking(
        inputs=("pdi", "sdi"),
        outputs=("do",),
        random=mode.random_bits,
        shares=mode.shares,
        order=core.factor,
    )
