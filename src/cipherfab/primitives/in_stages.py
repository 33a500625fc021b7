# SPDX-License-Identifier: Apache-2.0
"""What masking needs to know of a primitive: its call as a sequence of quadratic stages, and which
words are secret.

A call is some stages of *entry*, then the stages of a round again and again; a stage takes a clock.
Each is a function of degree at most 2 in the secrets that it reads (on four shares 3), and what it
writes goes into registers. Two kinds of registers hold secrets:

- *kept* ones keep their value until a stage writes them. A kept register is read linearly only, and
  by itself it is never in one next-state cone with a register whose shares are functions of it
  (`verify.gates.probing` checks that, on the netlist).
- *passing* ones hold for one clock what a stage has written, and 0 otherwise. Products are formed
  from these alone. Since a 0 is between two values, no probe sees the sharing of a value and that
  of the value which is made of it in two successive cycles.

The inputs are read by the first stage of the entry alone, which writes them into passing registers:
what the environment holds at the ports while a call runs meets no register of that call.
"""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import ClassVar

from ..errors import CallError
from ..words import Word
from ..words.shares import SHARES, SharedWord
from .primitive import Primitive, State

RANDOM = "random"
"""Word of fresh random bits, a port of the core; a stage that reads it gets a fresh sharing of 0,
of half as many bits.
"""

TI = "ti"
"""As the option ``gadget=`` takes it: a threshold implementation, on three shares."""

CUBIC = "cubic"
"""As the option ``gadget=`` takes it: on four shares, stages of degree 3."""

Stage = Callable[[State], State]
"""From registers, or inputs, to the registers that it writes."""


@dataclass(frozen=True, kw_only=True)
class Staged:
    """A primitive cut into stages.

    Attributes:
        primitive: what is masked: its inputs, outputs and model.
        secrets: inputs that come in shares; the others are public.
        public: width of each register that holds no secret.
        kept, passing: width of each register in shares.
        entry: the first reads the inputs, each other one registers.
        stages: of a round.
        ends: from the registers as the last stage of a round reads them: 1 if it is the last round.
        result: from the registers to the outputs. Those that it reads keep their value while a
            result waits.
        zeros: bits of the sharing of 0 that a stage may read as the word `RANDOM`.
        resume: from the registers as the last stage of a round reads them, what the first stage of
            the entry writes for a call that begins with the next round; None: there is no such
            call.
        shares: of each secret; with more than three no stage has a product of words, or reads
            `RANDOM`.
    """

    primitive: Primitive
    secrets: frozenset[str]
    public: Mapping[str, int]
    kept: Mapping[str, int]
    passing: Mapping[str, int]
    entry: tuple[Stage, ...]
    stages: tuple[Stage, ...]
    ends: Callable[[State], Word]
    result: Stage
    zeros: int = 0
    resume: Stage | None = None
    shares: int = SHARES

    @property
    def shared(self) -> frozenset[str]:
        """Registers that are in shares."""
        return frozenset({*self.kept, *self.passing})

    @property
    def layout(self) -> dict[str, int]:
        """Width of each register."""
        return {**self.public, **self.kept, **self.passing}

    @property
    def random_bits(self) -> int:
        """Fresh random bits in a clock cycle."""
        return (self.shares - 1) * self.zeros

    @property
    def random_bits_per_call(self) -> int:
        """Fresh random bits that a call uses: one stage of each round reads them."""
        return self.primitive.rounds[0] * self.random_bits

    @property
    def passing_registers(self) -> frozenset[str]:
        """Shares that hold a value for one clock, and 0 otherwise."""
        return frozenset(spread(self.passing, self.passing, self.shares))

    free: ClassVar[frozenset[str]] = frozenset()
    """Registers that take in a value in every clock."""

    def entry_functions(self) -> list[Stage]:
        """The stages of the entry on shares."""
        first, *others = self.entry
        return [
            on_shares(first, self.secrets, self.shared, self.shares),
            *(on_shares(stage, self.shared, self.shared, self.shares) for stage in others),
        ]

    def round_functions(self) -> list[Stage]:
        """The stages of a round on shares."""
        return [on_shares(stage, self.shared, self.shared, self.shares) for stage in self.stages]

    def gadgets(self, stage: int) -> dict[str, Stage]:
        """None: see `by_gadgets`."""
        return {}

    def result_function(self) -> Stage:
        """The result on shares."""
        return on_shares(self.result, self.shared, frozenset(self.primitive.outputs), self.shares)

    @property
    def inputs(self) -> dict[str, int]:
        """Width of each input port."""
        return spread(self.primitive.inputs, self.secrets, self.shares)

    @property
    def outputs(self) -> dict[str, int]:
        """Width of each output port."""
        return spread(self.primitive.outputs, self.primitive.outputs, self.shares)

    @property
    def registers(self) -> dict[str, int]:
        """Width of each register of the masked core."""
        return spread(self.layout, self.shared, self.shares)


