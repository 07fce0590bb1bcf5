"""Message catalogues: one sentence a kind, French and English, with figures written as each language writes them.

A field of a sentence is `{name}`, or `{name:spec}`; `{found.happiness}` reaches into a mapping:

    {men}            by type: 1 234 in French, 1,234 in English; reals with one decimal; lists as A, B et C
    {army:=}         as it is, without thousands: numbers that are names
    {renown:.2}      a real with so many decimals
    {way:/1000}      this part of it, with the decimals that it needs: 2,4 of 2400
    {share:%}        a share as a percentage (`{share:%1}`: with one decimal)
    {passes:#}       how many there are in a list
    {men:|homme|hommes}      the word that goes with the number, or with the length of a list
    {lord:@lord}     looked up in the table of names `lord` (given with the event, or a group of the file)
    {lords:@lord*}   a list of them, joined; {lords:de@lord*}: each behind its own "de"
    {name:de}        the same where no "de" can stand before the field: in English it is the bare name
    {former:?text}   this text, which may hold fields, if the field is given and neither zero nor empty
    {former:!text}   this text if it is not
    {amount:<asked|text}     this text if the first figure is below the second
    {lord:~knight@lord|text} this text unless the name looked up is the other field: no one serves himself

Inside the text of a condition on `{found.owner:?…}`, the fields are those of `found`.

French typography is seen to here: sources hold plain blanks before `: ; ! ? %` and inside « ». So are elision and
contraction of a small word right before a name: "de {lord}" gives de Narvik, d'Åland, du Caire; "à {land}" au Caire;
"que {lord}" qu'Aude; before a list "de", "à" and "le" are said again: de Narvik et d'Åland.
"""

from __future__ import annotations

import re
import string
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from heraut.engine.files import packaged

if TYPE_CHECKING:
    from heraut.engine.protocol import Refusal

Data = Mapping[str, Any]
Names = Mapping[str, Mapping[Any, str]]
Part = Callable[[Data, Names], str]

LANGUAGES = ("fr", "en")
THIN_SPACE = "\u202f"  # between thousands in French, and before ; ! ? %; never breaks a line
HARD_SPACE = "\u00a0"  # before a French colon and inside « »
_HIGH_SIGN = re.compile(r" (?=[;!?%])")
_COLON = re.compile(r"(?<=«) | (?=[:»])")
_GOVERNING = re.compile(  # a small word before a name; "à" alone may be the end of another ("jusqu'à")
    r"(?<![\w-])((?<!['’])(?:[Dd]e|[Qq]ue|[Ll]e|[Ll]a|[Nn]e|[Ss]e)|[Àà]) $"
)
_CONTRACTED = {"de": ("du", "des"), "De": ("Du", "Des"), "à": ("au", "aux"), "À": ("Au", "Aux")}
MINUS = "\u2212"
_VOWEL = re.compile(r"[aeiouœæ]|y(?![aeiou])")


def integer(value: float, lang: str) -> str:
    """An integer with its thousands apart."""
    text = f"{value:z,.0f}".replace("-", MINUS)
    if -999.5 < value < 999.5:
        return text
    return text.replace(",", THIN_SPACE) if lang == "fr" else text


def real(value: float, lang: str, decimals: int = 1) -> str:
    """A real number with so many decimals."""
    text = (f"{value:z,.1f}" if decimals == 1 else f"{value:z,.{decimals}f}").replace("-", MINUS)
    if lang != "fr":
        return text
    if -999 < value < 999:
        return text.replace(".", ",")
    return text.replace(",", THIN_SPACE).replace(".", ",")


def quotient(value: float, divisor: int, lang: str) -> str:
    """A number divided by another, with the decimals that it needs, three at most."""
    decimals = next(places for places in range(4) if places == 3 or round(value * 10**places) % divisor == 0)
    return real(value / divisor, lang, decimals)


def percent(share: float, lang: str, decimals: int = 0) -> str:
    """A share of 1 as a percentage, its sign apart in French."""
    return real(100 * share, lang, decimals) + (f"{THIN_SPACE}%" if lang == "fr" else "%")


