"""Who may see what (FI-INF): the public board, the same for all, and a player's own. Nothing else leaves the game.

Everything is called by its name: seats ("j1"), villages ("bourg"), regions ("r_bourg"), bishoprics ("b_sigy"),
lords ("arnaud"), cards ("plague"; a lord's card is the lord, a bishop's "bishop_2"). What there is none of is None.

    game         "fief"
    turn, phase  the turn, from 1 (0 during the setup), and the phase: "setup", "cards", "income", "purchase", "move",
                 "combat", "negotiation"
    settings     what was chosen before the start, as `Settings` has it
    seats        {seat: {name, blazon, alive, conceded, absent, wants_out, hand (number of cards), soldiers (points on
                 the board), lords [lord], ally, fiefs [region], votes, score, left, deadline}}, in the order of joining
    order        the seats clockwise (in the order of joining until all have chosen a village)
    first        the first player of the turn
    playing      the seats in the playing order of this turn
    villages     {village: {region, bishopric, owner, fort ("open", "castle", "city"), mills, presses, present [seat]
                 in the order of their arrival, gatekeeper, guests {seat: host}}}
    regions      {region: {fief, weather, famine, taille}}; fief is None or {capital, title ("barony", "county",
                 "duchy"), holder, bearer, abeyance}; holder without bearer keeps the title until he has a lord
    bishoprics   {bishopric: {bishop, tithe}}
    lords        {lord: {seat, woman, village, position ("in", "besieger", "relief"), road, captor, titles [region],
                 bishop, cardinal, darc, crown ("king", "queen", "prince"), regent, minor, spouse, steps, solo, dungeon,
                 fights, votes, ransom}}, in the order of their entry into play; `road` is where a besieger came from,
                 `solo` says that a step of this turn was made without d'Arc
    stacks       [{seat, series ("soldier", "king_guard", "queen_guard"), village, position, road, points, tokens
                 [ones, threes, sixes], steps, solo}]; all but the points of a battle are None where the reader may
                 not count them
    revolt       None, or {controller, village, position, road, points, tokens, steps}
    crown        {king, queen, prince, regent, minor, majority}: lords, a flag, a flag, the last turn of a minority
    piles        {draw, discards: numbers; seen: [card] the discards that all have seen}
    bank         {castles, cities, mills, presses, rebels [ones, threes, sixes], cardinals, soldiers {seat: total left}}
    attacks      [[village, attacker, target]] declared; target None: a siege; "rebels" among both
    gates        {open, shut, refused: [[village, seat]]} of this turn: who may go out, who may not, who was not let in
    battle       None, or {village, round, stage, camps [{parties [[seat or "rebels", outside]], place, row, points,
                 dice, lords [lord], leader}], hostile [[seat, seat]]}
    deals        [{number, proposer, addressee, gives, asks, cards [card], asked_cards, frees [lord], claims [lord],
                 sold, marriages [[lord, lord]], promise}] that are open, those that the reader is party to alone;
                 `number` counts for each pair
    election     None, or {stage, candidates [lord], votes [[seat, lord or None, number]], elected}
    sale         None, or {see, stage, president, winner, nominee}
    ready        [seat] in the window; `closing` [seat] who agree to end the game
    awaited      {kind, seats}: who has to decide what; those too whom a standing instruction may have spared the
                 question, since that is their secret (of himself the reader knows)
    road         None, or how the match ended, with `winners` [seat]

A player has `own` besides: {seat, purse, hand [card], captives [lord], entry {seat: policy}, exit {seat: policy}, plan,
plans {village: plan}, deposits [{phase, lines, ask, ask_if_hit}], paper {candidate, votes, crowns}, asked}, where
`asked` is what the present question is about, as plain data (None if he is asked nothing). After the end everybody who
played sees all hands, purses and stacks (`uncovered`: {seat: {purse, hand}}).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from heraut.engine.protocol import Seat
from heraut.games.fief.board.land import gatekeeper, owner
from heraut.games.fief.board.lords import ransom, votes
from heraut.games.fief.board.pawns import ally, fights, playing_order, titles
from heraut.games.fief.board.places import (
    BISHOPRIC_IDS,
    BISHOPRIC_OF,
    EVERY_REGION,
    RANK,
    REGION_IDS,
    REGION_OF,
    TITLES,
    VILLAGE_IDS,
)
from heraut.games.fief.cards import IS_WOMAN, LORD_IDS, card_name
from heraut.games.fief.numbers import FALLEN, FORTS, IN, NOBODY, PHASES, POSITIONS, SERIES, SOLDIER
from heraut.games.fief.phases.camps import camp_view
from heraut.games.fief.phases.deals import terms
from heraut.games.fief.questions import awaited, subject
from heraut.games.fief.resolution import lord_name, lord_names, seat_name, village_name
from heraut.games.fief.state import Deal, Family, Lord, Plan, Realm, Settings, Stack
from heraut.games.fief.tables import blazons, constants
from heraut.games.fief.tasks import Battle, Election, Sale

FIGURES = constants()
BLAZON_IDS = tuple(blazons())
Parties = frozenset[tuple[int, int, bool]]  # village, player, whether outside
CROWNS = ("king", "queen", "prince")
PLACES = tuple(  # each village, and where it lies
    (name, REGION_IDS[region], BISHOPRIC_IDS[see])
    for name, region, see in zip(VILLAGE_IDS, REGION_OF, BISHOPRIC_OF, strict=True)
)


def view(realm: Realm, seat: Seat | None) -> dict[str, Any]:
    """Everything that a seat, or a passer-by (None), may see."""
    reader = realm.seats.index(seat) if seat is not None else NOBODY
    over = realm.road is not None
    seen: dict[str, Any] = {
        "game": "fief",
        "turn": realm.turn,
        "phase": PHASES[realm.phase],
        "settings": dict(settings_view(realm.settings)),
        "seats": families_view(realm),
        "order": names(realm, realm.order),
        "first": seat_name(realm, realm.first),
        "playing": names(realm, playing_order(realm)),
        "villages": villages_view(realm),
        "regions": {REGION_IDS[region]: region_view(realm, region) for region in EVERY_REGION},
        "bishoprics": bishoprics_view(realm),
        "lords": {LORD_IDS[lord.number]: lord_view(realm, lord) for lord in by_birth(realm)},
        "stacks": stacks_view(realm, reader),
        "revolt": revolt_view(realm),
        "crown": crown_view(realm),
        "piles": {
            "draw": len(realm.draw),
            "discards": len(realm.played) + len(realm.dropped),
            "seen": [card_name(card) for card in realm.played],
        },
        "bank": bank_view(realm),
        "attacks": [[VILLAGE_IDS[v], seat_name(realm, a), seat_name(realm, t)] for v, a, t in realm.attacks],
        "gates": gates_view(realm),
        "battle": battle_view(realm),
        "deals": [deal_view(realm, deal) for deal in realm.deals if reader in (deal.proposer, deal.addressee)],
        "election": election_view(realm),
        "sale": sale_view(realm),
        "ready": names(realm, realm.ready),
        "closing": names(realm, realm.closing),
        "awaited": awaited_view(realm, reader),
        "road": realm.road,
    }
    if over:
        seen["winners"] = names(realm, realm.winners)
    if reader >= 0:
        seen["own"] = own_view(realm, reader)
        if over:
            seen["uncovered"] = {
                seat: {"purse": one.purse, "hand": [card_name(card) for card in one.hand]}
                for seat, one in zip(realm.seats, realm.families, strict=True)
            }
    return seen


def names(realm: Realm, players: Any) -> list[Any]:
    """The seats of some players."""
    return [seat_name(realm, player) for player in players]


def by_birth(realm: Realm) -> list[Lord]:
    """All lords in play, in the order of their entry."""
    return sorted([lord for lord in realm.lords if lord is not None], key=lambda lord: lord.born)


def in_order(realm: Realm) -> list[Stack]:
    """All stacks, village by village: the order in which they came would tell who has moved what."""
    return sorted(realm.stacks, key=lambda stack: (stack.village, stack.player, stack.position, stack.series))


@cache
def settings_view(settings: Settings) -> dict[str, Any]:
    """What was chosen before the start."""
    seen: dict[str, Any] = msgspec.to_builtins(settings)
    return seen


def families_view(realm: Realm) -> dict[str, Any]:
    """The players, as all see them (FI-INF-03)."""
    number = len(realm.seats)
    soldiers, voices = [0] * number, [0] * number
    lords: list[list[str]] = [[] for _ in range(number)]
    for stack in realm.stacks:
        soldiers[stack.player] += stack.points
    for lord in by_birth(realm):
        if not lord.dungeon and lord.position != FALLEN:
            lords[lord.player].append(LORD_IDS[lord.number])
            voices[lord.player] += votes(realm, lord)
    return {
        seat: {
            **family_view(realm, player, realm.families[player]),
            "soldiers": soldiers[player],
            "lords": lords[player],
            "votes": voices[player],
        }
        for player, seat in enumerate(realm.seats)
    }


def family_view(realm: Realm, player: int, one: Family) -> dict[str, Any]:
    """A player, without what is counted on the board."""
    return {
        "name": one.name,
        "blazon": BLAZON_IDS[one.blazon] if one.blazon >= 0 else None,
        "alive": one.alive,
        "conceded": one.conceded,
        "absent": one.silent >= FIGURES.silent_turns,
        "wants_out": one.wants_out,
        "hand": len(one.hand),
        "ally": seat_name(realm, ally(realm, player)),
        "fiefs": [REGION_IDS[region] for region, holder in enumerate(realm.holders) if holder == player],
        "score": one.score,
        "left": one.left,
        "deadline": one.deadline,
    }


def villages_view(realm: Realm) -> dict[str, Any]:
    """The villages."""
    seats, sieges = realm.seats, bool(realm.attacks)
    guests: dict[int, dict[str, str]] = {}
    for village, guest, host in realm.guests:
        guests.setdefault(village, {})[seats[guest]] = seats[host]
    seen = {}
    for village, (name, region, see) in enumerate(PLACES):
        here = realm.present[village]
        seen[name] = {
            "region": region,
            "bishopric": see,
            "owner": seat_name(realm, owner(realm, village)),
            "fort": FORTS[realm.forts[village]],
            "mills": realm.mills[village],
            "presses": realm.presses[village],
            "present": [seats[player] for player in here],
            "gatekeeper": seat_name(realm, gatekeeper(realm, village)) if here or sieges else None,
            "guests": guests.get(village, {}),
        }
    return seen


def region_view(realm: Realm, region: int) -> dict[str, Any]:
    """A region, and the fief that it may be."""
    fief = None
    if realm.capitals[region] >= 0:
        fief = {
            "capital": VILLAGE_IDS[realm.capitals[region]],
            "title": TITLES[RANK[region]],
            "holder": seat_name(realm, realm.holders[region]),
            "bearer": lord_name(realm.bearers[region]),
            "abeyance": realm.holders[region] < 0,
        }
    return {
        "fief": fief,
        "weather": realm.weather[region] >= 0,
        "famine": realm.famine[region] >= 0,
        "taille": any(taille[1] == region for taille in realm.tailles),
    }


def bishoprics_view(realm: Realm) -> dict[str, Any]:
    """The bishoprics, and their bishops."""
    bishops = {lord.bishop: LORD_IDS[lord.number] for lord in realm.lords if lord is not None and lord.bishop >= 0}
    tithes = {tithe[1] for tithe in realm.tithes}
    return {name: {"bishop": bishops.get(see), "tithe": see in tithes} for see, name in enumerate(BISHOPRIC_IDS)}


def lord_view(realm: Realm, lord: Lord) -> dict[str, Any]:
    """A lord, all of whom is public."""
    number, seats, crowns = lord.number, realm.seats, (realm.king, realm.queen, realm.prince)
    return {
        "seat": seats[lord.player],
        "woman": IS_WOMAN[number],
        "village": village_name(lord.village),
        "position": POSITIONS[lord.position],
        "road": village_name(lord.road),
        "captor": seats[lord.captor] if lord.captor >= 0 else None,
        "titles": [REGION_IDS[region] for region in titles(realm, number)],
        "bishop": BISHOPRIC_IDS[lord.bishop] if lord.bishop >= 0 else None,
        "cardinal": lord.cardinal,
        "darc": lord.darc,
        "crown": CROWNS[crowns.index(number)] if number in crowns else None,
        "regent": realm.regent and number == realm.queen,
        "minor": realm.minor and number == realm.king,
        "spouse": lord_name(lord.spouse),
        "steps": lord.steps,
        "solo": lord.solo,
        "dungeon": lord.dungeon,
        "fights": fights(realm, lord) and not lord.dungeon,
        "votes": votes(realm, lord) and not lord.dungeon,
        "ransom": ransom(realm, lord),
    }


def stacks_view(realm: Realm, reader: int) -> list[dict[str, Any]]:
    """The stacks; in how many parts one moves is its player's own business."""
    seen: list[dict[str, Any]] = []
    fighting = fighting_parties(realm)
    for stack in in_order(realm):
        one = stack_view(realm, stack, reader, fighting)
        if one["tokens"] is None and seen and {**seen[-1], "points": 0} == {**one, "points": 0}:
            if one["points"] is not None:
                seen[-1]["points"] += one["points"]
        else:
            seen.append(one)
    return seen


