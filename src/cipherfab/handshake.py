# SPDX-License-Identifier: Apache-2.0
"""How a bare core is started and says that it is done, where that is not by valid and ready."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .identifiers import identifier
from .places import Port, place_from_json


@dataclass(frozen=True, kw_only=True)
class Control:
    """What a port of a handshake says, where it is not one bit that says it with 1.

    Attributes:
        width: bits of the port.
        value: what starts or loads; what says ready or done.
        idle: of an input, what it has otherwise.
    """

    width: int = 1
    value: int = 1
    idle: int = 0


@dataclass(frozen=True, kw_only=True)
class Handshake:
    """How a core without valid and ready is started and how it says that it is done.

    Attributes:
        inputs, outputs: where each input and output of the algorithm lies, by the algorithm's own
            names.
        constants: input ports with a fixed value (``encdec`` = 1), by name.
        start: port that is 1 for one cycle, with the inputs, to start; None: it works on what is
            there, all the time.
        load: port that is 1 for one cycle when inputs named in ``loads`` are new, before ``start``;
            None if there is none.
        loads: inputs that only ``load`` takes (a key whose schedule is computed once).
        ready: port that is 1 while the core can take ``start`` or ``load``; None: it can when it is
            done.
        done: port that is 1 when the outputs are valid; None if ``latency`` says so.
        done_pulse: ``done`` is 1 for one cycle; otherwise it stays until the next start.
        latency: clock edges from the one that takes ``start`` to valid outputs; 0: combinational;
            None if ``done`` says so.
        hold: the inputs must stay as they are until the outputs are valid.
        start_held: ``start`` stays until the outputs are valid, and is then given up for a cycle.
        restarts: ``start`` may come in any cycle; a call that is under way then has no result.
            ``done`` means something from the cycle behind a start to the one in which the outputs
            of its call are valid, and nothing else at any time.
        controls: of ``start``, ``load``, ``ready`` and ``done``, those that are not one bit that
            is 1; two of them may be values of one port.
    """

    inputs: Mapping[str, Port]
    outputs: Mapping[str, Port]
    constants: Mapping[str, int] = field(default_factory=dict)
    start: str | None = None
    load: str | None = None
    loads: tuple[str, ...] = ()
    ready: str | None = None
    done: str | None = None
    done_pulse: bool = False
    latency: int | None = None
    hold: bool = True
    start_held: bool = False
    restarts: bool = False
    controls: Mapping[str, Control] = field(default_factory=dict)

    def control(self, role: str) -> Control:
        """What the port of ``start``, ``load``, ``ready`` or ``done`` says."""
        return self.controls.get(role, Control())

    def __post_init__(self):
        for name in filter(None, (self.start, self.load, self.ready, self.done, *self.constants)):
            identifier(name, "port")

    @classmethod
    def from_json(cls, data: Mapping) -> "Handshake":
        """The inverse of ``dataclasses.asdict``."""
        ports = {
            side: {name: place_from_json(port) for name, port in data[side].items()}
            for side in ("inputs", "outputs")
        }
        controls = {role: Control(**said) for role, said in data.get("controls", {}).items()}
        # JSON makes lists of tuples, by which two equal handshakes would differ.
        return cls(**{**data, **ports, "loads": tuple(data.get("loads", ())), "controls": controls})


def own_ports(widths: Mapping[str, int], side: str) -> dict[str, Port]:
    """The ports that a core of ours has for values of these widths: ``in_NAME`` or ``out_NAME``."""
    return {
        name: Port(name=f"{side}_{name}", width=width, bits=width) for name, width in widths.items()
    }
