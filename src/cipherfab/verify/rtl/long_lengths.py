# SPDX-License-Identifier: Apache-2.0
"""Lengths around powers of two, as far as a core is fast enough for them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...lwc.messages import Message
from ...lwc.vectors import Vectors
from ..answers import lengths
from .plan import SEVERAL, Plan
from .played import Play, Played, failed
from .simulator import PlayResult, Simulator
from .single_segments import single

CYCLES = 800_000
"""Cycles that a default run may spend on types beyond `lengths.DEFAULT_BYTES`, which are played
without stalls. At 2 bytes per cycle that is more than enough for the longest one.
"""


@dataclass(frozen=True, kw_only=True)
class Lengths:
    """What a run over growing lengths showed.

    Attributes:
        result: of the last play; the first that failed.
        messages, cycles: of all plays.
        longest: the largest 2^k around which lengths were played.
    """

    result: PlayResult
    messages: int
    cycles: int
    longest: int

    @property
    def reached(self) -> str:
        """How far it went, for the finding."""
        most = lengths.lengths(self.longest)[-1]
        why = (
            ""
            if self.longest == lengths.LONGEST_BYTES
            else "; longer ones take too many cycles for this level"
        )
        return f"types of up to {most:,} bytes{why}"


def grow(
    simulator: Simulator,
    streams: Callable[[int, int], Vectors],
    waveform: Path | None,
    options: dict,
) -> Lengths:
    """Play lengths up to `lengths.DEFAULT_BYTES`, with the options' stalls; then power by power,
    as long as `CYCLES` last, without stalls.

    Args:
        streams: words of the messages around the powers of two from the first to the second.
        waveform, options: of `Simulator.play`.
    """
    power = lengths.DEFAULT_BYTES
    result = simulator.play(streams(lengths.LEAST_BYTES, power), **options, waveform=waveform)
    messages, cycles, left, expected = result.messages, result.cycles, CYCLES, result.cycles
    options = {
        **options,
        # Without a seed of its own the power-up state is that of the stalls, which go.
        "power": options.get("power") or options["stall_seed"],
        "stall_seed": None,
    }
    while result.passed and 2 * power <= lengths.LONGEST_BYTES and expected <= left:
        power *= 2
        result = simulator.play(streams(power, power), **options, waveform=waveform)
        messages, cycles = messages + result.messages, cycles + result.cycles
        left -= result.cycles
        # of the longest power only the length below it fits into a segment
        expected = (
            2
            * result.cycles
            * len(lengths.lengths(2 * power, 2 * power))
            // len(lengths.lengths(power, power))
        )
    return Lengths(result=result, messages=messages, cycles=cycles, longest=power)


def of_powers(plan: Plan, *, every: bool) -> Play:
    """Lengths around powers of two: all of them, or as far as the core is fast enough. One of
    others that fails passes with a caveat if it is right where each type is one segment.
    """

    def messages(least: int, most: int) -> list[Message]:
        return lengths.around_powers(*plan.names, seed=plan.seed, least=least, most=most)

    if every:
        all_of_them = messages(lengths.LEAST_BYTES, lengths.LONGEST_BYTES)
        return (
            plan.messages(all_of_them)
            if plan.ours
            else plan.eased(plan.messages(all_of_them), all_of_them, basic=False)
        )

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        options = {"stall_seed": plan.seed, **options}
        found = _grown(
            grow(simulator, lambda *limits: plan.streams(messages(*limits)), waveform, options),
            waveform,
        )
        # A core that takes several segments elsewhere is not excused for them here.
        if found.passed or plan.ours or plan.takes_segments(simulator, empty=False, **options):
            return found
        again = _grown(
            grow(simulator, lambda *limits: plan.streams(single(messages(*limits))), None, options),
            None,
        )
        return again.but(SEVERAL.format(found.detail)) if again.passed else found

    return play


def _grown(found: Lengths, waveform: Path | None) -> Played:
    return failed(found.result, waveform) or Played(
        passed=True,
        messages=found.messages,
        detail=f"{found.messages} messages, {found.cycles} cycles, {found.reached}",
    )
