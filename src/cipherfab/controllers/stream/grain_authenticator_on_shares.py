# SPDX-License-Identifier: Apache-2.0
"""The authenticator of Grain-128AEAD on shares: as `grain_authenticator`, its products by gadgets.

Two bits of data meet the register in a step. With what they add to two neighbours of the
accumulator,

    d_0 z_n + d_1 z_n+1    and    d_0 z_n+1 + d_1 z_n+2,

three products are formed in place of four: (d_0 + d_1) z_n+1, which both have, d_0 (z_n + z_n+1)
and d_1 (z_n+1 + z_n+2). Sums of bits of one share are linear, so that each product is a gadget as
any other.

What a share gives by itself is added in the cycle of the step. What crosses comes out of the
gadgets some cycles later. Their first registers are 0 but behind a step with data, and so is what
comes out of them then: the accumulator takes it in whatever it is. While any of it is under way the
accumulator must not move: `busy`.

The code of the length and the last bit 1 are public. They meet each share by itself.
"""

from functools import cached_property

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ...modes.grain import AUTHENTICATOR, WORD
from ...primitives.in_stages import RANDOM, share_names
from ...words import Word
from ...words.gadgets import Circuit, Gadget
from ...words.hardware import build
from ...words.in_passing import Gadgets, Given, alternating, probed, repeated
from ..ports import share_of, side_by_side
from .grain_authenticator import SAVED, SIZE

BITS = 2
"""Of data in a step."""

PAIRS = SIZE // BITS
"""Of neighbours in the accumulator."""


