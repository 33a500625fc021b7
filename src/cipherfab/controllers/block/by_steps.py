# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of every mode that is described by its steps: `modes.feedback`.

The state stays in the cipher. What a step makes of it is there in the cycle that starts the next
call, and so is the answer. So calls are back to back, and no register but the cipher's holds a
block. While nothing starts the cipher gets its own result, as ``feedback`` of
`architectures.iterated.iterated` asks.

On shares (`on_shares`) what a step does is done in each of them, since it is linear in state, key,
data and registers; what is public stands in share 0 alone (`of_share`). A received tag is compared
by the cipher: its sum with the state is the key of an encryption of zeros; a permutation gets the
sum in front of zeros.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...architectures.iterated.full import SingleCycle
from ...architectures.iterated.iterated import echoed, read_by
from ...modes.feedback import END, NEVER, TEXT, FeedbackAead, Step, Words
from ...primitives.primitive import software
from ...words import Word, concat
from ...words.hardware import MEANING, build, called
from ...words.trace import first_sentence
from ..parts.byte_masks import only_if
from ..parts.iterated import iterated
from ..ports import side_by_side
from ..request import Request, Takes
from ..sponge.merge import Event, merge
from .on_shares import masked, named
from .step_words import StepWords


class StepsCore(StepWords):
    """Controls the cipher.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher`` whose result stays until the next start; it computes
            on with the inputs that are fed back, and loads the registers of its result.
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore` and `StepWords`.

    Attributes:
        writes: of a register and a word, by their names: the word is written.
    """

    answers_late = False
    answers_tag = compares_answer = True

    def __init__(self, aead: FeedbackAead, cipher, *, decrypts: bool = True, shares: int = 1):
        self.first_state, self.stores_nonce = aead.steps[0].then["always"], aead.keeps_nonce
        self.answers_ahead, self.takes_empty_ends = aead.answers_ahead, aead.pads_whole
        self.writes: dict[tuple[str, str], Signal] = {}
        super().__init__(aead, cipher, decrypts=decrypts, shares=shares)

    def datapath(self, m: Module) -> None:
        cipher, every = self.cipher, range(self.shares)
        self.describe_words(m)
        m.d.comb += [
            cipher.in_valid.eq(self.call | (self.begin & self.words[self.first.calls])),
            cipher.out_ready.eq(1),
            *self.answers(side_by_side([self.state_parts(share)[-1] for share in every])),
        ]
        events, turns = self._events(m), self._turns(m)
        for share in every:
            presented = self._presented(m, share, events, turns)
            self.find(m, share, presented)
            self._present(m, share, presented)
        self._registers(m)
        # Before the nonce is known to be there: what a message begins with is written until it is.
        with m.If(self.starting):
            self._write(m, self.first)
            if self.aead.pads_whole:
                m.d.sync += self.padding_due.eq(0)
        if cipher.loadable:
            m.d.comb += cipher.in_load.eq(self.load | (self.begin & self.words[self.first.loads]))

    def answers(self, state) -> list:
        """Answer and tag, both driven with the state."""
        size, block, data = 8 * self.aead.tag_bytes, self.block, self.block.data
        both = [
            self.tag.eq(self.each(lambda share: self.part(state, share)[-size:])),
            self.tag_valid.eq(self.ready),
            self.answer.mask.eq(block.mask),
        ]
        if self.answers_ahead:
            both += [
                self.answer.stream.eq(state),
                self.answer.of_block.eq(self.is_message),
                self.answer.there.eq(self.ready & (self.is_message | self.is_tag)),
            ]
            # The bus adds the first word itself, to ``stream`` (`ports.answers`).
            data = block.held
        return [*both, self.answer.data.eq(state ^ only_if(~self.is_tag, data))]

    def _present(self, m: Module, share: int, presented) -> None:
        """Drive the inputs of the cipher."""
        chained = self.aead.chained
        # The last name is the least significant part.
        for name in reversed([*chained]):
            port = self.of_cipher(f"in_{name}", share)
            m.d.comb += port.eq(presented[: len(port)])
            presented = presented[len(port) :]
        if self.is_keyed:
            m.d.comb += self.of_cipher("in_key", share).eq(self._key(share))

    def _key(self, share: int):
        """The key; on shares, where a received tag is compared, its sum with the right one."""
        key = self.part(self.key, share)
        if self.shares == 1:
            return key
        return Mux(self.during("VERIFY"), self.part(self.answer.data, share), key)

    def result_for(self, differs):
        """Of the sum as the key and a block of zeros; of a permutation, of the sum in front of
        zeros.
        """
        behind = 8 * (self.aead.block_bytes - self.aead.tag_bytes)
        inputs = (differs, 0) if self.is_keyed else (differs << behind,)
        (found,) = software(self.whole)(*inputs)
        return found

    @property
    def is_keyed(self) -> bool:
        """Whether the key is an input of the cipher at every call."""
        return "key" in self.whole.inputs and "key" not in self.aead.chained

    def _presented(self, m: Module, share: int, events: list[Event], turns) -> Signal:
        """The state, or what the step makes of it; no handshake is in front of it."""
        words, name = self.in_share[share], named("presented", share)
        own = [replace(one, function=self.of_share(one.function, share)) for one in events]
        # Derived words are computed from the block that comes, so they are late.
        state = merge(m, own, words, name=name, last=[*self.aead.derived()]).state
        if turns is None:
            return state
        turned = build(
            m, lambda words: {"turned": self.aead.turned(words["x"])}, {"x": state},
            prefix=named("", share),
        )  # fmt: skip
        return Mux(turns, turned["turned"], state)

    def _turns(self, m: Module) -> Signal | None:
        """1 if the state is turned; None if no step does that."""
        turns = [(step, step.turns) for step in self.all_steps if step.turns != NEVER]
        return self._gate(m, "turns", self.aead.turned, turns) if turns else None

    def _events(self, m: Module) -> list[Event]:
        """What the steps do to the state, once for all steps that do the same."""
        presented: dict[Callable, list[tuple[Step, str]]] = {}
        added: dict[str, tuple[Callable, list[tuple[Step, str]]]] = {}
        for step in self.all_steps:
            for when, function in step.becomes.items():
                presented.setdefault(function, []).append((step, when))
            for one in step.adds:
                # What has one name is one event, in whatever steps it is.
                added.setdefault(one.name, (one.value, []))[1].append((step, one.when))
        events = [
            Event(gate=self._gate(m, f"presents_{of.__name__.strip('_')}", of, uses), function=of)
            for of, uses in presented.items()
        ] + [
            Event(gate=self._gate(m, f"adds_{name}", of, uses), function=of, exclusive=False)
            for name, (of, uses) in added.items()
        ]
        if self.shares > 1:
            verifies = self.ready & self.during("VERIFY")
            gate = called(m, "compares", "A received tag is compared.", verifies)
            of = _zeros if self.is_keyed else self._both_tags
            events.append(Event(gate=gate, function=of))
        return events

    def _both_tags(self, words: Words) -> Word:
        """The sum of the received tag and the right one, in a state of zeros."""
        size, behind = 8 * self.aead.tag_bytes, self.aead.block_bytes - self.aead.tag_bytes
        tags = words["state"][-size:] ^ words["block"][-size:]
        return concat(tags, tags.constant(0, 8 * behind)) if behind else tags

    def _gate(
        self, m: Module, name: str, function: Callable, uses: list[tuple[Step, str]]
    ) -> Signal:
        """1 in one of these steps if its condition holds; the function says what it does."""
        kinds = dict.fromkeys((self._alike(step), when) for step, when in uses)
        happens = Cat(self.in_steps(steps) & self.words[when] for steps, when in kinds)
        said = first_sentence(function.__doc__ or "")
        return called(m, name, said, self.ready & happens.any())

    def in_steps(self, names: tuple[str, ...]) -> Signal:
        """1 in these steps."""
        register = self.during(*names)
        said = (f"{step.name}: {step.said}" for step in self.all_steps if step.name in names)
        register.attrs[MEANING] = " ".join(said)
        return register

    def _alike(self, step: Step) -> tuple[str, ...]:
        """The steps that do to the state what this one does: a register says that it is one of
        them.
        """
        does = step.presents, step.adds, step.turns
        return tuple(
            other.name
            for other in self.all_steps
            if (other.presents, other.adds, other.turns) == does
        )

    def states(self) -> dict:
        """The steps but for the first, and those that every mode has."""
        return {
            name: lambda m, step=step: self._step(m, step)
            for name, step in self.steps.items()
            if name not in ("AD", TEXT)
        }

    def associated_data(self, m: Module) -> None:
        self._step(m, self.steps["AD"])

    def message(self, m: Module) -> None:
        self._step(m, self.steps[TEXT])
        m.d.comb += self.answer.valid.eq(self.block.valid & self.ready)

    def _step(self, m: Module, step: Step) -> None:
        """What happens in the phase of a step."""
        words, free = self.words, self.answer.ready if step.name == TEXT else Const(1)
        valid, counts, pads = self.block.valid, Const(1), self.aead.pads_whole
        if pads:
            # The block that is there waits behind the padding that is due.
            valid, counts = valid | self.padding_due, ~self.padding_due
        there = valid & free if step.waits else free
        for signal, condition, may in (
            (self.block.ready, step.takes, self.ready & free & counts),
            (self.call, step.calls, there),
            (self.load, step.loads, there),
        ):
            if condition != NEVER:
                m.d.comb += signal.eq(may & words[condition])
        with m.If(self.ready & there):
            self._write(m, step)
            if pads and step.takes != NEVER:
                with m.If(words[step.takes]):
                    m.d.sync += self.padding_due.eq(self.block.last & words["full"])
            # The first condition that holds counts, so it comes last.
            for when, name in reversed([*step.then.items()]):
                with m.If(words[when]):
                    self.to_tag(m) if name == END else self.enter(m, name)

    def _write(self, m: Module, step: Step) -> None:
        """Say which registers a step writes."""
        for when, writes in step.written.items():
            with m.If(self.words[when]):
                m.d.comb += [self.writes[one].eq(1) for one in writes.items()]

    def _registers(self, m: Module) -> None:
        """What the registers of the mode get, in one place for all steps: so a word that several
        steps write is chosen once.
        """
        for name in self.aead.registers:
            shares = self.in_share[:1] if name in self.public else self.in_share
            for word in self._sources(name):
                gate = self.writes[name, word] = Signal(
                    name=f"{name}_gets_{word.replace(' ', '_')}"
                )
                with m.If(gate):
                    m.d.sync += [one[name].eq(one[word]) for one in shares]

    def _sources(self, register: str) -> list[str]:
        """The words that steps write to it."""
        written = [writes for step in self.all_steps for writes in step.written.values()]
        return [*dict.fromkeys(one[register] for one in written if register in one)]


def _zeros(words: Words) -> Word:
    """What is enciphered where a received tag is compared."""
    return words["state"].constant(0)


MODELS = (FeedbackAead,)

TAKES = Takes(folds=True, masked=lambda model: model.on_shares)


def make(request: Request) -> StepsCore:
    """The controller for a core. Decryption needs no inverse cipher."""
    aead: Any = request.aead
    # Only what a result reads is loaded, and nothing if no step does so.
    loads = any(step.loads != NEVER for step in aead.steps)
    loadable = read_by(aead.cipher.result, aead.cipher) if loads else frozenset()
    if request.architecture == "masked":
        component = masked(request, aead.cipher, loadable)
        return StepsCore.of(request, component, shares=component.staged.shares)
    if request.architecture == "full" and all(name in aead.chained for name in aead.cipher.inputs):
        return StepsCore.of(request, SingleCycle(aead.cipher, loadable))
    fed_back = echoed(aead.cipher, aead.chained)
    component = iterated(request, aead.cipher, feedback=fed_back, loadable=loadable)
    return StepsCore.of(request, component)
