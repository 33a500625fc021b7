# SPDX-License-Identifier: Apache-2.0
"""C read bit by bit does what the compiler makes of it."""

from random import Random

import pytest
from small_c import compiled, free, run, tree

from cipherfab.tools import compiler
from cipherfab.verify.messages.bits import string
from cipherfab.verify.messages.graph import Graph
from cipherfab.verify.messages.specification import concrete
from cipherfab.verify.messages.windows import DIFFERENT, Windows
from cipherfab.verify.second.machine import UnreadC

HEADERS = "#include <stdint.h>\n#include <string.h>\n#include <stdlib.h>\n#include <stdbool.h>\n"

CONSTRUCTS = {
    "promotions": "uint8_t a = In[0]; o[0] = ~a >> 4; o[1] = (a << 1) >> 1;"
    "o[2] = (uint8_t)~a >> 4;"
    "int8_t s = (int8_t)In[1]; o[3] = s >> 2; o[4] = -s;"
    "o[5] = (s < 0) + 2 * (s > 5u);"
    "uint16_t h = In[2]; o[6] = (h * 300) >> 8; o[7] = (char)In[3] < 0;",
    "wide": "uint64_t x; memcpy(&x, In, 8); x = x * 0x10001 + (x >> 7) - (uint32_t)x;"
    "memcpy(o, &x, 8);",
    "signs": "int32_t x = (int32_t)(In[0] << 24 | In[1]); int64_t y = x; y -= 5; x >>= 3;"
    "memcpy(o, &y, 8); o[0] ^= (uint8_t)x; o[1] ^= x == -1; o[2] ^= x <= y;"
    "o[3] ^= (uint8_t)(In[3] / 8 + In[4] % 16u);",
    "structures": "struct pair { uint8_t a; uint32_t b[2]; } p = {.b = {[1] = 7}, .a = In[0]}, q;"
    "union both { uint32_t w; uint8_t c[4]; } u; q = p; q.b[0] = In[1];"
    "u.w = 0x01020304;"
    "struct pair *r = &q; r->a += 3; u.c[2] = In[2]; memcpy(o, &u, 4);"
    "o[4] = r->a; o[5] = (uint8_t)(q.b[0] + p.b[1] + p.b[0]);"
    "o[6] = sizeof(struct pair);"
    "o[7] = sizeof q.b;",
    "pointers": "const uint8_t *p = In, *e = In + 4; uint8_t *w = o; for (; p != e;"
    "++p) *w++ = *p ^ p[1];"
    "uint8_t (*t)[2] = (uint8_t (*)[2])o; t[2][1] = (uint8_t)(e - In); o[4] = p > In;"
    "uint8_t two[2][2] = {1, 2, {3}}; o[6] = two[0][1] + 10 * two[1][0] + two[1][1];"
    "o[7] = p == (void *)0;",
    "choices": "o[0] = In[0] > 7 ? In[1] : In[2]; if (In[0] & 1) { o[0] += 1;"
    "if (In[3] == 9) o[0] = 0;"
    "} else o[0] ^= 0x55; uint8_t x; if (In[4]) x = 1; else x = In[5]; o[1] = x;"
    "o[2] = In[0] && In[1] > 4; o[3] = !In[6] || In[7] == In[1]; _Bool b = In[2];"
    "o[4] = b;"
    "o[5] = 0; o[6] = 0; o[7] = 0;",
    "switches": "for (int i = 0; i < 4; i++) { o[i] = 0; switch (In[i] & 3) { case 0: o[i] = 9;"
    "break; case 1:"
    "o[i] = 1; case 2: o[i + 4] = 2; o[i] ^= 4; break; default: o[i] = In[5];"
    "continue; } }"
    "for (int i = 4; i < 8; i++) o[i] = (uint8_t)i;",
    "loops": "uint8_t a = In[0], b = In[1], p = 0; while (a) { if (a & 1) p ^= b;"
    "b = (uint8_t)(b << 1 ^ (b >> 7) * 0x1b); a >>= 1; } o[0] = p; int n = 0;"
    "do { n += 3; if (n == 6) continue; if (n > 20) break; } while (n < 30); o[1] = n;"
    "for (n = 0; ; n++) if (In[n & 7] == 3 || n == 7) break; o[2] = n;"
    "for (n = 3; n < 8; n++) o[n] = In[n];",
    "tables": "static const uint16_t t[20] = {5, 4, 900, [7] = 77, 8}; static uint8_t w[4] = {1};"
    "uint16_t v = t[In[0] & 15]; o[0] = (uint8_t)v; o[1] = v >> 8; o[2] = In[In[1] & 7];"
    "uint8_t s[4] = {0}; s[In[2] & 3] = In[3]; s[In[4] & 3] ^= 1; memcpy(o + 3, s, 4);"
    "o[7] = w[In[5] & 3];",
    "functions": "o[0] = twice(In[0]); o[1] = fib(6); o[2] = (uint8_t)big(In[1]);"
    "o[3] = made(In[2]).high; o[4] = apply(twice, In[3]); o[5] = count() + count();"
    "o[6] = early(In[4], In[5]); o[7] = C;",
    "library": "uint32_t y; memset(&y, In[0] - 256, 4); uint8_t *m = malloc(4);"
    "memset(m, In[0], 4); memmove(m + 1, In + 1, 2);"
    "o[0] = m[0]; o[1] = m[2]; o[2] = memcmp(In, In + 4, 2) == 0; o[3] = m[3]; free(m);"
    'uint8_t *z = calloc(2, 2); o[4] = z[3] | y >> 24; char name[] = "ab\\x41"; o[5] = name[2];'
    "o[6] = sizeof name; o[7] = strlen(name);",
    "shifts": "uint32_t x; memcpy(&x, In, 4); unsigned r = In[4] & 31; x = x << r | x >> (-r & 31);"
    "int n = 1; x += n++; x ^= ++n; x -= (uint32_t)(In[5], In[6]); memcpy(o, &x, 4);"
    "o[4] = '\\n' + 'a' + 010 + 0x1F; o[5] = 5000000000 >> 30; o[6] = -1 > 0u;"
    "o[7] = sizeof(1 ? 1 : 1L) + sizeof 'a';",
}
"""The body of a function that writes 8 bytes to ``o``, by what it exercises."""

