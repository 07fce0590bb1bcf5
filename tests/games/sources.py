"""What a scan of a game's source finds: the strings that its calls are given."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from heraut.engine import choices


@cache
def source(package: Path) -> tuple[ast.AST, ...]:
    """Every module that resolves turns or reads orders, parsed; the calculators rehearse turns, and tell nobody.

    What refuses options is the same in all games, and belongs to them all.
    """
    paths = [path for path in sorted(package.rglob("*.py")) if path.parent.name != "calculators"]
    paths.append(Path(choices.__file__))
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in paths)


def texts(node: ast.AST | None) -> Iterator[str]:
    """The strings that an expression may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)
    elif isinstance(node, ast.Tuple):
        yield from texts(node.elts[-1])


def arguments(package: Path, place: Mapping[str, int]) -> set[str]:
    """The strings given at this place to calls of these names."""
    found: set[str] = set()
    for tree in source(package):
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            if name in place and len(call.args) > place[name]:
                found.update(texts(call.args[place[name]]))
    return found
