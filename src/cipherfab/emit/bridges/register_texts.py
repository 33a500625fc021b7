# SPDX-License-Identifier: Apache-2.0
"""What the templates of register bridges say of options: the last service, keys on a port."""

from ...design import Design
from .key_port import ports

SERVICE = """\
  reg {
    desc = "The last message, as the core tells it.";
    default hw = w;
    field {
      desc = "Its opcode: 2 encrypt, 3 decrypt, 8 hash, 10 XOF, 11 CXOF; 0: none yet.";
    } opcode[3:0];
    field { desc = "0 none, 1 under way, 2 success, 3 failure."; } outcome[9:8];
  } SERVICE @ 0x20;

"""
"""The register of a core with the option ``indicator``."""

WINDOW = """\
  external mem {
    name = "SDI";
    desc = "Secret data in: keys. As PDI.";
    memwidth = 32; mementries = 16; sw = w;
  } SDI @ 0x80;

"""
"""The register of keys that the bus writes."""

LEVEL = """\
    field { desc = "Words that SDI can take."; } sdi_space[15:8];
"""
KEY_WAITS = """\
    field { desc = "A key waits on its port."; } key_waits[25:25];
"""
"""Fields of STATUS that tell of them, and of keys that come by a port."""

WINDOW_TOLD = """\
    to_registers.STATUS.sdi_space.next = sdi_space;
    to_registers.SDI.wr_ack = sdi_write;
"""
KEY_TOLD = """\
    to_registers.STATUS.key_waits.next = key_valid;
"""

KEYS_SAID = """\
// A key that is not NULL asks for the next one of the core's key port. Its bytes are not read.
"""
"""What the driver says of keys with such a port."""


def of_keys(design: Design, key_port: bool) -> dict[str, str]:
    """What the templates say of keys."""
    if key_port:
        return {
            "KEY_PORTS": ports(design),
            "SDI_WINDOW": "",
            "SDI_LEVEL": KEY_WAITS,
            "KEYS_TOLD": KEY_TOLD,
        }
    return {"KEY_PORTS": "", "SDI_WINDOW": WINDOW, "SDI_LEVEL": LEVEL, "KEYS_TOLD": WINDOW_TOLD}
