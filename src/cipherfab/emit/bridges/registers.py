# SPDX-License-Identifier: Apache-2.0
"""Registers in front of a core with the LWC API, on AXI4-Lite, APB or Wishbone.

One SystemRDL description (``registers.rdl``) says what they are. PeakRDL writes from it the
register block, the C header and the page; the bridge (``registers.v``) has the FIFOs and the core.
"""

import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ... import catalog
from ...catalog.optioned import MARK
from ...design import Design, LwcInterface
from ...errors import CallError, ToolError
from ..guards import guard_ports, wires
from ..texts import filled
from .answers import known_answers
from .driver import driver
from .key_port import instance, key_port_module
from .masters import asked, checked, described, told
from .psa import identifiers
from .queues import DEPTH_LOG2, fifo, in_queue, inside, queues
from .register_texts import KEYS_SAID, of_guards, of_keys

STRUCT = re.compile(r"\bstruct \{")
"""What PeakRDL writes; packed ones, of the same meaning here, are read by more tools."""

# The ports of structs do not match: they are wires within the bridge.
PORT = re.compile(r"^ +(input|output) (?:wire|logic) ?(\[\d+:0\])? ?(\w+),$", re.MULTILINE)


@dataclass(frozen=True)
class Bus:
    """A bus of registers.

    Attributes:
        name: as ``emit --bridge`` has it.
        suffix: of the bridge's module and files.
        title: for people.
        writer: PeakRDL's class that writes it, as module and name.
        clock, reset: the bridge's ports.
        reset_high: what resets.
        master: the template of a master for cocotb.
        needs: the package that has it.
        refuses: an access to nothing, or against its direction, is answered by an error. What
            PeakRDL writes for Wishbone would answer by ERR and ACK at once, which that bus forbids.
    """

    name: str
    suffix: str
    title: str
    writer: tuple[str, str]
    clock: str
    reset: str
    reset_high: bool
    master: str
    needs: str
    refuses: bool = True


BUSES = {
    bus.name: bus
    for bus in (
        Bus(
            "axi4lite",
            "axil",
            "AXI4-Lite",
            ("axi4lite", "AXI4Lite_Cpuif_flattened"),
            "aclk",
            "aresetn",
            False,
            "axil_master.txt",
            "cocotbext-axi",
        ),
        Bus(
            "apb",
            "apb",
            "APB4",
            ("apb4", "APB4_Cpuif_flattened"),
            "pclk",
            "presetn",
            False,
            "apb_master.txt",
            "cocotbext-apb",
        ),
        Bus(
            "wishbone",
            "wb",
            "Wishbone B4, pipelined",
            ("wishbone", "Wishbone_Cpuif_flattened"),
            "clk_i",
            "rst_i",
            True,
            "wb_master.txt",
            "cocotbext-wishbone",
            refuses=False,
        ),
    )
}


def register_bridge(name: str) -> Callable[..., dict[str, str]]:
    """What writes the bridge on the bus of that name: from a core, its Verilog files, whether keys
    come by a port and the number of masters to the bridge's files, by name.

    Raises:
        CallError: a core of another kind, see `values` and `key_port`; another number of masters.
        ToolError: PeakRDL is not installed.
    """
    return lambda design, sources, key_port=False, masters=1: _registers(
        design, sources, BUSES[name], key_port, checked(masters)
    )


def _registers(
    design: Design, sources: Sequence[str], bus: Bus, key_port: bool, masters: int
) -> dict[str, str]:
    top, port = design.top, key_port_module(design) if key_port else {}
    about = values(design) | {"KEY_PORT": int(key_port), "MASTERS": masters}
    about |= of_keys(design, key_port)
    maps = described(about, masters)
    made = _compiled(tuple(maps.items()), top, bus)
    bridge = f"{top}_{bus.suffix}.sv"
    # The package stands before the block that imports it, as they are compiled in this order.
    block = [f"{top}_{bus.suffix}_regs_pkg.sv", f"{top}_{bus.suffix}_regs.sv"]
    verilog = [*sources, f"{top}_fifo.sv", *port, *block, bridge]
    driven = driver(about | {"KEYS_SAID": KEYS_SAID if key_port else ""})
    used = [name for name, way, _, _ in guard_ports(design.interface) if way == "out"]
    # fmt: off
    return {
        **made, **driven, "known_answers.txt": known_answers(design.interface),
        **{f"{top}_{name}.rdl": text for name, text in maps.items()},
        **fifo(top), **port,
        bridge: filled(
            "bridges/registers.v",
            ASKED=asked(masters, key_port=key_port, clock=bus.clock, reset=_resets(bus)),
            TOLD=told(masters, key_port=key_port, used=used),
            IRQS=f"[{masters - 1}:0] " if masters > 1 else "",
            # The register block is made of the last map, which has the pages of all masters.
            MAP=list(maps)[-1],
            GUARD_WIRES=wires(design.interface),
            QUEUES=queues(design, clock=bus.clock, pdi="pdi_in", used=used,
                          keys=_keys(about, design, bus.clock)),
            **about, **_wiring(bus, made[block[1]])),
        f"test_{bus.suffix}.py": _test(about, bus, verilog, list(driven)),
        # The driver of PSA gives the bytes of a key, which a key port does not take, so there is
        # none.
        **({} if key_port else
           {f"test_{bus.suffix}_psa.py": filled("bridges/psa.txt", **about, BUS=bus.suffix,
                                                TITLE=bus.title)})}
    # fmt: on


