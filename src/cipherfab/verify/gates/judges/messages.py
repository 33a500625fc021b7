# SPDX-License-Identifier: Apache-2.0
"""The judges of a masked AEAD with its wrapper: domains of shares on the whole netlist, every
single probe on it and on the permutation by itself, toggles over whole messages.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ....asked import flag
from ....plain import say
from .composition import SAID, composed_lines
from .exact import single_lines
from .gadgets import read
from .judge import Found, Judge, Mapped
from .toggles import Toggles, rests_on
from .verdicts import NOT_SHOWN, WORDS, of_exact, of_toggles, rests_on_composition

FIRST = 10
"""Cycles of a call that is checked with public words in the state: in its first round each bit of
the state gets random bits, and then there are no public ones.
"""


def _told(passed: bool, what: str, detail: str) -> None:
    """What is done is said on standard error, since all of it takes long."""
    say(f"{what}: {_word(passed)}, {detail}", err=True)


def _word(passed: bool) -> str:
    return "pass" if passed else "FAIL"


class Domains(Judge):
    """See `probing.domains`; ``domains`` in the result."""

    def assess(self, on: Mapped) -> dict[str, Any]:
        """As `domains.check`."""
        # Imported here: these classes declare options, and the checks are heavy to load.
        from ..probing import domains

        found = domains.check(on.design, read(on))
        _told(found["passed"], "domains", f"{on.area_ge:.0f} GE")
        return {"domains": found}

    @staticmethod
    def lines(found: Found) -> Iterator[str]:
        """How many cones there are, and the first that break a rule."""
        apart = found["domains"]
        counts = apart["counts"]
        yield (
            f"  {WORDS[of_exact(apart)]}  {apart['model']}: {sum(counts.values())} cones of the "
            f"whole core, {counts.get('gadget', 0)} of gadgets, {counts.get('opened', 0)} of what "
            f"is opened"
        )
        for text in apart["wrong"][:4]:
            yield f"    {text}"

    @staticmethod
    def verdicts(found: Found) -> Iterator[str]:
        """One."""
        yield of_exact(found["domains"])


class Whole(Judge):
    """See `probing.whole`; ``whole`` in the result."""

    def assess(self, on: Mapped) -> dict[str, Any]:
        """As `whole.check`, of an encryption and a decryption."""
        from ..messages import Conversation, Lengths
        from ..probing import whole

        talk = Conversation(on.design, seed=on.seed, lengths=Lengths())
        found = whole.check(on.design, read(on), talk, seed=on.seed, longest=on.common.cycles)
        _told(found["passed"], "whole core", f"{found['cycles']} cycles, {found['seconds']:.1f} s")
        return {"whole": found}

    @staticmethod
    def lines(found: Found) -> Iterator[str]:
        """As of every check of single probes."""
        exact = found["whole"]
        until = "until something is opened" if exact["opened"] else "the first cycles alone"
        yield from single_lines(
            exact,
            f"the whole core, an encryption and a decryption, {until}, {exact['words']} "
            f"words of answers",
        )

    @staticmethod
    def verdicts(found: Found) -> Iterator[str]:
        """One."""
        yield of_exact(found["whole"])


@dataclass(frozen=True, kw_only=True)
class Permutation(Judge):
    """See `probing.rounds`; ``permutation`` in the result.

    Attributes:
        plain: public words of the state that some runs begin with, by the event before them.
    """

    plain: Mapping[str, Any] = field(default_factory=dict)

    def assess(self, on: Mapped) -> dict[str, Any]:
        """As `rounds.check`, of the permutation mapped by the same recipe: with all of its state in
        shares, and with the public words that some runs begin with; ``state`` says which. The next
        call gets the result's shares.
        """
        from ..probing import rounds

        found, cycles = [], on.common.cycles
        with on.mapped(None) as small:
            netlist = read(small)
            # The empty name stands for all of the state in shares, so that one loop does both.
            for event, plain in {"": None, **self.plain}.items():
                result = rounds.check(
                    small.design,
                    netlist,
                    seed=on.seed,
                    plain={"x": plain} if plain else None,
                    # From public words nothing more is learned behind the first round, see `FIRST`.
                    longest=min(FIRST, cycles or FIRST) if event else cycles,
                    fed_back=True,
                )
                state = (
                    f"public words as in front of the run after {event}"
                    if event
                    else "all of the state in shares, its result in the next call"
                )
                found.append({"state": state, **result})
                detail = f"{result['cycles']} cycles, {result['seconds']:.1f} s"
                _told(result["passed"], f"permutation, {state}", detail)
        return {"permutation": found}

    @staticmethod
    def lines(found: Found) -> Iterator[str]:
        """As of every check of single probes."""
        for part in found["permutation"]:
            yield from single_lines(part, f"the permutation by itself, {part['state']}")

    @staticmethod
    def verdicts(found: Found) -> Iterator[str]:
        """Of each state."""
        yield from map(of_exact, found["permutation"])


class Unfollowed(Judge):
    """Stands in a core of others for the exact checks of ours; ``unfollowed`` in the result.

    Which registers hold shares of one word is known of our own cores alone.
    """

    def assess(self, on: Mapped) -> dict[str, Any]:
        """Nothing is assessed: a sentence, and never a pass."""
        said = "every single probe on the whole core: not followed in a core of others"
        return {"unfollowed": said}

    @staticmethod
    def lines(found: Found) -> Iterator[str]:
        """The sentence."""
        yield f"  {WORDS[NOT_SHOWN]}  {found['unfollowed']}"

    @staticmethod
    def verdicts(found: Found) -> Iterator[str]:
        """One."""
        yield NOT_SHOWN


@dataclass(frozen=True, kw_only=True)
class Composable(Judge):
    """Of a core whose gadgets are said to be composable: `composing.check` of the permutation by
    itself, and nothing exact of the whole core; ``composable`` in the result.

    The rules of `probing.domains` and the steps of `probing.whole` know domain-oriented masking.

    Attributes:
        composition: `Composition` tries the whole core, and the permutation in it: then that is not
            done here by itself, and ``composable`` is empty.
        alone: there is a permutation to map by itself; else ``composable`` is empty too.
    """

    composition: bool = flag(SAID)
    alone: bool = True

    def assess(self, on: Mapped) -> dict[str, Any]:
        """As `composing.check.check`, of the permutation mapped by the same recipe, from an input
        in uniform shares.
        """
        if self.composition or not self.alone:
            return {"composable": {}}
        from ..composing.check import check

        with on.mapped(None) as small:
            found = check(small.design, read(small), seed=on.seed, longest=on.common.cycles)
        _told(found["passed"], "permutation", f"composition, {found['seconds']:.1f} s")
        return {"composable": found}

    @staticmethod
    def lines(found: Found) -> Iterator[str]:
        """What is proved of the permutation, and what of the whole core."""
        if alone := found["composable"]:
            yield from composed_lines(alone, "the permutation by itself")
        yield (
            f"  {WORDS[NOT_SHOWN]}  every probe on the whole core: not followed with this gadget; "
            f"gadget=dom is, where an AEAD takes it"
        )
        yield f"  {rests_on_composition(found)}"

    @staticmethod
    def verdicts(found: Found) -> Iterator[str]:
        """Never a pass, since no exact check is of the whole core."""
        yield NOT_SHOWN


class Messages(Toggles):
    """See `gates.message_leakage`; ``messages`` in the result."""

    def assess(self, on: Mapped) -> dict[str, Any]:
        """As `message_leakage.assess`."""
        from .. import message_leakage

        found = message_leakage.assess(*on.given, **self.options(on))
        _told(not found["leaks"], "messages", f"largest |t| = {found['max_t']:.2f}")
        return {"messages": found}

    @staticmethod
    def lines(found: Found) -> Iterator[str]:
        """The largest |t|, what does not decide, and what was compared."""
        from ..leakage import in_words

        messages = found["messages"]
        opened = messages["opened"]
        played = ", its decryption and one with a wrong tag" if opened["cycles"] else ""
        yield (
            f"  {WORDS[of_toggles(messages)]}  {messages['traces']:.0f} traces of each of "
            f"{messages['secrets']} fixed keys and plaintexts against random ones, an "
            f"encryption{played}, {messages['cycles']} cycles, toggles "
            f"{in_words(messages['delays'])}, seed {messages['seed']}: "
            f"largest |t| = {messages['max_t']:.2f} in cycle {messages['cycle']} (threshold "
            f"{messages['threshold']})"
        )
        if event := messages["event"]:
            where = f" of {event['net']}" if event["net"] else ""
            yield (
                f"  each of {event['count']} events by itself, before something is opened: largest "
                f"|t| = {event['max_t']:.2f}{where} in cycle {event['cycle']} (threshold "
                f"{event['threshold']})"
            )
        if opened["cycles"]:
            yield (
                f"  not judged: {len(opened['cycles'])} cycles in which a function of a wrong "
                f"tag's difference is opened, by design: largest |t| = {opened['max_t']:.2f}"
            )
        yield (
            f"  handshake and status the same in all traces: "
            f"{'yes' if messages['uniform'] else 'NO'}; answers of {messages['checked']} traces "
            f"compared with the model; {messages['random_words']} words of RDI in a trace"
        )
        yield from rests_on(messages, found)

    @staticmethod
    def verdicts(found: Found) -> Iterator[str]:
        """One; a handshake that hangs on secrets is a leak."""
        yield of_toggles(found["messages"])


class Encryptions(Toggles):
    """The same of a core of others, of encryptions: ``messages`` in the result with a word always
    on RDI, ``paused`` with pauses.
    """

    def assess(self, on: Mapped) -> dict[str, Any]:
        """As `message_leakage.assess`, twice."""
        from .. import message_leakage

        found: dict[str, Any] = {}
        for key, pausing in (("messages", False), ("paused", True)):
            found[key] = message_leakage.assess(
                *on.given, decrypts=False, pausing=pausing, **self.options(on)
            )
            _told(not found[key]["leaks"], key, f"largest |t| = {found[key]['max_t']:.2f}")
        return found

    @staticmethod
    def lines(found: Found) -> Iterator[str]:
        """As of messages; of the pauses, what they change."""
        paused = found["paused"]
        event, same = paused["event"], "yes" if paused["uniform"] else "NO"
        changes = f", of an event {event['max_t']:.2f} ({event['threshold']})" if event else ""
        yield from Messages.lines(found)
        yield (
            f"  {WORDS[of_toggles(paused)]}  the same with pauses of RDI, whose data is 0 then: "
            f"{paused['cycles']} cycles, largest |t| = {paused['max_t']:.2f} in cycle "
            f"{paused['cycle']} (threshold {paused['threshold']}){changes}; handshake and status "
            f"the same in all traces: {same}"
        )

    @staticmethod
    def verdicts(found: Found) -> Iterator[str]:
        """Both."""
        for key in ("messages", "paused"):
            yield from Messages.verdicts({"messages": found[key]})
