# SPDX-License-Identifier: Apache-2.0
"""Prompts of NIST's ACVP for the four functions of SP 800-232, answered by the software models.

Source: N. Ross, "ACVP Ascon JSON Specification", draft-ross-acvp-ascon-01, 2025; the field names
are those of usnistgov/ACVP-Server, ``gen-val/json-files/Ascon-*-SP800-232``. All lengths are in
bits; the first bit of a string is the least significant one of its first byte, and the bits behind
its last one are 0. A tag is the first ``tagLen`` bits of the whole one. With nonce masking a test
has a ``secondKey`` (section 4.2.2). What is not promised stands in docs/how-to/sp800-232.md.
"""

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ... import catalog
from ...errors import CallError
from ...lwc.messages import Message, Operation, decryption, encryption, hashing
from ...modes.bit_strings import Bits
from ...modes.byte_strings import xor
from ...modes.duplex import DuplexAead, DuplexHash, DuplexXof
from ...modes.duplex_options import LEAST_TAG_BITS, MOST_TAG_BITS, DuplexOptions
from ...modes.model import AeadModel
from .fields import MOST_BITS, Fields, read

WHAT = "a prompt of ACVP for Ascon (SP 800-232)"
MOST = 10_000
"""Groups of a file, and tests of a group."""

ALGORITHMS = {
    "AEAD128": "ascon-aead128",
    "Hash256": "ascon-hash256",
    "XOF128": "ascon-xof128",
    "CXOF128": "ascon-cxof128",
}
"""The modes as a prompt calls them, and the names of the catalog."""

BITS = "strings that are no whole bytes"
TAGS = "tags of another length than the core's"
"""Why a test is not for a core."""

KEY_BYTES = 16
"""Of Ascon-AEAD128; a second key has as many, and the nonce."""

HEAD = ("vsId", "algorithm", "mode", "revision", "isSample")


@dataclass(frozen=True, kw_only=True)
class Answered:
    """A test with its answer.

    Attributes:
        number: its ``tcId``.
        answer: the fields of the response.
        message: the same for a core; None where `why` says what no core of ours does.
        why: as of ``message``, else empty.
    """

    number: int
    answer: dict[str, Any]
    message: Message | None = None
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class Response:
    """A prompt with its answers.

    Attributes:
        algorithm: catalog name.
        head: what the file says of itself.
        groups: the answers by number of the group.
        version: what stood in front of the prompt, which then stands in front of the response, as
            a server has it; or nothing.
    """

    algorithm: str
    head: dict[str, Any]
    groups: tuple[tuple[int, tuple[Answered, ...]], ...]
    version: tuple[Any, ...] = ()

    @property
    def tests(self) -> list[Answered]:
        """All of them."""
        return [one for _, tests in self.groups for one in tests]

    def data(self) -> Any:
        """The response as JSON."""
        groups = [
            {"tgId": number, "tests": [{"tcId": one.number, **one.answer} for one in tests]}
            for number, tests in self.groups
        ]
        whole = {**self.head, "testGroups": groups}
        return [*self.version, whole] if self.version else whole


def answered(path: Path, core: str = ALGORITHMS["AEAD128"]) -> Response:
    """The answers of the models to a prompt.

    Args:
        path: the prompt.
        core: the AEAD of the core that messages are for, by its catalog name with its options.

    Raises:
        CallError: the file is none, or a field is not what is expected, with its place.
    """
    content = read(path, WHAT)
    version: tuple[Any, ...] = ()
    if isinstance(content, list) and len(content) == 2:  # as a server sends it
        version, content = (_version(Fields(str(path), content[0])),), content[1]
    whole = Fields(str(path), content)
    whole.text("algorithm", "Ascon")
    mode = whole.text("mode", *ALGORITHMS)
    whole.text("revision", "SP800-232")
    head = {name: whole.content[name] for name in HEAD if name in whole}
    # What is written into the response is checked, since it is from a file of others.
    head["vsId"] = whole.number("vsId", 1 << 62)
    if "isSample" in whole:
        head["isSample"] = whole.flag("isSample")
    groups = tuple(_group(mode, one, core) for one in whole.objects("testGroups", MOST))
    return Response(algorithm=ALGORITHMS[mode], head=head, groups=groups, version=version)


