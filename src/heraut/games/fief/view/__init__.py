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
    awaited      {kind, seats}: who has to decide what; those too whom an instruction may have spared the
                 question, since that is their secret (of himself the reader knows)
    road         None, or how the match ended, with `winners` [seat]

A player has `own` besides: {seat, purse, hand [card], captives [lord], entry {seat: policy}, exit {seat: policy}, plan,
plans {village: plan}, deposits [{phase, lines, ask, ask_if_hit}], paper {candidate, votes, crowns}, asked}, where
`asked` is what the present question is about, as plain data (None if he is asked nothing). After the end everybody who
played sees all hands, purses and stacks (`uncovered`: {seat: {purse, hand}}).
"""

from __future__ import annotations

from typing import Any

from heraut.engine.protocol import Seat
from heraut.games.fief.board.pawns import playing_order
from heraut.games.fief.board.places import (
    EVERY_REGION,
    REGION_IDS,
    VILLAGE_IDS,
)
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.identities import PHASES
from heraut.games.fief.resolution import seat_name
from heraut.games.fief.state import Realm, player_of
from heraut.games.fief.view.affairs import awaited_view, battle_view, deal_view, election_view, sale_view
from heraut.games.fief.view.families import by_birth, crown_view, families_view, lord_view, names, settings_view
from heraut.games.fief.view.own import own_view, uncovered_view
from heraut.games.fief.view.places import (
    bank_view,
    bishoprics_view,
    gates_view,
    piles_view,
    region_view,
    revolt_view,
    villages_view,
)
from heraut.games.fief.view.stacks import stacks_view


def view(realm: Realm, seat: Seat | None) -> dict[str, Any]:
    """Everything that a seat, or a passer-by (None), may see."""
    reader = player_of(realm, seat) if seat is not None else None
    seen = public_view(realm) | {
        "stacks": stacks_view(realm, reader),
        "deals": [deal_view(realm, deal) for deal in realm.deals if reader in (deal.proposer, deal.addressee)],
        "awaited": awaited_view(realm, reader),
    }
    if realm.road is not None:
        seen["winners"] = names(realm, realm.winners)
    if reader is not None:
        seen["own"] = own_view(realm, reader)
        if realm.road is not None:
            seen["uncovered"] = uncovered_view(realm)
    return seen


def public_view(realm: Realm) -> dict[str, Any]:
    """What is the same for all, in the order in which it is told; None stands where each reader sees his own."""
    return {
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
        "stacks": None,
        "revolt": revolt_view(realm),
        "crown": crown_view(realm),
        "piles": piles_view(realm),
        "bank": bank_view(realm),
        "attacks": [[VILLAGE_IDS[v], seat_name(realm, a), seat_name(realm, t)] for v, a, t in realm.attacks],
        "gates": gates_view(realm),
        "battle": battle_view(realm),
        "deals": None,
        "election": election_view(realm),
        "sale": sale_view(realm),
        "ready": names(realm, realm.ready),
        "closing": names(realm, realm.closing),
        "awaited": None,
        "road": realm.road,
    }
