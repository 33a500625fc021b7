"""Forkciphers, `round`, `unrolled=k` and `threefold`: one part after the other on one register, the forking state stored."""

from amaranth.hdl import Cat, Module, Mux, Signal

from ..ciphers.forkcipher import LEFT, Forkcipher, jump
from ..errors import CallError
from .fork import (
    Control,
    ForkComponent,
    branched,
    chain,
    choose,
    control,
    decryption_parts,
    encryption_parts,
    is_at,
    loaded,
    one_of,
    registers,
    scheduled,
    tapped,
    taps_of,
)


def threefold(cipher: Forkcipher) -> int:
    """The k with which each of the three parts takes one cycle."""
    return max(cipher.before, cipher.left, cipher.right)


class ForkIterated(ForkComponent):
    """k rounds per clock on one register for the block; a second one, ``other``, holds the forking state and then the right block.

    The initial rounds, the right and the left branch take ceil(rounds / k) cycles each; the first of them is the one that accepts
    the inputs, and a result can leave in the cycle in which the next inputs arrive. The right block alone is done after its branch.
    The left block alone takes as long as both, since its tweakey comes from stepping through the right branch.

    At the end of the right branch the two registers change places, so that no third one is needed. The schedule steps on while a
    result waits or nothing is done: what it holds then is never used.

    Args:
        cipher: what is computed.
        unrolled: k; rounds left over of a part are its last cycle. With k = `threefold` a call takes three cycles.
        encdec: in both directions.

    Raises:
        CallError: k is below 1 or above `threefold`.
    """

    def __init__(self, cipher: Forkcipher, *, unrolled: int = 1, encdec: bool = False):
        if not 1 <= unrolled <= threefold(cipher):
            raise CallError(f"{cipher.name}: unrolled={unrolled} is refused. Its longest part has {threefold(cipher)} rounds, "
                            f"so that 1 to {threefold(cipher)} rounds per clock fit.")
        self.unrolled = unrolled
        super().__init__(cipher, encdec=encdec)

    def elaborate(self, platform):
        m = Module()
        cipher = self.cipher
        self._x, self._other = registers({"x": cipher.block, "other": cipher.block}).values()
        self._schedule = registers(cipher.layout)
        last = Signal(name="last")
        steer = control(m, self, last)
        decrypts, forward = self._directions(m, steer)
        source = self._source(m, steer)
        ends = self._ends(m, source, decrypts, forward)
        m.d.comb += last.eq(self._last(m, steer, ends, decrypts))
        following = self._following(m, source, ends, decrypts, forward)
        m.d.sync += [register.eq(following[name]) for name, register in self._schedule.items()]
        self._update_blocks(m, steer, source, following["x"], ends, decrypts)
        if self.encdec:
            self._update_directions(m, steer, ends, decrypts, forward)
        swapped = self._swapped()
        m.d.comb += [self.out_left.eq(Mux(swapped, self._other, self._x)), self.out_right.eq(Mux(swapped, self._x, self._other))]
        return m

    def _swapped(self):
        """Whether the results are in each other's registers."""
        return self._decrypting if self.encdec and self.cipher.given != LEFT else 0

    def _last(self, m: Module, steer: Control, ends: list[Signal], decrypts):
        """Whether a call that is under way ends with this cycle."""
        return ends[2] | (ends[1] & ~decrypts & ~self._wants_left(m, steer))

    def _directions(self, m: Module, steer: Control) -> tuple:
        """Whether this call decrypts, and whether this cycle goes forward."""
        if not self.encdec:
            return 0, 1
        self._decrypting, self._forward = Signal(name="decrypting"), Signal(name="forward")
        decrypts, forward = Signal(name="decrypts"), Signal(name="goes_forward")
        m.d.comb += [decrypts.eq(Mux(steer.start, self.in_decrypt, self._decrypting)),
                     forward.eq(Mux(steer.start, ~self.in_decrypt, self._forward))]
        return decrypts, forward

    def _wants_left(self, m: Module, steer: Control):
        register, wanted = Signal(name="wants_left_register"), Signal(name="wants_left")
        m.d.comb += wanted.eq(Mux(steer.start, self.in_select[0], register))
        m.d.sync += register.eq(wanted)
        return wanted

    def _jumps(self) -> list[tuple[int, int]]:
        """From where to where the schedule jumps after the first and after the second part of a decryption."""
        first, second, third = decryption_parts(self.cipher, self.unrolled)
        return [(first.stop, second.start), (second.stop, third.start)]

    def _source(self, m: Module, steer: Control) -> dict:
        """Block and schedule with which this cycle begins."""
        cipher = self.cipher
        keeps = Signal(name="keeps")
        choices = [(steer.start, loaded(m, cipher, self.in_tweakey))]
        if self.encdec:
            starts = [Signal(name=name) for name in ("starts_encryption", "starts_decryption")]
            m.d.comb += [starts[0].eq(steer.start & ~self.in_decrypt), starts[1].eq(steer.start & self.in_decrypt)]
            begins = choices[0][1], loaded(m, cipher, self.in_tweakey, decryption_parts(cipher)[0].start)
            choices = [*zip(starts, begins), *self._jumping(m)]
        m.d.comb += keeps.eq(~Cat(condition for condition, _ in choices).any())
        block = one_of([(steer.start, {"x": self.in_block}), (~steer.start, {"x": self._x})])
        return {**block, **one_of([*choices, (keeps, self._schedule)])}

    def _jumping(self, m: Module) -> list[tuple]:
        """When the schedule jumps, and to where."""
        self._jump = {places: Signal(name=f"jumps{number}") for number, places in enumerate(sorted(set(self._jumps())))}
        return [(flag, scheduled(m, f"jump{number}", self.cipher, lambda words, places=places: jump(self.cipher, words, *places),
                                 self._schedule)) for number, (places, flag) in enumerate(self._jump.items())]

    def _ends(self, m: Module, source: dict, decrypts, forward) -> list[Signal]:
        """Whether this cycle is the last of the first, second and third part."""
        there, back = encryption_parts(self.cipher, self.unrolled), decryption_parts(self.cipher, self.unrolled)
        positions = {f"e{index}": part.final for index, part in enumerate(there)}
        if self.encdec:
            positions |= {f"d{index}": part.final for index, part in enumerate(back)}
        at = is_at(m, "position", self.cipher, {name: source[name] for name in self.cipher.layout}, positions)
        ends = [Signal(name=f"ends{index}") for index in range(3)]
        for index, signal in enumerate(ends):
            backwards = forward if index == 1 else ~forward
            m.d.comb += signal.eq(Mux(decrypts, at[f"d{index}"] & backwards, at[f"e{index}"]) if self.encdec else at[f"e{index}"])
        return ends

    def _following(self, m: Module, source: dict, ends: list[Signal], decrypts, forward) -> dict:
        """Block and schedule after this cycle's rounds."""
        cipher, k = self.cipher, self.unrolled
        there, onward = encryption_parts(cipher, k), chain(m, "round", cipher, source, k)
        if not self.encdec:
            return tapped(onward, taps_of(there, ends))
        first, second, third = decryption_parts(cipher, k)
        onward = tapped(onward, taps_of([*there, second], [*(end & ~decrypts for end in ends), ends[1] & decrypts]))
        back = chain(m, "inverse", cipher, source, k, backward=True)
        return choose(forward, onward, tapped(back, taps_of([first, third], [ends[0], ends[2]])))

    def _update_blocks(self, m: Module, steer: Control, source: dict, after, ends: list[Signal], decrypts) -> None:
        """The two registers of blocks: the fork, the change of places, and the results."""
        self._update_block(m, steer, after, ends[1], ends, decrypts)
        with m.If(steer.run & (ends[0] | ends[1])):
            m.d.sync += self._other.eq(after)

    def _update_block(self, m: Module, steer: Control, after, turning, ends: list[Signal], decrypts) -> None:
        """The register ``x``: kept for a reader, from ``other`` if ``turning``, or after this cycle's rounds."""
        turns, goes = Signal(name="turns"), Signal(name="goes")
        m.d.comb += [turns.eq(~steer.hold & turning), goes.eq(~steer.hold & ~turning)]
        following = one_of([(steer.hold, {"x": self._x}), (turns, {"x": self._turned(m, decrypts)}),
                            (goes, {"x": self._begun(m, after, ends, decrypts)})])
        m.d.sync += self._x.eq(following["x"])

    def _begun(self, m: Module, after, ends: list[Signal], decrypts):
        """``x`` after this cycle, but at the end of the second part: at the fork of a decryption the other branch begins."""
        return Mux(ends[0] & decrypts, branched(m, "branch", self.cipher, after), after) if self.encdec else after

    def _turned(self, m: Module, decrypts):
        """What the third part begins with, from the register ``other``."""
        turned = branched(m, "branch_other", self.cipher, self._other)
        return turned if self.cipher.given == LEFT else Mux(decrypts, self._other, turned)

    def _update_directions(self, m: Module, steer: Control, ends: list[Signal], decrypts, forward) -> None:
        """Which way the next cycle goes, and whether its schedule jumps."""
        m.d.sync += [self._decrypting.eq(decrypts), self._forward.eq(~decrypts | ends[0] | (forward & ~ends[1]))]
        for places, flag in self._jump.items():
            m.d.sync += flag.eq(steer.run & decrypts & Cat(end for end, jumps in zip(ends, self._jumps()) if jumps == places).any())
