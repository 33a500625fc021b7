# SPDX-License-Identifier: Apache-2.0
"""A round of a primitive on shares: its public registers told from those of secrets, what is in
front of the products' registers told from what is behind them, and the round read as a circuit of
gadgets. In which clock what happens is `by_gadgets`.
"""

from dataclasses import dataclass
from functools import cached_property

from ..errors import CallError
from ..words.cut import CARRIED, Piece, cut
from ..words.gadgets import Circuit, Gadget
from ..words.retimed import cut_before_products, positions, unplaced
from ..words.trace import reads, trace
from .in_stages import RANDOM, share_names, spread
from .primitive import SCHEDULE, Primitive, State
from .transformed import DECRYPT, uniform

MORE = "more"
"""Register of bits in front of the products for which the state has no place."""

OPEN = (SCHEDULE, DECRYPT)
"""Inputs that are no secrets."""


@dataclass(frozen=True, eq=False)
class RoundOnShares:
    """A round; see `by_gadgets.ByGadgets` for the call.

    Attributes:
        whole: what is masked; in both directions with ``encdec``.
        gadget: of its products.
        shares: d + 1.
        open_inputs: inputs that are no secrets, beside `OPEN`.
    """

    whole: Primitive
    gadget: Gadget
    shares: int
    encdec: bool = False
    open_inputs: frozenset[str] = frozenset()

    @cached_property
    def primitive(self) -> Primitive:
        """With steps that are all alike and tell their end."""
        return uniform(self.whole, encdec=self.encdec)

    @property
    def secrets(self) -> frozenset[str]:
        """Inputs in shares."""
        return frozenset(self.primitive.inputs) - set(OPEN) - self.open_inputs

    @cached_property
    def public(self) -> dict[str, int]:
        """Width of each register that depends on no secret, in any round."""
        first = trace(self.primitive.load, self.primitive.inputs).outputs
        secret = {name for name, word in first.items() if reads(word) & self.secrets}
        following = {
            name: reads(word)
            for name, word in trace(self.primitive.step, self.primitive.layout).outputs.items()
        }
        # Up to the fixed point: what a secret has reached in one round goes on in the next.
        while more := {name for name, read in following.items() if read & secret} - secret:
            secret |= more
        return {name: width for name, width in self.primitive.layout.items() if name not in secret}

    @cached_property
    def state(self) -> dict[str, int]:
        """Width of each register of a secret, between two rounds."""
        return {
            name: width for name, width in self.primitive.layout.items() if name not in self.public
        }

    @cached_property
    def _pieces(self) -> tuple[Piece | None, Piece, list]:
        """What is in front of the products' registers, if they need any; the rest of a round; and
        the places of the bits between them.
        """
        # Cut for every gadget, since a round without products is refused here.
        try:
            found, origins = cut_before_products(
                self._secret_step, self.primitive.layout, self.public
            )
        except ValueError:
            raise CallError(
                f"{self.primitive.name}: masked by gadgets: expected a round with "
                f"ANDs of secrets, and nothing else that is not linear: neither sums "
                f"modulo a power of two nor look-ups."
            ) from None
        # Without registers in front of the products a round is one piece.
        if not self.gadget.isolated:
            return None, cut(self._secret_step, self.primitive.layout, 1)[0], []
        return *found, positions(origins, sum(self.state.values()))

    def _secret_step(self, words: State) -> State:
        following = self.primitive.step(words)
        return {name: following[name] for name in self.state}

    def _public_step(self, words: State) -> State:
        """The public registers after a step; those of secrets have no say in them."""
        like = next(iter(words.values()))
        nothing = {name: like.constant(0, width) for name, width in self.state.items()}
        following = self.primitive.step({**nothing, **{name: words[name] for name in self.public}})
        return {name: following[name] for name in self.public}

    @cached_property
    def kept(self) -> dict[str, int]:
        """Width of each register that keeps a secret through a round."""
        *_, places = self._pieces
        more = max([place + 1 for place in places], default=0) - sum(self.state.values())
        return {**self.state, MORE: more} if more > 0 else self.state

    @cached_property
    def _probed(self) -> Circuit:
        """One round, read to learn its gadgets."""
        # Any words would do: names and places of registers are what is learned.
        return self._round_circuit(trace(lambda words: words, self.registers_of_state).inputs)

    @property
    def registers_of_state(self) -> dict[str, int]:
        """Width of each register but those of gadgets."""
        return {**self.public, **spread(self.kept, self.kept, self.shares)}

    def _round_circuit(self, words: State) -> Circuit:
        """A round from the registers."""
        circuit = self._circuit(words)
        self._rest(circuit, self._kept_words(circuit, words), words)
        return circuit

    def _rest(self, circuit: Circuit, kept: State, words: State) -> State:
        """The state after a round, from the kept registers as words of a circuit."""
        _, rest, places = self._pieces
        public = self._publics(circuit, words)
        if self.gadget.isolated:
            kept = {CARRIED: unplaced(kept, places, self.kept)}
        return dict(rest.function({**kept, **public}))

    def _kept_words(self, circuit: Circuit, words: State) -> State:
        return {
            name: circuit.word(
                [words[share] for share in share_names(name, self.shares)], registered=True
            )
            for name in self.kept
        }

    def _publics(self, circuit: Circuit, words: State) -> State:
        return {name: circuit.public(words[name]) for name in self.public}

    def _circuit(self, words: State) -> Circuit:
        return Circuit(self.gadget, self.shares, words, words.get(RANDOM))
