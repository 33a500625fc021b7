# SPDX-License-Identifier: Apache-2.0
"""Cycles of each function of a core with the LWC API: encryption, decryption, hash, and those with
an output of any length.

They are counted as those of `cipherfab.measure.cycles`: without stalls, one message after the
other, from the first instruction word to the status, with a key that is there.
"""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from cipherfab.design import Design, LwcInterface
from cipherfab.errors import DesignError
from cipherfab.lwc.messages import Message, decryption, encryption, hashing, output
from cipherfab.lwc.streams import vectors
from cipherfab.report.markdown import table
from cipherfab.verify.rtl.simulator import Simulator

SIZES = (0, 16, 64, 1536)
"""Bytes of a message; there is no associated data."""

CUSTOMIZATION, OUTPUT = 16, 32
"""Bytes of the string of a CXOF, and of what is asked for."""

ENCRYPTION, DECRYPTION = "encryption", "decryption"


def cycles(design: Design) -> dict[str, list[int]]:
    """For each function of a core its cycles for each of `SIZES`.

    Raises:
        DesignError: an answer is wrong.
    """
    interface, names, messages = design.interface, [], []
    assert isinstance(interface, LwcInterface)
    for name, message in _messages(interface):
        names.append(name)
        messages.append(message)
    played = vectors(messages, **interface.streamed)
    with tempfile.TemporaryDirectory(prefix="cipherfab-functions-") as work:
        done = Simulator.build(design, Path(work)).play(played, stall_seed=None, spaced=True)
    if not done.passed:
        raise DesignError(f"{design.name}: {done.failure.text}")
    found: dict[str, list[int]] = {}
    for name, count in zip(names, done.message_cycles):
        if name:
            found.setdefault(name, []).append(count)
    return found


def _messages(interface: LwcInterface) -> Iterator[tuple[str, Message]]:
    """Each with the name of its function; the first one brings the key, and does not count."""
    random = Random(1)
    keyed = {"key": random.randbytes(16), "nonce": random.randbytes(16)}
    if interface.aead:
        yield "", encryption(interface.aead, **keyed)
    for size in SIZES:
        text = random.randbytes(size)
        if interface.aead:
            given = encryption(interface.aead, **keyed, plaintext=text, new_key=False)
            yield ENCRYPTION, given
            if interface.decrypts:
                sent = {"ciphertext": given.result, "tag": given.tag}
                yield DECRYPTION, decryption(interface.aead, **keyed, **sent, new_key=False)
        if interface.hash:
            yield interface.hash, hashing(interface.hash, message=text)
        for name in interface.xofs:
            string = bytes(CUSTOMIZATION * name.endswith("cxof128"))
            yield name, output(name, message=text, size=OUTPUT, customization=string)


def text(found: Mapping[str, Mapping[str, list[int]]]) -> str:
    """The table: a row for each core, a column for each function."""
    names = list(dict.fromkeys(name for each in found.values() for name in each))
    rows = [
        [f"`{core}`", *(", ".join(f"{one:,}" for one in each.get(name, [])) or "–"
                        for name in names)]
        for core, each in found.items()
    ]  # fmt: skip
    sizes = ", ".join(f"{size:,}" for size in SIZES)
    said = (
        f"Cycles for {sizes} bytes, without associated data. The key is there. An output has "
        f"{OUTPUT} bytes, and the string of a CXOF {CUSTOMIZATION}.\n"
    )
    return "\n".join([said, table(["core", *names], rows)])
