# SPDX-License-Identifier: Apache-2.0
"""Whole cores with the LWC Hardware API in Amaranth's simulator."""

from streams import Stream, play

from cipherfab.lwc.core import LwcCore


def words_of_do(component: LwcCore, streams, **options) -> list[tuple[int, int]]:
    """The words and last flags that leave, until there are as many as are expected.

    Args:
        component: the core.
        streams: words of PDI, SDI and DO, as `cipherfab.lwc.streams.vectors` gives them.
        options: of `streams.play`.
    """
    pdi, sdi = (
        Stream(
            valid=getattr(component, f"{port}_valid"),
            ready=getattr(component, f"{port}_ready"),
            payload={"data": getattr(component, f"{port}_data")},
            items=[{"data": word} for word in given.words],
        )
        for port, given in (("pdi", streams.pdi), ("sdi", streams.sdi))
    )
    do = Stream(
        valid=component.do_valid,
        ready=component.do_ready,
        payload={"data": component.do_data, "last": component.do_last},
    )
    play(
        component,
        [pdi, sdi],
        [do],
        until=lambda: len(do.passed) == len(streams.do.words),
        **options,
    )
    return [(values["data"], values["last"]) for values in do.values]
