# SPDX-License-Identifier: Apache-2.0
"""Forkciphers, `restart` and `rewind`: a single register for the block, no register for the fork,
one block for each call.

The forking state is computed again for the second block. The schedule has to pass through the right
branch before a left block can be computed, and the other way round in a decryption: for so many
cycles the block stands still.
"""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ...primitives.forkcipher import LEFT, Forkcipher
from .fork import branched, cascade, choose, control, decryption_parts, is_at, loaded, registers


class ForkRestart(wiring.Component):
    """One round per clock; each call computes one block, from its inputs.

    Ports: ``in_valid``, ``in_ready``, ``in_tweakey``, ``in_block``, ``in_left`` (1: the left block,
    0: the right one), with ``encdec`` ``in_decrypt``; ``out_valid``, ``out_ready``, ``out_block``.
    A decryption gives the plaintext; the other block is that of another call, which encrypts the
    plaintext. So two blocks are two calls, and the inputs are given twice.

    The right block takes its rounds alone, the left one all rounds, of which the block stands still
    in those of the right branch.

    Args:
        cipher: what is computed.
        encdec: in both directions.
    """

    rewinds = False

    def __init__(self, cipher: Forkcipher, *, encdec: bool = False):
        self.cipher, self.encdec = cipher, encdec
        more = {"in_decrypt": In(1)} if encdec else {}
        more |= {"in_again": In(1)} if self.rewinds else {}
        super().__init__(
            wiring.Signature(
                {
                    "in_valid": In(1),
                    "in_ready": Out(1),
                    "in_tweakey": In(cipher.tweakey),
                    "in_block": In(cipher.block),
                    "in_left": In(1),
                    **more,
                    "out_valid": Out(1),
                    "out_ready": In(1),
                    "out_block": Out(cipher.block),
                }
            )
        )

    def elaborate(self, platform):
        m = Module()
        cipher = self.cipher
        self._block, self._schedule = (
            Signal(cipher.block, name="x", reset_less=True),
            registers(cipher.layout),
        )
        last = Signal(name="last")
        self._steer = control(m, self, last)
        flags = self._flags(m)
        source = self._source(m, flags)
        after = self._following(m, source, flags)
        # Behind this clock's round: what these positions say is so when the next one begins.
        at = is_at(
            m,
            "position",
            cipher,
            {name: after[name] for name in cipher.layout},
            {
                "at_start": 0,
                "at_fork": cipher.fork,
                "at_middle": cipher.middle,
                "at_end": cipher.end,
            },
        )
        m.d.comb += last.eq(self._ends(at, flags))
        branches = self._branches(at, flags)
        # The block has no part in the rounds of the other branch, through which the schedule goes.
        with m.If(self._moves() & ~flags["still"]):
            m.d.sync += self._block.eq(
                # What a branch does at the fork takes no clock of its own.
                Mux(branches, branched(m, "branch", cipher, after["x"]), after["x"])
            )
        self._update(m, at, flags, branches, after)
        m.d.comb += self.out_block.eq(self._block)
        return m

    def _moves(self):
        """Whether the registers may change: what they hold after a result has left is never
        used."""
        return ~self._steer.hold

    def _flags(self, m: Module) -> dict:
        """What this cycle does, by name: the registers, at a start `_begin`."""
        flags, begin = {}, self._begin()
        for name, value in begin.items():
            flags[name] = Signal(name=name)
            m.d.comb += flags[name].eq(Mux(self._steer.start, value, self._registers[name]))
        # What a core never does is a constant, and synthesis removes what it steers.
        return {"decrypts": 0, "forward": 1, "turning": 0, **flags}

    def _begin(self) -> dict:
        """Flags of a call: the block that it computes; whether the block stands still, it decrypts,
        and goes forward.
        """
        begin = {"left": self.in_left, "still": 0}
        if self.encdec:
            begin |= {"decrypts": self.in_decrypt, "forward": ~self.in_decrypt}
        self._registers = registers(dict.fromkeys(begin, 1), "now_")
        return begin

    def _source(self, m: Module, flags: dict) -> dict:
        begin = loaded(m, self.cipher, self.in_tweakey)
        if self.encdec:
            begin = choose(
                self.in_decrypt,
                # A decryption begins behind the last round of the branch that is given.
                loaded(m, self.cipher, self.in_tweakey, decryption_parts(self.cipher)[0].start),
                begin,
            )
        return choose(
            self._loads(), {"x": self.in_block, **begin}, {"x": self._block, **self._schedule}
        )

    def _loads(self):
        return self._steer.start

    def _following(self, m: Module, source: dict, flags: dict) -> dict:
        onward = cascade(m, "round", self.cipher, source, 1)[0]
        # Who never goes back needs no inverse round.
        if not self.encdec and not self.rewinds:
            return onward
        return choose(
            flags["forward"],
            onward,
            cascade(m, "inverse", self.cipher, source, 1, backward=True)[0],
        )

    def _ends(self, at: dict, flags: dict):
        """Whether the block is the one that is wanted."""
        return Mux(
            flags["decrypts"],
            at["at_start"],
            flags["forward"] & Mux(flags["left"], at["at_end"], at["at_middle"]),
        )

    def _branches(self, at: dict, flags: dict):
        """Whether the block goes to or comes from the left branch; it then stands still until the
        schedule is there.
        """
        left, forward, decrypts = flags["left"], flags["forward"], flags["decrypts"]
        comes = (decrypts if self.cipher.given == LEFT else 0) | (flags["turning"] & ~left)
        return (at["at_fork"] & left & (forward & ~decrypts | flags["turning"])) | (
            at["at_middle"] & comes & ~forward
        )

    def _update(self, m: Module, at: dict, flags: dict, branches, after: dict) -> None:
        """The schedule and the flags."""
        # Back at the fork the way goes forward again.
        turns = flags["turning"] & at["at_fork"]
        arrives = Mux(flags["forward"], at["at_middle"], at["at_fork"])
        following = {
            **flags,
            "still": branches | (flags["still"] & ~arrives),
            "turning": flags["turning"] & ~turns,
            "forward": flags["forward"] | turns,
        }
        # Only a rewind goes on from where the schedule was when the result came.
        with m.If(self._moves() if self.rewinds else 1):
            m.d.sync += [register.eq(after[name]) for name, register in self._schedule.items()]
        m.d.sync += [register.eq(following[name]) for name, register in self._registers.items()]


class ForkRewind(ForkRestart):
    """Like `ForkRestart`; and a call with ``in_again`` = 1 reads no inputs and gives the other
    block of the call before.

    It goes back from that block to the fork, and on to the other one; after a decryption it goes on
    from the plaintext. So the inputs are needed once, for which all registers keep their values
    between calls, and the inverse round is needed in any case.
    """

    rewinds = True

    def _moves(self):
        # The next call may go on from what a result leaves, so that nothing moves in between.
        return self._steer.run

    def _loads(self):
        return self._steer.start & ~self.in_again

    def _begin(self) -> dict:
        begin = {"decrypts": 0, "forward": 1, **super()._begin(), "turning": 0}
        self._registers |= registers(
            {name: 1 for name in begin if name not in self._registers}, "now_"
        )
        decrypted = self._registers["decrypts"]
        # After a decryption the other block is the one that was not given.
        other = Mux(decrypted, int(self.cipher.given != LEFT), ~self._registers["left"])
        again = {
            "left": other,
            "still": 0,
            "decrypts": 0,
            "forward": decrypted,
            "turning": ~decrypted,
        }
        return {name: Mux(self.in_again, again[name], value) for name, value in begin.items()}
