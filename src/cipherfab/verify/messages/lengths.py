# SPDX-License-Identifier: Apache-2.0
"""Messages of any length, of a core over one permutation: by induction over blocks.

A message is cut behind a block, where the core's registers hold all bits of the specification's
state: these, the key and the words that were taken already may then be anything, and the count of
the bytes that are left is any number from a bound on. From there one more block is taken and
answered as the event says, and the core is where it was, with the count less one block. With a
count below the bound the message goes on to its end. So every length is proved that the count
holds: by the beginning, by the step, and by the ends.

Associated data and text are cut alike, and so is a message between the two.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from ... import catalog
from ...design import Design
from ...lwc.messages import Operation
from ...lwc.protocol import MAX_SEGMENT_BYTES
from ...modes.sponge import SpongeAead
from .bits import NotSymbolic
from .cases import Stopped
from .cut_words import LONG, due_words, tail
from .events import AHEAD, BEFORE_TEXT, IN_AD, IN_TEXT, RESET, Cut, Script, composed
from .graph import OutOfTime
from .prove import OPEN, PROVED, Found
from .scene import Reached, Scene, Setting, Way
from .unroll import Machine, State

COMPOSED = (MAX_SEGMENT_BYTES, 20_000)
"""Bytes of associated data and text for which the description is compared with itself in pieces."""

MOST_CUTS = 6
"""Sets of facts at which a segment may be cut; more are not followed."""


class Lengths:
    """Proves messages of any length in one direction, from a reset and without stalls.

    Args:
        design: of a mode over one permutation.
        directory: existing, for files and logs.
        known: see `windows.Windows`.
        deadline: on the monotonic clock.
        say: of progress.
    """

    def __init__(
        self,
        design: Design,
        machine: Machine,
        operation: Operation,
        directory: Path,
        *,
        known: set[str],
        deadline: float,
        say: Callable[[str], None],
    ):
        interface, self._say, self.runs = design.interface, say, 0
        mode = catalog.find(interface.aead).model
        if not isinstance(mode, SpongeAead):
            raise Stopped("only modes over one permutation are cut into events")
        self.mode, self.word = mode, interface.width // 8
        self.block, self.ad_block = mode.block_bytes, mode.ad_block_bytes
        if len(mode.ad_parts) > 1 or self.block % self.word or self.ad_block % self.word:
            raise Stopped("blocks in parts, or of a part of a word, are not cut")
        if mode.most_message_bytes is not None or interface.buffer_bytes is not None:
            raise Stopped("the mode has a bound of its own")
        self.setting = Setting(
            design=design,
            machine=machine,
            mode=mode,
            operation=operation,
            directory=directory,
            known=known,
            deadline=deadline,
            word=self.word,
            look=4 * max(self.block, self.ad_block) // self.word + 8,
        )

    def result(self) -> Found:
        """Of all lengths of associated data and text in one segment each."""
        begun = time.monotonic()
        try:
            found = Found(verdict=PROVED, detail=self._proved())
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            # As of any description: what it does with a number may need a plain one.
            found = Found(verdict=OPEN, detail=f"the events do not run over bits: {error}")
        except (NotSymbolic, OutOfTime, Stopped) as reason:
            found = Found(verdict=OPEN, detail=f"{reason}, after {self.runs} runs")
        found.seconds = round(time.monotonic() - begun, 3)
        return found

    def _proved(self) -> str:
        # What the proof cuts by events is the model's only if the pieces make the whole.
        if not composed(self.mode, *COMPOSED):
            raise Stopped("the description is not the same behind each block")
        in_ad = self._closed(self._first_of_ad())
        before = self._before_text(in_ad)
        self._say(f"{len(in_ad)} cuts in associated data, {len(before)} before the text")
        in_text: dict[Reached, None] = {}
        for reached, text in before:
            if text != LONG:
                self._to_end(reached, text, 0)
                continue
            taken = max(0, reached.taken) * self.word
            # Too long to be known in full and too short for a cut: one by one.
            for left in range(self._least_text() - taken, self._long(self.block)):
                self._to_end(reached, taken + left, left)
            in_text |= dict.fromkeys([self._first_of_text(reached)])
        cuts = self._closed(*in_text)
        for reached in cuts:
            for left in range(self._least(self.block) - self.block, self._least(self.block)):
                self._to_end(reached, self.block + reached.taken * self.word + left, left)
        return (
            f"associated data and text of 0 to {MAX_SEGMENT_BYTES} bytes, each in one segment, "
            f"from a reset, ports do not wait: by induction over blocks ({len(in_ad)} + "
            f"{len(cuts)} cuts, {self.runs} runs)"
        )

    def _least(self, block: int) -> int:
        """Bound of the count for a step."""
        return block + 3 * self.word

    def _long(self, block: int) -> int:
        """Bound of the count from which a segment is long, before its first block."""
        return 2 * block + 4 * self.word

    def _least_text(self) -> int:
        """Bound of a text that is not known in full before its first block."""
        return self.block + 4 * self.word

    def _first_of_ad(self) -> Reached:
        """The first cut in associated data that is long."""
        block = self.ad_block
        scene = Scene(self.setting, self._long(block), free=True)
        script = scene.script(Cut(where=RESET), 4 * block, 0, long_ad=scene.count)
        way = scene.way(script.pdi[: script.header], script.sdi, script.do)
        first = script.header - 4 * block // self.word
        return self._cut(
            scene,
            way,
            way._reset(),
            script.ad_states[0],
            Cut(where=IN_AD),
            "ad0",
            first,
            block,
            0,
            self._least(block) - block,
            self._long(block),
        )

    def _cut(
        self,
        scene: Scene,
        way: Way,
        state: State,
        spec: Sequence[int],
        cut: Cut,
        data: str,
        first: int,
        absorbed: int,
        due: int,
        least: int,
        bound: int,
        counted: int = 0,
    ) -> Reached:
        """The next cut of a segment.

        Args:
            spec: the specification's state there.
            data, absorbed: see `Scene.facts`.
            first: place on PDI of the first byte of ``data``.
            due: place on DO of the next block's answer.
            least, bound: of the count there, and at first; they must fit.
            counted: bytes of ``data`` that were taken when the count was what it is.
        """
        self.runs += 1
        # Nodes and not literals: a register may hold the inverse of a bit.
        wanted = set(literal >> 1 for literal in spec)
        state = way.until(state, lambda state: wanted <= {literal >> 1 for literal in state})
        taken = way.place("pdi") - first
        ahead = taken - absorbed // self.word
        if ahead < 0 or not way.has_keys() or way.place("do") > due:
            raise Stopped("a block is answered before it is taken")
        # The induction needs that the count is still at least the bound of the next step.
        if bound - (taken * self.word - counted) < least:
            raise Stopped("more words are taken than a proof by induction expects")
        pending = way.due(due)
        facts = scene.facts(state, spec, data, absorbed, taken * self.word - counted, pending)
        return Reached(cut=cut, facts=facts, taken=ahead, pending=len(pending))

    def _closed(self, *first: Reached) -> list[Reached]:
        """These cuts and those to which one more block leads, until there is no new one."""
        # A dictionary keeps the order, so that a proof asks the same questions each time.
        found = dict.fromkeys(first)
        for reached in (queue := list(first)):
            following = self._step(reached)
            if following not in found:
                if len(found) == MOST_CUTS:
                    raise Stopped("behind a block the core is never where it was")
                found[following] = None
                queue.append(following)
        return list(found)

    def _step(self, reached: Reached) -> Reached:
        """One more block of a long segment."""
        cut, in_text = reached.cut, reached.cut.where == IN_TEXT
        block = self.block if in_text else self.ad_block
        least, ahead = self._least(block), reached.taken * self.word
        # Any count from the bound on: so it is proved that control does not hang on it.
        scene = Scene(self.setting, least, free=True)
        pending = due_words(scene.graph, reached.pending, self.word)
        if in_text:
            script = scene.script(cut, 0, 5 * block, long_text=scene.count)
            first, do, spec = script.text, script.do_text, script.text_states[0]
        else:
            script = scene.script(cut, 5 * block, 0, long_ad=scene.count)
            first, do = script.header - 5 * block // self.word, 0
            spec = script.ad_states[0]
        # The script has the block in front of the cut too, which was taken before.
        first += block // self.word
        do += block // self.word if in_text else 0
        end = first + 4 * block // self.word
        way = scene.way(script.pdi[first + reached.taken : end], [], [*pending, *script.do[do:]])
        state = scene.begin(reached, [word.bits for word in pending])
        due = len(pending) + (block // self.word if in_text else 0)
        return self._cut(
            scene,
            way,
            state,
            spec,
            cut,
            AHEAD,
            -reached.taken,
            block,
            due,
            least - block,
            least,
            ahead,
        )

    def _before_text(self, in_ad: Sequence[Reached]) -> list[tuple[Reached, int]]:
        """The cuts before the text, with the bytes of it, or `LONG`."""
        found: dict[tuple[Reached, int], None] = {}
        # Shorter than that there is no cut, so each length is followed by itself.
        for length in range(self._long(self.ad_block)):
            found |= dict.fromkeys(self._branches(None, length, 0))
        least = self._least(self.ad_block)
        for reached in in_ad:
            # From a cut the count goes down by blocks until it is below the bound: all that can be
            # left then.
            for left in range(least - self.ad_block, least):
                found |= dict.fromkeys(
                    self._branches(reached, self.ad_block + reached.taken * self.word + left, left)
                )
            self._say(f"associated data of all lengths: {len(found)} cuts before the text")
        return list(found)

    def _branches(self, reached: Reached | None, ad: int, left: int) -> list[tuple[Reached, int]]:
        """From a reset, or a cut in associated data with so many bytes left, to before each
        text."""
        # The count at a cut in associated data is known; that of a long text is not.
        scene = Scene(self.setting, self._least_text(), free=True)
        cut = Cut(where=RESET) if reached is None else reached.cut
        text = self._long(self.block)
        script = scene.script(cut, ad, text, long_text=scene.count)
        first = 0
        if reached is not None:
            first = script.header - -(-(ad - self.ad_block) // self.word) + reached.taken
        way = scene.way(script.pdi[first:], script.sdi if reached is None else [], script.do)
        state = way._reset() if reached is None else self._known_count(scene, reached, left)
        state = way.until(state, lambda _: way.place("pdi") >= script.header - first)
        sdi, do, cycle = way.place("sdi"), way.place("do"), way.cycle
        found = []
        # Until the header of the text is taken nothing hangs on its length, so one state serves all
        # of them.
        for length in (LONG, *range(self._least_text())):
            pdi, answer = tail(script, length, text, self.word)
            branch = scene.way(pdi, script.sdi[sdi:] if reached is None else [], answer[do:])
            # The matcher tells by the cycle how old a node is, so a branch counts on.
            branch.cycle = cycle
            found.append((self._turn(scene, branch, state, script, do, length), length))
        return found

    def _known_count(self, scene: Scene, reached: Reached, left: int) -> State:
        """The registers at a cut with this count."""
        facts = [
            fact
            if fact is None or fact in (0, 1) or fact[0][0] != "left"
            # A bit of the count less some bytes, which is a constant where the count is known.
            else ((left - fact[0][1]) >> fact[0][2] & 1) ^ fact[1]
            for fact in reached.facts
        ]
        return scene.begin(
            Reached(
                cut=reached.cut, facts=tuple(facts), taken=reached.taken, pending=reached.pending
            ),
            [],
        )

    def _turn(
        self, scene: Scene, way: Way, state: State, script: Script, do: int, length: int
    ) -> Reached:
        """The cut before a text of this length, or `LONG`."""
        self.runs += 1
        spec = script.ad_states[-1]
        wanted = set(literal >> 1 for literal in spec)
        state = way.until(state, lambda state: wanted <= {literal >> 1 for literal in state})
        # Below 0 where words of the header are still to come.
        taken = way.place("pdi") - (script.text - script.header)
        # Where only a bound is known no more than that was there; the next word is seen, too.
        if length == LONG and (taken + 1) * self.word > self._least_text():
            raise Stopped("more of the text is taken before its first block than is known to come")
        facts = scene.facts(state, spec, "text", 0, max(0, taken) * self.word, [])
        turned = script.turned
        cut = Cut(
            where=BEFORE_TEXT, initial=turned.initial, known=tuple(sorted(turned.known.items()))
        )
        if not way.has_keys():
            raise Stopped("a key is not taken before the text")
        return Reached(cut=cut, facts=facts, taken=taken, pending=do + way.place("do"))

    def _to_end(self, reached: Reached, text: int, left: int) -> None:
        """The rest of a message whose length is known.

        Args:
            text: bytes of the segment, with the block in front of a cut in it.
            left: the count.
        """
        self.runs += 1
        scene, in_text = Scene(self.setting, left, free=False), reached.cut.where == IN_TEXT
        pending = due_words(scene.graph, reached.pending, self.word) if in_text else []
        script = scene.script(reached.cut, 0, text)
        first = script.text + reached.taken + (self.block // self.word if in_text else 0)
        do = script.do_text + self.block // self.word if in_text else reached.pending
        way = scene.way(script.pdi[first:], [], [*pending, *script.do[do:]])
        found = way.through(scene.begin(reached, [word.bits for word in pending]))
        # A difference may begin in a state that no message leads to, so it is no refutation.
        if found.verdict != PROVED:
            raise Stopped(found.detail)

    def _first_of_text(self, reached: Reached) -> Reached:
        """The first cut in a text that is long."""
        block = self.block
        scene = Scene(self.setting, self._long(block), free=True)
        taken = max(0, reached.taken) * self.word
        # The header says all of the length: what is left, and what was taken already.
        script = scene.script(reached.cut, 0, 5 * block, long_text=scene.less(-taken))
        first = script.text + reached.taken
        way = scene.way(
            script.pdi[first : script.text + 5 * block // self.word],
            [],
            script.do[reached.pending :],
        )
        cut = Cut(where=IN_TEXT, known=(("ad", dict(reached.cut.known)["ad"]), ("full", 1)))
        due = script.do_text + block // self.word - reached.pending
        return self._cut(
            scene,
            way,
            scene.begin(reached, []),
            script.text_states[0],
            cut,
            AHEAD,
            -reached.taken,
            block,
            due,
            self._least(block) - block,
            self._long(block),
            taken,
        )
