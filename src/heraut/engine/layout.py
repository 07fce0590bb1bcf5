"""How reports are laid out as text, in all games alike: lines, headings, columns, names and values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

WIDTH = 98  # columns of a report


def fold(text: str, first: str, rest: str) -> list[str]:
    """The text in lines of at most `WIDTH` columns; the first line begins with `first`, the others with `rest`."""
    line, lines = first + text, []
    while len(line) > WIDTH:
        cut = line.rfind(" ", len(rest) + 1, WIDTH + 1)
        if cut < 0:
            break
        lines.append(line[:cut])
        line = rest + line[cut + 1 :]
    lines.append(line)
    return lines


def told(sentence: str, mark: str, details: Iterable[str], first: str, rest: str) -> list[str]:
    """A sentence behind its mark, then each detail on lines of its own, which begin with `first` and then `rest`."""
    margin = " " * len(mark)
    lines = fold(sentence, mark, margin)
    for text in details:
        lines += fold(text, margin + first, margin + rest)
    return lines


def heading(text: str) -> list[str]:
    """The heading of a section."""
    return ["", f"── {text} ".ljust(WIDTH, "─")]


def table(head: str, rows: Sequence[Sequence[str]], sides: str, margin: str = "  ") -> list[str]:
    """Rows in columns under a head "a|b|c"; `sides` has < (left) or > (right) for each column."""
    grid = [head.split("|"), *rows]
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    shape = margin + "  ".join([f"{{:{side}{width}}}" for side, width in zip(sides, widths, strict=True)])
    return [shape.format(*row).rstrip() for row in grid]


def entries(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Names and values, one pair a line, the values aligned."""
    width = max(len(name) for name, _ in pairs) + 4
    return [line for name, value in pairs for line in fold(value, f"  {name}".ljust(width), " " * width)]


def title(game: str, scene: str, name: str) -> list[str]:
    """The head of a report, between two heavy rules: the game, where it is played, and the name of the page."""
    rule = "═" * WIDTH
    return [rule, f"  {game}{scene.rjust(WIDTH - 4 - len(game))}", f"  {name}", rule]
