"""What rehearsed turns have in common, in words and bars; what is certain of a form, and what nobody can know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from heraut.engine.words import enumeration, real
from heraut.games.daifen.herald import Herald
from heraut.games.daifen.outcomes import Clash, Errand, Summary
from heraut.games.daifen.rehearsal import Prospect
from heraut.games.daifen.tables import exploration_events
from heraut.site.common.words import site_words
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.outcomes import Line, Outcome, bar, share

FIGURES = ("gold", "intellect", "people", "buildings", "losses")
CHANGES = ("razed", "robbed", "found")  # shown where there are any
SECTIONS = ("grave", "battles", "spies", "coffers", "news", "vain")
LIKELY, DOUBTFUL = 67, 50  # in hundredths: chances of an assault that are good, and that are bad
UPKEEP = {"upkeep_building": "building", "upkeep_unit": "unit"}
LEARNING = ("tech_done", "tech_unpaid", "tech_skipped")


@dataclass(frozen=True)
class Outlook:
    """A form before any dice, in sentences: what is certain, what comes undisturbed, what nobody can know."""

    certain: list[str]
    undisturbed: list[str]
    unknown: list[str]


def outcome(access: MatchAccess, variant: Any, found: Summary, beside: Sequence[Summary]) -> Outcome:
    """The outcome of a form; bars are drawn on the scale of all those beside it."""
    teller = Outcomes(access, found)
    changes = [name for name in CHANGES if any(getattr(one, name).most for one in beside)]
    bars = [
        bar(teller.say(name), getattr(found, name), [getattr(one, name) for one in beside], access.lang)
        for name in (*FIGURES, *changes)
    ]
    return Outcome(variant, bars, [(key, list(getattr(teller, key)())) for key in SECTIONS])


class Teller:
    """The words of the rehearsal in one language, with the names of one lord's continent."""

    def __init__(self, access: MatchAccess) -> None:
        self.herald, self.words = Herald(access.view, access.lang), site_words(access.lang)
        self.lang = access.lang

    def say(self, key: str, **data: Any) -> str:
        """One of the sentences; kingdoms and types in it by their names."""
        return self.words.say("daifen_rehearsal", key, data, self.herald.names)

    def kingdoms(self, names: Sequence[str]) -> str:
        """Several kingdoms."""
        return enumeration([str(self.herald.names["kingdom"].get(name)) for name in names], self.lang)

    def listed(self, stock: Mapping[str, int]) -> str:
        """A stock in a line."""
        return enumeration(self.herald.listed(stock), self.lang)


