"""The end of a kingdom and the end of the world: eliminations, crowns, votes, scores (RO-ELIM, RO-VIC, C9 and C10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from heraut.games.rois import orders as o
from heraut.games.rois.phases.heroes import set_free
from heraut.games.rois.phases.offices import Domain, holders, points, rank_key, standings
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import Kingdom, World, steps
from heraut.games.rois.tables import ALIGNMENT_TABLE


def ends(turn: Turn) -> None:
    """C9, in this order: eliminations, the crown by the threshold, the vote, the last turn or a lone survivor."""
    eliminations(turn)
    domain = Domain(turn.now)
    world_base = turn.world_base()
    crowned = crown(turn, domain, world_base)
    if crowned:
        finish(turn, crowned, "threshold")
        return
    elected = vote(turn, domain, world_base) if turn.now.vote == turn.number else 0
    calls(turn)
    claims(turn, domain, world_base)
    if elected:
        finish(turn, elected, "election")
        return
    living = turn.living()
    if len(living) <= 1:
        finish(turn, living[0].number if living else 0, "survivor" if living else "nobody")
    elif turn.number >= turn.now.settings.turns:
        best = max(living, key=lambda kingdom: (domain.base[kingdom.number], *rank_key(domain, kingdom)))
        finish(turn, best.number, "turns")


def eliminations(turn: Turn) -> None:
    """No province and no unit: the kingdom is no more, even if its King lives (RO-ELIM-01)."""
    holding = {province.owner for province in turn.now.provinces.values()}
    holding |= {unit.kingdom for unit in turn.now.units.values() if not unit.mercenary}
    for kingdom in turn.living():
        if kingdom.number not in holding:
            eliminate(turn, kingdom)


def eliminate(turn: Turn, kingdom: Kingdom) -> None:
    """Its Heroes are free, its King enters Valhalla, its items lie where they fell, its treasury vanishes."""
    turn.announce("RO-ELIM-01", "eliminated", kingdom=kingdom.number, king=kingdom.king, turn=turn.number)
    turn.tell(kingdom.number, "RO-ELIM-01", "valhalla", gold=kingdom.gold)
    turn.add_gold(kingdom.number, -kingdom.gold, "eliminated")
    for character in [each for each in turn.now.characters.values() if each.kingdom == kingdom.number]:
        items, character.items = character.items, []
        for item in items:
            turn.drop_item(item, character.province)
        if character.alive and character.role == "hero":
            set_free(turn, character)
        else:
            depart(turn, character.number)
    kingdom.fallen = turn.number
    for other in turn.living():
        other.relations.pop(kingdom.number, None)
    kingdom.relations = {}
    kingdom.may_call = False


def depart(turn: Turn, number: int) -> None:
    """A character leaves the world for good; items that he still had stay behind."""
    character = turn.characters[number]
    items, character.items = character.items, []
    for item in items:
        turn.drop_item(item, character.province or 1)
    turn.move_character(character, 0)
    character.role = "gone"
    turn.defending.pop(number, None)
    turn.audit("RO-CHAR-19", "character_gone", character=number, kingdom=character.kingdom)


def crown(turn: Turn, domain: Domain, world_base: int) -> int:
    """The kingdom that holds more than 55 % of the world's tax base by itself (RO-VIC-01)."""
    threshold = turn.now.settings.crown * world_base
    return next((number for number, base in domain.base.items() if 100 * base > threshold), 0)


def claims(turn: Turn, domain: Domain, world_base: int) -> None:
    """Who, with his allies, holds more than that may call an election next year (RO-VIC-02)."""
    threshold = turn.now.settings.crown * world_base
    for kingdom in turn.living():
        bloc = [kingdom.number, *(other for other, relation in kingdom.relations.items() if relation == "allied")]
        kingdom.may_call = 100 * sum(domain.base[number] for number in bloc) > threshold
        if kingdom.may_call:
            turn.tell(kingdom.number, "RO-VIC-02", "may_call", turn=turn.number + 1)


def calls(turn: Turn) -> None:
    """An election is called for the end of next year, unless a vote is held this year (RO-VIC-02)."""
    for kingdom in turn.living():
        if not turn.realm_orders(kingdom, o.CallVote):
            continue
        if not kingdom.may_call or turn.now.vote == turn.number:
            turn.tell(kingdom.number, "RO-VIC-02", "call_ignored", vote=turn.now.vote == turn.number)
            continue
        turn.now.vote = turn.number + 1
        turn.announce("RO-VIC-02", "election_called", kingdom=kingdom.number, king=kingdom.king, turn=turn.number + 1)


def vote(turn: Turn, domain: Domain, world_base: int) -> int:
    """Each King has his tax base in votes; more than half of the world's base elects (RO-VIC-02, RO-VIC-03)."""
    totals: Counter[int] = Counter()
    living = {kingdom.number for kingdom in turn.living()}
    for kingdom in turn.living():
        ballots = turn.realm_orders(kingdom, o.Vote)
        choice = ballots[0].kingdom if ballots else 0
        totals[choice if choice in living else 0] += domain.base[kingdom.number]
    turn.now.voted = turn.number
    elected = next((number for number, votes in totals.items() if number and 2 * votes > world_base), 0)
    turn.announce(
        "RO-VIC-03", "vote_held", totals=[[number, votes] for number, votes in sorted(totals.items())],
        needed=world_base // 2 + 1, elected=elected,
    )  # fmt: skip
    return elected


def finish(turn: Turn, emperor: int, road: str) -> None:
    """The Emperor is known: offices, points, and what the distance of alignments leaves of them (RO-VIC-05)."""
    world = turn.now
    world.road, world.emperor = road, emperor
    world.offices = holders(world, emperor)
    if emperor:
        turn.announce("RO-VIC-01", "crowned_emperor", kingdom=emperor, king=world.kingdoms[emperor].king, road=road)
    world.scores = final_scores(world, points(world, world.offices), emperor)
    turn.announce(
        "RO-VIC-05", "final_scores", offices=dict(world.offices),
        scores=[[number, score] for number, score in sorted(world.scores.items(), key=lambda each: -each[1])],
        ranking=ranking(world),
    )  # fmt: skip


def final_scores(world: World, won: Mapping[int, int], emperor: int) -> dict[int, int]:
    """In hundredths of a point, exactly: points x (100 - rate x steps)."""
    scores = {}
    for number, kingdom in world.kingdoms.items():
        if kingdom.fallen or not emperor:
            scores[number] = 0
            continue
        away = steps(kingdom.alignment, world.kingdoms[emperor].alignment)
        scores[number] = won[number] * (100 - ALIGNMENT_TABLE[kingdom.alignment].rate * away)
    return scores


def ranking(world: World) -> list[list[int]]:
    """The kingdoms by final score, treasury, tax base, equals together; the fallen below, the last to fall first
    (RO-VIC-06, RO-ELIM-01).
    """
    domain = Domain(world)

    def key(kingdom: Kingdom) -> tuple[int, ...]:
        if kingdom.fallen:
            return 0, kingdom.fallen
        return 1, world.scores.get(kingdom.number, 0), kingdom.gold, domain.base[kingdom.number]

    ranks: dict[tuple[int, ...], list[int]] = {}
    for kingdom in world.kingdoms.values():
        ranks.setdefault(key(kingdom), []).append(kingdom.number)
    return [ranks[rank] for rank in sorted(ranks, reverse=True)]


def office_standings(turn: Turn) -> None:
    """C10: where each kingdom stands in the race for each office (RO-OFF-07)."""
    for number, shares in standings(turn.now).items():
        turn.kingdoms[number].standings = shares
