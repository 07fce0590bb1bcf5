"""What is going on: battle, deals, ballot, auction, questions."""

from __future__ import annotations

from typing import Any

from heraut.games.fief.board.places import (
    BISHOPRIC_IDS,
    VILLAGE_IDS,
)
from heraut.games.fief.entries import Deal
from heraut.games.fief.identities import PlayerNo
from heraut.games.fief.phases.camps import camp_view
from heraut.games.fief.phases.deals import terms
from heraut.games.fief.questions import awaited
from heraut.games.fief.resolution import lord_name, lord_names, seat_name
from heraut.games.fief.state import Realm
from heraut.games.fief.tasks import Election, Sale
from heraut.games.fief.view.families import names
from heraut.games.fief.view.stacks import current_battle


def battle_view(realm: Realm) -> dict[str, Any] | None:
    """The battle under way: its camps and, from the first round on, their points (FI-INF-04)."""
    battle = current_battle(realm)
    if battle is None:
        return None
    return {
        "village": VILLAGE_IDS[battle.village],
        "round": battle.round,
        "stage": battle.stage,
        "hostile": [[seat_name(realm, a), seat_name(realm, b)] for a, b in battle.hostile],
        "camps": [camp_view(realm, battle, camp) for camp in battle.camps],
    }


def deal_view(realm: Realm, deal: Deal) -> dict[str, Any]:
    """A deal, for its two parties: nobody else knows that it is proposed (FI-DP-32)."""
    parties = {"proposer": seat_name(realm, deal.proposer), "addressee": seat_name(realm, deal.addressee)}
    return {"number": deal.number, **parties, **terms(deal)}


def election_view(realm: Realm) -> dict[str, Any] | None:
    """The ballot under way."""
    task = next((task for task in realm.tasks if isinstance(task, Election)), None)
    if task is None:
        return None
    return {
        "stage": task.stage,
        "candidates": lord_names(task.candidates),
        "votes": [[seat_name(realm, p), lord_name(c), n] for p, c, n in task.votes],
        "elected": lord_name(task.elected),
    }


def sale_view(realm: Realm) -> dict[str, Any] | None:
    """The auction under way; bids are secret."""
    task = next((task for task in reversed(realm.tasks) if isinstance(task, Sale)), None)
    if task is None:
        return None
    return {
        "see": BISHOPRIC_IDS[task.see],
        "stage": task.stage,
        "president": lord_name(task.president),
        "winner": seat_name(realm, task.winner),
        "nominee": lord_name(task.nominee),
    }


def awaited_view(realm: Realm, reader: PlayerNo | None) -> dict[str, Any] | None:
    """Who has to decide what."""
    found = awaited(realm, reader)
    return {"kind": found[0], "seats": names(realm, found[1])} if found is not None else None
