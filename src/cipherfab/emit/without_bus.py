# SPDX-License-Identifier: Apache-2.0
"""A core without the LWC API, for those who have streams of their own: the mode's controller with
its primitive, which takes and gives blocks.
"""

from pathlib import Path

from amaranth.hdl import Value

from ..controllers.contract import Controller
from ..controllers.ports import Announcement, Phase
from ..cores.verilog import verilog
from ..design import Design
from . import rtl
from .bridges.answers import known_answers
from .constraints import FPGA_PERIOD_NS, PERIOD_NS, sdc, waivers, xdc
from .package import write_files
from .page import clock_and_reset
from .sheet import evidence
from .texts import Port, filled, licensed, page

MEANINGS = {
    "key": "the secret key, first byte most significant; the same while a message is under way",
    "key_word": "the next word of the key, the first one first",
    "key_write": "that word is there",
    "key_free": "it is taken at the next edge",
    "control__decrypt": "1: decrypt, 0: encrypt; the same while a message is under way",
    "control__hash": "1 while a message is hashed",
    "control__hashing": "1 for a cycle before the first block of a message that is hashed",
    "control__abort": "1: give the message up, without an answer",
    "control__padded": "decrypt a message whose ciphertext is marked as padded",
    "block__data": "a block, first byte most significant, invalid bytes 0",
    "block__mask": "which bytes are valid, always the first ones; top bit: the first byte",
    "block__phase": "what it belongs to: "
    + ", ".join(f"{phase.value} {phase.name.lower()}" for phase in Phase),
    "block__last": "the last block of this phase; of nothing, one block with mask 0",
    "block__full": "the block is as long as `short` asks for",
    "block__held": "the same as `block__data`; a buffer may give its first word later here",
    "block__open": "a block with mask 0 comes next and says whether it was the last one; or 0",
    "block__valid": "the block is there",
    "block__ready": "it is taken at the next edge",
    "answer__data": "ciphertext, plaintext, tag or digest",
    "answer__mask": "which bytes of it count, always the first ones",
    "answer__valid": "an answer is there; it may come in the cycle that takes its block",
    "answer__ready": "it is taken at the next edge",
    "answer__taken": "with valid and ready: it need not stay; 1, unless it has no other place yet",
    "answer__there": "an answer could be given now; for buffers that look ahead",
    "answer__of_block": "it would be that to the block of the message on the port",
    "answer__stream": "what would be added to that block",
    "status__announce": "what is announced comes next",
    "status__announcement": "what that is: "
    + ", ".join(f"{kind.value} {kind.name.lower()}" for kind in Announcement),
    "status__announced": "that was noticed",
    "status__text": "what is announced is the message itself",
    "status__plaintext": "which is plaintext (1) or ciphertext (0)",
    "status__length": "its bytes",
    "status__padded": "that block was padded",
    "status__done": "the message is through",
    "status__success": "with `status__done`: 1, unless the tag is wrong: then what came is void",
    "status__accepted": "that was noticed",
    "short": "how long the next block is, see below",
    "random": "fresh uniform random bits",
    "random_valid": "they are there",
    "random_ready": "they are taken at the next edge",
}
"""Ports of a controller, see `controllers.ports`."""


def write_without_bus(design: Design, controller: Controller, directory: Path) -> list[str]:
    """Write the package and return the names of its files.

    Args:
        design: the controller as a design, with the interface of the core that it is of.
        controller: what says how long its blocks are.
        directory: created if missing.

    Raises:
        CallError: ``directory`` is a file.
    """
    return write_files(files(design, controller), directory)


def files(design: Design, controller: Controller) -> dict[str, str]:
    """The texts of all files by name."""
    text = verilog(controller, design.top, told=True)
    # What is known of the core was measured with its bus, so none of it is said here.
    sources = rtl.files(design, evidence(design.name, ()), text)
    found = {
        **sources,
        "test_core.py": _test(design, controller, list(sources)),
        "known_answers.txt": known_answers(design.interface),
        f"{design.top}.vlt": waivers(),
        f"{design.top}.sdc": sdc(design, _ports(design, controller), PERIOD_NS),
        f"{design.top}.xdc": xdc(design, FPGA_PERIOD_NS),
        "README.md": _page(design, controller),
    }
    return {
        "LICENSE": filled("LICENSE.txt"),
        **{name: licensed(name, text) for name, text in found.items()},
    }


def sizes(controller: Controller) -> tuple[int, ...]:
    """Bytes of a block while ``short`` is 0, 1, …"""
    # The mask has a bit for each byte.
    return len(controller.block.mask), *controller.short_bytes


def _test(design: Design, controller: Controller, sources: list[str]) -> str:
    interface = design.interface
    return filled(
        "without_bus.txt",
        TOP=design.top,
        NAME=design.name,
        DECRYPTS=bool(interface.aead and interface.decrypts),
        SIZES=list(sizes(controller)),
        SOURCES="".join(f'\n    "{name}",' for name in sources),
    )


def ports(controller: Controller) -> list[Port]:
    """All ports but clock and reset.

    Raises:
        KeyError: one without a meaning in `MEANINGS`.
    """
    flat = [
        # Amaranth joins the names of nested interfaces by two underscores.
        ("__".join(map(str, path)), member, value)
        for path, member, value in controller.signature.flatten(controller)
    ]
    return [
        (name, member.flow.name.lower(), Value.cast(value).shape().width, MEANINGS[name])
        for name, member, value in flat
    ]


def _ports(design: Design, controller: Controller) -> list[Port]:
    """Clock and reset in front of the others."""
    return [*clock_and_reset(design), *ports(controller)]


def _page(design: Design, controller: Controller) -> str:
    """README.md: what it is, its ports, how a message goes."""
    lengths = ", ".join(f"{number}: {size} bytes" for number, size in enumerate(sizes(controller)))
    interface = design.interface
    order = ["nonce", "associated data", "message"] if interface.aead else ["message"]
    return page(
        "without_bus.md",
        design=design,
        algorithms=rtl.algorithms(design),
        order=order,
        lengths=lengths,
        ports=_ports(design, controller),
    )
