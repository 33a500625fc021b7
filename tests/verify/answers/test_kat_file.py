# SPDX-License-Identifier: Apache-2.0
"""What is read of a known-answer file, and what of one is refused."""

import pytest

from cipherfab.errors import CallError
from cipherfab.verify.answers import kat_file

from .test_genkat import AEAD


@pytest.mark.parametrize(
    "old, new, line, expected",
    [
        ("Count = 2", "Count = two", 8, "decimal number"),
        ("AD = 00", "AD = 0", 12, "hexadecimal after 'AD = ', got 1 digits"),
        ("AD = 00", "AD = 0g", 12, "got 'g'"),
        ("AD = 00\n", "", 12, "expected 'AD = ', got 'CT = 944D"),
        (
            "AD = 00\nCT = 944DF887CD4901614C5DEDBC42FC0DA0\n",
            "",
            11,
            "expected 'AD = ', found the end",
        ),
        ("AD = 00", "AD 00", 12, "expected 'AD = '"),
        ("CT = 944D", "CT = ", 13, "expected 16 bytes of CT for ascon-128, got 14"),
        ("Nonce = 00", "Nonce = ", 3, "expected 16 bytes of Nonce for ascon-128, got 15"),
        ("Key = 00", "Key = 0000", 2, "expected 16 bytes of Key"),
    ],
)
def test_malformed_lines_are_refused_with_their_number(tmp_path, old, new, line, expected):
    """The message names the file, the line and what was expected there."""
    path = tmp_path / "kat.txt"
    path.write_text(AEAD.replace(old, new))
    with pytest.raises(CallError) as error:
        kat_file.parse(path, "ascon-128")
    assert f"kat.txt, line {line}: " in str(error.value) and expected in str(error.value)


def test_missing_and_empty_files_are_refused(tmp_path):
    """Neither is an empty success."""
    with pytest.raises(CallError, match="readable known-answer file"):
        kat_file.parse(tmp_path / "missing.txt", "ascon-128")
    (tmp_path / "empty.txt").write_text("# nothing\n")
    with pytest.raises(CallError, match="found none"):
        kat_file.parse(tmp_path / "empty.txt", "ascon-128")
