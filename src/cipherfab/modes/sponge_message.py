# SPDX-License-Identifier: Apache-2.0
"""One message through the events of a `sponge.SpongeAead`, in software."""

from collections.abc import Iterator
from copy import copy
from typing import TYPE_CHECKING

from .byte_strings import split, xor
from .sponge_events import happens, permute
from .sponge_runs import COMPARED, many, worth_it

if TYPE_CHECKING:
    from .sponge import SpongeAead


class Blocks:
    """Pieces of these sizes in turn, the last one maybe shorter; one empty piece for empty data,
    and one behind a full last piece if the mode ``pads_full``. Of a last byte ``rest`` bits may
    count, and then its piece is not full. Each is cut when it is asked for:
    there may be millions.
    """

    def __init__(self, data: bytes, sizes: tuple[int, ...], *, pads_full: bool, rest: int = 0):
        self.data, self.sizes, self.rest = data, sizes, rest
        # Minus 1, since a full last piece is the last one unless the mode ``pads_full``.
        groups, rest = divmod(max(len(data) - 1, 0), sum(sizes))
        # The last byte has the index ``rest`` in its group, so it says which part is the last.
        before = sum(1 for part in range(1, len(sizes)) if sum(sizes[:part]) <= rest)
        self.count = groups * len(sizes) + before + 1
        if pads_full and not self.rest and len(self[self.count - 1]) == sizes[-1]:
            self.count += 1

    def __len__(self):
        return self.count

    def __getitem__(self, number: int) -> bytes:
        start = self._start(number)
        return self.data[start : start + self.sizes[number % len(self.sizes)]]

    def joined(self, numbers: range) -> bytes:
        """Those that follow each other, as one."""
        return self.data[self._start(numbers.start) : self._start(numbers.stop)]

    def _start(self, number: int) -> int:
        groups, part = divmod(number, len(self.sizes))
        return groups * sum(self.sizes) + sum(self.sizes[:part])


