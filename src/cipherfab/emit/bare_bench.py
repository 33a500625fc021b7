# SPDX-License-Identifier: Apache-2.0
"""The test bench of a bare primitive: its algorithm's known answers, as `verify` plays them on the
core.
"""

from collections.abc import Iterator, Mapping, Sequence

from ..design import BareInterface, Design
from ..verify.answers import genkat
from ..verify.rtl import cell_words
from ..verify.rtl.calls import on_ports
from ..verify.rtl.masked import unmasked, with_masks
from .columns import aligned
from .texts import filled, hexadecimal

SEED = 1
"""Of the sharings of a masked core's inputs."""

WRAPPER = """\
// Only for the test bench, never for use: it has what it is masked for as a whole, and random bits that are not random.
"""  # noqa: E501
"""Above the module that makes shares of the inputs of a masked core and adds up those of its
outputs.
"""

FAULT_CHECK = """
      if (fault) begin
        failed = 1;
        $display("FAIL: fault is 1 although there is none, at output %0d", out_index);
        $finish;
      end"""
"""In a clock cycle of the bench of a core with the port ``fault``."""

Values = Mapping[str, int | None]
"""By port, without its prefix; None for an output that has no meaning in this call."""


def bare_bench(design: Design) -> dict[str, str]:
    """The test bench and its words, by file name: all input ports in one word, and all output ports
    in another.

    A masked core is played in the wrapper that `verify` plays it in, which is a file more.
    ``care.hex`` is one more where some outputs have no meaning.
    """
    # The known answers have no shares.
    played = unmasked(design) if design.interface.masking else design
    ports, (inputs, outputs) = played.interface, words(design.interface)
    data = {
        "in.hex": _packed(with_masks(ports, inputs, SEED), ports.inputs),
        "out.hex": _packed(outputs, ports.outputs),
    }
    if any(value is None for word in outputs for value in word.values()):
        data["care.hex"] = _packed(_meant(outputs, ports.outputs), ports.outputs)
    wrapper = {
        name: WRAPPER + _in_columns(text.splitlines())
        for name, text in played.sources.items()
        # The wrapper's design has the core's own files too, which the package has already.
        if name not in design.sources
    }
    return {**wrapper, f"{design.top}_tb.v": _bench(design.top, played, data), **data}


def _bench(top: str, played: Design, data: Mapping[str, str]) -> str:
    """The bench of the core ``top``, which is played as it is or in a wrapper."""
    ports, partial, fault = played.interface, "care.hex" in data, played.interface.fault
    return filled(
        "bare_bench.v",
        TOP=top,
        CORE=played.top,
        IN_WORDS=data["in.hex"].count("\n"),
        OUT_WORDS=data["out.hex"].count("\n"),
        IN_WIDTH=sum(ports.inputs.values()),
        OUT_WIDTH=sum(ports.outputs.values()),
        PINS=_pins(ports),
        CARE=int(partial),
        PULSED=int(ports.handshake is not None),
        RESTARTS=int(_restarts(ports)),
        READY=" = !under_way || out_valid" * _restarts(ports),
        WHERE=" where care.hex is 1" * partial,
        FAULT=", fault" * fault,
        FAULT_CHECK=FAULT_CHECK * fault,
    )


def _restarts(ports: BareInterface) -> bool:
    """Whether a pulse may come at any time, and nothing says when the core is ready."""
    return ports.handshake is not None and ports.handshake.restarts


def words(interface: BareInterface) -> tuple[Sequence[Values], Sequence[Values]]:
    """The known answers of the core's algorithm as what goes in and what comes out, in this order,
    word by word.
    """
    calls = on_ports(interface, *genkat.calls(interface.algorithm))
    return cell_words.words(interface, *calls) if interface.cell else calls


def _meant(outputs: Sequence[Values], ports: Mapping[str, int]) -> list[Values]:
    """For each word all ones where an output has a meaning, else 0."""
    return [
        {name: 0 if word[name] is None else (1 << width) - 1 for name, width in ports.items()}
        for word in outputs
    ]


def _pins(ports: BareInterface) -> str:
    """All connections of the core in the bench."""
    pins = [*_slices("in", ports.inputs), *_slices("out", ports.outputs),
            ("in_valid", "in_valid || intrudes" if _restarts(ports) else "in_valid"),
            *[("in_ready", "in_ready")] * (not _restarts(ports)), ("out_valid", "out_valid"),
            *[("out_ready", "out_go")] * (ports.handshake is None), ("clk", "clk"), ("rst", "rst"),
            *[("fault", "fault")] * ports.fault]  # fmt: skip
    lines = [f"      .{pin}({net})," for pin, net in pins]
    # Verilog has no comma behind the last pin.
    return _in_columns([*lines[:-1], lines[-1].removesuffix(",")])


def _in_columns(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for (line,) in aligned([[line] for line in lines]))


def _slices(direction: str, ports: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Ports with slices of one word, the first port most significant."""
    high = sum(ports.values())
    for name, width in ports.items():
        yield f"{direction}_{name}", f"{direction}_word[{high - 1}:{high - width}]"
        high -= width


def _packed(values: Sequence[Values], ports: Mapping[str, int]) -> str:
    """Words as `_slices` takes them apart; 0 where there is no meaning."""
    numbers = []
    for value in values:
        number = 0
        for name, width in ports.items():
            number = number << width | (value[name] or 0)
        numbers.append(number)
    return hexadecimal(numbers, sum(ports.values()))
