# SPDX-License-Identifier: Apache-2.0
"""From a core name to a design, as Verilog."""

from dataclasses import replace
from functools import lru_cache

from amaranth.lib import wiring

from ..architectures.protected.gadgets_redundant import GadgetsRedundant
from ..architectures.serial.on_shares import SerialOnShares
from ..controllers.contract import Controller
from ..design import BareInterface, Design, LwcInterface, Masking
from ..errors import CallError
from ..handshake import Handshake, own_ports
from ..primitives.bit_serial import BitSerial
from ..primitives.by_gadgets import ByGadgets
from ..primitives.in_stages import Staged
from ..primitives.on_two_shares import OnTwoShares
from .aead import lwc_component, lwc_interface
from .bare import bare_component
from .controller import controller
from .corename import CoreName
from .names import parse
from .verilog import verilog


# The same design is asked for by its name many times in a run, and writing it takes long.
@lru_cache(maxsize=64)
def build(name: str) -> Design:
    """The design of a core, as Verilog.

    Raises:
        CallError: the name is wrong, or the architecture does not fit the algorithm.
        ToolError: Yosys failed to write Verilog.
    """
    core = parse(name)
    top = core.file_stem
    try:
        component = _component(core)
        text = verilog(component, top)
    except CallError as error:
        raise CallError(f"'{core}': {error}") from None
    return Design(
        name=str(core), top=top, sources={f"{top}.sv": text}, interface=_interface(core, component)
    )


def commented(name: str) -> str:
    """The text of a core that `build` makes, with more comments (`meanings`) and else the same.

    Raises:
        CallError, ToolError: as `build`.
    """
    core = parse(name)
    return verilog(_component(core), core.file_stem, told=True)


def _component(core: CoreName) -> wiring.Component:
    return bare_component(core) if core.algorithm.primitive else lwc_component(core)


def bare_primitive(name: str) -> Design:
    """The primitive in the core of an AEAD or a hash by itself, in the architecture that it has
    there.

    Its directions, round counts and ports for loading are those that the core needs, so it need not
    be any core of the catalog. It is there to be implemented: it has no interface that is played.

    Raises:
        CallError: as `build`; or the core is a bare primitive itself.
        ToolError: Yosys failed to write Verilog.
    """
    core = parse(name)
    if core.algorithm.primitive:
        raise CallError(f"'{core}' is a bare primitive. Expected the core of an AEAD or a hash.")
    try:
        component = controller(core).primitive
    except CallError as error:
        raise CallError(f"'{core}': {error}") from None
    top = f"{core.file_stem}_primitive"
    return Design(
        name=f"primitive of {core}",
        top=top,
        sources={f"{top}.sv": verilog(component, top)},
        interface=None,
    )


def without_bus(name: str) -> tuple[Design, Controller]:
    """The core of an AEAD or a hash without its bus: the controller of its mode with the primitive
    in it, which is a part of that core, and the controller as it is described.

    The design has the interface of the whole core, which says what it computes; its ports are those
    of the controller (`controllers.ports`).

    Raises:
        CallError: as `build`; or the core is a bare primitive.
    """
    core = parse(name)
    if core.algorithm.primitive:
        raise CallError(
            f"'{core}' is a bare primitive, which has no bus. Expected the core of an "
            f"AEAD or a hash, or no --bare."
        )
    try:
        component = lwc_component(core)
    except CallError as error:
        raise CallError(f"'{core}': {error}") from None
    top = f"{core.file_stem}_core"
    return Design(
        name=f"{core} without its bus",
        top=top,
        sources={f"{top}.sv": verilog(component.mode, top)},
        interface=_interface(core, component),
    ), component.mode


def _interface(core: CoreName, component) -> LwcInterface | BareInterface:
    if core.lwc:
        return lwc_interface(core, component.mode)
    if core.bitserial:
        return _in_columns(component, core)
    if core.architecture == "masked":
        return on_shares(
            component.staged,
            core.factor,
            algorithm=core.algorithm.name,
            fault=bool(core.redundant),
            again=isinstance(component, GadgetsRedundant),
        )
    return BareInterface(
        algorithm=core.algorithm.name,
        inputs=_ports(component, "in_"),
        outputs=_ports(component, "out_"),
        fault=bool(core.redundant),
        cell=getattr(component, "cell", 0),
        order=getattr(component, "order", {}),
        decrypt_order=getattr(component, "decrypt_order", {}),
        handshake=_pulses(component) if core.pulses else None,
    )


def _pulses(component) -> Handshake:
    """The handshake of a core that is started and done by pulses."""
    # A core that never says whether it is ready begins anew with every start.
    restarts = "in_ready" in component.missing
    return Handshake(
        inputs=own_ports(_ports(component, "in_"), "in"),
        outputs=own_ports(_ports(component, "out_"), "out"),
        start="in_valid",
        ready=None if restarts else "in_ready",
        done="out_valid",
        done_pulse=True,
        hold=False,
        restarts=restarts,
    )


def _in_columns(component: SerialOnShares, core: CoreName) -> BareInterface:
    """The ports of a bit-serial core: a column in each word."""
    masked, whole = (
        component.masked,
        on_shares(component.masked, core.factor, algorithm=core.algorithm.name),
    )
    columns = len(masked.path.words)
    return replace(
        whole,
        inputs=dict.fromkeys(whole.inputs, columns),
        outputs=dict.fromkeys(whole.outputs, columns),
        cell=component.cell,
        order=component.order,
    )


def on_shares(
    staged: Staged | ByGadgets | BitSerial | OnTwoShares,
    order: int,
    *,
    algorithm: str = "",
    fault: bool = False,
    again: bool = False,
) -> BareInterface:
    """The ports of a primitive on shares; ``algorithm``: its catalog name, if it has one."""
    masking = Masking(
        # A set has no order of its own, and the same core must be the same text each time.
        inputs=tuple(sorted(staged.secrets)),
        outputs=tuple(staged.primitive.outputs),
        random=staged.random_bits,
        shares=staged.shares,
        order=order,
    )
    return BareInterface(
        algorithm=algorithm,
        inputs=staged.primitive.inputs,
        outputs=staged.primitive.outputs,
        masking=masking,
        fault=fault,
        again=again,
    )


def _ports(component, prefix: str) -> dict[str, int]:
    """Width of each data port with this prefix, by its name without it."""
    names = [
        name.removeprefix(prefix) for name in component.signature.members if name.startswith(prefix)
    ]
    return {
        name: len(getattr(component, prefix + name))
        for name in names
        if name not in ("valid", "ready")
    }
