"""Words live with who says them: those of one game alone in its own catalogue, those of several in the site's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import heraut.site
import tests.sixth_game
from heraut.engine.words import LANGUAGES, catalogue
from heraut.games.registry import GAMES

SITE = Path(heraut.site.__file__).parent
SIXTH_GAME = Path(tests.sixth_game.__file__).parent  # a game as others write theirs: what it says is not another's
SHARED = "shared"
GROUPS = catalogue("heraut.site", "fr").groups
PACKAGES = [entry.packages.site for entry in GAMES.values() if entry.packages.site]
ENDINGS = (".py", ".html", ".txt", ".ics", ".xml", ".toml")

Word = tuple[str, str]  # group and key

WRITTEN = re.compile(r"""["'](\w+)\.([\w-]*)(?:["'](\s*[~+%])?|(?=[{%]))""")
ASKED = re.compile(r"""\b(?:say|has|word_of)\(\s*["'](\w+)["'],\s*(?:["']([\w-]+)["']\s*[,)])?""")
TABLE = re.compile(r"""(?:\b(?:names|groups)\[["']|\w:\w*@)(\w+)""")


def owner(file: Path) -> str:
    """The game in whose package a file stands, or that all share it."""
    if file.is_relative_to(SIXTH_GAME):
        return SIXTH_GAME.name
    place = file.relative_to(SITE).parts
    return place[1] if place[0] == "games" and len(place) > 2 else SHARED


def asked_in(text: str) -> Iterator[tuple[str, str, bool]]:
    """What a file asks of a catalogue: the group, the key, and whether this is only how the key begins."""
    for found in WRITTEN.finditer(text):
        yield found[1], found[2], bool(found[3]) or found[0][-1] not in "\"'"
    for found in ASKED.finditer(text):
        yield found[1], found[2] or "", not found[2]
    for found in TABLE.finditer(text):
        yield found[1], "", True


def said_in(text: str, groups: Mapping[str, Mapping[str, str]]) -> set[Word]:
    """The words that a file says."""
    return {
        (group, each)
        for group, key, begins in asked_in(text)
        for each in groups.get(group, {})
        if (each.startswith(key) if begins else each == key)
    }


def named_in(text: str) -> set[Word]:
    """Labels, hints and refusals: a module says them by the name of a field, or of what is refused."""
    names = set(re.findall(r"\w+", text))
    return {
        (group, key)
        for group, words in GROUPS.items()
        if group.endswith(("_field", "_hint", "_refusal"))
        for key in words
        if key in names
    }


def sayers() -> dict[Word, set[str]]:
    """Who says each word of the site's own catalogue, as far as code and templates show it."""
    found: dict[Word, set[str]] = {(group, key): set() for group, words in GROUPS.items() for key in words}
    for file in [*SITE.rglob("*"), *SIXTH_GAME.rglob("*")]:
        if file.suffix in ENDINGS:
            text = file.read_text()
            for word in said_in(text, GROUPS) | (named_in(text) if file.suffix == ".py" else set()):
                found[word].add(owner(file))
    return found


def test_the_catalogue_that_all_share_has_no_word_of_one_game_alone() -> None:
    """It belongs into `text/` of that game's package, under the same group and key."""
    assert not [
        f"{group}.{key} of {game}"
        for (group, key), owners in sayers().items()
        for game in owners - {SHARED}
        if len(owners) == 1
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_no_game_says_a_word_that_all_share_otherwise(package: str, language: str) -> None:
    """The last catalogue that is joined would be heard in the pages of all games."""
    shared, own = catalogue("heraut.site", language).groups, catalogue(package, language).groups
    assert not [f"{group}.{key}" for group in own for key in own[group] if key in shared.get(group, {})]


@pytest.mark.parametrize("text", [
    'say("map.list_all")',
    "{{ say('map.list_all', count=3) }}",
    'say(f"map.list_{name}")',
    '{{ say("map.list_" ~ name) }}',
    'words.say("map", "list_all", figures)',
    'words.say(\n    "map", "land" if owner else "list_all"\n)',
    'word_of("map", name)',
    'words.groups["map"]',
    'told = "{place:de@map}"',
])  # fmt: skip
def test_a_word_is_found_however_it_is_said(text: str) -> None:
    assert ("map", "list_all") in said_in(text, {"map": {"list_all": "", "land": ""}})


@pytest.mark.parametrize("text", ['say("map.land")', 'words.say("map", "land")', 'say(f"map.land_{name}")', 'id="map"'])
def test_a_word_is_not_found_where_another_is_said(text: str) -> None:
    assert ("map", "list_all") not in said_in(text, {"map": {"list_all": "", "land": ""}})
