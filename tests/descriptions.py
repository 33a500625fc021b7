# SPDX-License-Identifier: Apache-2.0
"""The description of a small core in TOML, for tests that change a part of it."""

BARE = """[bare]
algorithm = "keccak-f-200"
start = "start"
latency = 1
inputs.x = "a"
outputs.x = "y"
"""
"""A permutation in one cycle, of which ``tiny`` in these tests has the ports and not the answers.
"""


def description(
    name: str = "tiny",
    *,
    sources: str = '["tiny.v"]',
    before: str = "",
    rtl: str = "",
    interface: str = BARE,
) -> str:
    """The whole text.

    Args:
        name: of the core.
        sources: value of ``sources``, with its brackets.
        before: lines before ``[rtl]``.
        rtl: more lines of ``[rtl]``.
        interface: the sections after it.
    """
    lines = (
        f'name = "{name}"', before, "[rtl]", f"sources = {sources}",
        'top = "tiny"', 'clock.port = "clk"', rtl)  # fmt: skip
    return "".join(f"{line}\n" for line in lines if line) + interface
