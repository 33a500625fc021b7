# SPDX-License-Identifier: Apache-2.0
"""Modes over one permutation that decide a clock ahead, for throughput.

The phases are those of `over_permutation`, and what they say of the next run holds for the clock
behind theirs: there the state is changed behind the last round of the run before
(`ahead_datapath`), by a block that is in registers then. So a block costs the rounds and nothing
else, and gates, masks and what is chosen come from registers.

Nothing may be decided by the state itself, and an event may not move its bits.
"""

from amaranth.hdl import Module

from ...architectures.iterated.ahead import Ahead, WaitingAhead
from ...errors import CallError
from ...modes.sponge import SpongeAead
from ...modes.sponge_hash import SpongeHash
from ...words.hardware import told
from ..ports import answers
from ..request import Request
from .ahead_datapath import AheadDatapath
from .ahead_enabled import EnabledDatapath
from .ahead_signals import AheadSignals, Decided
from .comparator import notice
from .over_permutation import OverPermutation, shared_primitive
from .phases import SpongePhases
from .signals import Registers, Runs, presented, registers, runs


def fits(model: object) -> bool:
    """Whether nonce and tag are a block each, runs follow blocks alone, and an end without a byte
    may follow whole blocks.
    """
    return (
        isinstance(model, SpongeAead)
        and {*model.parts.values()} == {1}
        and len(model.ad_parts) == 1
        and model.pads_full
        and not (model.prepares or model.rekeys or model.joins)
        and not (model.decides_late or model.loadable)
    )


class AheadPhases(SpongePhases):
    """The phases, of which each decides a clock ahead."""

    now: AheadSignals

    def _what_is_there(self, m: Module) -> None:
        """Nothing: answers stay in a register."""

    def _verify(self, m: Module) -> None:
        """The received tag is taken, and compared when the key was added to the state."""
        now = self.now
        with self.phases.state("VERIFY", self._verify):
            m.d.comb += self.block.ready.eq(now.ready)
            with m.If(now.takes_tag):
                self._next_part_of_tag(m)
            self._give_up()
        # Outside the phase, which ends with the tag: the comparison is two clocks behind it.
        m.d.sync += [now.tag_is_taken.eq(now.takes_tag), now.compares.eq(now.tag_is_taken)]
        with m.If(now.compares):
            m.d.sync += notice(self.core, now, self.differences)

    def _status(self, m: Module) -> None:
        """The status is sent when a tag was compared: success, unless it was wrong."""
        with self.phases.state("STATUS", self._status):
            m.d.comb += [
                # The comparison is still to come while one of these is 1.
                self.status.done.eq(~self.now.tag_is_taken & ~self.now.compares),
                self.status.success.eq(~self.now.mismatch.any()),
            ]
            with m.If(self.status.accepted):
                self._enter(m, "START")


class AheadOfPermutation(OverPermutation):
    """Controls the permutation, an `architectures.iterated.ahead.Ahead`.

    Args: those of `OverPermutation`, of one share, without a comparator of its own.

    Ports: those of `OverPermutation`; what ``block`` and ``answer`` say when is in
    `lwc.aheadbuffer`.
    """

    answers_ahead, decides_ahead, permutes = False, True, Ahead
    datapath, sequence = AheadDatapath, AheadPhases

    @classmethod
    def of(cls, request: Request) -> "AheadOfPermutation":
        """The controller for a core.

        Raises:
            CallError: a mode that does not fit.
        """
        aead, digest = request.aead, request.hash
        if not (isinstance(aead, SpongeAead) and fits(aead)):
            raise CallError("ahead goes with AEADs whose nonce and tag are a block each.")
        assert digest is None or isinstance(digest, SpongeHash)
        primitive, _ = shared_primitive(aead, digest)
        of = EnabledAhead if request.enables else cls
        permutation = of.permutes(primitive, unrolled=request.factor)
        return of(aead, digest, permutation, decrypts=request.decrypts, xofs=request.xofs)

    def _answers(self):
        return answers(self.port_bytes, stays=True)

    def signals(self, m: Module) -> AheadSignals:
        """Those of `OverPermutation`, and what is decided in a cycle."""
        now = registers(m, self)
        permuted = runs(m, self, now)
        decided = self._decided(m, now, permuted)
        block = presented(m, self, now, permuted.is_hash)
        return AheadSignals(**vars(now), **vars(permuted), **vars(decided), **vars(block))

    def _decided(self, m: Module, now: Registers, permuted: Runs) -> Decided:
        """What is decided of tags."""
        decided = Decided(
            gives_tag=told("gives_tag", "A tag is promised."),
            takes_tag=told("takes_tag", "A received tag is taken."),
            tag_is_taken=told("tag_is_taken", "The key is added to the state."),
            compares=told("compares", "The received tag is compared with that in the state."),
            changes=told("changes", "In the next clock something is done to the state."),
        )
        gives_tag, takes_tag = decided.gives_tag, decided.takes_tag
        m.d.comb += [
            gives_tag.eq(now.phases["TAG"] & self.answer.valid & self.answer.ready),
            takes_tag.eq(now.phases["VERIFY"] & self.block.valid & self.block.ready),
            # For a tag the key is added, and no run follows.
            decided.changes.eq(permuted.start | gives_tag | takes_tag),
        ]
        return decided


class EnabledAhead(AheadOfPermutation):
    """The same for registers with an enable: the last step of a run waits until it is decided what
    stands behind it.
    """

    permutes, datapath = WaitingAhead, EnabledDatapath
