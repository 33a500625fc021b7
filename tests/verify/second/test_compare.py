# SPDX-License-Identifier: Apache-2.0
"""C in words of our own, right and wrong, compared with the catalog's descriptions."""

import pytest
from small_c import ASCON, SPECK, TABLE, compared

from cipherfab import catalog
from cipherfab.errors import CallError
from cipherfab.verify.second.compare import OPEN, PROVED, REFUTED, UNDEFINED
from cipherfab.verify.second.question import Question

SPECK_NAME, AEAD = "speck-64-128", "ascon-aead128"


def changed(text: str, old: str, new: str) -> str:
    """A text with one place changed."""
    assert text.count(old) == 1, old
    return text.replace(old, new)


def replayed(found, question: Question) -> None:
    """The inputs of a refutation are plain bytes for which the model gives what is said, and the C
    something else.
    """
    assert found.model == question.plain(found.inputs)
    assert found.second != found.model


def test_a_right_text_is_proved(tmp_path):
    """SPECK written another way, with its key words in a ring, is proved for all inputs."""
    found = compared(SPECK, tmp_path, SPECK_NAME)
    assert (found.verdict, found.bits) == (PROVED, 64)


def test_what_c_does_not_define_on_some_ways_is_shown_with_an_input(tmp_path):
    """C that is not defined for some inputs is told with one of them, and not as if always."""
    last = SPECK.rstrip().removesuffix("}") + "if (Key[0] > 100) { uint8_t t[1]; t[1] = 0; } }\n"
    found = compared(last, tmp_path, SPECK_NAME)
    assert found.verdict == UNDEFINED and found.inputs["Key"][0] > 100


WRONG = {
    "a rotation": ("*low << 3 | *low >> 29", "*low << 4 | *low >> 28"),
    "a number of rounds": ("i < 27", "i < 26"),
    "the order of bytes": ("low >> 8 * i", "low >> 8 * (3 - i)"),
    "a key word": ("waiting[i % 3]", "waiting[i & 1]"),
    "an operation": ("+ *low", "| *low"),
}
"""A place of SPECK, and what stands there instead."""


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_text_is_refuted(what, tmp_path):
    """A changed place is refuted, with inputs for which the two differ."""
    found = compared(changed(SPECK, *WRONG[what]), tmp_path, SPECK_NAME)
    assert found.verdict == REFUTED
    replayed(found, Question(algorithm=SPECK_NAME))


@pytest.mark.parametrize("trigger", ["if ({}) CT[3] ^= 1;", "CT[3] ^= {};"])
def test_what_no_test_finds_is_refuted(trigger, tmp_path):
    """An answer that is wrong for one value of 64 bits of the key is refuted with that value, also
    where what is stored seems to be the description's own bit.
    """
    last = trigger.format("word(Key) == 0x12345678 && word(Key + 8) == 0x9abcdef0")
    text = (
        SPECK.rstrip().removesuffix("}")
        + last.replace("= word", "= (word").replace("f0;", "f0);")
        + "\n}\n"
    )
    found = compared(text, tmp_path, SPECK_NAME)
    assert found.verdict == REFUTED
    assert found.inputs["Key"][:4] + found.inputs["Key"][8:12] == bytes.fromhex("78563412f0debc9a")
    replayed(found, Question(algorithm=SPECK_NAME))


def test_what_c_does_not_define_is_told_with_its_inputs(tmp_path):
    """A byte that is not written for one value of 64 bits is no answer: the C is not defined."""
    guarded = changed(SPECK, "CT[4 + i] = ", "if (i || word(Key) || word(PT)) CT[4 + i] = ")
    found = compared(guarded, tmp_path, SPECK_NAME)
    assert found.verdict == UNDEFINED
    assert "not written" in found.detail
    assert found.inputs["Key"][:4] == found.inputs["PT"][:4] == bytes(4)


def test_what_is_not_served_is_open(tmp_path):
    """C that is not understood has no verdict, and the reason is said with its line."""
    found = compared(SPECK.replace("word(PT)", "word(nowhere)"), tmp_path, SPECK_NAME)
    assert found.verdict == OPEN
    assert "second.c, line" in found.detail and "nowhere" in found.detail


def test_the_description_is_not_taken_on_trust(tmp_path, monkeypatch):
    """A description over bits that does not give what the model gives is open, not compared."""
    monkeypatch.setattr(Question, "plain", lambda self, values: {"CT": bytes(8)})
    found = compared(SPECK, tmp_path, SPECK_NAME)
    assert found.verdict == OPEN
    assert "different answers" in found.detail


