"""An emitted design: what the simulators, the synthesiser and the reports work on. Third-party cores are designs too."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True, kw_only=True)
class LwcInterface:
    """Ports of the LWC Hardware API: ``pdi_data/valid/ready``, ``sdi_…``, ``do_…`` and ``do_last``.

    Attributes:
        width: bits of PDI and DO (8, 16 or 32).
        sdi_width: bits of SDI.
        aead: catalog name of its AEAD, or None.
        hash: catalog name of its hash function, or None.
    """

    width: int
    sdi_width: int
    aead: str | None = None
    hash: str | None = None
    kind: str = field(default="lwc", init=False)


@dataclass(frozen=True, kw_only=True)
class BareInterface:
    """Ports of a bare primitive: ``in_valid/in_ready``, one port ``in_NAME`` for each input, ``out_valid/out_ready``, ``out_NAME``.

    A word is accepted in a cycle with valid and ready both 1. Results come in the order of their inputs.

    Attributes:
        algorithm: catalog name.
        inputs, outputs: width in bits of each port, by name without its prefix.
    """

    algorithm: str
    inputs: Mapping[str, int]
    outputs: Mapping[str, int]
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
        reset: name of the synchronous, active-high reset port.
    """

    name: str
    top: str
    sources: Mapping[str, str]
    interface: LwcInterface | BareInterface
    clock: str = "clk"
    reset: str = "rst"

    def to_json(self) -> dict:
        """The design as JSON-able data; the inverse of `from_json`."""
        return {**asdict(self), "sources": dict(self.sources)}

    @classmethod
    def from_json(cls, data: Mapping) -> "Design":
        """The inverse of `to_json`."""
        kinds = {"lwc": LwcInterface, "bare": BareInterface}
        interface = {key: value for key, value in data["interface"].items() if key != "kind"}
        return cls(**{**data, "interface": kinds[data["interface"]["kind"]](**interface)})
