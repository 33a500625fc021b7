"""From a core name to a design, as Verilog."""

from functools import lru_cache

from ..catalog import Kind
from ..design import BareInterface, Design, LwcInterface, Masking
from ..errors import CallError
from .aead import lwc_component
from .bare import bare_component
from .names import CoreName, parse
from .verilog import verilog


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
    return Design(name=str(core), top=top, sources={f"{top}.sv": verilog(component, top)}, interface=_interface(core, component))


def _interface(core: CoreName, component) -> LwcInterface | BareInterface:
    if core.algorithm.kind is Kind.HASH:
        return LwcInterface(width=core.bus, sdi_width=core.bus, hash=core.algorithm.name, decrypts=False)
    if core.algorithm.kind is Kind.AEAD:
        return LwcInterface(width=core.bus, sdi_width=core.bus, aead=core.algorithm.name,
                            hash=core.algorithm.companion if core.hash else None, decrypts=not core.enconly,
                            buffer_bytes=component.mode.buffer_bytes)
    if core.architecture == "masked":
        staged = component.staged
        masking = Masking(inputs=tuple(sorted(staged.secrets)), outputs=tuple(staged.primitive.outputs), random=staged.random_bits)
        return BareInterface(algorithm=core.algorithm.name, inputs=staged.primitive.inputs, outputs=staged.primitive.outputs,
                             masking=masking)
    return BareInterface(algorithm=core.algorithm.name, inputs=_ports(component, "in_"), outputs=_ports(component, "out_"),
                         fault=bool(core.redundant), cell=getattr(component, "cell", 0), order=getattr(component, "order", {}),
                         decrypt_order=getattr(component, "decrypt_order", {}))


def _ports(component, prefix: str) -> dict[str, int]:
    """Width of each data port with this prefix, by its name without it."""
    names = [name.removeprefix(prefix) for name in component.signature.members if name.startswith(prefix)]
    return {name: len(getattr(component, prefix + name)) for name in names if name not in ("valid", "ready")}