class SpongeMessage:
    """One message through the events of a `SpongeAead`."""

    def __init__(self, mode: "SpongeAead", key: bytes, nonce: bytes):
        self.mode, self.key, self.state, self.initial = mode, int.from_bytes(key, "big"), 0, 1
        self.known = {"ad": 0, "full": 0}
        self._walk("nonce", data=nonce)

    @classmethod
    def between(
        cls, mode: "SpongeAead", key: int, state: int, *, initial: int, known: dict[str, int]
    ) -> "SpongeMessage":
        """A message under way, between two of its events.

        Args:
            initial: no block was absorbed yet.
            known: of the associated data: flag ``ad``, and whether the last block was full.
        """
        # Without ``__init__``, which would absorb a nonce.
        run = cls.__new__(cls)
        run.mode, run.key, run.state, run.initial = mode, key, state, initial
        run.known = dict(known)
        return run

    def absorbed(
        self, data: bytes, first: int, *, message: int, decrypting: bool = False, ends: bool = True
    ) -> Iterator[tuple[bytes, int]]:
        """Absorb blocks one by one; of each its text, and the state behind it.

        Args:
            data: all of it.
            first: number of the first block to absorb.
            ends: the last one too.
        """
        sizes = (self.mode.block_bytes,) if message else self.mode.ad_parts
        blocks = Blocks(data, sizes, pads_full=self.mode.pads_full)
        for number in range(first, len(blocks) - (not ends)):
            text = self.block(blocks, number, sizes, message=message, decrypting=decrypting)
            yield text, self.state

    def _walk(
        self, *parts: str, data: bytes = b"", decrypting: bool = False, rest: int = 0
    ) -> bytes:
        """The steps of these parts of the message, with its ``data``; the text that they give."""
        output = b""
        for step in self.mode.steps:
            if step.part not in parts:
                continue
            match step.phase:
                case "START":
                    self._nonce(data)
                case "OPEN":
                    self._run_behind("opening")
                case "AD":
                    self._absorb(data, self.mode.ad_parts, message=0, rest=rest)
                    self.known["ad"] = int(bool(data))
                case "TURN":
                    self._turn(data)
                case "MESSAGE" if data or self.mode.absorbs_empty_message:
                    sizes = (self.mode.block_bytes,)
                    output = self._absorb(data, sizes, message=1, decrypting=decrypting, rest=rest)
                # Runs alone. An empty message that is not absorbed comes here too, and has none.
                case _:
                    for number in step.numbers:
                        self._run_behind(step.event, number)
        return output

    def _nonce(self, nonce: bytes) -> None:
        """What comes before the nonce, and its parts."""
        mode = self.mode
        for number in range(mode.prepares):
            self._run_behind("prepare", number)
        while mode.prepares and self._event("repeats", b"")[0]:
            self._run_behind("prepare", mode.prepares)
        parts = split(nonce, mode.nonce_bytes // mode.parts["nonce"])
        for number, part in enumerate(parts):
            (self.state,) = self._event("begin", part, number=number)
            ends = number == len(parts) - 1
            waits = mode.decides_late or mode.begins_without_run
            # Behind the last part of the nonce the run may wait; behind the others there is one
            # only in some modes.
            if not waits if ends else mode.nonce_runs:
                self._permute(mode.run_of(f"begin{number}"))

    def close(self) -> None:
        """What follows the last block of the message."""
        self._walk("close")

    def _run_behind(self, name: str, number: int | None = None, **flags: int) -> None:
        """An event that takes nothing, and its run."""
        (self.state,) = self._event(name, b"", number=number, **flags)
        self._permute(self.mode.run_of(name if number is None else f"{name}{number}"))

    def open(self) -> None:
        """What comes in front of the associated data, if there is any."""
        self._walk("opening")

    def associated_data(self, data: bytes, rest: int = 0) -> None:
        """Absorb all of it; ``rest`` as of `Blocks`."""
        if data or self.mode.absorbs_empty_ad:
            self._walk("opening", "ad", data=data, rest=rest)

    def turn(self, data: bytes) -> None:
        """What comes in front of the message."""
        self._walk("turn", data=data)

    def message(self, data: bytes, *, decrypting: bool, rest: int = 0) -> bytes:
        """The other of plaintext and ciphertext; ``rest`` as of `Blocks`."""
        return self._walk("turn", "message", "close", data=data, decrypting=decrypting, rest=rest)

    def _turn(self, data: bytes) -> None:
        """The run whose start depends on whether there is a message."""
        flags = {**self.known, "message": int(bool(data))}
        self.state, schedule = self._event("turn", b"", **flags)
        self._permute(schedule)

    def tag(self) -> bytes:
        count, tag = self.mode.parts["tag"], b""
        for number in range(count):
            if number and self.mode.tag_runs:
                (self.state,) = self._event("finish", b"")
                self._permute(self.mode.run_of("tag"))
            part = self._event("tag", b"", number=number)[0].to_bytes(self.mode.port_bytes, "big")
            tag += part[: self.mode.tag_bytes // count]
        return tag

    def _absorb(
        self,
        data: bytes,
        sizes: tuple[int, ...],
        *,
        message: int,
        decrypting: bool = False,
        rest: int = 0,
    ) -> bytes:
        blocks, output = Blocks(data, sizes, pads_full=self.mode.pads_full, rest=rest), []
        kind = {"message": message, "decrypting": decrypting}
        alike = self._alike(len(blocks), len(sizes), **kind)
        # Of those that are alike only the first number is here: at it all of them are computed.
        for number in (*range(alike.start), *alike[:1], *range(alike.stop, len(blocks))):
            if number in alike:
                output.append(self._many(blocks, alike, sizes, **kind))
            else:
                output.append(self.block(blocks, number, sizes, **kind))
        return b"".join(output)

    def block(
        self, blocks: Blocks, number: int, sizes: tuple[int, ...], *, message: int, decrypting: bool
    ) -> bytes:
        """The text of one block, which is absorbed."""
        block, part, last = blocks[number], number % len(sizes), number == len(blocks) - 1
        output, rest = b"", blocks.rest if last else 0
        flags = {"message": message, "initial": self.initial, "first": int(number < len(sizes)),
                 "last": int(last), "full": int(len(block) == sizes[part] and not rest),
                 "empty": int(not block), "part": part, "ad": self.known["ad"]}  # fmt: skip
        if message:
            read = {name: flags[name] for name in self.mode.text_reads}
            stream = self._event("text", b"", **read)[0].to_bytes(self.mode.port_bytes, "big")
            output = xor(stream, block)
        # Bits behind the end of the text are 0.
        if rest and message:
            output = output[:-1] + bytes([output[-1] & (1 << rest) - 1])
        self.state, schedule = self._event(
            "absorb_rest" if part else "absorb", block, decrypting=decrypting, rest=rest, **flags
        )
        self.known["full"] = flags["full"]
        # A run follows the last part of a block alone. Of the last associated data it may wait:
        # then it is that of `turn`.
        if last or part == len(sizes) - 1:
            self.initial = 0
            if message or not last or not self.mode.decides_late:
                self._permute(schedule)
        return output

    def _alike(self, blocks: int, parts: int, *, message: int, decrypting: bool) -> range:
        """Those blocks that `sponge_runs` computes: of whole groups, behind the first and before
        the last; none if they are few.
        """
        # The last block may be short, and the first group has the flag ``first``: neither is alike.
        groups = (blocks - 1) // parts - 1
        kind = {"message": message, "decrypting": decrypting, "ad": self.known["ad"]}
        if not worth_it(self.mode, groups, **kind) or not many(self.mode, **kind):
            return range(0)
        return range(parts, parts * (groups + 1))

    def _many(
        self,
        blocks: Blocks,
        alike: range,
        sizes: tuple[int, ...],
        *,
        message: int,
        decrypting: bool,
    ) -> bytes:
        """The text of blocks that are `_alike`.

        Raises:
            RuntimeError: some of them, the first ones, give another one by `block`.
        """
        function = many(self.mode, message=message, decrypting=decrypting, ad=self.known["ad"])
        some = alike[: COMPARED * len(sizes)]
        # A copy, since `block` moves the state on.
        twin = copy(self)
        expected = b"".join(
            [
                twin.block(blocks, number, sizes, message=message, decrypting=decrypting)
                for number in some
            ]
        )
        if function(self.state, self.key, blocks.joined(some)) != (twin.state, expected):
            raise RuntimeError(
                f"{type(self.mode).__name__}: compiled blocks are not as their "
                f"description gives them"
            )
        self.state, output = function(self.state, self.key, blocks.joined(alike))
        return output

    def _event(
        self,
        name: str,
        block: bytes,
        *,
        number: int | None = None,
        decrypting: bool = False,
        rest: int = 0,
        **flags: int,
    ) -> tuple[int, ...]:
        given = {"number": number, "key": self.key, "decrypting": decrypting, "rest": rest}
        return happens(self.mode, name, self.state, block, **given, **flags)

    def _permute(self, schedule: int) -> None:
        self.state = permute(self.mode, self.state, schedule, self.key)
