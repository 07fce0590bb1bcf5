"""The text of a sheet changed in one place: a season of a character, a plan, an order of the kingdom (RO-ORD-22).

What else stands in the text stays as it was written, comments and lines that are refused included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from heraut.engine.tokens import without_comment
from heraut.games.rois.sheet.errors import Unread
from heraut.games.rois.sheet.judging import key_of
from heraut.games.rois.sheet.reading import REALM, is_header, read_header, read_line

REALM_SECTION = 0
NOBODY = -1  # the section of lines above the first head, or below one that cannot be read
Key = tuple[object, ...]  # what may stand once in a sheet (`judging.key_of`)


class Row(NamedTuple):
    """A line of the text: its number from 1, in whose section (0: the kingdom), what it says if it can be read."""

    number: int
    text: str
    section: int
    key: Key | None
    head: bool = False


def rows(text: str) -> Iterator[Row]:
    """The lines of a text."""
    section = NOBODY
    for number, line in enumerate(text.split("\n"), start=1):
        bare = without_comment(line, ";")
        if is_header(bare):
            section = section_of(bare)
            yield Row(number, line, section, None, head=True)
        else:
            yield Row(number, line, section, key_in(section, bare))


def section_of(line: str) -> int:
    """Whose lines follow a head."""
    try:
        return read_header(line)
    except Unread:
        return NOBODY


def key_in(section: int, line: str) -> Key | None:
    """What a line of a section says; None if it says nothing that can be read."""
    if section == NOBODY or not line:
        return None
    try:
        return key_of(read_line(section, line))
    except Unread:
        return (section, season_of(line)) if section and season_of(line) else None


def season_of(line: str) -> int:
    """The season that a line begins with, though the order behind it cannot be read; 0 for none."""
    season, colon, _ = line.partition(":")
    word = season.strip()
    return int(word) if colon and word in ("1", "2", "3", "4", "5") else 0


def line_at(text: str, key: Key) -> Row | None:
    """The line that says this, if there is one."""
    return next((row for row in rows(text) if row.key == key), None)


def put(text: str, section: int, line: str) -> str:
    """The text with this line of a section: in the place of the one that says the same, or as the last of its section.

    Lines of seasons stand in the order of the seasons. `section` 0 is the kingdom.
    """
    return put_all(text, [(section, line)])


def put_all(text: str, lines: Iterable[tuple[int, str]]) -> str:
    """The same of many lines, each with its section: the text is read once."""
    written = Writing(text)
    for section, line in lines:
        written.put(section, line)
    return ended(written.lines)


class Written:
    """A line of a text that is being changed, in whose section it stands, what it says."""

    def __init__(self, text: str, section: int, key: Key | None, *, head: bool = False) -> None:
        self.text, self.section, self.key, self.head = text, section, key, head


class Writing:
    """A text that lines are put into, read once: where each thing is said, and which lines a section has."""

    def __init__(self, text: str) -> None:
        self.all: list[Written] = []
        self.said: dict[Key, Written] = {}
        self.sections: dict[int, list[Written]] = {}
        for row in rows(text) if text.strip() else ():
            self.append(Written(row.text, row.section, row.key, head=row.head))

    @property
    def lines(self) -> list[str]:
        """The text as it stands now."""
        return [one.text for one in self.all]

    def append(self, one: Written) -> None:
        """A line at the end of the text."""
        self.all.append(one)
        self.enter(one, len(self.sections.setdefault(one.section, [])))

    def insert(self, one: Written, before: Written) -> None:
        """A line behind another one of its section."""
        self.all.insert(self.all.index(before) + 1, one)
        self.enter(one, self.sections[one.section].index(before) + 1)

    def enter(self, one: Written, place: int) -> None:
        """A line is one of its section's, in this place among them."""
        self.sections[one.section].insert(place, one)
        if one.key is not None:
            self.said.setdefault(one.key, one)

    def put(self, section: int, line: str) -> None:
        """A line over the one that says the same, or behind those that it follows."""
        wanted = key_in(section, without_comment(line, ";"))
        if wanted is not None and wanted in self.said:
            self.said[wanted].text = line
            return
        if section not in self.sections:
            while self.all and not self.all[-1].text.strip():
                self.sections[self.all.pop().section].pop()
            self.append(Written(f"@{section or REALM}", section, None, head=True))
        self.insert(Written(line, section, wanted), last_before(self.sections[section], wanted))


def last_before(own: Sequence[Written], wanted: Key | None) -> Written:
    """Behind which line of its section a new one goes: a season behind those before it, all else at the end."""
    season = season_in(wanted)
    if season:
        return next(one for one in reversed(own) if one.head or 0 < season_in(one.key) < season)
    return next(one for one in reversed(own) if one.text.strip())


def season_in(key: Key | None) -> int:
    """The season that a line is about: its key is (character, season); 0 for all other lines."""
    match key:
        case (int(), int(season)):
            return season
    return 0


def clear(text: str, keys: Sequence[Key]) -> str:
    """The text without the lines that say these; a section that nothing is left of goes too."""
    gone = set(keys)
    kept = [row for row in rows(text) if row.key is None or row.key not in gone]
    return ended(without_empty_sections(kept))


def without_empty_sections(there: Sequence[Row]) -> list[str]:
    """The lines, heads of empty sections left out."""
    full = {row.section for row in there if not row.head and row.text.strip()}
    return [row.text for row in there if not row.head or row.section in full or row.section == NOBODY]


def stripped(lines: list[str]) -> list[str]:
    """The lines without blank ones at their end."""
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def ended(lines: Sequence[str]) -> str:
    """A text that ends with a line end; "" for none."""
    kept = stripped(list(lines))
    return "\n".join(kept) + "\n" if kept else ""
