# SPDX-License-Identifier: Apache-2.0
"""Modules and instances in a tree of slang: names of ports and parameters, and for instances of
what is no module the places of their names in the written text.
"""

from collections.abc import Callable, Iterator, Mapping

from .slang_tree import of_kind

Span = tuple[int, int]
"""First character and the one behind the last, in the written text."""

INTEGERS = (
    "IntegerLiteralExpression",
    "IntegerVectorExpression",
    "UnaryMinusExpression",
    "StringLiteralExpression",
)
"""Values of parameters that stand for themselves."""


def modules(nodes: Mapping) -> dict[str, dict]:
    """Names of ports and of parameters of each module, in the order written."""
    return {
        name: {"ports": list(_ports(node.header)), "parameters": list(_parameters(node))}
        for name, node in nodes.items()
    }


def _ports(header) -> Iterator[str]:
    for port in header.ports.ports if header.ports is not None else ():
        # ``input a`` in the header.
        if hasattr(port, "declarator"):
            yield port.declarator.name.valueText
        # ``.a(x)``: outside the port is called a.
        elif hasattr(port, "name"):
            yield port.name.valueText
        # In the oldest style the header has names alone.
        elif port.kind.name == "ImplicitNonAnsiPort":
            yield port.expr.getFirstToken().valueText


def _parameters(module) -> Iterator[str]:
    lists = [
        node.declarators
        for node in of_kind(module, ("ParameterDeclaration",))
        if node.keyword.valueText == "parameter"
    ]
    # In a header the word ``parameter`` may be left out.
    header = module.header.parameters
    lists += [
        one.declarators
        for one in (header.declarations if header is not None else ())
        if one.kind.name == "ParameterDeclaration"
    ]
    names = (one.name.valueText for some in lists for one in some if hasattr(one, "name"))
    return iter(dict.fromkeys(names))


def instances(
    nodes: list, known: Mapping, span: Callable[[object], Span], place: Callable[[object], str]
) -> list[dict]:
    """Each instantiation of what is not among the ``known`` modules.

    Args:
        nodes: instantiations.
        known: names of modules.
        span: of a token.
        place: ``FILE:LINE`` of a location.

    Returns:
        For each: ``type``, ``place``; ``span`` of the type and its parameters; ``end`` and
        ``end_place`` of the whole; ``parameters``: name and text of each, the name empty where it
        has none, the text where it is no literal; ``ports``: for each instance, of each port the
        name (empty where it has none), its span, and whether something is in its parentheses, None
        if it has none.
    """
    return [_instance(node, span, place) for node in nodes if node.type.valueText not in known]


def _instance(node, span, place) -> dict:
    last = node.type if node.parameters is None else node.parameters.getLastToken()
    given = node.parameters.parameters if node.parameters is not None else ()
    ports = [
        [_port(port, span) for port in one.connections if hasattr(port, "attributes")]
        for one in node.instances
        if hasattr(one, "connections")
    ]
    return {
        "type": node.type.valueText,
        "place": place(node.type.location),
        "span": (span(node.type)[0], span(last)[1]),
        "end": span(node.getLastToken())[1],
        "end_place": place(node.getLastToken().location),
        "parameters": [_parameter(one) for one in given if hasattr(one, "expr")],
        "ports": ports,
    }


def _parameter(one) -> tuple[str, str]:
    literal = one.expr is not None and one.expr.kind.name in INTEGERS
    name = one.name.valueText if hasattr(one, "name") else ""
    return name, str(one.expr).strip() if literal else ""


def _port(port, span) -> tuple[str, Span, bool | None]:
    if port.kind.name != "NamedPortConnection":
        return "", (0, 0), None
    return (
        port.name.valueText,
        span(port.name),
        None if port.openParen.isMissing or not port.openParen.rawText else port.expr is not None,
    )
