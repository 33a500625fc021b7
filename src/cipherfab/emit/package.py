"""Writes a core as a package of files that works without cipherfab."""

import random
from importlib import resources
from pathlib import Path

from ..catalog import find
from ..ciphers.primitive import software
from ..design import BareInterface, Design, LwcInterface
from ..errors import CallError
from ..lwc.messages import vectors
from ..lwc.vectors import Vectors, format_stream
from ..verify import stimulus

SEED = 1
"""Of the test plan that is written as vectors."""

CALLS = 64
"""Test vectors of a bare primitive."""

LONG = 500
"""Characters from which on a formula, then one with a table, is not written into the page."""


def write_package(design: Design, directory: Path, *, formulas: dict[str, str] | None = None) -> list[str]:
    """Write the package of ``design`` and return the names of its files.

    Args:
        design: one of our cores.
        directory: created if missing; files of the same names are replaced.
        formulas: cycles by operation, for the page; those too long for a page come in the file ``cycles.txt``.

    Raises:
        CallError: ``directory`` is a file.
    """
    if directory.exists() and not directory.is_dir():
        raise CallError(f"{directory}: expected a directory to write to, got a file. Give another -o.")
    directory.mkdir(parents=True, exist_ok=True)
    files = dict(design.sources)
    files |= _bare_bench(design) if isinstance(design.interface, BareInterface) else _lwc_bench(design)
    files[f"{design.top}.core"] = fusesoc(design, list(files))
    files["README.md"] = readme(design, formulas or {})
    if any(len(text) > LONG for text in (formulas or {}).values()):
        files["cycles.txt"] = "".join(f"{operation}: {text}\n" for operation, text in formulas.items())
    for name, text in files.items():
        (directory / name).write_text(text)
    return sorted(files)


def _template(name: str) -> str:
    return (resources.files(__package__) / name).read_text()


def _lwc_bench(design: Design) -> dict[str, str]:
    """The test bench, its vectors as hexadecimal words, and the same vectors in GMU's format."""
    interface = design.interface
    plan = stimulus.answerable(interface, stimulus.plan(interface.aead, interface.hash, seed=SEED))
    played = vectors(plan, width=interface.width, sdi_width=interface.sdi_width, buffer_bytes=interface.buffer_bytes)
    texts = {f"{stream.port}.txt": format_stream(stream) for stream in (played.pdi, played.sdi, played.do)}
    words = {name: _hex(values, interface.width) for name, values in _streams(played).items()}
    sizes = {name.upper(): text.count("\n") for name, text in words.items()}
    counts = {f"{name}_WORDS": size for name, size in sizes.items()}
    bench = _fill(_template("lwc_bench.v"), TOP=design.top, WIDTH=interface.width, **counts)
    return {f"{design.top}_tb.v": bench, **texts, **{f"{name}.hex": text for name, text in words.items()}}


def _streams(played: Vectors) -> dict[str, list[int]]:
    full = (1 << played.do.width) - 1
    care = [mask for block in played.do.blocks for item in block.items for mask in (item.cares or [full] * len(item.words))]
    return {"pdi": played.pdi.words, "sdi": played.sdi.words, "do": played.do.words, "care": care}


def _hex(values: list[int], width: int) -> str:
    return "".join(f"{value:0{-(-width // 4)}x}\n" for value in values)


def _bare_bench(design: Design) -> dict[str, str]:
    """The test bench of a primitive: its input ports in one word, and its output ports in another."""
    interface = design.interface
    primitive, generator = find(interface.algorithm).primitive, random.Random(SEED)
    inputs = [[generator.getrandbits(width) for width in interface.inputs.values()] for _ in range(CALLS)]
    outputs = [software(primitive)(*values) for values in inputs]
    in_width, out_width = sum(interface.inputs.values()), sum(interface.outputs.values())
    bench = _fill(_template("bare_bench.v"), TOP=design.top, CALLS=CALLS, IN_WIDTH=in_width, OUT_WIDTH=out_width,
                  IN_PORTS=_slices("in", interface.inputs), OUT_PORTS=_slices("out", interface.outputs))
    return {f"{design.top}_tb.v": bench, "in.hex": _packed(inputs, interface.inputs),
            "out.hex": _packed(outputs, interface.outputs)}


def _slices(direction: str, ports: dict[str, int]) -> str:
    """Port connections to slices of one word, the first port most significant."""
    high, lines = sum(ports.values()), []
    for name, width in ports.items():
        lines.append(f"    .{direction}_{name}({direction}_word[{high - 1}:{high - width}]),\n")
        high -= width
    return "".join(lines)


def _packed(calls, ports: dict[str, int]) -> str:
    numbers = []
    for values in calls:
        number = 0
        for value, width in zip(values, ports.values()):
            number = number << width | value
        numbers.append(number)
    return _hex(numbers, sum(ports.values()))


