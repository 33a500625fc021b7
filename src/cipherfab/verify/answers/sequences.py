# SPDX-License-Identifier: Apache-2.0
"""Every order of operations and outcomes: two in a row in every shape, three in a row, each with a
new key and with the key in use; four in a row.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from ... import catalog
from ...lwc.messages import Message, Violation, encryption, hashing
from ...lwc.protocol import Segment
from .events import ACCEPTED, BROKEN, ENCRYPTION, HASH, REFUSED, Event
from .forged import backwards, with_tag
from .goals import Core
from .segments import ENCRYPT, parts, violating

SHAPES = ("empty", "AD only", "text only", "AD and text")
KEYS, TEXTS = 3, 3
"""Messages come from so many keys, and of each shape so many texts for each key."""

Symbol = tuple[str, bool]
"""An outcome, and whether a new key comes first."""


def symbols(core: Core) -> list[Symbol]:
    """What may follow each other on a core."""
    outcomes = [ENCRYPTION, *([ACCEPTED, REFUSED] if core.decrypts else [])] if core.aead else []
    found = [(outcome, new) for outcome in outcomes for new in (True, *([False] * core.reuse))]
    return found + ([(HASH, False)] if core.hash else [])


def name_of(symbol: Symbol) -> str:
    """For a goal."""
    outcome, new = symbol
    return (
        outcome
        if outcome in (HASH, BROKEN)
        else f"{outcome} with {'a new' if new else 'the same'} key"
    )


def pair(first: str, second: Symbol, shape: str) -> str:
    """Name of a goal."""
    return f"{first}, then {name_of(second)}, {shape}"


def wanted_pairs(core: Core) -> list[str]:
    """Two in a row; of our own cores with broken messages before and behind."""
    chosen = symbols(core)
    firsts = list(dict.fromkeys(outcome for outcome, _ in chosen))
    found = [
        pair(first, second, shape)
        for first in firsts
        for second in chosen
        for shape in _shapes_of(core, second)
    ]
    broken = [f"{BROKEN}, then {name_of(one)}" for one in chosen]
    return found + (
        broken + [f"{one}, then {BROKEN}" for one in firsts] if core.ours and core.aead else []
    )


def wanted_triples(core: Core) -> list[str]:
    """Three in a row."""
    chosen = symbols(core)
    return [
        _triple(first, second, third) for first in chosen for second in chosen for third in chosen
    ]


def _triple(*three: Symbol) -> str:
    return ", then ".join(map(name_of, three))


def wanted_fours(core: Core) -> list[str]:
    """Four outcomes in a row, whichever key they have."""
    return [_four(*four) for four in product(_outcomes(core), repeat=4)]


def _four(*outcomes: str) -> str:
    return f"four in a row: {', '.join(outcomes)}"


def _outcomes(core: Core) -> list[str]:
    return list(dict.fromkeys(outcome for outcome, _ in symbols(core)))


def _shapes_of(core: Core, symbol: Symbol) -> Sequence[str]:
    if symbol[0] == HASH:
        return ("empty", "text only")
    whole = core.aead and catalog.find(core.aead).model.whole_ciphertext
    # A ciphertext of whole blocks is never empty.
    return SHAPES[2:] if whole and symbol[0] != ENCRYPTION else SHAPES


def met(events: Sequence[Event]) -> set[str]:
    """The goals that these messages meet."""
    seen = [(event.outcome, event.keys > 0) for event in events]
    found = {_triple(*three) for three in zip(seen, seen[1:], seen[2:])}
    outcomes = [outcome for outcome, _ in seen]
    found |= {_four(*four) for four in zip(*(outcomes[place:] for place in range(4)))}
    for before, event, symbol in zip(events, events[1:], seen[1:]):
        # `SHAPES` is in this order: associated data counts 1, a text 2.
        shape = SHAPES[2 * bool(event.text_bytes) + bool(event.ad_bytes)]
        found.add(pair(before.outcome, symbol, shape))
        found.add(f"{before.outcome}, then {name_of(symbol)}")
    return found


def walk(count: int, length: int) -> list[int]:
    """Numbers below ``count`` in an order in which each ``length`` of them follow each other once,
    the first ones again at the end: a de Bruijn sequence, as Lyndon words.
    """
    order: list[int] = []

    def extend(word: list[int], period: int) -> None:
        if len(word) > length:
            # Of the Lyndon words those whose length divides that of a word make the sequence.
            if length % period == 0:
                order.extend(word[1 : period + 1])
            return
        for number in range(word[-period], count):
            extend([*word, number], period if number == word[-period] else len(word))

    extend([0], 1)
    # The sequence is a circle: its beginning once more gives the words across its end.
    return order + (order * length)[: length - 1]


def sequence(core: Core, *, seed: int, length: int) -> list[Message | Violation]:
    """Messages with every ``length`` outcomes in a row, 2 or 3, with every two in each shape; with
    ours, broken ones among them at the end.
    """
    chosen, pool = symbols(core), _Pool(core, seed=seed)
    order = [chosen[number] for number in walk(len(chosen), length)] if length > 2 else []
    # In a walk of three each pair comes as often as there are symbols. Where these are fewer than
    # the shapes, some shapes of a pair would be missing.
    if length == 2 or len(chosen) < len(SHAPES):
        twos = [chosen[number] for number in walk(len(chosen), 2)]
        # A walk ends with what it begins with, which is there once where two meet.
        order += (twos[:-1] or twos) * len(SHAPES) + twos[-1:]
    counts: dict[tuple, int] = {}
    messages: list[Message | Violation] = []
    for before, symbol in zip([None, *order], order):
        at = before and before[0], symbol
        counts[at] = counts.get(at, -1) + 1
        shapes = _shapes_of(core, symbol)
        # A pair of outcomes takes the next shape each time it comes.
        messages.append(pool.message(symbol, shapes[counts[at] % len(shapes)]))
    if core.ours and core.aead:
        messages += _with_broken(chosen, pool, core, seed=seed)
    return messages


def fours(core: Core, *, seed: int) -> list[Message]:
    """Short messages with every four outcomes in a row, empty ones most of all; keys as they
    come."""
    random, pool, outcomes = Random(f"{seed} fours"), _Pool(core, seed=seed), _outcomes(core)
    messages = []
    for number in walk(len(outcomes), 4):
        keys = [new for outcome, new in symbols(core) if outcome == outcomes[number]]
        # The first of the keys is a new one, which the first message needs.
        symbol = outcomes[number], random.choice(keys) if messages else keys[0]
        shapes = _shapes_of(core, symbol)
        messages.append(pool.message(symbol, random.choice([shapes[0], *shapes])))
    return messages


def _with_broken(
    chosen: list[Symbol], pool: "_Pool", core: Core, *, seed: int
) -> Iterator[Message | Violation]:
    random = Random(f"{seed} broken")
    model = catalog.find(core.aead).model
    # The first one again, so that every outcome also has a broken message behind it.
    for symbol in [*chosen, chosen[0]]:
        yield replace(
            violating(
                "last-early",
                "message ends after the nonce",
                ENCRYPT,
                parts(random, Segment.NONCE, model.nonce_bytes, last=True),
            ),
            mirrored=not model.whole_ciphertext,
        )
        yield pool.message(symbol, _shapes_of(core, symbol)[-1])


@dataclass
class _Pool:
    """Messages of each outcome and shape, each computed once; the key in use is kept."""

    core: Core
    seed: int

    def __init__(self, core: Core, *, seed: int):
        random = self.random = Random(f"{seed} sequences")
        self.core, self.seed, self.key, self.turn = core, seed, 0, 0
        self.made: dict[tuple, list[Message]] = {}
        if core.aead:
            model = catalog.find(core.aead).model
            sizes = {
                "empty": (0, 0),
                "AD only": (1 + model.ad_step, 0),
                "text only": (0, 1 + model.block_bytes),
                "AD and text": (2, 3),
            }
            for key in range(KEYS):
                value = random.randbytes(model.key_bytes)
                for shape, (ad, text) in sizes.items():
                    self.made[key, shape] = [
                        encryption(
                            core.aead,
                            key=value,
                            ad=random.randbytes(ad),
                            nonce=random.randbytes(model.nonce_bytes),
                            plaintext=random.randbytes(text),
                        )
                        for _ in range(TEXTS)
                    ]
        if core.hash:
            block = catalog.find(core.hash).model.block_bytes
            for shape, size in (("empty", 0), ("text only", block + 1)):
                self.made[HASH, shape] = [
                    hashing(core.hash, message=random.randbytes(size)) for _ in range(TEXTS)
                ]

    def message(self, symbol: Symbol, shape: str) -> Message:
        """One of this outcome, in turn; the first one brings a key in any case."""
        outcome, new = symbol
        self.turn += 1
        if outcome == HASH:
            return self.made[HASH, shape][self.turn % TEXTS]
        # A new key is always another one than that in use.
        self.key = (self.key + new) % KEYS
        good = replace(self.made[self.key, shape][self.turn % TEXTS], new_key=new)
        if outcome == ENCRYPTION:
            return good
        back = replace(backwards(good), new_key=new)
        if outcome == ACCEPTED:
            return back
        place = self.random.randrange(len(back.tag))
        tag = bytearray(back.tag)
        tag[place] ^= 1 << self.random.randrange(8)
        return with_tag(back, bytes(tag), "wrong tag")
