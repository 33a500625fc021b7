"""A whole core with the LWC Hardware API: its handshakes, and what it does with keys and instructions that are wrong."""

import random
from dataclasses import replace

import pytest
from streams import Stream, play

from cipherfab import catalog, cores
from cipherfab.corename import parse
from cipherfab.lwc.messages import Header, Instruction, Message, Violation, decryption, encryption, hashing, vectors
from cipherfab.lwc.protocol import Opcode, Segment
from cipherfab.lwc.vectors import Block, Item, Vectors
from cipherfab.verify.simulator import Simulator

AEAD = "ascon-128a"
KEY, NONCE = bytes(range(16)), bytes(range(16, 32))
BUSES = {bus: f"{AEAD}/unrolled=2,bus={bus}" for bus in (32, 8)}


def simulated(name: str, messages: list, **options) -> list[tuple[int, int]]:
    """The words and last flags of DO, from Amaranth's simulator."""
    component = cores.lwc_component(parse(name))
    played = vectors(messages, width=component.width)
    pdi, sdi = (Stream(valid=getattr(component, f"{port}_valid"), ready=getattr(component, f"{port}_ready"),
                       payload={"data": getattr(component, f"{port}_data")}, items=[{"data": word} for word in stream.words])
                for port, stream in (("pdi", played.pdi), ("sdi", played.sdi)))
    do = Stream(valid=component.do_valid, ready=component.do_ready, payload={"data": component.do_data, "last": component.do_last})
    count = len(played.do.words)
    play(component, [pdi, sdi], [do], until=lambda: len(do.passed) >= count, **options)
    return [(values["data"], values["last"]) for values in do.values]


@pytest.mark.parametrize("options", [{"seed": None}, {"seed": 1}, {"seed": None, "patient": True}, {"seed": 2, "patient": True}],
                         ids=["no stalls", "stalls", "ready waits for valid", "ready waits for valid, stalls"])
@pytest.mark.parametrize("name", ["ascon-128/unrolled=6,hash", "ascon-128a/full,bus=16"])
def test_any_receiver_is_served(name, options):
    """The words of DO are right for a receiver that stalls and for one that raises ready only after valid, empty parts included."""
    messages = [encryption(parse(name).algorithm.name, key=KEY, nonce=NONCE, ad=bytes(ad), plaintext=bytes(range(length)))
                for ad, length in ((0, 0), (5, 0), (0, 7), (16, 16), (1, 33))]
    messages += [decryption(m.algorithm, key=KEY, nonce=NONCE, ad=m.ad, ciphertext=m.result, tag=m.tag, new_key=False)
                 for m in messages]
    if "hash" in name:
        messages += [hashing("ascon-hash", message=bytes(length)) for length in (0, 8, 11)]
    expected = [(word, int(item.kind == "STT")) for block in vectors(messages, width=parse(name).bus).do.blocks
                for item in block.items for word in item.words]
    assert simulated(name, messages, **options) == expected
