# SPDX-License-Identifier: Apache-2.0
"""A decryption is accepted exactly if its tag is the right one: for all tags, proved on the RTL.

A few messages are played, all of them constants but for the tag of one, of which every bit is free.
Headers, key, nonce and data then fold away, and so do the cipher and the states of the core,
wherever they do not depend on the tag that is received: what is left of the status is a function of
that tag's bits. It must be 1 at the right tag and at no other, which ABC proves. So nothing need be
known of where the comparison is, or in which cycles it is done: whole, word by word, or bit by bit.

A counterexample is two tags that are both accepted (or a right one that is refused). It is played
in simulation before anything is said of it.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from ... import catalog
from ...design import Design, LwcInterface
from ...errors import DesignError, ToolError
from ...lwc.messages import Message, Operation, encryption
from ...lwc.streams import vectors
from ...modes.aez import Aez
from ...modes.elmd import Elmd
from ...modes.forkae import ForkAead
from ...modes.poet import Poet
from ...modes.two_passes import TwoPasses
from ...tools import compiler
from ..answers.stimulus import flipped
from ..equivalence.aig import FALSE, TRUE
from ..equivalence.netlist import Netlist, read_rtl
from ..equivalence.sweeping import swept
from ..finding import Finding
from ..rtl.simulator import Simulator
from .bus import Answer, Bits, Limits, NotEnded, play, word
from .machine import Machine

CHECK = "every tag (proof)"

TEXT_OF_TAG = TwoPasses, ForkAead, Aez, Elmd, Poet
"""Modes in which the text that is decrypted depends on the tag: a word of it may begin as a status
does, see `bus.play`.
"""

LIMITS = Limits(cycles=20_000, nodes=400_000)
"""Of one message. A comparison takes some thousands of nodes; a cipher that works on the received
tag takes more than these.
"""

PATTERNS = 512
"""Tags that are tried before ABC is asked."""

SECONDS = 20
"""For ABC."""

ENOUGH_CYCLES = 6_000
"""Behind so many no further decryption begins; a core that is slow has fewer."""


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A decryption whose tag is free.

    Attributes:
        before: what was played before it, from power-up.
        message: it, with the right tag.
        answer: what came of it.
    """

    before: tuple[Message, ...]
    message: Message
    answer: Answer


@dataclass(frozen=True, kw_only=True)
class Decided:
    """What was found.

    Attributes:
        verdict: ``proved``, ``refuted`` or ``open``.
        detail: a line.
        shape, tag: of one that is refuted the decryption, and the tag of which the wrong thing is
            said.
    """

    verdict: str
    detail: str
    shape: Shape | None = None
    tag: bytes = b""


def applies(design: Design) -> bool:
    """Whether there is something to prove: a core that decrypts, and not on shares."""
    interface = design.interface
    return (
        isinstance(interface, LwcInterface)
        and bool(interface.aead)
        and interface.decrypts
        and not interface.masking
    )


def check_tags(design: Design, directory: Path, *, seed: int) -> list[Finding]:
    """One finding, open if the proof did not end; none of a design to which it does not apply.

    Args:
        design: as `verify.rtl.check.check_rtl` has it.
        directory: for the files of Yosys and ABC, and the compiled simulator.
        seed: of keys, nonces, data, stalls and the power-up state.
    """
    # The cycles are computed by a program in C++ (`machine`).
    if not applies(design) or not compiler.available():
        return []
    start = time.monotonic()
    passed, detail = _checked(design, Path(directory), seed)
    return [Finding("rtl", CHECK, passed, detail, time.monotonic() - start, seed=seed)]


def _checked(design: Design, directory: Path, seed: int) -> tuple[bool | None, str]:
    place = directory / "tags"
    place.mkdir(parents=True, exist_ok=True)
    try:
        found = decide(design, read_rtl(design, place), place, seed=seed)
    # It is a limit of the graph, and no defect of the core.
    except (DesignError, ToolError) as error:
        return None, f"not read as a graph: {str(error).splitlines()[0]}"
    if found.verdict == "refuted":
        return _replayed(design, directory, found, seed)
    return True if found.verdict == "proved" else None, found.detail


