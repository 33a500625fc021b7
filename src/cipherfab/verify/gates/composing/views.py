# SPDX-License-Identifier: Apache-2.0
"""What each probe sees in two successive cycles of a composed netlist, and whether any d of them
can be made of the shares of d indices alone: the rules, and why they suffice, are in `check`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .circuit import Circuit
from .following import Following, Held
from .tables import places
from .values import Groups, Value

FOREVER = 1 << 60
"""Later than all cycles."""


@dataclass(frozen=True)
class View:
    """What a probe sees of hidden values.

    Attributes:
        net, cycle: where, and the second of its two cycles.
        domain: of the shares that it sees beside them; None: it sees none.
        born: since when the newest of these shares is there.
        hidden: the values.
    """

    net: str
    cycle: int
    domain: int | None
    born: int
    hidden: tuple[Value, ...]


@dataclass
class Views:
    """All views of a netlist at work.

    Attributes:
        circuit: of it.
        wrong: why it is not shown that d probes see nothing, in words.
        probes: views that were looked at, each a net in a cycle.
    """

    circuit: Circuit
    wrong: list[str] = field(default_factory=list)
    probes: int = 0
    _found: dict[tuple, View] = field(default_factory=dict)
    _before: tuple[Sequence[Held], Sequence[int]] | None = None

    def look(self, following: Following) -> None:
        """At a cycle and the one before it."""
        held, masks = list(following.held), following.masks
        # In the first cycle there is no transition to see.
        before, old = self._before or (held, [0] * len(masks))
        # A register that changes shows a probe its old value and its new one.
        both = [one | other for one, other in zip(masks, old, strict=True)]
        self._before = held, masks
        for name, cone in self.circuit.cones.items():
            self.probes += 1
            own = [domain for domain, mask in enumerate(both[:-1]) if cone & mask]
            if len(own) > 1:
                self._meet(name, following.cycle, cone, both, own)
            # A view of shares of one index alone needs no rule.
            elif cone & both[-1]:
                seen = {
                    value.number: value
                    for values, mask in ((before, old), (held, masks))
                    for place in places(cone & mask[-1])
                    if isinstance(value := values[place], Value)
                }
                shares = cone & sum(both[domain] for domain in own)
                born = self._newest(shares, (before, held))
                key = following.cycle, tuple(own), tuple(sorted(seen))
                # Of equal ones that with the newest shares, which asks for most.
                if key not in self._found or self._found[key].born < born:
                    self._found[key] = View(
                        name, following.cycle, own[0] if own else None, born, tuple(seen.values())
                    )

    @staticmethod
    def _newest(sources: int, both: Sequence[Sequence[Held]]) -> int:
        return max(
            (
                value.born
                for held in both
                for place in places(sources)
                if isinstance(value := held[place], Value) and not value.hidden
            ),
            default=0,
        )

    def _meet(
        self, name: str, cycle: int, cone: int, masks: Sequence[int], own: Sequence[int]
    ) -> None:
        sources = " and ".join(
            self.circuit.names[next(places(cone & masks[domain]))] for domain in own
        )
        self.wrong.append(f"{name}, cycle {cycle}: a probe sees shares {_listed(own)}: {sources}")

    def judge(self, groups: Groups) -> None:
        """All views, when everything is known: by one choice of what is known, or by the other."""
        views, found = list(self._found.values()), []
        # A gadget whose result goes nowhere need have nothing that is known outside, so both are
        # tried.
        for unused in (True, False):
            found.append(Judge(groups, views, [], unused))
            found[-1].run()
            if not found[-1].wrong:
                return
        self.wrong += min((one.wrong for one in found), key=len)


@dataclass(frozen=True)
class Inner:
    """A probe inside gadgets.

    Attributes:
        view: what it sees.
        domain: the index that it costs.
        partner: the one that it costs instead if another probe costs that one.
        groups: those that it sees more of than shares of its domain are made of.
        late: cycle in which the newest of the hidden values was there that shares are made of
            which it asks for.
        outer, direct: the other groups that it sees values of, and since when the newest of these
            is there.
    """

    view: View
    domain: int
    partner: int
    groups: frozenset[int]
    late: int
    outer: frozenset[int]
    direct: int


@dataclass
class Judge:
    """One run over all views.

    Attributes:
        unused: values of groups that no share is made of may be known, too. Any choice is sound.
    """

    groups: Groups
    views: Sequence[View]
    wrong: list[str]
    unused: bool
    seen: dict[tuple[int, int | None], dict[int, Value]] = field(default_factory=dict)
    shown: dict[tuple[int, int], set[int]] = field(default_factory=dict)
    early: dict[tuple[int, int], int] = field(default_factory=dict)
    inner: list[Inner] = field(default_factory=list)

    def run(self) -> None:
        """Everything that is to be shown; what is not goes into ``wrong``."""
        # A loop of its own: what is known of a group depends on what any probe sees of it.
        for view in self.views:
            domain = self._beside(view)
            for value in self._shared(view, domain) if domain is not None else ():
                self.seen.setdefault((self.groups.of(value), domain), {})[value.number] = value
        for group in list(self.groups.members):
            self._group(group)
        for view in self.views:
            self._view(view)
        self._order()

    @staticmethod
    def _beside(view: View) -> int | None:
        """The index of the shares that a probe sees, or that all hidden values are made of."""
        found = {view.domain} if view.domain is not None else {one.domain for one in view.hidden}
        return found.pop() if len(found) == 1 else None

    def _shared(self, view: View, domain: int) -> Iterator[Value]:
        """The hidden values of a view that are better taken for known: those of groups that shares
        are made of; where it sees groups of several pairs, of which it is inside one at most, all.
        """
        found = {self.groups.of(value) for value in view.hidden}
        several = len(set().union(*map(self.groups.domains, found)) - {domain}) > 1
        for value in view.hidden:
            if several or self.unused or self.groups.uses.get(self.groups.of(value)):
                yield value

    def _group(self, group: int) -> None:
        """The values of a gadget that shares are made of hide those of the other index."""
        domains = self.groups.domains(group)
        # Rule 1 of `check`.
        if len(domains) > 2:
            self.wrong.append(
                f"{self._named(group)}: a random bit for shares of {_listed(domains)}"
            )
            return
        for domain in domains:
            used = self.groups.used(group, domain)
            # Rule 2: what shares of the index use hides those of the partner.
            if not self.groups.hide(used.values(), domain):
                names = ", ".join(sorted(value.name for value in used.values()))
                self.wrong.append(
                    f"{self._named(group)}: {names}, of which share {domain} is made in cycle "
                    f"{min(value.born for value in used.values())}, do not hide the other shares"
                )
            shown = self._shown(group, domain)
            self.shown[group, domain] = set(shown)
            early = self.early[group, domain] = min(
                (value.born for value in shown.values()), default=FOREVER
            )
            late = max((one.born for one in self.groups.bases(group, domain)), default=0)
            # Rule 2: the shares in the values are there before what is known.
            if used and late > early:
                self.wrong.append(
                    f"{self._named(group)}: operands of cycle {late}, results of cycle {early}"
                )
            # Rule 2: none of these shares stands for a value of the group.
            if any(
                one.hides and self.groups.of(one.hides) == group
                for one in self.groups.bases(group, domain)
            ):
                self.wrong.append(f"{self._named(group)}: hides what it was made of")

    def _shown(self, group: int, domain: int) -> dict[int, Value]:
        """Values of a group that are taken for known where shares of a domain are: those that
        shares are made of, and from the newest to the oldest all that are seen beside shares of the
        domain and can be made beside the others.
        """
        known = dict(self.groups.used(group, domain))
        seen = self.seen.get((group, domain), {})
        for value in sorted(seen.values(), key=lambda one: (-one.born, -one.number)):
            if value.number not in known and self.groups.hide((*known.values(), value), domain):
                known[value.number] = value
        return known

    def _named(self, group: int) -> str:
        first = min(self.groups.members[group], key=lambda one: one.number)
        return f"{first.name} of cycle {first.born}"

    def _view(self, view: View) -> None:
        """Sort a view: of shares of one index, or inside gadgets of one pair."""
        parts: dict[int, dict[int, Value]] = {}
        for value in view.hidden:
            parts.setdefault(self.groups.of(value), {})[value.number] = value
        domains = [view.domain] if view.domain is not None else self._possible(parts)
        inside: dict[int, list[int]] = {
            domain: [group for group in parts if not self._simple(group, domain, parts[group])]
            for domain in domains
        }
        domain = min(domains, key=lambda one: len(inside[one]), default=None)
        if domain is None:
            self.wrong.append(f"{view.net}, cycle {view.cycle}: sees random bits of several pairs")
            return
        if inside[domain]:
            self._inside(view, domain, parts, inside[domain])

    def _possible(self, parts: dict[int, dict[int, Value]]) -> list[int]:
        found = [domains for group in parts if (domains := self.groups.domains(group))]
        # Random bits that have to do with no share: every index will do.
        return sorted(set.intersection(*found)) if found else [0]

    def _simple(self, group: int, domain: int, seen: dict[int, Value]) -> bool:
        """Whether it is seen no more than is known where shares of a domain are."""
        domains = self.groups.domains(group)
        # No other index has to do with it, so there is nothing to hide.
        if domains <= {domain}:
            return True
        return domain in domains and seen.keys() <= self.shown.get((group, domain), set())

    def _inside(
        self, view: View, domain: int, parts: dict[int, dict[int, Value]], inside: Sequence[int]
    ) -> None:
        partners = set()
        for group in inside:
            domains = self.groups.domains(group)
            # Rule 3: what is seen inside hides the shares of the partner.
            if domain not in domains or not self.groups.hide(parts[group].values(), domain):
                names = ", ".join(value.name for value in parts[group].values())
                self.wrong.append(
                    f"{view.net}, cycle {view.cycle}: sees {names} beside share {domain}, which "
                    f"together do not hide shares of {_listed(domains - {domain})}"
                )
                return
            partners |= domains - {domain}
        # Rule 3: all groups that it is inside of have one partner.
        if len(partners) > 1:
            self.wrong.append(
                f"{view.net}, cycle {view.cycle}: inside gadgets of share {domain} with "
                f"{_listed(partners)}"
            )
            return
        # A share was made of what was there in the cycle before it was.
        late = max([view.born, *(one.born for one in self._asked(domain, parts, inside))]) - 1
        outer = frozenset(
            group for group in parts if group not in inside and self.groups.domains(group)
        )
        direct = max((one.born for group in outer for one in parts[group].values()), default=0)
        self.inner.append(
            Inner(view, domain, partners.pop(), frozenset(inside), late, outer, direct)
        )

    def _asked(
        self, domain: int, parts: dict[int, dict[int, Value]], inside: Sequence[int]
    ) -> Iterator[Value]:
        """The shares of a domain that hidden values are drawn with: those in the values that a
        probe inside sees, and of other groups, of which what is known is drawn, all that there are.
        """
        for group, seen in parts.items():
            if group in inside:
                variables = (one for value in seen.values() for one in value.variables)
                yield from (one for one in variables if not one.random and one.domain == domain)
            else:
                yield from self.groups.bases(group, domain)

    def _order(self) -> None:
        """Probes inside gadgets can be ordered, so that the last one costs its own index alone:
        none of them sees, or asks for, results of a gadget that it is inside of, or of later ones.
        """
        ties: dict[tuple[int, int], set[tuple[int, int]]] = {}
        for one in self.inner:
            for group in one.groups:
                early = self.early[group, one.domain]
                # Rule 4: what it asks for was made before anything of the group was known.
                if one.late >= early or one.direct > early:
                    self.wrong.append(
                        f"{one.view.net}, cycle {one.view.cycle}: inside {self._named(group)}, "
                        f"beside shares that were made of its results"
                    )
                # Rule 4: what it sees directly may be as old as that, but in no circle of groups.
                elif one.direct == early:
                    for outer in one.outer:
                        if self.early[outer, one.domain] == early:
                            ties.setdefault((outer, one.domain), set()).add((group, one.domain))
        if found := _cycle(ties):
            self.wrong.append(f"{self._named(found[0])}: gadgets see each other's inside")


def _cycle(edges: dict[tuple[int, int], set[tuple[int, int]]]) -> tuple[int, int] | None:
    """A node of a cycle, or None."""
    # 1: on the way from the start; 2: all behind it was looked at. No recursion, since ties may be
    # many.
    state: dict[tuple[int, int], int] = {}
    for start in edges:
        stack = [(start, iter(edges[start]))] if start not in state else []
        state.setdefault(start, 1)
        while stack:
            node, left = stack[-1]
            following = next(left, None)
            if following is None:
                state[node] = 2
                stack.pop()
            elif following not in state:
                state[following] = 1
                stack.append((following, iter(edges.get(following, ()))))
            elif state[following] == 1:
                return following
    return None


def _listed(domains: set[int] | Sequence[int]) -> str:
    return " and ".join(map(str, sorted(domains))) or "none"
