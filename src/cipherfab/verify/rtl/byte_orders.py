# SPDX-License-Identifier: Apache-2.0
"""A bare core of others that gives wrong answers may only have its bytes or words the other way
round than its description says: which order would be right is found by playing it.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, product

from ...design import BareInterface
from ...handshake import Handshake
from .bare import BareSimulator

MOST = 31
"""Byte orders that are tried: all choices among five values."""

WORDS = (0, 64, 32, 16)
"""Bits of the words that are tried in reverse order, with all values alike; 0: none."""


def right_order(simulator: BareSimulator, passes: Callable[[BareSimulator], bool]) -> str:
    """What to write into the description, in words; empty if no other order is right either.

    Args:
        simulator: of a core of others; nothing is compiled anew.
        passes: whether a simulator of this program gives the right answers.
    """
    design = simulator.program.design
    interface = design.interface
    if not isinstance(interface, BareInterface) or not interface.handshake:
        return ""
    for changed, said in _others(interface.handshake):
        program = replace(
            simulator.program,
            design=replace(design, interface=replace(interface, handshake=changed)),
        )
        # The bench reads ports as words; only what lies where in them changes.
        if passes(replace(simulator, program=program)):
            return f"; the answers are right with {said}"
    return ""


def _others(handshake: Handshake) -> Iterator[tuple[Handshake, str]]:
    """Other descriptions, and what they say in words: byte orders, then orders of words."""
    for names in list(_choices(handshake))[:MOST]:
        changed = _turned(handshake, names)
        yield (
            changed,
            ", ".join(
                f'byte_order = "{getattr(changed, side)[name].byte_order}" for {side}.{name}'
                for side, name in names
            ),
        )
    for word, order in product(WORDS, ("big", "little")):
        changed = _in_words(handshake, word, order)
        if changed != handshake:
            words = f'word_order = "little", word = {word}' if word else 'word_order = "big"'
            yield changed, f'{words} and byte_order = "{order}" for each value of several words'


def _choices(handshake: Handshake) -> Iterator[tuple[tuple[str, str], ...]]:
    """Every choice among the values of several whole bytes, as side and name: all first, since one
    order for all is the rule, then few before many.
    """
    values = [
        (side, name)
        for side in ("inputs", "outputs")
        for name, port in getattr(handshake, side).items()
        # One byte has no order.
        if port.bits % 8 == 0 and port.bits > 8
    ]
    # Of one value all and one are the same choice, which is tried once.
    sizes = dict.fromkeys([len(values), *range(1, len(values))])
    return (chosen for size in sizes if size for chosen in combinations(values, size))


def _turned(handshake: Handshake, names: tuple[tuple[str, str], ...]) -> Handshake:
    """The handshake with the bytes of these values the other way round."""
    return replace(
        handshake,
        **{
            side: {
                name: replace(port, byte_order={"big": "little", "little": "big"}[port.byte_order])
                if (side, name) in names
                else port
                for name, port in getattr(handshake, side).items()
            }
            for side in ("inputs", "outputs")
        },
    )


def _in_words(handshake: Handshake, word: int, order: str) -> Handshake:
    """The handshake with the words of all values that have several in reverse order; 0: in
    none.
    """
    return replace(
        handshake,
        **{
            side: {
                name: replace(port, word=word, byte_order=order)
                if port.bits % (word or 8) == 0 and port.bits > word
                else port
                for name, port in getattr(handshake, side).items()
            }
            for side in ("inputs", "outputs")
        },
    )