def share_names(name: str, shares: int = SHARES) -> list[str]:
    """Names of the shares of a word."""
    return [f"{name}_{share}" for share in range(shares)]


def spread(
    widths: Mapping[str, int], shared: Container[str], shares: int = SHARES
) -> dict[str, int]:
    """Widths with each shared name replaced by its shares."""
    return {
        part: width
        for name, width in widths.items()
        for part in (share_names(name, shares) if name in shared else [name])
    }


def join(words: State, shared: frozenset[str], shares: int = SHARES) -> State:
    """Words of another kind, by the names of their shares, as shared and public words; of `RANDOM`
    a sharing of 0.
    """
    found: State = {
        name: SharedWord(tuple(words[part] for part in share_names(name, shares)))
        for name in shared
    }
    parts = {part for name in shared for part in share_names(name, shares)}
    found |= {
        name: SharedWord.public(word)
        for name, word in words.items()
        if name not in parts and name != RANDOM
    }
    if RANDOM in words:
        # Three shares of 0 need two random words.
        high, low = words[RANDOM].split(words[RANDOM].width // 2)
        found[RANDOM] = SharedWord((low, high, low ^ high))
    return found


def part(words: State, shared: frozenset[str], shares: int = SHARES) -> State:
    """The inverse of `join`.

    Raises:
        ValueError: a word that should be public depends on a secret.
    """
    found: State = {}
    for name, word in words.items():
        if name in shared:
            found |= dict(
                zip(
                    share_names(name, shares),
                    # A public word is its own first share, and the others are 0.
                    word.shares if word.degree else (word.shares[0], *_zeros(word, shares)),
                )
            )
        elif word.degree:
            raise ValueError(f"{name}: expected a public word, but it depends on a secret")
        else:
            found[name] = word.shares[0]
    return found


def _zeros(word: SharedWord, shares: int) -> list[Word]:
    return [word.shares[0].constant(0)] * (shares - 1)


def on_shares(
    function: Stage, shared: frozenset[str], results: frozenset[str], shares: int = SHARES
) -> Stage:
    """``function`` on shares: from words of which ``shared`` are in shares to words of which
    ``results`` are.
    """
    return lambda words: part(dict(function(join(words, shared, shares))), results, shares)


def without_register(staged: Staged, number: int) -> list[Stage]:
    """The stages of a round on shares, the passing registers after stage ``number``, from 1, left
    out.

    The answers stay right, but glitches, or glitches and transitions, see all shares: a control
    that a check must find.

    Raises:
        CallError: there is no such register within a round.
    """
    functions = staged.round_functions()
    if not 0 < number < len(functions):
        last = len(functions) - 1
        raise CallError(
            f"the register after stage {number} cannot be left out; expected "
            f"1{f' to {last}' if last > 1 else ''}."
        )
    first, second = functions[number - 1 : number + 1]
    left_out = staged.passing_registers

    def both(words: State) -> State:
        between = first(words)
        kept = {name: word for name, word in between.items() if name not in left_out}
        # What the first stage gives is read at once, as if the register were a wire.
        return {**kept, **second({**words, **between})}

    return [*functions[: number - 1], both, *functions[number + 1 :]]
