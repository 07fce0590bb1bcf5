"""Fights as all see them: what was declared, who was summoned, the battle under way."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.engine.protocol import Unguessed
from heraut.games.fief.board.pawns import playing_order
from heraut.games.fief.board.places import EVERY_VILLAGE, VILLAGE_OF
from heraut.games.fief.guess.known import Known
from heraut.games.fief.identities import CARDS, FALLEN, OPEN, REBELS, PlayerNo, VillageNo
from heraut.games.fief.phases.combat import declaration_offers
from heraut.games.fief.phases.pleas import judge, own_lords
from heraut.games.fief.state import Realm
from heraut.games.fief.tasks import Battle, Camp, Declaring, Foes, Party, Summoned, Summons


def fought(known: Known, realm: Realm) -> tuple[VillageNo, ...]:
    """The villages whose battles are over, or under way: those where attacks were declared before."""
    here = known.view["battle"]
    if here is None:
        return ()
    places = tuple(dict.fromkeys(attack.village for attack in realm.attacks))
    village = VILLAGE_OF[here["village"]]
    return places[: places.index(village) + 1] if village in places else (village,)


def declaring(known: Known, realm: Realm) -> Declaring:
    """Who may still declare attacks."""
    if realm.settings.batch:
        return Declaring(known.awaited)
    order = playing_order(realm)
    rest = order[order.index(known.awaited[0]) + 1 :]
    return Declaring((known.awaited[0], *[player for player in rest if declaration_offers(realm, player)]))


def summons(known: Known, realm: Realm) -> Summons:
    """Who is summoned: where, is told to those alone."""
    mine = [
        Summoned(VILLAGE_OF[name], known.number[keeper], known.me) for name, keeper in known.subject.get("summons", ())
    ]
    found = [
        one
        for target in known.awaited
        for one in (mine if target == known.me and mine else [supposed_summons(realm, target)])
    ]
    return Summons(tuple(found))


def supposed_summons(realm: Realm, target: PlayerNo) -> Summoned:
    """Where somebody else could have been summoned, by whom."""
    for village in EVERY_VILLAGE:
        here = realm.present[village]
        if realm.forts[village] != OPEN and target in here and here != (target,):
            return Summoned(village, next(player for player in here if player != target), target)
    raise Unguessed("nobody could have been summoned")


def battle(known: Known, realm: Realm) -> Battle:
    """The battle under way. What has been chosen for this round is not known."""
    seen = known.view["battle"]
    village = VILLAGE_OF[seen["village"]]
    found = Battle(
        village,
        tuple([Foes(known.number[one], known.number[other]) for one, other in seen["hostile"]]),
        tuple(dict.fromkeys(attack.attacker for attack in realm.attacks if attack.village == village)),
        known.player(known.view["villages"][seen["village"]]["owner"]),
        seen["stage"],
        tuple([camp_of(known, camp["parties"]) for camp in seen["camps"]]),
        seen["round"],
        fallen=tuple([one.number for one in realm.lords if one is not None and one.position == FALLEN]),
        rose=realm.phase == CARDS,
    )
    if seen["stage"] == "mercy" and known.kind == "mercy":
        found.pleas = pleas(known, realm, found)
    elif known.kind == "round":
        ask_somebody(known, realm)
    return found


def camp_of(known: Known, parties: list[list[str]]) -> Camp:
    """A camp."""
    return Camp(tuple([Party(known.number[seat], bool(outside)) for seat, outside in parties]))


def pleas(known: Known, realm: Realm, found: Battle) -> tuple[PlayerNo, ...]:
    """Who asks for mercy: whoever is named to the judge; or somebody whom this judge would answer."""
    named = known.subject.get("seat")
    if known.awaited[0] != known.me and not realm.settings.live:
        family = realm.families[known.awaited[0]]
        family.plan = replace(family.plan, grant="ask")  # by correspondence only who wishes to be is asked (FI-DP-25)
    if named is not None:
        return (known.number[named],)
    for camp in found.camps:
        for player, _ in camp.parties:
            found.pleas = (player,)
            if player != REBELS and own_lords(realm, found, player):
                judged = judge(realm, found)
                if judged is not None and judged.player == known.awaited[0]:
                    return found.pleas
    raise Unguessed("nobody could have asked for mercy")


def ask_somebody(known: Known, realm: Realm) -> None:
    """By correspondence, who is asked in a round has wished it in his plan (FI-DP-R6)."""
    if not realm.settings.live and known.asked is None:
        family = realm.families[next(player for player in known.awaited if player != known.me)]
        family.plan = replace(family.plan, run="rounds")
