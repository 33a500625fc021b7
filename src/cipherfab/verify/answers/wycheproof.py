# SPDX-License-Identifier: Apache-2.0
"""Files of Project Wycheproof for AEADs (``aead_test_schema_v1.json``): valid messages, and forged
ones that must be refused.

Source: C2SP/wycheproof, ``schemas/aead_test_schema_v1.json`` and ``doc/files.md``. A file has
groups with the sizes of key, nonce and tag in bits; a test has key, nonce, associated data,
message, ciphertext and tag in hexadecimal, and what is expected: ``valid``, ``invalid``, or
``acceptable`` for what an implementation may do either way.
"""

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from ... import catalog, given
from ...errors import CallError
from ...lwc.messages import Message, Operation
from ...modes.model import AeadModel
from .fields import Fields, read

WHAT = "a file of Wycheproof's AEAD tests"
SCHEMAS = ("aead_test_schema.json", "aead_test_schema_v1.json")
MOST = 100_000
"""Groups of a file, and tests of a group."""


@dataclass(frozen=True, kw_only=True)
class Test:
    """One test.

    Attributes:
        number: its ``tcId``.
        comment: what the file says of it.
        key, nonce, ad, text, ciphertext, tag: as the algorithm has them.
        valid: the ciphertext with the tag is right; else it must be refused.
    """

    number: int
    comment: str
    key: bytes
    nonce: bytes
    ad: bytes
    text: bytes
    ciphertext: bytes
    tag: bytes
    valid: bool


@dataclass(frozen=True, kw_only=True)
class File:
    """The tests of a file that fit an algorithm.

    Attributes:
        algorithm: as the file calls it.
        tests: in its order.
        others: how many are not played, by why.
    """

    algorithm: str
    tests: tuple[Test, ...]
    others: Counter

    @property
    def counts(self) -> str:
        """How many tests there are of each kind, in a line."""
        valid = sum(test.valid for test in self.tests)
        text = f"{len(self.tests)} tests of {self.algorithm}: {valid} valid, "
        text += f"{len(self.tests) - valid} to be refused"
        return text + "".join(f"; {count} not played: {why}" for why, count in self.others.items())


def is_one(path: Path) -> bool:
    """Whether a file is JSON, as Wycheproof's are and those of `genkat` are not."""
    try:
        # A pipe would be waited for.
        given.check(path, given.TEXT)
        with open(path, "rb") as file:
            # The first bytes are a mark of UTF-8, which some editors write.
            return file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    except (CallError, OSError):
        return False


def parse(path: Path, algorithm: str) -> File:
    """The tests of a file for the AEAD with this catalog name. One with options plays the tests of
    that without them: a tag is cut, and a second key is 0, which masks nothing. A forgery that
    differs in nothing but the bytes of the tag that are cut is not one for it.

    Raises:
        CallError: the file is not of this kind, or a field is wrong, with its place; or it has no
            test of the algorithm's sizes.
    """
    model = _model(path, algorithm)
    written = _model(path, catalog.find(algorithm).base or algorithm)
    whole = Fields(str(path), read(path, WHAT))
    whole.text("schema", *SCHEMAS)
    tests, others = [], Counter[str]()
    for group in whole.objects("testGroups", MOST):
        fits = _fits(group, written)
        # Groups of other sizes are read too, since it is told how many tests are not played.
        for one in group.objects("tests", MOST):
            result = one.text("result", "valid", "invalid", "acceptable")
            if not fits or result == "acceptable":
                others["may be taken or refused" if fits else "other sizes"] += 1
            else:
                test = _with_options(_test(one, written, result), model)
                if model is not written and not test.valid and _is_right(test, written, model):
                    others["forged in bytes of a tag that are cut"] += 1
                else:
                    tests.append(test)
    found = File(algorithm=whole.text("algorithm")[:60], tests=tuple(tests), others=others)
    if not tests:
        raise CallError(
            f"{path}: expected tests for {algorithm} ({_sizes(written)}), {found.counts}"
        )
    return found


def check(path: Path, algorithm: str) -> dict:
    """Compare the software model with a file; the result is that of `genkat.check_file`.

    Raises:
        CallError: as `parse`.
    """
    found, model = parse(path, algorithm), _model(path, algorithm)
    wrong = next((why for test in found.tests if (why := _wrong(model, test))), None)
    return {
        "algorithm": algorithm,
        "passed": wrong is None,
        "records": len(found.tests),
        "counts": found.counts,
        "mismatch": wrong and f"{path}, of {found.algorithm}, {wrong}",
    }


