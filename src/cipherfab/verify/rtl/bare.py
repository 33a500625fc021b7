# SPDX-License-Identifier: Apache-2.0
"""Plays inputs on a compiled bare primitive: outputs compared in order, both sides stalled, latency
and interval measured.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...design import BareInterface, Design, Port
from ...errors import CallError
from . import program
from .handshake import header, input_ports, output_ports, port_values, port_words
from .masked import unmasked, with_masks
from .simulator import MAX_IDLE, TAIL

Values = Mapping[str, int | None]
"""A value for each port, by its name without prefix."""


@dataclass(frozen=True, kw_only=True)
class BareResult:
    """What a run showed.

    Attributes:
        failure: the first thing that went wrong, in a sentence; or None.
        kind: ``word``, ``unstable``, ``extra`` or ``hung``; empty if nothing went wrong.
        results: how many outputs came and were right.
        in_cycles, out_cycles: the cycle in which each input and each output was accepted.
        stall_seed: of the random stalls, or None without.
        waveform: VCD file around the failure, or None.
    """

    failure: str | None
    kind: str
    results: int
    in_cycles: tuple[int, ...]
    out_cycles: tuple[int, ...]
    stall_seed: int | None
    waveform: Path | None = None

    @property
    def passed(self) -> bool:
        """Whether all outputs came, in order and right."""
        return self.failure is None

    @property
    def latency(self) -> int:
        """Most cycles from an accepted input to its accepted output; meaningful without stalls."""
        return max(
            (after - before for before, after in zip(self.in_cycles, self.out_cycles)), default=0
        )

    @property
    def interval(self) -> int:
        """Initiation interval: most cycles between two accepted inputs; meaningful without stalls,
        from three inputs on.
        """
        return max(
            (after - before for before, after in zip(self.in_cycles, self.in_cycles[1:])), default=0
        )


@dataclass(frozen=True, kw_only=True)
class BareSimulator:
    """A bare primitive, compiled once."""

    program: program.Program

    @classmethod
    def build(
        cls, design: Design, directory: Path, *, trace: bool = False, coverage: bool = False
    ) -> "BareSimulator":
        """Like `simulator.Simulator.build`, for a design with a `BareInterface`."""
        interface = design.interface
        if not isinstance(interface, BareInterface):
            raise CallError(
                f"{design.name}: expected a bare primitive, got a {interface.kind} interface"
            )
        if interface.masking:
            # The wrapper adds up the shares, so that one bench compares values of all cores.
            design = unmasked(design)
        return cls(
            program=program.build(
                design,
                directory,
                bench="bare_bench.cpp",
                headers={"ports.h": header(design.interface)},
                trace=trace,
                coverage=coverage,
            )
        )

    def play(
        self,
        inputs: Sequence[Values],
        outputs: Sequence[Values],
        *,
        stall_seed: int | None,
        spaced: bool = False,
        group: tuple[int, int] = (1, 1),
        power: int | None = None,
        powers: int = 1,
        first_reset: int | None = None,
        max_idle: int = MAX_IDLE,
        tail: int = TAIL,
        waveform: Path | None = None,
    ) -> BareResult:
        """Feed ``inputs`` in one run after a reset and compare with ``outputs``.

        Args:
            inputs: for each call a value of every input port.
            outputs: for each call a value of every output port; None for one that has no meaning in
                this call.
            stall_seed: seed of random stalls on both sides; None for no stalls.
            spaced: a call begins only after the output of the one before it.
            group: inputs and outputs of a call, where it is not one of each.
            power: seed of what is in the registers at first; None: ``stall_seed``.
            powers, first_reset: see `simulator.Simulator.play`.
            max_idle: cycles without a transfer until the design counts as stuck.
            tail: cycles to watch for outputs too many.
            waveform: VCD file to write of a failure (needs a build with trace).

        Raises:
            CallError: there is no call or no bit to compare, a value is missing or too wide, or the
                waveform is not possible.
        """
        interface = self.program.design.interface
        # Without stalls there is no seed, and the masks need one all the same.
        inputs = with_masks(interface, inputs, stall_seed or 0)
        if len(inputs) * group[1] != len(outputs) * group[0]:
            raise CallError(
                f"expected {group[1]} outputs for {group[0]} inputs, got "
                f"{len(outputs)} for {len(inputs)}"
            )
        self.program.check_waveform(waveform)
        numbers = _numbers(self.program.design, inputs, outputs)
        options = {"seed": stall_seed, "power": power, "idle": max_idle,
                   "tail": tail, "spaced": int(spaced), "group": group[0],
                   "answers": group[1], "first-reset": first_reset, "powers": powers}  # fmt: skip
        found = self.program.run(numbers, options)
        if found["failure"] and waveform is not None:
            # The input of the output that failed, as outputs come in order.
            in_cycle = (found["in_cycles"][len(found["out_cycles"]) :] or [0])[0]
            self.program.draw(
                numbers, options, waveform, run=found["run"], first=in_cycle, last=found["cycle"]
            )
        return BareResult(
            failure=_failure(interface, outputs, found, max_idle),
            kind=found["failure"],
            results=len(found["out_cycles"]),
            in_cycles=tuple(found["in_cycles"]),
            out_cycles=tuple(found["out_cycles"]),
            stall_seed=stall_seed,
            waveform=Path(waveform) if found["failure"] and waveform is not None else None,
        )


def _numbers(design: Design, inputs: Sequence[Values], outputs: Sequence[Values]) -> list:
    """What the bench reads: how many calls there are, which bits of the outputs count, and all
    values.

    Raises:
        CallError: no bit is compared, or a value is missing or too wide.
    """
    interface = design.interface
    masks = [
        {
            name: 0 if call.get(name, 0) is None else (1 << width) - 1
            for name, width in interface.outputs.items()
        }
        for call in outputs
    ]
    if not any(any(call.values()) for call in masks):
        raise CallError(
            f"{design.name}: expected at least one call with an output to compare, got none; "
            f"nothing played is nothing verified"
        )
    # An output without a meaning is masked out, so any value will do for it.
    values = [
        {name: 0 if value is None else value for name, value in call.items()} for call in outputs
    ]
    places, results = input_ports(interface), output_ports(interface)
    return [
        [len(inputs), len(outputs)],
        _words(masks, interface.outputs, results),
        _words(inputs, interface.inputs, places),
        _words(values, interface.outputs, results),
    ]


def _words(
    calls: Sequence[Values], widths: Mapping[str, int], places: Mapping[str, Port]
) -> list[int]:
    """32-bit words of every port of every call, the least significant first."""
    words = []
    for number, call in enumerate(calls, 1):
        for name, width in widths.items():
            if name not in call or call[name] >> width:
                raise CallError(
                    f"call {number}: expected a value of {width} bits for '{name}', "
                    f"got {call.get(name)}"
                )
        words += port_words(call, places)
    return words


def _failure(
    interface: BareInterface, outputs: Sequence[Values], found: dict, max_idle: int
) -> str | None:
    if not found["failure"]:
        return None
    # Outputs come in order, so the wrong one is behind those that were right.
    number, got = len(found["out_cycles"]), port_values(found["got"], output_ports(interface))
    place = f"output {number + 1} of {len(outputs)}, cycle {found['cycle']}"
    place = f"power-up state {found['run'] + 1}: {place}" if found["run"] else place
    if found["failure"] == "word":
        wrong = [
            f"{name}: expected {outputs[number][name]:0{-(-width // 4)}X}, got "
            f"{got[name]:0{-(-width // 4)}X}"
            for name, width in interface.outputs.items()
            if outputs[number][name] not in (None, got[name])
        ]
        return f"{place}: {'; '.join(wrong)}"
    return (
        f"{place}: "
        + {
            "unstable": "an output changed while out_ready was 0",
            "extra": "an output too many",
            "hung": f"the design is stuck: no transfer for {max_idle} cycles "
            f"({_signals(interface, found)}, "
            f"{len(found['in_cycles'])} inputs accepted)",
        }[found["failure"]]
    )


def _signals(interface: BareInterface, found: dict) -> str:
    """The last values of what says that the design is ready and done."""
    names = {"in_ready": "in_ready", "out_valid": "out_valid"}
    if interface.handshake:
        names = {"in_ready": interface.handshake.ready, "out_valid": interface.handshake.done}
    return (
        ", ".join(f"{port} = {found[what]}" for what, port in names.items() if port)
        or "without ready and done"
    )