def differences(response: Response, path: Path) -> list[str]:
    """What a file of expected results says otherwise; of a refused message nothing but that.

    Raises:
        CallError: the file is none, or lacks a test.
    """
    whole = Fields(str(path), read(path, "expected results of ACVP"))
    known = {
        (group.number("tgId", 1 << 62), one.number("tcId", 1 << 62)): one
        for group in whole.objects("testGroups", MOST)
        for one in group.objects("tests", MOST)
    }
    found: list[str] = []
    for number, tests in response.groups:
        for test in tests:
            if (number, test.number) not in known:
                raise CallError(f"{path}: expected tgId {number}, tcId {test.number}; it has none")
            found += _differs(known[number, test.number], test)
    return found


def registration(mode: str, *, core: str | None) -> dict[str, Any]:
    """What is supported of a mode, as a server is told.

    Args:
        mode: of `ALGORITHMS`.
        core: by a core on the LWC API with this AEAD, or with that of the standard if it has none:
            whole bytes, tags of one length; None: by the models.
    """
    lengths = {"min": 0, "max": 65536, "increment": 8 if core else 1}
    outputs = {**lengths, "min": 8 if core else 1}
    parts: dict[str, dict[str, Any]] = {
        "AEAD128": {
            "direction": ["encrypt", "decrypt"],
            "payloadLen": [lengths],
            "adLen": [lengths],
            "tagLen": [8 * _served(core).tag_bytes]
            if core
            else [{"min": LEAST_TAG_BITS, "max": MOST_TAG_BITS, "increment": 1}],
            "supportsNonceMasking": [_served(core).key_bytes > KEY_BYTES]
            if core
            else [True, False],
        },
        "Hash256": {"messageLength": [lengths]},
        "XOF128": {"messageLength": [lengths], "digestLength": [outputs]},
        "CXOF128": {
            "messageLength": [lengths],
            "outputLength": [outputs],
            # SP 800-232 allows no longer customization.
            "customizationStringLength": [{**lengths, "max": 2048}],
        },
    }
    return {"algorithm": "Ascon", "mode": mode, "revision": "SP800-232", **parts[mode]}


def _version(first: Fields) -> dict[str, str]:
    """What a server sends in front. Raises `CallError`."""
    # Cut, since a text of others goes into the response.
    return {"acvVersion": first.text("acvVersion")[:20]}


def _group(mode: str, group: Fields, core: str) -> tuple[int, tuple[Answered, ...]]:
    """The number of a group, and its answers."""
    group.text("testType", "AFT")
    answer = _sealer(group, core) if mode == "AEAD128" else _DIGESTS[mode]
    return group.number("tgId", 1 << 62), tuple(map(answer, group.objects("tests", MOST)))


def _sealer(group: Fields, core: str) -> Callable[[Fields], Answered]:
    """What answers the tests of a group of Ascon-AEAD128."""
    direction = group.text("direction", "encrypt", "decrypt")
    return partial(
        _sealed if direction == "encrypt" else _opened,
        masks=group.flag("supportsNonceMasking"),
        core=core,
    )


def _options(one: Fields, masks: bool) -> tuple[DuplexOptions, bytes, bytes]:
    """The model of a test, its key and its nonce. Short tags are asked for, so nobody is warned."""
    tag_bits, base = one.number("tagLen", MOST_TAG_BITS), catalog.find(ALGORITHMS["AEAD128"]).model
    assert isinstance(base, DuplexAead)
    if tag_bits < LEAST_TAG_BITS:
        one.refuse("tagLen", f"{LEAST_TAG_BITS} to {MOST_TAG_BITS} bits", tag_bits)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = DuplexOptions(base=base, tag_bits=tag_bits, masks_nonce=masks)
    second = one.data("secondKey", KEY_BYTES) if masks else b""
    return model, one.data("key", KEY_BYTES) + second, one.data("nonce", KEY_BYTES)


def _for_core(core: str, key: bytes, nonce: bytes, ad: Bits, number: int) -> dict[str, Any]:
    """Of a message for a core what both directions have. Where the core has no second key the host
    adds it to the nonce; where a test has none, that of the core is 0.
    """
    model = _served(core)
    second = key[KEY_BYTES:] or bytes(KEY_BYTES)
    if model.key_bytes == KEY_BYTES:
        key, nonce = key[:KEY_BYTES], xor(nonce, second)
    else:
        key = key[:KEY_BYTES] + second
    return {"algorithm": core, "key": key, "nonce": nonce, "ad": ad.data, "note": f"tcId {number}"}


