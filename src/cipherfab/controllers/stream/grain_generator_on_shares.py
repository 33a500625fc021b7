# SPDX-License-Identifier: Apache-2.0
"""The pre-output generator of Grain-128AEAD on shares: a step of several clocks in each cycle.

No bit of a register is read above place 96, and a new one enters at the top. So products of some
clocks later can be begun: a gadget reads its operands where they still stand further up, and its
product is there when it is due (`words.in_passing`). Behind a load there are no products yet. So
the registers begin `lead` steps early, their content so much further up, and the rest of it enters
in these steps.
"""

from functools import cached_property

from amaranth.hdl import Const, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ...ciphers.grain import FILTER_TAPS, LFSR_TAPS, LINEAR_TAP, NFSR_TERMS, OUTPUT_TAPS, SIZE
from ...modes.grain import FIXED
from ...primitives.in_stages import RANDOM, share_names
from ...words import Word, concat
from ...words.gadgets import Circuit, Gadget
from ...words.hardware import build
from ...words.in_passing import Gadgets, Tap, Total, probed, repeated
from ..ports import share_of, side_by_side
from .core import chosen
from .grain_generator import NONCE_WORD

CLOCKS = 4
"""In a step. Of 8 the product of four bits would be late."""


class GeneratorOnShares(wiring.Component):
    """NFSR and LFSR in shares.

    Args:
        gadget: of the products.
        shares: d + 1.

    Attributes:
        clocks: in a step.
        lead: steps in which the registers fill behind a load.
        random_bits: taken in a step.

    Ports: words in shares are side by side (`controllers.ports.share_of`).
        key: 128 bits, as they enter the NFSR.
        load, nonce_word: the key enters, and a word of the nonce, the first bit in bit 0 too,
            behind those before it.
        step: ``clocks`` clocks. fills: nothing is fed back in it, and what is added is the rest of
            a load.
        fed: the pre-output is added to what comes in.
        to_nfsr, to_lfsr: added to what comes in, the first clock's bit in bit 0.
        random: fresh uniform bits where there is a ``step``.
        pre_output: of the next ``clocks`` clocks.
    """

    def __init__(self, gadget: Gadget, shares: int):
        self.gadget, self.shares, self.clocks = gadget, shares, CLOCKS
        self.lead = gadget.layers + max(map(len, NFSR_TERMS)) - 2
        wide = CLOCKS * shares
        super().__init__({
            "key": In(SIZE * shares), "load": In(1), "nonce_word": In(NONCE_WORD * shares),
            "step": In(1), "fills": In(1), "fed": In(1),
            "to_nfsr": In(wide), "to_lfsr": In(wide), RANDOM: In(self.random_bits),
            "pre_output": Out(wide)})  # fmt: skip

    @property
    def random_bits(self) -> int:
        return self._probed.random_bits

    @cached_property
    def _probed(self) -> Gadgets:
        return probed(lambda words: self._feedback(words)[0], dict.fromkeys(self._names, SIZE))

    @property
    def _names(self) -> list[str]:
        return [name for register in "bs" for name in share_names(register, self.shares)]

    def elaborate(self, platform):
        m = Module()
        state = {name: Signal(SIZE, name=name, reset_less=True) for name in self._names}
        gadgets = {
            name: Signal(word.width, name=name, reset_less=True)
            for name, word in self._probed.written.items()
        }
        given = {**state, **gadgets, "fills": self.fills, "fed": self.fed}
        given |= {RANDOM: getattr(self, RANDOM)}
        given |= self._parted("to_b", self.to_nfsr) | self._parted("to_s", self.to_lfsr)
        stepped = build(m, self._stepped, given)
        words = self._parted("key", self.key) | self._parted("word", self.nonce_word)
        loaded = build(m, self._loaded, {**state, **words}, prefix="loaded_")
        outputs = [stepped[name] for name in share_names("y", self.shares)]
        m.d.comb += self.pre_output.eq(side_by_side(outputs))
        with m.If(self.load):
            m.d.sync += [register.eq(loaded[name]) for name, register in state.items()]
        with m.Elif(self.step):
            m.d.sync += [register.eq(stepped[name]) for name, register in state.items()]
        with m.If(self.step):
            m.d.sync += [register.eq(stepped[name]) for name, register in gadgets.items()]
        return m

    def _parted(self, name: str, word) -> dict:
        return {
            part: share_of(word, number, self.shares)
            for number, part in enumerate(share_names(name, self.shares))
        }

    def _of(self, words: dict[str, Word], name: str) -> tuple[Word, ...]:
        return tuple(words[part] for part in share_names(name, self.shares))

    def _feedback(self, words: dict[str, Word]) -> tuple[Gadgets, list[Word], list[Word]]:
        """The gadgets; F(B) and y of the next clocks, in shares."""
        gadgets = Gadgets(Circuit(self.gadget, self.shares, words, words.get(RANDOM)))
        registers = {name: self._of(words, name) for name in "bs"}

        def tap(name: str, place: int) -> Tap:
            return Tap(registers[name], place, CLOCKS)

        terms = [[tap("b", place) for place in term] for term in NFSR_TERMS]
        back = [term[0] if len(term) == 1 else gadgets.chain(term) for term in terms]
        x = [tap(name, place) for name, place in FILTER_TAPS]
        # h = x0 (x1 + x4 x8) + x2 x3 + x4 x5 + x6 x7: a product less than its own form has.
        inner = Total([x[1], gadgets.product(x[4], x[8], due=1)])
        h = [gadgets.product(inner, x[0])]
        h += [gadgets.product(x[low], x[low + 1]) for low in (2, 4, 6)]
        linear = [tap("s", LINEAR_TAP), *(tap("b", place) for place in OUTPUT_TAPS)]
        return gadgets, list(Total(back).at(0)), list(Total([*h, *linear]).at(0))

    def _stepped(self, words: dict[str, Word]) -> dict[str, Word]:
        """All registers after a step, and the pre-output."""
        gadgets, back, y = self._feedback(words)
        goes, fed = (repeated(word, CLOCKS) for word in (~words["fills"], words["fed"]))
        found = dict(gadgets.written) | dict(zip(share_names("y", self.shares), y))
        b, s = self._of(words, "b"), self._of(words, "s")
        for share, (b_name, s_name) in enumerate(zip(*self._shares_of_state())):
            linear = Total([Tap((s[share],), place, CLOCKS) for place in LFSR_TAPS]).at(0)[0]
            added = y[share] & fed
            to_b, to_s = (self._of(words, name)[share] for name in ("to_b", "to_s"))
            new_b = ((back[share] ^ s[share][:CLOCKS]) & goes) ^ added ^ to_b
            new_s = (linear & goes) ^ added ^ to_s
            found[b_name] = concat(new_b, b[share][CLOCKS:])
            found[s_name] = concat(new_s, s[share][CLOCKS:])
        return found

    def _shares_of_state(self) -> tuple[list[str], list[str]]:
        return share_names("b", self.shares), share_names("s", self.shares)

    def _loaded(self, words: dict[str, Word]) -> dict[str, Word]:
        """Section 2.2: the key, and what the nonce leaves of the LFSR above the words of it, all of
        it `ahead` places further up.
        """
        found, ahead = {}, self.ahead
        for share, (b, s) in enumerate(zip(*self._shares_of_state())):
            key, word = (self._of(words, name)[share] for name in ("key", "word"))
            # What is fixed is public: share 0 alone has it.
            fixed = 0 if share else FIXED >> SIZE - NONCE_WORD & (1 << NONCE_WORD - ahead) - 1
            top = key.constant(fixed, NONCE_WORD - ahead)
            low = words[s][NONCE_WORD : SIZE - NONCE_WORD + ahead]
            found[s] = concat(top, word, low)
            found[b] = concat(key[: SIZE - ahead], key.constant(0, ahead))
        return found

    @property
    def ahead(self) -> int:
        """Places by which a load is further up: clocks of the steps that fill."""
        return self.lead * CLOCKS

    def rest_of_key(self, key, count):
        """What is added to the NFSR in a step that fills: bits of the key that a load has no place
        for; ``key``: with its bit 0 first.
        """
        return chosen(key[SIZE - self.ahead :], count, CLOCKS)

    def rest_of_fixed(self, count):
        """What is added to the LFSR."""
        return chosen(Const(FIXED >> SIZE - self.ahead, self.ahead), count, CLOCKS)
