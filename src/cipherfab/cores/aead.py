# SPDX-License-Identifier: Apache-2.0
"""AEADs and hashes with the LWC API: from a core name to the component that is emitted."""

from ..lwc.core import LwcCore
from ..lwc.guarded import Guarded
from .controller import aead, controller, hash_function
from .corename import CoreName


def lwc_component(core: CoreName) -> LwcCore | Guarded:
    """The hardware of an AEAD or a hash with the LWC API.

    Raises:
        CallError: as `controller`.
    """
    found = LwcCore(
        controller(core),
        aead(core),
        hash_function(core),
        width=core.bus,
        registered=core.registered,
        inplace=core.inplace,
        key_limit=core.keylimit,
    )
    return Guarded(found, withheld=core.withheld) if core.withheld else found
