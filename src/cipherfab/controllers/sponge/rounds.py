# SPDX-License-Identifier: Apache-2.0
"""How many rounds a run of `over_permutation`'s permutation has: of each its number among the
round counts.
"""

from amaranth.hdl import Const, Module, Mux, Value

from ...modes.sponge import Sponge
from ...words import SoftwareWord
from ...words.hardware import build


def schedule(m: Module, core, now):
    """Index of the round count of the run that starts.

    Args:
        m: gets the logic.
        core: the `over_permutation.OverPermutation`.
        now: its `signals.Signals`.
    """
    aead, digest = core.aead, core.hash_function

    def chosen(mode, name, flags=now.flags):
        """The index behind a block."""
        counts = indices(core, mode)
        if len(counts) == 1:
            return counts[0]
        function = mode.turn_schedule if name == "turn_schedule" else mode.schedule
        number = build(m, lambda given: {name: function(given)}, flags, prefix=f"{name}_")[name]
        result = Const(counts[0], 8)
        for at, value in enumerate(counts[1:], 1):
            result = Mux(number == at, value, result)
        return result

    number = chosen(aead, "schedule") if aead else 0
    if digest:
        between = indices(core, digest)[digest.squeeze_schedule]
        of_hash = Mux(now.absorbing, chosen(digest, "hash_schedule"), between)
        number = Mux(now.is_hash, of_hash, number)
    # In these phases no block is absorbed: they override what a block would say.
    for when, event in _other_runs(core, now):
        number = Mux(when, indices(core, aead)[aead.run_of(event)], number)
    if (
        # Tried with zeros: a mode without a round count of its own for this phase gives None.
        aead
        and aead.decides_late
        and aead.turn_schedule(dict.fromkeys(now.turn_flags, SoftwareWord(1, 0))) is not None
    ):
        number = Mux(now.turning, chosen(aead, "turn_schedule", now.turn_flags), number)
    return number


def compares(core, now) -> Value:
    """On shares, 1 where a run may start that says whether a received tag is right."""
    parts = core.aead.parts["tag"] if core.aead.compares_by_key else 1
    return now.phases["VERIFY"] & (now.count == parts - 1) if parts > 1 else now.phases["VERIFY"]


def indices(core, mode: Sponge) -> list[int]:
    """For each of a mode's round counts its number among those of the component, which may
    count larger steps.
    """
    counts = {
        count
        for each in (core.aead, core.hash_function)
        if each
        for count in each.permutation.rounds
    }
    rounds = sorted(counts, reverse=True)
    return [rounds.index(count) for count in mode.permutation.rounds]


def _other_runs(core, now) -> list:
    """What steers them and the names of the AEAD's runs that follow no block."""
    aead = core.aead
    if not aead:
        return []
    runs = [(now.turning, "turn"), (now.opening, "opening")] if aead.decides_late else []
    runs += [(now.rekeying & (now.rekey_number == n), f"rekey{n}") for n in range(2 * aead.rekeys)]
    runs += [(now.phases["JOIN"] & (now.count == n), f"join{n}") for n in range(aead.joins)]
    runs += [(now.tagging, "tag")] if aead.tag_runs else []
    runs += [(compares(core, now), "compare")] if core.shares > 1 else []
    names = [f"begin{n}" for n in range(aead.parts["nonce"])]
    # Where all parts of the nonce start equal runs, the count need not be read.
    if len({aead.run_of(name) for name in names}) == 1:
        names = names[-1:]
    runs += [
        (now.starting & (now.count == n if len(names) > 1 else 1), name)
        for n, name in enumerate(names)
    ]
    unprepared = now.starting & (~now.prepared | now.again)
    return runs + [(unprepared & (now.count == n), f"prepare{n}") for n in range(aead.prepares)]
