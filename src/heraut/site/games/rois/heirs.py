"""The Royal Heir: who is announced, the wish of the sheet or of former years, and the form for one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.grammar import described
from heraut.games.rois.herald import Herald
from heraut.games.rois.state import HUMANOIDS, TEMPERS
from heraut.games.rois.tables import CONSTANTS
from heraut.site.common.words import say
from heraut.site.games.rois.draft import Draft
from heraut.site.games.rois.order_words import Sentences
from heraut.site.matchpage.match_access import MatchAccess


@dataclass(frozen=True)
class Talent:
    """An ability that an heir may have: its levels so far; `kept`: the King has it too."""

    code: str
    name: str
    level: int
    kept: bool


@dataclass(frozen=True)
class HeirForm:
    """What may be chosen of an heir (RO-CHAR-20): value, words, whether it is chosen now; and his talents."""

    sexes: list[tuple[str, str, bool]]
    races: list[tuple[str, str, bool]]
    tempers: list[tuple[str, str, bool]]
    talents: list[Talent]
    levels: int = CONSTANTS.start_levels
    each: range = range(CONSTANTS.start_level_max + 1)
    least_kept: int = CONSTANTS.heir_levels

    @property
    def placed(self) -> int:
        """How many levels are placed."""
        return sum(one.level for one in self.talents)

    @property
    def kept(self) -> int:
        """How many of them in talents of the King."""
        return sum(one.level for one in self.talents if one.kept)


def succession(access: MatchAccess, draft: Draft) -> dict[str, Any]:
    """The heir who is announced, the wish that holds, and the form."""
    own, herald = access.view["own"], Herald(access.view, access.lang)
    line, order = ordered(draft)
    wish = wanted(own, order)
    return {
        "heir": next((each for each in own["characters"] if each["number"] == own["heir"]), None),
        "heir_line": line,
        "heir_words": Sentences(access.view, access.lang).of(order) if order is not None else "",
        "wish": described(herald, wish) if wish else None,
        "wish_levels": herald.levels(wish["levels"]) if wish else [],
        "heir_form": heir_form(access.view, access.lang, order),
    }


def ordered(draft: Draft) -> tuple[int, o.NameHeir | None]:
    """What the sheet says of the heir, and in which line."""
    return next(((line, one) for line, one in draft.realm if isinstance(one, o.NameHeir)), (0, None))


def wanted(own: Json, order: o.NameHeir | None) -> Json:
    """The heir that is wished for: by the sheet, or else since former years; nothing of him where there is no wish."""
    if order is None:
        return own["heir_form"] or {}
    form = order.form
    if form is None:
        return {}
    return {"sex": form.sex, "race": form.race, "temper": form.temper, "levels": dict(form.levels)}


def heir_form(view: Json, lang: str, order: o.NameHeir | None) -> HeirForm:
    """The fields of an heir, as they are wished for; talents of the King first."""
    herald, own = Herald(view, lang), view["own"]
    wish = wanted(own, order)
    king = next(each for each in own["characters"] if each["number"] == own["king"])
    sex, race, temper = (wish.get(key, king[key]) for key in ("sex", "race", "temper"))
    levels = wish.get("levels", {})
    codes = sorted(CONSTANTS.abilities, key=lambda code: (-king["levels"].get(code, 0), herald.name("ability", code)))
    return HeirForm(
        [(code, say(f"rois_king.sex_{code}"), code == sex) for code in "FM"],
        [(code, herald.name("race", code), code == race) for code in HUMANOIDS],
        [(code, herald.name("temper", code), code == temper) for code in TEMPERS],
        [
            Talent(code, herald.name("ability", code), levels.get(code, 0), bool(king["levels"].get(code)))
            for code in codes
        ],
    )
