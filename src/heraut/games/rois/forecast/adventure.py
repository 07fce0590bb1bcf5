"""An encounter of the coming year: a plan of one's own tried on a monster that one knows (RO-TOOL-03)."""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.rois.encounter.course import Terms
from heraut.games.rois.encounter.fighters import Fighter, monster
from heraut.games.rois.encounter.odds import Odds, odds
from heraut.games.rois.encounter.parties import fighter_of
from heraut.games.rois.forecast.attack import SEED
from heraut.games.rois.forecast.certainty import Certainty
from heraut.games.rois.forecast.course import Course
from heraut.games.rois.orders import Sheet
from heraut.games.rois.state import Plan, Task
from heraut.games.rois.tables import MONSTERS, TERRAINS

RUNS = 400
NOTHING = Terms()


class Adventure(msgspec.Struct, frozen=True):
    """How an encounter may end. `victory`: the share of encounters in which the beast is beaten; `death`: of one's own.

    `endings`: every ending with its share, as `encounter.odds` names them. `hp`: what he has left on average. `known`:
    whether the beast's hit points are those that were last seen, or the average of its kind.
    """

    monster: str
    province: int
    place: int
    victory: float
    death: float
    margin: float
    endings: dict[str, float]
    hp: float
    known: bool
    certainty: Certainty


class Adventurer:
    """One of one's own as he will be in a season, with a plan: the standing one of the sheet unless told otherwise.

    Raises KeyError if he is none of one's own.
    """

    def __init__(self, view: Json, sheet: Sheet, character: int, season: int, plan: Plan | None = None) -> None:
        self.course = Course(view, sheet)
        self.course.play(season - 1)
        self.course.open_season(season)
        self.who = self.course.characters[character]
        self.certainty = self.course.base(character)
        self.plan = self.who.plan if plan is None else plan

    def fighter(self) -> Fighter:
        """As he goes into it."""
        return fighter_of(self.course, self.who, self.plan)

    def against(self, kind: str, hp: int = 0, *, place: int = 0, terms: Terms = NOTHING, runs: int = RUNS) -> Adventure:
        """How he fares against a monster of this kind; `hp` 0: of average strength."""
        foe_hp = hp or MONSTERS[kind].hp
        found: Odds = odds(self.fighter, lambda: monster(kind, foe_hp), Rng(SEED), terms=terms, runs=runs)
        return Adventure(
            kind, self.who.province, place, found.victory, found.endings.get("died", 0.0), found.margin("died"),
            found.endings, found.hp, bool(hp), self.certainty,
        )  # fmt: skip

    def guardian(self, place: int) -> Json | None:
        """A place where he will be, whose guardian is known and lives; None if there is none."""
        here = self.course.book.own["map"].get(str(self.who.province), {})
        for each in here.get("features", ()):
            if each["place"] == place and each["guardian"]:
                found: Json = each
                return found
        return None

    def terms(self, feature: Json) -> Terms:
        """What has been agreed with this guardian (RO-ENC-24, RO-ENC-25); whether another is dead nobody knows."""
        task: dict[str, Any] | None = feature.get("task")
        gold = self.course.kingdoms[self.course.own].gold
        asked = None if task is None else Task(task["kind"], task["gold"])
        payable = asked is not None and asked.kind == "tribute" and gold >= asked.gold
        return Terms(pacified=feature["pacified"], task=asked, payable=payable)


def search(
    view: Json, sheet: Sheet, character: int, season: int, place: int, plan: Plan | None = None, runs: int = RUNS
) -> Adventure | None:
    """The guardian of a known place where he will be; None if nobody is known to guard it."""
    one = Adventurer(view, sheet, character, season, plan)
    feature = one.guardian(place)
    if feature is None:
        return None
    return one.against(feature["guardian"], max(0, feature["hp"]), place=place, terms=one.terms(feature), runs=runs)


def encounter(
    view: Json, sheet: Sheet, character: int, season: int, kind: str, plan: Plan | None = None, runs: int = RUNS
) -> Adventure:
    """A plan tried on any monster, by its code. Raises KeyError for one that does not exist."""
    return Adventurer(view, sheet, character, season, plan).against(kind, runs=runs)


def wanderers(view: Json, sheet: Sheet, character: int, season: int, *, runs: int = RUNS // 4) -> tuple[Adventure, ...]:
    """The beasts that may roam where he will be, each as likely as the others (RO-EXPL-08)."""
    one = Adventurer(view, sheet, character, season)
    terrain = one.course.provinces[one.who.province].terrain
    kinds = dict.fromkeys(TERRAINS[terrain].wanderers)
    return tuple(one.against(kind, terms=Terms(wanderer=True), runs=runs) for kind in kinds)
