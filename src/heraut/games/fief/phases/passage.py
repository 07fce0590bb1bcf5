"""Leave to pass: going out of a gate, entering an occupied village, asking beforehand (FI-PAS)."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.games.fief.asking import Asked, Handler, Offers, choice, nothing
from heraut.games.fief.board.land import add_guest, gatekeeper, is_guest, rebels_besiege, rebels_in
from heraut.games.fief.board.pawns import besiegers, lord, village_of
from heraut.games.fief.board.places import VILLAGE_IDS
from heraut.games.fief.entries import Attack, PlayerAt
from heraut.games.fief.identities import BESIEGER, IN, OPEN, RELIEF, PlayerNo, VillageNo
from heraut.games.fief.instructions import permit
from heraut.games.fief.orders.answers import No, Yes
from heraut.games.fief.orders.movements import Let, March
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.phases.marching import (
    ASK,
    ASSAULT,
    DEFEND,
    FIGHT_ON,
    FORCE,
    assault_refusal,
    gather,
    move_group,
)
from heraut.games.fief.resolution import Turn, lord_names, village_name
from heraut.games.fief.state import Realm
from heraut.games.fief.tasks import Crossing, LeaveAsked, Petition

PASS, CAMP = "passer", "camper"


def set_out(turn: Turn, player: PlayerNo, march: March) -> None:
    """A group leaves a village; strangers go out of a castle or city only with leave (FI-PAS-06)."""
    realm = turn.now
    first = lord(realm, march.lords[0])
    start = village_of(first)
    keeper = gatekeeper(realm, start)
    if (
        realm.forts[start] == OPEN
        or first.position != IN
        or keeper in (None, player)
        or (start, player) in realm.leaves
    ):
        arrive(turn, player, march)
        return
    policy = realm.families[keeper].exit[player]
    if policy == "ask":
        turn.push(Crossing(player, march, "exit", keeper))
    else:
        go_out(turn, player, march, keeper, granted=policy == "grant")


def go_out(turn: Turn, player: PlayerNo, march: March, keeper: PlayerNo, *, granted: bool) -> None:
    """The gate opens, or stays shut for this turn (FI-PAS-06, FI-PAS-07)."""
    realm = turn.now
    start = village_of(lord(realm, march.lords[0]))
    turn.announce(
        "FI-PAS-06",
        "let_out" if granted else "kept_in",
        seat=turn.seat(player),
        keeper=turn.seat(keeper),
        village=VILLAGE_IDS[start],
    )
    if granted:
        realm.leaves = (*realm.leaves, PlayerAt(start, player))
        arrive(turn, player, march)
    else:
        realm.exits = (*realm.exits, PlayerAt(start, player))


def arrive(turn: Turn, player: PlayerNo, march: March) -> None:
    """A group comes to a village: free, held by somebody, or by peasants (FI-PAS-01, FI-OWN-08, FI-CAL-02)."""
    realm = turn.now
    keeper = gatekeeper(realm, march.to)
    if rebels_in(realm, march.to) and not any(lord(realm, number).bishop is not None for number in march.lords):
        assault(turn, player, march)
    elif keeper in (None, player):
        enter(turn, player, march, None)
    elif march.manner == ASSAULT:
        assault(turn, player, march)
    else:
        ask_leave(turn, player, march, keeper)


def ask_leave(turn: Turn, player: PlayerNo, march: March, keeper: PlayerNo) -> None:
    """The gatekeeper's policy answers, or he is asked (FI-PAS-02, FI-PAS-09, FI-PAS-14)."""
    policy = entry_policy(turn.now, keeper, player, march.to)
    if policy == "ask":
        turn.push(Crossing(player, march, "entry", keeper))
    else:
        answer_entry(turn, player, march, keeper, policy)


def entry_policy(realm: Realm, keeper: PlayerNo, player: PlayerNo, village: VillageNo) -> str:
    """What was said for this village and turn, or else for this player in general."""
    for one in realm.permits:
        if (one.keeper, one.player, one.village) == (keeper, player, village):
            return one.answer
    return realm.families[keeper].entry[player]


def answer_entry(turn: Turn, player: PlayerNo, march: March, keeper: PlayerNo, answer: str) -> None:
    """Leave to pass, leave to camp, or none: then the group stops, or assaults (FI-PAS-03 to 05)."""
    realm = turn.now
    data = {"seat": turn.seat(player), "keeper": turn.seat(keeper), "village": VILLAGE_IDS[march.to]}
    if answer != "refuse":
        turn.announce("FI-PAS-02", "let_in", **data, passing=answer == "pass")
        if answer == "pass":
            realm.leaves = (*realm.leaves, PlayerAt(march.to, player))
        enter(turn, player, march, keeper)
        return
    turn.announce("FI-PAS-04", "not_let_in", **data)
    realm.refused = (*realm.refused, PlayerAt(march.to, player))
    if march.manner == FORCE:
        assault(turn, player, march)
    elif march.manner != ASK and assault_refusal(realm, player, march) is None:
        turn.push(Crossing(player, march, "insist", keeper))


