"""What is a player's own (FI-INF-01)."""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.games.fief.board.places import (
    VILLAGE_IDS,
)
from heraut.games.fief.cards import LORD_IDS, card_name
from heraut.games.fief.identities import PHASES, PlayerNo, Presents
from heraut.games.fief.questions import subject
from heraut.games.fief.resolution import lord_name, lord_names
from heraut.games.fief.state import Plan, Realm
from heraut.games.fief.view.families import by_birth


def own_view(realm: Realm, player: PlayerNo) -> dict[str, Any]:
    """What is a player's own (FI-INF-01)."""
    one = realm.families[player]
    others = [(number, seat) for number, seat in enumerate(realm.seats) if number != player]
    return {
        "seat": realm.seats[player],
        "purse": one.purse,
        "hand": [card_name(card) for card in one.hand],
        "captives": [LORD_IDS[lord.number] for lord in by_birth(realm) if lord.captor == player],
        "entry": {seat: one.entry[number] for number, seat in others},
        "exit": {seat: one.exit[number] for number, seat in others},
        "plan": plan_view(one.plan),
        "plans": {VILLAGE_IDS[village]: plan_view(plan) for village, plan in one.plans},
        "deposits": [
            {"phase": PHASES[d.phase], "lines": list(d.lines), "ask": d.ask, "ask_if_hit": d.ask_if_hit}
            for d in one.deposits
        ],
        "paper": {
            "candidate": "" if one.paper.candidate is Presents.NOBODY else lord_name(one.paper.candidate),
            "votes": None if one.paper.votes is None else lord_names(one.paper.votes),
            "crowns": None if one.paper.crowns is None else lord_names(one.paper.crowns),
        },
        "asked": subject(realm, player),
    }


def plan_view(plan: Plan) -> dict[str, Any]:
    """A battle plan."""
    return {**msgspec.structs.asdict(plan), "lords": lord_names(plan.lords)}


def uncovered_view(realm: Realm) -> dict[str, Any]:
    """What everybody who played sees once the match is over: purses and hands."""
    return {
        seat: {"purse": one.purse, "hand": [card_name(card) for card in one.hand]}
        for seat, one in zip(realm.seats, realm.families, strict=True)
    }