def _fill(template: str, **values) -> str:
    for name, value in values.items():
        template = template.replace(f"@{name}@", str(value))
    return template


def fusesoc(design: Design, files: list[str]) -> str:
    """A FuseSoC core description (CAPI2)."""
    sources = [name for name in design.sources]
    data = [name for name in files if name.endswith(".hex")]
    lines = [
        "CAPI=2:", "", f"name: cipherfab:cores:{design.top}:1.0.0", f"description: {design.name}, written by cipherfab", "",
        "filesets:", "  rtl:", "    files:", *(f"      - {name}" for name in sources), "    file_type: systemVerilogSource",
        "  tb:", "    files:", f"      - {design.top}_tb.v: {{file_type: systemVerilogSource}}",
        *(f"      - {name}: {{file_type: user, copyto: {name}}}" for name in data), "",
        "targets:", "  default: &default", "    filesets: [rtl]", f"    toplevel: {design.top}",
        "  sim:", "    <<: *default", "    filesets: [rtl, tb]", f"    toplevel: {design.top}_tb", "    default_tool: verilator",
        "    tools:", "      verilator:", "        mode: binary", "        verilator_options: [--timing, -Wno-fatal]", ""]
    return "\n".join(lines)


def readme(design: Design, formulas: dict[str, str]) -> str:
    """A page about the core: what it is, ports, cycles, how to run the test bench."""
    lines = [f"# {design.name}", "", _about(design), "",
             "## Ports", "", "| port | direction | bits | meaning |", "|---|---|---|---|",
             *(f"| `{name}` | {direction} | {width} | {meaning} |" for name, direction, width, meaning in _ports(design)), ""]
    if formulas:
        lines += ["## Cycles", "", _cycles(design), "", *(f"- {name}: {_formula(text)}" for name, text in formulas.items()), ""]
    lines += ["## Test bench", "", "Prints PASS or FAIL. For example with Verilator:", "", "```sh",
              f"verilator --binary --timing -Wno-fatal -CFLAGS '-std=c++20 -fcoroutines' --top-module {design.top}_tb \\",
              f"    {' '.join(design.sources)} {design.top}_tb.v", f"./obj_dir/V{design.top}_tb", "```", "",
              "To verify and measure it again: "
              f"`cipherfab verify '{design.name}'`, `cipherfab bench '{design.name}' --on nangate45`.", ""]
    return "\n".join(lines)


def _cycles(design: Design) -> str:
    if isinstance(design.interface, BareInterface):
        return "Without stalls; from the edge that takes the inputs to the one that takes the outputs."
    return ("Without stalls; `AD` and `M` are the bytes of associated data and of message. `new-key`: a key is loaded first; the "
            "others use the one that is there. Each formula reproduces every measured point.")


def _formula(text: str) -> str:
    """The formula, or its beginning if it has a long table."""
    return f"`{text}`" if len(text) <= LONG else f"`{text.partition(': {')[0]}`; the table is in `cycles.txt`"


def _about(design: Design) -> str:
    interface = design.interface
    if isinstance(interface, LwcInterface):
        names = " and ".join(find(name).title for name in (interface.aead, interface.hash) if name)
        return (f"{names} with the LWC Hardware API on a bus of {interface.width} bits: encryption, decryption"
                f"{', hashing' if interface.hash else ''}. Decrypted plaintext leaves before the tag is checked; the status word "
                "says whether to keep it. `pdi.txt`, `sdi.txt` and `do.txt` are test vectors in the format of GMU's tools.")
    return f"{find(interface.algorithm).title}, without a mode. Results come in the order of their inputs."


def _ports(design: Design) -> list[tuple[str, str, int, str]]:
    common = [(design.clock, "in", 1, "clock, rising edge"), (design.reset, "in", 1, "synchronous reset, active high")]
    interface = design.interface
    if isinstance(interface, LwcInterface):
        width = interface.width
        streams = (("pdi", "in", "public data"), ("sdi", "in", "secret data: keys"), ("do", "out", "output"))
        return common + [
            port for name, way, meaning in streams for port in (
                (f"{name}_data", way, width, meaning), (f"{name}_valid", way, 1, "data is valid"),
                (f"{name}_ready", "in" if way == "out" else "out", 1, "data is taken at the next edge if valid"))
        ] + [("do_last", "out", 1, "1 with the status word")]
    return common + [
        ("in_valid", "in", 1, "inputs are valid"), ("in_ready", "out", 1, "inputs are taken at the next edge if valid"),
        *((f"in_{name}", "in", width, "input") for name, width in interface.inputs.items()),
        ("out_valid", "out", 1, "outputs are valid"), ("out_ready", "in", 1, "outputs are taken at the next edge if valid"),
        *((f"out_{name}", "out", width, "output") for name, width in interface.outputs.items()),
        *[("fault", "out", 1, "a fault was noticed: this call gives no output; until the next one starts")] * interface.fault]
