"""Forkciphers without iteration: `full` (a single cycle) and `pipelined=k`, made of the primitives derived in `ciphers`."""

from amaranth.hdl import Module, Mux, Signal

from ..ciphers.forkcipher import Forkcipher, bidirectional, decryption, encryption
from .combinational import Combinational
from .fork import ForkComponent, registers
from .pipelined import Pipelined


class ForkFull(ForkComponent):
    """All rounds between an input and an output register: one call per cycle, two cycles of latency, always both blocks.

    With ``encdec`` there is a second chain of rounds beside the first; the registers are shared.
    """

    def elaborate(self, platform):
        m = Module()
        inputs = {"tweakey": self.in_tweakey, "block": self.in_block, **({"decrypt": self.in_decrypt} if self.encdec else {})}
        held = registers({name: len(value) for name, value in inputs.items()}, "held_")
        results = registers({"left": self.cipher.block, "right": self.cipher.block}, "result_")
        held_valid, out_free = Signal(name="held_valid"), Signal(name="out_free")
        blocks = self._blocks(m, held)
        m.d.comb += [out_free.eq(~self.out_valid | self.out_ready), self.in_ready.eq(~held_valid | out_free)]
        with m.If(self.in_ready):
            m.d.sync += [held_valid.eq(self.in_valid), *(held[name].eq(value) for name, value in inputs.items())]
        with m.If(out_free):
            m.d.sync += [self.out_valid.eq(held_valid), *(register.eq(blocks[name]) for name, register in results.items())]
        m.d.comb += [self.out_left.eq(results["left"]), self.out_right.eq(results["right"])]
        return m

    def _blocks(self, m: Module, held: dict) -> dict:
        """Left and right block, as logic of the input registers."""
        m.submodules.encryption = forward = Combinational(encryption(self.cipher))
        chains = [forward]
        if self.encdec:
            m.submodules.decryption = backward = Combinational(decryption(self.cipher))
            chains.append(backward)
        for chain in chains:
            m.d.comb += [chain.in_tweakey.eq(held["tweakey"]), chain.in_block.eq(held["block"])]
        ports = {"left": "out_left", "right": "out_right"}
        if not self.encdec:
            return {name: getattr(forward, port) for name, port in ports.items()}
        return {name: Mux(held["decrypt"], getattr(backward, port), getattr(forward, port)) for name, port in ports.items()}


class ForkPipelined(ForkComponent):
    """Registers before the first round and after every k rounds: one call per cycle, always both blocks.

    With ``encdec`` each stage has rounds in both directions, so that calls of either kind may follow each other.

    Args:
        cipher: what is computed.
        stage: k, rounds between two registers.
        encdec: in both directions.

    Raises:
        CallError: k does not fit.
    """

    def __init__(self, cipher: Forkcipher, *, stage: int, encdec: bool = False):
        self.pipeline = Pipelined(bidirectional(cipher) if encdec else encryption(cipher), stage=stage)
        super().__init__(cipher, encdec=encdec)

    def elaborate(self, platform):
        m = Module()
        m.submodules.pipeline = inner = self.pipeline
        for name in inner.signature.members:
            inside, outside = getattr(inner, name), getattr(self, name)
            m.d.comb += outside.eq(inside) if name.startswith("out_") != name.endswith("ready") else inside.eq(outside)
        return m
