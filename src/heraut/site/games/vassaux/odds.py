"""What is known before one binds oneself, in words: rows of a table, and distributions as bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from heraut.engine.words import enumeration
from heraut.games.vassaux.calculators.attack import Chances
from heraut.games.vassaux.identities import GroupId, UnitId
from heraut.games.vassaux.preview import (
    Casting,
    EndPosition,
    Fray,
    Interruption,
    Preview,
    Reaction,
    Target,
    Volley,
    Way,
)
from heraut.games.vassaux.tables import R
from heraut.site.games.vassaux.naming import Namer

TALL, LOW = 40, 1  # units of the drawing: the tallest bar, and the lowest that is still seen
WIDE = 10  # of a column and the gap beside it
BLOWS = ("ATT", "CHA")
FEW = 8  # columns of a distribution; what is rarer is drawn as one


@dataclass(frozen=True)
class Row:
    """One line of what is known: a sign, what it is about, its figure; `grave` where it may cost something."""

    icon: str
    words: str
    value: str
    note: str = ""
    grave: bool = False


@dataclass(frozen=True)
class Bar:
    """A column: how many, with what chance, how high it is drawn, and where."""

    number: str
    chance: float
    tall: str
    top: str
    left: str


@dataclass(frozen=True)
class Bars:
    """A distribution: whose losses, how many on average."""

    words: str
    mean: float
    bars: Sequence[Bar]
    foe: bool = False

    @property
    def wide(self) -> str:
        """The width of the drawing."""
        return str(WIDE * len(self.bars))


@dataclass(frozen=True)
class Panel:
    """All that is shown of a draft."""

    rows: list[Row]
    bars: list[Bars]
    sacrifice: list[Bars]

    def __bool__(self) -> bool:
        return bool(self.rows or self.bars)


def panel(preview: Preview, namer: Namer) -> Panel:
    """A preview in words."""
    place = namer.decision.place
    return Panel(
        list(rows(preview, namer)),
        [*fray_bars(preview.fray, namer, place), *volley_bars(preview, namer), *spell_bars(preview.casting, namer)],
        fray_bars(preview.martyrs, namer, place),
    )


def rows(preview: Preview, namer: Namer) -> Iterator[Row]:
    """Line by line."""
    if preview.way is not None and preview.way.stretches:
        yield way_row(preview.way, namer)
    if preview.standing is not None:
        yield from end_rows(preview.standing, namer)
    if preview.volley is not None:
        yield from volley_rows(preview.volley, namer)
    if preview.casting is not None:
        yield from casting_rows(preview.casting, namer)
    yield from interruption_rows(preview.interruptions, namer)
    if preview.fray is not None:
        yield from leader_rows(preview.fray, namer)


def way_row(way: Way, namer: Namer) -> Row:
    """How long, of how much; how many rulers; what the ground costs."""
    slow = sum(one.length for one in way.stretches if one.difficult) / R
    note = namer.say("vassaux_odds", "rulers", rulers=way.rulers, most=way.most, slow=slow)
    value = namer.say("vassaux_odds", "of", used=way.used / R, allowed=way.allowed / R)
    return Row("way", namer.say("vassaux_odds", "way"), value, note)


def end_rows(end: EndPosition, namer: Namer) -> Iterator[Row]:
    """Contacts and cohesion."""
    touching = len({man for man, _ in end.contacts})
    if touching:
        value = namer.say("vassaux_odds", "men_of", men=touching, size=end.size)
        yield Row("contact", namer.say("vassaux_odds", "contact"), value)
    lost = [*end.confused, *end.abandoned]
    if end.size > 1:
        value = namer.say("vassaux_odds", "cohesion_of", men=end.number, size=end.size, confused=len(lost))
        note = namer.men(lost) if lost else ""
        yield Row("cohesion", namer.say("vassaux_odds", "cohesion"), value, note, grave=bool(lost))
    if end.stay:
        yield Row("stay", namer.say("vassaux_odds", "stay"), str(len(end.stay)), namer.men(end.stay))


def interruption_rows(found: Sequence[Interruption], namer: Namer) -> Iterator[Row]:
    """Whoever could strike, shoot or charge, one by one; those who could but move, in one line."""
    others = [one for one in found if not any(each.order in BLOWS for each in one.reactions)]
    for one in found:
        if one not in others:
            yield interruption_row(one, namer)
    if others:
        words = namer.say("vassaux_odds", "others_react", number=len(others))
        share = namer.say("vassaux_odds", "percent", share=float(max(one.chance for one in others)))
        yield Row("reaction", words, share, enumeration([namer.unit(one.unit) for one in others], namer.lang))


def interruption_row(one: Interruption, namer: Namer) -> Row:
    """Who may react, where, with what chance, what it costs him to fail, what he may do."""
    first, last = one.spans[0].first / R, one.spans[-1].last / R
    words = namer.say("vassaux_odds", "reacts", unit=one.unit, first=first, last=last, whole=first == last)
    told = [
        f"{namer.order(each.order)}{effect(each, one.unit, namer)}" for each in one.reactions if each.order != "WAI"
    ]
    key = "price_alert" if one.alert else "price"
    note = namer.say("vassaux_odds", key, deeds=told)
    return Row("reaction", words, namer.say("vassaux_odds", "percent", share=float(one.chance)), note, grave=True)


def effect(reaction: Reaction, unit: UnitId, namer: Namer) -> str:
    """What a reaction may come to, in brackets."""
    told = reaction_note(reaction, unit, namer)
    return f" ({told})" if told else ""


def volley_rows(volley: Volley, namer: Namer) -> Iterator[Row]:
    """Who sees, what shelters, who falls first."""
    yield Row("sight", namer.say("vassaux_odds", "marksmen"), str(len(volley.marksmen)))
    key = "covered" if volley.covered else "open"
    value = namer.say("vassaux_odds", "men_of", men=volley.sheltered, size=volley.blow.most)
    yield Row("cover", namer.say("vassaux_odds", "shelter"), value, namer.say("vassaux_odds", key), volley.covered)
    if volley.high:
        yield Row("high", namer.say("vassaux_odds", "high"), "")
    if volley.blow.first:
        yield Row("first", namer.say("vassaux_odds", "first"), namer.man(volley.blow.first[0]))
    if volley.shots > 1:
        yield Row("shots", namer.say("vassaux_odds", "shots"), str(volley.shots))


def casting_rows(casting: Casting, namer: Namer) -> Iterator[Row]:
    """Its chance by dice, who may counter it."""
    told = [
        namer.say("vassaux_odds", "by_dice", dice=1 + dice, share=float(chance))
        for dice, chance in casting.chances.items()
    ]
    share = namer.say("vassaux_odds", "percent", share=float(casting.chance))
    words = namer.say("vassaux_odds", "spell", spell=casting.spell, power=casting.power)
    yield Row("spell", words, share, " · ".join(told))
    for one in casting.counters:
        value = namer.say("vassaux_odds", "percent", share=float(one.chance))
        yield Row("reaction", namer.say("vassaux_odds", "counters", unit=one.unit), value, grave=True)


def leader_rows(fray: Fray, namer: Namer) -> Iterator[Row]:
    """The risk to each leader who takes part; a word where so many fight that the odds are about right only."""
    if not fray.exact:
        yield Row("about", namer.say("vassaux_odds", "about"), "")
    for group, chance in fray.leaders.items():
        if chance:
            value = namer.say("vassaux_odds", "percent1", share=float(chance))
            own = namer.decision.field.unit(group).seat == namer.decision.place
            yield Row("leader", namer.say("vassaux_odds", "leader_falls", unit=group), value, grave=own)


# Distributions


def fray_bars(fray: Fray | None, namer: Namer, place: int) -> list[Bars]:
    """What each side loses: the enemy first."""
    if fray is None:
        return []
    sides = sorted(fray.losses, key=lambda group: namer.decision.field.unit(group).seat == place)
    return [bars(fray.losses[group], group, namer, place) for group in sides]


def volley_bars(preview: Preview, namer: Namer) -> list[Bars]:
    """What a shot may fell."""
    if preview.volley is None:
        return []
    blow = preview.volley.blow
    return [bars(blow.losses, blow.on, namer, namer.decision.place)]


def spell_bars(casting: Casting | None, namer: Namer) -> list[Bars]:
    """Whom a spell may fell."""
    strikes = casting.strikes if casting is not None else ()
    return [bars(one.losses, one.on, namer, namer.decision.place) for one in strikes]


def bars(chances: Chances, group: GroupId, namer: Namer, place: int) -> Bars:
    """A distribution of losses as columns."""
    numbers = range(max(chances) + 1)
    shares = [float(chances.get(number, Fraction(0))) for number in numbers]
    labels = [str(number) for number in numbers]
    if len(shares) > FEW:
        shares, labels = [*shares[: FEW - 1], sum(shares[FEW - 1 :])], [*labels[: FEW - 1], f"{FEW - 1}+"]
    most = max(shares)
    drawn = [bar(rank, label, share, most) for rank, (label, share) in enumerate(zip(labels, shares, strict=True))]
    own = namer.decision.field.unit(group).seat == place
    mean = float(sum((number * chance for number, chance in chances.items()), Fraction(0)))
    return Bars(namer.unit(group), mean, drawn, foe=not own)


def bar(rank: int, label: str, share: float, most: float) -> Bar:
    """One of its columns, drawn against the highest."""
    tall = max(LOW if share else 0, TALL * share / most)
    return Bar(label, share, f"{tall:.1f}", f"{TALL - tall:.1f}", str(WIDE * rank + 1))


# In one line, beside a button


def target_note(target: Target, unit: UnitId, namer: Namer) -> str:
    """What naming this target may come to."""
    if target.fray is not None:
        return fray_note(target.fray, unit, target.group, namer)
    if target.volley is not None:
        return volley_note(target.volley, namer)
    if target.casting is not None:
        return casting_note(target.casting, namer)
    return namer.say("vassaux_odds", "no_fight") if target.kind == "charge" else ""


def fray_note(fray: Fray, unit: UnitId, group: GroupId, namer: Namer) -> str:
    """Who loses how many, and the risk to both leaders."""
    return namer.say(
        "vassaux_odds", "fray_note", theirs=float(fray.mean(group)), ours=float(fray.mean(unit)),
        risk=float(fray.leaders[unit]), hope=float(fray.leaders[group]),
    )  # fmt: skip


def volley_note(volley: Volley, namer: Namer) -> str:
    """How many fall, how many shoot, whether cover helps."""
    return namer.say(
        "vassaux_odds", "volley_note", theirs=float(volley.blow.mean), men=len(volley.marksmen), covered=volley.covered,
        hope=float(volley.blow.leader),
    )  # fmt: skip


def casting_note(casting: Casting, namer: Namer) -> str:
    """Its chance, and who may counter."""
    theirs = float(sum((one.mean for one in casting.strikes), Fraction(0)))
    return namer.say(
        "vassaux_odds", "casting_note", chance=float(casting.chance), counters=len(casting.counters), theirs=theirs
    )


def reaction_note(reaction: Reaction, unit: UnitId, namer: Namer) -> str:
    """What a reaction may come to, if it is granted."""
    if reaction.volley is not None:
        return volley_note(reaction.volley, namer)
    if reaction.fray is not None:
        other = next(group for group in reaction.fray.losses if group != unit)
        return fray_note(reaction.fray, unit, other, namer)
    return ""