def decide(design: Design, netlist: Netlist, directory: Path, *, seed: int) -> Decided:
    """What is said of all tags.

    Args:
        design, seed: as for `check_tags`.
        netlist: of its RTL.
        directory: an existing one.

    Raises:
        DesignError: the netlist is none that can be run, or answers a message otherwise than it
            must.
    """
    machine, ours, shapes = Machine(netlist, design), design.third_party is None, []
    try:
        for shape in _shapes(design, machine, seed):
            verdict, tag = _decided(machine, shape, directory, strict=ours)
            if verdict == "refuted":
                # What the graph says of this tag tells which of three things is wrong.
                accepted = machine.free.simulate(_values([tag]), 1)[shape.answer.accepted]
                return Decided(
                    verdict=verdict,
                    shape=shape,
                    tag=tag,
                    detail=_said(shape.message.tag, tag, bool(accepted)),
                )
            if verdict != "proved":
                return Decided(verdict="open", detail="not ended: ABC had no answer in time")
            shapes.append(shape)
    except NotEnded:
        return Decided(
            verdict="open",
            detail="not ended: the status of a decryption is no small "
            "function of its tag, or takes too many cycles",
        )
    # Ours are refuted where the cycle depends on the tag; of others it is only not claimed.
    same = ours or all(map(_constant, shapes))
    return Decided(
        verdict="proved",
        detail=(
            f"accepted exactly if all {8 * len(shapes[0].message.tag)} bits are right, in "
            f"{len(shapes)} decryptions, each for all tags, in "
            f"{sum(len(shape.answer.cycles) for shape in shapes)} cycles"
            + ("; each status in the same cycle for all wrong tags" if same else "")
        ),
    )


def _said(right: bytes, tag: bytes, accepted: bool) -> str:
    """What is wrong about a tag."""
    if tag == right:
        return f"the right tag {right.hex()} is refused"
    if not accepted:
        return f"the refusal of tag {tag.hex()}, where {right.hex()} is right, takes another time"
    bits = int.from_bytes(right, "big") ^ int.from_bytes(tag, "big")
    return (
        f"a decryption is accepted with tag {right.hex()}, which is right, and with "
        f"{tag.hex()}, which differs in {bits.bit_count()} bits"
    )


def _constant(shape: Shape) -> bool:
    return all(literal <= TRUE for literal in shape.answer.cycles)


def plan(aead: str, seed: int) -> list[tuple[Message, bytes]]:
    """Messages, and the tags with which they are played to go on; of decryptions the tag is free
    first.

    A decryption comes behind an encryption, a failure with the same message and with another one,
    and a success; some bring a new key; with associated data, text, both, and neither. A mode in
    which the text depends on the tag has decryptions without text only.
    """
    random, model = Random(seed), catalog.find(aead).model
    texts = not isinstance(model, TEXT_OF_TAG)

    def made(ad: int, text: int, **options) -> tuple[Message, Message]:
        good = encryption(
            aead,
            key=options.pop("key", None) or random.randbytes(model.key_bytes),
            nonce=random.randbytes(model.nonce_bytes),
            ad=_plain(random, ad),
            plaintext=_plain(random, text if texts else 0),
            **options,
        )
        return good, replace(
            good, operation=Operation.DECRYPT, data=good.result, result=good.data, new_key=False
        )

    good, back = made(model.ad_block_bytes + 3, model.block_bytes + 5)
    _, empty = made(0, 0, key=good.key)
    _, only_ad = made(5, 0, key=good.key)
    _, only_text = made(0, 7)
    _, whole = made(model.ad_block_bytes, model.block_bytes, key=only_text.key)
    size = len(good.tag)
    return [(good, good.tag), (back, flipped(back.tag, random.randrange(8 * size))),
            (back, back.tag), (empty, bytes(size)), (only_ad, only_ad.tag),
            (replace(only_text, new_key=True), back.tag), (whole, whole.tag)]  # fmt: skip


def _plain(random: Random, size: int) -> bytes:
    """Bytes of which none begins as a status does."""
    # `bus.play` takes a word that begins with 111 for a status; a byte below 128 begins with 0.
    return bytes(byte & 0x7F for byte in random.randbytes(size))


def _shapes(design: Design, machine: Machine, seed: int) -> Iterator[Shape]:
    """Every decryption of the plan, played twice: with all tags, and with one to go on."""
    interface, before = design.interface, []
    random = Random(seed)
    # A core of others may count on initial values, and random ones would not be these.
    state, cycles = machine.powered_up(None if design.third_party else random), 0
    for number, (message, tag) in enumerate(plan(interface.aead, seed)):
        if cycles > ENOUGH_CYCLES:
            return
        if not interface.key_reuse:
            message = replace(message, new_key=True)
        stalls = Random(seed) if number % 2 else None
        decrypts = message.operation == Operation.DECRYPT
        if decrypts:
            pdi, sdi = _words(interface, message, machine)
            answer = play(machine, state, pdi, sdi, LIMITS, stalls=stalls)
            cycles += len(answer.cycles)
            yield Shape(before=tuple(before), message=message, answer=answer)
        right = tag == message.tag
        given = message if right else replace(message, tag=tag, result=None)
        answer = play(
            machine,
            state,
            *_words(interface, given),
            LIMITS,
            stalls=stalls,
            skipped=0 if decrypts else _before_status(interface, given),
        )
        # Nothing is free in this play, so the status is a constant.
        if (answer.accepted, answer.said) != (int(right), TRUE):
            raise DesignError(
                f"its graph answers message {number + 1} otherwise than it must, "
                f"which simulation shows or an initial value explains"
            )
        state = answer.state
        before.append(given)


