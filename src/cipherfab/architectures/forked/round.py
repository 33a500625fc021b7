# SPDX-License-Identifier: Apache-2.0
"""Forkciphers, `round`, `unrolled=k` and `threefold`: one part after the other on one register, the
forking state stored.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...errors import CallError
from ...primitives.forkcipher import LEFT, Forkcipher
from .fork import (
    Control,
    Home,
    Part,
    branched,
    cascade,
    choose,
    control,
    decryption_parts,
    encryption_parts,
    is_at,
    loaded,
    one_of,
    registers,
    tapped,
    taps_of,
)
from .key_in_schedule import KeyInSchedule
from .shifted import ShiftedByWords


def threefold(cipher: Forkcipher) -> int:
    """The k with which each of the three parts takes one cycle."""
    return max(cipher.before, cipher.left, cipher.right)


class ForkIterated(ShiftedByWords):
    """k rounds per clock on one register for the block; a second one, ``other``, holds the forking
    state and then the right block.

    The initial rounds, the right and the left branch take ceil(rounds / k) cycles each; the first
    of them is the one that accepts the inputs, and a result can leave in the cycle in which the
    next inputs arrive. The right block alone is done after its branch. The left block alone takes
    as long as both, since its tweakey comes from stepping through the right branch.

    The blocks of a result keep their values until the next call starts, also when they have left.

    At the end of the right branch the two registers change places, so that no third one is needed.
    The schedule steps on while a result waits or nothing is done: what it holds then is never used.

    A decryption goes back to the fork, on to the other block, and from the fork back to the
    plaintext. Between these parts the schedule advances to where the next one begins while the
    block stands still: a network that jumps there, and its way into every register, would cost
    more than all else that decryption needs.

    Args:
        cipher: what is computed.
        unrolled: k; rounds left over of a part are its last cycle. With k = `threefold` a call
            takes three cycles.
        encdec: in both directions.
        loads, keeps, turns, home, shifts: see `ForkComponent`.

    Raises:
        CallError: k is below 1 or above `threefold`.
    """

    def __init__(
        self,
        cipher: Forkcipher,
        *,
        unrolled: int = 1,
        encdec: bool = False,
        loads: bool = False,
        keeps: bool = False,
        turns: bool = False,
        home: Home | None = None,
        shifts: int = 0,
    ):
        if not 1 <= unrolled <= threefold(cipher):
            raise CallError(
                f"{cipher.name}: unrolled={unrolled} is refused. Its longest part has "
                f"{threefold(cipher)} rounds, "
                f"so that 1 to {threefold(cipher)} rounds per clock fit."
            )
        self.unrolled = unrolled
        super().__init__(
            cipher, encdec=encdec, loads=loads, keeps=keeps, turns=turns, home=home, shifts=shifts
        )

    @property
    def cycles(self) -> int:
        """Clock cycles of an encryption to both blocks."""
        return sum(part.cycles for part in encryption_parts(self.cipher, self.unrolled))

    def elaborate(self, platform):
        m = Module()
        cipher = self.cipher
        self._x, self._other = registers({"x": cipher.block, "other": cipher.block}).values()
        self._schedule = registers(cipher.layout)
        last = Signal(name="last")
        steer = control(m, self, last)
        decrypts, forward = self._directions(m, steer)
        self._home = KeyInSchedule(m, self, self._schedule) if self.home else None
        source = self._source(m, steer)
        ends = self._ends(m, source, decrypts, forward)
        m.d.comb += last.eq(self._last(m, steer, ends, decrypts))
        ways = self._ways(m, source, ends, decrypts, forward)
        following = choose(forward, ways[0][1], ways[-1][1]) if self.encdec else ways[0][1]
        m.d.sync += [register.eq(following[name]) for name, register in self._schedule.items()]
        # Behind the line above: of the bits that are held there the last assignment counts.
        if self._home:
            self._home.update(steer, last, ways, self._stops(ends, decrypts))
        self._update_blocks(m, steer, source, following["x"], ends, decrypts)
        if self.encdec:
            self._update_directions(m, steer, ends, decrypts, forward)
        swapped = self._swapped()
        m.d.comb += [
            self.out_left.eq(Mux(swapped, self._other, self._x)),
            self.out_right.eq(Mux(swapped, self._x, self._other)),
        ]
        return m

    def _swapped(self):
        """Whether the results are in each other's registers."""
        return self._decrypting if self.encdec and self.cipher.given != LEFT else 0

    def _decryption(self) -> list[Part]:
        """The parts of a decryption: back to the fork, on to the other block, from the fork back to
        the plaintext.
        """
        return decryption_parts(self.cipher, self.unrolled)

    def _walks(self) -> dict[int, Part]:
        """By the number of the part before: how the schedule gets to where the next part begins,
        while the block stands still.
        """
        parts = self._decryption()
        return {
            index: Part(start=part.stop, stop=following.start, unrolled=self.unrolled)
            for index, (part, following) in enumerate(zip(parts, parts[1:]))
            if part.stop != following.start
        }

    def _stops(self, ends: list, decrypts) -> dict[int, object]:
        """Where the schedule is when a call ends, with the condition that it ends there."""
        if not self.encdec:
            # A call for the right block alone ends in the middle.
            return {self.cipher.end: ends[2], self.cipher.middle: ~ends[2]}
        return {
            self.cipher.end: ends[2] & ~decrypts,
            self.cipher.middle: ~ends[2],
            self._decryption()[2].stop: ends[2] & decrypts,
        }

    def _last(self, m: Module, steer: Control, ends: list[Signal], decrypts):
        """Whether a call that is under way ends with this cycle."""
        return ends[2] | (ends[1] & ~decrypts & ~self._wants_left(m, steer))

    def _directions(self, m: Module, steer: Control) -> tuple:
        """Whether this call decrypts, and whether this cycle goes forward."""
        self._walking = Const(0)
        if not self.encdec:
            return 0, 1
        self._decrypting, decrypts, forward = (
            Signal(name="decrypting"),
            Signal(name="decrypts"),
            Signal(name="goes_forward"),
        )
        self._part, self._walking, self._begins = (
            Signal(2, name="part"),
            Signal(name="walking"),
            steer.idle,
        )
        parts, walks = self._decryption(), self._walks()
        ahead = [self._part == index for index, part in enumerate(parts) if part.stop > part.start]
        walks_ahead = [
            self._part == index + 1 for index, walk in walks.items() if walk.stop > walk.start
        ]
        m.d.comb += [
            decrypts.eq(Mux(steer.idle, self.in_decrypt, self._decrypting)),
            forward.eq(
                ~decrypts
                | (~steer.idle & Mux(self._walking, Cat(walks_ahead).any(), Cat(ahead).any()))
            ),
        ]
        return decrypts, forward

    def _wants_left(self, m: Module, steer: Control):
        register, wanted = Signal(name="wants_left_register"), Signal(name="wants_left")
        m.d.comb += wanted.eq(Mux(steer.idle, self.in_select[0], register))
        m.d.sync += register.eq(wanted)
        # What is not needed in the cycle that starts a call is steered by the register alone.
        self._left_is_wanted = register
        return wanted

    def _if_wanted(self, condition, decrypts):
        """A condition for a left block that is 0 where nobody wants it; of no cycle that starts a
        call.
        """
        return condition & (self._left_is_wanted | decrypts) if self.keeps else condition

    def _unless_dropped(self, condition):
        """A condition for the left block to stay as it is."""
        return condition & ~self.in_drop if self.keeps else condition

    def _source(self, m: Module, steer: Control) -> dict:
        """Block and schedule with which this cycle begins."""
        starts = {0: steer.idle}
        if self.encdec:
            signals = [Signal(name=name) for name in ("starts_encryption", "starts_decryption")]
            m.d.comb += [
                signals[0].eq(steer.idle & ~self.in_decrypt),
                signals[1].eq(steer.idle & self.in_decrypt),
            ]
            starts = dict(zip((0, self._decryption()[0].start), signals))
        tweakey = Cat(self.in_tweakey, self._home.tweakey()) if self._home else self.in_tweakey
        choices = {
            position: (condition, loaded(m, self.cipher, tweakey, position))
            for position, condition in starts.items()
        }
        block = (
            {"x": self._x}
            if self.shifts
            else one_of([(steer.idle, {"x": self.in_block}), (~steer.idle, {"x": self._x})])
        )
        schedule = one_of([*choices.values(), (~steer.idle, self._schedule)])
        home = self._home.source(steer.idle, choices) if self._home else {}
        return {
            **block,
            **schedule,
            **{name: Cat(schedule[name][: -len(bits)], bits) for name, bits in home.items()},
        }

    def _ends(self, m: Module, source: dict, decrypts, forward) -> list[Signal]:
        """Whether this cycle is the last of the first, second and third part."""
        there, back, walks = (
            encryption_parts(self.cipher, self.unrolled),
            self._decryption(),
            self._walks(),
        )
        positions = {f"e{index}": part.final for index, part in enumerate(there)}
        if self.encdec:
            positions |= {f"d{index}": part.final for index, part in enumerate(back)}
            positions |= {f"w{index}": part.final for index, part in walks.items()}
        at = is_at(
            m,
            "position",
            self.cipher,
            {name: source[name] for name in self.cipher.layout},
            positions,
        )
        ends = [Signal(name=f"ends{index}") for index in range(3)]
        for index, signal in enumerate(ends):
            if self.encdec:
                # Where a call begins the register still says what the call before it did.
                here = (
                    self._begins | (self._part == 0)
                    if index == 0
                    else ~self._begins & (self._part == index)
                )
                m.d.comb += signal.eq(
                    Mux(decrypts, at[f"d{index}"] & here & ~self._walking, at[f"e{index}"])
                )
            else:
                m.d.comb += signal.eq(at[f"e{index}"])
        self._walk_ends = (
            {index: Signal(name=f"walk{index}_ends") for index in walks} if self.encdec else {}
        )
        for index, signal in self._walk_ends.items():
            m.d.comb += signal.eq(at[f"w{index}"] & self._walking & (self._part == index + 1))
        return ends

    def _ways(self, m: Module, source: dict, ends: list[Signal], decrypts, forward) -> list[tuple]:
        """Block and schedule after this cycle's rounds, each with the condition that it goes in
        that direction.
        """
        cipher, k = self.cipher, self.unrolled
        there, onward = encryption_parts(cipher, k), cascade(m, "round", cipher, source, k)
        if not self.encdec:
            return [(Const(1), tapped(onward, taps_of(there, ends)))]
        walks = self._walks()
        timed = [
            *zip(there, (end & ~decrypts for end in ends)),
            *zip(self._decryption(), (end & decrypts for end in ends)),
            *((walks[index], end) for index, end in self._walk_ends.items()),
        ]
        ahead, behind = (
            [item for item in timed if (item[0].stop > item[0].start) == sign]
            for sign in (True, False)
        )
        back = cascade(m, "inverse", cipher, source, k, backward=True)
        return [
            (forward, tapped(onward, taps_of(*zip(*ahead)))),
            (~forward, tapped(back, taps_of(*zip(*behind)))),
        ]

    def _update_blocks(
        self, m: Module, steer: Control, source: dict, after, ends: list[Signal], decrypts
    ) -> None:
        """The two registers of blocks: the fork, the change of places, and the results."""
        self._update_block(m, steer, after, ends[1], ends, decrypts)
        saves = Signal(name="saves")
        # The forking state at the end of the first part, the right block at that of the second.
        m.d.comb += saves.eq(steer.run & (ends[0] | ends[1]))
        keeps = self._unless_shifted(~saves & ~self._loading(steer) & ~self._turning(steer))
        m.d.sync += self._other.eq(
            one_of(
                [
                    (saves, {"x": after}),
                    (keeps, {"x": self._other}),
                    *self._turned_by_a_byte(steer, self._other),
                    *self._shifted(self._other),
                ]
            )["x"]
        )

    def _turning(self, steer: Control):
        """1 in a cycle that turns the right block."""
        return self.in_turn & ~steer.run if self.turns else Const(0)

    def _turned_by_a_byte(self, steer: Control, block: Signal) -> list[tuple]:
        """What the right block is then."""
        return [(self._turning(steer), {"x": block.rotate_left(8)})] if self.turns else []

    def _loading(self, steer: Control):
        """1 in a cycle that loads the left block and clears the right one."""
        return self.in_load & ~steer.run if self.loads else Const(0)

    def _update_block(
        self,
        m: Module,
        steer: Control,
        after,
        turning,
        ends: list[Signal],
        decrypts,
        *,
        left: bool = True,
    ) -> None:
        """The register ``x``: kept, from ``other`` if ``turning``, or after this cycle's rounds; as
        the ``left`` block loaded; as the right one cleared then, or turned by a byte.
        """
        turns, goes, keeps = Signal(name="turns"), Signal(name="goes"), Signal(name="keeps")
        stands, moves = ~steer.run | self._walking, Const(0) if left else self._turning(steer)
        m.d.comb += [
            turns.eq(steer.run & turning),
            goes.eq(~stands & ~turning),
            keeps.eq(self._unless_shifted(stands & ~turns & ~moves & ~self._loading(steer))),
        ]
        following = one_of(
            [
                *([(self._loading(steer), {"x": self.in_loaded})] if self.loads and left else []),
                *([] if left else self._turned_by_a_byte(steer, self._x)),
                (self._unless_dropped(keeps) if left else keeps, {"x": self._unpatched(self._x)}),
                (
                    self._if_wanted(turns, decrypts) if left else turns,
                    {"x": self._turned(m, decrypts)},
                ),
                (goes, {"x": self._begun(m, after, ends, decrypts)}),
            ]
        )
        m.d.sync += self._x.eq(self._with_words(self._x, following["x"]))

    def _begun(self, m: Module, after, ends: list[Signal], decrypts):
        """``x`` after this cycle, but at the end of the second part: at the fork of a decryption
        the next part begins.
        """
        if not self.encdec or not self._branches(1):
            return after
        return Mux(ends[0] & decrypts, branched(m, "branch", self.cipher, after), after)

    def _turned(self, m: Module, decrypts):
        """What the third part begins with, from the register ``other``."""
        turned = branched(m, "branch_other", self.cipher, self._other)
        return turned if self._branches(2) else Mux(decrypts, self._other, turned)

    def _branches(self, index: int) -> bool:
        """Whether a part of a decryption begins with the other branch's side of the fork than the
        first part ended with.
        """
        return (
            self.cipher.given == LEFT
            or self._decryption()[index].stop > self._decryption()[index].start
        )

    def _update_directions(
        self, m: Module, steer: Control, ends: list[Signal], decrypts, forward
    ) -> None:
        """Which part of a decryption comes next, and whether the schedule has to walk to it
        first."""
        with m.If(steer.run):
            m.d.sync += self._decrypting.eq(decrypts)
        with m.If(steer.start):
            m.d.sync += self._part.eq(0)
        for end in self._walk_ends.values():
            with m.If(end):
                m.d.sync += self._walking.eq(0)
        for index, end in enumerate(ends[:2]):
            with m.If(steer.run & end & decrypts):
                m.d.sync += [self._part.eq(index + 1), self._walking.eq(index in self._walk_ends)]
