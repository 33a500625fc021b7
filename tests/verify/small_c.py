# SPDX-License-Identifier: Apache-2.0
"""C of our own that is read bit by bit, beside the same C compiled."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cipherfab.verify.messages.windows import PROVED, Windows
from cipherfab.verify.second import natively
from cipherfab.verify.second.calling import call
from cipherfab.verify.second.compare import compare, stepped
from cipherfab.verify.second.question import Question
from cipherfab.verify.second.source import parsed, preprocessed


@dataclass(frozen=True)
class Bytes:
    """What a function of C takes and gives: stands for a question."""

    inputs: Mapping[str, int] = field(default_factory=lambda: {"In": 16})
    outputs: Mapping[str, int] = field(default_factory=lambda: {"Out": 64})
    decrypts: bool = False
    algorithm: str = "a function"


HEADS: dict[str, str] = {}
"""Headers behind the preprocessor, which takes a quarter of a second behind its wall."""


def tree(text: str, directory: Path):
    """The syntax tree of C without macros, but for its first lines, which include headers."""
    lines = text.splitlines(keepends=True)
    end = next((place for place, line in enumerate(lines) if not line.startswith("#include")), 0)
    head = "".join(lines[:end])
    if head not in HEADS:
        HEADS[head] = preprocessed(head, include=[], define={}, directory=directory, readable=[])
    return parsed(f'{HEADS[head]}\n# {end + 1} "second.c"\n{"".join(lines[end:])}')


def run(text: str, data: bytes, directory: Path, *, size: int = 64) -> bytes:
    """What ``f(In, Out)`` writes for plain bytes, as it is read."""
    question = Bytes({"In": len(data)}, {"Out": size})
    return stepped(tree(text, directory), "f", question, {"In": data})["Out"]


def free(text: str, directory: Path, graph, *, size: int = 16, out: int = 64):
    """What ``f(In, Out)`` makes of free bytes: the bytes and what `call` gives."""
    given = [tuple(graph.input((place, bit)) for bit in range(8)) for place in range(size)]
    windows = Windows(graph, directory, set())
    return given, call(
        tree(text, directory),
        "f",
        Bytes({"In": size}, {"Out": out}),
        {"In": given},
        graph,
        impossible=lambda literal: windows.equal([(literal, 0)], (), 10)[0] == PROVED,
    )


def compiled(text: str, cases: list[bytes], directory: Path, *, size: int = 64) -> list[bytes]:
    """What the compiled ``f(In, Out)`` writes."""
    question = Bytes({"In": len(cases[0])}, {"Out": size})
    place = directory / "native"
    place.mkdir()
    found = natively.answers(
        text,
        tree(text, directory),
        "f",
        question,
        [{"In": case} for case in cases],
        include=[],
        define={},
        directory=place,
    )
    return [one["Out"] for one in found]


def compared(
    c: str, directory: Path, algorithm: str, *, function: str = "f", seconds: float = 60, **lengths
):
    """What `compare` finds of a function and an algorithm of the catalog."""
    return compare(
        tree(c, directory),
        function,
        Question(algorithm=algorithm, **lengths),
        directory,
        seconds=seconds,
    )


SPECK = """#include <stdint.h>

static uint32_t word(const uint8_t *bytes) {
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void turn(uint32_t *high, uint32_t *low, uint32_t key) {
    *high = ((*high >> 8 | *high << 24) + *low) ^ key;
    *low = (*low << 3 | *low >> 29) ^ *high;
}

void f(const uint8_t *Key, const uint8_t *PT, uint8_t *CT) {
    uint32_t low = word(PT), high = word(PT + 4), round_key = word(Key);
    uint32_t waiting[3] = {word(Key + 4), word(Key + 8), word(Key + 12)};
    for (uint32_t i = 0; i < 27; i++) {
        turn(&high, &low, round_key);
        turn(&waiting[i % 3], &round_key, i);
    }
    for (int i = 0; i < 4; i++) {
        CT[i] = (uint8_t)(low >> 8 * i);
        CT[4 + i] = (uint8_t)(high >> 8 * i);
    }
}
"""
"""SPECK-64/128 in words of our own."""

ASCON = """#include <stdint.h>
#include <stddef.h>
#include <string.h>

typedef struct { uint64_t row[5]; } state;

static uint64_t right(uint64_t value, unsigned amount) {
    return value >> amount | value << (64 - amount);
}

static void substitute(uint64_t *row, uint64_t *next) {
    row[0] ^= row[4];
    row[4] ^= row[3];
    row[2] ^= row[1];
    for (int i = 0; i < 5; i++) next[i] = row[i] ^ (row[(i + 2) % 5] & ~row[(i + 1) % 5]);
    next[1] ^= next[0];
    next[0] ^= next[4];
    next[3] ^= next[2];
    next[2] ^= ~(uint64_t)0;
}

static void permute(state *s, int rounds) {
    static const uint8_t amounts[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};
    for (int number = 12 - rounds; number < 12; number++) {
        state next = {{0}};
        s->row[2] ^= (uint64_t)((15 - number) << 4 | number);
        substitute(s->row, next.row);
        for (int i = 0; i < 5; i++)
            s->row[i] = next.row[i] ^ right(next.row[i], amounts[i][0])
                        ^ right(next.row[i], amounts[i][1]);
    }
}

static void add(state *s, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) s->row[i / 8] ^= (uint64_t)bytes[i] << 8 * (i % 8);
}

