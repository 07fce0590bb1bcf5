"""Rois aventuriers as players type it: codes, or the names of either language; lists are told in that of the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from heraut.cli.screen import Misuse, Screen

if TYPE_CHECKING:
    from heraut.games.rois.calculators.battle import Troop

MOST = 60  # units of a side
LONGEST_NAME = 3  # words of a type of unit
OWN_WORDS = ("rois_role", "rois_favour")  # tables of the command line's own
OTHER_FORMS = {"race": ("race_f", "race_pl"), "alignment": ("alignment_f",)}  # "elfes" is as good as "elfe"


def known(screen: Screen, table: str, text: str) -> Any:
    """The code of a row of a table of names, by its code or its name in either language. Raises Misuse."""
    found = code_of(table, text)
    if found is None:
        raise Misuse("rois_unknown", text=text, known=listed(screen, table))
    return found


def code_of(table: str, text: str) -> Any:
    """The code of a name, accents and capitals aside; None if nothing is called so."""
    from heraut.games.rois.naming import plain

    return spellings(table).get(plain(text))


def spellings(table: str) -> dict[str, Any]:
    """Every way to write each row of a table; a code wins over a name that is spelt alike."""
    from heraut.engine.words import LANGUAGES, catalogue
    from heraut.games.rois.lexicon import fixed_names
    from heraut.games.rois.naming import plain

    found: dict[str, Any] = {}
    for lang in LANGUAGES:
        names = {**fixed_names(lang), **{own: catalogue("heraut.cli.rois", lang).groups[own] for own in OWN_WORDS}}
        for each in (*OTHER_FORMS.get(table, ()), table):
            found |= {plain(word): code for code, word in names[each].items() if code in names[table]}
    return found | {plain(code): code for code in found.values() if isinstance(code, str)}


def listed(screen: Screen, table: str) -> list[str]:
    """What there is, in the language of the screen; beside it the codes that orders are written with."""
    from heraut.games.rois.lexicon import fixed_names
    from heraut.games.rois.naming import plain

    rows: Mapping[Any, str] = fixed_names(screen.lang)[table]
    names = [f"{name} ({code})" if str(code).isupper() else name for code, name in rows.items()]
    return sorted(names, key=plain)


def name_of(screen: Screen, table: str, code: Any) -> str:
    """A row's name in the language of the screen."""
    from heraut.games.rois.lexicon import fixed_names

    return fixed_names(screen.lang)[table][code]


def talents(screen: Screen, text: str) -> dict[str, int]:
    """ "ME 2, Éléments 1": abilities with levels from 0 to 9. Raises Misuse."""
    return dict(talent(screen, part.strip()) for part in text.split(",") if text.strip())


def talent(screen: Screen, text: str) -> tuple[str, int]:
    """ "ME 2": an ability and its level. Raises Misuse."""
    name, _, number = text.rpartition(" ")
    if not (name and number.isascii() and number.isdigit()):
        raise Misuse("rois_talent", text=text, most=level_max())
    ability = known(screen, "ability", name)
    if int(number) > level_max():
        raise Misuse("rois_level", text=text, most=level_max())
    return ability, int(number)


def level_max() -> int:
    """The highest level of a talent."""
    from heraut.games.rois.tables import CONSTANTS

    return CONSTANTS.level_max


def troops(screen: Screen, text: str) -> tuple[Troop, ...]:
    """ "LE 3 human, archers elfes 4 5": a type, how many, and where told a race and a quality from 0 to 5.

    Raises Misuse.
    """
    from heraut.games.rois.calculators.battle import Troop
    from heraut.games.rois.state import AVERAGE, ELITE

    found: list[Troop] = []
    for part in text.split(","):
        type, rest = typed_unit(screen, part)
        race, figures = "human", []
        for word in rest:
            if word.isascii() and word.isdigit() and len(word) < 3:
                figures.append(int(word))
            else:
                race = known(screen, "race", word)
        count, quality = [*figures, *(1, AVERAGE)[len(figures) :]][:2]
        if len(figures) > 2 or quality > ELITE:
            raise Misuse("rois_units", text=part.strip())
        if not 1 <= count <= MOST - sum(troop.count for troop in found):
            raise Misuse("rois_too_many", text=part.strip(), most=MOST)
        found.append(Troop(type, race, count, quality))
    return tuple(found)


def typed_unit(screen: Screen, text: str) -> tuple[str, list[str]]:
    """The type that a text begins with, by code or name, behind a race or not; the other words. Raises Misuse."""
    words = text.split()
    if not words:
        raise Misuse("rois_units", text=text.strip())
    if len(words) > 1 and code_of("type", words[0]) is None and code_of("race", words[0]) is not None:
        words = [*words[1:], words[0]]  # "elf archers 2"
    for length in range(min(LONGEST_NAME, len(words)), 0, -1):
        type = code_of("type", " ".join(words[:length]))
        if type is not None:
            return type, words[length:]
    return known(screen, "type", words[0]), words[1:]
