# SPDX-License-Identifier: Apache-2.0
"""VHDL through GHDL: the netlist that GHDL infers, taken over gate by gate (`netlist`, `gates`),
read back as plain Verilog.

Why not GHDL's own Verilog: version 2.0.0, which Debian has, prints constants of more than 32 bits
as strings, drops the default of a one-hot ``case``, does not escape keywords, is one off in part
selects and writes ``$fatal`` where synthesis has no use for it. Its dump of the same netlist has
none of this, for it prints no expressions. Whatever comes of it is only trusted once it was played
against GHDL's own simulation of the sources (`native`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from ..errors import CallError, DesignError, ToolError
from ..identifiers import identifier
from ..origin import NOT_NATIVE
from ..tools import ghdl
from ..tools.process import plain_scratch
from . import boxes, gates, generics, netlist, plugin, structure, vhdl_types, zeroed
from .description import Description
from .libraries import EXPECTED
from .ports import Ports
from .scan import check_vhdl
from .sources import Sources
from .verilog import STRING, Elaborated, flat, read_back

LIMITS = (
    "unhandled function",
    "unhandled IIR_",
    "does not match that of",
    "mismatching vector length",
)
"""What `LIMITED` says where it stops at sound sources that a later GHDL reads."""

LIMITED = "2.0.0"
"""The version of GHDL that refuses literals of another length in branches that are never reached,
and synthesizes no function of ``std_logic_misc``, no ``<=`` of arrays and no ``xnor`` of constants.
Version 5.0.1 does (tried on isap-hardware-package, GMUCERG/PHOTON-Beetle and AGEMA).
"""

LASTING = {
    "doesn't conform with the deferred constant": (
        "a deferred constant whose type names another one: write the type with a number"
    ),
    "left and right bounds of a slice must be either constant or dynamic": (
        "a slice from a constant place to a computed one: write a loop over the bits, or a shift"
    ),
    "type of element is ambiguous": (
        "an aggregate of ``&``: write its elements as qualified expressions"
    ),
}
"""What GHDL says of sound sources that it does not read, 5.0.1 neither, and what may help."""

QUOTED_NAME = re.compile(r'(\buse\s+ieee\s*\.\s*math_real\s*\.\s*)"(\w+)"', re.IGNORECASE)

MISSING_LIBRARY = re.compile(r'cannot find resource library "(?!ieee|std)')

RESIZE = re.compile(r"\bresize\b", re.IGNORECASE)

NO_HARDWARE = re.compile(r"cannot handle IIR_KIND_(?P<what>\w+) \((?P<place>[^():]+:\d+)")
"""How GHDL ends at a statement that it does not synthesize, as ``<= force``."""

ZEROS = re.compile(r'(<=\s*)x"0+"(?=\s*;)', re.IGNORECASE)
"""A literal of zeros that is all that is assigned."""


def needed(
    description: Description, sources: Sources
) -> tuple[Sources, dict[str, vhdl_types.Formal]]:
    """The files that the top needs, in the order of analysis, and its ports. The other files, such
    as test benches, are parsed and left alone.

    Raises:
        CallError: a file that is needed does what a benchmark does not need; a port has a type that
            has no bits.
        DesignError: a file is not VHDL, or something is missing.
    """
    with plain_scratch("import") as scratch:
        directory, top = (
            _write(sources, scratch),
            identifier(description.top, str(description.path)),
        )
        call = {"directory": directory, "options": options(description), "readable": [scratch]}
        try:
            library = _library_of(description, ghdl.imported(sources.files, **call))
            names = ghdl.needed(sources.files, top, library=library, **call)
            if not names:
                raise CallError(f"{description.path}: no source has the entity '{description.top}'")
            trees = ghdl.trees({name: sources.files[name] for name in names}, **call)
        except ToolError as error:
            raise design_error(description, error) from None
        units = {name: sources.units[name] for name in names}
        for tree in trees:
            # The other files are parsed only, and nothing in them is ever run.
            check_vhdl(tree, units)
        found = replace(sources, units=units, library=library)
        # Types of ports are for GHDL's own simulation, whose bench has no streams.
        formals = {} if description.streams else _formals(description, trees, found)
    return found, formals


def _library_of(description: Description, entities: Mapping[str, set[str]]) -> str:
    """The library of the top. Raises `CallError` if it is in several, and none of them is
    ``work``."""
    # VHDL's names have no case, and GHDL's are in small letters.
    there = [library for library, names in entities.items() if description.top.lower() in names]
    if len(there) > 1 and ghdl.WORK not in there:
        raise CallError(
            f"{description.path}: expected the entity '{description.top}' in one "
            f"library, it is in {' and '.join(there)}"
        )
    return there[0] if len(there) == 1 else ghdl.WORK


def _formals(
    description: Description, trees: Iterable[Path], sources: Sources
) -> dict[str, vhdl_types.Formal]:
    """The ports of the top, from the tree that has it."""
    read = (vhdl_types.Tree(tree, description.parameters, sources.beside_top) for tree in trees)
    tree = next((tree for tree in read if tree.entity(description.top) is not None), None)
    return tree.formals(description.top, str(description.path)) if tree else {}


def plain_names(sources: Sources) -> dict[str, str]:
    """The files in the order of analysis, under names without folders."""
    return {
        _plain(number, name): _standard(text)
        for number, (name, text) in enumerate(sources.units.items(), 1)
    }


def plain_libraries(sources: Sources) -> dict[str, str]:
    """The libraries of those of `plain_names` that are not in ``work``."""
    return {
        _plain(number, name): library
        for number, (name, library) in enumerate(sources.files.items(), 1)
        if library != ghdl.WORK
    }


def _plain(number: int, name: str) -> str:
    # The number keeps files apart that have one name in several folders.
    return f"{number:02}_{PurePosixPath(name).name}"


def own_name(name: str) -> str:
    """The user's name of a file of `plain_names`, without its folder."""
    return name.partition("_")[2]


