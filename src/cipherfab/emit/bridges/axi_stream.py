# SPDX-License-Identifier: Apache-2.0
"""The bridge from AXI4-Stream to a core with the LWC API, and its test with cocotbext-axi."""

from collections.abc import Sequence

from ...design import Design
from ..guards import declared, guard_ports, tied
from ..texts import filled


def axi_stream(design: Design, sources: Sequence[str]) -> dict[str, str]:
    """The bridge and its test, by file name.

    Args:
        design: a core with the LWC API.
        sources: its Verilog files.
    """
    bridge = f"{design.top}_axis"
    return {
        **stream_bridge(design),
        "test_axis.py": stream_test(
            design,
            [*sources, f"{bridge}.sv"],
            bridge=bridge,
            test="test_axis",
            shown=_shown(design),
        ),
    }


def _shown(design: Design) -> list[str]:
    """The ports of the bridge that the core has beside those of the API."""
    return [name for name, _, _, _ in guard_ports(design.interface)]


def stream_bridge(design: Design) -> dict[str, str]:
    """The bridge alone, by file name."""
    width = design.interface.width
    return {
        f"{design.top}_axis.sv": filled(
            "bridges/axi_stream.v",
            TOP=design.top,
            WIDTH=width,
            BYTES=width // 8,
            GUARD_PORTS=declared(design.interface),
            GUARDS=tied(design.interface, _shown(design)),
        )
    }


def stream_test(
    design: Design,
    files: Sequence[str],
    *,
    bridge: str,
    test: str,
    periods: str = "",
    period: str = "",
    core_clock: str = "",
    shown: Sequence[str] = (),
) -> str:
    """The test of a bridge of streams.

    Args:
        design: the core in it.
        files: what is compiled.
        bridge: the module.
        test: the test's module.
        periods, period, core_clock: a decorator, a parameter and a statement for a second clock.
        shown: ports of the bridge beside those of its streams.
    """
    return filled(
        "bridges/axi_stream.txt",
        IN_TIME=filled("bridges/in_time.txt").rstrip(),
        RULES=filled("bridges/axi_rules.txt").rstrip(),
        BRIDGE=bridge,
        TEST=test,
        PERIODS=periods,
        PERIOD=period,
        CORE_CLOCK=core_clock,
        SHOWN=tuple(shown),
        BYTES=design.interface.width // 8,
        SOURCES=", ".join(f'FOLDER / "{name}"' for name in files),
    )
