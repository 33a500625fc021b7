# SPDX-License-Identifier: Apache-2.0
"""The emitted C driver on a device that is a program: each of its results, and its barriers."""

import re
import shutil
import subprocess

import pytest
from kinds import bridge_files, designed
from played import needs

from cipherfab.emit.package import write_files

needs("peakrdl_regblock", "peakrdl_cheader", "peakrdl_markdown")
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")
STRICT = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fno-sanitize-recover=all"]
DEVICE = """
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "core_driver.h"
#define IS(name) (address == offsetof(core_regs_t, name))
#define SEND(bytes) core_encrypt(0, some, some, some, 0, some, bytes, some, some)
// What waits in DO, and what ID reads as; `said` prints each access.
static const uint8_t *answer;
static size_t answer_bytes;
static uint32_t identity = 0x43460001u;
static int said, reset;
static uint32_t read(uintptr_t address)
{
    uint32_t word = 0;
    if (said)
        putchar('R');
    if (IS(ID))
        return identity;
    if (IS(SIZES))
        return CORE_KEY_BYTES | CORE_NONCE_BYTES << 8 | CORE_TAG_BYTES << 16 |
            CORE_DIGEST_BYTES << 24;
    if (IS(FEATURES))
        return 4;
    if (IS(STATUS))
        return 16u | 16u << 8 | (uint32_t)(answer_bytes / 4) << 16;
    memcpy(&word, answer, 4);
    answer += 4;
    answer_bytes -= 4;
    return word;
}
static void write(uintptr_t address, uint32_t value)
{
    (void)value;
    if (said)
        putchar('W');
    reset |= IS(CONTROL);
}
void barrier(void)
{
    if (said)
        putchar('B');
}
static void give(const uint8_t *words, size_t bytes)
{
    answer = words;
    answer_bytes = bytes;
}
int main(void)
{
    static const uint8_t success[4] = {0xe0}, failure[4] = {0xf0};
    // A plaintext of 4 bytes, and that its tag is wrong.
    static const uint8_t early[12] = {0x42, 0, 0, 4, 'e', 'v', 'i', 'l', 0xf0};
    // The same twice, at first with a good tag.
    static const uint8_t turned[24] = {0x42, 0, 0, 4, 'g', 'o', 'o', 'd', 0xe0, 0, 0, 0,
                                       0x42, 0, 0, 4, 'e', 'v', 'i', 'l', 0xf0};
    uint8_t some[32] = {0}, out[5] = "kept";
    core_read = read;
    core_write = write;
@PLAY@
    return 0;
}
"""
"""A device whose answers wait in DO from the beginning; it takes any word."""

DECRYPT = "(0, some, some, some, 0, some, 4, some, out)"


def played(kind: str, tmp_path, play: str) -> str:
    """What a program with these lines prints, whose driver is of a core of that kind."""
    write_files(bridge_files(designed(kind), [], ["apb"]), tmp_path)
    (tmp_path / "play.c").write_text(DEVICE.replace("@PLAY@", play))
    (tmp_path / "barrier.h").write_text("void barrier(void);\n")
    given = [
        "-DCORE_CALLBACKS",
        "-DCORE_POLLS=9u",
        "-DCORE_BARRIER=barrier",
        "-include",
        "barrier.h",
    ]
    checks = ["-fsanitize=undefined,address", "-Wno-unused"]
    files = ["core_driver.c", "core_words.c", "play.c", "-o", "play"]
    subprocess.run(["cc", *STRICT, *checks, *given, *files], cwd=tmp_path, check=True)
    return subprocess.run(
        [tmp_path / "play"], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_barriers_stand_around_the_words_of_a_message(tmp_path):
    """What `BARRIER` is defined as runs before the first access to a register, and behind the last
    one of an answer.
    """
    play = "said = 1; give(success, 4); return core_hash(0, some, 0, some);"
    assert re.fullmatch(r"B[RW]+B", played("only hashes", tmp_path, play))


@pytest.mark.parametrize(
    "before, call, result",
    [
        ("give(success, 4)", "SEND(0)", "OK"),
        ("give(failure, 4)", "SEND(0)", "REFUSED"),
        ("said = 0", "SEND(0) + 10 * reset", "TIMEOUT"),
        ("said = 0", "core_identify(0)", "OK"),
        ("identity = 0", "core_identify(0)", "ABSENT"),
    ],
)
def test_each_result_is_given(before, call, result, tmp_path):
    """Success, refusal, a device that does not move, which is reset, and one that is another."""
    found = int(played("plain", tmp_path, f'{before}; printf("%d", {call});'))
    reset = 10 * (result == "TIMEOUT")
    assert found - reset == -("OK", "REFUSED", "TIMEOUT", "TOO_LONG", "ABSENT").index(result)


def test_a_message_that_is_too_long_is_not_sent(tmp_path):
    """The core would refuse it: nothing is accessed."""
    assert played("keeps messages", tmp_path, 'said = 1; printf("%d", SEND(129));') == "-3"


@pytest.mark.parametrize(
    "kind, call, answer, expected",
    [
        ("plain", "core_decrypt", "early", "-1 kept"),
        ("plain", "core_decrypt", "turned", "-1 "),
        ("plain", "core_decrypt_early", "early", "-1 "),
        ("withheld", "core_decrypt", "failure", "-1 kept"),
    ],
)
def test_no_plaintext_is_handed_out_before_its_tag(kind, call, answer, expected, tmp_path):
    """The output is as it was, also of a core that withholds; zero, where somebody changes the
    ciphertext between the two passes, and where the call is asked not to wait.
    """
    play = f'give({answer}, sizeof {answer}); printf("%d %s", {call}{DECRYPT}, out);'
    assert played(kind, tmp_path, play).ljust(3) == expected.ljust(3)
