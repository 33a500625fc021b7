# SPDX-License-Identifier: Apache-2.0
"""Amaranth components simulated at their streams: words in, words out, every port stalled at
random.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

from amaranth.hdl import Signal

from cipherfab.measure.component_runs import simulate


@dataclass(kw_only=True)
class Stream:
    """One side of a handshake.

    Attributes:
        valid, ready: the handshake; ``ready`` None for signals that are only watched.
        payload: signals by name.
        items: what to send, values by name; None for a stream that the component sends.
        passed: (cycle, values) of every word that passed, or of every cycle in which a watched
            ``valid`` was 1.
        offering: number of the item that is offered, or None.
        holds_back: says of an item's number that it is not offered yet.
        quiet: the payload is 0 while nothing is offered, in place of noise.
    """

    valid: Signal
    ready: Signal | None
    payload: Mapping[str, Signal]
    items: list[dict[str, int]] | None = None
    passed: list[tuple[int, dict[str, int]]] = field(default_factory=list)
    offering: int | None = None
    holds_back: Callable[[int], bool] | None = None
    quiet: bool = False

    @property
    def values(self) -> list[dict[str, int]]:
        """The words that passed."""
        return [values for _, values in self.passed]

    @property
    def cycles(self) -> list[int]:
        """When they passed."""
        return [cycle for cycle, _ in self.passed]


def stream(port, fields: Iterable[str] = ("data",), items: list | None = None) -> Stream:
    """The stream of an interface with ``valid``, ``ready`` and ``fields``."""
    return Stream(
        valid=port.valid,
        ready=port.ready,
        payload={name: getattr(port, name) for name in fields},
        items=items,
    )


def play(
    component,
    sources: list[Stream],
    sinks: list[Stream],
    *,
    until: Callable[[], bool],
    seed: int | None = None,
    patient: bool = False,
    eager: bool = False,
    limit: int = 5_000,
    extra: Callable | None = None,
) -> int:
    """Simulate until ``until``; asserts that words of the component are stable until they are
    taken.

    Args:
        component: with one clock domain.
        sources, sinks: driven in every cycle.
        until: looked at after every cycle.
        seed: of the stalls; None for none.
        patient: sinks become ready only for a word that is valid already.
        eager: sinks are always ready, whatever the seed.
        limit: cycles until the component counts as stuck.
        extra: called with the simulation context in every cycle before the clock's edge, to drive
            other signals.

    Returns:
        The number of cycles.
    """
    random, cycles, driven = Random(seed), [], [sink for sink in sinks if sink.ready is not None]

    async def bench(ctx):
        waiting: dict[int, dict] = {}
        for cycle in range(limit):
            offered = [_offer(ctx, source, random, seed) for source in sources]
            # So that a patient sink sees what is valid while nobody is ready for it.
            for sink in driven:
                ctx.set(sink.ready, 0)
            if extra:
                extra(ctx)
            willing = [
                (not patient or bool(ctx.get(sink.valid)))
                and (eager or seed is None or random.random() < 0.6)
                for sink in driven
            ]
            for sink, ready in zip(driven, willing):
                ctx.set(sink.ready, ready)
            passing = [
                (source, item)
                for source, item in zip(sources, offered)
                if item is not None and ctx.get(source.ready)
            ]
            for sink in sinks:
                passing += _take(ctx, sink, waiting)
            for each, item in passing:
                each.passed.append((cycle, item))
            await ctx.tick()
            cycles.append(cycle)
            if until():
                return
        raise AssertionError(f"stuck: not done after {limit} cycles")

    simulate(component, bench)
    return len(cycles)


def _offer(ctx, source: Stream, random: Random, seed: int | None) -> dict | None:
    """The word offered in this cycle, or noise and None; a word once offered stays."""
    number = len(source.passed)
    if number == len(source.items) or (source.holds_back and source.holds_back(number)):
        source.offering = None
    elif source.offering != number:
        source.offering = number if seed is None or random.random() < 0.6 else None
    item = source.items[number] if source.offering == number else None
    ctx.set(source.valid, item is not None)
    for name, signal in source.payload.items():
        ctx.set(
            signal,
            item[name]
            if item is not None
            else 0
            if source.quiet
            else random.getrandbits(len(signal)),
        )
    return item


def _take(ctx, sink: Stream, waiting: dict) -> list:
    values = (
        {name: ctx.get(signal) for name, signal in sink.payload.items()}
        if ctx.get(sink.valid)
        else None
    )
    before = waiting.pop(id(sink), None)
    assert before is None or values == before, f"a waiting word changed from {before} to {values}"
    if values is None:
        return []
    if sink.ready is not None and not ctx.get(sink.ready):
        waiting[id(sink)] = values
        return []
    return [(sink, values)]
