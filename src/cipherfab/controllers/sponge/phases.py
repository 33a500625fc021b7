# SPDX-License-Identifier: Apache-2.0
"""The phases of `over_permutation`: what each waits for, what it starts, and what comes next.

An event that no run follows loads the registers that it changes (``load``).
"""

from amaranth.hdl import Const, Module, Signal

from ...modes.sponge_steps import Step
from ...words.hardware import told
from .answer_phases import AnswerPhases
from .signals import Signals


class SpongePhases(AnswerPhases):
    """The state machine of an `over_permutation.OverPermutation`, from the nonce to the message;
    what comes behind it is of `AnswerPhases`.
    """

    def __init__(self, core, now: Signals, differences: Signal | None):
        super().__init__(core, now, differences)
        self.steps = {step.phase: step for step in self.aead.steps} if self.aead else {}

    def add(self, m: Module) -> None:
        """What happens in each phase, and in some of them when a message is given up."""
        self._start(m)
        for name in ("OPEN", "TURN", "REKEY", "CLOSE", "JOIN", "AD"):
            if name in self.steps:
                self._step(m, self.steps[name])
        self._message(m)
        if self.core.closes:
            self._end(m)
        self._announce(m)
        self._what_is_there(m)
        if self.aead:
            self._tag(m)
            self._verify(m)
        if self.hash_function:
            self._digest(m)
        if self.core.outputs:
            self._output(m)
        self._status(m)
        # Behind all phases: they say where it may happen, and its assignments must be the last.
        if self.given_up:
            self._restart(m)

    def _absorbs(self, m: Module, *, runs=None) -> None:
        """What every block of associated data or message does; the state is only loaded unless it
        ``runs``.
        """
        m.d.comb += self.now.start.eq(1 if runs is None else runs)
        if runs is not None:
            m.d.comb += self.now.load.eq(~runs)
        m.d.sync += [self.now.initial.eq(0), self.now.first.eq(0), self.now.padding_due.eq(0)]

    def _start(self, m: Module) -> None:
        """The nonce comes, and its last part starts the first run, unless what follows decides."""
        with self.phases.state("START", self._start):
            # A message that was given up may have left any of them set.
            m.d.sync += [
                self.now.initial.eq(1),
                self.now.padding_due.eq(0),
                self.now.had_ad.eq(0),
                self.now.mismatch.eq(0),
            ]
            if self.aead:
                # The nonce stays on the bus until the runs in front of it have ended.
                m.d.comb += self.block.ready.eq(
                    self.now.ready & self.now.prepared & ~self.now.again
                )
            # A hash has no nonce: its first block is one of the message.
            with m.If(self.control.hashing if self.hash_function else Const(0)):
                m.d.sync += self.now.count.eq(0)
                self._enter(m, "MESSAGE")
                if self.core.outputs:
                    with m.If(self.control.customizing):
                        self.phases.enter("AD")
                        # `_enter` has set it in this cycle, and only one phase may be 1.
                        m.d.sync += self.phases["MESSAGE"].eq(0)
            if self.aead:
                with m.Elif(self.block.valid & self.block.ready):
                    self._nonce(m)
                if self.aead.prepares:
                    with m.Elif(self.block.valid & self.now.ready):
                        m.d.comb += self.now.start.eq(1)
                        with m.If(~self.now.prepared):
                            self._count_to(m, self.aead.prepares, lambda: self._is_prepared(m))
            # A nonce that was begun is forgotten with its message.
            with m.If(self.control.abort):
                m.d.sync += self.now.count.eq(0)
                if self.aead and self.aead.prepares:
                    m.d.sync += self.now.prepared.eq(0)

    def _is_prepared(self, m: Module) -> None:
        m.d.sync += self.now.prepared.eq(1)

    def _nonce(self, m: Module) -> None:
        """A part of the nonce; behind the last one the mode begins."""
        parts, runs = self.aead.parts["nonce"], self.aead.nonce_runs
        if parts > 1:
            with m.If(self.now.count != parts - 1):
                # Without a run a part of the nonce is only loaded, into registers of its own
                # (`loadable`).
                m.d.comb += [self.now.start.eq(runs), self.now.load.eq(not runs)]
        self._count_to(m, parts, lambda: self._nonce_ends(m))

    def _nonce_ends(self, m: Module) -> None:
        loads = self.aead.decides_late or self.aead.begins_without_run
        if self.aead.prepares:
            m.d.sync += self.now.prepared.eq(0)
        m.d.comb += [self.now.start.eq(not loads), self.now.load.eq(loads)]
        self._go_on(m, "START")

    def _step(self, m: Module, step: Step) -> None:
        """The phase of a step between nonce and message, or of runs alone."""
        match step.phase:
            case "OPEN":
                self._open(m)
            case "TURN":
                self._turn(m)
            case "AD":
                self._associated_data(m)
            case _:
                self._runs(m, step)

    def _runs(self, m: Module, step: Step) -> None:
        """The phase of a step that is nothing but runs."""
        with self.phases.state(step.phase, said=step.said):
            with m.If(self.now.ready):
                m.d.comb += self.now.start.eq(1)
                self._count_to(m, len(step.numbers), lambda: self._go_on(m, step.phase))
            self._give_up()

    def _behind(self, phase: str, *, turns: bool = True) -> str:
        """The phase of the step that follows one; none if that is the answer. ``turns``: see
        `_go_on`.
        """
        if phase not in self.steps:
            return ""
        names = [name for name in (*self.steps, "") if turns or name != "TURN"]
        return names[names.index(phase) + 1]

    def _go_on(self, m: Module, phase: str, *, turns: bool = True) -> None:
        """Enter the phase behind one.

        Args:
            turns: False behind associated data that is empty or ends with padding alone: there are
                neither in a mode with the phase *TURN*, where *OPEN* takes the empty end.
        """
        following = self._behind(phase, turns=turns)
        if following:
            self._enter(m, following)
        else:
            self._to_answer(m)

    def _end(self, m: Module) -> None:
        """One more run of a hash in front of the digest."""
        with self.phases.state("END", self._end):
            with m.If(self.now.ready):
                m.d.comb += self.now.start.eq(1)
                self._to_answer(m)
            self._give_up()

    def _open(self, m: Module) -> None:
        """The run after the nonce, if there is associated data."""
        with self.phases.state("OPEN", self._open):
            # A block with bytes stays where it is, for AD; only an empty end is taken here.
            m.d.comb += self.block.ready.eq(self.now.empty)
            with m.If(self.block.valid & self.now.empty):
                self._enter(m, "TURN")
            with m.Elif(self.block.valid & self.now.ready):
                m.d.comb += self.now.start.eq(1)
                self._go_on(m, "OPEN")
            self._give_up()

    def _turn(self, m: Module) -> None:
        """The run before the message, or the tag, when it is known which."""
        with self.phases.state("TURN", self._turn):
            with m.If(self.block.valid & self.now.ready):
                m.d.comb += self.now.start.eq(1)
                self._go_on(m, "TURN")
            self._give_up()

    def _associated_data(self, m: Module) -> None:
        """Each block of associated data starts a run; one of padding alone follows a full last
        one."""
        aead = self.aead
        with self.phases.state("AD", self._associated_data):
            # Such an end changes nothing in the state: it is taken while a run is under way.
            skipped = (
                self.now.empty & ~self.now.padding_due if not aead.absorbs_empty_ad else Const(0)
            )
            m.d.comb += self.block.ready.eq(~self.now.padding_due & (self.now.ready | skipped))
            with m.If(self.now.padding_due):
                with m.If(self.now.ready):
                    self._absorbs(m)
                    self._go_on(m, "AD", turns=False)
            with m.Elif(self.block.valid & self.block.ready):
                with m.If(skipped):
                    self._empty_end(m)
                with m.Else():
                    self._block_of_ad(m)
            self._give_up()

    def _block_of_ad(self, m: Module) -> None:
        late = self.aead.decides_late
        # What is added between data and message depends on it (`turn_flags`).
        m.d.sync += self.now.ad_was_full.eq(self.now.full)
        if len(self.aead.ad_parts) > 1:
            ends = self.now.part | self.block.last
            self._absorbs(m, runs=ends)
            m.d.sync += [
                self.now.part.eq(~self.now.part),
                # The second part is still of the first block.
                self.now.initial.eq(self.now.initial & ~ends),
                self.now.first.eq(self.now.first & ~ends),
            ]
        else:
            # Behind the last block the mode waits until it knows what follows.
            self._absorbs(m, runs=~self.block.last if late else None)
        with m.If(~self.now.empty):
            m.d.sync += self.now.had_ad.eq(1)
        self._after_block(m, lambda: self._go_on(m, "AD"))

    def _empty_end(self, m: Module) -> None:
        """No associated data at all, or an empty end behind whole blocks, whose padding is due."""
        if self.core.takes_empty_ends:
            # Not the first block any more: whole ones came, and their padding is missing.
            with m.If(~self.now.first):
                m.d.sync += self.now.padding_due.eq(1)
            with m.Else():
                self._go_on(m, "AD", turns=False)
        else:
            self._go_on(m, "AD", turns=False)

    def _after_block(self, m: Module, end) -> None:
        """The end of a type, or a block of padding alone before it."""
        with m.If(self.block.last):
            if self.core.takes_empty_ends:
                with m.If(self.now.full):
                    m.d.sync += self.now.padding_due.eq(1)
                with m.Else():
                    end()
            else:
                end()

    def _message(self, m: Module) -> None:
        """Each block of the message is answered and starts a run; one of padding alone follows a
        full last one.
        """
        with self.phases.state("MESSAGE", self._message):
            answers = ~self.now.empty & ~self.now.is_hash
            skips = self.aead is not None and not self.aead.absorbs_empty_message
            skipped = self.now.empty & ~self.now.is_hash if skips else Const(0)
            free = told("message_is_free", "The block, if there is one, can be taken.")
            # Ready must not wait for valid: the header of an empty message and its block leave
            # together.
            m.d.comb += [
                self.answer.mask.eq(self.now.mask),
                self.answer.valid.eq(
                    self.block.valid & ~self.now.padding_due & self.now.ready & answers
                ),
                free.eq(
                    ~self.now.padding_due
                    & (self.now.ready | skipped)
                    & (~answers | self.answer.ready)
                ),
                self.block.ready.eq(free),
            ]
            with m.If(self.now.padding_due):
                with m.If(self.now.ready):
                    self._absorbs(m)
                    self._to_tag(m)
            with m.Elif(self.block.valid & free):
                with m.If(skipped):
                    self._to_tag(m)
                with m.Else():
                    self._block_of_message(m)
                    self._after_block(m, lambda: self._to_tag(m))
            self._give_up()

    def _block_of_message(self, m: Module) -> None:
        if not self.core.closes:
            self._absorbs(m)
            return
        # An empty last block starts no run: that of END follows at once.
        self._absorbs(m, runs=~(self.now.is_hash & self.now.empty))
        with m.If(self.now.is_hash):
            # A hash has no associated data: these two say of its last block what END adds.
            m.d.sync += [
                self.now.had_ad.eq(~self.now.empty),
                self.now.ad_was_full.eq(self.now.full),
            ]

    def _what_is_there(self, m: Module) -> None:
        """Of the answer, ahead of the block that it answers."""
        of_block = self.now.is_message & ~self.now.is_hash
        if self.core.outputs:
            of_block = of_block | self.phases["OUTPUT"]
        sends = self.phases["TAG"] | self.phases["DIGEST"]
        m.d.comb += [
            self.answer.of_block.eq(of_block),
            self.answer.there.eq(self.now.ready & ((of_block & ~self.now.padding_due) | sends)),
        ]

    def _to_tag(self, m: Module) -> None:
        """Behind the message a hash may end with a run of its own, an AEAD with runs by the key."""
        both = self._behind("MESSAGE") and self.hash_function
        if not self.core.closes and not both:
            self._go_on(m, "MESSAGE")
            return
        with m.If(self.now.is_hash):
            if self.core.closes:
                self._enter(m, "END")
            else:
                self._to_answer(m)
        with m.Else():
            self._go_on(m, "MESSAGE")

    def _to_answer(self, m: Module) -> None:
        # Without an AEAD nothing is decrypted, but the phase that is named must exist.
        with m.If(self.control.decrypt if self.aead else 0):
            self._enter(m, "VERIFY" if self.aead else "ANNOUNCE")
        if self.core.outputs:
            with m.Elif(self.control.output):
                self._enter(m, "OUTPUT")
        with m.Else():
            self._enter(m, "ANNOUNCE")
