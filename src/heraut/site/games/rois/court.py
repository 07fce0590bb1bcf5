"""The court: Kings and how one stands with each, treaties, gifts and breaches, the election, the offices, the heir.

My word and his stand on one row: what my sheet says to him this year and what would come of it, what he last said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpResponse
from django.utils.safestring import SafeString

from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.grammar import described, unit_name
from heraut.games.rois.herald import Herald
from heraut.games.rois.orders import RealmOrder
from heraut.games.rois.sheet.writing import write_realm_order
from heraut.site.common.words import say
from heraut.site.games.rois.dealings import Dealings, Passed, dealings, heard
from heraut.site.games.rois.draft import Draft, draft_of
from heraut.site.games.rois.election import election
from heraut.site.games.rois.heirs import succession
from heraut.site.games.rois.merit import offices
from heraut.site.games.rois.order_words import Sentences
from heraut.site.games.rois.realm import realm_context, seat_of, shield
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess

TO_ALL = frozenset(("escorted", "donation_ignored", "may_call", "call_ignored"))  # told of no King in particular


@dataclass(frozen=True)
class Word:
    """Something that may be said to a King: its button, the line that it writes; `said`: the line that says it, or 0.

    `result`: what would come of it. `grave`: it is a breach. `aside`: it is said seldom, and stands behind "more".
    """

    words: str
    whole: str
    order: str
    said: int
    result: str
    grave: bool = False
    aside: bool = False


@dataclass(frozen=True)
class KingRow:
    """A King as the reader knows him, and what passes between them."""

    number: int
    name: str
    shield: SafeString
    words: str
    relation: str
    relation_words: str
    since: int
    last: Passed | None
    passed: list[Passed]
    says: list[Word]
    gifts: list[tuple[int, str]]  # lines of the sheet with what they say
    may_give: bool
    bot: str  # which one plays him, "" for a player

    @property
    def results(self) -> list[str]:
        """What would come of what is said to him."""
        return [one.result for one in self.says if one.said]


def page(access: MatchAccess) -> HttpResponse:
    """The court of a living King."""
    herald, draft = Herald(access.view, access.lang), draft_of(access)
    passed, sentences = dealings(access), Sentences(access.view, access.lang)
    return show(
        access,
        "play/rois/court.html",
        "cour",
        **realm_context(access),
        kings=[row(access, herald, draft, sentences, passed[number], number) for number in others(access.view)],
        fallen=[card for card in access.view["kingdoms"].values() if card["fallen"]],
        heard=heard(access, herald, TO_ALL),
        **election(access, draft),
        offices=offices(access.view, access.lang),
        **succession(access, draft),
        things=things(herald, access.view["own"]),
        names=[(line, sentences.of(order)) for line, order in draft.realm if isinstance(order, o.Rename)],
    )


def others(view: Json) -> list[int]:
    """The other Kings who still reign: allies, enemies, then all others."""
    relations = view["own"]["relations"]
    order = ("allied", "enemy", "neutral")
    return sorted(map(int, relations), key=lambda number: (order.index(relations[str(number)]), number))


def row(
    access: MatchAccess, herald: Herald, draft: Draft, sentences: Sentences, passed: Dealings, number: int
) -> KingRow:
    """One of them."""
    card, own = access.view["kingdoms"][str(number)], access.view["own"]
    told = described(herald, card)
    relation = own["relations"][str(number)]
    said = {write_realm_order(order): line for line, order in draft.realm if getattr(order, "kingdom", 0) == number}
    gifts = [
        (line, sentences.of(order))
        for line, order in draft.realm
        if isinstance(order, o.Donate) and order.kingdom == number
    ]
    return KingRow(
        number,
        card["name"],
        shield(number),
        say("rois_people.two", race=told["race"], alignment=told["alignment"]),
        relation,
        herald.name("relation", relation),
        passed.since,
        passed.last,
        passed.passed,
        [
            word(sentences, order, said, result_of(order, relation, own["alignment"], card["alignment"]))
            for order in offers(own, relation, number, said)
        ],
        gifts,
        relation != "enemy",
        access.bot_in(seat_of(number)),
    )


def word(sentences: Sentences, order: RealmOrder, said: dict[str, int], result: str) -> Word:
    """One thing that may be said."""
    line = write_realm_order(order)
    key = "Break_early" if isinstance(order, o.Break) and order.early else type(order).__name__
    return Word(
        say(f"rois_court.say_{key}"), sentences.of(order), line, said.get(line, 0), result, isinstance(order, o.Break),
        key in ("Break_early", "Exchange"),
    )  # fmt: skip


def offers(own: Json, relation: str, number: int, said: dict[str, int]) -> Iterator[RealmOrder]:
    """What could be said to him that would do something (RO-DIP-03, 06, 07, 12), and whatever is said already."""
    useful: list[tuple[RealmOrder, bool]] = [
        (o.Treat(number), relation != "allied"),
        (o.Break(number), relation != "enemy"),
        (o.Exchange(number), relation == "allied"),
        (o.Break(number, early=True), relation != "enemy" and own["alignment"] == "evil"),
    ]
    for order, would in useful:
        if would or write_realm_order(order) in said:
            yield order


def result_of(order: RealmOrder, relation: str, mine: str, his: str) -> str:
    """What would come of a word, as far as it depends on the two Kings (RO-DIP-03 to 07)."""
    druid = "druidic" in (mine, his)
    match order:
        case o.Treat():
            if relation == "neutral" and mine == "druidic":
                return say("rois_court.result_treat_druid")
            return say(f"rois_court.result_treat_{'druids' if druid and relation == 'enemy' else relation}")
        case o.Break(early=True):
            return say("rois_court.result_early")
        case o.Break():
            return say(f"rois_court.result_break_{relation}")
    return say("rois_court.result_science")


def things(herald: Herald, own: Json) -> list[tuple[str, list[tuple[str, str]]]]:
    """What may be given a name: people, provinces, units, each group with its label."""
    people = [(f"C{one['number']}", one["name"]) for one in own["characters"] if not one["died"]]
    lands = [(f"P{number}", herald.name("province", number)) for number in sorted(own["provinces"])]
    units = [(f"U{one['number']}", unit_name(herald, one)) for one in own["units"]]
    groups = (("rois.my_people", people), ("rois.provinces", lands), ("rois.units", units))
    return [(say(label), group) for label, group in groups if group]