def _test(
    about: Mapping[str, str | int], bus: Bus, verilog: Sequence[str], driven: Sequence[str]
) -> str:
    """The test of the bridge, with these Verilog files, by these of the driver."""
    # The driver of PSA has a test of its own.
    files = [name for name in driven if name.endswith(".c") and not name.endswith("_psa.c")]
    rules = filled("bridges/axi_rules.txt").rstrip()
    return filled(
        "bridges/registers.txt",
        **about,
        BUS=bus.suffix,
        TITLE=bus.title,
        CLOCK=bus.clock,
        NEEDS=bus.needs,
        REFUSES=bus.refuses,
        SOURCES="".join(f'\n    "{name}",' for name in verilog),
        FILES=", ".join(f'"{name}"' for name in files),
        RESET=bus.reset,
        RESET_ON=int(bus.reset_high),
        RESET_OFF=1 - bus.reset_high,
        IN_TIME=filled("bridges/in_time.txt").rstrip(),
        MASTER=filled(f"bridges/{bus.master}", RULES=rules).rstrip(),
    )


def _keys(about: Mapping[str, str | int], design: Design, clock: str) -> str:
    """What drives the core's SDI."""
    if about["KEY_PORT"]:
        return instance(design, clock)
    width = int(about["WIDTH"])
    queue = in_queue(design.top, width, port="sdi", clock=clock, word="sdi_in")
    return inside("sdi_window", QUEUE=queue, **about)


def values(design: Design) -> dict[str, str | int]:
    """What the templates say of a core, by the name between two ``@``.

    Raises:
        CallError: a ciphertext may be longer than its plaintext, which the driver does not know.
    """
    interface = design.interface
    assert isinstance(interface, LwcInterface)
    aead, digest = (
        catalog.find(name).model if name else None for name in (interface.aead, interface.hash)
    )
    xofs: list[Any] = [catalog.find(name).model for name in interface.xofs]
    # One byte tells it: padding would make its ciphertext longer.
    if aead and aead.sealed_bytes(1) != 1 + aead.tag_bytes:
        raise CallError(
            f"--bridge: expected an AEAD whose ciphertext is as long as its plaintext, "
            f"got {interface.aead}. Its streams are on --bridge axi4stream."
        )
    hashing = bool(digest or xofs)
    streams = bool(aead) and interface.buffer_bytes is None and _leaves_at_once(interface.aead)
    steps = [aead.ad_step, aead.block_bytes] if aead and streams else []
    steps += [digest.block_bytes] if digest else []
    steps += [each.block_bytes for each in xofs]
    return {
        "TOP": design.top,
        "UPPER": design.top.upper(),
        "NAME": design.name,
        "WIDTH": interface.width,
        "BYTES": interface.width // 8,
        "DEPTH": 2**DEPTH_LOG2,
        "DEPTH_LOG2": DEPTH_LOG2,
        "BURST": 2**DEPTH_LOG2 // 2,
        "ENCRYPTS": int(aead is not None),
        "DECRYPTS": int(aead is not None and interface.decrypts),
        "HASHES": int(digest is not None),
        "XOFS": int(bool(interface.xofs)),
        "CUSTOMIZATION": max((each.most_customization_bytes for each in xofs), default=0),
        "KEY": aead.key_bytes if aead else 0,
        "NONCE": aead.nonce_bytes if aead else 0,
        "TAG": aead.tag_bytes if aead else 0,
        "DIGEST": digest.digest_bytes if digest else 0,
        "AD_STEP": aead.ad_step if aead else 1,
        "DATA_STEP": aead.block_bytes if aead else 1,
        "HASH_STEP": digest.block_bytes if digest else 1,
        "XOF_STEP": min((each.block_bytes for each in xofs), default=1),
        "MOST": interface.buffer_bytes or 0,
        "SEALS": int(streams),
        "OPENS": int(streams and interface.decrypts and interface.withheld_bytes is None),
        "PARTS": int(streams or hashing),
        "WITHHOLDS": int(bool(interface.buffer_bytes or interface.withheld_bytes)),
        "HELD": max(steps, default=1),
        **of_guards(interface),
        **identifiers(
            {
                "AEAD": interface.aead and interface.aead.partition(MARK)[0],
                "HASH": interface.hash,
                **_outputs(interface.xofs, xofs),
            }
        ),
    }


