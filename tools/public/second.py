# SPDX-License-Identifier: Apache-2.0
"""Reduced counterexamples of public cores, played in a second simulator.

``[public.counterexample]`` of a description has a few ``messages`` of a core with the LWC API, or
``calls`` of a bare one. They are played twice: on the netlist that cipherfab reads, with Verilator,
and on the sources, by another program: GHDL simulates VHDL, Icarus Verilog simulates Verilog.
Verilog that Icarus does not read (``through = "yosys"``) is translated by the front end of Yosys,
which is another one than slang. Only where both are wrong is the core blamed.

Keys of a message: ``operation`` (``encrypt``, ``decrypt``, ``hash``), ``key``, ``nonce``, ``ad``,
``text`` (plaintext, or what is hashed), ``same_key``; ``flip``: the bit of the tag, from the left,
that is flipped in a decryption. Values are hexadecimal text, or a number of bytes that count up;
where a key or nonce is missing its bytes count up. Ciphertext and tag of a decryption are those of
our model.

``stalls``: seeds of random stalls of the first and of the second simulator, which have generators
of their own; without them there are none. ``control``: messages, or calls, that both simulators
answer rightly without stalls; it shows that the benches are right.
"""

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cipherfab import catalog
from cipherfab.design import Design, LwcInterface
from cipherfab.emit.lwc_bench import bench_of
from cipherfab.handshake import Handshake
from cipherfab.imports import description, native
from cipherfab.imports.description import Description
from cipherfab.imports.sources import read_sources
from cipherfab.lwc.messages import Message, decryption, encryption, hashing
from cipherfab.lwc.streams import vectors
from cipherfab.places import on_ports, widths
from cipherfab.primitives.primitive import software
from cipherfab.tools.process import run
from cipherfab.tools.yosys import run_yosys
from cipherfab.verify.rtl.bare import BareSimulator
from cipherfab.verify.rtl.simulator import Simulator

PATIENCE = 2000
"""Cycles that a bare core is given to become ready, and to answer."""

NO_STALLS = (None, None)
OTHERWISE = ""
"""A core that ends the simulation is wrong in another way than its netlist, which shows nothing."""


def played(design: Design, path: Path, tree: Path, given: Mapping) -> str:
    """What a second simulator says of a counterexample, in a sentence; empty unless both are wrong.

    Args:
        design: the core as it was read.
        path, tree: the description among its sources, and the folder of all of them.
        given: the table ``[public.counterexample]``.
    """
    wrong = _wrong(design, path, tree, given)
    if not all(wrong):
        return ""
    if "control" in given:
        control = "calls" if "calls" in given else "messages"
        right = {**given, control: given["control"], "stalls": NO_STALLS}
        if any(_wrong(design, path, tree, right)):
            return ""
    by = "GHDL's own simulation" if design.third_party.vhdl else "Icarus Verilog"
    behind = " behind the front end of Yosys" if given.get("through") == "yosys" else ""
    return f"wrong in {by}{behind}, too: {wrong[1]}"


def _wrong(design: Design, path: Path, tree: Path, given: Mapping) -> tuple[str, str]:
    """What is wrong in the first simulator, and in the second one; empty where nothing is."""
    with tempfile.TemporaryDirectory(prefix="cipherfab-second-") as work:
        (Path(work) / "first").mkdir()
        play = _messages if isinstance(design.interface, LwcInterface) else _calls
        return play(design, path, tree, given, Path(work))


def _messages(
    design: Design, path: Path, tree: Path, given: Mapping, work: Path
) -> tuple[str, str]:
    interface, seeds = design.interface, given.get("stalls", NO_STALLS)
    words = vectors(
        list(messages(interface, given["messages"])),
        width=interface.width,
        sdi_width=interface.sdi_width,
        buffer_bytes=interface.buffer_bytes,
    )
    first = Simulator.build(design, work / "first").play(words, stall_seed=seeds[0]).failure
    told = first.text if first else ""
    if design.third_party.vhdl:
        try:
            found = native.check(design, words, stall_seed=seeds[1])
        except native.Stopped:
            return told, OTHERWISE
        return told, found.text if found else ""
    options = ["+stall=0"] if seeds[1] is None else [f"+seed={seeds[1]}", "+stall=1"]
    said = _icarus(design, path, tree, given, bench_of(design, words), work, options)
    return told, said.partition("FAIL: ")[2].partition("\n")[0]


