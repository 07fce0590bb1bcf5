"""The register of rules as pages show it: chapters of rules and orders, and the search in them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby

from django.utils.html import escape
from django.utils.safestring import SafeString

from heraut.engine.rulebook import Rule, read_rules
from heraut.engine.words import typeset
from heraut.games.registry import GAMES
from heraut.site.common.words import site_words

ORDER = re.compile(r"`([^`]*)`")
LONGEST_SEARCH, MOST_WORDS = 80, 8  # characters and words that are looked for


@dataclass(frozen=True)
class RuleEntry:
    """A rule: its ID, the section of the rulebook ("": a decision of ours), what it says; apart from that, where
    there is any, an example, how it is reckoned, and a tip.
    """

    id: str
    section: str
    text: str
    example: str = ""
    formula: str = ""
    tip: str = ""

    @property
    def whole(self) -> str:
        """What it says and how it is reckoned, in one line."""
        return f"{self.text} {self.formula}".rstrip()

    @property
    def shown(self) -> SafeString:
        """The example as a page shows it, orders as code."""
        return coded(escape(self.example))


@dataclass(frozen=True)
class OrderEntry:
    """How an order is written; `rule` is the first rule that tells what it does ("": no single one)."""

    code: str
    name: str
    syntax: str
    rule: str = ""


@dataclass(frozen=True)
class Chapter:
    """A chapter of the reference. `anchor` is its place on the page; `number` that of its phase, 0 for none."""

    anchor: str
    name: str
    rules: Sequence[RuleEntry]
    orders: Sequence[OrderEntry] = ()
    number: int = 0


@dataclass(frozen=True)
class Found:
    """A rule that a search has found, its words marked."""

    chapter: Chapter
    rule: RuleEntry
    text: SafeString
    example: SafeString


@dataclass(frozen=True)
class Place:
    """A rule where it stands: its chapter, and its neighbours there."""

    chapter: Chapter
    rule: RuleEntry
    before: RuleEntry | None
    after: RuleEntry | None


def coded(text: str) -> SafeString:
    """An escaped text whose orders stand between backticks, as a page shows it."""
    return SafeString(ORDER.sub(r"<code>\1</code>", text))


def entries(rules: Iterable[tuple[str, Rule]], lang: str) -> list[RuleEntry]:
    """Rules as a chapter holds them, in this language ("fr" or "en")."""
    return [RuleEntry(id, rule.section, *(typeset(part(lang), lang) for part in parts_of(rule))) for id, rule in rules]


def parts_of(rule: Rule) -> tuple[Callable[[str], str], ...]:
    """What a page tells apart in a rule, in the order of `RuleEntry`."""
    return rule.statement, rule.example, rule.formula, rule.tip


@cache
def rulebook(game: str) -> Mapping[str, Rule]:
    """Every rule of a game by its ID."""
    return read_rules(GAMES[game].packages.game)


def statement(game: str, rule: str, lang: str) -> str:
    """A rule in our own words; "" if there is none of this ID."""
    found = rulebook(game).get(rule)
    return found.text(lang) if found else ""


@cache
def register(game: str, lang: str) -> Chapter:
    """The whole register of a game that tells no chapters, as one under its name."""
    return Chapter(anchor="", name=site_words(lang).say("game", game), rules=entries(rulebook(game).items(), lang))


@cache
def families(game: str, lang: str) -> list[Chapter]:
    """The register, a chapter for each family of IDs (SV-MOV), named by the group `<game>_chapter` of its words."""
    words, found = site_words(lang), []
    for code, group in groupby(rulebook(game).items(), key=lambda pair: pair[0].rsplit("-", 1)[0]):
        key = code.partition("-")[2].lower().replace("-", "_")
        name = words.say(f"{game}_chapter", key) if words.has(f"{game}_chapter", key) else code
        found.append(Chapter(anchor=code, name=name, rules=entries(group, lang)))
    return found


def place_of(chapters: Sequence[Chapter], id: str) -> Place | None:
    """Where the rule of this ID stands; None where there is none."""
    for chapter in chapters:
        for number, rule in enumerate(chapter.rules):
            if rule.id == id:
                before = chapter.rules[number - 1] if number else None
                after = chapter.rules[number + 1] if number + 1 < len(chapter.rules) else None
                return Place(chapter, rule, before, after)
    return None


# The search: by words, IDs and codes of orders, accents and capitals ignored


def words_of(typed: str) -> tuple[str, ...]:
    """What a reader looks for: the words typed, bare, no more than the first few."""
    bare = "".join(bare_sign(sign) for sign in typed[:LONGEST_SEARCH].replace("`", " "))
    return tuple(dict.fromkeys(bare.split()))[:MOST_WORDS]


def search(chapters: Sequence[Chapter], words: Sequence[str], most: int) -> tuple[int, list[Found]]:
    """In how many rules all these words occur (`words_of`), and the first of these rules, at most so many.

    Those whose ID holds one of the words come first.
    """
    everything = ((chapter, rule, haystack(chapter, rule)) for chapter in chapters for rule in chapter.rules)
    hits = [(chapter, rule) for chapter, rule, hay in everything if all(word in hay for word in words)]
    hits.sort(key=lambda hit: not any(word in hit[1].id.lower() for word in words))
    shown = hits[:most]
    return len(hits), [
        Found(chapter, rule, marked(rule.whole, words), coded(marked(rule.example, words))) for chapter, rule in shown
    ]


def haystack(chapter: Chapter, rule: RuleEntry) -> str:
    """All that a rule can be found by, bare."""
    pieces = (rule.id, chapter.name, rule.text, rule.formula, rule.tip, rule.example, *orders_of(chapter, rule))
    return " ".join(map(bare_text, pieces))


def orders_of(chapter: Chapter, rule: RuleEntry) -> Iterator[str]:
    """The codes and names of the orders that begin with this rule."""
    for order in chapter.orders:
        if order.rule == rule.id:
            yield f"{order.code} {order.name}"


SPELT: Mapping[str, str] = {"œ": "oe", "æ": "ae", "’": "'", "\u202f": " ", "\xa0": " "}


def bare_sign(sign: str) -> str:
    """A sign without capital and accent: one letter, or the two that it stands for."""
    small = sign.casefold()
    return SPELT.get(small) or "".join(one for one in unicodedata.normalize("NFD", small) if not combining(one))


def combining(sign: str) -> bool:
    """Whether a sign is an accent."""
    return bool(unicodedata.combining(sign))


@lru_cache(maxsize=10_000)  # the register in both languages, piece by piece; nothing that a visitor types
def bare_text(text: str) -> str:
    """A text without capitals and accents."""
    return "".join(map(bare_sign, text))


def marked(text: str, words: Sequence[str]) -> SafeString:
    """The text with these words (bare) marked, escaped for a page."""
    origin = [place for place, sign in enumerate(text) for _ in bare_sign(sign)]
    hay = bare_text(text)
    lit = [False] * len(text)
    for word in words:
        found = hay.find(word)
        while found >= 0:
            for place in origin[found : found + len(word)]:
                lit[place] = True
            found = hay.find(word, found + len(word))
    pieces: list[str] = []
    for place, sign in enumerate(text):
        if lit[place] and not (place and lit[place - 1]):
            pieces.append("<mark>")
        pieces.append(escape(sign))
        if lit[place] and not (place + 1 < len(text) and lit[place + 1]):
            pieces.append("</mark>")
    return SafeString("".join(pieces))
