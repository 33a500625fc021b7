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


def queues(design: Design, *, clock: str, pdi: str, keys: str, used: Collection[str] = ()) -> str:
    """A core and its FIFOs, inside a bridge.

    The bridge declares ``core_rst``, ``DepthLog2``, ``pdi_write`` and ``do_read``; the word that it
    reads is ``do_out``.

    Args:
        design: the core, with the LWC API.
        clock: of the bridge.
        pdi: the word of the bridge that is written.
        keys: what drives ``sdi_data`` and ``sdi_valid``: `in_queue`, or `key_port.instance`.
        used: outputs of the core, beside those of the API, that the bridge has wires for.
    """
    interface = design.interface
    assert isinstance(interface, LwcInterface)
    return inside(
        "queues",
        PDI_QUEUE=in_queue(design.top, interface.width, port="pdi", clock=clock, word=pdi),
        KEYS=keys,
        TOP=design.top,
        WIDTH=interface.width,
        CLOCK=clock,
        GUARDS=tied(interface, used),
    )


def in_queue(top: str, width: int, *, port: str, clock: str, word: str) -> str:
    """The FIFO in front of PDI or SDI; the bridge declares ``pdi_write`` or ``sdi_write``.

    Args:
        top: the core's module.
        width: of its ``port``, which is ``pdi`` or ``sdi``.
        clock: of the bridge.
        word: of the bridge, which is written.
    """
    return inside("in_queue", PORT=port, WORD=word, TOP=top, WIDTH=width, CLOCK=clock)


def inside(template: str, ending: str = "v", /, **values) -> str:
    """A template of what stands in another text, without the two lines that say what it is."""
    return "\n".join(filled(f"bridges/{template}.{ending}", **values).splitlines()[2:])
