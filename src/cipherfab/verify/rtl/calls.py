# SPDX-License-Identifier: Apache-2.0
"""Calls of a catalog's primitive as calls of a core with more ports: in both directions, or of a
forkcipher.
"""

from collections.abc import Iterator, Sequence

from ... import catalog
from ...design import BareInterface
from ...primitives.forkcipher import BOTH, LEFT, RIGHT, Forkcipher
from ...primitives.primitive import SCHEDULE, Primitive

ENCRYPTION = {"select": BOTH, "left": 1, "decrypt": 0, "again": 0}
"""Ports that say what a call computes, and their values for an encryption: of a forkcipher to both
blocks, or to the left one where a call gives one.
"""

PUBLIC = {**ENCRYPTION, SCHEDULE: 0}
"""Inputs that say what is computed, and so are no secret of a core without shares."""

Call = tuple[dict[str, int], dict[str, int | None]]
"""Inputs and outputs by port; None for an output that has no meaning in this call."""


def on_ports(
    interface: BareInterface, inputs: Sequence[dict], outputs: Sequence[dict]
) -> tuple[list[dict], list[dict]]:
    """What to play on a core to see that it computes these.

    Each call of a core with both directions is played forwards and backwards; each call of a
    forkcipher with every setting of the output switch.

    Args:
        interface: of the core.
        inputs, outputs: calls of the catalog's primitive.

    Returns:
        Inputs and outputs by the names of the core's ports; unchanged if those are the primitive's.
        For a cell-serial core of a forkcipher calls with both blocks, which `cell_words.words`
        takes apart.
    """
    entry = catalog.find(interface.algorithm)
    calls = [
        call
        for pair in zip(inputs, outputs, strict=True)
        for call in _calls(entry, interface, *pair)
    ]
    return [given for given, _ in calls], [taken for _, taken in calls]


def longest(
    interface: BareInterface,
    inputs: Sequence[dict],
    outputs: Sequence[dict],
    *,
    decrypt: bool = False,
) -> tuple[list[dict], list[dict]]:
    """Like `on_ports`, one call for each: an encryption, or a decryption, that gives all that the
    core can give at once.
    """
    entry = catalog.find(interface.algorithm)
    calls = [
        next(
            call
            for call in _calls(entry, interface, *pair)
            # A call for the second block has no inputs of its own.
            if call[0].get("decrypt", 0) == decrypt and not call[0].get("again")
        )
        for pair in zip(inputs, outputs, strict=True)
    ]
    return [given for given, _ in calls], [taken for _, taken in calls]


def _calls(
    entry: catalog.Algorithm, interface: BareInterface, inputs: dict, outputs: dict
) -> Iterator[Call]:
    if interface.cell and entry.forkcipher:
        calls = _forked(entry.forkcipher, interface, *_tweakey(entry, inputs), outputs)
        return (call for call in calls if call[0]["select"] == BOTH)
    if "select" in interface.inputs:
        return _forked(entry.forkcipher, interface, *_tweakey(entry, inputs), outputs)
    if "left" in interface.inputs:
        return _single(entry.forkcipher, interface, *_tweakey(entry, inputs), outputs)
    if "decrypt" in interface.inputs:
        return _directions(entry.primitive, inputs, outputs)
    return iter([(inputs, outputs)])


def _tweakey(entry: catalog.Algorithm, inputs: dict) -> tuple[int, int]:
    """Tweakey and block: the first inputs follow each other in the tweakey, the last is the
    block."""
    tweakey = 0
    *names, block = entry.primitive.inputs
    for name in names:
        tweakey = tweakey << entry.primitive.inputs[name] | inputs[name]
    return tweakey, inputs[block]


def _forked(
    cipher: Forkcipher, interface: BareInterface, tweakey: int, block: int, outputs: dict
) -> Iterator[Call]:
    decrypt = {"decrypt": 0} if "decrypt" in interface.inputs else {}
    for select in (BOTH, RIGHT, LEFT):
        wanted = {
            "left": outputs["left"] if select & LEFT else None,
            "right": outputs["right"] if select & RIGHT else None,
        }
        yield {"tweakey": tweakey, "block": block, "select": select, **decrypt}, wanted
    if decrypt:
        given, other = ("left", "right") if cipher.given == LEFT else ("right", "left")
        yield (
            {"tweakey": tweakey, "block": outputs[given], "select": BOTH, "decrypt": 1},
            {given: block, other: outputs[other]},
        )


def _single(
    cipher: Forkcipher, interface: BareInterface, tweakey: int, block: int, outputs: dict
) -> Iterator[Call]:
    """One block for each call; where the core can, the other one without inputs after it."""
    given, other = ("left", "right") if cipher.given == LEFT else ("right", "left")
    encryption = {
        "tweakey": tweakey,
        "block": block,
        **{name: 0 for name in ("decrypt", "again") if name in interface.inputs},
    }
    for left, wanted, second in ((1, "left", "right"), (0, "right", "left")):
        yield {**encryption, "left": left}, {"block": outputs[wanted]}
        if "again" in interface.inputs:
            # The other inputs have no meaning then: a core that read them would give something
            # else.
            yield {name: 1 for name in interface.inputs}, {"block": outputs[second]}
    if "decrypt" in interface.inputs:
        yield {**encryption, "left": 0, "block": outputs[given], "decrypt": 1}, {"block": block}
        if "again" in interface.inputs:
            yield {name: 1 for name in interface.inputs}, {"block": outputs[other]}


def _directions(primitive: Primitive, inputs: dict, outputs: dict) -> Iterator[Call]:
    # Key and tweak are inputs of both directions; the plaintext is the one that the inverse has
    # not.
    plaintext = next(name for name in primitive.inputs if name not in primitive.inverse.inputs)
    shared = {name: value for name, value in inputs.items() if name != plaintext}
    (ciphertext,) = outputs.values()
    yield {**shared, "block": inputs[plaintext], "decrypt": 0}, {"block": ciphertext}
    yield {**shared, "block": ciphertext, "decrypt": 1}, {"block": inputs[plaintext]}
