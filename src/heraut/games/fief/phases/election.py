"""The election of the King and his coronation (FI-ELE, FI-COR)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heraut.games.fief.asking import Asked, Handler, Offers
from heraut.games.fief.board.lords import can_be_king, clergy, votes_of
from heraut.games.fief.board.pawns import family, lord, playing_order
from heraut.games.fief.identities import LordNo, PlayerNo
from heraut.games.fief.orders.answers import Choose, No, Pass, Yes
from heraut.games.fief.orders.order import Answer
from heraut.games.fief.phases.royalty import crown
from heraut.games.fief.resolution import Turn, lord_name, lord_names
from heraut.games.fief.state import Realm
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Election, Vote


def eligible(realm: Realm, player: PlayerNo) -> list[LordNo]:
    """A player's lords who may be King (FI-ELE-02)."""
    if all(bearer is None for bearer in realm.bearers):
        return []
    return [one.number for one in family(realm, player) if can_be_king(realm, one)]


def asked(realm: Realm, task: Election) -> Asked:
    """Players without a ballot paper for what is asked (FI-DP-R3, FI-DP-R11)."""
    if realm.king is not None:
        return {}
    families = realm.families
    if task.stage == "candidates":
        return {
            player: "candidate"
            for player in playing_order(realm)
            if eligible(realm, player) and families[player].paper.candidate is None
        }
    if task.stage == "ballot":
        voter = task.waiting[0] if task.waiting else None
        return {voter: "vote"} if voter is not None and families[voter].paper.votes is None else {}
    return {player: "crown" for player in task.waiting if families[player].paper.crowns is None}


def concerns(realm: Realm, task: Election) -> Sequence[PlayerNo]:
    """Those who have a ballot paper at this stage, written or not: that they have one is their secret (FI-INF-01)."""
    if task.stage == "candidates":
        return [player for player in playing_order(realm) if eligible(realm, player)]
    return task.waiting[:1] if task.stage == "ballot" else task.waiting


def run(turn: Turn, task: Election) -> None:
    """What ballot papers answer; the throne that is not vacant (FI-ELE-01)."""
    if turn.now.king is not None:
        turn.done(task)
    else:
        take(turn, task, {})


def take(turn: Turn, task: Election, answers: Mapping[PlayerNo, Answer]) -> None:
    """The answers of a stage."""
    if task.stage == "candidates":
        present_candidates(turn, task, answers)
    elif task.stage == "ballot":
        vote(turn, task, answers)
    else:
        consent(turn, task, answers)


def offers(realm: Realm, task: Election, player: PlayerNo) -> Offers:
    """Own lords, candidates, or yes and no."""
    if task.stage == "candidates":
        return [Pass(), *(Choose(number) for number in eligible(realm, player))]
    if task.stage == "ballot":
        return [Pass(), *(Choose(number) for number in task.candidates)]
    return (No(), Yes())


# FI-DP-34


def present_candidates(turn: Turn, task: Election, answers: Mapping[PlayerNo, Answer]) -> None:
    """One candidate a player, published together; without a candidate there is no ballot (FI-ELE-02)."""
    realm = turn.now
    found = []
    for player in playing_order(realm):
        lords = eligible(realm, player)
        answer = answers.get(player, ())
        chosen = realm.families[player].paper.candidate
        if answer:
            chosen = answer[0].lord if isinstance(answer[0], Choose) else None
        if chosen is not None and chosen in lords:
            found.append(chosen)
    task.candidates = tuple(found)
    if not found:
        turn.done(task)
        turn.announce("FI-ELE-02", "no_candidate")
        return
    turn.announce("FI-ELE-02", "candidates", lords=lord_names(found))
    task.stage = "ballot"
    task.waiting = tuple(player for player in playing_order(realm) if votes_of(realm, player))


# FI-DP-35


def vote(turn: Turn, task: Election, answers: Mapping[PlayerNo, Answer]) -> None:
    """One player casts all his votes, in everybody's sight (FI-ELE-04)."""
    realm = turn.now
    if not task.waiting:
        count(turn, task)
        return
    player, task.waiting = task.waiting[0], task.waiting[1:]
    answer = answers.get(player, ())
    wishes = realm.families[player].paper.votes or ()
    chosen = next((number for number in wishes if number in task.candidates), None)
    if answer:
        chosen = answer[0].lord if isinstance(answer[0], Choose) else None
    number = votes_of(realm, player)
    task.votes = (*task.votes, Vote(player, chosen, number))
    turn.announce("FI-ELE-04", "vote", seat=turn.seat(player), lord=lord_name(chosen), votes=number)


def count(turn: Turn, task: Election) -> None:
    """Most votes, at least three, no equality for the first place (FI-ELE-05)."""
    realm = turn.now
    tally = {number: sum(votes for _, choice, votes in task.votes if choice == number) for number in task.candidates}
    best = max(tally.values())
    first = [number for number, votes in tally.items() if votes == best]
    if best < CONSTANTS.elected_votes or len(first) > 1:
        turn.done(task)
        turn.announce("FI-ELE-05", "nobody_elected", votes=best)
        return
    task.elected = first[0]
    turn.announce("FI-ELE-05", "elected", lord=lord_name(task.elected), votes=best)
    own = lord(realm, task.elected).player
    if enough(*clergy(realm, own)):
        turn.done(task)
        crown(turn, task.elected)
        return
    task.stage = "coronation"
    task.waiting = tuple(player for player in playing_order(realm) if player != own and any(clergy(realm, player)))


def enough(bishops: int, cardinals: int) -> bool:
    """A cardinal, or two bishops (FI-COR-03)."""
    return cardinals > 0 or bishops >= CONSTANTS.crowning_bishops


# FI-DP-36


def consent(turn: Turn, task: Election, answers: Mapping[PlayerNo, Answer]) -> None:
    """The clergy of other families, asked together (FI-COR-02 to 04)."""
    realm = turn.now
    turn.done(task)
    assert task.elected is not None
    bishops, cardinals = clergy(realm, lord(realm, task.elected).player)
    for player in task.waiting:
        answer = answers.get(player, ())
        papers = realm.families[player].paper.crowns or ()
        agrees = isinstance(answer[0], Yes) if answer else task.elected in papers
        turn.announce("FI-COR-02", "crowning", seat=turn.seat(player), agrees=agrees)
        if agrees:
            more = clergy(realm, player)
            bishops, cardinals = bishops + more[0], cardinals + more[1]
    if enough(bishops, cardinals):
        crown(turn, task.elected)
    else:
        turn.announce("FI-COR-04", "not_crowned", lord=lord_name(task.elected))


def subject(realm: Realm, task: Election, player: PlayerNo) -> dict[str, object]:
    """The candidates, or who was elected."""
    return {
        "stage": task.stage,
        "candidates": lord_names(task.candidates or eligible(realm, player)),
        "elected": lord_name(task.elected),
        "votes": votes_of(realm, player),
    }


ELECTION = Handler(asked, run, take, offers, subject=subject, concerns=concerns)
