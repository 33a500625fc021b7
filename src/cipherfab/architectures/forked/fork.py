# SPDX-License-Identifier: Apache-2.0
"""What all architectures of forkciphers share: ports, rounds as modules, and the parts of a
call."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ...primitives.forkcipher import LEFT, Forkcipher
from ..steps import apply


@dataclass(frozen=True, kw_only=True)
class Home:
    """What of a tweakey has no register but the schedule's (`key_in_schedule`): its first bits.

    Attributes:
        key: bits of the key, the first ones.
        word: bits of the key that shift in at once.
        nonce: bits of the nonce, which follow the key and come at once; 0 if it is not held there.
    """

    key: int
    word: int
    nonce: int = 0

    @property
    def bits(self) -> int:
        """All of them."""
        return self.key + self.nonce

    def ports(self) -> dict:
        """Of a component, for what it takes while no call is under way."""
        nonce = {"in_nonce": In(self.nonce), "in_nonce_write": In(1)} if self.nonce else {}
        return {"in_key": In(self.word), "in_key_write": In(1), **nonce}


class ForkComponent(wiring.Component):
    """A forkcipher in some architecture.

    Ports: ``in_valid``, ``in_ready``, ``in_tweakey``, ``in_block``, ``in_select`` (the output
    switch: bit 0 for the left block, bit 1 for the right one), with ``encdec`` ``in_decrypt``;
    ``out_valid``, ``out_ready``, ``out_left``, ``out_right``. A word passes in a cycle with valid
    and ready both 1; results come in the order of their inputs. What leaves on the port of a block
    that is not wanted has no meaning.

    A decryption has in ``in_block`` the block that `Forkcipher.given` names; the plaintext leaves
    on the port of that block and the reconstructed other block on the other port. It computes both,
    whatever ``in_select`` is.

    With ``keeps`` there is ``out_kept``: a result does not leave, though ``out_ready`` is 1, which
    says then that it leaves if a call starts. And there is ``in_drop``: while no call is under way,
    the left block becomes 0. That of an encryption that is to give the right block alone is 0.

    With ``turns`` there is ``in_turn``: while no call is under way, the right block rotates by a
    byte to the left; of a cipher whose modes decrypt from the left block.

    With ``shifts`` there is no ``in_block``: a call works on what is in the register in which it
    begins, that of the right block in `parallel`, else of the left one. While no call is under way
    or starts, ``in_shift`` moves both blocks by a word to the left; then ``in_word`` enters behind
    the first of these and ``in_other`` behind the other one. With ``encdec`` there is ``in_patch``:
    the last word alone of the first becomes ``in_word``.

    Attributes:
        cipher: what it computes.
        encdec: in both directions.
        shifts: bits of a word by which the blocks move; 0 if they do not.
        loads: with ports ``in_load`` and ``in_loaded``: while no call is under way, the left block
            becomes ``in_loaded`` and the right one 0.
        home: key and perhaps nonce have no register but the schedule's. ``in_tweakey`` has only
            what follows them; while no call is under way and ``in_key_write`` is 1, ``in_key``
            shifts in at the key's end, and while ``in_nonce_write`` is 1, the nonce becomes
            ``in_nonce``.
    """

    def __init__(
        self,
        cipher: Forkcipher,
        *,
        encdec: bool = False,
        loads: bool = False,
        keeps: bool = False,
        turns: bool = False,
        home: Home | None = None,
        shifts: int = 0,
    ):
        self.cipher, self.encdec, self.loads, self.home = cipher, encdec, loads, home
        self.keeps, self.turns, self.shifts = keeps, turns, shifts
        more = {"in_decrypt": In(1)} if encdec else {}
        more |= {"in_load": In(1), "in_loaded": In(cipher.block)} if loads else {}
        more |= {"out_kept": In(1), "in_drop": In(1)} if keeps else {}
        more |= {"in_turn": In(1)} if turns else {}
        more |= home.ports() if home else {}
        more |= self._word_ports() if shifts else {}
        block = {} if shifts else {"in_block": In(cipher.block)}
        # What the schedule keeps is no input.
        tweakey = cipher.tweakey - (home.bits if home else 0)
        super().__init__(
            wiring.Signature(
                {
                    "in_valid": In(1),
                    "in_ready": Out(1),
                    "in_tweakey": In(tweakey),
                    **block,
                    "in_select": In(2),
                    **more,
                    "out_valid": Out(1),
                    "out_ready": In(1),
                    "out_left": Out(cipher.block),
                    "out_right": Out(cipher.block),
                }
            )
        )

    def _word_ports(self) -> dict:
        patch = {"in_patch": In(1)} if self.encdec else {}
        return {"in_shift": In(1), **patch, "in_word": In(self.shifts), "in_other": In(self.shifts)}


@dataclass(frozen=True, kw_only=True)
class Part:
    """Rounds of a call that follow each other: from one position of the schedule to another, k per
    clock.

    The last cycle of a part has what is left over, so that each part ends with a cycle.
    """

    start: int
    stop: int
    unrolled: int

    @property
    def cycles(self) -> int:
        """Clock cycles that it takes."""
        # Rounded up: what is left over takes a cycle too.
        return -(-abs(self.stop - self.start) // self.unrolled)

    @property
    def tail(self) -> int:
        """Rounds in its last cycle."""
        return abs(self.stop - self.start) - (self.cycles - 1) * self.unrolled

    @property
    def final(self) -> int:
        """Position of the schedule at the beginning of its last cycle."""
        # A part that goes back ends below its beginning.
        return self.stop - self.tail if self.stop > self.start else self.stop + self.tail


def encryption_parts(cipher: Forkcipher, unrolled: int = 1) -> list[Part]:
    """Initial rounds, right branch, left branch."""
    places = (0, cipher.fork, cipher.middle, cipher.end)
    return [
        Part(start=start, stop=stop, unrolled=unrolled) for start, stop in zip(places, places[1:])
    ]


def decryption_parts(cipher: Forkcipher, unrolled: int = 1) -> list[Part]:
    """Back to the fork, on to the other block, back to the plaintext."""
    right, left = (cipher.fork, cipher.middle), (cipher.middle, cipher.end)
    given, other = (left, right) if cipher.given == LEFT else (right, left)
    # Back along the branch that is given, on along the other one, and back from the fork to the
    # start.
    return [
        Part(start=start, stop=stop, unrolled=unrolled)
        for start, stop in (given[::-1], other, (cipher.fork, 0))
    ]


def registers(widths: Mapping[str, int], prefix: str = "") -> dict[str, Signal]:
    """A register without a reset for each name."""
    return {
        name: Signal(width, name=f"{prefix}{name}", reset_less=True)
        for name, width in widths.items()
    }


def scheduled(
    m: Module, name: str, cipher: Forkcipher, function: Callable, schedule: Mapping
) -> dict:
    """A function of the schedule as submodule ``name``: another schedule."""
    return apply(m, name, function, schedule, cipher.layout)


def loaded(m: Module, cipher: Forkcipher, tweakey, position: int = 0) -> dict:
    """The schedule at ``position``, from the tweakey."""
    return apply(
        m,
        f"load{position}",
        lambda words: (
            cipher.skip(cipher.load(words["tweakey"]), position)
            if position
            else cipher.load(words["tweakey"])
        ),
        {"tweakey": tweakey},
        cipher.layout,
    )


def is_at(
    m: Module, name: str, cipher: Forkcipher, schedule: Mapping, positions: Mapping[str, int]
) -> dict:
    """A bit for each name: whether the schedule is at that position."""
    return apply(
        m,
        name,
        lambda words: {key: cipher.at(words, place) for key, place in positions.items()},
        schedule,
        dict.fromkeys(positions, 1),
    )


def cascade(
    m: Module, name: str, cipher: Forkcipher, state: Mapping, count: int, *, backward: bool = False
) -> list[dict]:
    """Rounds after each other, as submodules ``NAME0``, ``NAME1``, …

    Returns:
        The states after 1, 2, … ``count`` rounds.
    """
    states = []
    for number in range(count):
        state = apply(
            m,
            f"{name}{number}",
            cipher.backward if backward else cipher.forward,
            state,
            cipher.state,
        )
        states.append(state)
    return states


def tapped(states: list[dict], taps: Mapping[int, object]) -> dict:
    """The last of these states, or that after fewer rounds where one of the conditions holds.

    Args:
        states: after 1, 2, … rounds.
        taps: condition by number of rounds.
    """
    after = states[-1]
    for count, condition in taps.items():
        # A part that divides evenly ends behind the last state, which is there already.
        if count < len(states):
            after = choose(condition, states[count - 1], after)
    return after


def taps_of(parts: list[Part], ends: list) -> dict[int, object]:
    """For `tapped`: the conditions ``ends`` of the parts' last cycles, by their number of
    rounds."""
    taps = {}
    for part, condition in zip(parts, ends):
        # Parts with equally many rounds left over share a multiplexer.
        taps[part.tail] = taps[part.tail] | condition if part.tail in taps else condition
    return taps


def choose(condition, if_one: Mapping, if_zero: Mapping) -> dict:
    """One of two states."""
    return {name: Mux(condition, value, if_zero[name]) for name, value in if_one.items()}


def one_of(choices: Iterable[tuple]) -> dict:
    """The state whose condition holds, of which exactly one does.

    Written as AND and OR: an AND-OR-INVERT cell of two or three ways is smaller than one or two
    multiplexers, and where an XOR follows, its inverted output costs nothing.

    Args:
        choices: condition and state of each.
    """
    total = None
    for condition, state in choices:
        gated = {name: value & condition.replicate(len(value)) for name, value in state.items()}
        total = (
            gated if total is None else {name: value | gated[name] for name, value in total.items()}
        )
    return total


def branched(m: Module, name: str, cipher: Forkcipher, x) -> Signal:
    """A block with the branch constant, or whatever the cipher does at the fork."""
    return apply(
        m, name, lambda words: {"x": cipher.branch(words["x"])}, {"x": x}, {"x": cipher.block}
    )["x"]


@dataclass(frozen=True, kw_only=True)
class Control:
    """The handshake of a component that works on one call at a time.

    Attributes:
        idle: register, inverted; no call is under way. What a cycle works on then are the inputs,
            whether a call starts or not, so that the handshake is not in front of the rounds.
        start: a call is accepted in this cycle, which computes its first rounds.
        run: this cycle computes rounds.
        hold: a result waits for its reader.
    """

    idle: Signal
    start: Signal
    run: Signal
    hold: Signal


def control(m: Module, component: ForkComponent, last) -> Control:
    """Drive ``in_ready`` and ``out_valid``.

    Args:
        m: gets the logic.
        component: whose ports.
        last: whether this cycle, if it runs, computes the last rounds of its call.
    """
    idle, start, run, hold, stays = (
        Signal(name=name) for name in ("idle", "start", "run", "hold", "stays")
    )
    running, done = Signal(name="running"), Signal(name="done")
    m.d.comb += [
        idle.eq(~running),
        hold.eq(done & ~component.out_ready),
        # Kept: a reader that is ready does not end it.
        stays.eq(done & getattr(component, "out_kept", 0)),
        component.out_valid.eq(done),
        component.in_ready.eq(idle & ~hold),
        start.eq(component.in_valid & component.in_ready),
        run.eq(start | running),
    ]
    # A result stays while it waits for its reader, and where it is kept though it has left.
    m.d.sync += [running.eq(run & ~last), done.eq((run & last) | hold | stays)]
    return Control(idle=idle, start=start, run=run, hold=hold)
