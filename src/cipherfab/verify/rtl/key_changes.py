# SPDX-License-Identifier: Apache-2.0
"""Keys that change between messages, and keys that are activated and not used."""

from dataclasses import replace
from pathlib import Path

from ...lwc.messages import Message
from ..answers import forgeries
from .plan import Plan
from .played import Play, Played, failed, passed
from .simulator import PlayResult, Simulator


def of_keys(plan: Plan) -> Play:
    """Keys that change; and that SDI is read only after *activate key*, but for what registers
    in front of it hold.
    """
    messages = plan.answerable(forgeries.wrong_keys(plan.interface.aead, seed=plan.seed))
    streams = plan.streams(messages)
    firsts, count = [], 0
    for number, message in enumerate(messages):
        if message.new_key:
            firsts.append((number, count))
            # A message with a new key offers the unused ones before it.
            count += 1 + len(message.earlier_keys)

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        options = {"stall_seed": plan.seed, "waveform": waveform, **options}
        result = simulator.play(streams, **options)
        if not plan.ours:
            return _kept(
                plan,
                passed(result)
                if result.passed
                else _of_used(plan, messages, simulator, result, options),
            )
        if not result.passed:
            return failed(result, waveform)
        # The first word of a message with a new key is the instruction that activates it.
        early = [
            number for number, key in firsts if result.key_cycles[key] < result.first_cycles[number]
        ]
        if early:
            return Played(
                passed=False,
                detail=f"SDI was read before the key of message {early[0] + 1} was activated",
            )
        ahead = plan.interface.sdi_ahead
        held = f", but for {ahead} words in registers" if ahead else ""
        # When a key is offered the stalls say; when it is taken the bench does.
        return passed(result, f"; no key was taken before it was activated{held}")

    return play


def _kept(plan: Plan, found: Played) -> Played:
    """With a remark on a core of others that keeps no key, as its description says."""
    return (
        found
        if plan.interface.key_reuse or not found.passed
        else found.but("keeps no key: each message brings its own, and its cycles are counted")
    )


def _of_used(
    plan: Plan, messages: list[Message], simulator: Simulator, first: PlayResult, options: dict
) -> Played:
    """For a core of others that fails the key changes: the same without keys that are activated
    and not used, of which the API says nothing.
    """
    used = plan.streams(replace(message, earlier_keys=()) for message in messages)
    result = simulator.play(used, **{**options, "waveform": None})
    if not result.passed:
        return failed(first, options["waveform"])
    return passed(result).but(
        f"a key that is activated and not used is one too many: {first.failure.text}"
    )
