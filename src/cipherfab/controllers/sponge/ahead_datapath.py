# SPDX-License-Identifier: Apache-2.0
"""The datapath of `sponge.ahead`: the events of a mode behind the last round of a run.

Whether a bit of the state is taken from the rounds, kept, or neither, and what is added to it,
comes from registers while the rounds are computed::

    rounds ── & takes ─┐
    state ─── & keeps ─┴─ ^ ──> state          rounds ── & takes ─┐
                          │                    other ─────────────┴─ ^ ──> answer
       block, key, … ─────┘                                  block ──┘
"""

from dataclasses import dataclass

from amaranth.hdl import Cat, Const, Module, Signal

from ...modes.sponge_events import left_aligned
from ...words.bitgraph import runs_of
from ...words.hardware import build, told
from .ahead_signals import AheadSignals
from .datapath import SpongeDatapath
from .merge import ONE, STATE, Event, Gates, Slice, or_of, polynomials, shifted, with_constants

BEGIN = ("begins", "hash_begins", "xof_begins", "cxof_begins")
"""Gates of events that read no state."""


@dataclass(frozen=True, kw_only=True)
class Read:
    """What the answer is in this clock.

    Attributes:
        of_text: the answer to a block is promised.
        rounds: the key stream is read from the rounds.
        of_state: what is read from the state, by what it is: ``text``, ``tag`` or ``digest``.
        holds: it is what it was.
    """

    of_text: Signal
    rounds: Signal
    of_state: dict[str, Signal]
    holds: Signal


class AheadDatapath(SpongeDatapath):
    """Adds the logic between the permutation's output, the block, the key and the permutation's
    input, and the register of the answer.

    Args:
        m: gets the logic.
        core: the `ahead.AheadOfPermutation`.
        now: its signals, `ahead_signals.AheadSignals`.
    """

    now: AheadSignals

    def _of_bytes(self, m: Module, name: str, said: str, chosen: Signal, bits) -> Signal:
        """Of the block that is taken in this clock, from the next one on."""
        stored = told(f"{name}_taken", said, len(chosen))
        m.d.sync += stored.eq(chosen)
        return super()._of_bytes(m, name, said, stored, bits)

    def _presents(self, m: Module, events: list[Event], inputs: list[dict]) -> list:
        """What the state is behind the clock that follows the decision; answers read it
        from the permutation.
        """
        words = {name: self._in_words(m, name, word, 0) for name, word in inputs[0].items()}
        functions = [self._from_words(event.function) for event in events]
        forms = [
            polynomials(function, {name: len(value) for name, value in words.items()})
            for function in functions
        ]
        stepping = self._steps(m)
        following = [self._later(m, event) for event in events]
        # Bits that differ in a constant alone go together.
        gates, bare = Gates(m, following), [[terms - ONE for terms in form] for form in forms]
        for low, high in runs_of([shifted(bare, bit) for bit in range(len(words[STATE]))]):
            terms, constants = with_constants(forms, low, high)
            part = Slice(following, {**words, **constants}, gates, low, high)
            cleared = or_of([Const(0, high - low), *part.cleared(terms)])
            stays = self._stays(low, high, cleared, stepping)
            m.d.comb += self.now.next_state[0][low:high].eq(stays ^ part.added(terms))
        return []

    def _steps(self, m: Module) -> Signal:
        """A register that says where the state comes from."""
        stepping = told("steps_now", "The state comes from the rounds.")
        m.d.sync += stepping.eq(self.permutation.next_steps)
        return stepping

    def _stays(self, low: int, high: int, cleared, stepping):
        """Of bits of the state what is there before something is added."""
        steps = stepping.replicate(high - low)
        rounds = self.permutation.out_stepped[low:high] & (steps & ~cleared)
        state = self.permutation.out_x[low:high] & ~(cleared | steps)
        return rounds | state

    def _later(self, m: Module, event: Event) -> Event:
        """The same, in the clock behind that which decides. What begins a message may do so before
        its block is there: nobody wants the state.
        """
        gate = Signal(name=f"{event.gate.name}_now")
        begins = event.gate.name in BEGIN
        m.d.sync += gate.eq(event.gate if begins else event.gate & self.now.changes)
        return Event(gate=gate, function=event.function, exclusive=event.exclusive)

    def _answer(self, m: Module, inputs: list[dict]) -> Signal:
        """Message: key stream and block, in the clock in which the block is added. Tag and digest:
        from the state, a clock later.

        Returns: `differences`.
        """
        core, size = self.core, 8 * self.core.port_bytes
        of_rounds, of_state = (
            self._streams(m, word, size, prefix)
            for word, prefix in (
                (self.permutation.out_stepped, "stepped_"),
                (self.permutation.out_x, "answer_"),
            )
        )
        register = Signal(size, name="answer_register", reset_less=True)
        read = self._what_is_read(m)
        other = register & read.holds.replicate(size)
        for name, gate in read.of_state.items():
            if name in of_state:
                other = other | (of_state[name] & gate.replicate(size))
        adds = told("answers_block", "The block is added to the key stream.")
        m.d.sync += adds.eq(read.of_text)
        given = (of_rounds["text"] & read.rounds.replicate(size)) | other
        # The block is in registers in this clock, the one behind its promise.
        m.d.sync += register.eq(given ^ (core.block.data & adds.replicate(size)))
        m.d.comb += [core.answer.data.eq(register), core.answer.loads.eq(~read.holds)]
        differences = Signal(size, name="differences")
        m.d.comb += differences.eq(of_state["tag"] ^ core.block.data)
        return differences

    def _streams(self, m: Module, state, size: int, prefix: str) -> dict:
        """The words of answers that a state gives, the first byte at the top."""
        functions = {"text": self.aead.text, "tag": lambda state: self.aead.tag(0, state)}
        if self.hash_function:
            functions["digest"] = self.hash_function.digest_part
        return build(
            m,
            lambda given: {
                name: left_aligned(function(given["state"]), size)
                for name, function in functions.items()
            },
            {"state": state},
            prefix=prefix,
        )

    def _squeezes(self):
        """1 while a digest or an output is given."""
        core, now = self.core, self.now
        return now.squeezing | now.phases["OUTPUT"] if core.outputs else now.squeezing

    def _what_is_read(self, m: Module) -> Read:
        """Registers that say it, and what they are made of."""
        core, now = self.core, self.now
        gives = core.answer.valid & core.answer.ready
        of_text = told("gives_text", "An answer to a block is promised.")
        m.d.comb += of_text.eq(gives & now.is_message)
        steps, names = self.permutation.next_steps, ("rounds", "state", "tag", "digest")
        rounds, state, tag, digest = chosen = [
            told(f"reads_{name}", f"The answer is read from the {name}.") for name in names
        ]
        later = [Signal(name=f"{name}_is_due") for name in ("tag", "digest")]
        holds = told("answer_holds", "The answer stays what it is.", init=1)
        # Tag and digest are read two clocks behind their promise, when the state has what was
        # added.
        m.d.sync += [
            later[0].eq(now.gives_tag),
            later[1].eq(gives & self._squeezes()),
            Cat(chosen).eq(Cat(of_text & steps, of_text & ~steps, *later)),
            holds.eq(~(of_text | later[0] | later[1])),
        ]
        of_state = {"text": state, "tag": tag, "digest": digest}
        return Read(of_text=of_text, rounds=rounds, of_state=of_state, holds=holds)
