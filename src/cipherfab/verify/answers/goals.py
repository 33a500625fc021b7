# SPDX-License-Identifier: Apache-2.0
"""Goals of coverage: what a check has to have played. A monitor says which were met; one that
applies to the core, was not left out with a reason and was not met fails the check.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ...design import LwcInterface
from ...lwc.messages import Message

SHOWN = 3
"""So many goals are named in a line."""


@dataclass(frozen=True, kw_only=True)
class Core:
    """What decides which goals apply.

    Attributes:
        aead, hash: catalog names, or None.
        decrypts: it is asked for decryptions.
        reuse: a key may be used for several messages.
        ours: what the API leaves open is promised.
        most: bytes of a text that it takes; None: of any length.
    """

    aead: str | None
    hash: str | None
    decrypts: bool
    reuse: bool
    ours: bool
    most: int | None = None

    @classmethod
    def of(cls, interface: LwcInterface, *, ours: bool) -> "Core":
        """Of an interface."""
        return cls(
            aead=interface.aead,
            hash=interface.hash,
            ours=ours,
            decrypts=bool(interface.aead) and interface.decrypts,
            reuse=interface.key_reuse,
            most=interface.most_decrypted,
        )


@dataclass(frozen=True, kw_only=True)
class Goals:
    """What was asked for, and what became of it.

    Attributes:
        met, missed: names, in the order in which they were asked for.
        left_out: names that were not asked for of this core or level, and why.
    """

    met: tuple[str, ...]
    missed: tuple[str, ...]
    left_out: dict[str, str]

    @property
    def line(self) -> str:
        """For the detail of a finding."""
        reasons: dict[str, list[str]] = {}
        for name, reason in self.left_out.items():
            reasons.setdefault(reason, []).append(name)
        left = "".join(f"; left out: {_few(names)} ({reason})" for reason, names in reasons.items())
        return f"{len(self.met)} of {len(self.met) + len(self.missed)} goals{left}"

    @property
    def unmet(self) -> str:
        """What to say where some were missed."""
        return f"the check did not play what it says it does: {_few(self.missed)}"

    def data(self) -> dict:
        """Plain data."""
        return {"met": list(self.met), "missed": list(self.missed), "left_out": self.left_out}


def goals(wanted: Iterable[str], met: Iterable[str], left_out: dict[str, str]) -> Goals:
    """Judge.

    Args:
        wanted: of this core, whatever a generator makes.
        met: what a monitor saw; others than those wanted do not count.
        left_out: and why.
    """
    # A goal that was left out and met all the same counts as met.
    wanted, seen = list(dict.fromkeys(wanted)), set(met)
    return Goals(
        met=tuple(name for name in wanted if name in seen),
        missed=tuple(name for name in wanted if name not in seen and name not in left_out),
        left_out={name: left_out[name] for name in wanted if name in left_out and name not in seen},
    )


def _few(names: Iterable[str]) -> str:
    names = list(names)
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


@dataclass(frozen=True, kw_only=True)
class Part:
    """Messages that a check plays if they fit into its cycles.

    Attributes:
        goals: what is left out without it.
        messages, data_bytes: how many there are, and their associated data and text, to tell what
            they cost before a model has computed one of them.
        make: makes them; raises `CallError` if an algorithm takes no such message.
    """

    goals: tuple[str, ...]
    messages: int
    data_bytes: int
    make: Callable[[], list[Message]]


def fitting(
    parts: Iterable[Part], cost: Callable[[int, int], int], budget: int
) -> tuple[list[Part], dict[str, str]]:
    """The parts that fit into ``budget`` cycles, in their order, and the goals of the others.

    Args:
        cost: cycles of so many messages with so many bytes.
    """
    chosen, left = [], {}
    for part in parts:
        cycles = cost(part.messages, part.data_bytes)
        # A part that is too long is passed over, and a shorter one behind it may still fit.
        if cycles <= budget:
            chosen.append(part)
            budget -= cycles
        else:
            left |= dict.fromkeys(part.goals, "too many cycles for this level")
    return chosen, left
