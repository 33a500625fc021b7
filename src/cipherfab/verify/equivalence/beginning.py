# SPDX-License-Identifier: Apache-2.0
"""What is proved of every cycle from the one before, with the first one."""

from collections.abc import Callable
from dataclasses import replace

from .comparison import Comparison, Example
from .correspondence import Correspondence
from .power_up import Start
from .states import Key

Compared = Callable[[Correspondence, Correspondence, str], tuple[str, Example | None, Comparison]]
"""Compares by names and guesses; takes the name of the files too."""


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
        return "proved", None, comparison, [], []
    # Without what may not hold at first: if the rest is proved alone, it did not matter.
    status, example, apart = compared(*_without(names, guesses, set(found.open)), "at_first")
    if status == "proved":
        return "proved", None, apart, [], []
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
