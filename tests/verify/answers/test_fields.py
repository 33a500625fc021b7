# SPDX-License-Identifier: Apache-2.0
"""JSON files of others: each field is what is expected, or is refused with its place."""

import pytest

from cipherfab.errors import CallError
from cipherfab.modes.bit_strings import Bits
from cipherfab.verify.answers.fields import MOST_BITS, Fields, read


def test_fields_are_read_by_their_kind():
    """Texts, numbers, flags, bytes, strings of bits and lists of objects."""
    one = Fields(
        "f", {"t": "a", "n": 3, "f": True, "d": "00Ff", "b": "07", "l": 3, "z": "00", "e": 0}
    )
    assert (one.text("t", "a", "b"), one.number("n", 3), one.flag("f")) == ("a", 3, True)
    assert (one.data("d"), one.data("d", 2), one.bits("b", "l")) == (b"\0\xff",) * 2 + (
        Bits(b"\7", 3),
    )
    assert one.bits("z", "e") == Bits(b"", 0) and "t" in one and "q" not in one
    listed = Fields("f", {"many": [{"n": 1}, {"n": 2}]}).objects("many", 2)
    assert [each.number("n", 9) for each in listed] == [1, 2]


@pytest.mark.parametrize(
    "content, asked, expected",
    [
        ({}, lambda one: one.text("t"), "f, t: expected a text, got no such field"),
        ({"t": 1}, lambda one: one.text("t", "a", "b"), "one of a, b, got 1"),
        ({"n": True}, lambda one: one.number("n", 5), "a whole number from 0 to 5, got true"),
        ({"n": 10**400}, lambda one: one.number("n", 5), "got a number beyond 10^15"),
        ({"n": 1.5}, lambda one: one.number("n", 5), "got 1.5"),
        ({"n": -1}, lambda one: one.number("n", 5), "got -1"),
        ({"n": None}, lambda one: one.flag("n"), "true or false, got null"),
        ({"d": "0"}, lambda one: one.data("d"), "bytes in hexadecimal, got '0'"),
        ({"d": "0x00"}, lambda one: one.data("d"), "bytes in hexadecimal, got '0x00'"),
        ({"d": "٣٣"}, lambda one: one.data("d"), "bytes in hexadecimal"),
        ({"d": "00"}, lambda one: one.data("d", 2), "2 bytes in hexadecimal, got '1 bytes'"),
        ({"d": "00" * MOST_BITS}, lambda one: one.data("d"), "at most"),
        ({"d": "0F", "l": 3}, lambda one: one.bits("d", "l"), "f, d, l 3: expected only the 3"),
        ({"m": {}}, lambda one: list(one.objects("m", 2)), "at most 2 objects, got an object"),
        ({"m": [1]}, lambda one: list(one.objects("m", 2)), "f, m 1: expected an object, got 1"),
        ({"m": [{}] * 3}, lambda one: list(one.objects("m", 2)), "got a list"),
    ],
)
def test_anything_else_is_refused_with_its_place(content, asked, expected):
    """What was expected and what was given, without a long value in full."""
    with pytest.raises(CallError) as error:
        asked(Fields("f", content))
    assert expected in str(error.value) and len(str(error.value)) < 200


@pytest.mark.parametrize(
    "text, expected",
    [("{", "not JSON"), ("[" * 100_000, "nested too deeply|not JSON"), ("\xff", "not JSON")],
)
def test_files_that_are_no_json_are_refused(tmp_path, text, expected):
    """Also those that are nested without an end, or have a number of too many digits."""
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(CallError, match=expected):
        read(tmp_path / "x.json", "a file")
    (tmp_path / "x.json").write_text("9" * 10_000)
    with pytest.raises(CallError, match="not JSON"):
        read(tmp_path / "x.json", "a file")
