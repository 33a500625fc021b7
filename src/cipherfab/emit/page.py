# SPDX-License-Identifier: Apache-2.0
"""README.md of a package: what the core is, its ports, its cycles, how to run its test bench."""

from collections.abc import Sequence

from .. import __version__
from ..catalog import find
from ..catalog.dangers import dangers
from ..design import BareInterface, Design, LwcInterface
from ..lwc.protocol import HEADER_BITS
from ..verify.rtl.recorded import Recording
from .bare_page import bare_about, bare_bench_remarks, bare_calls, bare_cycles, bare_ports
from .bridges import USUAL, Wanted, wanted
from .guards import guard_ports
from .lwc_bench import ALL_CYCLES, CYCLES
from .rtl import algorithms
from .sheet import Facts, section
from .texts import Port, page

LONG = 500
"""Characters from which on a formula, then one with a table, is not written into the page."""


def readme(
    design: Design,
    formulas: dict[str, str],
    sources: Sequence[str],
    bench: Sequence[str],
    facts: Facts = (),
    asked: Wanted = USUAL,
    recording: Recording | None = None,
) -> str:
    """The page.

    Args:
        design: the core.
        formulas: cycles by operation.
        sources: its Verilog files.
        bench: those of its test bench.
        facts: what the store has of this text of the core.
        asked: the bridges that come with it.
        recording: one message on its ports.
    """
    bare = isinstance(design.interface, BareInterface)
    return page(
        "readme.md",
        design=design,
        about=_about(design),
        algorithms=algorithms(design),
        # A primitive alone makes no promise that could be misunderstood.
        dangers=[] if bare else _dangers(design),
        sheet=section(design.name, facts),
        ports=ports_of(design),
        formulas=formulas,
        long=LONG,
        calls=_paragraphs(bare_calls(design.interface) if bare else []),
        cycles=_cycles(design),
        bridges=wanted(design, asked.names),
        key_port=asked.key_port,
        masters=asked.masters,
        clears=not bare and design.interface.zeroises,
        files=" ".join([*sources, *bench]),
        targets=_targets(design, asked.names),
        # Behind the core's name, with which the title begins.
        message=recording and recording.title.partition(": ")[2],
        words=[_worked(text) for text in recording.words.values()] if recording else [],
        version=__version__,
        all="" if bare else ALL_CYCLES,
        played=f"{CYCLES:,}",
        remarks=_paragraphs(bare_bench_remarks(design) if bare else []),
    )


def _worked(text: str) -> str:
    """The words of a stream: a vector file without its first heading and its end."""
    head, _, rest = text.partition("####")
    words = rest.partition("\n")[2].partition("###EOF")[0].strip()
    return f"{head.strip()}\n{words}"