def _leaves_at_once(aead: str | None) -> bool:
    """Whether the text of a block leaves when the block is complete: padding is a block of its own,
    so the core need not know whether more follows.
    """
    return (aead or "").startswith(("ascon-", "gimli"))


def _outputs(names: Sequence[str], models: Sequence[Any]) -> dict[str, str | None]:
    """The functions with an output of any length: without a customization, and with one."""
    custom = [bool(model.most_customization_bytes) for model in models]
    found = {("XOF", "CXOF")[with_one]: name for name, with_one in zip(names, custom)}
    return {"XOF": found.get("XOF"), "CXOF": found.get("CXOF")}


def _resets(bus: Bus) -> str:
    """The bridge's reset, as an expression that is 1 during one."""
    return bus.reset if bus.reset_high else f"~{bus.reset}"


def _wiring(bus: Bus, block: str) -> dict[str, str]:
    """Ports of the bridge, as its register block has them, and what connects the two."""
    head = block.partition(");")[0]
    ports = [port for port in PORT.findall(head) if port[2] not in ("clk", "rst")]
    declared = [("input", "", bus.clock), ("input", "", bus.reset), *ports]
    return {
        "BUS": bus.suffix,
        "TITLE": bus.title,
        "CLOCK": bus.clock,
        "RESET": _resets(bus),
        "PORTS": "\n".join(
            f"    {way} wire {f'{width} ' if width else ''}{name}," for way, width, name in declared
        ),
        "CONNECTED": "\n".join(f"      .{name}({name})," for _, _, name in ports),
    }


@cache
def _compiled(maps: tuple[tuple[str, str], ...], top: str, bus: Bus) -> dict[str, str]:
    """What PeakRDL makes of descriptions by the name of their map: of the first one the C header
    and a page, of the last one the register block and its package.
    """
    compiler, block, header, page = _writers(bus)
    with tempfile.TemporaryDirectory() as folder:
        directory = Path(folder)
        for name, text in maps:
            (directory / f"{top}_{name}.rdl").write_text(text)
            compiler.compile_file(str(directory / f"{top}_{name}.rdl"))
        first, last = (compiler.elaborate(f"{top}_{maps[place][0]}") for place in (0, -1))
        block(last, folder, f"{top}_{bus.suffix}_regs")
        header(first, str(directory / f"{top}_regs.h"))
        page(first, str(directory / f"{top}_regs.md"))
        return {
            file.name: STRUCT.sub("struct packed {", file.read_text())
            # PeakRDL names the source by its path, which lies in a folder of this run alone.
            if file.suffix == ".sv"
            else file.read_text().replace(f"{folder}/", "")
            for file in directory.iterdir()
            if file.suffix != ".rdl"
        }


def _writers(bus: Bus):
    """PeakRDL's compiler, and functions that write register block, header and page.

    Raises:
        ToolError: it is not installed.
    """
    try:
        from importlib import import_module

        from peakrdl_cheader.exporter import CHeaderExporter
        from peakrdl_markdown import MarkdownExporter
        from peakrdl_regblock import RegblockExporter
        from peakrdl_regblock.udps import ALL_UDPS
        from systemrdl import RDLCompiler

        module, name = bus.writer
        interface = getattr(import_module(f"peakrdl_regblock.cpuif.{module}"), name)
    except ImportError as error:
        raise ToolError(
            f"PeakRDL: {error.name} is not installed, which writes the registers. "
            f"Install it with `pip install 'cipherfab[registers]'`."
        ) from error
    compiler = RDLCompiler()
    for added in ALL_UDPS:
        compiler.register_udp(added)
    return (compiler,
            lambda root, folder, module: RegblockExporter().export(
                root, folder, cpuif_cls=interface, module_name=module,
                reuse_hwif_typedefs=False, err_if_bad_addr=bus.refuses, err_if_bad_rw=bus.refuses),
            lambda root, path: CHeaderExporter().export(root, path, reuse_typedefs=False),
            lambda root, path: MarkdownExporter().export(root.top, path))  # fmt: skip
