# SPDX-License-Identifier: Apache-2.0
"""The post-processor joins headers, data and status in their order."""

import pytest

from cipherfab.controllers.ports import Announcement
from cipherfab.lwc.needs import Needs
from cipherfab.lwc.postprocessor import PostProcessor
from cipherfab.lwc.protocol import Header, Segment
from cipherfab.measure.component_runs import simulate


def words_of(header: int, width: int) -> list[int]:
    """The words of a header, which is the top of a word that is wider."""
    size = max(32, width)
    whole = header << size - 32
    return [whole >> low & (1 << width) - 1 for low in range(size - width, -1, -width)]


def settle(width: int, steps: list[dict], **options) -> list[tuple]:
    """What DO shows in each of the cycles with these signals: (valid, data, last)."""
    post, seen = PostProcessor(Needs(width=width, tag_bytes=16, digest_bytes=32, **options)), []
    signals = {"data_valid": post.data.valid, "data": post.data.data,
               "busy": post.busy, "header_valid": post.header.valid,
               "header": post.header.data, "announce": post.status.announce,
               "announcement": post.status.announcement,
               "done": post.status.done, "success": post.status.success,
               "failure": post.failure, "ready": post.do.ready}  # fmt: skip
    signals |= {
        name: getattr(post.status, name) for name in ("text", "plaintext", "length") if options
    }

    async def bench(ctx):
        for step in steps:
            for name, signal in signals.items():
                ctx.set(signal, step.get(name, int(name == "ready")))
            seen.append(
                (ctx.get(post.do.valid), ctx.get(post.do.data), ctx.get(post.last))
                + tuple(
                    ctx.get(signal)
                    for signal in (post.status.announced, post.status.accepted, post.failed)
                )
            )
            await ctx.tick()

    simulate(post, bench)
    return seen


@pytest.mark.parametrize("width", [8, 16, 32, 64, 128])
@pytest.mark.parametrize(
    "announcement, kind, length",
    [(Announcement.TAG, Segment.TAG, 16), (Announcement.DIGEST, Segment.DIGEST, 32)],
)
def test_announcements_are_whole_headers(width, announcement, kind, length):
    """The header of tag or digest comes in as many words as it needs, each held until it is taken,
    and is then acknowledged.
    """
    words = words_of(Header(type=kind, length=length, last=True).encode(), width)
    parts = len(words)
    asking = {"announce": 1, "announcement": announcement}
    steps = [step for _ in range(parts) for step in ({**asking, "ready": 0}, asking)]
    seen = settle(width, [*steps, {}])
    assert [word for _, word, *_ in seen[:-1]] == [word for word in words for _ in range(2)]
    assert [announced for *_, announced, _, _ in seen] == [0] * (2 * parts - 1) + [1, 0]
    assert all(valid and not last for valid, _, last, *_ in seen[:-1]) and not seen[-1][0]


@pytest.mark.parametrize("width", [8, 16, 32, 64, 128])
def test_waiting_data_goes_before_headers_and_headers_before_status(width):
    """With everything offered at once, data leaves first, then the header, then the status with the
    last flag.
    """
    steps = [{"data_valid": 1, "data": 1, "busy": 1, "header_valid": 1,
              "header": 2, "done": 1, "success": 1},
             {"header_valid": 1, "header": 2}, {"done": 1, "success": 1}]  # fmt: skip
    assert [(word, last) for _, word, last, *_ in settle(width, steps)] == [
        (1, 0),
        (2, 0),
        (0xE << width - 4, 1),
    ]


def test_all_waits_for_data_that_is_still_computed():
    """While data is due but not there, nothing leaves and nothing is acknowledged, whatever is
    asked for.
    """
    for asked in ({"header_valid": 1}, {"announce": 1}, {"done": 1, "success": 1}, {"failure": 1}):
        ((valid, _, last, *acknowledged),) = settle(32, [{**asked, "busy": 1}])
        assert not valid and not last and not any(acknowledged), asked


@pytest.mark.parametrize(
    "given, status",
    [
        ({"done": 1, "success": 1}, 0xE),
        ({"done": 1}, 0xF),
        ({"failure": 1}, 0xF),
        ({"done": 1, "success": 1, "failure": 1}, 0xF),
    ],
)
def test_status_says_success_only_without_failure(given, status):
    """Only a mode that is done with success, and no failure, gives success; each side is told when
    its status has gone.
    """
    held, taken = settle(32, [{**given, "ready": 0}, given])
    assert held == (1, status << 28, 1, 0, 0, 0)
    assert taken == (1, status << 28, 1, 0, given.get("done", 0), given.get("failure", 0))


@pytest.mark.parametrize("width", [8, 16, 32, 64, 128])
@pytest.mark.parametrize("plaintext, kind", [(0, Segment.CIPHERTEXT), (1, Segment.PLAINTEXT)])
def test_a_mode_may_announce_the_text_itself(width, plaintext, kind):
    """The header has the type and the length that the mode says; a plaintext is the last segment, a
    ciphertext is not.
    """
    text = {"announce": 1, "text": 1, "plaintext": plaintext, "length": 0x1234}
    headers = (
        Header(type=kind, length=0x1234, last=bool(plaintext)),
        Header(type=Segment.TAG, length=16, last=True),
    )
    words = [word for header in headers for word in words_of(header.encode(), width)]
    parts = len(words) // 2
    seen = settle(width, [text] * parts + [{"announce": 1}] * parts, announces_last=True)
    assert [word for _, word, *_ in seen] == words