def messages(interface: LwcInterface, given: Sequence[Mapping]) -> Iterator[Message]:
    """The messages of a counterexample, with the answers of our model."""
    for one in given:
        if one["operation"] == "hash":
            yield hashing(interface.hash, message=_bytes(one.get("text"), 0))
            continue
        model = catalog.find(interface.aead).model
        facts = {
            "key": _bytes(one.get("key"), model.key_bytes),
            "nonce": _bytes(one.get("nonce"), model.nonce_bytes),
            "ad": _bytes(one.get("ad"), 0),
        }
        more = {"new_key": not one.get("same_key", False)}
        text = _bytes(one.get("text"), 0)
        sent = encryption(interface.aead, plaintext=text, **facts, **more)
        if one["operation"] == "encrypt":
            yield sent
            continue
        tag = bytearray(sent.tag)
        if "flip" in one:
            tag[one["flip"] // 8] ^= 0x80 >> one["flip"] % 8
        yield decryption(
            interface.aead, ciphertext=sent.result, tag=bytes(tag), padded=sent.padded,
            **facts, **more,
        )  # fmt: skip


def _bytes(text: str | int | None, count: int) -> bytes:
    """Of hexadecimal text; bytes that count up where there is none, or as many as a number says."""
    if isinstance(text, str):
        return bytes.fromhex(text)
    return bytes(range(count if text is None else text))


def _calls(design: Design, path: Path, tree: Path, given: Mapping, work: Path) -> tuple[str, str]:
    interface = design.interface
    primitive = catalog.find(interface.algorithm).primitive
    compute = software(primitive)
    calls = [
        {name: int.from_bytes(_bytes(one.get(name), width // 8))
         for name, width in interface.inputs.items()}
        for one in given["calls"]
    ]  # fmt: skip
    answers = [dict(zip(primitive.outputs, compute(*call.values()))) for call in calls]
    first = BareSimulator.build(design, work / "first").play(
        calls, answers, stall_seed=None, max_idle=PATIENCE
    )
    if design.third_party.vhdl:
        return first.failure or "", _native_difference(design, calls, answers)
    bench = {f"{design.top}_tb.v": bare_bench(design, calls)}
    said = _icarus(design, path, tree, given, bench, work, [])
    return first.failure or "", _difference(interface.handshake, said, answers)


def _native_difference(design: Design, calls: Sequence[Mapping], answers: Sequence) -> str:
    try:
        found = native.call(design, calls)
    except native.Stopped:
        return OTHERWISE
    for place, answer in enumerate(answers):
        for name, value in answer.items():
            got = found[place][name] if place < len(found) else ""
            if got != f"{value:0{len(got)}b}":
                return f"call {place + 1}: " + (f"wrong {name}" if got else "no answer")
    return ""


def bare_bench(design: Design, calls: Sequence[Mapping]) -> str:
    """A test bench in Verilog that gives calls to a bare core, one after the other, and prints a
    line ``answer`` with each output port and its value in binary, or one that begins with
    ``stuck`` and says for what it waited.
    """
    shake, clock = design.interface.handshake, design.clock
    given = {**widths(shake.inputs), **_controls(shake, "load", "start")}
    taken = {**widths(shake.outputs), **_controls(shake, "ready", "done")}
    reset, level = design.reset, design.reset_level
    regs = {clock: (1, 0), **({reset: (1, level)} if reset else {}),
            **{name: (width, 0) for name, width in given.items()}}  # fmt: skip
    pins = [f".{name}({name})" for name in {**regs, **taken}]
    pins += [f".{name}({value})" for name, value in shake.constants.items()]
    lines = [
        f"module {design.top}_tb;",
        "  integer left;",
        *(f"  reg [{width - 1}:0] {name} = {value};" for name, (width, value) in regs.items()),
        *(f"  wire [{width - 1}:0] {name};" for name, width in taken.items()),
        f"  {design.top} dut ({', '.join(pins)});",
        f"  always #5 {clock} = ~{clock};",
        "  initial begin",
        f"    repeat (3) @(negedge {clock});",
        *([f"    {reset} = {1 - level};"] if reset else []),
        f"    @(negedge {clock});",
        *(f"    {line}" for call in calls for line in _steps(shake, clock, call)),
        "    $finish;",
        "  end",
        "endmodule",
    ]
    return "\n".join(lines) + "\n"


def _controls(shake: Handshake, *roles: str) -> dict[str, int]:
    return {getattr(shake, role): shake.control(role).width for role in roles
            if getattr(shake, role)}  # fmt: skip


def _steps(shake: Handshake, clock: str, call: Mapping[str, int]) -> Iterator[str]:
    """The statements of one call."""
    ports = widths(shake.inputs)
    for name, value in on_ports(call, shake.inputs).items():
        yield f"{name} = {ports[name]}'h{value:x};"
    for role in ("load", "start"):
        if port := getattr(shake, role):
            yield from _waited(shake, clock, "ready")
            yield f"{port} = {shake.control(role).value}; @(negedge {clock});"
            yield f"{port} = {shake.control(role).idle};"
    yield f"repeat ({shake.latency or 0}) @(negedge {clock});"
    yield from _waited(shake, clock, "done")
    names = widths(shake.outputs)
    form = " ".join(f"{name} %b" for name in names)
    yield f'$display("answer {form}", {", ".join(names)});'


def _waited(shake: Handshake, clock: str, role: str) -> Iterator[str]:
    """The statements that wait for what a port says."""
    if port := getattr(shake, role):
        told = f"{port} !== {shake.control(role).value}"
        yield f"left = {PATIENCE};"
        yield f"while ({told} && left > 0) begin @(negedge {clock}); left = left - 1; end"
        yield (
            f'if ({told}) begin $display("stuck: {port} is %b after {PATIENCE} cycles", {port}); '
            f"$finish; end"
        )


def _difference(shake: Handshake, said: str, answers: Sequence[Mapping]) -> str:
    """What is wrong with what `bare_bench` printed, in a sentence; empty if nothing is."""
    lines = [line for line in said.splitlines() if line.startswith(("answer ", "stuck: "))]
    for place, answer in enumerate(answers):
        got = lines[place] if place < len(lines) else "stuck: no answer"
        if got.startswith("stuck"):
            return f"call {place + 1}, {got}"
        _, *words = got.split()
        ports = dict(zip(words[::2], words[1::2]))
        for name, value in answer.items():
            text = shake.outputs[name].text(ports)
            if text != f"{value:0{len(text)}b}":
                return f"call {place + 1}: wrong {name}"
    return ""


def _icarus(
    design: Design,
    path: Path,
    tree: Path,
    given: Mapping,
    bench: Mapping[str, str],
    work: Path,
    options: Sequence[str],
) -> str:
    """What a bench prints that Icarus Verilog plays on the sources of a core."""
    told = description.read(path, tree)
    files = _sources(told, work)
    if given.get("through") == "yosys":
        run_yosys(
            f"read_verilog -sv {' '.join(files)}\nhierarchy -top {told.top}\nproc\nopt_clean\n"
            f"write_verilog -noattr core.v",
            directory=work,
        )
        files = [str(work / "core.v")]
    if told.streams:
        # The reader left the core as one module, and the bus behind it.
        outside = design.sources[f"{design.top}.v"].partition("\nendmodule\n")[2]
        (work / "bus.v").write_text(outside)
        files.append(str(work / "bus.v"))
    for name, text in bench.items():
        (work / name).write_text(text)
    files.append(str(work / f"{design.top}_tb.v"))
    run(["iverilog", "-g2012", "-s", f"{design.top}_tb", "-o", "played", *files],
        directory=work, log="iverilog.log")  # fmt: skip
    return run(["vvp", "-n", "played", *options], directory=work, log="vvp.log")


def _sources(told: Description, work: Path) -> list[str]:
    """Options and files for a reader of Verilog; what they include or fill memories from is copied
    into ``work`` with them.
    """
    sources = read_sources(told)
    folder = sources.write(work / "sources")
    for name in told.include_dirs:
        for file in sorted(path for path in (told.folder / name).iterdir() if path.is_file()):
            shutil.copy(file, folder / name / file.name)
            shutil.copy(file, work / file.name)
    return [
        *(f"-D{name}={value}" for name, value in told.defines.items()),
        *(f"-I{folder / name}" for name in told.include_dirs),
        *(str(folder / name) for name in sources.units),
    ]
