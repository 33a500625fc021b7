# SPDX-License-Identifier: Apache-2.0
"""Random changes of a seed, as a Hypothesis strategy, so that a failure is shrunk."""

from hypothesis import strategies as st

from .targets import HARD, TARGETS, seeds

Edit = tuple[str, float, float, bytes]


def apply(seed: bytes, edits: list[Edit]) -> bytes:
    """The seed after edits ``(kind, where, how much, piece)``, with places as shares of its
    length."""
    content = seed
    for kind, where, much, piece in edits:
        start = int(where * len(content))
        end = start + int(much * min(64, len(content) - start))
        before, cut, after = content[:start], content[start:end], content[end:]
        content = {
            "insert": before + piece + content[start:],
            "replace": before + piece + after,
            "delete": before + after,
            "repeat": before + cut * 3 + after,
            "move": before + after + cut,
        }[kind]
    return content


def changed(name: str) -> st.SearchStrategy[bytes]:
    """Inputs of a target: a seed after some edits, or now and then anything at all."""
    pieces = [piece.encode() for piece in (*HARD, *TARGETS[name].pieces)]
    share = st.floats(0, 1, exclude_max=True)
    edit = st.tuples(
        st.sampled_from(["insert", "replace", "delete", "repeat", "move"]),
        share,
        share,
        st.one_of(st.sampled_from(pieces), st.binary(max_size=4)),
    )
    edited = st.builds(apply, st.sampled_from(seeds(name)), st.lists(edit, max_size=6))
    text = st.text(max_size=80).map(lambda text: text.encode(errors="surrogatepass"))
    # Three times, so that most inputs are edited seeds.
    return st.one_of(edited, edited, edited, st.binary(max_size=200), text)