ROUND_THEM = """
enum { A, B = 3, C };
typedef struct { uint8_t low, high; } parts;
static uint8_t twice(uint8_t x) { return x * 2; }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static uint64_t big(uint8_t x) { uint64_t y = x; return y * y; }
static parts made(uint8_t x) { parts p = {x, x + 1}; return p; }
static uint8_t apply(uint8_t (*g)(uint8_t), uint8_t x) { return g(x); }
static int count(void) { static int n; return ++n; }
static int early(uint8_t x, uint8_t y) { if (x > y) return 1; if (x == 4) return y; return 3; }
"""


def whole(names) -> str:
    """C with the constructs of these names."""
    head = "const uint8_t *In, uint8_t *o"
    functions = "".join(f"static void {name}({head}) {{ {CONSTRUCTS[name]} }}\n" for name in names)
    calls = "".join(f"{name}(In, Out + {8 * place}); " for place, name in enumerate(names))
    # A call of each run counts on in the compiled C, whose objects stay from run to run.
    return (
        f"{HEADERS}{ROUND_THEM}{functions}void f(const uint8_t *In, uint8_t *Out) {{ {calls} }}\n"
    )


NAMES = tuple(CONSTRUCTS)


@pytest.mark.skipif(not compiler.available(), reason="a C compiler, to compile the same C")
def test_c_is_read_as_the_compiler_reads_it(tmp_path):
    """Each construct gives for 16 inputs the bytes that the compiled C gives."""
    names = [name for name in NAMES if name != "functions"]
    text, dice, size = whole(names), Random(1), 8 * len(names)
    cases = [bytes(16), b"\xff" * 16] + [
        bytes(dice.choice((0, 1, 3, 4, 9, 128, dice.randrange(256))) for _ in range(16))
        for _ in range(14)
    ]
    for case, wanted in zip(cases, compiled(text, cases, tmp_path, size=size)):
        found = run(text, case, tmp_path, size=size)
        wrong = [
            name
            for place, name in enumerate(names)
            if found[8 * place : 8 * place + 8] != wanted[8 * place : 8 * place + 8]
        ]
        assert not wrong, case.hex()


def test_functions_call_and_return(tmp_path):
    """Calls, recursion, results in a structure, addresses of functions and objects that stay."""
    found = run(whole(["functions"]), bytes([5, 9, 7, 3, 4, 8] + [0] * 10), tmp_path, size=8)
    assert list(found) == [10, 8, 81, 8, 6, 3, 8, 4]


