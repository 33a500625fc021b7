# SPDX-License-Identifier: Apache-2.0
"""The authenticator of Grain-128AEAD, for associated data whose length is known behind it.

The code of the length stands in front of the data. How long it is says which bits z of the
pre-output the data meets, and what it is says what is added for it. But the accumulator is a sum: a
bit of data with index i adds z_i … z_i+63 to it, so bit n of the sum over data is that of d_j
z_j+n. If the code has s bytes more than the shortest one, the data meets what it would meet 8 s
bits later: bits 8 s to 8 s + 63 of the same sum. So one sum of 64 + 8 `FURTHER` bits has the
accumulator for every length of the code, and the right one is moved down when the length is known.

```
  z ──> register of 64 + 8 FURTHER bits ──┐ windows
                                          & <── data ──> ^ ──> accumulator, as long
  pre-output ──> saved ───────────────────┘ windows, with the code
```

The code is added then: the bits z that it meets were saved, and so was what the accumulator begins
with, which must not be moved.
"""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ...ciphers.grain import summed
from ...modes.grain import AUTHENTICATOR
from ...words import concat
from ...words.hardware import build

STRETCH = 8
"""Bits z that a byte meets."""

FURTHER = 4
"""Bytes by which the longest code of a length is longer than the shortest one: a byte that counts
four others.
"""

SIZE = AUTHENTICATOR + STRETCH * FURTHER
"""Bits of the accumulator, and of the register."""

SAVED = AUTHENTICATOR + STRETCH + SIZE
"""Bits of what the accumulator begins with, and of those z that the longest code meets."""


class GrainAuthenticator(wiring.Component):
    """Accumulator, shift register, and what is saved for the code of the length.

    Args:
        clocks: of the generator in a cycle, 1, 2, 4 … 32.
        bits: of data in a cycle.
        halves: half as many bits can be asked for too.

    Ports:
        clear: the accumulator is 0.
        fill: ``pre_output`` enters the register and what is saved, all bits of it.
        step: so many bits z enter the register; half, if there are ``halves``: half as many.
        saves: with ``step``, they are saved too.
        data: with ``step``, the bits of data that meet them; with ``codes`` those of the code.
        aligns: with ``step``, the accumulator moves down by as many bits; no data is added.
        codes: bits of the code are added in place of data, and nothing enters. opens: those are the
            first; what the accumulator begins with is added too.
        tag: accumulator and register, added; the first bit in bit 0.
    """

    def __init__(self, *, clocks: int, bits: int, halves: bool):
        self.bits, self.halves = bits, halves
        super().__init__({
            "clear": In(1), "fill": In(1), "pre_output": In(clocks),
            "step": In(1), **({"half": In(1)} if halves else {}), "z": In(bits), "saves": In(1),
            "data": In(bits), "aligns": In(1), "codes": In(1), "opens": In(1),
            "tag": Out(AUTHENTICATOR)})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        a, r = (
            Signal(SIZE, name=name, reset_less=True) for name in ("accumulator", "shift_register")
        )
        saved = Signal(SAVED, name="saved_pre_output", reset_less=True)
        m.d.comb += self.tag.eq((a ^ r)[:AUTHENTICATOR])
        with m.If(self.fill):
            m.d.sync += [
                register.eq(self._entered(register, self.pre_output)) for register in (r, saved)
            ]
        with m.If(self.step):
            m.d.sync += r.eq(self._moved(r, self.z))
        with m.If((self.step & self.saves) | self.codes):
            # What enters with bits of the code is not read any more.
            m.d.sync += saved.eq(self._moved(saved, self.z))
        self._accumulate(m, a, r, saved)
        return m

    def _entered(self, register, bits):
        """The register with these bits above, moved down by as many."""
        return Cat(register[len(bits) :], bits)

    def _moved(self, register, bits):
        """The same, by half as many if that is asked for."""
        whole = self._entered(register, bits)
        if not self.halves:
            return whole
        return Mux(self.half, self._entered(register, bits[: self.bits // 2]), whole)

    def _accumulate(self, m: Module, a, r, saved) -> None:
        """A sum of windows, or the accumulator moved down."""
        # Bits above those of the tag are read in front of the code alone.
        first = saved[AUTHENTICATOR : 2 * AUTHENTICATOR + self.bits]
        given = {"a": a, "r": r, "z": self.z, "data": self.data}
        given |= {"first": first, "codes": self.codes}
        total = build(m, self._summed, given)["total"]
        beginning = Mux(self.opens, saved[:AUTHENTICATOR], 0)
        with m.If(self.clear):
            m.d.sync += a.eq(0)
        with m.Elif(self.step & self.aligns):
            m.d.sync += a.eq(self._moved(a, self.z))
        with m.Elif(self.step | self.codes):
            m.d.sync += a.eq(total ^ beginning)

    def _summed(self, words):
        """The accumulator with bits of data, by the windows that are theirs."""
        register = concat(words["z"], words["r"])
        low = words["first"].width
        codes = words["codes"].permute([0] * low)
        window = concat(register[low:], (register[:low] & ~codes) | (words["first"] & codes))
        return {"total": summed(words["a"], window, words["data"])}
