# SPDX-License-Identifier: Apache-2.0
"""What is played on a bare primitive."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ... import catalog
from ...primitives.primitive import SCHEDULE, software
from ..answers import genkat
from . import cell_words
from .bare import BareSimulator
from .calls import on_ports
from .disturbed import POWER_UPS
from .played import Play, Played

RANDOM_CALLS = 200
"""Random inputs of a bare primitive, beyond those of its known-answer file."""


FEW_CALLS = 20
"""Of these, those that are played from each of several power-up states."""


def bare_plays(algorithm: str, seed: int, kat: Path | None) -> Iterator[tuple[str, Play]]:
    """The checks by name; with a file of known answers those of it too."""
    primitive = catalog.find(algorithm).primitive
    yield "official known answers", _play_calls(*genkat.calls(algorithm), seed)
    generator = random.Random(seed)
    limits = {
        # The port of a schedule has room for more numbers than there are schedules.
        name: len(primitive.rounds) if name == SCHEDULE else 1 << width
        for name, width in primitive.inputs.items()
    }
    inputs = [
        {name: generator.randrange(limit) for name, limit in limits.items()}
        for _ in range(RANDOM_CALLS)
    ]
    outputs = [dict(zip(primitive.outputs, software(primitive)(*call.values()))) for call in inputs]
    yield "random calls", _play_calls(inputs, outputs, seed)
    yield "power-up states", _power_ups(inputs[:FEW_CALLS], outputs[:FEW_CALLS], seed)
    if kat is not None:
        yield f"known answers of {kat.name}", _play_calls(*genkat.calls(algorithm, kat), seed)


def _power_ups(inputs: list[dict], outputs: list[dict], seed: int) -> Play:
    """The same calls from several power-up states; our own cores start with a reset of one cycle in
    every other one.
    """

    def play(simulator: BareSimulator, waveform: Path | None) -> Played:
        # That one cycle of reset is enough is promised of our own cores alone.
        first_reset = None if simulator.program.design.third_party else 1
        played = _play_calls(
            inputs, outputs, seed, first_reset=first_reset, powers=POWER_UPS.fewest
        )(simulator, waveform)
        total = POWER_UPS.fewest * len(inputs)
        return (
            replace(
                played,
                messages=total,
                detail=f"{total} calls, from {POWER_UPS.fewest} power-up states",
            )
            if played.passed
            else played
        )

    return play


def _play_calls(
    inputs: list[dict],
    outputs: list[dict],
    seed: int,
    *,
    first_reset: int | None = None,
    powers: int = 1,
) -> Play:
    def play(simulator: BareSimulator, waveform: Path | None) -> Played:
        interface = simulator.program.design.interface
        calls = on_ports(interface, inputs, outputs)
        # A core by cells takes and gives a call word by word.
        words, group = (
            (cell_words.words(interface, *calls), cell_words.group(interface))
            if interface.cell
            else (calls, (1, 1))
        )
        result = simulator.play(
            *words,
            stall_seed=seed,
            group=group,
            first_reset=first_reset,
            powers=powers,
            waveform=waveform,
        )
        if result.passed:
            return Played(
                passed=True,
                detail=f"{len(calls[0])} calls, random stalls with seed {seed}",
                messages=len(calls[0]),
            )
        return Played(
            passed=False,
            detail="first mismatch: "
            + result.failure
            + (f"; waveform: {waveform}" if waveform else ""),
        )

    return play