def test_the_description_is_compared_where_the_tag_is_right(tmp_path, monkeypatch):
    """One whose model refuses what the description accepts is open; random tags do not show it."""
    monkeypatch.setattr(Question, "plain", lambda self, values: None)
    found = compared(ASCON, tmp_path, AEAD, function="opened", decrypts=True, ad=1, text=3)
    assert found.verdict == OPEN and "different answers" in found.detail


@pytest.mark.parametrize("ad, text", [(5, 20), (0, 16)])
def test_a_message_is_proved(ad, text, tmp_path):
    """A whole encryption is proved for all keys, nonces and data."""
    found = compared(ASCON, tmp_path, AEAD, function="seal", ad=ad, text=text)
    assert (found.verdict, found.bits) == (PROVED, 8 * (text + 16))
    assert 0 < found.structural <= found.bits


@pytest.mark.slow
def test_a_message_with_tables_is_proved(tmp_path):
    """The S-box as a table, bit by bit: nothing is alike but what each round gives."""
    found = compared(TABLE, tmp_path, AEAD, function="opened", decrypts=True, ad=1, text=3)
    assert found.verdict == PROVED
    assert found.guesses > 5000


def test_a_decryption_is_proved_with_its_tag(tmp_path):
    """The plaintext where the tag is right, and that nothing else is taken for right."""
    found = compared(ASCON, tmp_path, AEAD, function="opened", decrypts=True, ad=1, text=3)
    assert (found.verdict, found.bits) == (PROVED, 8 * 3 + 1)


@pytest.mark.parametrize(
    "old, new",
    [
        ("i < 16; i++)\n        if", "i < 15; i++)\n        if"),
        ("if (tag[i] != CT[CT_bytes - 16 + i])", "if ((tag[i] ^ CT[CT_bytes - 16 + i]) & 127)"),
        pytest.param("back ? made : from[i]", "from[i]", marks=pytest.mark.slow),
    ],
)
def test_a_wrong_decryption_is_refuted(old, new, tmp_path):
    """A tag that is not compared whole is refuted with a tag that is taken; as is wrong text."""
    found = compared(
        changed(ASCON, old, new), tmp_path, AEAD, function="opened", decrypts=True, ad=1, text=3
    )
    assert found.verdict == REFUTED
    replayed(found, Question(algorithm=AEAD, decrypts=True, ad=1, text=3))


SIGNATURES = {
    "void f(const uint8_t *Key, const uint8_t *Text, uint8_t *CT) {}": "got Text",
    "void f(const uint8_t *Key, const uint8_t *PT) {}": "uint8_t *CT",
    "void f(const uint32_t *Key, const uint8_t *PT, uint8_t *CT) {}": "uint8_t *",
    "void f(const uint8_t *Key, uint8_t PT_bytes, uint8_t *CT) {}": "size_t",
    "int f(const uint8_t *Key, const uint8_t *PT, uint8_t *CT) { return 0; }": "void",
}
"""A function that cannot be called for SPECK, and what is said."""


@pytest.mark.parametrize("text", SIGNATURES)
def test_a_function_says_by_its_parameters_what_it_takes(text, tmp_path):
    """Parameters that are not those of the algorithm are a wrong call, with what was expected."""
    with pytest.raises(CallError, match=SIGNATURES[text].replace("*", r"\*")):
        compared(f"#include <stdint.h>\n{text}\n", tmp_path, SPECK_NAME)


def test_questions_are_checked():
    """Lengths that are too large, hashes that decrypt, bytes with bits of nobody and functions
    without an answer of fixed length are refused.
    """
    masked = next(name for name, entry in catalog.ALGORITHMS.items() if entry.known_answers.mask)
    for wrong in (
        {"algorithm": AEAD, "ad": -1},
        {"algorithm": AEAD, "text": 10**6},
        {"algorithm": "ascon-hash256", "decrypts": True},
        {"algorithm": masked},
        {"algorithm": "ascon-xof128"},
    ):
        with pytest.raises(CallError):
            Question(**wrong)


def test_a_hash_is_asked_with_its_message(tmp_path):
    """A digest of a message of some bytes: ``Msg`` in, ``MD`` out."""
    text = (
        ASCON
        + """
void digest(const uint8_t *Msg, size_t Msg_bytes, uint8_t *MD) {
    state s = {{0x0000080100cc0002}};
    permute(&s, 12);
    for (; Msg_bytes >= 8; Msg += 8, Msg_bytes -= 8) { add(&s, Msg, 8); permute(&s, 12); }
    add(&s, Msg, Msg_bytes);
    s.row[0] ^= (uint64_t)1 << 8 * Msg_bytes;
    for (int i = 0; i < 4; i++) { permute(&s, 12); memcpy(MD + 8 * i, s.row, 8); }
}
"""
    )
    found = compared(text, tmp_path, "ascon-hash256", function="digest", text=3)
    assert (found.verdict, found.bits) == (PROVED, 256)
