"""Assassination, and justice after it (FI-ASS, FI-JUS)."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.engine.protocol import Refusal
from heraut.games.fief.asking import Asked, Handler, Offers, nothing
from heraut.games.fief.board.pawns import family, lord, playing_order
from heraut.games.fief.cards import FIRST, LORD_IDS
from heraut.games.fief.identities import LordNo, PlayerNo
from heraut.games.fief.orders.answers import Pass
from heraut.games.fief.orders.cards import PlayJustice
from heraut.games.fief.orders.order import Answer
from heraut.games.fief.phases.succession import die
from heraut.games.fief.resolution import Turn, lord_name
from heraut.games.fief.state import Lord, Realm
from heraut.games.fief.tasks import JusticeWindow

JUSTICE = FIRST["justice"]


def assassinate(turn: Turn, murderer: PlayerNo, victim: LordNo) -> None:
    """The victim dies, his heirs are settled, and only then may justice be done (FI-JUS-05)."""
    turn.now.families[lord(turn.now, victim).player].hit = True
    turn.push(JusticeWindow(murderer))
    die(turn, (victim,), "FI-ASS-01", "assassination")


def asked(realm: Realm, task: JusticeWindow) -> Asked:
    """Every living player, so that nobody learns who holds the card (FI-JUS-04)."""
    return dict.fromkeys(playing_order(realm), "justice")


def may_be_condemned(realm: Realm, judge: PlayerNo, one: Lord) -> bool:
    """Neither King, Regent nor Crown prince, nor a captive of the judge's (FI-JUS-02)."""
    regent = realm.queen if realm.regent else None
    return one.number not in (realm.king, regent, realm.prince) and one.captor != judge


def offers(realm: Realm, task: JusticeWindow, player: PlayerNo) -> Offers:
    """To pass; to whoever holds the card, the lords of the murderer who may be condemned (FI-DP-08)."""
    if JUSTICE not in realm.families[player].hand:
        return [Pass()]
    guilty = [one for one in family(realm, task.murderer) if may_be_condemned(realm, player, one)]
    return [Pass(), *(PlayJustice(one.number) for one in guilty)]


def check(realm: Realm, task: JusticeWindow, player: PlayerNo, answer: Answer) -> list[Refusal]:
    """At most one lord is condemned, with the card, and among those who may be (FI-JUS-01 to 03)."""
    if len(answer) > 1:
        return [Refusal("FI-DP-R1", "one_answer", {}, 2)]
    order = answer[0]
    if order in offers(realm, task, player):
        return []
    if not isinstance(order, PlayJustice):
        return [Refusal("FI-TRN-05", "not_now", {"order": order.code}, 1)]
    if JUSTICE not in realm.families[player].hand:
        return [Refusal("FI-CRD-04", "not_in_hand", {"card": "justice"}, 1)]
    return [Refusal("FI-JUS-02", "cannot_be_condemned", {"lord": LORD_IDS[order.lord]}, 1)]


def take(turn: Turn, task: JusticeWindow, answers: Mapping[PlayerNo, Answer]) -> None:
    """There is one card: at most one lord is condemned."""
    realm = turn.now
    turn.done(task)
    for player, answer in answers.items():
        if answer and isinstance(answer[0], PlayJustice):
            one = realm.families[player]
            one.hand = tuple(card for card in one.hand if card != JUSTICE)
            realm.played = (*realm.played, JUSTICE)
            condemned = answer[0].lord
            turn.announce("FI-JUS-01", "justice", seat=turn.seat(player), lord=lord_name(condemned))
            realm.families[task.murderer].hit = True
            die(turn, (condemned,), "FI-JUS-02", "justice")
            return
    turn.announce("FI-JUS-04", "no_justice")


def subject(realm: Realm, task: JusticeWindow, player: PlayerNo) -> dict[str, object]:
    """Who has murdered."""
    return {"murderer": realm.seats[task.murderer]}


JUSTICE_WINDOW = Handler(asked, nothing, take, offers, check, subject)
