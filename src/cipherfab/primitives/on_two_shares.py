# SPDX-License-Identifier: Apache-2.0
"""What masking on two shares without fresh random bits needs to know of a primitive: its call as a
sequence of stages that are written on shares.

A product of two secrets is two *parts* in each share: ``own``, what the share's domain has by
itself, with a share added that is in no other part; and ``cross``, the product of a share of each
domain. They are formed from registers, go into registers of their own, and are added a clock later,
each pair by itself. Which domain gets which cross product is chosen so that the new shares are a
permutation of the old ones for every secret: then none needs to be refreshed. That holds of the
products that a description gives and of no others: `verify.gates.probing.permuted` proves it, on
the netlist, or refuses it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from ..words import Word
from .in_stages import Stage, spread
from .primitive import Primitive, State

NONE = "none"
"""As the option ``gadget=`` takes it."""

SHARES = 2


@dataclass(frozen=True, kw_only=True)
class OnTwoShares:
    """A primitive as `architectures.protected.masked.Masked` takes it.

    All registers of secrets are passing ones, see `primitives.in_stages`; those that the result
    reads keep their value while it waits.

    Attributes:
        primitive: what is masked: its inputs, outputs and model.
        secrets: inputs that come in shares; the others are public.
        public: width of each register that holds no secret.
        passing: width of each register in shares.
        parts: width of each register of a part of a product.
        entry: from shares of inputs, or of registers, to shares of registers.
        stages: of a round, from shares of registers and from parts to such.
        ends: from the public registers as the last stage of a round reads them: 1 if it is the last
            round.
        result: from shares of registers to those of outputs.
    """

    primitive: Primitive
    secrets: frozenset[str]
    public: Mapping[str, int]
    passing: Mapping[str, int]
    parts: Mapping[str, int]
    entry: tuple[Stage, ...]
    stages: tuple[Stage, ...]
    ends: Callable[[State], Word]
    result: Stage

    shares: ClassVar[int] = SHARES
    random_bits: ClassVar[int] = 0
    random_bits_per_call: ClassVar[int] = 0
    free: ClassVar[frozenset[str]] = frozenset()

    @property
    def inputs(self) -> dict[str, int]:
        """Width of each input port."""
        return spread(self.primitive.inputs, self.secrets, SHARES)

    @property
    def outputs(self) -> dict[str, int]:
        """Width of each output port."""
        return spread(self.primitive.outputs, self.primitive.outputs, SHARES)

    @property
    def registers(self) -> dict[str, int]:
        """Width of each register of the masked core."""
        return {**self.public, **spread(self.passing, self.passing, SHARES), **self.parts}

    @property
    def passing_registers(self) -> frozenset[str]:
        """Registers that hold a value for one clock, and 0 otherwise."""
        return frozenset(self.registers) - set(self.public)

    def entry_functions(self) -> list[Stage]:
        """The stages of the entry."""
        return list(self.entry)

    def round_functions(self) -> list[Stage]:
        """The stages of a round."""
        return list(self.stages)

    def gadgets(self, stage: int) -> dict[str, Stage]:
        """None is mapped apart."""
        return {}

    def result_function(self) -> Stage:
        """The result."""
        return self.result


def parts_of(number: int, share: int) -> tuple[str, str]:
    """Names of the registers of ``own`` and of ``cross`` of a product in a share."""
    # The digits are the shares whose factors meet in the part.
    return f"own{number}_{share}{share}", f"cross{number}_{share}{1 - share}"


__all__ = ["NONE", "SHARES", "OnTwoShares", "parts_of"]
