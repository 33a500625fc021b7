# SPDX-License-Identifier: Apache-2.0
"""What a block is played and evaluated on."""

from collections.abc import Mapping

from ...modes.xex import TWEAK
from ...verify.answers import genkat
from ..unrolled.calls import Calls, random_calls
from .variants import algorithm, circuits_of, primitive


def calls(block: str, seed: int) -> dict[str, Calls]:
    """Known answers of the algorithm, brought to the block's ports, and random calls with the
    model's results.
    """
    inputs, outputs = genkat.calls(algorithm(block))
    on_ports = getattr(circuits_of(block.partition("/")[0]), "on_ports", None)
    if on_ports:
        inputs = [on_ports(block, call) for call in inputs]
    made = random_calls(primitive(block), seed)
    if TWEAK in primitive(block).inputs:
        inputs, outputs = _tweaked(inputs, outputs, [call[TWEAK] for call in made[0]])
    return {"official known answers": (inputs, outputs), "random calls": made}


def _tweaked(inputs: list[Mapping], outputs: list[Mapping], tweaks: list[int]) -> Calls:
    """Known answers of a cipher as those of its XEX form: the tweak is added to plaintext and
    ciphertext.
    """
    return (
        [
            {**call, "plaintext": call["plaintext"] ^ tweak, TWEAK: tweak}
            for call, tweak in zip(inputs, tweaks)
        ],
        [{"ciphertext": call["ciphertext"] ^ tweak} for call, tweak in zip(outputs, tweaks)],
    )
