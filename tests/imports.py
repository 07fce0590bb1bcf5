"""Who imports whom in a tree of Python files, read from their text: nothing is imported to find out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Set
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple


class Arrow(NamedTuple):
    """One module imports another; `inside`: in a function, where it escapes whoever reads the head of the file."""

    source: str
    target: str
    inside: bool


def modules_of(root: Path) -> dict[str, Path]:
    """The modules below a folder of packages, by their dotted names."""
    return {name_of(path.relative_to(root)): path for path in sorted(root.rglob("*.py"))}


def name_of(path: Path) -> str:
    """The dotted name of a file."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def arrows_of(root: Path) -> list[Arrow]:
    """Every import of one of these modules by another: at the head, for types alone, and inside functions."""
    modules = modules_of(root)
    found = []
    for source, path in modules.items():
        package = source if path.name == "__init__.py" else source.rpartition(".")[0]
        for node, inside in outline(path).imports:
            for target in targets_of(node, package, modules):
                if target != source:
                    found.append(Arrow(source, target, inside))
    return found


class Outline(NamedTuple):
    """What is asked of a file: its imports, and whether each stands in a function; its functions and their lines."""

    imports: list[tuple[ast.Import | ast.ImportFrom, bool]]
    functions: list[tuple[str, int]]


@cache
def outline(path: Path) -> Outline:
    """The outline of a file, which is read once for all who ask."""
    found = Outline([], [])
    gather(ast.parse(path.read_text(encoding="utf-8")), found, inside=False)
    return found


def gather(node: ast.AST, found: Outline, *, inside: bool) -> None:
    """Adds the imports and the functions below a node, those inside others too."""
    for child in ast.iter_child_nodes(node):
        within = inside
        if isinstance(child, ast.Import | ast.ImportFrom):
            found.imports.append((child, inside))
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            found.functions.append((child.name, (child.end_lineno or child.lineno) - child.lineno + 1))
            within = True
        if not isinstance(child, ast.expr):  # no statement stands in an expression, and most nodes are in one
            gather(child, found, inside=within)


def targets_of(node: ast.Import | ast.ImportFrom, package: str, modules: Mapping[str, Path]) -> Iterator[str]:
    """The modules that a statement names: `from package import name` names the module `name`, if it is one."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in modules)
        return
    above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
    base = ".".join([*above, *([node.module] if node.module else [])])
    for alias in node.names:
        yield from [name for name in (f"{base}.{alias.name}", base) if name in modules][:1]


def reachable(arrows: list[Arrow]) -> dict[str, Set[str]]:
    """Everything that each module imports, at any remove."""
    direct: dict[str, set[str]] = {}
    for arrow in arrows:
        direct.setdefault(arrow.source, set()).add(arrow.target)
    return {source: reached_from(source, direct) for source in direct}


def reached_from(source: str, direct: Mapping[str, set[str]]) -> Set[str]:
    """What lies behind one module."""
    found: set[str] = set()
    ahead = [source]
    while ahead:
        new = direct.get(ahead.pop(), set()) - found
        found |= new
        ahead += new
    return found


def circles(arrows: list[Arrow]) -> set[frozenset[str]]:
    """Modules that import one another at some remove, in groups."""
    reached = reachable(arrows)
    groups = {
        frozenset({source, *(other for other in behind if source in reached.get(other, ()))})
        for source, behind in reached.items()
    }
    return {group for group in groups if len(group) > 1}


def hidden(arrows: list[Arrow]) -> set[tuple[str, str]]:
    """Imports inside functions that close a circle."""
    reached = reachable(arrows)
    return {(one.source, one.target) for one in arrows if one.inside and one.source in reached.get(one.target, ())}


def long_modules(root: Path, most: int) -> dict[str, int]:
    """Modules of more lines than this."""
    lengths = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in modules_of(root).items()}
    return {name: length for name, length in lengths.items() if length > most}


def long_functions(root: Path, most: int) -> dict[str, int]:
    """Functions of more lines than this, decorators apart, by module and name."""
    return {
        f"{name}.{function}": length
        for name, path in modules_of(root).items()
        for function, length in outline(path).functions
        if length > most
    }


def parts_of(package: Path) -> set[str]:
    """The modules and packages, or folders of data, that stand at the top of a package."""
    inside = (path for path in package.iterdir() if path.is_dir() or path.suffix == ".py")
    return {path.stem for path in inside if not path.name.startswith("__")}


def has(name: str) -> bool:
    """Whether there is a module of this name: what a game may do without is asked only of those that have it."""
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # nor is its package
        return False


A_LIST = 3  # so many modules named in the docstring of their package are a list of them
NEED_NO_WORD = frozenset(
    {"__init__", "apps", "models", "signals", "urls", "match_urls"}
)  # as in every package of a site


def unlisted(root: Path) -> dict[str, list[str]]:
    """Modules that the docstring of their package leaves out of its list, by the name of the package."""
    found = {}
    for path in root.rglob("__init__.py"):
        named = set(re.findall(r"(\w+)\.py\b", ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""))
        modules = {one.stem for one in path.parent.glob("*.py")}
        if len(named & modules) >= A_LIST and modules - named - NEED_NO_WORD:
            found[name_of(path.relative_to(root))] = sorted(modules - named - NEED_NO_WORD)
    return found
