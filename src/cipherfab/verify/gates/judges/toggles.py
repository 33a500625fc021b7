# SPDX-License-Identifier: Apache-2.0
"""Toggles of many traces, by the t-test: of a call, or of the messages of an AEAD."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from ....asked import choice, flag, number
from .judge import Found, Judge, Mapped
from .verdicts import of_toggles


@dataclass(frozen=True, kw_only=True)
class Toggles(Judge):
    """See `gates.leakage`; its findings are the result's own keys, with what a pass rests on."""

    last: ClassVar[bool] = True

    secrets: int = number(3, 1, 100, "Fixed secrets, each with so many traces.")
    glitches: bool = flag(
        "Count what nets do before they settle, too, every cell a unit of time "
        "late; several times as slow."
    )
    delays: str | None = choice(
        "Count what nets do before they settle, every input of every cell a "
        "unit or, in steps of 10 ps, as late as the Liberty file says, with its wire load or "
        "(nangate45) with the wires of a placement.  [default: not]",
        "unit",
        "liberty",
        "placed",
    )
    each: bool = flag("Test every change of every net by itself too.")

    def options(self, on: Mapped) -> dict[str, Any]:
        """What `leakage.assess` and `message_leakage.assess` take."""
        return {
            "traces": on.common.traces,
            "seed": on.seed,
            "secrets": self.secrets,
            # `--glitches` is the short way to ask for unit delays.
            "delays": self.delays or ("unit" if self.glitches else None),
            "each": self.each,
            "timed": on.placed if self.delays == "placed" else on.timed,
        }

    def assess(self, on: Mapped) -> dict[str, Any]:
        """As `leakage.assess` and `leakage.limits`, and ``random_bits_per_call``."""
        from .. import leakage

        found = leakage.assess(*on.given, cycles=on.common.cycles, **self.options(on))
        return {
            **found,
            "random_bits_per_call": on.random_bits_per_call,
            **leakage.limits(delays=found["delays"]),
        }

    @staticmethod
    def lines(found: Found) -> Iterator[str]:
        """Random bits, largest |t|, and since when it was above the threshold."""
        from ..leakage import in_words

        yield (
            f"  random bits: {found['random_bits']} in a cycle, {found['random_bits_per_call']} "
            f"in a call"
        )
        watched = f"the first {found['watched']}" if found["watched"] else "all"
        yield (
            f"  {found['traces']:.0f} traces of each of {found['secrets']} fixed secrets against "
            f"random ones, {watched} cycles of a call, toggles "
            f"{in_words(found['delays'])}, seed {found['seed']}: largest "
            f"|t| = {found['max_t']:.2f} in cycle {found['cycle']} (threshold {found['threshold']})"
        )
        variance, event = found["variance"], found["event"]
        since = variance["failed_at"]
        yield (
            f"  second moment (decides nothing): largest |t| = {variance['max_t']:.2f} in cycle "
            f"{variance['cycle']} (threshold {found['threshold']}"
            f"{f', above it from {since} traces on' if since else ''})"
        )
        if not found["uniform"]:
            yield "  FAIL  valid and ready are not the same in all traces, so they tell of secrets"
        if event:
            yield (
                f"  each of {event['count']} events by itself: largest |t| = {event['max_t']:.2f} "
                f"in cycle {event['cycle']} (threshold {event['threshold']})"
            )
        for failed in filter(None, (found["failed_at"], event and event["failed_at"])):
            yield f"  above the threshold from {failed} traces on"
        if found["detected_at"]:
            yield (
                f"  first above {found['sequential_threshold']}, the threshold for "
                f"{found['looks']} looks, at {found['detected_at']} traces"
            )
        yield from rests_on(found, found)

    @staticmethod
    def verdicts(found: Found) -> Iterator[str]:
        """One."""
        yield of_toggles(found)


def rests_on(played: Found, limits: Found) -> Iterator[str]:
    """How long it took, the model, and what a pass does not cover."""
    yield (
        f"  {played['evaluations'] / played['seconds'] / 1e9:.2f} gate evaluations per ns, "
        f"{played['seconds']:.1f} s"
    )
    yield f"  model: {limits['model']}"
    yield f"  not covered: {'; '.join(limits['not_covered'])}"