class Outcomes(Teller):
    """Puts one summary into words."""

    def __init__(self, access: MatchAccess, found: Summary) -> None:
        super().__init__(access)
        self.found = found

    def line(self, words: str, times: int, tone: str = "", more: str = "") -> Line:
        """Something that comes in so many trials."""
        return Line(words, share(times, self.found.trials), tone, more)

    def mean(self, value: float) -> str:
        """A mean as the language writes it."""
        return real(value, self.lang, 1)

    def grave(self) -> Iterator[Line]:
        """The kingdom's end, or the continent's."""
        if self.found.fallen:
            yield self.line(self.say("fallen"), self.found.fallen, "bad")
        for road, times in self.found.ends.items():
            yield self.line(self.say("ends", road=road), times)

    def battles(self) -> Iterator[Line]:
        """The assaults, one's own first."""
        for clash in self.found.battles:
            won, apart = share(clash.won, clash.fought), share(clash.stand_off, clash.fought)
            tone = "good" if won >= LIKELY else "bad" if won < DOUBTFUL else ""
            yield self.line(self.clash(clash), clash.fought, tone, self.clash_more(clash, won, apart))

    def clash(self, clash: Clash) -> str:
        """Where it is fought, on which side, against whom."""
        foes = [foe for foe in clash.foes if foe != clash.kingdom]
        return self.say(f"clash_{clash.side}", kingdom=clash.kingdom, foes=self.kingdoms(foes) if foes else "")

    def clash_more(self, clash: Clash, won: int, apart: int) -> str:
        """How it ends, and what it costs."""
        return self.say(
            f"clash_{clash.side}_more",
            won=won,
            apart=apart,
            lost=self.mean(clash.lost.mean),
            killed=self.mean(clash.killed.mean),
            loot=self.mean(clash.loot.mean) if clash.loot.most else "",
            razed=self.mean(clash.razed.mean) if clash.razed.most else "",
        )

    def spies(self) -> Iterator[Line]:
        """What spies bring, and explorers; whose spies are caught."""
        for errand in self.found.errands:
            yield self.errand(errand)
        for find, times in self.found.finds.items():
            words = self.say("found_kingdom") if find == "kingdom" else self.explorer(find)
            yield self.line(words, times, {"kingdom": "good", "death": "bad"}.get(find, ""))
        for kingdom, times in self.found.caught.items():
            yield self.line(self.say("caught", kingdom=kingdom), times, "good")

    def explorer(self, find: str) -> str:
        """What befalls an explorer who finds nobody."""
        return self.say("explorer", what=getattr(exploration_events()[find], self.lang))

    def errand(self, errand: Errand) -> Line:
        """A mission: how often it succeeds; of saboteurs, only how many do not come back."""
        gold = self.mean(errand.gold.mean) if errand.gold.most else ""
        more = self.say("errand_more", lost=self.mean(errand.lost.mean), gold=gold)
        words = self.say(f"errand_{errand.mission}", kingdom=errand.kingdom)
        if errand.mission == "sabotage":
            return self.line(words, self.found.trials, "", self.say("sabotage_more", lost=self.mean(errand.lost.mean)))
        return self.line(words, errand.done, "", more)

    def coffers(self) -> Iterator[Line]:
        """Upkeep and technologies."""
        for key, tone in (("unpaid", "bad"), ("dismissed", "bad"), ("learnt", "good"), ("waiting", "bad")):
            found: Mapping[str, int] = getattr(self.found, key)
            for code, times in found.items():
                yield self.line(self.say(key, code=code), times, tone)

    def news(self) -> Iterator[Line]:
        """Kingdoms that are no more."""
        for kingdom, times in self.found.gone.items():
            yield self.line(self.say("gone", kingdom=kingdom), times)

    def vain(self) -> Iterator[Line]:
        """The lines that come to nothing."""
        for text, times in self.found.void.items():
            yield self.line(text, times, "bad")


def outlook(access: MatchAccess, found: Prospect) -> Outlook:
    """What can be said of a form before any dice."""
    teller, sure = Teller(access), found.certain
    certain = [teller.say("paid", gold=sure.gold, intellect=sure.intellect)] if sure.gold or sure.intellect else []
    for key, stock in (("leaving", sure.leaving), ("built", sure.buildings), ("trained", sure.units)):
        if stock:
            certain.append(teller.say(key, things=teller.listed(stock)))
    unknown = [
        teller.say("never_seen", kingdom=each.kingdom)
        if each.age is None
        else teller.say("seen", kingdom=each.kingdom, age=each.age)
        for each in found.unseen
    ]
    unknown += [teller.say("strangers", strangers=found.strangers)] if found.strangers else []
    return Outlook(certain or [teller.say("nothing_certain")], list(undisturbed(teller, found)), unknown)


def undisturbed(teller: Teller, found: Prospect) -> Iterator[str]:
    """What the turn ends with if nobody does anything to the kingdom."""
    quiet = found.undisturbed
    if quiet.fallen:
        yield teller.say("quiet_fallen")
        return
    figures = {name: getattr(quiet, name) for name in ("gold", "intellect", "people", "buildings")}
    yield teller.say("quiet", **figures)
    for event in quiet.events:
        if event.kind in UPKEEP:
            things = teller.herald.counted(event.data[UPKEEP[event.kind]], event.data["count"])
            yield teller.say(f"quiet_{event.kind}", things=things)
        elif event.kind in LEARNING:
            yield teller.say("learnt" if event.kind == "tech_done" else "waiting", code=event.data["technology"])
