# SPDX-License-Identifier: Apache-2.0
"""The protocol of iterate-fork-iterate ciphers, and the ordinary primitives that follow from it.

Source: E. Andreeva, V. Lallemand, A. Purnal, R. Reyhanitabar, A. Roy, D. Vizár, "Forkcipher: A New
Primitive for Authenticated Encryption of Very Short Messages", ASIACRYPT 2019, sections 3.1
(syntax) and 3.3 (iterate-fork-iterate) of the extended version.

A block goes through ``before`` rounds to the *fork*. The right block C1 is what ``right`` further
rounds make of the forking state; the left block C0 is what ``left`` rounds make of it after
``branch``. The *schedule*, which is tweakey and round constants, knows nothing of the fork: the
left branch uses what comes after the part of the right one. So a position of the schedule, the
number of rounds for which it has been advanced, says which round is next:

```
  position   0 … before … before + right … before + right + left
             initial    right branch     left branch
```
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from ..words import Word, mux
from .primitive import Primitive, State

LEFT, RIGHT, BOTH = 1, 2, 3
"""The output switch: which blocks are wanted, bit 0 the left one and bit 1 the right one."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Forkcipher:
    """An iterate-fork-iterate cipher.

    Attributes:
        name: as in the catalog, for messages and module names.
        block, tweakey: bits.
        before, right, left: rounds up to the fork and of each branch (r_init, r_1, r_0).
        layout: width in bits of each register of the schedule.
        load: from the tweakey to the schedule at position 0.
        advance, retreat: from the schedule to the one at the next and at the previous position.
        skip: like so many times ``advance`` (``retreat`` if negative), as a shallow network.
        round: from a block and the schedule at the round's position to the block after the round.
        inverse_round: the inverse of ``round``, from the block after the round and the schedule at
            the round's position.
        branch: what happens to the forking state before the left branch; its own inverse.
        at: one bit, 1 exactly if the schedule is at this position (of 0 to ``before + right +
            left``).
        given: the block from which the cipher's modes decrypt, `LEFT` or `RIGHT`.
        words: the registers of the schedule that ``load`` fills with the tweakey as it is, each
            from its highest bit on, and that ``advance`` changes each on its own, linearly; empty
            if the schedule is another.
    """

    name: str
    block: int
    tweakey: int
    before: int
    right: int
    left: int
    layout: Mapping[str, int]
    load: Callable[[Word], State]
    advance: Callable[[State], State]
    retreat: Callable[[State], State]
    skip: Callable[[State, int], State]
    round: Callable[[Word, State], Word]
    inverse_round: Callable[[Word, State], Word]
    branch: Callable[[Word], Word]
    at: Callable[[State, int], Word]
    given: int = LEFT
    words: tuple[str, ...] = ()

    @property
    def fork(self) -> int:
        """Position of the fork, where the right branch starts."""
        return self.before

    @property
    def middle(self) -> int:
        """Position where the right branch ends and the left one starts."""
        return self.before + self.right

    @property
    def end(self) -> int:
        """Position where the left branch ends."""
        return self.before + self.right + self.left

    @property
    def state(self) -> dict[str, int]:
        """Width in bits of the block ``x`` and of the schedule's registers."""
        return {"x": self.block, **self.layout}

    def forward(self, state: State) -> State:
        """One round, on the block ``x`` and the schedule."""
        schedule = self.schedule(state)
        return {"x": self.round(state["x"], schedule), **self.advance(schedule)}

    def backward(self, state: State) -> State:
        """The inverse of `forward`."""
        # The schedule of the round that is undone is that of the position before.
        schedule = self.retreat(self.schedule(state))
        return {"x": self.inverse_round(state["x"], schedule), **schedule}

    def schedule(self, state: State) -> State:
        """The schedule's registers alone."""
        return {name: state[name] for name in self.layout}


@cache
def encryption(cipher: Forkcipher) -> Primitive:
    """Both blocks of an encryption as one run: initial rounds, right branch, left branch.

    Inputs ``tweakey`` and ``block``, outputs ``left`` and ``right``. The register ``other`` holds
    the forking state and then the right block.
    """

    def load(inputs: State) -> State:
        # ``other`` has no meaning before the fork; the block is at hand.
        return {"x": inputs["block"], "other": inputs["block"], **cipher.load(inputs["tweakey"])}

    return Primitive(
        name=cipher.name,
        rounds=(cipher.end,),
        inputs={"tweakey": cipher.tweakey, "block": cipher.block},
        outputs={"left": cipher.block, "right": cipher.block},
        layout={"x": cipher.block, "other": cipher.block, **cipher.layout},
        load=load,
        step=lambda state: _encrypted(cipher, state, cipher.forward(state)),
        result=lambda state: dict(zip(("left", "right"), _blocks(state))),
        finished=lambda state: cipher.at(state, cipher.end),
    )


def _encrypted(cipher: Forkcipher, state: State, after: State) -> State:
    """A round of an encryption: ``after`` is the state after it, but for what happens at the ends
    of its parts.
    """
    forks, turns = cipher.at(after, cipher.fork), cipher.at(after, cipher.middle)
    # The register takes in the forking state first, and at the end of the right branch that block.
    other = mux(forks | turns, after["x"], state["other"])
    # The forking state is read in the clock in which the right block takes its place.
    return {**after, "x": mux(turns, cipher.branch(state["other"]), after["x"]), "other": other}