def stack_view(realm: Realm, stack: Stack, reader: int, fighting: Parties) -> dict[str, Any]:
    """A stack; only its player may count it, unless stacks are open or it fights (FI-INF-01, FI-INF-04)."""
    known = stack.player == reader or not realm.settings.hidden_stacks or realm.road is not None
    counted = known or (bool(fighting) and (stack.village, stack.player, stack.position != IN) in fighting)
    return {
        "seat": realm.seats[stack.player],
        "series": SERIES[stack.series],
        "village": VILLAGE_IDS[stack.village],
        "position": POSITIONS[stack.position],
        "road": village_name(stack.road),
        "points": stack.points if counted else None,
        "tokens": list(stack.tokens) if known else None,
        "steps": stack.steps if known else None,
        "solo": stack.solo if known else None,
    }


def fighting_parties(realm: Realm) -> Parties:
    """The parties of the battle under way, from its first round on."""
    battle = current_battle(realm)
    if battle is None or not battle.round:
        return frozenset()
    return frozenset([(battle.village, *party) for camp in battle.camps for party in camp.parties])


def current_battle(realm: Realm) -> Battle | None:
    """The battle under way."""
    return next((task for task in reversed(realm.tasks) if isinstance(task, Battle)), None)


def revolt_view(realm: Realm) -> dict[str, Any] | None:
    """The peasants: all of it public."""
    revolt = realm.revolt
    if revolt is None:
        return None
    return {
        "controller": seat_name(realm, revolt.controller),
        "village": village_name(revolt.village),
        "position": POSITIONS[revolt.position],
        "road": village_name(revolt.road),
        "points": revolt.points,
        "tokens": [revolt.ones, revolt.threes, revolt.sixes],
        "steps": revolt.steps,
    }


