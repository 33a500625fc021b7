# SPDX-License-Identifier: Apache-2.0
"""Many blocks of one kind in a row, through the events of a `sponge.SpongeAead`, as C++.

A block in the midst of associated data or of a message is neither the first nor the last nor
padded, so all flags of its events are known. One of them and the run behind it take 20 µs in
Python, mostly to hand integers over, and about a tenth of a microsecond here.
"""

from collections import Counter
from collections.abc import Callable
from ctypes import create_string_buffer
from functools import cache
from typing import TYPE_CHECKING

from ..primitives.primitive import SCHEDULE, native_text
from ..tools import compiler
from ..words import Word
from ..words.native import HEADER, c_function, limbs
from ..words.trace import trace
from .sponge_events import FLAGS, event_of, widths_of

if TYPE_CHECKING:
    from .sponge import SpongeAead

MANY = 8
"""Groups of blocks in a row from which on they are computed like this."""

AFTER = 4_096
"""Groups in such rows that are computed one by one before: about as long as compiling takes."""

COMPARED = 2
"""The first groups of each row, which are computed one by one, too: two, since one does not show
what it leaves behind."""

Many = Callable[[int, int, bytes], tuple[int, bytes]]
"""From state, key and the bytes of whole groups to the state behind them and, of a message, the
other text.
"""

# Bytes in the order of the bus become a word of ``port`` bytes, the first one most significant.
LOOP = """
static void take(const uint8_t *bytes, int count, int port, limb *word) {
    for (int i = 0; i < (port + 7) / 8; i++) word[i] = 0;
    for (int i = 0; i < count; i++) {
        const int place = port - 1 - i;
        word[place / 8] |= limb(bytes[i]) << place % 8 * 8;
    }
}
"""


# How many groups of blocks came in long rows so far, by mode and kind of block.
_seen: Counter[tuple] = Counter()


def worth_it(mode: "SpongeAead", groups: int, **kind: int) -> bool:
    """Whether so many groups in a row are computed here: they are many, and there were many before.

    Args:
        groups: how many.
        kind: as for `many`.
    """
    if groups < MANY:
        return False
    key = mode, *kind.values()
    _seen[key] += groups
    return _seen[key] > AFTER


def groups_of(mode: "SpongeAead", *, message: int) -> tuple[int, ...]:
    """Bytes of the blocks between two runs."""
    return (mode.block_bytes,) if message else mode.ad_parts


@cache
def many(mode: "SpongeAead", *, message: int, decrypting: bool, ad: int) -> Many | None:
    """The function for blocks of associated data or of a message; None without a compiler.

    Args:
        message, decrypting, ad: as flags of `sponge_events.happens`.
    """
    if not compiler.available():
        return None
    sizes = groups_of(mode, message=message)
    functions, calls = [], []
    for part, size in enumerate(sizes):
        name = "absorb_rest" if part else "absorb"
        flags = {"message": message, "full": 1, "part": part, "ad": ad}
        functions.append(
            c_function(
                f"part{part}",
                trace(
                    _known(mode, name, size, flags, text=bool(message), decrypting=decrypting),
                    {
                        name: width
                        for name, width in widths_of(mode).items()
                        if name in ("state", "key", "block")
                    },
                ),
            )
        )
        calls.append(_call(mode, part, size, text=bool(message)))
    state, key = (limbs(widths_of(mode)[name]) for name in ("state", "key"))
    given = {
        "x": f"memcpy(p, s, {8 * state});",
        "key": f"memcpy(p, key, {8 * key});",
        SCHEDULE: "*p = schedule;",
    }
    inputs, place = [], 0
    for name, width in mode.permutation.inputs.items():
        inputs.append(f"p = i + {place}; {given[name]}")
        place += limbs(width)
    # Models are compiled without optimization (`tools.compiler`); a loop over many blocks is worth
    # it.
    text = f"""#pragma GCC optimize("O1")
#include <cstring>
{HEADER}{native_text(mode.permutation)}{"".join(functions)}{LOOP}
extern "C" void many(limb *s, const limb *key, const uint8_t *in, uint8_t *out, limb groups) {{
    limb i[{place}], a[{state + key + limbs(8 * mode.port_bytes)}];
    limb o[{state + 1 + limbs(8 * mode.port_bytes)}], *p, schedule;
    while (groups--) {{
{"".join(calls)}        {" ".join(inputs)}
        call(i, s);
    }}
}}
"""
    return _function(
        compiler.library(text).many, 8 * state, 8 * key, sum(sizes), text=bool(message)
    )


def _function(
    called: Callable, state_bytes: int, key_bytes: int, group: int, *, text: bool
) -> Many:
    def function(state: int, key: int, data: bytes) -> tuple[int, bytes]:
        held = create_string_buffer(state.to_bytes(state_bytes, "little"), state_bytes)
        output = create_string_buffer(len(data) if text else 1)
        called(held, key.to_bytes(key_bytes, "little"), data, output, len(data) // group)
        return int.from_bytes(held.raw, "little"), output.raw if text else b""

    return function


def _known(
    mode: "SpongeAead", name: str, size: int, flags: dict[str, int], *, text: bool, decrypting: bool
) -> Callable[[dict[str, Word]], dict[str, Word]]:
    """The event of a full block, from state, key and block, and what is added to the block
    first."""

    def function(words: dict[str, Word]) -> dict[str, Word]:
        block, bit = words["block"], 8 * mode.port_bytes
        # A full block fills the top bytes of the port.
        replaced = ((1 << 8 * size) - 1 << bit - 8 * size) if decrypting else 0
        every = {
            **words,
            "padding": block.constant(0),
            "replaced": block.constant(replaced),
            **{flag: block.constant(flags.get(flag, 0), 1) for flag in FLAGS},
        }
        found = event_of(mode, name)(every)
        if text:
            found["text"] = event_of(mode, "text")(every)["result"]
        return found

    return function


def _call(mode: "SpongeAead", part: int, size: int, *, text: bool) -> str:
    """A block of a group in C++."""
    state, key = (limbs(widths_of(mode)[name]) for name in ("state", "key"))
    # Into the event go state, key and block; out of it come the state, the number of the round
    # count of the run, and the text.
    lines = [
        f"memcpy(a, s, {8 * state}); memcpy(a + {state}, key, {8 * key});",
        f"take(in, {size}, {mode.port_bytes}, a + {state + key});",
        f"part{part}(a, o); memcpy(s, o, {8 * state}); schedule = o[{state}];",
    ]
    if text:
        lines.append(
            f"for (int j = 0; j < {size}; j++) {{ const int b = {mode.port_bytes - 1} - j;"
            f" out[j] = in[j] ^ uint8_t(o[{state + 1} + b / 8] >> b % 8 * 8); }}"
        )
        lines.append(f"out += {size};")
    return "".join(f"        {line}\n" for line in (*lines, f"in += {size};"))
