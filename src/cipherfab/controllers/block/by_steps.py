# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of every mode that is described by its steps: `modes.feedback`.

The state stays in the cipher. What a step makes of it is there in the cycle that starts the next
call, and so is the answer. So calls are back to back, and no register but the cipher's holds a
block. While nothing starts the cipher gets its own result, as ``feedback`` of
`architectures.iterated.iterated` asks.

On shares (`on_shares`) what a step does is done in each of them, since it is linear in state, key,
data and registers; what is public stands in share 0 alone (`of_share`). A received tag is compared
by the cipher: its sum with the state is the key of an encryption of zeros.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...architectures.iterated.iterated import echoed, read_by
from ...modes.feedback import END, NEVER, TEXT, FeedbackAead, Kept, Step, Words, conditions
from ...primitives.primitive import software
from ...words import Word
from ...words.hardware import MEANING, build, called
from ...words.trace import first_sentence
from ..parts.byte_masks import only_if
from ..parts.declared import During
from ..parts.iterated import iterated
from ..ports import side_by_side
from ..request import Request, Takes
from ..sponge.merge import Event, merge
from .core import BlockCore
from .on_shares import masked, named


class StepsCore(BlockCore):
    """Controls the cipher.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher`` whose result stays until the next start; it computes
            on with the inputs that are fed back, and loads the registers of its result.
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore`.

    Attributes:
        all_steps, first, steps: those of the mode; the first one; the others, by name.
        public: words and conditions that are no secret, by name, as the mode reads them.
        in_share: all words and conditions, by share.
    """

    aead: FeedbackAead
    answers_late = False
    answers_ahead = answers_tag = compares_answer = True
    is_message, is_tag = map(During, (TEXT, END))

    def __init__(self, aead: FeedbackAead, cipher, *, decrypts: bool = True, shares: int = 1):
        self.all_steps = aead.steps
        self.first, *others = self.all_steps
        self.steps = {step.name: step for step in others}
        self.first_state, self.stores_nonce = self.first.then["always"], aead.keeps_nonce
        self.public: dict[str, Signal] = {}
        self.in_share: list[dict] = []
        super().__init__(aead, cipher, decrypts=decrypts, shares=shares)

    def datapath(self, m: Module) -> None:
        cipher, every = self.cipher, range(self.shares)
        self._public(m)
        self.in_share += [self._words(m, share) for share in every]
        m.d.comb += [
            cipher.in_valid.eq(self.call | (self.begin & self.words[self.first.calls])),
            cipher.out_ready.eq(1),
            *self.answers(side_by_side([self._outputs(share)[-1] for share in every])),
        ]
        events, turns = self._events(m), self._turns(m)
        for share in every:
            self._present(m, share, self._presented(m, share, events, turns))
        if cipher.loadable:
            m.d.comb += cipher.in_load.eq(self.load | (self.begin & self.words[self.first.loads]))

    def answers(self, state) -> list:
        """Answer and tag, both driven with the state."""
        return [
            self.tag.eq(state),
            self.tag_valid.eq(self.ready),
            self.answer.stream.eq(state),
            self.answer.of_block.eq(self.is_message),
            self.answer.there.eq(self.ready & (self.is_message | self.is_tag)),
            # ``held``: the bus adds the first word itself, to ``stream`` (`ports.answers`).
            self.answer.data.eq(state ^ only_if(~self.is_tag, self.block.held)),
            self.answer.mask.eq(self.block.mask),
        ]

    @property
    def words(self) -> dict:
        """Words and conditions of share 0."""
        return self.in_share[0]

    def _outputs(self, share: int) -> list[Signal]:
        """What the state consists of, the most significant first."""
        return [self.of_cipher(f"out_{name}", share) for name in self.aead.chained.values()]

    def _present(self, m: Module, share: int, presented) -> None:
        """Drive the inputs of the cipher."""
        chained = self.aead.chained
        for name in reversed([*chained]):
            port = self.of_cipher(f"in_{name}", share)
            m.d.comb += port.eq(presented[: len(port)])
            presented = presented[len(port) :]
        if "key" not in chained:
            m.d.comb += self.of_cipher("in_key", share).eq(self._key(share))

    def _key(self, share: int):
        """The key; on shares, where a received tag is compared, its sum with the right one."""
        key = self.part(self.key, share)
        if self.shares == 1:
            return key
        return Mux(self.during("VERIFY"), self.part(self.answer.data, share), key)

    def result_for(self, differs):
        """Of the sum as the key, and a block of zeros."""
        (found,) = software(self.aead.cipher)(differs, 0)
        return found

    def _counts(self):
        """1 where the block that comes next counts; None: it always does."""
        absent = [step.name for step in self.steps.values() if step.is_absent]
        return ~self.during(*absent) if absent else None

    def _mask(self):
        """The bytes of the block."""
        counts, mask = self._counts(), self.block.mask
        return mask if counts is None else only_if(counts, mask)

    def _public(self, m: Module) -> None:
        """What is no secret: which bytes are of what, and all conditions."""
        block, mask, counts = self.block, self._mask(), self._counts()
        bits = {"last": block.last, "full": self.full, "empty": self.empty}
        if counts is not None:
            bits = {"last": bits["last"] | ~counts, "full": bits["full"] & counts,
                    "empty": bits["empty"] | ~counts}  # fmt: skip
        replaces = called(m, "replaces", "The block is ciphertext.", self.decrypt & self.is_message)
        fresh = self.valid_bits(~only_if(replaces, mask))
        plain = self.valid_bits(only_if(~replaces, mask))
        self.public |= {
            "fresh": called(m, "fresh", "All bytes but those of a ciphertext.", fresh),
            "plain": called(m, "plain", "The bytes of what is no ciphertext.", plain),
            **bits,
        }
        for name, kept in self.aead.registers.items():
            if kept.bits == 1:
                self.public[name] = _register(name, kept)
        one = {name: bit for name, bit in self.public.items() if len(bit) == 1}
        self.public |= conditions(one, Const(1), lambda bit: ~bit)

    def _words(self, m: Module, share: int) -> dict:
        """Words and conditions of a share by name, as the functions of the mode read them."""
        data, state = self.part(self.block.data, share), Cat(reversed(self._outputs(share)))
        if (counts := self._counts()) is not None:
            data = only_if(counts, data)
        padded = data if share else data | self.padding(self.aead.mark, self._mask())
        size = 8 * self.aead.nonce_bytes
        words = {
            "state": called(m, named("state", share), "What the last call gave.", state),
            "block": called(m, named("block", share), "The block with its padding.", padded),
            "key": self.part(self.key, share),
            "nonce": self.part(self.nonce, share) if self.stores_nonce else Const(0, size),
            **self.public,
        }
        for name, kept in self.aead.registers.items():
            if kept.bits > 1:
                words[name] = _register(named(name, share), kept)
        for name, function in self.aead.derived().items():
            one = partial(_named, name, self.of_share(function, share))
            words |= build(m, one, words, prefix=named("", share))
        return words

    def of_share(self, function: Callable[[Words], Word], share: int) -> Callable[[Words], Word]:
        """What a function adds to a share: constants and public words are in share 0 alone."""
        if not share:
            return function

        def linear(words: Words) -> Word:
            public = {
                name: word if name in self.public else word.constant(0)
                for name, word in words.items()
            }
            return function(words) ^ function(public)

        return linear

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
            if step.presents:
                presented.setdefault(step.presents, []).append((step, "always"))
            for one in step.adds:
                added.setdefault(one.name, (one.value, []))[1].append((step, one.when))
        events = [
            Event(gate=self._gate(m, f"presents_{of.__name__}", of, uses), function=of)
            for of, uses in presented.items()
        ] + [
            Event(gate=self._gate(m, f"adds_{name}", of, uses), function=of, exclusive=False)
            for name, (of, uses) in added.items()
        ]
        if self.shares > 1:
            verifies = self.ready & self.during("VERIFY")
            gate = called(m, "compares", "A received tag is compared.", verifies)
            events.append(Event(gate=gate, function=_zeros))
        return events

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
        there = self.block.valid & free if step.waits else free
        for signal, condition, may in (
            (self.block.ready, step.takes, self.ready & free),
            (self.call, step.calls, there),
            (self.load, step.loads, there),
        ):
            if condition != NEVER:
                m.d.comb += signal.eq(may & words[condition])
        with m.If(self.ready & there):
            with m.If(words[step.writes_when]):
                for name, word in step.writes.items():
                    shares = self.in_share[:1] if name in self.public else self.in_share
                    m.d.sync += [one[name].eq(one[word]) for one in shares]
            # The first condition that holds counts, so it comes last.
            for when, name in reversed([*step.then.items()]):
                with m.If(words[when]):
                    self.to_tag(m) if name == END else self.enter(m, name)


def _register(name: str, kept: Kept) -> Signal:
    """A register of the mode, or a share of it."""
    return Signal(kept.bits, name=name, reset_less=True, attrs={MEANING: kept.said})


def _zeros(words: Words) -> Word:
    """What is enciphered where a received tag is compared."""
    return words["state"].constant(0)


def _named(name: str, function: Callable, words: Words) -> dict[str, Word]:
    """What a function gives, under a name."""
    return {name: function(words)}


MODELS = (FeedbackAead,)

TAKES = Takes(folds=True, masked=lambda model: model.on_shares)


def make(request: Request) -> StepsCore:
    """The controller for a core. Decryption needs no inverse cipher."""
    aead: Any = request.aead
    loads = any(step.loads != NEVER for step in aead.steps)
    loadable = read_by(aead.cipher.result, aead.cipher) if loads else frozenset()
    if request.architecture == "masked":
        component = masked(request, aead.cipher, loadable)
        return StepsCore.of(request, component, shares=component.staged.shares)
    fed_back = echoed(aead.cipher, aead.chained)
    component = iterated(request, aead.cipher, feedback=fed_back, loadable=loadable)
    return StepsCore.of(request, component)
