# SPDX-License-Identifier: Apache-2.0
"""Cores with the LWC API on the buses of a system: streams, registers, two clocks, a C driver."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...design import BareInterface, Design, LwcInterface
from ...errors import CallError
from ...lwc.protocol import WIDE, WIDTHS
from .axi_stream import axi_stream
from .registers import BUSES, register_bridge
from .spi import spi
from .two_clocks import two_clocks


@dataclass(frozen=True)
class Bridge:
    """A way onto a bus.

    Attributes:
        write: from a core, its Verilog files and, where it ``takes_keys``, whether those come by a
            port (``key_port``), and how many ``masters`` there are, to the bridge's files, by name.
        suffix: of the bridge's module; its test is ``test_SUFFIX.py``.
        about: a sentence for the page of a package.
        clocks: its clocks and its reset, for that page.
        takes_keys: the master of the bus writes words of keys, which else have a stream.
        has_pages: there may be several ``masters``, each with a page of registers.
        widest: bits of the widest bus of a core that it takes.
    """

    write: Callable[..., dict[str, str]]
    suffix: str
    about: str
    clocks: str
    takes_keys: bool = True
    has_pages: bool = False
    widest: int = max(WIDTHS)


SYNCHRONOUS = "`{}` (active {}, synchronous)"
"""What the page says of a reset."""

BRIDGES: Mapping[str, Bridge] = {
    "axi4stream": Bridge(
        axi_stream, "axis", "AXI4-Stream: the three streams of the LWC API.",
        f"`aclk`; {SYNCHRONOUS.format('aresetn', 'low')}", takes_keys=False, widest=max(WIDE)),
    "axi4stream-two-clocks": Bridge(
        two_clocks, "axis_2clk", "AXI4-Stream on a clock of its own, through asynchronous FIFOs; "
        "constraints of the crossing beside it.",
        "`aclk` and `core_clk`, which run meanwhile; `aresetn` (active low, at any time)",
        takes_keys=False, widest=max(WIDE)),
    **{name: Bridge(register_bridge(name), bus.suffix,
                    f"Registers on {bus.title}, with interrupt, DMA requests and a C driver.",
                    f"`{bus.clock}`; "
                    f"{SYNCHRONOUS.format(bus.reset, 'high' if bus.reset_high else 'low')} or "
                    f"`CONTROL.reset`", has_pages=True)
       for name, bus in BUSES.items()},
    "spi": Bridge(spi, "spi", "An SPI slave, mode 0: four pins and an interrupt.",
                  f"`clk`, at least eight times as fast as `spi_sclk`, which it samples; "
                  f"{SYNCHRONOUS.format('rst', 'high')} or command 5"),
}  # fmt: skip
"""By the name that ``emit --bridge`` has."""

DEFAULT = ("axi4stream",)
"""What ``emit`` writes where nothing is said."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What bridges come with a core.

    Attributes:
        names: of `BRIDGES`.
        key_port: keys come by a port of each bridge, see `key_port`.
        masters: how many have a page of registers in each, see `masters`.
    """

    names: Sequence[str] = DEFAULT
    key_port: bool = False
    masters: int = 1


USUAL = Wanted()
"""The bridges that come where nothing is said."""


def wanted(design: Design, bridges: Sequence[str]) -> list[Bridge]:
    """The bridges of these names; none for a bare primitive or a core on shares.

    Raises:
        CallError: the core is a bare primitive, which has no streams, or on shares, and a bridge is
            wanted that is not there by default; or its bus is too wide for one.
    """
    interface = design.interface
    bare = isinstance(interface, BareInterface)
    if isinstance(interface, LwcInterface) and not interface.masking:
        width = interface.width
        for name in bridges:
            if width > BRIDGES[name].widest:
                raise CallError(
                    f"--bridge: {name} takes a core with a bus of at most {BRIDGES[name].widest} "
                    f"bits, {design.name} has {width}. Give bus=32 or less, or --bridge axi4stream."
                )
        return [BRIDGES[name] for name in bridges]
    # Nobody asked for the default, so it is left out without a word.
    if set(bridges) - set(DEFAULT):
        kind = "a bare primitive" if bare else "whose ports are in shares"
        raise CallError(
            f"--bridge: expected a core with the LWC API, got {design.name}, {kind}. "
            f"Wire its ports, or emit it without --bridge."
        )
    return []


def bridge_parts(
    design: Design, sources: Sequence[str], asked: Wanted
) -> dict[str, dict[str, str]]:
    """The files of each bridge by name, by the suffix of its module.

    Args:
        design, sources: a core and its Verilog files.
        asked: which bridges.

    Raises:
        CallError: see `wanted`; a bridge whose keys have a stream of their own, with ``key_port``;
            one without registers, with several ``masters``.
        ToolError: PeakRDL, which writes registers, is not installed.
    """
    streams = [name for name in asked.names if not BRIDGES[name].takes_keys]
    if asked.key_port and streams:
        raise CallError(
            f"--key-port: expected bridges whose master writes keys, such as --bridge apb, got "
            f"{streams[0]}, where keys have a stream of their own."
        )
    alone = [name for name in asked.names if not BRIDGES[name].has_pages]
    if asked.masters != 1 and alone:
        raise CallError(
            f"--masters: expected bridges with registers, such as --bridge apb, got {alone[0]}, "
            f"which has one master. Leave --masters out."
        )
    # The writers for streams know none of these, so only what is unusual is passed on.
    more: dict[str, Any] = {"key_port": True} if asked.key_port else {}
    more |= {"masters": asked.masters} if asked.masters != 1 else {}
    return {
        bridge.suffix: bridge.write(design, sources, **more)
        for bridge in wanted(design, asked.names)
    }


def joined(parts: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """The files of all bridges, by name, from those of each."""
    return {name: text for files in parts.values() for name, text in files.items()}
