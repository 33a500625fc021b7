# SPDX-License-Identifier: Apache-2.0
"""The signals of `over_permutation` that its phases (`phases`), its datapath (`datapath`) and its
round counts (`rounds`) read and drive, in one record that is passed to them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from amaranth.hdl import Const, Module, Mux, Signal, Value

from ...words import SoftwareWord
from ...words.hardware import build, told
from ..parts.phases import Phases
from ..parts.random import joined_random
from .comparator import APART, TOGETHER


@dataclass(frozen=True, kw_only=True)
class Registers:
    """What is remembered from one cycle to the next, and what follows from it alone.

    Attributes:
        phases: where in a message the controller is.
        starting, is_message, turning, squeezing, opening, rekeying, absorbing, tagging: it is in
            one of the phases that are called so.
        initial: no block was absorbed since the nonce.
        first: no block of this type was absorbed.
        padding_due: the next block is one of padding alone.
        part: of a block of associated data the second part is next.
        prepared: the last run before the nonce is under way or done.
        had_ad: there was associated data.
        ad_was_full: its last block was full.
        count: the part of nonce, tag or digest, or the run, that is next.
        mismatch: words of a received tag that differ from the computed one.
        rekey_number: the number of the run of `rekeys` that is next.
    """

    phases: Phases
    starting: Value
    is_message: Value
    turning: Value
    squeezing: Value
    opening: Value
    rekeying: Value
    absorbing: Value
    tagging: Value
    initial: Signal
    first: Signal
    padding_due: Signal
    part: Signal
    prepared: Value
    had_ad: Signal
    ad_was_full: Signal
    count: Signal
    mismatch: Signal
    rekey_number: Value


@dataclass(frozen=True, kw_only=True)
class Runs:
    """The permutation, and what is asked of it.

    Attributes:
        ready: a run could start.
        start: a run starts.
        load: the state is loaded, and no run starts.
        numbers: what the names of the permutation's ports end with, in each share.
        state, next_state: what it gives, and what it is given, in each share.
        again: the last run before the nonce has to be repeated.
        is_hash: the message is one of the hash function.
    """

    ready: Value
    start: Signal
    load: Signal
    numbers: list[str]
    state: list[Value]
    next_state: list[Value]
    again: Value
    is_hash: Value


@dataclass(frozen=True, kw_only=True)
class Presented:
    """What is known of the block that is presented, all of it from registers.

    Attributes:
        mask: its bytes that are there, the first one at the top.
        full, empty: all bytes are there, none is.
        last: no block of this type follows, not one of padding either.
        replaced: a ciphertext is absorbed: its bytes take the place of the state's.
        flags: what the events of a mode read of a block, by name (`modes.sponge_events.FLAGS`).
        turn_flags: what the events between associated data and message read.
    """

    mask: Signal
    full: Signal
    empty: Signal
    last: Signal
    replaced: Signal
    flags: Mapping[str, Value]
    turn_flags: Mapping[str, Value]


@dataclass(frozen=True, kw_only=True)
class Signals(Registers, Runs, Presented):
    """All of them."""


def registers(m: Module, core) -> Registers:
    """The registers of a core.

    Args:
        m: gets them.
        core: the `over_permutation.OverPermutation`.
    """
    aead, phases = core.aead, Phases(m, *core.phase_names())
    count = told(
        "count",
        "The part of nonce, tag or digest, or the run, that is next.",
        # A bit at least, also where nothing is counted.
        range(max(2, *core.counted())),
    )
    mismatch = told(
        "mismatch",
        "Words of a received tag that differ from the computed one; joined a cycle later.",
        APART if core.comparator else TOGETHER,
    )
    prepared = told("prepared", "The last run before the nonce is under way or done.")
    return Registers(
        phases=phases,
        starting=phases["START"],
        is_message=phases["MESSAGE"],
        turning=phases["TURN"],
        squeezing=phases["DIGEST"],
        opening=phases["OPEN"],
        rekeying=phases["REKEY"] | phases["CLOSE"],
        absorbing=phases["AD"] | phases["MESSAGE"],
        tagging=phases["TAG"] | phases["VERIFY"],
        initial=told("initial_due", "No block was absorbed since the nonce."),
        first=told("first_due", "No block of this type was absorbed."),
        padding_due=told("padding_due", "The next block is one of padding alone."),
        part=told("second_part", "Of a block of associated data the second part is next."),
        # Without such runs the nonce waits for none.
        prepared=prepared if aead and aead.prepares else Const(1),
        had_ad=told("had_ad", "There was associated data."),
        ad_was_full=told("ad_was_full", "The last block of associated data was full."),
        count=count,
        mismatch=mismatch,
        # The runs of CLOSE are numbered behind those of REKEY.
        rekey_number=count + Mux(phases["CLOSE"], aead.rekeys if aead else 0, 0),
    )


def runs(m: Module, core, now: Registers) -> Runs:
    """The permutation, joined to what asks for its runs."""
    permutation, again = core.permutation, _again(m, core, now)
    start = told("start", "A run of the permutation starts.")
    load = told("load", "The state is loaded, and no run starts.")
    # The state is read from the output at any time, so that a result never has to wait.
    m.d.comb += [permutation.out_ready.eq(1), permutation.in_valid.eq(start)]
    if permutation.loadable:
        m.d.comb += permutation.in_load.eq(load)
    numbers = [""]
    if core.shares > 1:
        numbers = [f"_{number}" for number in range(core.shares)]
        m.d.comb += joined_random(core, permutation)
    return Runs(
        ready=permutation.in_ready,
        start=start,
        load=load,
        numbers=numbers,
        state=[getattr(permutation, f"out_x{number}") for number in numbers],
        next_state=[getattr(permutation, f"in_x{number}") for number in numbers],
        again=again,
        is_hash=_is_hash(core),
    )


def _is_hash(core) -> Value:
    if not core.hash_function:
        return Const(0)
    return core.control.hash if core.aead else Const(1)


def repeats(core) -> bool:
    """Whether the last run before the nonce may have to be repeated."""
    if not core.aead or not core.aead.prepares:
        return False
    # Only whether there is an answer counts, so that any state will do.
    nothing = SoftwareWord(core.aead.permutation.outputs["x"], 0)
    return core.aead.repeats(nothing) is not None


def _again(m: Module, core, now: Registers) -> Value:
    """The last run before the nonce has to be repeated, which its result tells."""
    if not repeats(core):
        return Const(0)
    found = build(
        m,
        lambda words: {"repeats": core.aead.repeats(words["state"])},
        {"state": core.permutation.out_x},
    )
    again = told("again", "The last run before the nonce has to be repeated.")
    # The result says it behind the last of these runs, before a part of the nonce has come.
    m.d.comb += again.eq(found["repeats"] & now.prepared & (now.count == 0))
    return again


def _which_size(m: Module, core, now: Registers, is_hash: Value) -> None:
    """Which size the next block has."""
    number = {size: at for at, size in enumerate(core.sizes)}
    chosen, aead, digest = Const(0), core.aead, core.hash_function
    if aead:
        first, *second = (number[size] for size in aead.ad_parts)
        of_ad = Mux(now.part, second[0], first) if second else first
        # In these phases the next block is one of the message already.
        behind_ad = now.is_message | now.turning
        behind_ad = behind_ad | now.phases["JOIN"] if aead.joins else behind_ad
        of_data = Mux(behind_ad, number[aead.block_bytes], of_ad)
        of_nonce, of_tag = (
            number.get(size // aead.parts[name], 0)
            for name, size in (("nonce", aead.nonce_bytes), ("tag", aead.tag_bytes))
        )
        of_end = now.tagging | now.phases["CLOSE"]
        chosen = Mux(now.starting, of_nonce, Mux(of_end, of_tag, of_data))
    if digest:
        first, others = number[digest.first_bytes], number[digest.block_bytes]
        of_hash = Mux(now.initial, first, others) if first != others else first
        chosen = Mux(is_hash, of_hash, chosen)
    m.d.comb += core.short.eq(chosen)


def presented(m: Module, core, now: Registers, is_hash: Value) -> Presented:
    """What is known of the block, and the size of the next one."""
    _which_size(m, core, now, is_hash)
    mask = told(
        "mask", "The bytes of the block that are there, the first one at the top.", core.port_bytes
    )
    full = told("block_is_full", "All bytes of the block are there.")
    empty = told("block_is_empty", "The block has no byte.")
    last = told("block_is_last", "No block of this type follows, not one of padding either.")
    replaced = told(
        "replaces", "A ciphertext is absorbed: its bytes take the place of the state's."
    )
    # Where padding follows a full block, what is not full is the last one; that is known earlier.
    ends = ~core.block.full if core.takes_empty_ends else core.block.last
    m.d.comb += [
        # While padding is due the next block may be there: nothing of it may show.
        mask.eq(Mux(now.padding_due, 0, core.block.mask)),
        full.eq(core.block.full & ~now.padding_due),
        # The top bit stands for the first byte.
        empty.eq(~mask[-1]),
        last.eq(now.padding_due | ends),
        replaced.eq(core.control.decrypt & now.is_message),
    ]
    flags = {
        "message": now.is_message, "initial": now.initial, "first": now.first, "last": last,
        "full": full, "empty": empty, "part": now.part, "ad": now.had_ad}  # fmt: skip
    return Presented(
        mask=mask,
        full=full,
        empty=empty,
        last=last,
        replaced=replaced,
        flags=flags,
        turn_flags={"message": ~empty, "ad": now.had_ad, "full": now.ad_was_full},
    )
