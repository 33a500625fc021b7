# SPDX-License-Identifier: Apache-2.0
"""Forkciphers without iteration: `full` (a single cycle) and `pipelined=k`, the latter made of a
derived primitive.
"""

from amaranth.hdl import Module, Signal

from ...primitives.forkcipher import LEFT, Forkcipher, bidirectional, encryption
from ..iterated.pipelined import Pipelined
from .fork import ForkComponent, branched, cascade, choose, decryption_parts, loaded, registers


class ForkFull(ForkComponent):
    """All rounds between an input and an output register: one call per cycle, two cycles of
    latency, always both blocks.

    With ``encdec`` there is a second cascade of rounds beside the first; the registers are shared.
    """

    def elaborate(self, platform):
        m = Module()
        inputs = {
            "tweakey": self.in_tweakey,
            "block": self.in_block,
            **({"decrypt": self.in_decrypt} if self.encdec else {}),
        }
        held = registers({name: len(value) for name, value in inputs.items()}, "held_")
        results = registers({"left": self.cipher.block, "right": self.cipher.block}, "result_")
        held_valid, out_free = Signal(name="held_valid"), Signal(name="out_free")
        blocks = self._blocks(m, held)
        m.d.comb += [
            out_free.eq(~self.out_valid | self.out_ready),
            # What is held moves on whenever results may be written.
            self.in_ready.eq(~held_valid | out_free),
        ]
        with m.If(self.in_ready):
            m.d.sync += [
                held_valid.eq(self.in_valid),
                *(held[name].eq(value) for name, value in inputs.items()),
            ]
        with m.If(out_free):
            m.d.sync += [
                self.out_valid.eq(held_valid),
                *(register.eq(blocks[name]) for name, register in results.items()),
            ]
        m.d.comb += [self.out_left.eq(results["left"]), self.out_right.eq(results["right"])]
        return m

    def _blocks(self, m: Module, held: dict) -> dict:
        """Left and right block, as logic of the input registers."""
        encrypted = self._encrypted(m, held)
        return (
            choose(held["decrypt"], self._decrypted(m, held), encrypted)
            if self.encdec
            else encrypted
        )

    def _encrypted(self, m: Module, held: dict) -> dict:
        cipher = self.cipher
        begin = {"x": held["block"], **loaded(m, cipher, held["tweakey"])}
        fork = cascade(m, "initial", cipher, begin, cipher.before)[-1]
        right = cascade(m, "right", cipher, fork, cipher.right)[-1]
        begin = {**right, "x": branched(m, "branch", cipher, fork["x"])}
        return {
            "left": cascade(m, "left", cipher, begin, cipher.left)[-1]["x"],
            "right": right["x"],
        }

    def _decrypted(self, m: Module, held: dict) -> dict:
        """Each of the three ways has its schedule from the tweakey by a shallow network."""
        cipher, (first, second, third) = self.cipher, decryption_parts(self.cipher)
        schedule = {
            place: loaded(m, cipher, held["tweakey"], place)
            # A set, as two ways may begin at one position and then share its network.
            for place in {first.start, second.start, third.start}
        }
        begin = {"x": held["block"], **schedule[first.start]}
        back = cascade(m, "back", cipher, begin, first.start - first.stop, backward=True)[-1]
        branch = branched(m, "back_branch", cipher, back["x"])
        fork = branch if cipher.given == LEFT else back["x"]
        other = cascade(
            m, "other", cipher, {"x": branch, **schedule[second.start]}, second.stop - second.start
        )[-1]["x"]
        plaintext = cascade(
            m, "plain", cipher, {"x": fork, **schedule[third.start]}, cipher.before, backward=True
        )[-1]["x"]
        # The plaintext leaves on the port of the block that was given.
        return dict(
            zip(
                ("left", "right") if cipher.given == LEFT else ("right", "left"), (plaintext, other)
            )
        )


class ForkPipelined(ForkComponent):
    """Registers before the first round and after every k rounds: one call per cycle, always both
    blocks.

    With ``encdec`` each stage has rounds in both directions, so that calls of either kind may
    follow each other.

    Args:
        cipher: what is computed.
        stage: k, rounds between two registers.
        encdec: in both directions.

    Raises:
        CallError: k does not fit.
    """

    def __init__(self, cipher: Forkcipher, *, stage: int, encdec: bool = False):
        self.pipeline = Pipelined(
            bidirectional(cipher) if encdec else encryption(cipher), stage=stage
        )
        super().__init__(cipher, encdec=encdec)

    def elaborate(self, platform):
        m = Module()
        m.submodules.pipeline = inner = self.pipeline
        for name in inner.signature.members:
            inside, outside = getattr(inner, name), getattr(self, name)
            m.d.comb += (
                outside.eq(inside)
                # What leaves: all of ``out_``, but ``out_ready``; and ``in_ready``.
                if name.startswith("out_") != name.endswith("ready")
                else inside.eq(outside)
            )
        return m
