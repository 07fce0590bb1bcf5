"""What rehearsed turns have in common, in words and bars: what always comes, what may come, how often."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from heraut.engine.words import enumeration, integer
from heraut.games.gloire.herald import Herald
from heraut.games.gloire.outcomes import Clash, Summary
from heraut.site.common.words import say
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.outcomes import Line, Outcome, bar, share

FIGURES = ("treasury", "lands", "men", "losses", "renown")
ENOUGH = 5  # trials of which something that always came is called so


def outcome(access: MatchAccess, variant: Any, found: Summary, beside: Sequence[Summary]) -> Outcome:
    """What always comes of a sheet, then what comes now and then; bars have the scale of all those beside it."""
    bars = [
        bar(
            say(f"gloire_rehearsal.{name}"), getattr(found, name), [getattr(each, name) for each in beside], access.lang
        )
        for name in FIGURES
    ]
    lines = sorted(Outcomes(access, found).lines(), key=lambda line: -line.share)
    sure = [line for line in lines if line.share == 100 and found.trials >= ENOUGH]
    return Outcome(variant, bars, [("always", sure), ("perhaps", [line for line in lines if line not in sure])])


class Outcomes:
    """Puts one summary into words."""

    def __init__(self, access: MatchAccess, found: Summary) -> None:
        self.found, self.herald = found, Herald(access.view, access.lang)

    def lines(self) -> Iterator[Line]:
        """Everything that comes in some trial, the gravest first."""
        found = self.found
        if found.eliminated:
            yield Line(say("gloire_rehearsal.eliminated"), self.share(found.eliminated), "bad")
        yield from self.each("ends", found.ends, "road", "")
        yield from (self.clash(one) for one in found.battles)
        yield from self.each("taken", found.taken, "land", "good")
        yield from self.each("lost", found.lost, "land", "bad")
        yield from self.each("revolts", found.revolts, "land", "bad")
        yield from self.each("wars", found.wars, "lord", "bad")
        for title, times in found.titles.items():
            words = say("gloire_rehearsal.title", title=self.name("title", title)) if title else ""
            yield Line(words or say("gloire_rehearsal.untitled"), self.share(times), "good" if title else "bad")
        for name, times in found.gone.items():
            yield Line(say("gloire_rehearsal.gone", name=name), self.share(times), "bad")
        if found.deserted:
            yield Line(say("gloire_rehearsal.deserted"), self.share(found.deserted), "bad")
        for vain in found.ignored:
            yield Line(self.herald.say(vain.event), self.share(vain.times), "bad")

    def each(self, key: str, found: Mapping[str, int], table: str, tone: str) -> Iterator[Line]:
        """A line for each of these names."""
        for name, times in found.items():
            yield Line(say(f"gloire_rehearsal.{key}", name=self.name(table, name)), self.share(times), tone)

    def clash(self, one: Clash) -> Line:
        """The battles for a land: against whom, how often they are fought and won."""
        foes = [self.name("lord", foe) if foe else say("gloire_rehearsal.peasants") for foe in one.foes]
        key = "attack" if one.attacks else "defence"
        words = say(
            f"gloire_rehearsal.{key}", land=self.name("land", one.land), foes=enumeration(foes, self.herald.lang)
        )
        won = share(one.won, one.fought)
        lost, killed = (integer(round(each.mean), self.herald.lang) for each in (one.lost, one.killed))
        more = say("gloire_rehearsal.clash_more", won=won, lost=lost, killed=killed)
        return Line(words, self.share(one.fought), "good" if won >= 67 else "bad" if won < 50 else "", more)

    def name(self, table: str, name: str) -> str:
        """A name as the reader knows it."""
        return self.herald.names[table].get(name, name)

    def share(self, times: int) -> int:
        """In how many of a hundred trials."""
        return share(times, self.found.trials)
