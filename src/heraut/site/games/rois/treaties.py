"""Promises of Rois aventuriers: truces, alliances, gold, votes. Pure: from views, orders, events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heraut.engine.protocol import Event, Json
from heraut.games.rois import orders as o
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.orders import Sheet
from heraut.games.rois.sheet.reading import Entry
from heraut.games.rois.sheet.writing import write_entry
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.treaties.kinds import CHOICE, NUMBER, OTHER, Field, GameTreaties, Kind, Promise


def numbers_as_keys(view: Json, names: Mapping[str, str]) -> Mapping[str, Any]:
    """Orders and events call kingdoms by their numbers, letters by their Kings."""
    numbers = {card["name"]: int(number) for number, card in view["kingdoms"].items()}
    return {seat: numbers[name] for seat, name in names.items() if name in numbers}


def kingdoms(view: Json, lang: str) -> Mapping[str, str]:
    """The Kings who reign."""
    return {number: card["name"] for number, card in view["kingdoms"].items() if not card["fallen"]}


def breaks_truce(decision: SheetDecision, answer: Sheet, promise: Promise) -> list[Entry]:
    """Treaties of the game broken with another party; steps into its lands, as far as one knows whose they are."""
    others, known = promise.others(promise.me), decision.view["own"]["map"]
    entries: list[Entry] = [one for one in answer.realm if isinstance(one, o.Break) and one.kingdom in others]
    for one in answer.actions:
        if isinstance(one.order, o.Move) and known.get(str(one.order.province), {}).get("owner") in others:
            entries.append(one)
    return entries


def truce_broken(event: Event, promise: Promise) -> str:
    """A treason, or a battle in which another party is attacked: both sides are told of it."""
    data, others = event.data, promise.others(promise.me)
    if event.kind == "treason" and data["kingdom"] in others:
        return promise.me if data["own"] else promise.seat(data["kingdom"])
    if event.kind != "battle":
        return ""
    foes = [foe for foe in data["foes"] if foe in others]
    if not foes:
        return ""
    return promise.me if data["attacking"] else promise.seat(min(foes))


def breaks_alliance(decision: SheetDecision, answer: Sheet, promise: Promise) -> list[Entry | None]:
    """A break; at the last turn, an offer of treaty that is missing though there is no alliance yet."""
    others = promise.others(promise.me)
    wrong: list[Entry | None] = [one for one in answer.realm if isinstance(one, o.Break) and one.kingdom in others]
    offered = {one.kingdom for one in answer.realm if isinstance(one, o.Treat)}
    relations = decision.view["own"]["relations"]
    owed = [one for one in others if relations.get(str(one)) not in (None, "allied") and one not in offered]
    return [*wrong, None] if promise.last and owed else wrong


def allied(event: Event, promise: Promise) -> bool:
    """The two are allies from now on."""
    met = event.kind == "relation_changed" and event.data["kingdom"] in promise.others(promise.me)
    return met and event.data["relation"] == "allied"


def breaks_gift(decision: SheetDecision, answer: Sheet, promise: Promise) -> list[Entry | None]:
    """At the last turn, no gift of as much gold."""
    if promise.me != promise.by or not promise.last:
        return []
    given = (one for one in answer.realm if isinstance(one, o.Donate))
    done = any(one.kingdom == promise.keys.get(promise.to) and one.gold >= promise.terms["amount"] for one in given)
    return [] if done else [None]


def gift_seen(event: Event, promise: Promise) -> bool:
    """As much gold left the one and reached the other: each of them is told of his side."""
    if event.kind not in ("donation_sent", "donation_received"):
        return False
    giver = event.kind == "donation_sent"
    mine, other = (promise.by, promise.to) if giver else (promise.to, promise.by)
    met = promise.me == mine and promise.seat(event.data["kingdom"]) == other
    return met and bool(event.data["gold"] >= promise.terms["amount"])


def breaks_vote(decision: SheetDecision, answer: Sheet, promise: Promise) -> list[Entry | None]:
    """A vote for somebody else; in the year of the vote, none at all."""
    if promise.me != promise.by:
        return []
    votes = [one for one in answer.realm if isinstance(one, o.Vote)]
    wrong: list[Entry | None] = [one for one in votes if str(one.kingdom) != promise.terms["candidate"]]
    held = decision.view["vote"] == decision.view["turn"] + 1
    return [None] if held and not votes else wrong


def decision(access: MatchAccess) -> SheetDecision:
    """What the visitor owes."""
    return SheetDecision(access.view)


TREATIES = GameTreaties(
    kinds=(
        Kind("truce", abstains=True, breaks=breaks_truce, broken=truce_broken),
        Kind("alliance", breaks=breaks_alliance, broken=truce_broken, kept=allied),
        Kind("loan", (Field("amount", NUMBER),), directed=True, shows=True, breaks=breaks_gift, kept=gift_seen),
        Kind("vote", (Field("candidate", CHOICE, choices=kingdoms),), directed=True, breaks=breaks_vote),
        OTHER,
    ),
    decision=decision,
    keys=numbers_as_keys,
    write=lambda decision, entry: write_entry(entry),
)
