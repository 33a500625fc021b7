# SPDX-License-Identifier: Apache-2.0
"""An emitted design: what the simulators, the synthesiser and the reports work on. Third-party
cores are designs too.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import TypedDict

from .handshake import Handshake
from .identifiers import identifier
from .origin import ThirdParty
from .places import Port

ZEROISE = "zeroise"
"""The port that clears a core, see `LwcInterface.zeroises`."""


class Kept(TypedDict):
    """See `LwcInterface`, whose attributes these are."""

    buffer_bytes: int | None
    most_ad_bytes: int | None
    withheld_bytes: int | None


class Streamed(Kept):
    """How a message becomes words of the buses: fields of `LwcInterface` of the same names."""

    width: int
    sdi_width: int
    segment_order: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class LwcInterface:
    """Ports of the LWC Hardware API: ``pdi_data/valid/ready``, ``sdi_…``, ``do_…`` and ``do_last``.

    Attributes:
        width: bits of PDI and DO: 8, 16 or 32, or the 64 or 128 of `lwc.protocol.WIDE`.
        sdi_width: bits of SDI.
        aead: catalog name of its AEAD, or None.
        hash: catalog name of its hash function, or None.
        xofs: catalog names of its functions with an output of any length, on the bus by an addition
            of ours (docs/reference/lwc.md).
        decrypts: False for a core that only encrypts; ours answer every decryption with FAILURE.
        buffer_bytes: of a core that keeps a message until it is whole, the most bytes of one; None
            of others. It answers a longer message, like one with a wrong tag, with FAILURE and
            nothing else, and what it sends is one segment.
        most_ad_bytes: of a core that keeps associated data until the message is whole, the most
            bytes of them; None of others. It answers a message with more with FAILURE and nothing
            else.
        withheld_bytes: of a core that keeps a plaintext until its tag is verified, the bytes of the
            memory for it, headers and all; None of others. It answers a longer one, like one with a
            wrong tag, with FAILURE and nothing else.
        segment_order: in which a core of others takes nonce, associated data and text, as a
            permutation of `lwc.protocol.SEGMENT_ORDER`; empty: in that order.
        key_limit: n: it refuses messages when 2^n bytes have come under a key; None: never.
        self_tests: known answers are played inside behind each reset, and outputs ``tested`` and
            ``failed`` say how that ended; nothing is taken before.
        zeroises: an input ``zeroise`` clears it within `zeroise_cycles`, and the output
            ``zeroised`` says so.
        indicates: outputs ``service`` (4 bits: the opcode of the last message) and ``outcome`` (2
            bits: 0 none yet, 1 under way, 2 success, 3 failure).
        do_last: it has the port ``do_last``; version 1.0 of the API did not ask for it.
        calls: most calls of the primitive in flight: what a block takes repeats after some blocks.
        turn: a word that comes too late, or leaves too late, waits for whole turns of so many
            cycles.
        sdi_ahead: words of SDI that registers in front of the core may take before it asks for
            them.
        key_reuse: False for a core of others that keeps no key: each message brings its own.
        masking: of a core on shares: PDI, SDI and DO have a word of each share side by side, share
            0 at the top, in which instructions, headers and status are, while the other shares are
            0; ``random`` are the bits of RDI (``rdi_data/valid/ready``).
    """

    width: int
    sdi_width: int
    aead: str | None = None
    hash: str | None = None
    xofs: tuple[str, ...] = ()
    decrypts: bool = True
    buffer_bytes: int | None = None
    most_ad_bytes: int | None = None
    withheld_bytes: int | None = None
    segment_order: tuple[str, ...] = ()
    key_limit: int | None = None
    self_tests: bool = False
    zeroises: bool = False
    indicates: bool = False
    do_last: bool = True
    calls: int = 1
    turn: int = 1
    sdi_ahead: int = 0
    key_reuse: bool = True
    masking: "Masking | None" = None
    # Not an argument: it tells the two interfaces apart in JSON.
    kind: str = field(default="lwc", init=False)

    @property
    def zeroise_cycles(self) -> int:
        """Cycles from the one with ``zeroise`` to the first one with ``zeroised``."""
        # A row of the memory in each.
        return 2 + 8 * (self.withheld_bytes or 0) // self.width

    @property
    def kept(self) -> Kept:
        """How much of a message it keeps."""
        return Kept(
            buffer_bytes=self.buffer_bytes,
            most_ad_bytes=self.most_ad_bytes,
            withheld_bytes=self.withheld_bytes,
        )

    @property
    def streamed(self) -> Streamed:
        """What `lwc.streams.vectors` must know of it, as its arguments."""
        return Streamed(
            width=self.width,
            sdi_width=self.sdi_width,
            segment_order=self.segment_order,
            **self.kept,
        )

    @property
    def most_decrypted(self) -> int | None:
        """Most bytes of a message that it decrypts if that comes in one segment; None: no limit."""
        # A header of 4 bytes stands in the memory too.
        return self.withheld_bytes - 4 if self.withheld_bytes else self.buffer_bytes


@dataclass(frozen=True, kw_only=True)
class Masking:
    """What a masked core has in place of the ports of secrets: of a bare primitive the shares of
    each, ``in_NAME_0``, ``in_NAME_1`` and so on; of a core with the LWC API see `LwcInterface`.

    Attributes:
        inputs, outputs: names of the values, or streams, that are in shares.
        random: bits of the port ``random``, which needs fresh uniform bits in every cycle, or of
            RDI, of which each word is taken once; 0 if there is none.
        shares: of each value.
        order: d of ``masked=d``: how many probes it is made against.
    """

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    random: int = 0
    shares: int = 3
    order: int = 1

    @classmethod
    def from_json(cls, data: Mapping) -> "Masking":
        """The inverse of ``dataclasses.asdict``."""
        return cls(**{**data, "inputs": tuple(data["inputs"]), "outputs": tuple(data["outputs"])})


Order = Mapping[str, tuple[tuple[int | None, ...], ...]]
"""Cells by port and word; see `BareInterface`."""


@dataclass(frozen=True, kw_only=True)
class BareInterface:
    """Ports of a bare primitive: ``in_valid/in_ready``, one port ``in_NAME`` for each input,
    ``out_valid/out_ready``, ``out_NAME``.

    A word is accepted in a cycle with valid and ready both 1. Results come in the order of their
    inputs.

    Attributes:
        algorithm: catalog name.
        inputs, outputs: width in bits of each port, by name without its prefix.
        handshake: the ports that a core of others has instead of these, or how one of ours is
            started and done by pulses; None for these.
        cell: of a cell-serial core, bits of a cell: a call is 16 words, and a word has a cell of
            each block of a value.
        order: of a core whose words have other cells: for each port, by its whole name, the cells
            in each word, the most significant first, counted from the first of the value; None for
            those that are not used.
        decrypt_order: the same for calls with ``decrypt``.
        masking: of a masked core; ``inputs`` and ``outputs`` then name the values, not the ports.
        fault: a port ``fault`` is 1 when a call gives no result because a fault was noticed.
        again: ports ``again_valid`` and ``again_NAME`` have each result a second time, in shares of
            its own; who takes it has to compare.
    """

    algorithm: str
    inputs: Mapping[str, int]
    outputs: Mapping[str, int]
    cell: int = 0
    order: Order = field(default_factory=dict)
    decrypt_order: Order = field(default_factory=dict)
    handshake: Handshake | None = None
    masking: Masking | None = None
    fault: bool = False
    again: bool = False
    kind: str = field(default="bare", init=False)


@dataclass(frozen=True, kw_only=True)
class Design:
    """A synthesizable design with one clock.

    Attributes:
        name: core name, in its shortest form; names rows, plots and files.
        top: top module.
        sources: Verilog text by file name.
        interface: how to talk to it.
        clock: name of the clock port (rising edge).
        reset: name of the reset port; empty if there is none.
        reset_level: what resets it, 1 or 0.
        reset_kind: ``sync`` or ``async``.
        third_party: where a core of others comes from; None for our own.

    Raises:
        CallError: a name that enters generated texts is no plain identifier; `Port`, `Handshake`
            and `ThirdParty` do so too.
    """

    name: str
    top: str
    sources: Mapping[str, str]
    interface: LwcInterface | BareInterface
    clock: str = "clk"
    reset: str = "rst"
    reset_level: int = 1
    reset_kind: str = "sync"
    third_party: ThirdParty | None = None

    @property
    def algorithms(self) -> list[str]:
        """Catalog names of what it computes."""
        interface = self.interface
        if isinstance(interface, LwcInterface):
            return [name for name in (interface.aead, interface.hash, *interface.xofs) if name]
        return [interface.algorithm]

    def __post_init__(self):
        for name in (self.top, *filter(None, (self.clock, self.reset))):
            identifier(name, f"{self.name}: top, clock or reset")

    @property
    def keeps_initial_values(self) -> bool:
        """Whether initial values of registers count: a core of others may rely on them. Ours do
        not: what they need, their reset sets.
        """
        return bool(self.third_party) or not self.reset

    def to_json(self) -> dict:
        """The design as JSON-able data; the inverse of `from_json`.

        Fields that few cores need are left out where they say nothing, so that the others stay
        under the same hash.
        """
        data = {**asdict(self), "sources": dict(self.sources)}
        rare = ("decrypts", "buffer_bytes", "most_ad_bytes", "withheld_bytes",
                "segment_order", "key_limit",
                "self_tests", "zeroises", "indicates",
                "do_last", "calls", "turn", "sdi_ahead",
                "key_reuse", "handshake", "xofs",
                "masking", "order", "decrypt_order", "fault", "again")  # fmt: skip
        data["interface"] = _without_defaults(data["interface"], type(self.interface), rare)
        if data["interface"].get("handshake"):
            for side in ("inputs", "outputs"):
                data["interface"]["handshake"][side] = {
                    name: _without_defaults(port, Port, ("word", "used", "rest"))
                    for name, port in data["interface"]["handshake"][side].items()
                }
        if data["interface"].get("masking"):
            data["interface"]["masking"] = _without_defaults(
                data["interface"]["masking"], Masking, ("shares", "order")
            )
        if data["third_party"]:
            data["third_party"] = _without_defaults(
                data["third_party"],
                ThirdParty,
                ("vhdl_ports", "vhdl_types", "vhdl_libraries", "vhdl_library"),
            )
        return _without_defaults(data, Design, ("reset_level", "reset_kind", "third_party"))

    @classmethod
    def from_json(cls, data: Mapping) -> "Design":
        """The inverse of `to_json`."""
        third_party = data.get("third_party")
        return cls(
            **{
                **data,
                "interface": interface_from_json(data["interface"]),
                "third_party": ThirdParty.from_json(third_party) if third_party else None,
            }
        )


def interface_from_json(data: Mapping) -> LwcInterface | BareInterface:
    """The inverse of ``dataclasses.asdict`` for either interface."""
    kinds = {"lwc": LwcInterface, "bare": BareInterface}
    # The constructors do not take ``kind``.
    given = {key: value for key, value in data.items() if key != "kind"}
    # JSON has lists where these have tuples.
    for name in {"order", "decrypt_order"} & given.keys():
        given[name] = {
            port: tuple(tuple(word) for word in cells) for port, cells in given[name].items()
        }
    if given.get("handshake"):
        given["handshake"] = Handshake.from_json(given["handshake"])
    if given.get("masking"):
        given["masking"] = Masking.from_json(given["masking"])
    for name in {"xofs", "segment_order"} & given.keys():
        given[name] = tuple(given[name])
    return kinds[data["kind"]](**given)


def _without_defaults(data: dict, kind: type, names: tuple[str, ...]) -> dict:
    """``data`` without those of ``names`` that have their default value."""
    # A field with a factory has no default of its own, and all such fields are mappings.
    defaults = {
        entry.name: {} if entry.default_factory is dict else entry.default for entry in fields(kind)
    }
    return {key: value for key, value in data.items() if key not in names or value != defaults[key]}
