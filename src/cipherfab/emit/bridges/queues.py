# SPDX-License-Identifier: Apache-2.0
"""The FIFOs on one clock in front of a core and behind it, as every bridge has them whose bus does
not wait for the core.
"""

from collections.abc import Collection

from ...design import Design, LwcInterface
from ..guards import tied
from ..texts import filled

DEPTH_LOG2 = 4
"""Each FIFO has 16 words: as many as its window of addresses, so that a burst may fill it."""


def fifo(top: str) -> dict[str, str]:
    """The file with the FIFO, by its name.

    Args:
        top: the core's module.
    """
    return {f"{top}_fifo.sv": filled("bridges/fifo.v", TOP=top)}


def queues(design: Design, *, clock: str, pdi: str, sdi: str, used: Collection[str] = ()) -> str:
    """A core and its FIFOs, inside a bridge.

    The bridge declares ``core_rst``, ``DepthLog2``, ``pdi_write``, ``sdi_write`` and ``do_read``;
    the word that it reads is ``do_out``.

    Args:
        design: the core, with the LWC API.
        clock: of the bridge.
        pdi, sdi: words of the bridge that are written.
        used: outputs of the core, beside those of the API, that the bridge has wires for.
    """
    interface = design.interface
    assert isinstance(interface, LwcInterface)
    text = filled(
        "bridges/queues.v",
        TOP=design.top,
        WIDTH=interface.width,
        CLOCK=clock,
        PDI=pdi,
        SDI=sdi,
        GUARDS=tied(interface, used),
    )
    return "\n".join(text.splitlines()[2:])
