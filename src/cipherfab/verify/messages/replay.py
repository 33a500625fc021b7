# SPDX-License-Identifier: Apache-2.0
"""Counterexamples: messages as plain data, and played in the bench of the simulation."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...design import Design, LwcInterface
from ...errors import CipherfabError
from ...lwc import messages as bus
from ...lwc.messages import KEYLESS, Message, Operation
from ...lwc.streams import vectors
from ..rtl.simulator import Repeats, Simulator, Wait
from .prover import STRINGS, described

POWERS = 16
"""Power-up states from which a counterexample is played."""

FEW, MANY = 300, 1 << 17
"""So often messages are played one behind the other, at most, until one is answered wrongly: those
with each kind of message in front, and one alone.
"""


def replayed(
    design: Design,
    messages: Sequence[Message],
    directory: Path,
    waveform: Path | None,
    *,
    stalls: int | None = None,
    waits: Sequence[Sequence] = (),
    times: int = 0,
) -> tuple[bool, str]:
    """Whether the bench of `verify.rtl` shows a counterexample, and what it says.

    Args:
        stalls: seed; the stalls are the bench's own.
        waits: see `prove.Found`.
        times: so often more than once the last messages are played, those but a first one with
            its key if there are several.
    """
    interface = design.interface
    streams = vectors(messages, **interface.streamed)
    first = 1 if len(messages) > 1 else 0
    options = (
        {"powers": POWERS}
        if not times
        else {"power": 1, "repeats": Repeats(first=first, end=len(messages), times=times)}
    )
    asked = [
        Wait(port=port, position=position, ports=(port,), cycles=cycles)
        for port, position, cycles in waits
    ]
    try:
        simulator = Simulator.build(design, directory, trace=waveform is not None)
        played = simulator.play(
            streams, stall_seed=stalls, waits=asked, waveform=waveform, **options
        )
    except CipherfabError as error:
        return False, f"in simulation: {str(error).splitlines()[0]}"
    if played.passed:
        return False, f"simulation from {POWERS} power-up states does not show it"
    where = f"; waveform: {waveform}" if waveform else ""
    return True, f"replayed in simulation: {played.failure.text}{where}"


def behind_others(
    design: Design,
    message: Message,
    directory: Path,
    waveform: Path | None,
    waits: Sequence[Sequence] = (),
) -> tuple[list[dict[str, Any]], str]:
    """Play a message that a core answers wrongly in some state behind others that may lead there.

    Args:
        waits: see `prove.Found`.

    Returns:
        Messages of which the bench shows the last one answered wrongly, as `described`, none if it
        shows that of none; and what it says.
    """
    text = "simulation behind some other messages does not show it"
    for messages, times in _sequences(design.interface, message):
        happens, said = replayed(
            design,
            messages,
            directory,
            # A waveform of a hundred thousand messages would be too large.
            None if times else waveform,
            times=times,
            # Waits are counted in words from the first one on, so they would only meet the first
            # repeat.
            waits=() if times else waits,
        )
        if happens:
            told = f"the last {len(messages) - 1 or 1} again and again, {said}" if times else said
            return [described(one) for one in messages], told
    return [], text


def _sequences(interface: LwcInterface, message: Message) -> Iterator[tuple[list[Message], int]]:
    """What is played in front of a message, and it; and how often more."""
    before = list(_before(interface, message))
    # Where nothing comes before it a message must bring its key.
    fresh = message if message.operation in KEYLESS else replace(message, new_key=True)
    for one in before:
        yield [one, message], 0
    for one in before:
        for other in before:
            yield [one, other, message], 0
    first = before[0]
    for one in before:
        # The first message only brings the key.
        yield [first, one, message], FEW
    # A counter of messages shows itself only behind very many.
    yield [fresh], MANY
    if not message.new_key:
        yield [fresh, message], MANY


def _before(interface: LwcInterface, message: Message) -> Iterator[Message]:
    """Messages of each kind and outcome, with the key of ``message``."""
    if interface.aead:
        model = bus.catalog.find(interface.aead).model
        key = message.key or bytes(range(model.key_bytes))
        nonce = bytes(range(7, 7 + model.nonce_bytes))
        sealed = bus.encryption(interface.aead, key=key, nonce=nonce, ad=b"a", plaintext=b"p")
        yield sealed
        if interface.decrypts:
            # Right and wrong: a trigger may wait for either outcome.
            for tag in (sealed.tag, bytes(byte ^ 0x55 for byte in sealed.tag)):
                yield bus.decryption(
                    interface.aead, key=key, nonce=nonce, ad=b"a", ciphertext=sealed.result, tag=tag
                )
    if interface.hash:
        yield bus.hashing(interface.hash, message=b"m")
    for name in interface.xofs:
        yield bus.output(name, message=b"m", size=1)


def shown(messages: list[dict[str, Any]]) -> str:
    """The messages of a counterexample in a line."""
    return "; then ".join(
        f"{one['operation']} "
        + ", ".join(
            f"{name} {one[name]}"
            for name in STRINGS
            if one[name] and (name != "tag" or one["operation"] == Operation.DECRYPT)
        )
        for one in messages
    )