def messages(path: Path, algorithm: str) -> list[Message]:
    """The tests as messages for a core: valid ones encrypted and decrypted, others decrypted.

    Raises:
        CallError: as `parse`.
    """
    found: list[Message] = []
    for test in parse(path, algorithm).tests:
        opened = Message(
            algorithm=algorithm,
            operation=Operation.DECRYPT,
            key=test.key,
            nonce=test.nonce,
            ad=test.ad,
            data=test.ciphertext,
            result=test.text if test.valid else None,
            tag=test.tag,
            note=f"tcId {test.number}",
        )
        if test.valid:
            found.append(
                replace(opened, operation=Operation.ENCRYPT, data=test.text, result=test.ciphertext)
            )
        found.append(opened)
    return found


def _model(path: Path, algorithm: str) -> AeadModel:
    entry = catalog.find(algorithm)
    if isinstance(entry.model, AeadModel):
        return entry.model
    raise CallError(f"{path}: {WHAT}; {algorithm} is of kind '{entry.kind}', no AEAD")


def _fits(group: Fields, model: AeadModel) -> bool:
    """Whether a group has the algorithm's sizes."""
    sizes = (group.number(name, 1 << 16) for name in ("keySize", "ivSize", "tagSize"))
    return [*sizes] == [8 * model.key_bytes, 8 * model.nonce_bytes, 8 * model.tag_bytes]


def _sizes(model: AeadModel) -> str:
    return f"{model.key_bytes}, {model.nonce_bytes} and {model.tag_bytes} bytes of key, iv and tag"


def _test(one: Fields, model: AeadModel, result: str) -> Test:
    valid, text, ciphertext = result == "valid", one.data("msg"), one.data("ct")
    # A forgery may have any length; only of a valid test the two must fit.
    if valid and len(ciphertext) != model.ciphertext_bytes(len(text)):
        one.refuse("ct", f"a ciphertext for {len(text)} bytes", f"{len(ciphertext)} bytes")
    return Test(
        number=one.number("tcId", 1 << 31),
        # Cut, since it is a text of others and is printed.
        comment=one.text("comment")[:200],
        key=one.data("key", model.key_bytes),
        nonce=one.data("iv", model.nonce_bytes),
        ad=one.data("aad"),
        text=text,
        ciphertext=ciphertext,
        tag=one.data("tag", model.tag_bytes),
        valid=valid,
    )


def _with_options(test: Test, model: AeadModel) -> Test:
    """A test as an algorithm with options has it."""
    # A second key of 0 masks nothing, so the answers stay those of the file.
    second = bytes(model.key_bytes - len(test.key))
    return replace(test, key=test.key + second, tag=test.tag[: model.tag_bytes])


def _is_right(test: Test, written: AeadModel, model: AeadModel) -> bool:
    """Whether the tag that is left of a test is the beginning of the right one, which the algorithm
    without options gives to what the test is decrypted to.
    """
    text = _opened(model, test)
    if text is None:
        return False
    key = test.key[: written.key_bytes]
    sealed = written.encrypt(key, test.nonce, test.ad, text)
    return sealed.startswith(model.put_together(test.ciphertext, test.tag, False))


def _opened(model: AeadModel, test: Test) -> bytes | None:
    """What the model decrypts a test to; None if it refuses it."""
    sealed = model.put_together(test.ciphertext, test.tag, False)
    return model.decrypt(test.key, test.nonce, test.ad, sealed)


def _wrong(model: AeadModel, test: Test) -> str:
    """What the model does otherwise than a test says; empty for nothing."""
    name = f"tcId {test.number} ({test.comment})"
    opened = _opened(model, test)
    if opened != (test.text if test.valid else None):
        did = "is refused" if opened is None else "is taken"
        return f"{name}: {'valid' if test.valid else 'invalid'}, and {did} by the model"
    sealed = model.put_together(test.ciphertext, test.tag, False)
    if test.valid and model.encrypt(test.key, test.nonce, test.ad, test.text) != sealed:
        return f"{name}: the model encrypts to another ciphertext or tag"
    return ""
