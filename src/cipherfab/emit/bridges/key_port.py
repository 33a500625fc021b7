# SPDX-License-Identifier: Apache-2.0
"""Keys on a port of their own, in place of words that a bus writes: what a key manager drives.

A bridge with a key port has no way to the core's SDI but this one, so that no master on the bus can
load a key. It can only ask for the next key of the port, by the instruction that activates one.
"""

from typing import Any

from ... import catalog
from ...design import Design, LwcInterface
from ...errors import CallError
from ..texts import filled

PORTS = """\
    input wire [{bits}-1:0] key,
    input wire key_valid,
    output wire key_ready,
"""
"""Of a bridge, beside those of its bus."""

INSTANCE = """\
  wire [{width}-1:0] sdi_data;
  wire sdi_valid;
  wire sdi_ready;
  {top}_key_port key_port (
      .clk({clock}),
      .rst(core_rst),
      .key(key),
      .key_valid(key_valid),
      .key_ready(key_ready),
      .sdi_data(sdi_data),
      .sdi_valid(sdi_valid),
      .sdi_ready(sdi_ready)
  );
  wire sdi_lost = 1'b0;"""
"""In place of the FIFO in front of SDI, of which no word is lost. The bridge has ``core_rst``."""


def keyed(design: Design) -> tuple[int, int]:
    """Bytes of the core's key, and bits of its SDI.

    Raises:
        CallError: it takes no key.
    """
    interface = design.interface
    if not isinstance(interface, LwcInterface) or interface.aead is None:
        raise CallError(
            f"--key-port: expected a core that takes a key, got {design.name}. "
            f"Leave --key-port out."
        )
    model: Any = catalog.find(interface.aead).model
    return model.key_bytes, interface.sdi_width


def ports(design: Design) -> str:
    """Lines that declare the port."""
    return PORTS.format(bits=8 * keyed(design)[0])


def instance(design: Design, clock: str) -> str:
    """What stands in a bridge in place of the FIFO in front of SDI."""
    return INSTANCE.format(width=keyed(design)[1], top=design.top, clock=clock)


def key_port_module(design: Design) -> dict[str, str]:
    """The module, by the name of its file.

    Raises:
        CallError: see `keyed`.
    """
    size, width = keyed(design)
    words = [
        word
        # An instruction is a word of the bus; a header has 32 bits, in as many words as that takes.
        for name, bits in (("instruction", width), ("header", 32), ("key", 8 * size))
        for word in _words(name, bits, width)
    ]
    count = (len(words) - 1).bit_length()
    text = filled(
        "bridges/key_port.v",
        TOP=design.top,
        WIDTH=width,
        KEY=size,
        KEY_BITS=8 * size,
        COUNT_BITS=count,
        LAST_WORD=len(words) - 1,
        # The opcode is the top 4 bits of an instruction; all others are 0.
        ZEROS=width - 4,
        WORDS="\n".join(
            f"      {count}'d{number}: sdi_data = {word};" for number, word in enumerate(words)
        ),
    )
    return {f"{design.top}_key_port.sv": text}


def _words(name: str, bits: int, width: int) -> list[str]:
    """A signal in words of ``width`` bits, its top first; the last word is filled with zeros."""
    words = []
    for top in range(bits, 0, -width):
        low = max(0, top - width)
        part = name if (top, low) == (bits, 0) else f"{name}[{top - 1}:{low}]"
        missing = width - (top - low)
        words.append(f"{{{part}, {missing}'d0}}" if missing else part)
    return words
