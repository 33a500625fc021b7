# SPDX-License-Identifier: Apache-2.0
"""What is proved of every cycle from the one before, with the first one."""

from dataclasses import replace
from typing import Protocol

from .comparison import Comparison, Example
from .correspondence import Correspondence
from .power_up import Start
from .states import Key


class Compared(Protocol):
    """Compares by names and guesses, registers in a reset alone if it is asked for."""

    def __call__(
        self, names: Correspondence, guesses: Correspondence, called: str, *, in_reset: bool = False
    ) -> tuple[str, Example | None, Comparison]:
        """Args: ``called``: the name of the files."""


def judged(
    comparison: Comparison,
    names: Correspondence,
    guesses: Correspondence,
    start: Start,
    compared: Compared,
) -> tuple[str, Example | None, Comparison, list[str], list[str]]:
    """The verdict on what is proved of every cycle from the one before, with the first one: what
    does not follow of the registers there must not matter.

    Registers that keep an initial value for ever are told apart in a comparison of their own, and
    what differs then is a counterexample: they differ for ever.

    Returns:
        Verdict; what shows that it is "refuted"; the comparison; names of registers whose initial
        values the netlist does not have; notes.
    """
    relation = [*names.targets.items(), *guesses.targets.items()]
    labels = {**guesses.labels, **names.labels}
    found, outside = start.judged(relation), start.outside(guesses.states)
    if set(found.wrong) & start.initial:
        # What is equal as long as they hold something else differs while they hold that.
        status, example, apart = compared(*_without(names, guesses, set(found.wrong)), "at_first")
        if status == "refuted":
            return "refuted", example, apart, start.names(found.wrong), []
    if found.wrong or outside:
        told = ", ".join(sorted({labels.get(key, str(key[1])) for key in (*found.wrong, *outside)}))
        return (
            "undecided",
            None,
            comparison,
            start.names(found.wrong),
            [f"equal only if registers hold at first what they do not: {told}"],
        )
    if not found.open:
        return _behind_reset(comparison, names, guesses, start, compared)
    # Without what may not hold at first: if the rest is proved alone, it did not matter.
    rest = _without(names, guesses, set(found.open))
    status, example, apart = compared(*rest, "at_first")
    if status == "proved":
        return _behind_reset(apart, *rest, start, compared)
    initial = start.named(relation, found.open)
    kept = start.kept_among(relation, found.open)
    if kept:
        status, example, apart = compared(*_without(names, guesses, kept), "for_ever")
        if status == "refuted":
            return "refuted", example, apart, initial, []
    told = ", ".join(sorted(labels.get(key, str(key[1])) for key in found.open)[:10])
    return (
        "undecided",
        None,
        comparison,
        initial,
        [f"equal if registers of the netlist hold at first what nothing puts there: {told}"],
    )


def _behind_reset(
    comparison: Comparison,
    names: Correspondence,
    guesses: Correspondence,
    start: Start,
    compared: Compared,
) -> tuple[str, Example | None, Comparison, list[str], list[str]]:
    """The verdict on what is equal if registers hold initial values behind the reset: these must
    come through it, while what the reset alone makes equal is not so yet.
    """
    relation = [*names.targets.items(), *guesses.targets.items()]
    late = start.late(relation)
    # What these correspond to, or what does to them, must be what the reset alone says.
    told = {one for key, (target, _) in relation if {key, target} & late for one in (key, target)}
    through = not start.initial or not late
    if not through and not told & start.only_said:
        status, _, _ = compared(*_without(names, guesses, late), "in_reset", in_reset=True)
        through = status == "proved"
    if through:
        return "proved", None, comparison, [], []
    notes = ["equal if initial values come through the reset, which is not proved"]
    return "undecided", None, comparison, [], notes


def _without(
    names: Correspondence, guesses: Correspondence, left: set[Key]
) -> tuple[Correspondence, Correspondence]:
    """Both without what they say of the registers that are ``left`` out."""
    return tuple(
        replace(
            one,
            targets={
                key: target
                for key, target in one.targets.items()
                if key not in left and target[0] not in left
            },
        )
        for one in (names, guesses)
    )
