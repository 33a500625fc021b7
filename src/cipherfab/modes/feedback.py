# SPDX-License-Identifier: Apache-2.0
"""Modes over one block cipher or permutation, described once: the steps of a message as a table.

The state is what the last call of the cipher gave. A step takes a block of data, or waits until it
is known what follows, or does neither; it changes the state, and a call starts from it or not. The
model (`FeedbackAead`) walks the table, and `controllers.block.by_steps` makes a phase of each step.

A condition is a text: ``always``, ``never``, a register of one bit, or what is known of the block
that comes next (``last``: of its type; ``full``; ``empty``; ``short``: last and not full); or
``not`` and one of these.

Words that the functions of a mode read, with the first byte of a string most significant;
conditions are words of one bit:

| word | bits | |
|---|---|---|
| state | what is `chained` | its last bytes are the key stream, and the tag |
| block | 8 block_bytes | the block that comes next, with its padding |
| fresh | as block | 0 in the bytes of a ciphertext, elsewhere 1 |
| plain | as block | 1 in the bytes of associated data or of a plaintext, elsewhere 0 |
| erased | as block | the opposite of plain |
| key, nonce | | the nonce is kept in a register if anybody reads it |
| registers, and words that are `derived` | | |
| presented | as state | only in `FeedbackAead.found`: what the cipher gets, or the state |
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

from ..primitives.primitive import Primitive, software
from ..words import Word, mux
from ..words.compiled import compile_function
from .byte_strings import filled, xor
from .model import AeadModel

Words = Mapping[str, Word]

TEXT, END = "MESSAGE", "TAG"
"""The step whose blocks are answered, and what is behind the last step: the state is the tag."""

NEVER = "never"
"""The condition that does not hold."""

FLAGS = ("last", "full", "empty")
"""What is known of a block; all conditions follow from these and from registers."""


@dataclass(frozen=True, kw_only=True)
class Kept:
    """A register beside the state: its bits, and what it means. One bit is no secret."""

    bits: int
    said: str


@dataclass(frozen=True)
class Added:
    """What is added to the state when a condition holds; ``name`` is for signals."""

    name: str
    when: str
    value: Callable[[Words], Word]


@dataclass(frozen=True, kw_only=True)
class Step:
    """A step of a message; it waits until the cipher has a result.

    Attributes:
        name: of the step, and of the phase of a core. *MESSAGE* is the one that is answered.
        said: what it is.
        waits: until there is a block of data.
        block_bytes: of the block that is next, if it has fewer than those of the mode.
        takes: when that block is taken; else it is there in the next step too.
        calls, loads: when a call of the cipher starts, and when it takes the state without one.
        presents: what the state becomes; None: it stays. Or such functions by conditions of which
            at most one holds.
        adds: what is added to that.
        turns: when `FeedbackAead.turned` of that is taken instead.
        is_absent: whatever block comes next, an empty last one counts here.
        writes: the registers that are written, and with which words or conditions.
        writes_if: more of them, by the conditions when they are written.
        then: conditions and steps: the first condition that holds says which step follows; if none
            does, this one again.
    """

    name: str
    said: str
    waits: bool = False
    block_bytes: int | None = None
    takes: str = NEVER
    calls: str = NEVER
    loads: str = NEVER
    presents: Callable[[Words], Word] | Mapping[str, Callable[[Words], Word]] | None = None
    adds: tuple[Added, ...] = ()
    turns: str = NEVER
    is_absent: bool = False
    writes: Mapping[str, str] = field(default_factory=dict)
    writes_if: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    then: Mapping[str, str] = field(default_factory=dict)

    @property
    def becomes(self) -> Mapping[str, Callable[[Words], Word]]:
        """`presents` by conditions."""
        if callable(self.presents):
            return {"always": self.presents}
        return self.presents or {}

    @property
    def written(self) -> Mapping[str, Mapping[str, str]]:
        """All that is written, by conditions."""
        return {"always": self.writes, **self.writes_if}


@dataclass(frozen=True, kw_only=True)
class FeedbackAead(AeadModel):
    """A mode that is read from its steps.

    Attributes:
        cipher: with inputs ``key`` and ``plaintext`` and output ``ciphertext``; or a permutation.
        chained: the inputs of the cipher that the state consists of, the most significant first,
            each with the output that it is. Where ``key`` is none of them it is the secret key.
        mark: the byte of the padding.
        pads_whole: behind a last block that is full comes one of padding alone.
        answers_ahead: the first word of an answer needs registers only, as of
            `controllers.contract`.
        keeps_nonce: a step but the first reads it.
        on_shares: what steps do is linear in all secrets, and what is not linear in the cipher are
            ANDs of bits: there is a core on shares (`controllers.block.by_steps`).
        registers: what is kept beside the state, by name.
    """

    cipher: Primitive
    chained: ClassVar[Mapping[str, str]] = {"plaintext": "ciphertext"}
    mark: ClassVar[int] = 0x80
    pads_whole: ClassVar[bool] = False
    answers_ahead: ClassVar[bool] = True
    keeps_nonce: ClassVar[bool] = False
    on_shares: ClassVar[bool] = False
    registers: ClassVar[Mapping[str, Kept]] = {}

    @property
    @abstractmethod
    def steps(self) -> tuple[Step, ...]:
        """The steps of a message; the first one takes the nonce."""

    def derived(self) -> Mapping[str, Callable[[Words], Word]]:
        """More words, by name, made of the others; built once."""
        return {}

    def found(self) -> Mapping[str, Callable[[Words], Word]]:
        """More words that steps write, by name, made of all others and of ``presented``."""
        return {}

    def turned(self, state: Word) -> Word:
        """The state with its bits in other places, see `Step.turns`."""
        return state

    def encrypt(self, key, nonce, associated_data, plaintext):
        message = _Message(self, key, nonce, associated_data, plaintext)
        ciphertext, tag = message.walk(decrypts=False)
        return ciphertext + tag

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, received = ciphertext[: -self.tag_bytes], ciphertext[-self.tag_bytes :]
        plaintext, tag = _Message(self, key, nonce, associated_data, ciphertext).walk(decrypts=True)
        return plaintext if tag == received else None


def first_byte(bits: int) -> Callable[[Words], Word]:
    """Bits in the first byte of a block, as what is added to the state."""
    return lambda words: words["state"].constant(bits << words["block"].width - 8)


def widths(mode: FeedbackAead) -> dict[str, int]:
    """The bits of the words that do not follow from others."""
    size = 8 * mode.block_bytes
    state = sum(mode.cipher.inputs[name] for name in mode.chained)
    words = {"state": state, "block": size, "fresh": size, "plain": size, "erased": size}
    strings = {"key": 8 * mode.key_bytes, "nonce": 8 * mode.nonce_bytes}
    registers = {name: kept.bits for name, kept in mode.registers.items()}
    return words | strings | registers | dict.fromkeys(FLAGS, 1)


def conditions(
    flags: Mapping[str, Any], one: Any, inverted: Callable[[Any], Any]
) -> dict[str, Any]:
    """All conditions, by their texts.

    Args:
        flags: `FLAGS` and registers of one bit: words, numbers, or values of hardware.
        one, inverted: of that kind the bit 1, and the opposite of a bit.
    """
    known = {**flags, "always": one, NEVER: inverted(one)}
    known["short"] = flags["last"] & inverted(flags["full"])
    return known | {f"not {name}": inverted(flag) for name, flag in known.items()}


def described(mode: FeedbackAead, words: Words) -> dict[str, Word]:
    """All words that a step reads, from those of `widths`."""
    bits = {name: word for name, word in words.items() if word.width == 1}
    known = {**words, **conditions(bits, words["last"].constant(1), lambda bit: ~bit)}
    # In the order in which the mode names them: a word may be made of one before it.
    for name, function in mode.derived().items():
        known[name] = function(known)
    return known


class _Message:
    """One message in software."""

    def __init__(self, mode: FeedbackAead, key: bytes, nonce: bytes, ad: bytes, data: bytes):
        self.mode, self.state = mode, 0
        self.key, self.nonce = int.from_bytes(key, "big"), int.from_bytes(nonce, "big")
        self.registers = dict.fromkeys(mode.registers, 0)
        self.parts = [nonce, ad, data]

    def walk(self, *, decrypts: bool) -> tuple[bytes, bytes]:
        """The text on the other side, and the tag."""
        mode, output = self.mode, b""
        steps = {step.name: step for step in mode.steps}
        name = mode.steps[0].name
        while name != END:
            step = steps[name]
            size = step.block_bytes or mode.block_bytes
            part = self.parts[0] if step.waits else b""
            block, rest = part[:size], part[size:]
            last = not rest and not (mode.pads_whole and len(block) == size)
            # The key stream is read first: the step changes the state.
            if name == TEXT:
                output += xor(block, self._keystream())
            # Only the text is ciphertext in a decryption: nonce and associated data are what they
            # are.
            flags = self._step(step, block, last, deciphers=name == TEXT and decrypts)
            # A part without a byte is one empty block, and so its own last one.
            if flags[step.takes]:
                self.parts = self.parts[1:] if last else [rest, *self.parts[1:]]
            name = next((to for when, to in step.then.items() if flags[when]), name)
        return output, self._keystream()[: mode.tag_bytes]

    def _step(self, step: Step, block: bytes, last: bool, *, deciphers: bool) -> dict[str, int]:
        """What a step does; the conditions in it."""
        mode, size = self.mode, self.mode.block_bytes
        own = step.block_bytes or size
        # A block of fewer bytes stands in the first ones of the word, with zeros behind it.
        padded = filled(block, own, mode.mark).ljust(size, b"\0")
        fresh = bytes(len(block) * deciphers).ljust(size, b"\xff")
        plain = (b"\xff" * len(block) * (not deciphers)).ljust(size, b"\0")
        erased = bytes(byte ^ 0xFF for byte in plain)
        numbers = (int.from_bytes(string, "big") for string in (padded, fresh, plain, erased))
        bits = (int(last), int(len(block) == own), int(not block))
        flags = {
            name: value for name, value in self.registers.items() if mode.registers[name].bits == 1
        } | dict(zip(FLAGS, bits))
        presented, *registers = _compiled(mode, step.name)(
            self.state, *numbers, self.key, self.nonce, *self.registers.values(), *bits
        )
        self.registers = dict(zip(self.registers, registers))
        known = conditions(flags, 1, lambda bit: bit ^ 1)
        if known[step.calls]:
            self.state = self._called(presented)
        elif known[step.loads]:
            self.state = presented
        return known

    def _called(self, presented: int) -> int:
        """The state after a call of the cipher."""
        cipher, given = self.mode.cipher, {"key": self.key}
        # The last name is the least significant part, so it is cut off first.
        for name in reversed([*self.mode.chained]):
            given[name] = presented & (1 << cipher.inputs[name]) - 1
            presented >>= cipher.inputs[name]
        outputs = software(cipher)(*(given[name] for name in cipher.inputs))
        found = dict(zip(cipher.outputs, outputs))
        state = 0
        for output in self.mode.chained.values():
            state = state << cipher.outputs[output] | found[output]
        return state

    def _keystream(self) -> bytes:
        """The last bytes of the state, as many as of a block."""
        size = self.mode.block_bytes
        return (self.state & (1 << 8 * size) - 1).to_bytes(size, "big")


@cache
def _compiled(mode: FeedbackAead, name: str) -> Callable[..., tuple[int, ...]]:
    """A step on integers: the state in front of its call, and the registers."""
    (step,) = (step for step in mode.steps if step.name == name)

    def event(words: Words) -> dict[str, Word]:
        known = described(mode, words)
        state = known["state"]
        # At most one of the conditions holds, so their order makes no difference.
        for when, function in step.becomes.items():
            state = mux(known[when], function(known), state)
        for added in step.adds:
            value = added.value(known)
            state ^= mux(known[added.when], value, value.constant(0))
        # Last, since it moves the bits of the whole state, with all that was added.
        state = mux(known[step.turns], mode.turned(state), state)
        kept = {register: known[register] for register in mode.registers}
        known["presented"] = state
        for name, function in mode.found().items():
            known[name] = function(known)
        # Every source is what it was in front of the step: registers change together, as in
        # hardware.
        for when, writes in step.written.items():
            for register, source in writes.items():
                kept[register] = mux(known[when], known[source], kept[register])
        return {"state": state, **kept}

    return compile_function(event, widths(mode))
