# SPDX-License-Identifier: Apache-2.0
"""The datapath of `sponge.ahead` for registers with an enable, as FPGAs have them.

The last step of a run waits until it is decided what stands behind it
(`architectures.iterated.ahead.WaitingAhead`). So a block is always added to what the rounds give,
never to the state, and no gate keeps the state or an answer::

    rounds ── & takes ─┐                   rounds ── ^ block ─┐
       block, key, … ──┴─ ^ ──> state      tag, digest ───────┴──> answer
"""

from amaranth.hdl import Const, Module, Mux, Signal

from ...words.hardware import told
from .ahead_datapath import AheadDatapath


class EnabledDatapath(AheadDatapath):
    """Adds the same logic as `AheadDatapath`, with an enable for the state and one for the answer.

    Args: those of `AheadDatapath`; the permutation is a `WaitingAhead`.
    """

    def _steps(self, m: Module) -> Signal:
        """Nothing is asked; a tag is added behind the last step, a digest read there."""
        gives = self.core.answer.valid & self.core.answer.ready
        goes = self.now.changes | (gives & self._squeezes())
        m.d.comb += self.permutation.goes.eq(goes)
        return Const(1)

    def _stays(self, low: int, high: int, cleared, stepping):
        return self.permutation.out_stepped[low:high] & ~cleared

    def _answer(self, m: Module, inputs: list[dict]) -> Signal:
        """Message: rounds and block, in the clock in which the block is added. Tag and digest: from
        the state, a clock later.

        Returns: `differences`.
        """
        core, now, size = self.core, self.now, 8 * self.core.port_bytes
        text = self._streams(m, self.permutation.out_stepped, size, "stepped_")["text"]
        of_state = self._streams(m, self.permutation.out_x, size, "answer_")
        gives = core.answer.valid & core.answer.ready
        due = {"tag": now.gives_tag, "digest": gives & self._squeezes()}
        of_text = told("answers_block", "The block is added to the key stream.")
        m.d.sync += of_text.eq(gives & now.is_message)
        other, loads = Const(0, size), of_text
        for name, promised in due.items():
            if name in of_state:
                later, reads = (
                    Signal(name=f"{name}_is_due"),
                    told(f"reads_{name}", f"The answer is read from the {name}."),
                )
                m.d.sync += [later.eq(promised), reads.eq(later)]
                other = other | (of_state[name] & reads.replicate(size))
                loads = loads | reads
        register = Signal(size, name="answer_register", reset_less=True)
        with m.If(loads):
            # The block is in registers in this clock (`lwc.aheadbuffer`).
            m.d.sync += register.eq(Mux(of_text, text ^ core.block.data, other))
        m.d.comb += [core.answer.data.eq(register), core.answer.loads.eq(loads)]
        differences = Signal(size, name="differences")
        m.d.comb += differences.eq(of_state["tag"] ^ core.block.data)
        return differences
