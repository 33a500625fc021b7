# SPDX-License-Identifier: Apache-2.0
"""Forkciphers, both branches at once in both directions, with a schedule for each branch (the
paper's future work).
"""

from amaranth.hdl import Module, Mux, Signal

from ...errors import CallError
from ...primitives.forkcipher import LEFT, Forkcipher
from ...primitives.forkcipher_model import jump
from .fork import (
    ForkComponent,
    branched,
    cascade,
    choose,
    control,
    decryption_parts,
    is_at,
    loaded,
    one_of,
    registers,
    scheduled,
)


class ForkDuplicated(ForkComponent):
    """One round of each branch per clock, also on the two ways of a decryption from the fork: to
    the plaintext and the other block.

    The two ways from the fork go through the schedule in opposite directions, so ``other`` has a
    schedule of its own, ``twin``: as many registers again as the tweakey has. An encryption takes
    the initial rounds and one branch, a decryption one branch and the longer of the initial rounds
    and the other branch.

    Args:
        cipher: what is computed, with branches of equal length; in both directions.

    Raises:
        CallError: the branches have different lengths.
    """

    def __init__(self, cipher: Forkcipher):
        if cipher.left != cipher.right:
            raise CallError(
                f"{cipher.name}: parallel is refused. Expected branches of equal "
                f"length, its left one has "
                f"{cipher.left} rounds and its right one {cipher.right}."
            )
        super().__init__(cipher, encdec=True)
        self._parts = decryption_parts(cipher)
        self._from_left = cipher.given == LEFT

    def elaborate(self, platform):
        m = Module()
        cipher = self.cipher
        self._x, self._other = registers({"x": cipher.block, "other": cipher.block}).values()
        self._schedule, self._twin = registers(cipher.layout), registers(cipher.layout, "twin_")
        last, decrypting, decrypts = (
            Signal(name="last"),
            Signal(name="decrypting"),
            Signal(name="decrypts"),
        )
        forks, after_fork = Signal(name="forks"), Signal(name="after_fork")
        steer = control(m, self, last)
        m.d.comb += decrypts.eq(Mux(steer.start, self.in_decrypt, decrypting))
        source = self._source(m, steer, forks & decrypts)
        twin = self._twin_source(m, source, forks, decrypts)
        at = is_at(
            m,
            "position",
            cipher,
            {name: source[name] for name in cipher.layout},
            {
                # The last clock of a part begins one round before its end.
                "e0": cipher.fork - 1,
                "e1": cipher.middle - 1,
                "d0": self._parts[0].final,
                "d2": self._parts[2].final,
            },
        )
        arrives = is_at(
            m,
            "twin_position",
            cipher,
            {name: twin[name] for name in cipher.layout},
            {"d1": self._parts[1].final},
        )
        done = self._done(
            m, steer, last, {"x": at["d2"], "other": arrives["d1"] & after_fork}, decrypts
        )
        m.d.comb += last.eq(Mux(decrypts, done["x"]["now"] & done["other"]["now"], at["e1"]))
        m.d.sync += [
            decrypting.eq(decrypts),
            # A cycle later: then the fork is in ``x``.
            forks.eq(steer.run & Mux(decrypts, at["d0"], at["e0"])),
            after_fork.eq(steer.run & ~last & (Mux(decrypts, at["d0"], at["e0"]) | after_fork)),
        ]
        self._update(m, steer, source, twin, at["d0"] & decrypts, decrypts, done)
        # ``x`` has the plaintext too, which leaves on the port of the block that was given.
        swapped = ~decrypting if self._from_left else 1
        m.d.comb += [
            self.out_left.eq(Mux(swapped, self._other, self._x)),
            self.out_right.eq(Mux(swapped, self._x, self._other)),
        ]
        return m

    def _source(self, m: Module, steer, jumps) -> dict:
        """Block and schedule of ``x`` with which this cycle begins."""
        cipher, first, third = self.cipher, self._parts[0], self._parts[2]
        starts = [Signal(name=name) for name in ("starts_encryption", "starts_decryption")]
        m.d.comb += [
            starts[0].eq(steer.start & ~self.in_decrypt),
            starts[1].eq(steer.start & self.in_decrypt),
        ]
        choices = list(
            zip(
                starts,
                (
                    loaded(m, cipher, self.in_tweakey),
                    loaded(m, cipher, self.in_tweakey, first.start),
                ),
            )
        )
        # From the left block the way back ends behind the right branch: the schedule jumps over it.
        if third.start != first.stop:
            jumped = scheduled(
                m,
                "jump",
                cipher,
                lambda words: jump(cipher, words, first.stop, third.start),
                self._schedule,
            )
            choices.append((jumps, jumped))
        keeps = ~steer.start & ~(jumps if third.start != first.stop else 0)
        block = one_of([(steer.start, {"x": self.in_block}), (~steer.start, {"x": self._x})])
        # The lowest bit: without a jump, beside the integer ~0, Amaranth makes it two bits wide.
        return {**block, **one_of([*choices, (keeps[0], self._schedule)])}

    def _twin_source(self, m: Module, source: dict, forks, decrypts) -> dict:
        """Block and schedule of ``other``: at the fork those of ``x``, for the branch that it
        takes.
        """
        cipher, schedule = self.cipher, {name: source[name] for name in self.cipher.layout}
        left = {
            "x": branched(m, "branch_fork", cipher, self._x),
            **scheduled(
                m, "fast_forward", cipher, lambda words: cipher.skip(words, cipher.right), schedule
            ),
        }
        begin = choose(decrypts, {"x": self._x, **schedule}, left) if self._from_left else left
        return one_of([(forks, begin), (~forks, {"x": self._other, **self._twin})])

    def _done(self, m: Module, steer, last, ends: dict, decrypts) -> dict:
        """Of each block of a decryption: ``now``, whether it is there after this cycle, and
        ``before``, whether it was.
        """
        done = {}
        for name, end in ends.items():
            before = Signal(name=f"{name}_done")
            now = (~steer.start & before) | end
            m.d.sync += before.eq(steer.run & decrypts & ~last & now)
            done[name] = {"before": before, "now": now}
        return done

    def _update(
        self, m: Module, steer, source: dict, twin: dict, branches, decrypts, done: dict
    ) -> None:
        cipher = self.cipher
        back = cascade(m, "inverse", cipher, source, 1, backward=True)[0]
        after = choose(decrypts, back, cascade(m, "round", cipher, source, 1)[0])
        beside = cascade(m, "other_round", cipher, twin, 1)[0]
        x = (
            # From the left block the way back to the fork undoes what that branch began with.
            Mux(branches, branched(m, "branch", cipher, after["x"]), after["x"])
            if self._from_left
            else after["x"]
        )
        m.d.sync += [register.eq(after[name]) for name, register in self._schedule.items()]
        m.d.sync += [register.eq(beside[name]) for name, register in self._twin.items()]
        # A block that is there stays, while the other way goes on to its end.
        with m.If(~steer.hold & ~done["x"]["before"]):
            m.d.sync += self._x.eq(x)
        with m.If(~steer.hold & ~done["other"]["before"]):
            m.d.sync += self._other.eq(beside["x"])
