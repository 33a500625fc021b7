# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of every mode that is described by its steps: `modes.feedback`.

The state stays in the cipher. What a step makes of it is there in the cycle that starts the next
call, and so is the answer. So calls are back to back, and no register but the cipher's holds a
block. While nothing starts the cipher gets its own result, as ``feedback`` of
`architectures.iterated.iterated` asks.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...architectures.iterated.iterated import echoed, read_by
from ...modes.feedback import END, NEVER, TEXT, FeedbackAead, Step, Words, conditions
from ...words import Word
from ...words.hardware import MEANING, build, called
from ...words.trace import first_sentence
from ..parts.byte_masks import only_if
from ..parts.declared import During
from ..parts.iterated import iterated
from ..request import Request, Takes
from ..sponge.merge import Event, merge
from .feedback import FeedbackAnswers


class StepsCore(FeedbackAnswers):
    """Controls the cipher.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher`` whose result stays until the next start; it computes
            on with the inputs that are fed back, and loads the registers of its result.
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore`.

    Attributes:
        all_steps, first, steps: those of the mode; the first one; the others, by name.
    """

    aead: FeedbackAead
    is_message, is_tag = map(During, (TEXT, END))

    def __init__(self, aead: FeedbackAead, cipher, *, decrypts: bool = True):
        self.all_steps = aead.steps
        self.first, *others = self.all_steps
        self.steps = {step.name: step for step in others}
        self.first_state, self.stores_nonce = self.first.then["always"], aead.keeps_nonce
        super().__init__(aead, cipher, decrypts=decrypts)

    def datapath(self, m: Module) -> None:
        cipher, chained = self.cipher, self.aead.chained
        outputs = [getattr(cipher, f"out_{name}") for name in chained.values()]
        self.words = self._words(m, Cat(reversed(outputs)))
        presented = self._presented(m)
        m.d.comb += [
            cipher.in_valid.eq(self.call | (self.begin & self.words[self.first.calls])),
            cipher.out_ready.eq(1),
            *self.answers(outputs[-1]),
        ]
        for name in reversed([*chained]):
            port = getattr(cipher, f"in_{name}")
            m.d.comb += port.eq(presented[: len(port)])
            presented = presented[len(port) :]
        if "key" not in chained:
            m.d.comb += cipher.in_key.eq(self.key)
        if cipher.loadable:
            m.d.comb += cipher.in_load.eq(self.load | (self.begin & self.words[self.first.loads]))

    def _words(self, m: Module, state) -> dict:
        """Words and conditions by name, as the functions of the mode read them."""
        block, mask, data = self.block, self.block.mask, self.block.data
        bits = {"last": block.last, "full": self.full, "empty": self.empty}
        absent = [step.name for step in self.steps.values() if step.is_absent]
        if absent:
            there = ~self.during(*absent)
            mask, data = only_if(there, mask), only_if(there, data)
            bits = {"last": bits["last"] | ~there, "full": bits["full"] & there,
                    "empty": bits["empty"] | ~there}  # fmt: skip
        replaces = called(m, "replaces", "The block is ciphertext.", self.decrypt & self.is_message)
        words = {
            "state": called(m, "state", "What the last call gave.", state),
            "block": called(m, "block", "The block with its padding.",
                            data | self.padding(self.aead.mark, mask)),
            "fresh": called(m, "fresh", "All bytes but those of a ciphertext.",
                            self.valid_bits(~only_if(replaces, mask))),
            "plain": called(m, "plain", "The bytes of what is no ciphertext.",
                            self.valid_bits(only_if(~replaces, mask))),
            "key": self.key,
            "nonce": self.nonce if self.stores_nonce else Const(0, 8 * self.aead.nonce_bytes),
            **bits,
        }  # fmt: skip
        for name, kept in self.aead.registers.items():
            words[name] = Signal(kept.bits, name=name, reset_less=True, attrs={MEANING: kept.said})
        one = {name: word for name, word in words.items() if len(word) == 1}
        words |= conditions(one, Const(1), lambda bit: ~bit)
        for name, function in self.aead.derived().items():
            words |= build(m, partial(_named, name, function), words)
        return words

    def _presented(self, m: Module) -> Signal:
        """The state, or what the step makes of it; no handshake is in front of it."""
        state = merge(m, self._events(m), self.words, name="presented").state
        turns = [(step, step.turns) for step in self.all_steps if step.turns != NEVER]
        if not turns:
            return state
        turned = build(m, lambda words: {"turned": self.aead.turned(words["x"])}, {"x": state})
        return Mux(self._gate(m, "turns", self.aead.turned, turns), turned["turned"], state)

    def _events(self, m: Module) -> list[Event]:
        """What the steps do to the state, once for all steps that do the same."""
        presented: dict[Callable, list[tuple[Step, str]]] = {}
        added: dict[str, tuple[Callable, list[tuple[Step, str]]]] = {}
        for step in self.all_steps:
            if step.presents:
                presented.setdefault(step.presents, []).append((step, "always"))
            for one in step.adds:
                added.setdefault(one.name, (one.value, []))[1].append((step, one.when))
        return [
            Event(gate=self._gate(m, f"presents_{of.__name__}", of, uses), function=of)
            for of, uses in presented.items()
        ] + [
            Event(gate=self._gate(m, f"adds_{name}", of, uses), function=of, exclusive=False)
            for name, (of, uses) in added.items()
        ]

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
                m.d.sync += [words[name].eq(words[word]) for name, word in step.writes.items()]
            # The first condition that holds counts, so it comes last.
            for when, name in reversed([*step.then.items()]):
                with m.If(words[when]):
                    self.to_tag(m) if name == END else self.enter(m, name)


def _named(name: str, function: Callable, words: Words) -> dict[str, Word]:
    """What a function gives, under a name."""
    return {name: function(words)}


MODELS = (FeedbackAead,)

TAKES = Takes(folds=True)


def make(request: Request) -> StepsCore:
    """The controller for a core. Decryption needs no inverse cipher."""
    aead: Any = request.aead
    loads = any(step.loads != NEVER for step in aead.steps)
    loadable = read_by(aead.cipher.result, aead.cipher) if loads else frozenset()
    fed_back = echoed(aead.cipher, aead.chained)
    component = iterated(request, aead.cipher, feedback=fed_back, loadable=loadable)
    return StepsCore.of(request, component)