def crown_view(realm: Realm) -> dict[str, Any]:
    """The crown."""
    return {
        "king": lord_name(realm.king),
        "queen": lord_name(realm.queen),
        "prince": lord_name(realm.prince),
        "regent": realm.regent,
        "minor": realm.minor,
        "majority": realm.majority if realm.minor else None,
    }


def bank_view(realm: Realm) -> dict[str, Any]:
    """What is left in the bank; of soldiers, points that can still be raised: totals are public, tokens are not."""
    revolt = realm.revolt
    used = (revolt.ones, revolt.threes, revolt.sixes) if revolt is not None else (0, 0, 0)
    limited = realm.settings.stock_limits
    series = sum(number * value for number, value in zip(FIGURES.soldier_series, FIGURES.token_values, strict=True))
    own = [
        sum(s.points for s in realm.stacks if s.player == p and s.series == SOLDIER) for p in range(len(realm.seats))
    ]
    return {
        "castles": FIGURES.castles - realm.forts.count(1) if limited else None,
        "cities": FIGURES.cities - realm.forts.count(2),
        "mills": FIGURES.mills - sum(realm.mills) if limited else None,
        "presses": FIGURES.presses - sum(realm.presses) if limited else None,
        "rebels": [a - b for a, b in zip(FIGURES.rebel_series, used, strict=True)] if limited else None,
        "cardinals": FIGURES.cardinals - sum(lord is not None and lord.cardinal for lord in realm.lords),
        "soldiers": {seat: series - own[p] if limited else None for p, seat in enumerate(realm.seats)},
    }


