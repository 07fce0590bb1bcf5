"""Every kind of task by the handler that its chapter of the rulebook gives it; who is asked what by the one on top."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heraut.games.fief import tasks
from heraut.games.fief.asking import Asked, Handler
from heraut.games.fief.identities import PlayerNo
from heraut.games.fief.phases.acting import ACT, SHOPPING
from heraut.games.fief.phases.auction import SALE
from heraut.games.fief.phases.battle import BATTLE
from heraut.games.fief.phases.combat import BATTLES, DECLARING, SUMMONS
from heraut.games.fief.phases.election import ELECTION
from heraut.games.fief.phases.ending import CLOSING
from heraut.games.fief.phases.evacuation import ADMISSION
from heraut.games.fief.phases.heirs import BESTOW, DISPOSE, ESTATES, HEIRS
from heraut.games.fief.phases.manning import MANNING
from heraut.games.fief.phases.murder import JUSTICE_WINDOW
from heraut.games.fief.phases.negotiation import WINDOW
from heraut.games.fief.phases.newcomers import HEIR_CONSENT
from heraut.games.fief.phases.passage import CROSSING, PETITION
from heraut.games.fief.phases.placing import HOUSING, LODGING
from heraut.games.fief.phases.ransoms import DEADLINES
from heraut.games.fief.phases.refill import REFILL
from heraut.games.fief.phases.wheel import WHEEL
from heraut.games.fief.setup import CHOOSE_LORD, CHOOSE_VILLAGE
from heraut.games.fief.state import Realm

HANDLERS: Mapping[type, Handler] = {
    tasks.Wheel: WHEEL,
    tasks.ChooseVillage: CHOOSE_VILLAGE,
    tasks.ChooseLord: CHOOSE_LORD,
    tasks.Refill: REFILL,
    tasks.Act: ACT,
    tasks.Shopping: SHOPPING,
    tasks.Lodging: LODGING,
    tasks.HeirConsent: HEIR_CONSENT,
    tasks.Housing: HOUSING,
    tasks.JusticeWindow: JUSTICE_WINDOW,
    tasks.Heirs: HEIRS,
    tasks.Bestow: BESTOW,
    tasks.Estates: ESTATES,
    tasks.Dispose: DISPOSE,
    tasks.Manning: MANNING,
    tasks.Crossing: CROSSING,
    tasks.Petition: PETITION,
    tasks.Declaring: DECLARING,
    tasks.Summons: SUMMONS,
    tasks.Battles: BATTLES,
    tasks.Battle: BATTLE,
    tasks.Admission: ADMISSION,
    tasks.Sale: SALE,
    tasks.Window: WINDOW,
    tasks.Deadlines: DEADLINES,
    tasks.Election: ELECTION,
    tasks.Closing: CLOSING,
}


def asked(realm: Realm) -> Asked:
    """Who owes which kind of decision now."""
    if realm.road is not None:
        return {}
    task = realm.tasks[-1]
    return HANDLERS[type(task)].asked(realm, task)


def awaited(realm: Realm, reader: PlayerNo | None) -> tuple[str, list[PlayerNo]] | None:
    """The kind of the question and the players whom it concerns; a reader knows whether he is asked himself."""
    questions = asked(realm)
    if not questions:
        return None
    task = realm.tasks[-1]
    concerns = HANDLERS[type(task)].concerns
    players = concerns(realm, task) if concerns is not None else questions
    return next(iter(questions.values())), [player for player in players if player != reader or player in questions]


def subject(realm: Realm, player: PlayerNo) -> dict[str, Any] | None:
    """What the question to this player is about, or None if he is asked nothing."""
    questions = asked(realm)
    if player not in questions:
        return None
    task = realm.tasks[-1]
    tell = HANDLERS[type(task)].subject
    return {"kind": questions[player], **(tell(realm, task, player) if tell is not None else {})}