def enter(turn: Turn, player: PlayerNo, march: March, host: PlayerNo | None) -> None:
    """Inside; outside the walls if the place is besieged (FI-PAS-12)."""
    realm = turn.now
    to = march.to
    besieged = (bool(realm.attacks) and bool(besiegers(realm, to))) or rebels_besiege(realm, to)
    stranger = player not in realm.present[to] or is_guest(realm, player, to)
    move_group(turn, player, march, RELIEF if besieged and realm.forts[to] != OPEN else IN)
    if host is not None and stranger:
        add_guest(realm, to, player, host)
    if besieged and march.intent == DEFEND:
        realm.allies_of = (*realm.allies_of, PlayerAt(to, player))


def assault(turn: Turn, player: PlayerNo, march: March) -> None:
    """The group stands at the entrance; there will be a battle (FI-PAS-05)."""
    realm = turn.now
    move_group(turn, player, march, BESIEGER)
    siege = Attack(march.to, player, None)
    if siege not in realm.attacks:
        realm.attacks = (*realm.attacks, siege)
    if march.intent == FIGHT_ON:
        realm.stubborn = (*realm.stubborn, PlayerAt(march.to, player))


# FI-DP-13, 14, 15


def crossing_chooser(realm: Realm, task: Crossing) -> PlayerNo:
    """The gatekeeper; to insist or not is the mover's choice."""
    return task.player if task.stage == "insist" else task.keeper


def crossing_options(realm: Realm, task: Crossing) -> Offers:
    """Silence lets out, keeps out, and does not insist."""
    if task.stage == "exit":
        return (Yes(), No())
    return (No(), Let(PASS), Let(CAMP)) if task.stage == "entry" else (No(), Yes())


def cross(turn: Turn, task: Crossing, order: Order) -> None:
    """The answer at the gate."""
    turn.done(task)
    if task.stage == "exit":
        go_out(turn, task.player, task.march, task.keeper, granted=isinstance(order, Yes))
    elif task.stage == "entry":
        how = {PASS: "pass", CAMP: "camp"}[order.how] if isinstance(order, Let) else "refuse"
        answer_entry(turn, task.player, task.march, task.keeper, how)
    elif isinstance(order, Yes):
        assault(turn, task.player, task.march)


def crossing_subject(realm: Realm, task: Crossing, player: PlayerNo) -> dict[str, object]:
    """Who is at the gate: the lords, and whether soldiers follow, no more (FI-INF-06)."""
    group = gather(realm, task.player, task.march)
    return {
        "stage": task.stage,
        "seat": realm.seats[task.player],
        "start": VILLAGE_IDS[group.start],
        "village": VILLAGE_IDS[group.start if task.stage == "exit" else task.march.to],
        "lords": lord_names(task.march.lords),
        "soldiers": any(task.march.soldiers) or bool(group.guards),
    }


CROSSING = choice("leave", crossing_chooser, crossing_options, cross, subject=crossing_subject)


# FI-PAS-14: leave asked in advance


def petition(turn: Turn, player: PlayerNo, villages: tuple[VillageNo, ...]) -> None:
    """The gatekeepers of some villages are asked beforehand, all at once."""
    keepers = [(gatekeeper(turn.now, village), village) for village in dict.fromkeys(villages)]
    asked = tuple(LeaveAsked(keeper, village) for keeper, village in keepers if keeper is not None and keeper != player)
    if asked:
        turn.push(Petition(player, asked))


def asked_gatekeepers(realm: Realm, task: Petition) -> Asked:
    """The keepers who owe an answer to the petition."""
    return {keeper: "petition" for keeper, _ in task.asked}


def petition_offers(realm: Realm, task: Petition, player: PlayerNo) -> Offers:
    """One answer for all the villages; PASSAGE tells them apart."""
    return (No(), Let(PASS), Let(CAMP))


def take_petition(turn: Turn, task: Petition, answers: Mapping[PlayerNo, Answer]) -> None:
    """What is answered is a policy for this turn; silence leaves the question for the step itself."""
    turn.done(task)
    for keeper, village in task.asked:
        assert village is not None
        answer = answers[keeper]
        if answer:
            order = answer[0]
            how = {PASS: "pass", CAMP: "camp"}[order.how] if isinstance(order, Let) else "refuse"
            permit(turn.now, keeper, task.player, village, how)
        turn.tell(
            (task.player, keeper),
            "FI-PAS-14",
            "petition",
            seat=turn.seat(task.player),
            keeper=turn.seat(keeper),
            village=VILLAGE_IDS[village],
            answer=entry_policy(turn.now, keeper, task.player, village),
        )


def petition_subject(realm: Realm, task: Petition, player: PlayerNo) -> dict[str, object]:
    """Who asks, and for which villages."""
    villages = [village_name(village) for keeper, village in task.asked if keeper == player]
    return {"seat": realm.seats[task.player], "villages": villages}


PETITION = Handler(asked_gatekeepers, nothing, take_petition, petition_offers, subject=petition_subject)
