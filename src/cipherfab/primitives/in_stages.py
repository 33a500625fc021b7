"""What masking needs to know of a primitive: its steps as quadratic stages, and which words are secret.

A step is cut into *stages*, functions of degree at most 2 in the secrets that enter them; a register lies between two stages. What
a stage hands to the next one stands in registers of the primitive or in further ones.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..errors import CallError
from ..words import Word, concat, mux
from ..words.bits import equals
from ..words.shares import SHARES, SharedWord
from .primitive import Primitive, State

STAGE, RANDOM = "stage", "random"
"""Register of a masked primitive: the number of the stage that comes next, from 0. Word of fresh random bits that its steps get."""


@dataclass(frozen=True, kw_only=True)
class Box:
    """The non-linear part of a stage on few bits, a permutation, small enough to be checked on all sharings.

    A stage is made of such boxes side by side and of linear functions, which keep a sharing uniform.

    Attributes:
        name: for messages.
        widths: bits of each input word.
        function: from words of these widths to words.
        refreshed: as in `Staged`.
    """

    name: str
    widths: Mapping[str, int]
    function: Callable[[State], State]
    refreshed: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Staged:
    """A primitive cut into stages.

    Attributes:
        primitive: what is masked.
        secrets: inputs that come in shares; the others are public.
        shared: registers, those of ``extra`` included, that are in shares.
        stages: functions from the registers to those that they change, of degree at most 2; one after the other they are the step.
        extra: width of each further register. A stage reads one only after another has written it in the same step.
        refreshed: for each stage, the bits of the registers that get fresh randomness, as a mask by name: without it, the shares
            that this stage makes would not be uniform.
        boxes: the non-linear parts of the stages.
    """

    primitive: Primitive
    secrets: frozenset[str]
    shared: frozenset[str]
    stages: tuple[Callable[[State], State], ...]
    extra: Mapping[str, int] = field(default_factory=dict)
    refreshed: tuple[Mapping[str, int], ...] = ()
    boxes: tuple[Box, ...] = ()

    @property
    def layout(self) -> dict[str, int]:
        """Width of each register, of ``extra`` too."""
        return {**self.primitive.layout, **self.extra}

    @property
    def random_bits(self) -> int:
        """Fresh random bits in a clock cycle: those of the stage that needs most."""
        return max((self._bits(masks) for masks in self.refreshed), default=0)

    @property
    def random_bits_per_call(self) -> int:
        """Fresh random bits that a call uses."""
        return self.primitive.rounds[0] * sum(self._bits(masks) for masks in self.refreshed)

    @staticmethod
    def _bits(masks: Mapping[str, int]) -> int:
        return (SHARES - 1) * sum(mask.bit_count() for mask in masks.values())


def share_names(name: str) -> list[str]:
    """Names of the shares of a word."""
    return [f"{name}_{share}" for share in range(SHARES)]


def _spread(widths: Mapping[str, int], shared: frozenset[str]) -> dict[str, int]:
    """Widths with each shared name replaced by its shares."""
    return {part: width for name, width in widths.items() for part in (share_names(name) if name in shared else [name])}


def join(words: State, shared: frozenset[str], names: Mapping[str, int]) -> State:
    """Words of another kind, by the names of their shares, as shared and public words."""
    return {name: SharedWord(tuple(words[part] for part in share_names(name))) if name in shared else SharedWord.public(words[name])
            for name in names}


def part(words: State, shared: frozenset[str]) -> State:
    """The inverse of `join`.

    Raises:
        ValueError: a word that should be public depends on a secret.
    """
    found: State = {}
    for name, word in words.items():
        if name in shared:
            found |= dict(zip(share_names(name), word.shares if word.degree else (word.shares[0], *_zeros(word))))
        elif word.degree:
            raise ValueError(f"{name}: expected a public word, but it depends on a secret")
        else:
            found[name] = word.shares[0]
    return found


def _zeros(word: SharedWord) -> list[Word]:
    return [word.shares[0].constant(0)] * (SHARES - 1)


def over_shares(function: Callable[[State], State], names: Mapping[str, int], shared: frozenset[str],
                results: frozenset[str]) -> Callable[[State], State]:
    """``function`` on shares: from the words of ``names``, of which ``shared`` are, to words of which ``results`` are."""
    def on_shares(words: State) -> State:
        return part(dict(function(join(words, shared, names))), results)
    return on_shares


def stage_functions(staged: Staged, *, without: int = 0) -> list[Callable[[State], State]]:
    """Each stage on shares: from the registers, and the fresh bits in the word `RANDOM`, to the registers that it changes.

    Args:
        staged, without: as of `masked`.

    Raises:
        CallError: as of `masked`.
    """
    functions = [_refreshing(over_shares(stage, staged.layout, staged.shared, staged.shared), masks)
                 for stage, masks in zip(staged.stages, staged.refreshed or ({},) * len(staged.stages))]
    return _without_a_register(functions, without) if without else functions


def _refreshing(stage: Callable[[State], State], masks: Mapping[str, int]) -> Callable[[State], State]:
    """Add random words that sum to 0 to the shares of the bits of ``masks``."""
    def refreshed(words: State) -> State:
        found, low = stage({name: word for name, word in words.items() if name != RANDOM}), 0
        for name, mask in masks.items():
            randoms = []
            for _ in range(SHARES - 1):
                randoms.append(_scattered(words[RANDOM], low, mask, found[f"{name}_0"].width))
                low += mask.bit_count()
            randoms.append(randoms[0] ^ randoms[1])
            found |= {share: found[share] ^ random for share, random in zip(share_names(name), randoms)}
        return found
    return refreshed


def _scattered(random: Word, low: int, mask: int, width: int) -> Word:
    """Random bits from ``low`` on in the places of ``mask``, 0 elsewhere."""
    zero, bits = random.constant(0, 1), []
    for place in range(width):
        taken = mask >> place & 1
        bits.append(random[low] if taken else zero)
        low += taken
    return concat(*reversed(bits))


def masked(staged: Staged, *, without: int = 0) -> Primitive:
    """The masked primitive: every secret in three shares, a stage for each step.

    Its steps get the word `RANDOM` beside the registers; it is no register, and no input that is given once. Where there are
    several stages, the first step of all takes the inputs in as they are, in the cycle that accepts them.

    Args:
        staged: what is masked.
        without: number of a stage, from 1, whose register is left out, so that it and the next one are computed in one cycle. The
            answers stay right, but glitches see all shares: a control that a test of leakage must find. 0: none.

    Raises:
        CallError: there is no such register within a step; of a single stage, 1 leaves out the one between two steps.
    """
    primitive, functions = staged.primitive, stage_functions(staged, without=without)
    count = len(functions)
    steps = primitive.rounds[0] * count // (2 if without and len(staged.stages) == 1 else 1) + (count > 1)
    width = count.bit_length()
    layout = {**_spread(staged.layout, staged.shared), **({STAGE: width} if count > 1 else {})}
    outputs = frozenset(primitive.outputs)
    load = over_shares(_with_extra(staged), primitive.inputs, staged.secrets, staged.shared)
    result = over_shares(primitive.result, staged.layout, staged.shared, outputs)

    def first(inputs: State) -> State:
        loaded = load(inputs)
        return {**loaded, **({STAGE: next(iter(loaded.values())).constant(count, width)} if count > 1 else {})}

    def step(state: State) -> State:
        registers = {name: state[name] for name in layout}
        return {**registers, **(_one_of(functions, state) if count > 1 else functions[0](state))}

    def finished(state: State) -> Word:
        words = {name: SharedWord.public(word) for name, word in state.items() if name in primitive.layout}
        bit = primitive.finished(words).shares[0]
        return bit & equals(state[STAGE], 0) if count > 1 else bit

    return Primitive(
        name=f"{primitive.name}-masked", rounds=(steps,),
        inputs=_spread(primitive.inputs, staged.secrets), outputs=_spread(primitive.outputs, outputs), layout=layout,
        load=first, step=step, result=result, finished=finished if primitive.finished else None)


def _without_a_register(functions: list[Callable[[State], State]], number: int) -> list[Callable[[State], State]]:
    """Stage ``number``, from 1, and the next one as one; of a single stage, those of two rounds."""
    count, last = len(functions), max(1, len(functions) - 1)
    if number > last:
        raise CallError(f"the register after stage {number} cannot be left out; expected 1{f' to {last}' if last > 1 else ''}.")
    before, first, second, after = functions[:number - 1], functions[number - 1], functions[number % count], functions[number + 1:]

    def both(words: State) -> State:
        changed = first(words)
        return {**changed, **second({**words, **changed})}
    return [*before, both, *after]


def _with_extra(staged: Staged) -> Callable[[State], State]:
    """The primitive's load; further registers start as 0."""
    def load(inputs: State) -> State:
        loaded = dict(staged.primitive.load(inputs))
        word = next(iter(loaded.values()))
        return {**loaded, **{name: word.constant(0, width) for name, width in staged.extra.items()}}
    return load


def _one_of(functions: list[Callable[[State], State]], state: State) -> State:
    """The function of the stage that comes next: a public choice, and in all functions a component leaves out the same share.

    In the step that takes the inputs in, the number of the stage is that of all of them, and nothing changes.
    """
    number, found = state[STAGE], {}
    inside = {name: word for name, word in state.items() if name != STAGE}
    for index, function in enumerate(functions):
        chosen = equals(number, index)
        found |= {name: mux(chosen, word, found.get(name, state[name])) for name, word in function(inside).items()}
    ends = equals(number, len(functions) - 1) | equals(number, len(functions))
    return {**found, STAGE: mux(ends, number.constant(0), number + number.constant(1, number.width))}