def _words(
    interface: LwcInterface, message: Message, machine: Machine | None = None
) -> tuple[list[Bits], list[Bits]]:
    """The words on PDI and SDI; with a machine the bits of the tag are free."""
    streams = vectors([message], **interface.streamed)
    pdi = [word(number, interface.width) for number in streams.pdi.words]
    if machine:
        size, width = len(message.tag), interface.width
        count = -(-8 * size // width)
        for byte in range(size):
            # The tag is last on PDI, and the first byte of a word is its most significant one.
            bits, place = pdi[len(pdi) - count + 8 * byte // width], width - 8 - 8 * byte % width
            bits[place : place + 8] = [machine.free.input(("tag", byte, bit)) for bit in range(8)]
    return pdi, [word(number, interface.sdi_width) for number in streams.sdi.words]


def _before_status(interface: LwcInterface, message: Message) -> int:
    """Words on DO before the status."""
    return len(vectors([message], **interface.streamed).do.words) - 1


def _decided(machine: Machine, shape: Shape, directory: Path, *, strict: bool) -> tuple[str, bytes]:
    """``proved``; ``refuted`` and a tag of which the wrong thing is said; or ``undecided``."""
    graph, answer, right = machine.free, shape.answer, shape.message.tag
    equal = TRUE
    for byte, value in enumerate(right):
        for bit in range(8):
            # The lowest bit of a literal inverts it: 1 where the bit of the tag is right.
            equal = graph.and_(equal, graph.input(("tag", byte, bit)) ^ (value >> bit & 1 ^ 1))
    wrong = graph.or_(graph.xor(answer.accepted, equal), answer.said ^ 1)
    if strict and not _constant(shape):
        other = _other_cycle(machine, shape)
        wrong = graph.or_(wrong, graph.and_(other, equal ^ 1))
    if wrong == FALSE:
        return "proved", b""
    if tag := _tried(machine, wrong, right):
        return "refuted", tag
    return _asked(machine, wrong, directory, len(right))


def _other_cycle(machine: Machine, shape: Shape) -> int:
    """1 for a tag whose status comes in another cycle than that of a wrong one. That of the right
    one may: it comes behind the text, where a core keeps that until the end.
    """
    graph, cycles = machine.free, shape.answer.cycles
    simulation = graph.simulate(_values([flipped(shape.message.tag, 0)]), 1)
    found = FALSE
    for literal in cycles:
        if literal > TRUE and not simulation[literal]:
            found = graph.or_(found, literal)
    return found


def _values(tags: list[bytes]) -> dict[object, int]:
    """Of each bit of a tag its value in each of several."""
    return {
        ("tag", byte, bit): sum((tag[byte] >> bit & 1) << number for number, tag in enumerate(tags))
        for byte in range(len(tags[0]))
        for bit in range(8)
    }


def _tried(machine: Machine, wrong: int, right: bytes) -> bytes:
    """One of some tags of which the wrong thing is said: those that differ in a bit or two, and
    random ones.
    """
    # Any seed does, if it is the same in each run.
    random = Random(len(right))
    tags = [right, *(flipped(right, bit) for bit in range(8 * len(right)))]
    while len(tags) < PATTERNS:
        tags.append(flipped(random.choice(tags), random.randrange(8 * len(right))))
    found = machine.free.simulate(_values(tags), len(tags))[wrong]
    # The lowest bit that is 1 is the first tag of which something is wrong.
    return tags[(found & -found).bit_length() - 1] if found else b""


def _asked(machine: Machine, wrong: int, directory: Path, size: int) -> tuple[str, bytes]:
    """What ABC says."""
    verdict, values = swept(machine.free, [wrong], directory, "tags", seconds=SECONDS)
    if verdict != "refuted":
        return verdict, b""
    tag = bytearray(size)
    for (_, byte, bit), value in values.items():
        tag[byte] |= value << bit
    return verdict, bytes(tag)


def _replayed(
    design: Design, directory: Path, found: Decided, seed: int
) -> tuple[bool | None, str]:
    """What simulation says of a counterexample."""
    interface, message, tag = design.interface, found.shape.message, found.tag
    forged = (
        message
        if tag == message.tag
        else replace(message, tag=tag, result=None, note=f"tag {tag.hex()}")
    )
    streams = vectors([*found.shape.before, forged], **interface.streamed)
    simulator = Simulator.build(design, directory)
    for stalls in (None, seed):
        result = simulator.play(streams, stall_seed=stalls, power=seed)
        if not result.passed:
            return False, f"{found.detail}; in simulation: {result.failure.text}"
    return None, f"{found.detail}, by its graph, and not in simulation"
