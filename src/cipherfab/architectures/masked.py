"""Masked (`masked=1`): a first-order threshold implementation with three shares, a stage of a round for each clock."""

from amaranth.hdl import Cat, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In

from ..ciphers.stages import RANDOM, SHARES, Staged, masked, share_names
from ..words.hardware import assign_parts
from .iterated import Iterated
from .steps import apply
from .stream import PrimitiveSignature


class Masked(Iterated):
    """The stages on one register for each share.

    Secrets come in and go out in three shares, ``in_NAME_0`` to ``in_NAME_2``, whose sum they are; the other inputs are public. A
    run takes a cycle for each stage of each round. A port beside those of `Iterated`: ``random``, fresh uniform bits in each cycle.

    Args:
        staged: what is masked.
    """

    def __init__(self, staged: Staged):
        self.staged = staged
        super().__init__(masked(staged))

    def more_ports(self) -> dict:
        return {RANDOM: In(self.staged.random_bits)} if self.staged.random_bits else {}

    def _following(self, m: Module, source: dict, state: dict, start: Signal) -> dict:
        random = {RANDOM: self.random} if self.staged.random_bits else {}
        return apply(m, "stage", self.primitive.step, {**source, **random}, self.primitive.layout)


class Unmasked(wiring.Component):
    """A masked core behind the ports of the primitive that it masks: for verification, never for use.

    Inputs are cut into shares with ``in_mask_NAME`` (the first two shares), outputs are the sums of their shares, and the fresh
    bits come from a shift register.

    Args:
        staged: what is masked.
        core: component to put behind the ports; by default a `Masked`.
    """

    def __init__(self, staged: Staged, core: wiring.Component | None = None):
        self.staged, self.core = staged, core or Masked(staged)
        primitive = staged.primitive
        masks = {f"mask_{name}": (SHARES - 1) * primitive.inputs[name] for name in sorted(staged.secrets)}
        super().__init__(PrimitiveSignature({**primitive.inputs, **masks}, primitive.outputs))

    def elaborate(self, platform):
        m = Module()
        m.submodules.masked = core = self.core
        for name in ("in_valid", "out_ready"):
            m.d.comb += getattr(core, name).eq(getattr(self, name))
        for name in ("in_ready", "out_valid"):
            m.d.comb += getattr(self, name).eq(getattr(core, name))
        for name, width in self.staged.primitive.inputs.items():
            whole = getattr(self, f"in_{name}")
            if name not in self.staged.secrets:
                m.d.comb += getattr(core, f"in_{name}").eq(whole)
                continue
            mask = getattr(self, f"in_mask_{name}")
            parts = [Signal(width, name=f"{share}_drawn") for share in share_names(name)]
            halves = [mask[:width], mask[width:]]
            # In two parts each: Amaranth would see through whole assignments, and the ports would lose their names.
            m.d.comb += [statement for part, half in zip(parts, halves) for statement in assign_parts(part, [half[:1], half[1:]])]
            m.d.comb += parts[2].eq(whole ^ parts[0] ^ parts[1])
            m.d.comb += [getattr(core, f"in_{share}").eq(part) for share, part in zip(share_names(name), parts)]
        for name in self.staged.primitive.outputs:
            first, second, third = (getattr(core, f"out_{share}") for share in share_names(name))
            m.d.comb += getattr(self, f"out_{name}").eq(first ^ second ^ third)
        self._random(m)
        return m

    def _random(self, m: Module) -> None:
        """A long shift register with feedback: not random, but different in every cycle."""
        bits = self.staged.random_bits
        if bits:
            register = Signal(max(bits, 64), init=0x9E3779B97F4A7C15, name="shift")
            m.d.sync += register.eq(Cat(register[-1] ^ register[3] ^ register[1] ^ register[0], register[:-1]))
            m.d.comb += self.core.random.eq(register[:bits])
