"""The end of a turn: eliminations, points, victory, regency, the next first player (FI-END, FI-PTS, FI-VIC)."""

from __future__ import annotations

from heraut.games.fief.asking import work
from heraut.games.fief.board.land import abandon_title, fiefs_of
from heraut.games.fief.board.lords import king_player, queen_player, score
from heraut.games.fief.board.pawns import ally, family, playing_order, points_of
from heraut.games.fief.identities import PlayerNo, Vacancy
from heraut.games.fief.phases.succession import come_of_age, empty_cells
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Realm
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Closing

POINTS = CONSTANTS.points


def close_turn(turn: Turn, task: Closing) -> None:
    """Ends the turn: eliminations, points and victory; else ages, silence, desertion and the next order (FI-TRN-07)."""
    turn.done(task)
    eliminations(turn)
    counted = count_points(turn)
    victory(turn, counted=counted)
    if turn.now.road is None:
        come_of_age(turn)
        count_silence(turn)
        desertion(turn)
        rotate(turn)


# Elimination


def eliminations(turn: Turn) -> None:
    """Neither lord nor soldier on the board: out of the game (FI-END-01)."""
    realm = turn.now
    gone = [p for p in playing_order(realm) if not family(realm, p) and not points_of(realm, p)]
    for player in gone:
        eliminate(turn, player)


def eliminate(turn: Turn, player: PlayerNo) -> None:
    """What becomes of his belongings (FI-END-02)."""
    realm = turn.now
    one = realm.families[player]
    realm.dropped = (*realm.dropped, *one.hand)
    one.hand, one.purse, one.alive, one.left = (), 0, False, realm.turn
    turn.announce("FI-END-01", "eliminated", seat=turn.seat(player))
    realm.owners = tuple([None if master == player else master for master in realm.owners])
    realm.guests = tuple(guest for guest in realm.guests if player not in guest[1:])
    for region in fiefs_of(realm, player):
        abandon_title(turn, "FI-END-02", region, Vacancy.VACANT)
    empty_cells(turn, player)
    if realm.revolt is not None and realm.revolt.controller == player:
        realm.revolt.controller = next_left(realm, player)
        turn.announce("FI-REV-15", "revolt_led", seat=turn.seat(realm.revolt.controller))


def next_left(realm: Realm, player: PlayerNo) -> PlayerNo:
    """The next surviving player clockwise; the player himself if he is alone (FI-TRN-03)."""
    order = realm.order
    start = order.index(player)
    for other in (*order[start + 1 :], *order[:start]):
        if realm.families[other].alive:
            return other
    return player


# Points


def count_points(turn: Turn) -> bool:
    """Every five turns of a points game (FI-PTS-01); whether there was a count."""
    realm = turn.now
    if realm.settings.mode != "points" or realm.turn % POINTS.every:
        return False
    add_scores(turn, "FI-PTS-01")
    return True


def add_scores(turn: Turn, rule: str) -> None:
    """A count is added to each survivor's score, and published."""
    realm = turn.now
    counts = {}
    for player in playing_order(realm):
        points = score(realm, player)
        realm.families[player].score += points
        counts[realm.seats[player]] = points
    turn.announce(rule, "points_counted", counts=counts)


def best_by_points(realm: Realm) -> list[PlayerNo]:
    """Highest score; then more fiefs, a larger purse, or a shared victory; survivors only (FI-PTS-03)."""
    alive = playing_order(realm)

    def rank(player: PlayerNo) -> tuple[int, int, int]:
        one = realm.families[player]
        return one.score, len(fiefs_of(realm, player)), one.purse

    best = max(map(rank, alive))
    return [player for player in alive if rank(player) == best]


# Victory


