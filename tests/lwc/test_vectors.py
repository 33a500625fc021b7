# SPDX-License-Identifier: Apache-2.0
"""Vector files are read strictly and written so that they read back the same."""

import pytest

from cipherfab.errors import CallError
from cipherfab.lwc import vectors

PDI_16 = """\
# a comment

#### Authenticated Encryption
#### MsgID=1, KeyID=1
INS = 7000
INS = 2000
HDR = D200000C
DAT = EDBD0338
DAT = FD02781BF012FA61
HDR = 47000001
DAT = da00
INS = 8000
HDR = 77000000
###EOF
nothing after the end of the file is read
"""


def test_messages_start_at_an_instruction_and_own_the_activation_before_it():
    """An activated key belongs to the message that follows, and both title lines name it."""
    stream = vectors.parse(PDI_16, "pdi", 16)
    assert [block.words[:2] for block in stream.blocks] == [[0x7000, 0x2000], [0x8000, 0x7700]]
    assert stream.blocks[0].title == "Authenticated Encryption, MsgID=1, KeyID=1"


def test_headers_are_32_bits_and_data_lines_join():
    """A header takes two words of 16 bits, and data may be split over lines of any number of
    words."""
    words = vectors.parse(PDI_16, "pdi", 16).blocks[0].words
    assert words == [
        0x7000,
        0x2000,
        0xD200,
        0x000C,
        0xEDBD,
        0x0338,
        0xFD02,
        0x781B,
        0xF012,
        0xFA61,
        0x4700,
        0x0001,
        0xDA00,
    ]


def test_answers_end_with_a_status_and_x_is_not_compared():
    """Digits X and - of expected output are left out of the comparison."""
    stream = vectors.parse(
        "HDR = 43000001\nDAT = X-00\nSTT = F000\nHDR = 43000000\nSTT = E000\n", "do", 16
    )
    assert [block.words for block in stream.blocks] == [[0x4300, 1, 0, 0xF000], [0x4300, 0, 0xE000]]
    assert stream.blocks[0].items[1].cares == (0x00FF,)


@pytest.mark.parametrize(
    "port, text", [("pdi", PDI_16), ("do", "HDR = 43000001\nDAT = XX001234\nSTT = F000\n")]
)
def test_written_streams_read_back(port, text):
    """What is written is what was read."""
    stream = vectors.parse(text, port, 16)
    again = vectors.parse(vectors.format_stream(stream), port, 16)
    assert [block.words for block in again.blocks] == [block.words for block in stream.blocks]
    assert [item.cares for block in again.blocks for item in block.items] == [
        i.cares for b in stream.blocks for i in b.items
    ]


@pytest.mark.parametrize(
    "port, text, line, expected",
    [
        ("pdi", "INS = 7000\nINX = 2000\n", 2, "expected INS = , HDR = , DAT = "),
        ("pdi", "INS = 70\n", 1, "expected 4 digits"),
        ("pdi", "INS = 7000\nHDR = D2000\n", 2, "expected 8 digits"),
        ("pdi", "INS = 7000\nDAT = 123\n", 2, "expected whole words of 4 digits"),
        ("pdi", "INS = 7000\nDAT =\n", 2, "expected whole words"),
        ("pdi", "INS = 70G0\n", 1, "expected hexadecimal digits, got 'G'"),
        ("pdi", "INS = 7000\nDAT = XXXX\n", 2, "expected hexadecimal digits, got 'X'"),
        ("pdi", "HDR = D200000C\n", 1, "expected 'INS = ' first"),
        ("do", "INS = 7000\n", 1, "expected HDR = , DAT = , STT = "),
        ("do", "HDR = 43000000\n", 1, "expected 'STT = ' after it"),
    ],
)
def test_malformed_lines_are_refused_with_file_and_line(port, text, line, expected):
    """The message names the file, the line and what was expected there."""
    with pytest.raises(CallError) as error:
        vectors.parse(text, port, 16, name="some.txt")
    assert f"some.txt, line {line}: " in str(error.value) and expected in str(error.value)


def test_three_files_make_a_test(tmp_path):
    """Files written together read back together; a lost answer is refused."""
    streams = {
        "pdi": PDI_16,
        "sdi": "INS = 4000\nHDR = C7000002\nDAT = 1234\n",
        "do": "STT = E000\nSTT = E000\n",
    }
    written = vectors.Vectors(
        **{port: vectors.parse(text, port, 16) for port, text in streams.items()}
    )
    vectors.write_vectors(written, tmp_path)
    paths = [tmp_path / f"{port}.txt" for port in streams]
    assert vectors.read_vectors(*paths, width=16).sdi.words == written.sdi.words
    paths[2].write_text("STT = E000\n")
    with pytest.raises(CallError, match="one answer for each of the 2 messages"):
        vectors.read_vectors(*paths, width=16)
    with pytest.raises(CallError, match="readable vector file"):
        vectors.read(tmp_path / "missing.txt", "pdi", 16)