def _paragraphs(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _targets(design: Design, bridges: Sequence[str]) -> str:
    """The names of FuseSoC's other targets, in words."""
    of_bridges = [
        name
        for bridge in wanted(design, bridges)
        for name in (bridge.suffix, f"lint_{bridge.suffix}", f"synth_{bridge.suffix}")
    ]
    names = [f"`{name}`" for name in ("icarus", "lint", "synth", *of_bridges)]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _cycles(design: Design) -> str:
    if isinstance(design.interface, BareInterface):
        return bare_cycles(design.interface)
    return (
        "Without stalls; `AD` and `M` are the bytes of associated data and of message. "
        "`new-key`: a key is loaded first; the "
        "others use the one that is there. Each formula reproduces every measured point."
    )


def _about(design: Design) -> str:
    interface = design.interface
    if isinstance(interface, BareInterface):
        return bare_about(interface)
    computed = (interface.aead, interface.hash, *interface.xofs)
    names = " and ".join(find(name).title for name in computed if name)
    operations = [
        "encryption",
        *["decryption"] * interface.decrypts,
        *["hashing"] * bool(interface.hash),
        *["outputs of any length, by instructions of ours"] * bool(interface.xofs),
    ]
    return (
        f"{names} with the LWC Hardware API on a bus of {interface.width} bits: "
        f"{', '.join(operations)}. "
        f"{_decryption(interface)} {_limited(interface)}{_guarded(interface)}"
        f"{_on_shares(interface)}"
        f"`pdi.txt`, `sdi.txt` and `do.txt` are test vectors in the format of GMU's tools"
        f"{_beyond(interface)}."
    )


def _beyond(interface: LwcInterface) -> str:
    """What the vectors have on a bus that is wider than the API's."""
    if interface.width <= HEADER_BITS:
        return ""
    return (
        f", which take at most {HEADER_BITS} bits: here an instruction, a header and a status is "
        f"the top {HEADER_BITS} bits of a word of {interface.width}, and the rest of it is 0"
    )


def _limited(interface: LwcInterface) -> str:
    """How much a key is for; nothing of a core that does not count."""
    if not interface.key_limit:
        return ""
    return (
        f"When 2^{interface.key_limit} bytes of nonces, associated data and texts have come under "
        f"a key, every message is answered with FAILURE until the next key. "
    )


def _guarded(interface: LwcInterface) -> str:
    """The self-test and what clears it; nothing of a core without them."""
    tests = (
        "Behind each reset it plays a known answer of each of its functions to itself; until "
        "`tested` is 1 nothing gets in or out, and if `failed` is 1 nothing ever does. "
    )
    zeroises = (
        f"A cycle with `zeroise`, or a reset, clears every register and memory; "
        f"{interface.zeroise_cycles} cycles later `zeroised` is 1, until a word gets in. "
        f"During a self-test it does nothing. "
    )
    indicates = (
        "`service` and `outcome` say which message was the last, by its opcode, and how it ended. "
    )
    return (
        tests * interface.self_tests
        + zeroises * interface.zeroises
        + indicates * interface.indicates
    )


def _on_shares(interface: LwcInterface) -> str:
    """What is in shares, and what is not; nothing of a core that has none."""
    masking = interface.masking
    if not masking:
        return ""
    return (
        f"A masked implementation, of order {masking.order}: PDI, SDI and DO have "
        f"{masking.shares} shares of each word side by side, share 0 at the top, and their sum "
        f"(XOR) is the word. The sender makes them with fresh random bits; instructions, "
        f"headers and status are in share 0, and the others are 0. RDI takes {masking.random} "
        f"fresh uniform bits in each cycle in which `rdi_valid` and `rdi_ready` are 1, and the "
        f"core waits for them; `rdi_ready` may wait for `rdi_valid`, so that a source must not "
        f"wait for it. Of a wrong tag's difference to the right one bits of a function that is "
        f"taken to be one-way are not in shares. What was checked of which netlist is in "
        f"docs/explanation/masking.md; another netlist of the same Verilog has to be checked "
        f"again. "
        f"`pdi_shared_{masking.shares}.txt` and `sdi_shared_{masking.shares}.txt` are the "
        f"vectors in shares. "
    )


def _dangers(design: Design) -> list[str]:
    """What the core does not protect its user from, in sentences."""
    side_channels = (
        "Faults that someone brings about, and observations that its masking is not made against, "
        "are not detected."
        if design.interface.masking
        else "It is not masked: its power and emanations may show its secrets. Faults that "
        "someone brings about are not detected."
    )
    return [*(text for entry in algorithms(design) for text in dangers(entry)), side_channels]


def _decryption(interface: LwcInterface) -> str:
    """What becomes of a plaintext before its tag is checked."""
    if not interface.decrypts:
        return "Every decryption is answered with FAILURE."
    if interface.buffer_bytes:
        ad = ", and so have its associated data" if interface.most_ad_bytes else ""
        return (
            f"A message has at most {interface.buffer_bytes} bytes{ad}; it is kept "
            f"until it is whole, and of one that is longer or "
            "whose tag is wrong nothing leaves but FAILURE."
        )
    if interface.withheld_bytes:
        return (
            f"A decrypted plaintext waits in a memory of {interface.withheld_bytes} bytes until "
            f"its tag has been verified; each of its segments takes 4 more. Of one that does not "
            f"fit or whose tag is wrong nothing leaves but FAILURE."
        )
    return (
        "Decrypted plaintext leaves before the tag is checked; the status word says whether to "
        "keep it."
    )


def clock_and_reset(design: Design) -> list[Port]:
    """The ports that every core has."""
    return [
        (design.clock, "in", 1, "clock, rising edge"),
        (design.reset, "in", 1, "synchronous reset, active high"),
    ]


def ports_of(design: Design) -> list[Port]:
    """All ports of a core."""
    interface = design.interface
    return clock_and_reset(design) + (
        lwc_ports(interface) if isinstance(interface, LwcInterface) else bare_ports(interface)
    )


def lwc_ports(interface: LwcInterface) -> list[Port]:
    """All ports of a core with the LWC API but clock and reset."""
    streams = (
        ("pdi", "in", "public data"),
        ("sdi", "in", "secret data: keys"),
        ("do", "out", "output"),
    )
    masking = interface.masking
    bits = interface.width * (masking.shares if masking else 1)
    if masking:
        streams = tuple(
            (*stream[:2], f"{stream[2]}, {masking.shares} shares, share 0 at the top")
            for stream in streams
        )
        streams += (("rdi", "in", "fresh uniform random bits"),)
    return [
        port
        for name, way, meaning in streams
        for port in (
            (f"{name}_data", way, masking.random if name == "rdi" else bits, meaning),
            (f"{name}_valid", way, 1, "data is valid"),
            (
                f"{name}_ready",
                "in" if way == "out" else "out",
                1,
                "data is taken at the next edge if valid",
            ),
        )
    ] + [("do_last", "out", 1, "1 with the status word"), *guard_ports(interface)]