def gates_view(realm: Realm) -> dict[str, Any]:
    """What gatekeepers have answered this turn, in everybody's hearing (FI-PAS-02, FI-PAS-04, FI-PAS-06)."""
    said = {"open": realm.leaves, "shut": realm.exits, "refused": realm.refused}
    return {word: [[VILLAGE_IDS[v], realm.seats[p]] for v, p in found] for word, found in said.items()}


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
    task = next((task for task in realm.tasks if isinstance(task, Sale)), None)
    if task is None:
        return None
    return {
        "see": BISHOPRIC_IDS[task.see],
        "stage": task.stage,
        "president": lord_name(task.president),
        "winner": seat_name(realm, task.winner),
        "nominee": lord_name(task.nominee),
    }


def awaited_view(realm: Realm, reader: int) -> dict[str, Any] | None:
    """Who has to decide what."""
    found = awaited(realm, reader)
    return {"kind": found[0], "seats": names(realm, found[1])} if found is not None else None


def own_view(realm: Realm, player: int) -> dict[str, Any]:
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
            "candidate": None if one.paper.candidate is None else lord_name(one.paper.candidate) or "",
            "votes": None if one.paper.votes is None else lord_names(one.paper.votes),
            "crowns": None if one.paper.crowns is None else lord_names(one.paper.crowns),
        },
        "asked": subject(realm, player),
    }


def plan_view(plan: Plan) -> dict[str, Any]:
    """A battle plan."""
    return {**msgspec.structs.asdict(plan), "lords": lord_names(plan.lords)}