def elaborate(description: Description, sources: Sources) -> Elaborated:
    """Read a VHDL core whose files are those of `needed`.

    Raises:
        CallError: a reset that is not as described.
        DesignError: the sources are not a synthesizable design, or it is too large; with GHDL's
            words.
        ToolError: GHDL or Yosys is missing, failed, or ran out of time.
    """
    with plain_scratch("import") as scratch:
        directory = _write(sources, scratch)
        # The plugin is given one library; a design of several is read by GHDL itself.
        read = _by_plugin if plugin.chosen() and _plugin_reads(sources) else _by_ghdl
        try:
            command, reader = read(description, sources, directory, [scratch])
        except ToolError as error:
            raise design_error(description, error) from None
        found = read_back(description, command, directory, reader)
        open_ones = ghdl.unassigned(directory) if read is _by_ghdl else []
    told = zeroed.note(sources.units.items(), reader) if not is_simulated(description) else ()
    if description.lwc and description.lwc.shares > 1:
        told = (f"{NOT_NATIVE} its bench has no shares", *told)
    elif description.streams:
        told = (f"{NOT_NATIVE} its bench has no [streams]", *told)
    return replace(found, notes=(*found.notes, *without_driver(found, open_ones), *told))


def without_driver(found: Elaborated, names: Sequence[str]) -> list[str]:
    """The remark on signals that nothing drives, if what was read of the core has undefined bits:
    GHDL names unused ones too.
    """
    return [structure.without_driver(names)] if names and structure.undefined(found.text) else []


def is_simulated(description: Description) -> bool:
    """Whether GHDL's own simulation of the sources can be played: of a bus of its own without
    shares.
    """
    return not description.streams and not (description.lwc and description.lwc.shares > 1)


def _plugin_reads(sources: Sources) -> bool:
    """Whether all files are in ``work``, the one library that the plugin is given."""
    if plugin.asked() and sources.libraries:
        raise CallError(
            f"{plugin.ENVIRONMENT}=plugin reads files of the library work alone, and "
            f"these are in {', '.join(sorted(set(sources.libraries.values())))}, too. "
            f"Take {plugin.ENVIRONMENT}=ghdl."
        )
    return not sources.libraries


def _by_plugin(
    description: Description, sources: Sources, directory: Path, readable: list[Path]
) -> tuple[str, str]:
    return plugin.read(
        list(sources.units),
        description.top,
        directory=directory,
        options=options(description),
        generics=_values(description, sources),
        readable=readable,
    )


def exported(
    description: Description,
    sources: Sources,
    known: Mapping[str, boxes.Names],
    name: str,
    unassigned: list[str],
) -> tuple[str, Ports, list[str]]:
    """An entity as one module of Verilog.

    Args:
        description: whose top is the entity, with values of its generics.
        sources: those of `needed`.
        known: modules of Verilog by their names in small letters; they stay instances.
        name: of the module.
        unassigned: signals that nothing drives are added.

    Returns:
        The text, the ports, and the names of modules that it instantiates. Errors: see
        `elaborate`.
    """
    used: list[str] = []
    with plain_scratch("import") as scratch:
        directory = _write(sources, scratch)
        try:
            command, _ = _by_ghdl(description, sources, directory, [scratch], known, used)
        except ToolError as error:
            raise design_error(description, error) from None
        unassigned += ghdl.unassigned(directory)
        return *flat(description, command, directory, name), used