class AuthenticatorOnShares(wiring.Component):
    """Accumulator, shift register, and what is saved for the code of the length, in shares.

    Args:
        gadget: of the products.
        shares: d + 1.
        clocks: of the generator in a step.

    Attributes:
        random_bits: taken in a step with data.

    Ports: words in shares are side by side; the others as of `GrainAuthenticator`.
        clear, fill, pre_output, step, z, saves, aligns, codes, opens: see there.
        data: bits of data; adds: they meet the register in this ``step``.
        public: bits that meet the register, with ``ends``, or with ``codes`` what was saved; no
            step is made then.
        given: added to a word of the accumulator. takes: to which, one bit for each.
        random: fresh uniform bits in a step.
        busy: what crosses is under way.
        tag: the accumulator's lowest bits. first: the register's highest ones, of a filled one
            those that it begins with.
    """

    def __init__(self, gadget: Gadget, shares: int, *, clocks: int):
        self.gadget, self.shares = gadget, shares
        flags = ("clear", "fill", "step", "saves", "adds", "aligns", "codes", "ends", "opens")
        super().__init__({
            **dict.fromkeys(flags, In(1)), "pre_output": In(clocks * shares),
            "z": In(BITS * shares), "data": In(BITS * shares), "public": In(BITS),
            "given": In(8 * WORD * shares), "takes": In(AUTHENTICATOR // (8 * WORD)),
            RANDOM: In(self.random_bits), "busy": Out(1),
            "tag": Out(AUTHENTICATOR * shares), "first": Out(AUTHENTICATOR * shares)})  # fmt: skip

    @property
    def random_bits(self) -> int:
        return self._probed.random_bits

    @cached_property
    def _probed(self) -> Gadgets:
        kinds = {"window": SIZE + 1, "now": BITS, "old": BITS}
        sizes = {
            name: size for kind, size in kinds.items() for name in share_names(kind, self.shares)
        }
        return probed(lambda words: self._products(words)[0], sizes)

    def elaborate(self, platform):
        m = Module()
        # Behind a step with data each layer of registers holds something for a cycle.
        under_way = Signal(self.gadget.layers, name="crosses")
        m.d.comb += self.busy.eq(under_way.any())
        m.d.sync += under_way.eq(Cat(self.step & self.adds, under_way[:-1]))
        registers = [self._registers(m, share) for share in range(self.shares)]
        crossed = self._crossed(m, [r for r, _ in registers])
        for share, (r, saved) in enumerate(registers):
            self._accumulate(m, share, r, saved, crossed[share])
        m.d.comb += self.first.eq(side_by_side([r[-AUTHENTICATOR:] for r, _ in registers]))
        return m

    def _of(self, word, share: int):
        return share_of(word, share, self.shares)

    def _registers(self, m: Module, share: int) -> tuple[Signal, Signal]:
        """The shift register and what is saved, of a share."""
        r, saved = (
            Signal(size, name=f"{name}_{share}", reset_less=True)
            for name, size in (("shift_register", SIZE), ("saved_pre_output", SAVED))
        )
        y, z = self._of(self.pre_output, share), self._of(self.z, share)
        with m.If(self.fill):
            m.d.sync += [register.eq(_entered(register, y)) for register in (r, saved)]
        with m.Elif(self.step):
            m.d.sync += r.eq(_entered(r, z))
        with m.If((self.step & self.saves) | self.codes):
            # What enters with bits of the code is not read any more.
            m.d.sync += saved.eq(_entered(saved, z))
        return r, saved

    def _crossed(self, m: Module, registers: list[Signal]) -> list:
        """What other shares give to each, a few cycles behind a step."""
        adds = self.step & self.adds
        gadgets = {
            # The generator has registers of the same names.
            name: Signal(word.width, name=f"tag_{name}", reset_less=True)
            for name, word in self._probed.written.items()
        }
        given: dict = {**gadgets, RANDOM: getattr(self, RANDOM)}
        for share, register in enumerate(registers):
            data = self._of(self.data, share) & adds.replicate(BITS)
            old = Signal(BITS, name=f"data_before_{share}", reset_less=True)
            m.d.sync += old.eq(data)
            z = self._of(self.z, share)
            given |= {f"window_{share}": Cat(register, z[0]), f"now_{share}": data}
            given[f"old_{share}"] = old
        found = build(m, self._stepped, given)
        for name, register in gadgets.items():
            _, layer = self._probed.circuit.places[name]
            value = found[name]
            # What is 0 in the first layer gives 0 in the next.
            m.d.sync += register.eq(value if layer else value & adds.replicate(len(value)))
        return [found[name] for name in share_names("total", self.shares)]

    def _stepped(self, words: dict[str, Word]) -> dict[str, Word]:
        """What the registers of gadgets take in, and what comes out of them."""
        gadgets, totals = self._products(words)
        return {**gadgets.written, **dict(zip(share_names("total", self.shares), totals))}

    def _products(self, words: dict[str, Word]) -> tuple[Gadgets, list[Word]]:
        gadgets = Gadgets(Circuit(self.gadget, self.shares, words, words.get(RANDOM)))
        first, now, old = self.gadget.layers, [], []
        for share in range(self.shares):
            now.append(_scalars(words[f"now_{share}"]))
            old.append(_scalars(words[f"old_{share}"]))
        windows = [_vectors(words[f"window_{share}"]) for share in range(self.shares)]
        # Nothing of the register is there when the product is due: its own share's part is added in
        # the cycle of the step.
        made = [
            gadgets.product(
                Given(
                    {
                        first: tuple(one[kind] for one in now),
                        first - 1: tuple(one[kind] for one in old),
                    }
                ),  # fmt: skip
                Given({first: tuple(one[kind] for one in windows)}),
            ).at(0)
            for kind in range(len(now[0]))
        ]
        return gadgets, [_neighbours(*parts) for parts in zip(*made)]

    def _accumulate(self, m: Module, share: int, r: Signal, saved: Signal, crossed) -> None:
        """A share of the accumulator."""
        a = Signal(SIZE, name=f"accumulator_{share}", reset_less=True)
        m.d.comb += self._of(self.tag, share).eq(a[:AUTHENTICATOR])
        adds = (self.step & self.adds).replicate(BITS)
        public = (self.codes | self.ends).replicate(BITS) & self.public
        register = Cat(r, self._of(self.z, share)[0])
        # Bits above those of the tag are read in front of the code alone.
        low = AUTHENTICATOR + BITS
        # The code's part of what was saved stands behind what the accumulator begins with.
        code = saved[AUTHENTICATOR : AUTHENTICATOR + low]
        window = Cat(Mux(self.codes, code, register[:low]), register[low:])
        given = {"data": (self._of(self.data, share) & adds) | public, "window": window}
        own = build(m, _own, given, prefix=f"own_{share}_")["total"]
        word = self._of(self.given, share)
        received = Cat(word & self.takes[n].replicate(len(word)) for n in range(len(self.takes)))
        beginning = saved[:AUTHENTICATOR] & self.opens.replicate(AUTHENTICATOR)
        with m.If(self.clear):
            m.d.sync += a.eq(0)
        with m.Elif(self.step & self.aligns):
            m.d.sync += a.eq(_entered(a, Const(0, BITS)))
        with m.Else():
            m.d.sync += a.eq(a ^ own ^ crossed ^ received ^ beginning)


def _entered(register, bits):
    """The register with these bits above, moved down by as many."""
    return Cat(register[len(bits) :], bits)


def _scalars(data: Word) -> list[Word]:
    """Of two bits of data those that the three products have, in every place."""
    first, second = data[0], data[1]
    return [repeated(word, PAIRS) for word in (first ^ second, first, second)]


def _vectors(window: Word) -> list[Word]:
    """What they meet, for each pair of neighbours."""
    low, middle, high = (
        window.permute(range(start, start + 2 * PAIRS - 1, 2)) for start in range(3)
    )
    return [middle, low ^ middle, middle ^ high]


def _neighbours(both: Word, even: Word, odd: Word) -> Word:
    """Of the three products what is added to the accumulator."""
    return alternating(both ^ even, both ^ odd)


def _own(words: dict[str, Word]) -> dict[str, Word]:
    """What data adds that meets the window of its own share."""
    products = [a & b for a, b in zip(_scalars(words["data"]), _vectors(words["window"]))]
    return {"total": _neighbours(*products)}