def test_a_function_that_an_array_length_calls_does_not_end_the_outer_one(tmp_path):
    """What the outer function returns is converted to its own type all the same."""
    text = (
        HEADERS
        + """
static uint8_t three(void) { return 3; }
static uint32_t wide(void) { uint8_t t[three()]; t[0] = 1; return 0x1233 + t[0]; }
void f(const uint8_t *In, uint8_t *Out) { Out[0] = wide() >> 8; Out[1] = wide(); }
"""
    )
    assert run(text, bytes(16), tmp_path, size=2) == b"\x12\x34"


@pytest.mark.parametrize("name", NAMES)
def test_free_bytes_are_computed_with_as_plain_ones(name, tmp_path):
    """In every assignment of a graph a construct gives what it gives for that assignment's
    bytes."""
    graph, text = Graph(), whole([name])
    given, found = free(text, tmp_path, graph, out=8)
    for pattern in range(0, graph.patterns, 7):
        data = concrete(graph, string(graph, given), pattern)
        made = concrete(graph, string(graph, found.outputs["Out"]), pattern)
        assert made == run(text, data, tmp_path, size=8)
    assert not [
        what for literal, what in found.doubts.items() if possible(graph, literal, tmp_path)
    ]


UNDEFINED = {
    "int x; Out[0] = x;": "never written",
    "int x; if (In[0]) x = 1; Out[0] = x;": "never written",
    "uint8_t t[4] = {0}; Out[0] = t[4];": "4 on; it has 4",
    "uint8_t t[4] = {0}; Out[0] = t[In[0]];": "outside of 0 to 3",
    "uint8_t t[3] = {0}; t[In[0] & 3] = 1; Out[0] = t[0];": "outside of 0 to 2",
    "uint32_t x = In[0]; Out[0] = x >> 32;": "shifted by 32",
    "uint32_t x = In[0]; Out[0] = x << In[1];": "shifted by what varies",
    "int x = 0x7fffffff; Out[0] = x + In[0];": "does not fit",
    "int x = In[0] << 16; Out[0] = x * x;": "does not fit",
    "int x = -0x7fffffff - 1; Out[0] = x / -1;": "does not fit",
    "int x = -0x7fffffff - 1; Out[0] = x % -1;": "does not fit",
    "uint8_t *p = 0; Out[0] = *p;": "null pointer",
    "uint8_t *p; { uint8_t x[1] = {1}; p = x; } Out[0] = *gone();": "no longer",
    "const uint8_t x[1] = {1}; ((uint8_t *)x)[0] = 2;": "constant",
    "((uint8_t *)In)[0] = 2;": "constant",
    "int zero = 0; Out[0] = 5 / zero;": "by 0",
    "memcpy(Out, Out + 1, 4);": "overlap",
    "uint8_t *p = malloc(1); *p = 1; free(p); Out[0] = *p;": "freed",
    "__asserted(In[0] < 200); Out[0] = 1;": "assertion",
    "if (In[0] == 7) abort(); Out[0] = 1;": "gives up",
    "Out[0] = none(In[0]);": "without a value",
    "Out[0] = never(In[0]);": "never ends without a value",
    "uint8_t *p = malloc(1); *p = 1; if (In[0] > 9) free(p); Out[0] = *p;": "freed",
    "uint8_t *p = malloc(1); if (In[0]) free(p); if (In[0] > 8) free(p); Out[0] = 1;": "twice",
    "free(Out); Out[0] = 1;": "freed, and cannot be",
    ";": "not written",
}
"""The body of a function that C does not define, at least for some inputs, and what is said."""

AROUND = (
    HEADERS.replace("stdbool", "assert")
    + """
static uint8_t *gone(void) { uint8_t x[2] = {1}; uint8_t *p = x; return p; }
static int none(int x) { if (x > 3) return 1; }
static int never(int x) { x = 1; }
void f(const uint8_t *In, uint8_t *Out) {
"""
)


def possible(graph: Graph, literal: int, directory) -> bool:
    """Whether a literal may be 1."""
    return Windows(graph, directory, set()).equal([(literal, 0)], (), 10)[0] == DIFFERENT