def _by_ghdl(
    description: Description,
    sources: Sources,
    directory: Path,
    readable: list[Path],
    known: Mapping[str, boxes.Names] | None = None,
    used: list[str] | None = None,
) -> tuple[str, str]:
    """The command that reads the netlist which GHDL inferred and `gates` wrote in ``directory``,
    and by whom it was.
    """
    ghdl.analyze(
        sources.files, directory=directory, options=options(description), readable=readable
    )
    call = {
        "directory": directory,
        "options": [*options(description), *ghdl.in_library(sources.library)],
        "generics": _values(description, sources),
        "readable": readable,
    }
    found: dict[str, netlist.Module] = {}
    modules = netlist.parse(ghdl.dump(description.top, **call), found)
    if known is not None and boxes.untold(modules):
        boxes.tell(modules, found, ghdl.verilog(description.top, **call))
    instances = (
        boxes.Boxes(found, known, used, str(description.path))
        if known is not None
        else lambda gate: None
    )
    text = gates.rtlil(_with_top(modules, description), instances, _resizing(sources))
    (directory / "netlist.il").write_text(text)
    return "read_rtlil netlist.il", reader()


def _resizing(sources: Sources) -> set[str]:
    """Where the sources have `resize`, as GHDL names a place."""
    return {
        f"{name}:{number}"
        for name, text in sources.units.items()
        for number, line in enumerate(text.splitlines(), 1)
        if RESIZE.search(line)
    }


def reader() -> str:
    """Who reads VHDL where no plugin does."""
    return f"GHDL {ghdl.version()}, its netlist gate by gate"


def _write(sources: Sources, scratch: Path) -> Path:
    """Write the files as GHDL takes them."""
    return replace(
        sources, units={name: _standard(text) for name, text in sources.units.items()}
    ).write(scratch)


def _standard(text: str) -> str:
    """What other tools take and GHDL does not, as what means the same to both: a name in quotes in
    a use clause, ``math_real."ceil"``; zeros that are assigned, as ``(others => '0')``, whose
    length always fits, also in a branch that is never reached.
    """
    return ZEROS.sub(r"\1(others => '0')", QUOTED_NAME.sub(r"\1\2", text))


def options(description: Description) -> list[str]:
    """GHDL's options for a description."""
    return [f"--std={description.vhdl_standard}", *(["-fsynopsys"] if description.synopsys else [])]


def _values(description: Description, sources: Sources) -> dict[str, str]:
    """Generics as GHDL takes them. Raises `CallError` for text that is more than letters, digits
    and ``_.+/-``.
    """
    # An entity of the top's name in another library is another one, whose generics do not count.
    types = generics.types_of((sources.units[name] for name in sources.beside_top), description.top)
    for name, value in description.parameters.items():
        identifier(name, str(description.path))
        if not STRING.fullmatch(str(value)):
            raise CallError(
                f"{description.path}: expected generics of letters, digits and _.+/-, got {value!r}"
            )
    return {
        name: generics.option(types, name, value) for name, value in description.parameters.items()
    }


def _with_top(
    modules: dict[str, netlist.Module], description: Description
) -> dict[str, netlist.Module]:
    """VHDL's names have no case and Verilog's have one: the top is called as the description calls
    it.
    """
    found = next((name for name in modules if name.lower() == f"\\{description.top}".lower()), None)
    if found is None:
        raise DesignError(
            f"{description.name}: GHDL's netlist has no module '{description.top}', "
            f"only {', '.join(modules)}"
        )
    module = modules.pop(found)
    module.name = f"\\{description.top}"
    return {module.name: module, **modules}


def design_error(description: Description, error: ToolError) -> DesignError | ToolError:
    """GHDL's own errors, if it said any; what came from a time limit or a missing tool stays as it
    is.
    """
    lines = [
        f"{found['place']}: '{found['what'].lower().replace('_', ' ')}' is refused: GHDL makes no "
        f"hardware of it"
        for found in NO_HARDWARE.finditer(str(error))
    ] or [line.strip() for line in str(error).splitlines() if ghdl.MESSAGE.match(line)]
    if not lines or "time limit" in str(error):
        return error
    said = "\n".join(f"    {line}" for line in lines[:12])
    hint = "".join(f"\n{line}" for line in _hints(description, str(error)))
    return DesignError(f"{description.name}: the sources cannot be read:\n{said}{hint}")


def _hints(description: Description, said: str) -> Iterator[str]:
    """What may help, a line each."""
    if MISSING_LIBRARY.search(said):
        yield (
            f"Say in [rtl] sources which files are in a library of another name than work: "
            f"{EXPECTED}"
        )
    if "-fsynopsys" in said and not description.synopsys:
        yield "Write [language] vhdl.synopsys = true to allow them."
    if ghdl.version() == LIMITED and any(limit in said for limit in LIMITS):
        yield (
            f"GHDL {LIMITED} stops here at sources that are sound, too: it refuses "
            f"literals of another length in branches that are never reached, and has no "
            f"std_logic_misc, no <= of arrays and no xnor of constants in synthesis. A later "
            f"GHDL may read them, if it comes first on PATH (5.0.1 of Debian 13 does), or "
            f"{plugin.ENVIRONMENT}=plugin with a ghdl plugin of Yosys that is built on one."
        )
    for message, advice in LASTING.items():
        if message in said:
            yield (
                f"GHDL stops here at sources that are sound, too, in version 5.0.1 as in "
                f"{LIMITED}. It is {advice}, in a copy."
            )
