# SPDX-License-Identifier: Apache-2.0
"""The order of a message through a mode over a permutation, once: `sponge_message` walks these
steps in software, and `controllers.sponge.phases` makes a phase of each.
"""

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, kw_only=True)
class Step:
    """A step of a message.

    Attributes:
        phase: of a core in which it happens.
        part: what of the message it belongs to: ``nonce``, ``opening`` (in front of associated
            data, if there is any), ``ad``, ``turn`` (in front of the message), ``message`` or
            ``close`` (in front of the tag).
        event: of a step that is nothing but runs of the permutation, the event in front of each.
        numbers: of these events, see `sponge.SpongeAead`.
        said: what such a step is.
    """

    phase: str
    part: str
    event: str = ""
    numbers: range = range(0)
    said: str = ""


@cache
def steps(*, late: bool, rekeys: int, joins: int) -> tuple[Step, ...]:
    """The steps from the nonce up to the tag, in their order.

    Args:
        late, rekeys, joins: `sponge.SpongeAead.decides_late`, ``rekeys`` and ``joins``.
    """
    order = (
        Step(phase="START", part="nonce"),
        Step(
            phase="REKEY",
            part="nonce",
            event="rekey",
            numbers=range(rekeys),
            said="Runs with the key.",
        ),
        Step(phase="OPEN", part="opening"),
        Step(phase="AD", part="ad"),
        Step(
            phase="JOIN",
            part="turn",
            event="join",
            numbers=range(joins),
            said="Runs between associated data and message.",
        ),
        Step(phase="TURN", part="turn"),
        Step(phase="MESSAGE", part="message"),
        Step(
            phase="CLOSE",
            part="close",
            event="rekey",
            numbers=range(rekeys, 2 * rekeys),
            said="Runs with the key.",
        ),
    )
    # Runs of which a mode has none are no steps of it, nor is waiting in a mode that decides at
    # once.
    there = {step.phase: bool(step.numbers) for step in order if step.event}
    there |= dict.fromkeys(("OPEN", "TURN"), late)
    return tuple(step for step in order if there.get(step.phase, True))