def victory(turn: Turn, *, counted: bool) -> None:
    """Checked at the end of each turn only (FI-VIC-01)."""
    realm = turn.now
    alive = playing_order(realm)
    playing = [player for player in alive if not realm.families[player].conceded]
    if not alive:
        finish(turn, "FI-VIC-06", "nobody", [])
    elif len(alive) == 1:
        finish(turn, "FI-VIC-06", "last", list(alive))
    elif realm.settings.mode == "normal" and (winners := crowned_winners(realm)):
        finish(turn, "FI-VIC-05", crowned_road(realm, winners), winners)
    elif len(playing) == 1:
        finish(turn, "FI-END-04", "conceded", playing)
    elif not playing:
        finish(turn, "FI-END-04", "deserted", [])
    elif realm.settings.mode == "points" and realm.turn >= realm.settings.points_turns:
        finish(turn, "FI-PTS-03", "points", best_by_points(realm))
    elif all(player in realm.closing for player in alive):
        if not counted:
            add_scores(turn, "FI-VIC-08")
        finish(turn, "FI-VIC-08", "agreed", best_by_points(realm))
    elif realm.settings.mode == "normal" and realm.turn == realm.settings.turn_limit:
        add_scores(turn, "FI-VIC-07")
        finish(turn, "FI-VIC-07", "turn_limit", best_by_points(realm))


def crowned_winners(realm: Realm) -> list[PlayerNo]:
    """Everybody who has reached an aim, alone or as a pair (FI-VIC-05)."""
    return [p for p in playing_order(realm) if wins_alone(realm, p) or wins_as_pair(realm, p)]


def crowned_road(realm: Realm, winners: list[PlayerNo]) -> str:
    """One house alone; a couple together; or two houses of which at least one has reached its aim alone."""
    if not any(wins_alone(realm, player) for player in winners):
        return "pair"
    return "alone" if len(winners) == 1 else "several"


def wins_alone(realm: Realm, player: PlayerNo) -> bool:
    """King or Queen, and three fiefs (FI-VIC-02, FI-VIC-04)."""
    royal = player in (king_player(realm), queen_player(realm))
    return royal and len(fiefs_of(realm, player)) >= CONSTANTS.fiefs_alone


def wins_as_pair(realm: Realm, player: PlayerNo) -> bool:
    """King and Queen in two allied families, four fiefs together; not between two players (FI-VIC-03)."""
    if len(realm.seats) == 2:
        return False
    other = ally(realm, player)
    if other is None or {player, other} != {king_player(realm), queen_player(realm)}:
        return False
    return len(fiefs_of(realm, player)) + len(fiefs_of(realm, other)) >= CONSTANTS.fiefs_pair


def finish(turn: Turn, rule: str, road: str, winners: list[PlayerNo]) -> None:
    """The match is over."""
    realm = turn.now
    realm.road, realm.winners = road, winners
    turn.announce(
        rule,
        "game_over",
        road=road,
        winners=[turn.seat(player) for player in winners],
        scores={seat: one.score for seat, one in zip(realm.seats, realm.families, strict=True)},
    )


# The next turn


def count_silence(turn: Turn) -> None:
    """Whoever has let all the active decisions of a turn default, twice in a row, is absent (FI-DP-R7)."""
    realm = turn.now
    for player in playing_order(realm):
        one = realm.families[player]
        one.silent = 0 if one.spoke else one.silent + 1
        if one.silent == CONSTANTS.silent_turns:
            turn.announce("FI-DP-R7", "absent", seat=turn.seat(player))


def desertion(turn: Turn) -> None:
    """A game without a term, in which nobody is waited for any more, would never end (FI-DP-R7, FI-END-04)."""
    realm = turn.now
    if realm.settings.mode == "points" or realm.settings.turn_limit is not None:
        return
    if all(is_away(realm, player) for player in playing_order(realm)):
        finish(turn, "FI-DP-R7", "deserted", [])


def is_away(realm: Realm, player: PlayerNo) -> bool:
    """Whether a player is not waited for: absent, or conceding."""
    one = realm.families[player]
    return one.conceded or one.silent >= CONSTANTS.silent_turns


def rotate(turn: Turn) -> None:
    """The first player shifts one seat to the left (FI-TRN-03)."""
    turn.now.first = next_left(turn.now, turn.now.first)


CLOSING = work(close_turn)
