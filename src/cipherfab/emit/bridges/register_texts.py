# SPDX-License-Identifier: Apache-2.0
"""What the templates of register bridges say of options: the last service, keys on a port, several
masters.
"""

from ...design import Design, LwcInterface
from ..guards import guard_ports
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

GUARDS = """\
  reg {
    desc = "Self-test and zeroisation, as the core tells them.";
    default hw = w;
@FIELDS@  } GUARDS @ 0x24;

"""
GUARD_FIELDS = {
    "tested": ("Behind the last reset all known answers were right.", 0),
    "failed": ("One was wrong: the core does nothing until a reset.", 1),
    "zeroised": ("Key, state and blocks are cleared, and so are the FIFOs; no word came since.", 2),
}
"""The register of one with ``selftest`` or ``zeroise``: what each output of the core means, and its
bit.
"""

WINDOW = """\
  external mem {
    name = "SDI";
    desc = "Secret data in: keys. As PDI.";
    memwidth = 32; mementries = 16; sw = w;
  } SDI@NUMBER@ @ @SDI_AT@;

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
    @TO@.STATUS.sdi_space.next = @GATE_8@sdi_space;
    to_registers.SDI@NUMBER@.wr_ack = from_registers.SDI@NUMBER@.req;
"""
KEY_TOLD = """\
    @TO@.STATUS.key_waits.next = @GATE@key_valid;
"""
GUARDS_TOLD = {
    "service": "    @TO@.SERVICE.opcode.next = @GATE_4@service;\n",
    "outcome": "    @TO@.SERVICE.outcome.next = @GATE_2@outcome;\n",
    "tested": "    @TO@.GUARDS.tested.next = tested;\n",
    "failed": "    @TO@.GUARDS.failed.next = failed;\n",
    "zeroised": "    @TO@.GUARDS.zeroised.next = zeroised & ~pdi_valid@NO_KEY@;\n",
}
"""What is told of the outputs that a core has beside those of the API."""

OWNER_TOLD = """\
    @TO@.STATUS.mine.next = mine[@NUMBER@];
    @TO@.STATUS.free.next = mine == 0;
    @TO@.INTERRUPT.refused.next = refused[@NUMBER@];
"""
"""What a master is told, see `masters.told`."""

SDI_ASKED = """\
  wire sdi_write = from_registers.SDI.req;
  wire [31:0] sdi_bytes = from_registers.SDI.wr_data & from_registers.SDI.wr_biten;
"""
"""What the only master asks of SDI."""

OF_MASTERS = {
    "MASTERS_SAID": " Of each of @MASTERS@ masters: the page at a multiple of 0x1000.",
    "MASTERS_FEATURE": """\
    field { desc = "Masters, each with a page of registers."; } masters[28:24] = @MASTERS@;
""",
    "MASTERS_CONTROL": """\
    field {
      desc = "Write 1: the core is this master's, if it is nobody's. Reads as 0.";
      sw = w; hw = r; singlepulse;
    } claim[1:1] = 0;
    field {
      desc = "Write 1: the core, if it is this master's, is reset and is nobody's. Reads as 0.";
      sw = w; hw = r; singlepulse;
    } unclaim[2:2] = 0;
""",
    "MASTERS_STATUS": """\
    field { desc = "The core is this master's. Else all levels are 0."; } mine[26:26];
    field { desc = "The core is nobody's."; } free[27:27];
""",
    "MASTERS_ENABLE": """\
    field { desc = "See INTERRUPT."; } refused[6:6] = 0;
""",
    "MASTERS_INTERRUPT": """\
    field {
      desc = "PDI, SDI, DO or a reset was asked for, and the core was not this master's.
              Nothing was done.";
      intr;
    } refused[6:6] = 0;
""",
    "MASTERS_INTERRUPTS": """\
  INTERRUPT.refused->enable = INTERRUPT_ENABLE.refused;
""",
}
"""What the description says where there are several masters."""

KEYS_SAID = """\
// A key that is not NULL asks for the next one of the core's key port. Its bytes are not read.
"""
"""What the driver says of keys with such a port."""


CLEARED = ". All of them are cleared, see _guards"
"""What the driver says of a reset with ``zeroise``."""


def of_guards(interface: LwcInterface) -> dict[str, str | int]:
    """What the templates say of outputs that a core has beside those of the API."""
    outputs = [name for name, way, _, _ in guard_ports(interface) if way == "out"]
    fields = "".join(
        f'    field {{ desc = "{text}"; }} {name}[{bit}:{bit}];\n'
        for name, (text, bit) in GUARD_FIELDS.items()
        if name in outputs
    )
    registers = SERVICE * interface.indicates + GUARDS.replace("@FIELDS@", fields) * bool(fields)
    return {
        "TELLS": int(interface.indicates),
        "GUARDED": int(bool(fields)),
        # The bits of `tested` and `zeroised`.
        "GUARDED_BITS": interface.self_tests | interface.zeroises << 2,
        "CLEARS": int(interface.zeroises),
        "GUARDS": registers,
        "RESET_SAID": CLEARED * interface.zeroises,
    }


def of_keys(design: Design, key_port: bool) -> dict[str, str]:
    """What the templates say of keys."""
    if key_port:
        return {"KEY_PORTS": ports(design), "SDI_WINDOW": "", "SDI_LEVEL": KEY_WAITS}
    return {"KEY_PORTS": "", "SDI_WINDOW": WINDOW, "SDI_LEVEL": LEVEL}


def of_masters(masters: int) -> dict[str, str]:
    """What the description says of several masters; nothing of one."""
    said = OF_MASTERS if masters > 1 else dict.fromkeys(OF_MASTERS, "")
    return {name: text.replace("@MASTERS@", str(masters)) for name, text in said.items()}
