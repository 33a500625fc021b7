# SPDX-License-Identifier: Apache-2.0
"""A bare core of others that gives wrong answers may only have its bytes the other way round than
its description says: which order would be right is found by playing it.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

from ...design import BareInterface, Handshake
from .bare import BareSimulator

MOST = 31
"""Descriptions that are tried: all choices among five values."""


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
    for names in list(_choices(interface.handshake))[:MOST]:
        changed = replace(interface, handshake=_turned(interface.handshake, names))
        program = replace(simulator.program, design=replace(design, interface=changed))
        if passes(replace(simulator, program=program)):
            said = (f'byte_order = "{getattr(changed.handshake, side)[name].byte_order}" for '
                    f"{side}.{name}" for side, name in names)
            return f"; the answers are right with {', '.join(said)}"
    return ""


def _choices(handshake: Handshake) -> Iterator[tuple[tuple[str, str], ...]]:
    """Every choice among the values of several whole bytes, as side and name: all first, since one
    order for all is the rule, then few before many.
    """
    values = [(side, name) for side in ("inputs", "outputs")
              for name, port in getattr(handshake, side).items()
              if port.bits % 8 == 0 and port.bits > 8]
    sizes = dict.fromkeys([len(values), *range(1, len(values))])
    return (chosen for size in sizes if size for chosen in combinations(values, size))


def _turned(handshake: Handshake, names: tuple[tuple[str, str], ...]) -> Handshake:
    """The handshake with the bytes of these values the other way round."""
    return replace(handshake, **{
        side: {name: replace(port, byte_order={"big": "little", "little": "big"}[port.byte_order])
               if (side, name) in names else port
               for name, port in getattr(handshake, side).items()}
        for side in ("inputs", "outputs")})

