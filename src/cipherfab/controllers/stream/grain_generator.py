# SPDX-License-Identifier: Apache-2.0
"""The pre-output generator of Grain-128AEAD: NFSR and LFSR, several clocks in a cycle."""

from amaranth.hdl import Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ...ciphers.grain import SIZE, clocked, pre_output
from ...modes.grain import FIXED
from ...words import Word, concat, mux
from ...words.bits import swap_bytes
from ...words.hardware import build

NONCE_WORD = 32
"""Bits of the nonce that enter in a cycle; the LFSR has whole words of it, below `FIXED`."""


class GrainGenerator(wiring.Component):
    """NFSR and LFSR.

    Args:
        clocks: in a cycle, 1, 2, 4 … 32.
        halves: half as many clocks can be asked for too.
        keyed_nfsr: key bits come in again in the NFSR, as in version 2.

    Ports:
        key: 128 bits, first byte most significant, as it enters the NFSR.
        load, nonce_word: the key enters, and a word of the nonce, its first byte most significant,
            behind those before it.
        step: ``clocks`` clocks; half, if there are ``halves``: half as many.
        fed: the pre-output is added to what comes in.
        to_nfsr, to_lfsr: added to what comes in, the first clock's bit in bit 0.
        pre_output: of the next ``clocks`` clocks, likewise.
    """

    def __init__(self, *, clocks: int, halves: bool, keyed_nfsr: bool):
        self.clocks, self.halves, self.keyed_nfsr = clocks, halves, keyed_nfsr
        super().__init__({
            "key": In(SIZE), "load": In(1), "nonce_word": In(NONCE_WORD),
            "step": In(1), **({"half": In(1)} if halves else {}), "fed": In(1),
            **({"to_nfsr": In(clocks)} if keyed_nfsr else {}), "to_lfsr": In(clocks),
            "pre_output": Out(clocks)})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        b, s = (Signal(SIZE, name=name, reset_less=True) for name in ("nfsr", "lfsr"))
        given = {"b": b, "s": s, "fed": self.fed, "to_lfsr": self.to_lfsr}
        given |= {"to_nfsr": self.to_nfsr} if self.keyed_nfsr else {}
        given |= {"half": self.half} if self.halves else {}
        stepped = build(m, self._stepped, given)
        names = {"key": self.key, "nonce_word": self.nonce_word, "s": s}
        loaded = build(m, _loaded, names, prefix="loaded_")
        m.d.comb += self.pre_output.eq(stepped["y"])
        with m.If(self.load):
            m.d.sync += [b.eq(loaded["b"]), s.eq(loaded["s"])]
        with m.Elif(self.step):
            m.d.sync += [b.eq(stepped["b"]), s.eq(stepped["s"])]
        return m

    def _stepped(self, words: dict[str, Word]) -> dict[str, Word]:
        """Both registers after the clocks, and the pre-output."""
        b, s, n = words["b"], words["s"], self.clocks
        y = pre_output(b, s, n)
        fed = y & words["fed"].permute([0] * n)
        to_b = fed ^ words["to_nfsr"] if self.keyed_nfsr else fed
        new = clocked(b, s, to_b, fed ^ words["to_lfsr"])
        if self.halves:
            new = [
                mux(words["half"], _first_half(old, whole, n), whole)
                for old, whole in zip((b, s), new)
            ]
        return {"b": new[0], "s": new[1], "y": y}


def _first_half(old: Word, new: Word, clocks: int) -> Word:
    """A register after half of the clocks, from what it is after all."""
    half = clocks // 2
    # Of the new bits, at the top, the lower ones have entered first.
    return concat(new[SIZE - clocks : SIZE - half], old[half:])


def _loaded(words: dict[str, Word]) -> dict[str, Word]:
    """Section 2.2: the key, and what the nonce leaves of the LFSR above the words of it."""
    low = SIZE - NONCE_WORD
    fixed = words["s"].constant(FIXED >> low, NONCE_WORD)
    word = swap_bytes(words["nonce_word"])
    return {"b": swap_bytes(words["key"]), "s": concat(fixed, word, words["s"][NONCE_WORD:low])}
