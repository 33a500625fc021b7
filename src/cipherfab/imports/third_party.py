# SPDX-License-Identifier: Apache-2.0
"""Cores that others wrote: from a design description (TOML) and its sources to a `Design` like any
other.
"""

from collections.abc import Mapping
from pathlib import Path

from ..design import BareInterface, Design, LwcInterface
from ..origin import ENCRYPTS, UNCLOCKED, ThirdParty
from ..tools import sandbox
from . import mixed, remarks, streamtop, verilog, vhdl
from .description import Description, read
from .native_types import conversions
from .ports import Ports, check_ports
from .sources import MIXED, Sources, read_sources
from .tables import Reset
from .vhdl_types import Formal


def load(path: Path, root: Path | None = None) -> Design:
    """A third-party core as a `Design`: description read and checked, sources read, ports compared.

    Args:
        path: the description, a TOML file.
        root: nothing outside this folder is read; by default the clone that holds the description,
            or its own folder.

    Raises:
        CallError: the description or a path is wrong, or a source does what a benchmark does not
            need (`scan`).
        DesignError: the sources are not a synthesizable design.
        ToolError: a reader is missing, failed, or ran out of time.
    """
    # Others wrote what is read from here on, so no reader may start without the sandbox.
    sandbox.require(str(path))
    description = read(Path(path), root)
    sources = read_sources(description)
    if sources.language == "VHDL":
        # A file that the top does not need is neither checked further nor part of the digest.
        sources, formals = vhdl.needed(description, sources)
        found = vhdl.elaborate(description, sources)
        return design_of(
            description, sources, found, **_native(description, sources, formals, found.ports)
        )
    language = mixed if sources.language.startswith(MIXED) else remarks
    return design_of(description, *language.elaborated(description, sources))


def design_of(
    description: Description, sources: Sources, found: verilog.Elaborated, **native
) -> Design:
    """The design of what a reader found; ``native`` are the fields of `ThirdParty` that only VHDL
    has.
    """
    interface, notes = check_ports(description, found.ports)
    top, text, clock = description.top, found.text, (description.clock, description.reset)
    if description.streams:
        top, text = streamtop.with_bus(description, found.ports, text)
        # Those of the bus, which drives clock and reset of the core.
        clock = ("clk", Reset(port="rst"))
    origin = ThirdParty(
        author=description.author,
        licence=description.licence,
        url=description.url,
        description=description.about,
        language=sources.language,
        source_hash=sources.digest,
        reader=found.reader,
        parameters=dict(description.parameters),
        notes=(
            *([ENCRYPTS] if _only_encrypts(interface) else []),
            *description.notes,
            *found.notes,
            *notes,
            *([] if description.clock else [UNCLOCKED]),
        ),
        **native,
    )
    return Design(
        name=description.name,
        top=top,
        sources={f"{top}.v": text},
        interface=interface,
        clock=clock[0],
        reset=clock[1].port,
        reset_level=clock[1].level,
        reset_kind=clock[1].kind,
        third_party=origin,
    )


def _only_encrypts(interface: LwcInterface | BareInterface) -> bool:
    return isinstance(interface, LwcInterface) and bool(interface.aead) and not interface.decrypts


def _native(
    description: Description, sources: Sources, formals: Mapping[str, Formal], ports: Ports
) -> dict:
    """What GHDL simulates of a core with a bus of its own; the bus that is put around streams is no
    VHDL, and its bench has no shares.
    """
    if not vhdl.is_simulated(description):
        return {}
    associated, functions = conversions(
        formals, {name: width for name, (_, width) in ports.items()}
    )
    return {"vhdl": vhdl.plain_names(sources), "vhdl_top": description.top,
            "vhdl_libraries": vhdl.plain_libraries(sources), "vhdl_library": sources.library,
            "vhdl_standard": description.vhdl_standard, "vhdl_synopsys": description.synopsys,
            "vhdl_ports": associated, "vhdl_types": functions}  # fmt: skip
