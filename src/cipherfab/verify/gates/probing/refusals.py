# SPDX-License-Identifier: Apache-2.0
"""What CocoAlma did not show to be secure, judged exactly.

CocoAlma's "not secure" may be its over-approximation. Of each net and cycle that it names, all that
a probe there may see is put together: every register and input bit of the net's cone, whatever
chooses between them, in that cycle and in the one before (glitches and transitions), in the circuit
that it judged. That is no less than its own probe sees. These values are computed from the shared
inputs on, over all cycles, and every masking is tried for every secret (`unrolled`).
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ....design import Design
from ....primitives.in_stages import RANDOM, share_names
from . import cocoalma
from .cocoalma import RESET_CYCLES, Circuit, Net
from .unrolled import Expressions, judge


def judged(
    design: Design, directory: Path, refused: Sequence[Mapping[str, Any]], *, seed: int
) -> list[dict[str, Any]]:
    """Judge views of the circuit that `cocoalma.write` wrote.

    Args:
        design, directory, seed: as of `cocoalma.write`.
        refused: of each view ``cell``, ``net`` and ``cycle``, as `cocoalma.judge` says.

    Returns:
        Of each view these, and ``independent`` of all secrets, or None if that was too much to try;
        ``masks`` and ``secrets``, bits of which all values were tried, and ``pair``, as of
        `unrolled.Judged`, the latter with names of input bits; ``sees``: how many values.
    """
    if not refused:
        return []
    circuit = cocoalma.read(directory, design.top)
    played = Played(design, circuit, 1 + max(view["cycle"] for view in refused), seed)
    return [{**view, **played.judged(view["net"], view["cycle"])} for view in refused]


class Played:
    """A call on a circuit, whose shares stay at the ports, as functions of masks and secrets.

    Args:
        design: masked, with valid and ready.
        circuit: of it.
        cycles: behind the reset.
        seed: of what is public.
    """

    def __init__(self, design: Design, circuit: Circuit, cycles: int, seed: int):
        self.circuit, self.expressions = circuit, Expressions()
        names = design.interface.masking.inputs
        self.secrets = [
            f"{name}[{bit}]" for name in names for bit in range(design.interface.inputs[name])
        ]
        # A sum is a set of bits: bit 0 is the constant 1, then come the secrets, then the masks.
        self._masks = 1 + len(self.secrets)
        shares = self._shares(names, design.interface.masking.shares)
        ports = cocoalma.ports(design, circuit, cycles, seed)
        self.values = list(
            circuit.evaluated(
                # The shares stay, and the random bits are new masks in every cycle.
                ({**circuit.bits(words), **shares, **self._random()} for words in ports),
                self.expressions.functions(),
            )
        )

    def _mask(self) -> int:
        self._masks += 1
        return 1 << self._masks - 1

    def _shares(self, names: Sequence[str], count: int) -> dict[Net, int]:
        """Of each input bit in shares: masks, and in the last place their sum with the secret."""
        found: dict[Net, int] = {}
        ports = [share_names(f"in_{name}", count) for name in names]
        bits = [nets for one in ports for nets in zip(*(self.circuit.names[port] for port in one))]
        for number, (*others, last) in enumerate(bits):
            found[last] = 2 << number
            for net in others:
                found[net] = self._mask()
                found[last] ^= found[net]
        return found

    def _random(self) -> dict[Net, int]:
        return {
            net: self._mask()
            for net in self.circuit.names.get(RANDOM, ())
            if RANDOM in self.circuit.inputs
        }

    def seen(self, net: Net, cycle: int) -> Iterator[int]:
        """All that a probe on a net may see in a cycle behind the reset, and in the one before."""
        for source in self.circuit.cone(net):
            for number in (cycle - 1, cycle):
                # The trace begins with the reset, and a view counts from its end on.
                yield self.values[RESET_CYCLES + number][source]

    def judged(self, net: Net, cycle: int) -> dict[str, Any]:
        """See `judged`."""
        seen = {value for value in self.seen(net, cycle) if value not in (0, 1)}
        found = judge(seen, self.expressions, 1 + len(self.secrets))
        pair = [
            {self._named(number): bit for number, bit in side.items()} for side in found.pair or ()
        ]
        return {
            "independent": found.independent,
            "masks": found.masks,
            "sees": len(seen),
            "secrets": found.secrets,
            "pair": pair,
        }

    def _named(self, number: int) -> str:
        """A sum of secrets."""
        return " + ".join(name for bit, name in enumerate(self.secrets, 1) if number >> bit & 1)


__all__ = ["Played", "judged"]
