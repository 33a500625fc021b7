"""From a core name to a design: composes mode, architecture and LWC parts, and writes Verilog."""

import tempfile
from functools import lru_cache
from pathlib import Path

from amaranth.back import rtlil
from amaranth.lib import wiring

from .architectures.full import Full, SingleCycle
from .architectures.iterated import Iterated
from .architectures.pipelined import Pipelined
from .architectures.stream import PrimitiveComponent
from .catalog import Kind, find
from .corename import CoreName, parse
from .design import BareInterface, Design, LwcInterface
from .errors import CallError
from .lwc.core import LwcCore
from .modes.duplex import DuplexAead
from .modes.duplex_core import DuplexCore, duplex_primitive
from .tools.yosys import run_yosys


@lru_cache(maxsize=64)
def build(name: str) -> Design:
    """The design of a core, as Verilog.

    Raises:
        CallError: the name is wrong, or the architecture does not fit the algorithm.
        ToolError: Yosys failed to write Verilog.
    """
    core = parse(name)
    try:
        component = bare_component(core) if core.algorithm.primitive else lwc_component(core)
    except CallError as error:
        raise CallError(f"'{core}': {error}") from None
    top = core.file_stem
    return Design(name=str(core), top=top, sources={f"{top}.sv": verilog(component, top)}, interface=_interface(core))


def bare_component(core: CoreName) -> PrimitiveComponent:
    """The hardware of a bare primitive."""
    primitive = core.algorithm.primitive
    if core.architecture == "full":
        return Full(primitive)
    if core.architecture == "pipelined":
        return Pipelined(primitive, stage=core.factor)
    return Iterated(primitive, unrolled=core.factor)


def lwc_component(core: CoreName) -> LwcCore:
    """The hardware of an AEAD with the LWC API."""
    aead = core.algorithm.model
    if not isinstance(aead, DuplexAead):
        raise CallError(f"{core.algorithm.name} has a software model but no hardware core yet; cores exist for the Ascon family "
                        "and for all bare primitives.")
    hash_function = find(core.algorithm.companion).model if core.hash else None
    primitive = duplex_primitive(aead, hash_function)
    loadable = {"x3"} if aead.block_bytes < aead.nonce_bytes else set()
    if core.architecture == "full":
        permutation = SingleCycle(primitive, loadable)
    else:
        permutation = Iterated(primitive, unrolled=core.factor, feedback=True, loadable=loadable)
    return LwcCore(DuplexCore(aead, hash_function, permutation), aead, hash_function, width=core.bus)


def _interface(core: CoreName) -> LwcInterface | BareInterface:
    if core.algorithm.kind is Kind.AEAD:
        return LwcInterface(width=core.bus, sdi_width=core.bus, aead=core.algorithm.name,
                            hash=core.algorithm.companion if core.hash else None)
    primitive = core.algorithm.primitive
    return BareInterface(algorithm=core.algorithm.name, inputs=primitive.inputs, outputs=primitive.outputs)


def verilog(component: wiring.Component, top: str) -> str:
    """A component and all below it as SystemVerilog with one module for each part, clock ``clk`` and synchronous reset ``rst``."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        (directory / "design.il").write_text(rtlil.convert(component, name=top, emit_src=False))
        run_yosys("read_rtlil design.il\nproc -nomux -norom\nopt_clean -purge\nrename -unescape\n"
                  "write_verilog -sv -noattr design.v\n", directory=directory)
        return (directory / "design.v").read_text()
