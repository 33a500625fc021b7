# SPDX-License-Identifier: Apache-2.0
"""Forgeries: every one is refused, and the time of a refusal does not say why."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from ..answers import forged, forgeries
from ..answers.paddings import wrong_paddings
from .plan import Plan
from .played import Play, Played, failed
from .simulator import PlayResult, Simulator


def of_forgeries(plan: Plan) -> Play:
    """Each bit of the tag, of the nonce …, what a weak comparison accepts, paddings that are
    not the mode's; and that the time of a refusal does not say which bit of the tag is wrong.
    """
    wrong = forgeries.wrong_tags(plan.interface.aead, seed=plan.seed)
    weak = forged.forged(plan.core, seed=plan.seed)
    messages = [
        *(message for group in wrong for message in group),
        *forgeries.wrong_fields(plan.interface.aead, seed=plan.seed),
        *weak,
        *wrong_paddings(plan.core, seed=plan.seed),
    ]
    streams = plan.streams(messages)
    timed = plan.streams(wrong[0])
    refused = [message.result is None for message in wrong[0]]

    def play(simulator: Simulator, waveform: Path | None, **options) -> Played:
        found = plan.run(simulator, streams, waveform, options, messages)
        if found.passed and plan.ours:
            # Spaced: else the answer before would count into the cycles of a message.
            alone = {**options, "stall_seed": None, "spaced": True}
            found = _timed(plan, found, simulator.play(timed, **alone), refused)
        wanted, meets = forged.wanted(plan.core), partial(forged.met, core=plan.core)
        return plan.judged(found, streams, wanted, meets, {})

    return play


def _timed(plan: Plan, found: Played, again: PlayResult, refused: list[bool]) -> Played:
    """What was found, and in how many cycles wrong tags are refused: all in as many, and right ones
    accepted in as many too.

    Args:
        again: messages that were played without stalls, each behind the answer to the one before.
        refused: which of them have a wrong tag.
    """
    # The first one is the encryption.
    taken = list(zip(again.message_cycles, refused))[1:]
    bad, good = (sorted({n for n, one in taken if one is kind}) for kind in (True, False))
    # A plaintext that was kept leaves behind the comparison.
    kept = plan.interface.withheld_bytes or plan.interface.buffer_bytes
    later = bool(kept) and len(good) == 1
    if again.passed and len(bad) == 1 and (good in ([], bad) or later):
        how = f"{good[0]}" if later and good != bad else "as many"
        return replace(
            found,
            messages=found.messages + again.messages,
            detail=f"{found.detail}; each wrong tag is refused in {bad[0]} "
            f"cycles, a right one accepted in {how}",
        )
    cycles = sorted({count for count, _ in taken})
    return failed(again, None) or Played(
        passed=False, detail=f"a decryption takes {cycles} cycles, depending on its tag"
    )
