# SPDX-License-Identifier: Apache-2.0
"""A primitive on any number of shares, its products by gadgets: found from its one description.

A round takes as many clocks as its products in a row, its *levels*, times the registers in a row of
a gadget, and one more where a gadget does not begin in the clock that makes the state. The state
stays in its registers until the round is done. For a gadget whose operands come from registers, the
state's registers lie in front of the products of a round, not behind its end (`words.retimed`);
after the last round they take in the state itself.

Where a round has one level, what registers of gadgets hold is read one clock after it was made, and
they take in a new value in each clock; those that take it in together with the state are 0
otherwise. Where it has several, they keep it until the next round if it is read so long, or else
are 0 otherwise.

Products read the state's registers. Where a call's inputs are made of the shares that these hold,
of the result of the call before, a gate in front of a product's register may see over the
transition both shares of a bit, one where it was and one where it comes to be. With ``refreshed``
the entry adds a fresh random bit to both shares of each bit that enters.
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..errors import CallError
from ..words import Word, mux
from ..words.cut import CARRIED
from ..words.gadgets import GADGETS, OPERAND, Circuit, GadgetWord, Product
from ..words.retimed import placed
from ..words.shares import in_shares
from ..words.trace import trace
from .in_stages import RANDOM, Stage, share_names, spread
from .primitive import Primitive, State
from .round_on_shares import RoundOnShares

ROTATION = 32
"""A bit that enters gets the random bit so many places further on. The product that is formed of it
has the random bit of its own place, and so have those that its register takes in next: neither may
be the one that refreshes it, since probes on their gates see RDI in the cycle of the entry too. For
Ascon-p, whose linear layer rotates by 0, 1, 6, 7, 10, 17, 19, 28, 39, 41 and 61, that is so with
32, and for Xoodoo too; `verify.gates.probing.domains` checks it on the netlist.
"""

OPERAND_NAME = re.compile(r"[ab]\d+")
"""Of an operand of a gadget, where no register of the primitive is called so."""

PRODUCT = Primitive(
    name="product",
    rounds=(1,),
    inputs={"x": 1, "y": 1},
    outputs={"x": 1},
    layout={"x": 1, "y": 1},
    load=dict,
    step=lambda state: {"x": state["x"] & state["y"], "y": state["y"]},
    result=lambda state: {"x": state["x"]},
)
"""The smallest primitive: one product."""

HIGHEST = 3
"""The largest order: names of registers have one digit for a share."""


@dataclass(frozen=True, eq=False)
class ByGadgets(RoundOnShares):
    """A call on shares; the attributes that `architectures.protected.masked` reads.

    Attributes, beside those of a round: refreshed: what enters is shared anew, with bits of the
    port ``random`` in that cycle.
    """

    refreshed: bool = False

    @cached_property
    def gadget_registers(self) -> dict[str, int]:
        """Width of each register of a gadget."""
        return {name: word.width for name, word in self._probed.written.items()}

    @property
    def levels(self) -> int:
        """Products in a row in a round."""
        return max(level for level, _ in self._probed.places.values())

    @property
    def free(self) -> frozenset[str]:
        """Registers that take in a value in every clock."""
        if self.levels > 1:
            return frozenset()
        return frozenset(self.gadget_registers) - self.passing_registers

    @cached_property
    def passing_registers(self) -> frozenset[str]:
        """Registers that hold a value for one clock, and 0 otherwise: with one level those that
        take it in together with the state, from one of two stages; with more all that are not read
        later. (A probe in front of a register that keeps its value sees it too, also while the
        state takes in what was made with the same random bits.)
        """
        if self.levels > 1:
            return frozenset(self.gadget_registers) - self._held
        return frozenset(name for name in self.gadget_registers if not self._clock(name))

    @property
    def _held(self) -> frozenset[str]:
        """Registers of gadgets that are read later than a clock after they were written: operands,
        and what products are summed from of which others are formed.
        """
        last = {
            name
            for name, (level, layer) in self._probed.places.items()
            if level < self.levels and layer == self.gadget.layers - 1
        }
        return frozenset(
            {*last, *(name for name in self.gadget_registers if name.startswith(OPERAND))}
        )

    @property
    def registers(self) -> dict[str, int]:
        """Width of each register of the masked core."""
        return {**self.registers_of_state, **self.gadget_registers}

    @property
    def inputs(self) -> dict[str, int]:
        """Width of each input port."""
        return spread(self.primitive.inputs, self.secrets, self.shares)

    @property
    def outputs(self) -> dict[str, int]:
        """Width of each output port."""
        return spread(self.primitive.outputs, self.primitive.outputs, self.shares)

    @property
    def random_bits(self) -> int:
        """Fresh random bits in a clock cycle."""
        entering = sum(self.kept.values()) if self.refreshed else 0
        # They are used in different cycles, so the port is as wide as the widest need.
        return max(entering, *self._probed.bits.values())

    @property
    def random_bits_per_round(self) -> int:
        """Those that the gadgets of a round take."""
        return sum(self._probed.bits.values())

    @property
    def random_bits_per_call(self) -> int:
        """Those that a call uses."""
        entering = sum(self.kept.values()) if self.refreshed else 0
        return self.primitive.rounds[0] * self.random_bits_per_round + entering

    @property
    def cycles_per_round(self) -> int:
        """Clocks."""
        return self.levels * self.gadget.layers + self._begins

    def ends(self, words: State) -> Word:
        """From the public registers: whether the round that ends is the last one."""
        return self.primitive.finished({**words, **self._public_step(words)})

    def result_function(self) -> Stage:
        """The outputs, from the registers after the last round."""

        def result(words: State) -> State:
            circuit = self._circuit(words)
            given = self._kept_words(circuit, words)
            found = self.primitive.result({**given, **self._publics(circuit, words)})
            return self._parted(_linear(circuit, found))

        return result

    def entry_functions(self) -> list[Stage]:
        """One stage: the inputs become the state of the first round."""

        def enter(words: State) -> State:
            circuit = self._circuit(words)
            return self._beginning(circuit, self._entering(circuit, words), words)

        return [enter]

    def loaded(self, words: State) -> State:
        """The shares of the state from the inputs, as the registers have it when a call ends."""
        circuit = self._circuit(words)
        state = self._entering(circuit, words)
        return {
            share: word
            for name in self.state
            for share, word in zip(share_names(name, self.shares), state[name].shares)
        }

    def _entering(self, circuit: Circuit, words: State) -> State:
        given = {
            name: circuit.word([words[share] for share in share_names(name, self.shares)])
            if name in self.secrets
            else circuit.public(words[name])
            for name in self.primitive.inputs
        }
        return {
            name: self._secret(circuit, word) if name in self.state else word  # type: ignore[arg-type]
            for name, word in _linear(circuit, self.primitive.load(given)).items()
        }

    def _secret(self, circuit: Circuit, word: GadgetWord) -> GadgetWord:
        """A word in shares; a constant, with which a register begins, in share 0 alone."""
        if word.degree:
            return word
        nothing = word.shares[0].constant(0)
        return circuit.word([*word.shares, *[nothing] * (self.shares - 1)])

    def round_functions(self) -> list[Stage]:
        """The stages of a round."""
        return [*(self._stage(number) for number in range(1, self.cycles_per_round)), self._end]

    def gadgets(self, stage: int) -> dict[str, Stage]:
        """For each product what its gadget writes into registers in a stage (the entry is 0), from
        the operands that the stage gives, registers and random bits.
        """
        # The entry and the last stage of a round both make the state: clock 0.
        clock = stage % self.cycles_per_round
        return {
            f"gadget{product.number}": self._gadget(product, clock)
            for product in self._probed.products
            if self._writes(product.number, clock)
        }

    def _gadget(self, product: Product, clock: int) -> Stage:
        def write(words: State) -> State:
            circuit = self._circuit(words)
            circuit.form(
                replace(
                    product,
                    a=tuple(words[name] for name in self._operands(product, "a")),
                    b=tuple(words[name] for name in self._operands(product, "b")),
                )
            )
            return {
                name: word for name, word in circuit.written.items() if self._clock(name) == clock
            }

        return write

    def _stage(self, clock: int) -> Stage:
        """What is written in this clock of a round, from 1, but for what gadgets write of
        themselves: operands.
        """
        return lambda words: self._written(self._round_circuit(words), clock)

    def _written(self, circuit: Circuit, clock: int) -> State:
        """Operands that come from registers, and those that the gadgets of a clock take."""
        found = {
            name: word
            for name, word in circuit.written.items()
            if self._clock(name) == clock and name.startswith(OPERAND)
        }
        for product in circuit.products:
            if self._writes(product.number, clock):
                for side, shares in (("a", product.a), ("b", product.b)):
                    found |= dict(zip(self._operands(product, side), shares))
        return found

    def _operands(self, product: Product, side: str) -> list[str]:
        """Names of the shares of an operand, that a stage gives to a gadget: other ones than those
        of registers.
        """
        taken = any(OPERAND_NAME.fullmatch(name) for name in self.primitive.layout)
        # Yosys names a net by the first of its names: that has to be the register's.
        return share_names(f"{'term_' if taken else ''}{side}{product.number}", self.shares)

    def _writes(self, product: int, clock: int) -> bool:
        """Whether a gadget writes registers in a clock of a round."""
        return any(self._clock(name) == clock for name in self._probed.by_product[product])

    def _clock(self, register: str) -> int:
        level, layer = self._probed.places[register]
        return (level - 1) * self.gadget.layers + layer + self._begins

    @property
    def _begins(self) -> int:
        """The clock of a round in which the first layer takes in its values."""
        return 0 if self.gadget.early else 1

    def _end(self, words: State) -> State:
        """The end of a round, which is the beginning of the next one."""
        circuit = self._circuit(words)
        following = self._rest(circuit, self._kept_words(circuit, words), words)
        public = self._public_step(words)
        following |= {name: circuit.public(word) for name, word in public.items()}
        return self._beginning(circuit, following, words, self.primitive.finished(public))

    def _beginning(
        self, circuit: Circuit, state: State, words: State, ends: Word | None = None
    ) -> State:
        """The registers at the beginning of a round, or at the end of a call, from the state."""
        front, _, places = self._pieces
        entering = {name: state[name] for name in self.state}
        if front is not None:
            carried = front.function(state)[CARRIED]
            entering = placed(carried, places, self.kept)
            # Behind the last round the state stays as it is, for the result.
            if ends is not None:
                entering = {
                    name: mux(circuit.public(ends), state.get(name, word), word)
                    # `MORE` has no place in the state, so it takes in what is carried.
                    for name, word in entering.items()
                }
        # Only the entry has no ``ends``.
        if self.refreshed and ends is None:
            entering = self._shared_anew(circuit, entering, words[RANDOM])
        found = {name: state[name].shares[0] for name in self.public}
        for name, word in entering.items():
            found |= dict(zip(share_names(name, self.shares), word.shares))
        return found | self._begun(entering, state, words)

    def _shared_anew(self, circuit: Circuit, entering: State, random: Word) -> State:
        """What enters, with a random bit added to both shares of each bit; see `ROTATION`."""
        size, found, low = sum(self.kept.values()), {}, 0
        for name, width in self.kept.items():
            bits = random.permute([(place + ROTATION) % size for place in range(low, low + width)])
            found[name] = circuit.word([share ^ bits for share in entering[name].shares])
            low += width
        return found

    def _begun(self, entering: State, state: State, words: State) -> State:
        """What gadgets take in together with the state itself."""
        # Their first layer is the state itself, or is written a clock later.
        if self.gadget.isolated or not self.gadget.early:
            return {}
        circuit = self._circuit(words)
        # A circuit of its own: each numbers its products from 0, so these get the numbers of the
        # round.
        given = {name: circuit.word(word.shares) for name, word in entering.items()}
        public = {name: state[name].shares[0] for name in self.public}
        # Read for what it writes into the circuit; the state that it gives is not wanted.
        self._rest(circuit, given, {**words, **public})
        return self._written(circuit, 0)

    def _parted(self, words: State) -> State:
        zero = next(iter(words.values()))
        return {
            share: word
            for name, found in words.items()
            for share, word in zip(
                share_names(name, self.shares), (one for one, _ in in_shares(found, zero))
            )
        }


def _linear(circuit: Circuit, words: State) -> State:
    """The words. Raises ValueError: products were formed for them."""
    if circuit.products:
        raise ValueError(
            "expected products of secrets in rounds only, got one before the first "
            "round or behind the last one"
        )
    return words


def by_gadgets(
    primitive: Primitive, order: int, gadget: str, *, refreshed: bool = False, **how: Any
) -> ByGadgets:
    """A primitive on ``order`` + 1 shares; ``refreshed``, ``how``: see `ByGadgets`.

    Raises:
        CallError: there is no such gadget or order, or the primitive has operations that are no
            products, such as a sum modulo a power of two or a look-up.
    """
    if gadget not in GADGETS:
        raise CallError(f"masked: expected gadget= one of {', '.join(GADGETS)}, got {gadget}.")
    if not 1 <= order <= HIGHEST:
        raise CallError(f"masked: expected masked=1 to masked={HIGHEST}, got masked={order}.")
    if refreshed and order != 1:
        raise CallError(
            f"masked: expected masked=1 where what enters is shared anew, got masked={order}."
        )
    found = ByGadgets(primitive, GADGETS[gadget], order + 1, refreshed=refreshed, **how)
    try:
        # They are built for the check alone: what cannot be built on shares raises an error here,
        # and not in a core that is half made.
        trace(found.entry_functions()[0], {**found.inputs, RANDOM: found.random_bits})
        trace(found.result_function(), found.registers)
    except ValueError as error:
        raise CallError(f"{primitive.name}: masked by gadgets: {error}.") from None
    return found
