# SPDX-License-Identifier: Apache-2.0
"""The FIFOs on one clock in front of a core and behind it, as every bridge has them whose bus does
not wait for the core.
"""

from ..texts import filled

DEPTH_LOG2 = 4
"""Each FIFO has 16 words: as many as its window of addresses, so that a burst may fill it."""


def fifo(top: str) -> dict[str, str]:
    """The file with the FIFO, by its name.

    Args:
        top: the core's module.
    """
    return {f"{top}_fifo.sv": filled("bridges/fifo.v", TOP=top)}


def queues(top: str, width: int, *, clock: str, pdi: str, sdi: str) -> str:
    """A core and its FIFOs, inside a bridge.

    The bridge declares ``core_rst``, ``DepthLog2``, ``pdi_write``, ``sdi_write`` and ``do_read``;
    the word that it reads is ``do_out``.

    Args:
        top, width: the core's module, and bits of its words.
        clock: of the bridge.
        pdi, sdi: words of the bridge that are written.
    """
    text = filled("bridges/queues.v", TOP=top, WIDTH=width, CLOCK=clock, PDI=pdi, SDI=sdi)
    return "\n".join(text.splitlines()[2:])