def _served(core: str) -> AeadModel:
    """The model of a core's AEAD."""
    model = catalog.find(core).model
    assert isinstance(model, AeadModel)
    return model


def _sealed(one: Fields, *, masks: bool, core: str) -> Answered:
    """An encryption. A core whose tags are longer gives the test's at their beginning."""
    model, key, nonce = _options(one, masks)
    ad, text = one.bits("ad", "adLen"), one.bits("pt", "payloadLen")
    ciphertext, tag = model.encrypt_bits(key, nonce, ad, text)
    number, message = one.number("tcId", 1 << 62), None
    why = BITS if ad.rest or text.rest else TAGS if tag.size > 8 * _served(core).tag_bytes else ""
    if not why:
        common = _for_core(core, key, nonce, ad, number)
        message = encryption(plaintext=text.data, **common)
    answer = {"tag": _hex(tag), "ct": _hex(ciphertext)}
    return Answered(number=number, answer=answer, message=message, why=why)


def _opened(one: Fields, *, masks: bool, core: str) -> Answered:
    """A decryption; the plaintext of a message that is refused is not told."""
    model, key, nonce = _options(one, masks)
    ad, text = one.bits("ad", "adLen"), one.bits("ct", "payloadLen")
    tag = one.bits("tag", "tagLen")
    found, number, message = (
        model.decrypt_bits(key, nonce, ad, text, tag),
        one.number("tcId", 1 << 62),
        None,
    )
    # A decryption must compare all bits of a tag and no others, so the two lengths must be equal.
    why = BITS if ad.rest or text.rest else TAGS if tag.size != 8 * _served(core).tag_bytes else ""
    if not why:
        common = _for_core(core, key, nonce, ad, number)
        message = decryption(ciphertext=text.data, tag=tag.data, **common)
    answer = {"testPassed": False} if found is None else {"testPassed": True, "pt": _hex(found)}
    return Answered(number=number, answer=answer, message=message, why=why)


def _digest(one: Fields) -> Answered:
    """A hash."""
    name, text = ALGORITHMS["Hash256"], one.bits("msg", "len")
    model, number = catalog.find(name).model, one.number("tcId", 1 << 62)
    assert isinstance(model, DuplexHash)
    return Answered(
        number=number,
        answer={"md": model.digest_of_bits(text).hex().upper()},
        message=None if text.rest else hashing(name, message=text.data, note=f"tcId {number}"),
        why=BITS if text.rest else "",
    )


def _output(one: Fields, *, mode: str) -> Answered:
    """An output of any length, of a mode with a customization or without."""
    model, number = catalog.find(ALGORITHMS[mode]).model, one.number("tcId", 1 << 62)
    assert isinstance(model, DuplexXof)
    text, size, most = one.bits("msg", "len"), one.number("outLen", MOST_BITS), 8
    # In bits, as all lengths of a prompt are.
    most *= model.most_customization_bytes
    custom = one.bits("cs", "csLen", most) if most else Bits(b"", 0)
    found = model.output_of_bits(text, size, custom)
    whole = not (text.rest or found.rest or custom.rest)
    message = Message(
        algorithm=ALGORITHMS[mode],
        operation=Operation.OUTPUT,
        data=text.data,
        ad=custom.data,
        result=found.data,
        note=f"tcId {number}",
    )
    return Answered(
        number=number,
        answer={"md": _hex(found)},
        message=message if whole else None,
        why="" if whole else BITS,
    )


_DIGESTS: dict[str, Callable[[Fields], Answered]] = {
    "Hash256": _digest,
    "XOF128": partial(_output, mode="XOF128"),
    "CXOF128": partial(_output, mode="CXOF128"),
}


def _hex(found: Bits) -> str:
    return found.data.hex().upper()


def _differs(known: Fields, test: Answered) -> Iterator[str]:
    """Where a test's answer is not the expected one; of a refused message nothing else counts."""
    answer = test.answer if test.answer.get("testPassed", True) else {"testPassed": False}
    for name, found in answer.items():
        expected = known.content.get(name)
        if name == "testPassed" and expected is None and "pt" in known:
            expected = True  # the file has the plaintext alone, of a message that is right
        # Hexadecimal digits may be of either case.
        if isinstance(expected, str) and isinstance(found, str):
            expected, found = expected.upper(), found.upper()
        if expected != found:
            yield f"tcId {test.number}, {name}: expected {expected!s:.80}, got {found!s:.80}"
