# SPDX-License-Identifier: Apache-2.0
"""Register bridges for several masters: each has registers of its own, one page of addresses, and
one of them has the core at a time.

A bus of registers does not say which master writes. So the address says it: what keeps a master
from the others' pages, such as an MMU or a firewall on the bus, is the system's.
"""

from collections.abc import Collection, Mapping
from typing import Any

from ...errors import CallError
from ..texts import filled
from .queues import inside
from .register_texts import GUARDS_TOLD, KEY_TOLD, OWNER_TOLD, SDI_ASKED, WINDOW_TOLD, of_masters

STRIDE = 0x1000
"""Bytes from page to page: what an MMU keeps apart."""

MOST = 16
"""Masters of a bridge."""

ONE_BIT = {
    "claims": "page{0}.CONTROL.claim.value",
    "releases": "page{0}.CONTROL.unclaim.value",
    "resets": "page{0}.CONTROL.reset.value",
    "pdi_writes": "PDI{0}.req",
    "sdi_writes": "SDI{0}.req",
    "do_reads": "DO{0}.req",
}
"""What each master asks, by the name of the wires that have a bit for each of them."""

CHOSEN = {
    "pdi_bytes": (32, "PDI{0}.wr_data & from_registers.PDI{0}.wr_biten"),
    "sdi_bytes": (32, "SDI{0}.wr_data & from_registers.SDI{0}.wr_biten"),
    "pdi_burst": (8, "page{0}.THRESHOLD.pdi.value"),
    "do_burst": (8, "page{0}.THRESHOLD.do_level.value"),
}
"""The same of several bits, of which that of the core's master is taken: bits, and expression."""

GATED = (2, 4, 8, 32)
"""Bits of the values that a master is told."""

BURSTS = ("pdi_burst", "do_burst")
"""Of these nobody's is the largest, so that no DMA controller is asked for anything."""


def checked(masters: int) -> int:
    """The number of masters.

    Raises:
        CallError: there are none, or too many.
    """
    if not 1 <= masters <= MOST:
        raise CallError(f"--masters: expected 1 to {MOST} of them, got {masters}.")
    return masters


def described(about: Mapping[str, Any], masters: int) -> dict[str, str]:
    """The descriptions in SystemRDL by the name of their map: ``regs``, the registers of a master;
    with several also ``pages``, those of all.

    Args:
        about: what the templates say of the core, see `registers.values`.
        masters: how many.
    """
    said = {**of_masters(masters), **about}
    page = inside("page", "rdl", **said)
    made = ["the register block"] * (masters == 1) + ["the C header and the page"]
    regs = filled(
        "bridges/registers.rdl", PAGE=page, WINDOWS=_windows(about), MADE=", ".join(made), **said
    )
    if masters == 1:
        return {"regs": regs}
    each = [
        f"  {about['TOP']}_page page{number} @ {number * STRIDE:#x};\n{_windows(about, number)}"
        for number in range(masters)
    ]
    pages = filled(
        "bridges/pages.rdl", PAGE=page, PAGES="\n".join(each), STRIDE=f"{STRIDE:#x}", **about
    )
    return {"regs": regs, "pages": pages}


def _windows(about: Mapping[str, Any], number: int | None = None) -> str:
    """The windows of the streams of a page, or of the only one."""
    first = (number or 0) * STRIDE
    addresses = {
        f"{name}_AT": f"{first + offset:#x}"
        # Behind the registers, each with 16 words of 4 bytes.
        for name, offset in (("PDI", 0x40), ("SDI", 0x80), ("DO", 0xC0))
    }
    return inside(
        "windows",
        "rdl",
        SDI_WINDOW=about["SDI_WINDOW"],
        NUMBER="" if number is None else number,
        **addresses,
    )


def asked(masters: int, *, key_port: bool, clock: str, reset: str) -> str:
    """What the master that has the core asks, as wires of the bridge.

    Args:
        masters: how many.
        key_port: nobody writes keys.
        clock, reset: of the bridge, the latter as an expression.
    """
    if masters == 1:
        return inside("asked", SDI_ASKED="" if key_port else SDI_ASKED)
    signals = {name: text for name, text in ONE_BIT.items() if not (key_port and name[:3] == "sdi")}
    chosen = {name: text for name, text in CHOSEN.items() if not (key_port and name[:3] == "sdi")}
    return inside(
        "masters_asked",
        SIGNALS="\n".join(
            f"  wire [{masters - 1}:0] {name} = {{\n    {_joined(masters, text)}\n  }};"
            for name, text in signals.items()
        ),
        CHOSEN="\n".join(_chosen(masters, name, *text) for name, text in chosen.items()),
        SDI_WRITE="" if key_port else "  wire sdi_write = |(mine & sdi_writes);\n",
        # Writes, reads and resets: a claim or a release that does nothing is not refused.
        REFUSED=" | ".join(name for name in signals if name[-5:] in ("rites", "reads", "esets")),
        IRQS=_joined(masters, "page{0}.INTERRUPT.intr"),
        HIGH=masters - 1,
        CLOCK=clock,
        RESET=reset,
    )


def _joined(masters: int, text: str) -> str:
    """A bit of each master, the last one's at the top."""
    bits = [f"from_registers.{text.format(number)}" for number in reversed(range(masters))]
    return ",\n    ".join(bits)


def _chosen(masters: int, name: str, bits: int, text: str) -> str:
    """The value of the master that has the core; 0 of nobody, or of `BURSTS` the largest."""
    # Nobody has the core while no bit of `mine` is set.
    terms = [f"{{{bits}{{~|mine}}}}"] if name in BURSTS else []
    terms += [
        f"({{{bits}{{mine[{number}]}}}} & from_registers.{text.format(number)})"
        for number in range(masters)
    ]
    return f"  wire [{bits - 1}:0] {name} =\n      " + " |\n      ".join(terms) + ";"


def told(masters: int, *, key_port: bool, used: Collection[str] = ()) -> str:
    """What the masters are told: nothing of a core that is another one's.

    Args:
        masters: how many.
        key_port: nobody writes keys.
        used: outputs of the core beside those of the API. What ran last is told to its master,
            the others are told to all.
    """
    more = {
        "KEYS_TOLD": KEY_TOLD if key_port else WINDOW_TOLD,
        "GUARDS_TOLD": "".join(GUARDS_TOLD[name] for name in used),
        "NO_KEY": "" if key_port else " & ~sdi_valid",
        "OWNER_TOLD": OWNER_TOLD if masters > 1 else "",
    }
    if masters == 1:
        gates = {f"GATE_{bits}": "" for bits in GATED}
        # The texts in `more` have @TO@ and gates in them, so they are filled in first.
        return inside("told", **more, TO="to_registers", NUMBER="", GATE="", **gates)
    return "\n".join(
        inside("told", **more, TO=f"to_registers.page{number}", NUMBER=number, **_gates(number))
        for number in range(masters)
    )


def _gates(number: int) -> dict[str, str]:
    """What stands before a value that a master sees as 0 of a core that is not its own."""
    mine = f"mine[{number}]"
    return {"GATE": f"{mine} & ", **{f"GATE_{bits}": f"{{{bits}{{{mine}}}}} & " for bits in GATED}}