def number(value: Any, lang: str) -> str:
    """A value as a sentence shows it, by its type."""
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return real(value, lang)
    if isinstance(value, (list, tuple)):
        return enumeration([number(item, lang) for item in value], lang)
    return integer(value, lang)


def enumeration(items: Sequence[str], lang: str) -> str:
    """A, B et C."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + (" et " if lang == "fr" else " and ") + items[-1]


def plural(value: Any, one: str, many: str, lang: str) -> str:
    """The word that goes with a number, or with the length of a list: French counts 0 and 1,5 as singular."""
    count = len(value) if isinstance(value, (list, tuple)) else value
    return one if (abs(count) < 2 if lang == "fr" else count == 1) else many


def of(name: str, lang: str) -> str:
    """The name behind the French "de", elided or contracted as it should be; the bare name in English."""
    return governed("de", name) if lang == "fr" else name


def governed(word: str, name: str) -> str:
    """A French name behind "de", "à", "que", "le"…, elided or contracted as it should be.

    An h is taken as aspirate, like most of those that begin the names of lands: de Hongrie, de Hollande.
    """
    if word in _CONTRACTED and name.startswith(("Le ", "Les ")):
        article, _, rest = name.partition(" ")
        return f"{_CONTRACTED[word][article == 'Les']} {rest}"
    letters = unicodedata.normalize("NFD", name.casefold())
    if word.lower() != "à" and _VOWEL.match(letters):
        return f"{word[:-1]}'{name}"
    return f"{word} {name}"


def typeset(text: str, lang: str) -> str:
    """The text with the spaces that no line may be broken at, as French printers set them."""
    return _COLON.sub(HARD_SPACE, _HIGH_SIGN.sub(THIN_SPACE, text)) if lang == "fr" else text


def sentence(source: str, lang: str) -> Part:
    """The sentence, compiled. Raises ValueError when it is not well formed."""
    frame = ""  # the sentence with %s in the place of its fields: the fastest way to fill it
    parts: list[Part] = []
    for literal, field, spec, _ in string.Formatter().parse(source):
        word = _GOVERNING.search(literal) if lang == "fr" and field and (spec or "@")[0] == "@" else None
        frame += typeset(literal[: word.start()] if word else literal, lang).replace("%", "%%")
        if field is not None:
            frame += "%s"
            parts.append(_governed(word[1], field, spec or "") if word else _part(field, spec or "", lang))
    if not parts:
        text = frame % ()
        return lambda data, names: text
    if len(parts) == 1:
        only = parts[0]
        return lambda data, names: frame % only(data, names)
    return lambda data, names: frame % tuple([part(data, names) for part in parts])


def _governed(word: str, field: str, spec: str) -> Part:
    """A French name, or a list of them, behind a small word that suits it."""
    if "." in field:
        outer, inner = field.split(".", 1)
        part = _governed(word, inner, spec)
        return lambda data, names: part(data[outer], names)
    looked_up = _part(field, spec, "fr")
    each = _part("one", spec.removesuffix("*"), "fr")

    def said(data: Data, names: Names) -> str:
        value = data[field]
        named = isinstance(value, (list, tuple)) and value and (spec or isinstance(value[0], str))
        if word.lower() not in ("de", "à", "le") or not named:
            return governed(word, looked_up(data, names))
        first, *others = (each({"one": one}, names) for one in value)
        return enumeration([governed(word, first), *(governed(word.lower(), other) for other in others)], "fr")

    return said


def _part(field: str, spec: str, lang: str) -> Part:
    mark, rest = spec[:1], spec[1:]
    if "." in field:
        outer, inner = field.split(".", 1)
        part = _part(inner, spec, lang)
        return lambda data, names: part(data[outer], names)
    if mark in ("?", "!"):
        text, wanted = sentence(rest, lang), mark == "?"
        return lambda data, names: text(data, names) if bool(data.get(field)) is wanted else ""
    if mark == "<":
        other, _, rest = rest.partition("|")
        text = sentence(rest, lang)
        return lambda data, names: text(data, names) if data[field] < data[other] else ""
    if mark == "~":
        return _unless_same(field, rest, lang)
    if mark == "|":
        one, many = rest.split("|")
        return lambda data, names: plural(data[field], one, many, lang)
    if mark == "#":
        return lambda data, names: integer(len(data[field]), lang)
    if mark == "=":
        return lambda data, names: str(data[field])
    if mark in (".", "%", "/"):
        return _figure(field, mark, int(rest or 0), lang)
    return _name(field, spec, lang)


def _unless_same(field: str, spec: str, lang: str) -> Part:
    """A text left out when a name looked up is the one that another field gives."""
    fields, _, source = spec.partition("|")
    other, _, table = fields.partition("@")
    text = sentence(source, lang)
    return lambda data, names: "" if names[table].get(data[field]) == data[other] else text(data, names)


def _figure(field: str, mark: str, argument: int, lang: str) -> Part:
    """A real number or a share as a percentage, with so many decimals, or a number divided by another."""
    if mark == ".":
        return lambda data, names: real(data[field], lang, argument)
    if mark == "/":
        return lambda data, names: quotient(data[field], argument, lang)
    return lambda data, names: percent(data[field], lang, argument)


def _name(field: str, spec: str, lang: str) -> Part:
    """A value by its type, or a name looked up, behind "de" or not."""
    link, _, table = spec.partition("@")
    if link not in ("", "de"):
        raise ValueError(f"unknown spec {spec!r} of the field {field!r}")
    if table.endswith("*"):
        one = _name("one", spec[:-1], lang)
        return lambda data, names: enumeration([one({"one": key}, names) for key in data[field]], lang)
    if link and table:
        return lambda data, names: of(names[table].get(data[field], str(data[field])), lang)
    if link:
        return lambda data, names: of(number(data[field], lang), lang)
    if table:
        return lambda data, names: names[table].get(data[field], str(data[field]))
    return lambda data, names: number(data[field], lang)


class Catalogue:
    """The sentences of one game in one language. Tables of the file become groups: [event], [refusal], [page]…

    `names` are the tables of names that the file itself holds: those under [names], and every group. Keys made of
    digits are looked up as numbers.
    """

    def __init__(self, lang: str, groups: Mapping[str, Mapping[str, Any]]) -> None:
        self.lang = lang
        self.groups = groups
        tables = {**groups, **groups.get("names", {})}
        self.names: Names = {
            table: {int(key) if key.isdigit() else key: word for key, word in words.items()}
            for table, words in tables.items()
            if table != "names"
        }
        self._compiled: dict[tuple[str, str], Part] = {}

    def has(self, group: str, key: str) -> bool:
        """Whether the catalogue has this sentence."""
        return key in self.groups.get(group, {})

    def say(self, group: str, key: str, data: Data | None = None, names: Names | None = None) -> str:
        """The sentence of this key with these figures; KeyError when the sentence or one of its figures is missing.

        `names` replaces the tables of the file.
        """
        part = self._compiled.get((group, key))
        if part is None:
            part = self._compiled[group, key] = sentence(self.groups[group][key], self.lang)
        return part({} if data is None else data, self.names if names is None else names)

    def explain(self, refusal: Refusal, names: Names | None = None, polish: Callable[[str], str] = str) -> str:
        """A refusal in words: the line, the reason (`polish` has a last look at it), the remedy and the rule."""
        data = {**refusal.data, "line": refusal.line}
        place = self.say("page", "line", data) if refusal.line else ""
        reason = polish(self.say("refusal", refusal.code, data, names))
        remedy = self.say("page", "remedy", {"remedy": self.say("remedy", refusal.code, data, names)})
        return f"{place}{reason} {remedy} ({refusal.rule})"


def joined(catalogues: Sequence[Catalogue]) -> Catalogue:
    """Catalogues of one language as one: groups of the same name are joined, the last word on a key counts."""
    groups: dict[str, dict[str, Any]] = {}
    for one in catalogues:
        for group, words in one.groups.items():
            groups[group] = {**groups.get(group, {}), **words}
    return Catalogue(catalogues[0].lang, groups)


@cache
def catalogue(package: str, lang: str) -> Catalogue:
    """The catalogue of a game package in this language. Raises ValueError for a language that does not exist."""
    if lang not in LANGUAGES:
        raise ValueError(f"no catalogue in {lang!r}; there are {', '.join(LANGUAGES)}")
    return Catalogue(lang, tomllib.loads(packaged(package, f"text/{lang}.toml").decode()))
