"""What rehearsed years have in common, in words and bars: how often, from the least to the most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heraut.engine.words import enumeration, real
from heraut.games.rois.herald import Herald
from heraut.games.rois.outcomes import Clash, Summary, Vain, Venture
from heraut.games.rois.tables import MONSTERS
from heraut.site.common.words import say
from heraut.site.games.rois.linked_names import StoryHerald, unmarked
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.outcomes import Bar, Line, Outcome, bar, share

FIGURES = ("gold", "provinces", "units", "losses")


def outcome(access: MatchAccess, variant: Any, found: Summary, beside: Sequence[Summary]) -> Outcome:
    """What may come of a sheet, the gravest first; bars have the scale of all those beside it."""
    teller = Outcomes(access, found)
    sections = [
        ("grave", teller.grave()),
        ("battles", [teller.clash(one) for one in found.battles]),
        ("ventures", [teller.venture(one) for one in found.ventures]),
        ("fates", teller.fates()),
        ("lands", teller.lands()),
        ("vain", [teller.vain(one) for one in found.ignored]),
    ]
    return Outcome(variant, [figure(name, found, beside, access.lang) for name in FIGURES], sections)


def figure(name: str, found: Summary, beside: Sequence[Summary], lang: str) -> Bar:
    """One of the figures of a sheet."""
    return bar(say(f"rois_rehearsal.{name}"), getattr(found, name), [getattr(one, name) for one in beside], lang)


class Outcomes:
    """Puts one summary into words."""

    def __init__(self, access: MatchAccess, found: Summary) -> None:
        self.found, self.herald = found, Herald(access.view, access.lang)
        self.story = StoryHerald(access.view, access.lang)

    def share(self, times: int, of: int = 0) -> int:
        """In how many of a hundred years."""
        return share(times, of or self.found.trials)

    def name(self, table: str, number: Any) -> str:
        """A name as the reader knows it."""
        return self.herald.name(table, number)

    def clash(self, one: Clash) -> Line:
        """A battle: where, against whom, how often it is fought and won."""
        foes = enumeration([self.name("kingdom", foe) for foe in one.foes], self.herald.lang)
        words = say(
            "rois_rehearsal.clash", season=say(f"rois.in_season_{min(one.season, 5)}"),
            province=self.name("province", one.province), foes=foes,
        )  # fmt: skip
        won = self.share(one.won, one.fought)
        lost, killed = (real(each.mean, self.herald.lang, 1) for each in (one.lost, one.killed))
        more = say("rois_rehearsal.clash_more", won=won, lost=lost, killed=killed)
        return Line(words, self.share(one.fought), "good" if won >= 67 else "bad" if won < 50 else "", more)

    def venture(self, one: Venture) -> Line:
        """An encounter: who, what with, how it ends."""
        if one.other:
            foe = self.name("character", one.other)
        else:
            names = [getattr(MONSTERS[kind], self.herald.lang) for kind in list(one.monsters)[:3]]
            foe = enumeration([each[:1].lower() + each[1:] for each in names], self.herald.lang)
        words = say(
            "rois_rehearsal.venture", who=self.name("character", one.who), foe=foe,
            season=say(f"rois.in_season_{min(one.season, 5)}"), province=self.name("province", one.province),
        )  # fmt: skip
        died = self.share(one.endings.get("died", 0), one.met)
        more = say("rois_rehearsal.venture_more", won=self.share(one.won, one.met), lost=self.share(one.lost, one.met))
        if died:
            more += " " + say("rois_rehearsal.venture_death", died=died)
        return Line(words, self.share(one.met), "bad" if died >= 10 else "good" if one.won > one.lost else "", more)

    def fates(self) -> list[Line]:
        """Who dies, leaves, is hired, learns."""
        found = self.found
        lines = [Line(self.who("dies", who), self.share(n), "bad") for who, n in found.deaths.items()]
        lines += [Line(self.who("leaves", who), self.share(n), "bad") for who, n in found.gone.items()]
        lines += [Line(self.who("hired", who), self.share(n), "good") for who, n in found.hired.items()]
        for who, rises in found.rises.items():
            for ability, times in rises.items():
                words = say(
                    "rois_rehearsal.rises", who=self.name("character", who), ability=self.name("ability", ability)
                )
                lines.append(Line(words, self.share(times), "good"))
        return sorted(lines, key=lambda line: -line.share)

    def who(self, key: str, number: int) -> str:
        """What becomes of somebody."""
        return say(f"rois_rehearsal.{key}", who=self.name("character", number))

    def lands(self) -> list[Line]:
        """Which provinces are taken, which are lost."""
        taken = [
            Line(say("rois_rehearsal.taken", province=self.name("province", where)), self.share(times), "good")
            for where, times in self.found.taken.items()
        ]
        lost = [
            Line(say("rois_rehearsal.fallen", province=self.name("province", where)), self.share(times), "bad")
            for where, times in self.found.fallen.items()
        ]
        return sorted([*taken, *lost], key=lambda line: -line.share)

    def vain(self, one: Vain) -> Line:
        """An order that comes to nothing, and why."""
        return Line(unmarked(self.story.sentence(one.event)), self.share(one.times), "bad")

    def grave(self) -> list[Line]:
        """The kingdom's end, or the world's."""
        found = self.found
        lines = (
            [Line(say("rois_rehearsal.eliminated"), self.share(found.eliminated), "bad")] if found.eliminated else []
        )
        return lines + [
            Line(say("rois_rehearsal.ends", road=self.name("road", road)), self.share(times))
            for road, times in found.ends.items()
        ]
