"""Orders that name a character, an ability or a gift: HI, FI, EN, PR, PU, TR, GI."""

from __future__ import annotations

from typing import Any

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import level
from heraut.games.rois.choices.model import Argument, Choice, Possible
from heraut.games.rois.choices.moment import Moment, comrades, person, strangers
from heraut.games.rois.choices.offers import choice, legal_first, offer
from heraut.games.rois.forecast.certainty import Reason
from heraut.games.rois.forecast.course import Course
from heraut.games.rois.phases.heroes import pay_of
from heraut.games.rois.phases.practice import has_teacher
from heraut.games.rois.state import ABILITIES


def seen_of(course: Course, number: int) -> dict[str, Any]:
    """Where and when a stranger was last seen, and whom he served then."""
    met = course.book.own["met"].get(str(number))
    return {"province": met["province"], "turn": met["turn"], "kingdom": met["kingdom"]} if met is not None else {}


def hire(moment: Moment) -> Possible:
    """HI: those whom one knows to serve nobody, with the chance and the pay where their talents are known."""
    course, who = moment.staying, moment.who
    choices = []
    for text, met in course.book.own["met"].items():
        number = int(text)
        if not met["kingdom"] and number not in course.book.kings and number not in course.book.characters:
            pay: dict[str, Any] = (
                {"pay": pay_of(course.kingdoms[course.own], course.characters[number])} if "alignment" in met else {}
            )
            choices.append(choice(course, who, number, o.Hire(number), **pay, **seen_of(course, number)))
    return offer(o.Hire, Argument("character", "character", legal_first(choices)))


def dismiss(moment: Moment) -> Possible:
    """FI: the Heroes of one's own, wherever they are."""
    course, who = moment.staying, moment.who
    heroes = [
        n for n, each in course.book.characters.items() if each["role"] == "hero" and not each["died"] and n != who
    ]
    choices = [
        choice(
            course, who, number, o.Dismiss(number), pay=pay_of(course.kingdoms[course.own], course.characters[number])
        )
        for number in heroes
    ]
    return offer(o.Dismiss, Argument("character", "character", legal_first(choices)))


def meet(moment: Moment) -> Possible:
    """EN: comrades who are here by then, strangers seen here; those seen elsewhere bear their reason."""
    course, who = moment.helping, moment.who
    own = [choice(course, who, each.number, o.Meet(each.number), comrade=True) for each in comrades(course, who)]
    people = Argument("character", "character", legal_first([*known(course, who, o.Meet), *own]))
    return offer(o.Meet, people, Argument("plan", "plan", optional=True))


def known(course: Course, who: int, kind: type[o.Meet] | type[o.Pursue] | type[o.Trail]) -> list[Choice]:
    """Every stranger whom one has seen, where he was seen last."""
    found = []
    for text in course.book.own["met"]:
        number = int(text)
        if number not in course.book.characters:
            found.append(choice(course, who, number, kind(number), **seen_of(course, number)))
    return found


def practise(moment: Moment) -> Possible:
    """PR: every ability, with its chance; `teacher`: a better comrade practises it here in this season."""
    course, who = moment.staying, moment.who
    character = person(course, who)
    choices = [
        choice(
            course, who, ability, o.Practise(ability), level=character.levels.get(ability, 0),
            most=character.aptitudes.get(ability, 0), effective=level(course.items, character, ability),
            teacher=has_teacher(course, character, ability),
        )
        for ability in ABILITIES
    ]  # fmt: skip
    return offer(o.Practise, Argument("ability", "ability", legal_first(choices)))


def pursue(moment: Moment) -> Possible:
    """PU."""
    return followed(moment, o.Pursue)


def trail(moment: Moment) -> Possible:
    """TR."""
    return followed(moment, o.Trail)


def followed(moment: Moment, kind: type[o.Pursue] | type[o.Trail]) -> Possible:
    """Whom one may run after: strangers and comrades, with the chance to keep the track."""
    course, who = moment.leaving, moment.who
    own = [
        comrade_followed(moment.following(number), who, kind(number))
        for number in course.mine
        if number != who and course.characters[number].alive
    ]
    return offer(kind, Argument("character", "character", legal_first([*known(course, who, kind), *own])))


def comrade_followed(course: Course, who: int, order: o.Pursue | o.Trail) -> Choice:
    """One of one's own, and where he is by then."""
    number = order.character
    return choice(course, who, number, order, comrade=True, province=course.characters[number].province)


def give_item(moment: Moment) -> Possible:
    """GI # c: what he carries by then, to anybody who is here by then."""
    course, who = moment.helping, moment.who
    character = person(course, who)
    people = [*comrades(course, who), *strangers(course, character.province)]
    first = character.items[0] if character.items else 0
    receivers = [
        choice(course, who, each.number, o.GiveItem(first, each.number), kingdom=each.kingdom) for each in people
    ]
    items = [Choice(item, data={"kind": course.items[item].kind}) for item in character.items]
    empty = Reason("unfit", "no_item", "RO-ORD-18") if not items else None
    away = Reason("reason", "receiver_absent", "RO-ORD-18")
    return offer(
        o.GiveItem,
        Argument("item", "item", tuple(items), elsewhere=Reason("reason", "item_not_carried", "RO-ORD-18")),
        Argument("character", "character", legal_first(receivers), elsewhere=away),
        reason=empty,
    )


def give_gold(moment: Moment) -> Possible:
    """GI n OR c: to characters of other kingdoms who were seen here, as much as the treasury has."""
    course, who = moment.helping, moment.who
    gold = course.kingdoms[course.own].gold
    people = [each for each in strangers(course, person(course, who).province) if each.kingdom]
    receivers = [choice(course, who, each.number, o.GiveGold(1, each.number), kingdom=each.kingdom) for each in people]
    away = Reason("reason", "receiver_absent", "RO-ORD-18")
    poor = Reason("reason", "too_poor", "RO-ITEM-05") if gold < 1 else None
    return offer(
        o.GiveGold,
        Argument("gold", "gold", least=1, most=gold),
        Argument("character", "character", legal_first(receivers), elsewhere=away),
        reason=poor,
    )