@pytest.mark.parametrize("body", UNDEFINED)
def test_what_c_does_not_define_is_found(body, tmp_path):
    """It is an error with its line, at once or as a literal that some assignment makes 1."""
    graph, line = Graph(), AROUND.count("\n") + 1
    try:
        found = free(f"{AROUND}{body}\n}}\n", tmp_path, graph, out=1)[1]
    except UnreadC as error:
        said = [str(error)]
    else:
        said = [
            f"{node.coord} {what}"
            for literal, (node, what) in found.doubts.items()
            if possible(graph, literal, tmp_path)
        ]
    assert any(UNDEFINED[body] in one for one in said), said
    assert body in (";", "Out[0] = none(In[0]);") or any(
        f"line {line}" in one or f":{line}:" in one for one in said
    )


DEFINED = (
    "uint8_t *p = malloc(1); *p = 5; if (In[0] > 9) { free(p); Out[0] = 1; return; } "
    "Out[0] = *p; free(p);",
    "uint8_t *p = malloc(1); *p = 5; Out[0] = 1; if (In[0] > 9) free(p); else Out[0] = *p;",
    "never(In[0]); Out[0] = In[0] > 9 ? 1 : 5;",
)
"""The body of a function that C defines for all inputs: 1 above 9, else 5."""


@pytest.mark.parametrize("body", DEFINED)
def test_an_object_that_is_freed_on_one_way_stays_on_the_others(body, tmp_path):
    """Nothing is said against C that frees what it no longer needs where an error ends it, or that
    leaves a value that nobody takes.
    """
    graph, text = Graph(), f"{AROUND}{body}\n}}\n"
    given, found = free(text, tmp_path, graph, out=1)
    assert not [one for one in found.doubts if possible(graph, one, tmp_path)]
    for pattern in range(0, graph.patterns, 9):
        data = concrete(graph, string(graph, given), pattern)
        made = concrete(graph, string(graph, found.outputs["Out"]), pattern)
        assert made == bytes([1 if data[0] > 9 else 5])


REFUSED = {
    "uint8_t t[1]; if (In[0] > 9 && In[0] < 3) t[1] = 1; Out[0] = 1;": "ever comes there",
    "goto end; end: Out[0] = 1;": "goto",
    "double x = 1.5; Out[0] = 1;": "double is used",
    "struct { int a : 3; } s; Out[0] = 1;": "number of bits",
    "Out[0] = unknown(3);": "unknown is used",
    "uint8_t *p = In[0] ? Out : Out + 1; *p = 1;": "depends on what varies",
    "Out[0] = In + In[0] == In;": "addresses that depend on what varies",
    "const uint8_t *p = In + In[0]; Out[0] = In + 1 != p;": "addresses that depend on what varies",
    "uint8_t t[2] = {1, 2}, *p = t + 1; Out[0] = p[-(In[0] & 1)];": "may be negative",
    "uint8_t x[In[0]]; Out[0] = 1;": "depends on what varies",
    "Out[0] = In[0] / In[1];": "by what varies",
    "Out[0] = In[0] % 5u;": "no power of two",
    "for (;;) ;": "does not end",
    "memcpy(Out, In, In[0]);": "depends on what varies",
    "uint8_t *p = (uint8_t *)17; Out[0] = *p;": "a number is taken for an address",
    'asm("nop"); Out[0] = 1;': "asm",
    "Out[0] = In.a;": "has no field a",
    "Out[0] = nowhere(1);": "declaration alone",
}
"""The body of a function that is not served, and what is said."""


@pytest.mark.parametrize("body", REFUSED)
def test_what_is_not_served_is_refused(body, tmp_path, monkeypatch):
    """It is an error, and never a guess."""
    monkeypatch.setattr("cipherfab.verify.second.machine.MOST_STEPS", 5000)
    text = f"{HEADERS}int nowhere(int);\nvoid f(const uint8_t *In, uint8_t *Out) {{ {body} }}\n"
    with pytest.raises(UnreadC, match=REFUSED[body]):
        free(text, tmp_path, Graph(), out=1)


@pytest.mark.parametrize(
    "text",
    [
        "int f( {",
        "int x = " + "(" * 5000 + "1" + ")" * 5000 + ";",
        "int f(void) { return __builtin_popcount(3); ",
        "\0\1\2",
    ],
)
def test_what_is_no_c_is_refused(text, tmp_path):
    """A text that cannot be read is an error of one kind."""
    with pytest.raises(UnreadC):
        tree(text, tmp_path)