@cache
def decryption(cipher: Forkcipher, given: int = 0) -> Primitive:
    """Decryption with reconstruction: back to the fork, on to the other block, and from the fork
    back to the plaintext.

    The other block comes first, since the schedule then has to skip no more than the rounds of a
    branch.

    Args:
        cipher: whose.
        given: the block that is given, `LEFT` or `RIGHT`; 0 for the one from which the cipher's
            modes decrypt.

    Returns:
        Inputs ``tweakey`` and ``block``. The plaintext leaves on the output of the given block, the
        reconstructed block on the other: ``left`` and ``right``.
    """
    back = _Decryption(cipher, given or cipher.given)

    def load(inputs: State) -> State:
        block = inputs["block"]
        return {
            "x": block,
            "other": block,
            "forward": block.constant(0, 1),
            **back.load(inputs["tweakey"]),
        }

    return Primitive(
        name=f"{cipher.name}-inverse",
        rounds=(cipher.end,),
        inputs={"tweakey": cipher.tweakey, "block": cipher.block},
        outputs={"left": cipher.block, "right": cipher.block},
        layout={"x": cipher.block, "other": cipher.block, "forward": 1, **cipher.layout},
        load=load,
        step=lambda state: back.step(state, cipher.forward(state)),
        result=lambda state: dict(zip(back.names, _blocks(state))),
        finished=lambda state: ~state["forward"] & cipher.at(state, 0),
    )


@cache
def bidirectional(cipher: Forkcipher) -> Primitive:
    """`encryption` and `decryption` in one; an input ``decrypt`` of one bit chooses."""
    there, back = encryption(cipher), _Decryption(cipher, cipher.given)

    def load(inputs: State) -> State:
        decrypt, begin = inputs["decrypt"], there.load(inputs)
        schedule = _choose(decrypt, back.load(inputs["tweakey"]), cipher.schedule(begin))
        return {**begin, **schedule, "decrypt": decrypt, "forward": ~decrypt}

    def step(state: State) -> State:
        onward = cipher.forward(state)
        encrypted = {**_encrypted(cipher, state, onward), "forward": state["forward"]}
        return {
            **_choose(state["decrypt"], back.step(state, onward), encrypted),
            "decrypt": state["decrypt"],
        }

    def result(state: State) -> State:
        # From a left block the plaintext leaves as the left one, and the other block as the right
        # one: where an encryption has its blocks.
        if cipher.given == LEFT:
            return there.result(state)
        return _choose(
            state["decrypt"],
            dict(zip(("left", "right"), _blocks(state)[::-1])),
            there.result(state),
        )

    return Primitive(
        name=f"{cipher.name}-both",
        rounds=(cipher.end,),
        inputs={**there.inputs, "decrypt": 1},
        outputs=there.outputs,
        layout={**there.layout, "decrypt": 1, "forward": 1},
        load=load,
        step=step,
        result=result,
    )


@dataclass(frozen=True)
class _Decryption:
    """The course of a decryption from the block ``given``."""

    cipher: Forkcipher
    given: int

    @property
    def names(self) -> tuple[str, str]:
        """The outputs of the plaintext and of the other block."""
        return ("left", "right") if self.given == LEFT else ("right", "left")

    def load(self, tweakey: Word) -> State:
        """The schedule where the given block is."""
        cipher = self.cipher
        return cipher.skip(
            cipher.load(tweakey), cipher.end if self.given == LEFT else cipher.middle
        )

    def step(self, state: State, onward: State) -> State:
        """One round; ``onward`` is `Forkcipher.forward` of the state."""
        cipher, on = self.cipher, state["forward"]
        # As positions of the schedule: where the way back meets the fork, where the way on to the
        # other block begins, and where it ends.
        turn, restart, stop = (
            (cipher.middle, cipher.fork, cipher.middle)
            if self.given == LEFT
            else (cipher.fork, cipher.middle, cipher.end)
        )
        after = _choose(on, onward, cipher.backward(state))
        forks, turns = ~on & cipher.at(after, turn), on & cipher.at(after, stop)
        schedule = cipher.schedule(after)
        # The schedule jumps to where the next rounds read it, since the branches have different
        # parts of it.
        schedule = _choose(forks, cipher.skip(schedule, restart - turn), schedule)
        schedule = _choose(turns, cipher.skip(schedule, cipher.fork - stop), schedule)
        # A left block leads back behind the branch, a right one in front of it; the way on begins
        # on the other side.
        branched = cipher.branch(after["x"])
        fork = branched if self.given == LEFT else after["x"]
        return {
            "x": mux(forks, branched, mux(turns, state["other"], after["x"])),
            "other": mux(forks, fork, mux(turns, after["x"], state["other"])),
            "forward": mux(on, ~turns, forks),
            **schedule,
        }


def _blocks(state: State) -> tuple[Word, Word]:
    return state["x"], state["other"]


def _choose(condition: Word, if_one: State, if_zero: State) -> State:
    return {name: mux(condition, word, if_zero[name]) for name, word in if_one.items()}