static void load(uint64_t *words, const uint8_t *bytes) { memcpy(words, bytes, 16); }

static void begin(state *s, const uint8_t *Key, const uint8_t *Nonce, const uint8_t *AD,
                  size_t count) {
    uint64_t key[2], nonce[2];
    load(key, Key);
    load(nonce, Nonce);
    *s = (state){{0x00001000808c0001, key[0], key[1], nonce[0], nonce[1]}};
    permute(s, 12);
    s->row[3] ^= key[0];
    s->row[4] ^= key[1];
    if (count) {
        uint8_t last = 1;
        for (; count >= 16; AD += 16, count -= 16) { add(s, AD, 16); permute(s, 8); }
        add(s, AD, count);
        s->row[count / 8] ^= (uint64_t)last << 8 * (count % 8);
        permute(s, 8);
    }
    s->row[4] ^= (uint64_t)1 << 63;
}

static void text(state *s, const uint8_t *from, uint8_t *to, size_t count, int back) {
    for (size_t i = 0, place = 0; i < count; i++, place = i % 16) {
        uint64_t *row = &s->row[place / 8];
        if (i && !place) permute(s, 8);
        uint8_t made = (uint8_t)(from[i] ^ (*row >> 8 * (place % 8)));
        to[i] = made;
        *row ^= (uint64_t)(back ? made : from[i]) << 8 * (place % 8);
    }
    if (count && count % 16 == 0) permute(s, 8);
    s->row[count % 16 / 8] ^= (uint64_t)1 << 8 * (count % 8);
}

static void end(state *s, const uint8_t *Key, uint8_t *tag) {
    uint64_t key[2];
    load(key, Key);
    s->row[2] ^= key[0];
    s->row[3] ^= key[1];
    permute(s, 12);
    s->row[3] ^= key[0];
    s->row[4] ^= key[1];
    memcpy(tag, &s->row[3], 16);
}

void seal(const uint8_t *Key, const uint8_t *Nonce, const uint8_t *AD, size_t AD_bytes,
          const uint8_t *PT, size_t PT_bytes, uint8_t *CT) {
    state s;
    begin(&s, Key, Nonce, AD, AD_bytes);
    text(&s, PT, CT, PT_bytes, 0);
    end(&s, Key, CT + PT_bytes);
}

int opened(const uint8_t *Key, const uint8_t *Nonce, const uint8_t *AD, size_t AD_bytes,
           const uint8_t *CT, size_t CT_bytes, uint8_t *PT) {
    state s;
    uint8_t tag[16];
    begin(&s, Key, Nonce, AD, AD_bytes);
    text(&s, CT, PT, CT_bytes - 16, 1);
    end(&s, Key, tag);
    for (int i = 0; i < 16; i++)
        if (tag[i] != CT[CT_bytes - 16 + i]) return -1;
    return 0;
}
"""
"""Ascon-AEAD128 in words of our own."""

TABLE = ASCON.replace(
    ASCON[ASCON.index("    row[0] ^= row[4]") : ASCON.index("static void permute")],
    """
    static const uint8_t box[32] = {
        4, 11, 31, 20, 26, 21, 9, 2, 27, 5, 8, 18, 29, 3, 6, 28,
        30, 19, 7, 14, 0, 13, 17, 24, 16, 12, 1, 25, 22, 10, 15, 23};
    for (int place = 0; place < 64; place++) {
        unsigned column = 0;
        for (int i = 0; i < 5; i++) column = column << 1 | (unsigned)(row[i] >> place & 1);
        for (int i = 0; i < 5; i++) next[i] |= (uint64_t)(box[column] >> (4 - i) & 1) << place;
    }
}

""",
)
"""The same with its S-box as a table."""
